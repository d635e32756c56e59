//! Terraform: resources of type `aws_sfn_state_machine`, and modules that make one.

mod event_source;
mod scope;
mod value;

use super::{Body, Deployment, Logging, Machine, Setting, Substitutions, Template, inline};
use crate::base::{Span, Spanned};
use crate::source::cutting::{Cutting, Writing};
use crate::source::hcl::{self, Block, Expression, ExpressionKind};
use crate::source::{Engine, Notation, SourceFile};
use crate::value::Str;
use scope::{FileCall, Scope};

/// Reads the machines of a file.
pub(super) fn template(file: &SourceFile) -> Template {
    let hcl::Read {
        body,
        comments,
        mut diagnostics,
    } = hcl::read(&file.text);
    let mut scope = Scope::new(file, &body);
    let mut machines = Vec::new();
    for block in &body.blocks {
        match (&*block.kind.text, block.label(0)) {
            ("resource", "aws_sfn_state_machine") => machines.push(machine(block, 1, &mut scope)),
            ("resource", "aws_lambda_event_source_mapping") => {
                scope.diagnostics.extend(event_source::check(block, file));
            }
            ("module", _) if makes_machine(block) => machines.push(machine(block, 0, &mut scope)),
            _ => {}
        }
    }
    diagnostics.extend(scope.diagnostics);
    let directives = super::in_comments(file, &comments, &machines, scope.owners);
    Template {
        engine: Engine::Terraform,
        machines,
        diagnostics,
        directives,
    }
}

/// Whether a module is one that makes a state machine of its `definition`.
fn makes_machine(module: &Block) -> bool {
    let source = module.body.get("source").and_then(Expression::text);
    source.is_some_and(|source| source.contains("step-functions"))
        && module.body.get("definition").is_some()
}

fn machine(block: &Block, label: usize, scope: &mut Scope<'_>) -> Machine {
    let (name, place) = match block.labels.get(label) {
        Some(label) => (label.text.clone(), label.span),
        None => ("state_machine".into(), block.kind.span),
    };
    scope.owners.push(block.span);
    let mut substitutions = Substitutions::default();
    let body = match block.body.get("definition") {
        Some(expression) => definition(expression, &mut substitutions, scope, Encoded::Json),
        None => {
            scope.not_followed(
                place,
                &format!("the definition of `{name}`"),
                "give it as `definition`",
            );
            Body::Unknown
        }
    };
    let module = &*block.kind.text == "module";
    let express = block
        .body
        .get("type")
        .and_then(|expression| match expression.text()? {
            "EXPRESS" | "express" => Some(true),
            "STANDARD" | "standard" => Some(false),
            _ => None,
        });
    Machine {
        name: Spanned::new(name, place),
        body,
        express,
        substitutions,
        deployment: Deployment {
            engine: Engine::Terraform,
            place,
            logging: if module {
                Setting::Unknown
            } else {
                logging(block)
            },
            tracing: if module {
                Setting::Unknown
            } else {
                tracing(block)
            },
        },
    }
}

/// The setting that the block `kind` holds; unknown where Terraform makes the block.
fn setting<T>(block: &Block, kind: &str, read: impl FnOnce(&Block) -> Setting<T>) -> Setting<T> {
    let dynamic = |inner: &&Block| &*inner.kind.text == "dynamic" && inner.label(0) == kind;
    match block.body.block(kind) {
        Some(inner) => read(inner),
        None if block.body.blocks.iter().any(|inner| dynamic(&inner)) => Setting::Unknown,
        None => Setting::Absent,
    }
}

fn truth(value: Option<&Expression>) -> Setting<bool> {
    match value {
        None => Setting::Absent,
        Some(value) if value.is(true) => Setting::Set(true, value.span),
        Some(value) if value.is(false) => Setting::Set(false, value.span),
        Some(_) => Setting::Unknown,
    }
}

fn logging(block: &Block) -> Setting<Logging> {
    setting(block, "logging_configuration", |inner| {
        let level = match inner.body.get("level") {
            None => Setting::Absent,
            Some(level) => match level.text() {
                Some(text) => Setting::Set(Str::from(text), level.span),
                None => Setting::Unknown,
            },
        };
        let execution_data = truth(inner.body.get("include_execution_data"));
        let logging = Logging {
            level,
            execution_data,
        };
        Setting::Set(logging, inner.kind.span)
    })
}

fn tracing(block: &Block) -> Setting<bool> {
    setting(block, "tracing_configuration", |inner| {
        truth(inner.body.get("enabled"))
    })
}

/// What is made of the text of a definition before AWS sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoded {
    /// Nothing: it is JSON.
    Json,
    /// It is decoded and written as JSON, so that it may be YAML.
    Decoded,
}

/// The definition that an expression gives.
fn definition(
    expression: &Expression,
    substitutions: &mut Substitutions,
    scope: &mut Scope<'_>,
    encoded: Encoded,
) -> Body {
    scope.owners.push(expression.span);
    match &expression.kind {
        ExpressionKind::Template(template) => {
            if let Some(hole) = whole(template)
                && let Some(inner) = scope.named(hole)
            {
                return scope.deeper(expression, |scope| {
                    definition(inner, substitutions, scope, encoded)
                });
            }
            text(expression, template, substitutions, scope, encoded)
        }
        ExpressionKind::Call { name, arguments } => {
            call(expression, name, arguments, substitutions, scope, encoded)
        }
        ExpressionKind::Reference(names) => {
            if let Some(inner) = scope.referred(names) {
                return scope.deeper(expression, |scope| {
                    definition(inner, substitutions, scope, encoded)
                });
            }
            match scope.rendered(names) {
                Some(rendered) => template_file(expression, rendered, substitutions, scope),
                None => unknown(expression, scope),
            }
        }
        _ => unknown(expression, scope),
    }
}

fn unknown(expression: &Expression, scope: &mut Scope<'_>) -> Body {
    scope.not_followed(
        expression.span,
        "this expression, which gives the definition,",
        "`jsonencode({…})`, a heredoc, `templatefile`, `file` and locals of the same file are followed",
    );
    Body::Unknown
}

/// The expression that is all there is in a string: `"${local.definition}"`.
fn whole(template: &hcl::Template) -> Option<&str> {
    let [hole] = &template.holes[..] else {
        return None;
    };
    (template.value.trim().len() == hole.name.len() + 3).then_some(&*hole.expression)
}

fn call(
    expression: &Expression,
    name: &str,
    arguments: &[Expression],
    substitutions: &mut Substitutions,
    scope: &mut Scope<'_>,
    encoded: Encoded,
) -> Body {
    let Some(first) = arguments.first() else {
        return unknown(expression, scope);
    };
    match name {
        "jsonencode" => encode(first, substitutions, scope),
        "file" | "templatefile" => {
            let call = FileCall {
                path: first,
                variables: (name == "templatefile").then(|| arguments.get(1)).flatten(),
                template: name == "templatefile",
                yaml: encoded == Encoded::Decoded,
            };
            scope.file(&call, substitutions)
        }
        "trimspace" | "chomp" | "sensitive" | "nonsensitive" | "tostring" => {
            definition(first, substitutions, scope, encoded)
        }
        // The text before it is not what AWS gets.
        "replace" => {
            scope.not_followed(
                expression.span,
                "what `replace` does to the definition",
                "fill placeholders with `templatefile`: what it makes is judged",
            );
            Body::Unknown
        }
        "templatestring" => {
            scope.not_followed(
                expression.span,
                &format!("what `{name}` does to the definition"),
                "the text is read as it is before; fill placeholders with `templatefile`",
            );
            definition(first, substitutions, scope, encoded)
        }
        _ => unknown(expression, scope),
    }
}

/// The definition that `data "template_file"` gives.
fn template_file(
    expression: &Expression,
    body: &hcl::Body,
    substitutions: &mut Substitutions,
    scope: &mut Scope<'_>,
) -> Body {
    match body.get("template") {
        Some(Expression {
            kind: ExpressionKind::Call { name, arguments },
            ..
        }) if name == "file" && !arguments.is_empty() => {
            let call = FileCall {
                path: &arguments[0],
                variables: body.get("vars"),
                template: true,
                yaml: false,
            };
            scope.file(&call, substitutions)
        }
        Some(template) => scope.deeper(expression, |scope| {
            definition(template, substitutions, scope, Encoded::Json)
        }),
        None => unknown(expression, scope),
    }
}

/// The definition that `jsonencode` writes.
fn encode(argument: &Expression, substitutions: &mut Substitutions, scope: &mut Scope<'_>) -> Body {
    match &argument.kind {
        ExpressionKind::Call { name, arguments }
            if name == "jsondecode" || name == "yamldecode" =>
        {
            match arguments.first() {
                Some(inner) => definition(inner, substitutions, scope, Encoded::Decoded),
                None => unknown(argument, scope),
            }
        }
        _ => match value::object(argument, substitutions, scope) {
            Some(inline) => Body::Inline(Box::new(inline)),
            None => unknown(argument, scope),
        },
    }
}

/// The definition in a string or heredoc.
fn text(
    expression: &Expression,
    template: &hcl::Template,
    substitutions: &mut Substitutions,
    scope: &mut Scope<'_>,
    encoded: Encoded,
) -> Body {
    scope.fill(template, substitutions);
    let mut cutting = Cutting::default();
    let writing = match template.heredoc {
        Some(indent) => Writing::Lines { indent },
        None => Writing::Escaped,
    };
    cutting.copy(
        &template.value,
        template.parts.iter().cloned(),
        Some(writing),
    );
    let mark = match template.heredoc {
        // The first line is enough to show.
        Some(_) => {
            let start = expression.span.start as usize;
            let line = scope.file.text[start..].lines().next().unwrap_or_default();
            Span::new(start, start + line.len())
        }
        None => expression.span,
    };
    if encoded == Encoded::Decoded && !cutting.text.trim_start().starts_with('{') {
        return inline::text(cutting, scope.file, Notation::Yaml);
    }
    inline::json(cutting, scope.file, mark, &mut scope.diagnostics)
}
