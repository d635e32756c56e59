//! What names mean in a file of Terraform, and what is found on the way.

use crate::base::{Span, Spanned};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::embedded::{
    Body, FileReference, Reading, Substitution, Substitutions, not_followed,
};
use crate::source::hcl::{self, Expression, ExpressionKind};
use crate::source::json::MAX_DEPTH;
use crate::source::{Key, Kind, Node, SourceFile, StringStyle, Text, rule};

/// References that are followed one behind the other.
const MAX_REFERENCES: usize = 16;

/// Values of all definitions in a file.
const MAX_VALUES: usize = 500_000;

/// What names mean in a file.
pub(super) struct Scope<'b> {
    pub(super) file: &'b SourceFile,
    body: &'b hcl::Body,
    /// The places of machines and of what gives their definitions.
    pub(super) owners: Vec<Span>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// References that are being followed.
    depth: usize,
    /// Values that may still be made, and levels that they may still nest: references can multiply both.
    values_left: usize,
    levels_left: usize,
}

/// A call of `file` or `templatefile`.
pub(super) struct FileCall<'e> {
    pub(super) path: &'e Expression,
    pub(super) variables: Option<&'e Expression>,
    /// Whether `${…}` in the file is filled in.
    pub(super) template: bool,
    /// Whether the file may be YAML.
    pub(super) yaml: bool,
}

impl<'b> Scope<'b> {
    pub(super) fn new(file: &'b SourceFile, body: &'b hcl::Body) -> Self {
        Self {
            file,
            body,
            owners: Vec::new(),
            diagnostics: Vec::new(),
            depth: 0,
            values_left: MAX_VALUES,
            levels_left: MAX_DEPTH,
        }
    }

    /// Makes a value one level deeper; nothing where there are too many, or too deep.
    pub(super) fn nested<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.values_left = self.values_left.checked_sub(1)?;
        self.levels_left = self.levels_left.checked_sub(1)?;
        let made = make(self);
        self.levels_left += 1;
        Some(made)
    }

    /// Notes that something is not followed.
    pub(super) fn not_followed(&mut self, span: Span, what: &str, help: &str) {
        self.diagnostics.push(not_followed(span, what, help));
    }

    /// Follows a reference, unless too many are followed already, as in a circle.
    pub(super) fn deeper(
        &mut self,
        expression: &Expression,
        follow: impl FnOnce(&mut Self) -> Body,
    ) -> Body {
        if self.depth == MAX_REFERENCES {
            self.not_followed(
                expression.span,
                "a chain of references",
                "does it refer to itself?",
            );
            return Body::Unknown;
        }
        self.depth += 1;
        let body = follow(self);
        self.depth -= 1;
        body
    }

    /// The expression that `local.a.b`, or a template's `rendered`, refers to.
    pub(super) fn referred<S: AsRef<str>>(&self, names: &[S]) -> Option<&'b Expression> {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        match &names[..] {
            ["local", first, rest @ ..] => {
                let locals = self.body.blocks.iter();
                let value = locals
                    .filter(|block| &*block.kind.text == "locals")
                    .find_map(|block| block.body.get(first))?;
                rest.iter().try_fold(value, |value, key| value.get(key))
            }
            _ => None,
        }
    }

    /// The expression that a plain reference in a string refers to.
    pub(super) fn named(&self, expression: &str) -> Option<&'b Expression> {
        self.referred(&expression.split('.').collect::<Vec<_>>())
    }

    /// The body of `data "template_file" "name"`, where `data.template_file.name.rendered` refers to it.
    pub(super) fn rendered(&self, names: &[String]) -> Option<&'b hcl::Body> {
        let [data, kind, name, rendered] = names else {
            return None;
        };
        if data != "data" || kind != "template_file" || rendered != "rendered" {
            return None;
        }
        let mut blocks = self.body.blocks.iter();
        blocks
            .find(|block| {
                &*block.kind.text == "data"
                    && block.label(0) == "template_file"
                    && block.label(1) == name
            })
            .map(|block| &block.body)
    }

    /// The literal that an expression is or refers to.
    pub(super) fn literal(&self, expression: &Expression) -> Option<Node> {
        let mut expression = expression;
        for _ in 0..MAX_REFERENCES {
            let kind = match &expression.kind {
                ExpressionKind::Reference(names) => {
                    expression = self.referred(names)?;
                    continue;
                }
                ExpressionKind::Bool(truth) => Kind::Bool(*truth),
                ExpressionKind::Number(number) => Kind::Number(number.clone()),
                ExpressionKind::Template(template) if template.holes.is_empty() => {
                    Kind::String(Text {
                        value: template.value.as_str().into(),
                        style: StringStyle::Plain,
                        filled: true,
                    })
                }
                _ => return None,
            };
            return Some(Node::new(kind, expression.span));
        }
        None
    }

    /// A key with what is known of the interpolations in it.
    pub(super) fn key(&self, key: &Key) -> Key {
        let mut text = key.text.to_string();
        let mut from = 0;
        while let Some(start) = text[from..].find("${").map(|at| from + at) {
            let Some(end) = text[start..].find('}').map(|at| start + at) else {
                break;
            };
            let value = self
                .named(&text[start + 2..end])
                .and_then(|expression| self.literal(expression))
                .and_then(|value| value.text().cloned());
            from = end + 1;
            if let Some(value) = value {
                text.replace_range(start..=end, &value);
                from = start + value.len();
            }
        }
        Key {
            text: text.into(),
            span: key.span,
        }
    }

    /// Adds what is known of the interpolations in a string.
    pub(super) fn fill(&self, template: &hcl::Template, substitutions: &mut Substitutions) {
        for hole in &template.holes {
            let value = self
                .named(&hole.expression)
                .and_then(|expression| self.literal(expression));
            if value.is_some() {
                substitutions.list.push(Substitution {
                    name: Spanned::new(hole.name.as_str().into(), hole.span),
                    value,
                });
            }
        }
    }

    /// The file that a call names.
    pub(super) fn file(&mut self, call: &FileCall<'_>, substitutions: &mut Substitutions) -> Body {
        let Some(path) = self.path(call.path) else {
            self.not_followed(
                call.path.span,
                "a path that is known only to Terraform",
                "`\"${path.module}/name.asl.json\"` and locals with such a path are followed",
            );
            return Body::Unknown;
        };
        let yaml = path.ends_with(".yaml") || path.ends_with(".yml");
        if yaml && !call.yaml {
            let function = if call.template {
                "templatefile"
            } else {
                "file"
            };
            self.diagnostics.push(
                Diagnostic::error(
                    rule::DEFINITION_NOT_JSON,
                    call.path.span,
                    "the definition is a file of YAML, and AWS takes JSON",
                )
                .help(format!("write `jsonencode(yamldecode({function}(…)))`")),
            );
        }
        if call.template {
            substitutions.how = "the variables of `templatefile`";
            substitutions.missing = Some(Severity::Error);
            match call.variables.and_then(|variables| self.object(variables)) {
                Some(variables) => self.substitute(variables, substitutions),
                None => substitutions.missing = None,
            }
        } else {
            substitutions.how = "a call of `templatefile` instead of `file`";
            substitutions.missing = Some(Severity::Warning);
        }
        Body::File(FileReference {
            path,
            span: call.path.span,
            reading: Reading {
                terraform: call.template,
                ..Reading::default()
            },
        })
    }

    /// The object that an expression is or refers to.
    fn object<'e>(&self, expression: &'e Expression) -> Option<&'e Expression>
    where
        'b: 'e,
    {
        match &expression.kind {
            ExpressionKind::Object(_) => Some(expression),
            ExpressionKind::Reference(names) => {
                self.referred(names).filter(|found| found.items().is_some())
            }
            _ => None,
        }
    }

    fn substitute(&self, variables: &Expression, substitutions: &mut Substitutions) {
        for item in variables.items().unwrap_or_default() {
            substitutions.list.push(Substitution {
                name: Spanned::new(item.key.text.clone(), item.key.span),
                value: self.literal(&item.value),
            });
        }
    }

    /// A path, relative to the folder of the file.
    fn path(&self, expression: &Expression) -> Option<String> {
        let template = match &expression.kind {
            ExpressionKind::Template(template) => template,
            ExpressionKind::Reference(names) => match &self.referred(names)?.kind {
                ExpressionKind::Template(template) => template,
                _ => return None,
            },
            _ => return None,
        };
        let mut path = template.value.clone();
        for hole in &template.holes {
            let text = match &*hole.expression {
                "path.module" | "path.root" | "path.cwd" => ".".to_owned(),
                other => self.named(other)?.text()?.to_owned(),
            };
            path = path.replacen(&format!("${{{}}}", hole.name), &text, 1);
        }
        Some(path)
    }
}
