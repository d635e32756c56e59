//! Strings in `{% … %}`: compiled, and held against what there is to refer to.

use super::marks::{is_half_marked, marked};
use super::object::Object;
use super::{Lowering, aws};
use crate::asl::QueryLanguage;
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::query::jsonata::{Analysis, CallFault, HASHES, JsonataError, built_in_functions};
use crate::query::template::{JsonataString, JsonataTemplate};
use crate::source::{Kind, Node};
use foldhash::{HashSet, HashSetExt};

/// What `$states` has at some place, besides `input` and `context`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// Nothing more.
    Before,
    /// `result`: in `Output` and `Assign` of a Task, Map or Parallel.
    Result,
    /// `errorOutput`: in `Output` and `Assign` of a catcher.
    Caught,
}

impl Scope {
    fn fields(self) -> &'static [&'static str] {
        match self {
            Self::Before => &["input", "context"],
            Self::Result => &["input", "context", "result"],
            Self::Caught => &["input", "context", "errorOutput"],
        }
    }
}

impl Lowering<'_> {
    /// An expression in `{% … %}`, in a JSONata state.
    pub(super) fn expression(
        &mut self,
        object: &Object<'_>,
        field: &str,
        node: &Node,
        language: QueryLanguage,
    ) -> Option<JsonataString> {
        if language != QueryLanguage::Jsonata {
            return None;
        }
        if is_half_marked(node) {
            self.half_marked(node, object.at(field));
            return None;
        }
        let location = object.at(field);
        let text = marked(node)?;
        match JsonataString::compile(text, node.span, &location)? {
            Ok(expression) => {
                self.references(&expression, text, &location, Scope::Before);
                Some(expression)
            }
            Err(issue) => {
                let place = self.part_of(issue.span, text, issue.part);
                self.no_jsonata(place, location, &issue.error);
                None
            }
        }
    }

    /// A tree whose strings may be expressions, in a JSONata state.
    pub(super) fn jsonata_template(
        &mut self,
        object: &Object<'_>,
        field: &str,
        scope: Scope,
    ) -> Option<JsonataTemplate> {
        let node = object.get(field)?;
        let at = object.at(field);
        self.marks(node, &at, QueryLanguage::Jsonata);
        let (template, issues) = JsonataTemplate::compile(node);
        for issue in &issues {
            let text = text_at(node, issue.span).unwrap_or_default();
            let place = self.part_of(issue.span, text, issue.part);
            self.no_jsonata(place, format!("{at}{}", issue.location), &issue.error);
        }
        for (location, expression) in template.expressions() {
            let text = text_at(node, expression.span).unwrap_or_default();
            self.references(expression, text, &format!("{at}{location}"), scope);
        }
        Some(template)
    }

    /// An expression that is no JSONata.
    fn no_jsonata(&mut self, place: Span, location: String, error: &JsonataError) {
        let message = format!("the expression is no JSONata: {}", sentence(&error.message));
        let diagnostic = Diagnostic::error("invalid-jsonata", place, message)
            .at(location)
            .note(format!("JSONata calls this `{}`", error.code));
        self.push(diagnostic.aws(aws::JSONATA, error.message.clone()));
    }

    /// What an expression refers to and cannot. AWS's words were measured with `ValidateStateMachineDefinition`, each
    /// distinct name reported once (floci-io/floci#2670 and #2786, and their tests).
    fn references(&mut self, expression: &JsonataString, text: &str, location: &str, scope: Scope) {
        let Some(compiled) = &expression.expression else {
            return;
        };
        let analysis = compiled.analysis();
        let offset = expression.offset;
        let error = |rule: &'static str, span: Span, message: String| {
            let part = Span::new(span.start as usize + offset, span.end as usize + offset);
            let place = self.part_of(expression.span, text, part);
            Diagnostic::error(rule, place, message).at(location)
        };
        let mut found = Vec::new();
        top_level(analysis, &error, &mut found);
        states(analysis, scope, &error, &mut found);
        calls(analysis, &error, &mut found);
        for Wrong { diagnostic, meant } in found {
            let diagnostic = match meant {
                Some((written, meant)) => self.part_rewritten(diagnostic, &written, &meant),
                None => diagnostic,
            };
            self.diagnostics.push(diagnostic);
        }
    }
}

/// Makes an error of a rule at a place in the expression.
type MakeError<'a> = dyn Fn(&'static str, Span, String) -> Diagnostic + 'a;

/// A reference to what is not there.
struct Wrong {
    diagnostic: Diagnostic,
    /// What is written, and what is meant most likely.
    meant: Option<(String, String)>,
}

impl Wrong {
    fn new(diagnostic: Diagnostic, meant: Option<(&str, String)>) -> Self {
        Self {
            diagnostic,
            meant: meant.map(|(written, meant)| (written.to_owned(), meant)),
        }
    }
}

/// References to the input of the whole, which an expression does not have.
fn top_level(analysis: &Analysis, error: &MakeError<'_>, found: &mut Vec<Wrong>) {
    let mut seen = HashSet::new();
    for reference in &analysis.top_level {
        let name = &*reference.name;
        if !seen.insert(name) {
            continue;
        }
        let shown = text::shorten(name, 60);
        let message = format!("`{shown}` refers to nothing: an expression has no input of its own");
        let help = match name {
            "$" | "*" | "**" | "%" => "the state's input is `$states.input`".to_owned(),
            _ => format!(
                "write `$states.input.{shown}` for the state's input, `${shown}` for a variable, `\"{shown}\"` for text"
            ),
        };
        let words = format!("Reference to '{name}' at the top level is not supported.");
        let meant = match name {
            "*" | "**" | "%" => None,
            "$" => Some("$states.input".to_owned()),
            _ => Some(format!("$states.input.{name}")),
        };
        let diagnostic = error("jsonata-reference", reference.span, message)
            .help(help)
            .aws(aws::JSONATA_REFERENCE, words);
        found.push(Wrong::new(diagnostic, meant.map(|meant| (name, meant))));
    }
    if let Some(span) = analysis.root.first() {
        let message = "`$$` refers to nothing here".to_owned();
        let diagnostic = error("jsonata-reference", *span, message)
            .help("the state's input is `$states.input`, the context object `$states.context`")
            .aws(
                aws::JSONATA_REFERENCE,
                "Reference to '$$' is not supported.",
            );
        found.push(Wrong::new(
            diagnostic,
            Some(("$$", "$states.input".to_owned())),
        ));
    }
}

/// Members of `$states` that are not there.
fn states(analysis: &Analysis, scope: Scope, error: &MakeError<'_>, found: &mut Vec<Wrong>) {
    let mut seen = HashSet::new();
    for used in &analysis.states {
        let Some(name) = used.path.first().map(|name| &**name) else {
            continue;
        };
        if scope.fields().contains(&name) || !seen.insert(name) {
            continue;
        }
        let shown = text::shorten(name, 60);
        let message = format!("there is no `$states.{shown}` here");
        let near = match name {
            "result" | "errorOutput" => None,
            _ => text::nearest(name, scope.fields().iter().copied()),
        };
        let help = match name {
            "result" => {
                "`result` is there in `Output` and `Assign` of a Task, Map or Parallel".to_owned()
            }
            "errorOutput" => {
                "`errorOutput` is there in `Output` and `Assign` of a catcher".to_owned()
            }
            _ => match near {
                Some(near) => format!("did you mean `$states.{near}`?"),
                None => format!("it has {}", text::list(scope.fields())),
            },
        };
        let mut diagnostic = error("jsonata-reference", used.span, message).help(help);
        if matches!(name, "result" | "errorOutput") {
            let words = format!("Field '$states.{name}' does not exist.");
            diagnostic = diagnostic.aws(aws::JSONATA_REFERENCE, words);
        }
        found.push(Wrong::new(
            diagnostic,
            near.map(|near| (name, near.to_owned())),
        ));
    }
}

const FAILS: &str =
    "AWS accepts the definition, and the expression fails when it comes to the call";

/// A call of a built-in function that cannot go well.
fn fault_of(name: &str, span: Span, fault: &CallFault, error: &MakeError<'_>) -> Diagnostic {
    let finding = |message: String| error("jsonata-function", span, message);
    match fault {
        CallFault::TooFew { given, least } => finding(format!(
            "`${name}` takes {}{}, and here {}",
            if *least == 1 { "" } else { "at least " },
            text::count(*least, "argument"),
            given_here(*given),
        ))
        .note(FAILS),
        CallFault::TooMany { given, most } => finding(format!(
            "`${name}` takes {}, and here {}",
            match most {
                0 => "no arguments".to_owned(),
                most => format!("no more than {}", text::count(*most, "argument")),
            },
            given_here(*given),
        ))
        .note(FAILS),
        CallFault::NoContext { given, wanted } => {
            let mut diagnostic = finding(format!(
                "`${name}` takes {}, and here {}",
                text::count(*wanted, "argument"),
                given_here(*given),
            ));
            diagnostic.severity = Severity::Warning;
            diagnostic
                .help("behind `.` the value before it stands in for the first argument; here there is none")
                .note("the call gives nothing, or fails")
        }
        CallFault::Algorithm(algorithm) => finding(format!(
            "`$hash` has no algorithm `{}`",
            text::shorten(algorithm, 60)
        ))
        .help(match text::nearest(algorithm, HASHES) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it has {}", text::list(&HASHES)),
        })
        .note(FAILS),
    }
}

fn given_here(given: usize) -> String {
    match given {
        0 => "is none".to_owned(),
        1 => "is one".to_owned(),
        given => format!("are {given}"),
    }
}

/// Calls that AWS accepts, and that fail in every run that comes to them.
fn calls(analysis: &Analysis, error: &MakeError<'_>, found: &mut Vec<Wrong>) {
    for call in &analysis.calls {
        let name = &*call.name;
        if let Some(fault) = &call.fault {
            found.push(Wrong::new(fault_of(name, call.span, fault, error), None));
        }
        if call.takes.is_some() {
            continue;
        }
        let shown = text::shorten(name, 60);
        let near = match name {
            "eval" => Some("parse"),
            _ => text::nearest(name, built_in_functions().map(|(name, _)| name)),
        };
        let help = match name {
            "eval" => "AWS leaves `$eval` out: to read JSON from text use `$parse`".to_owned(),
            _ => match near {
                Some(near) => format!("did you mean `${near}`?"),
                None => "variables cannot hold functions: define it in this expression".to_owned(),
            },
        };
        let message = format!("there is no function `${shown}`");
        let diagnostic = error("jsonata-function", call.span, message)
            .help(help)
            .note(FAILS);
        found.push(Wrong::new(
            diagnostic,
            near.map(|near| (name, near.to_owned())),
        ));
    }
}

/// The text of the string at `span` somewhere in a tree.
fn text_at(node: &Node, span: Span) -> Option<&str> {
    match &node.kind {
        Kind::Array(items) => items.iter().find_map(|item| text_at(item, span)),
        Kind::Object(members) => members
            .iter()
            .find_map(|member| text_at(&member.value, span)),
        _ => node
            .text()
            .map(|text| &**text)
            .filter(|_| node.span == span),
    }
}

/// A sentence as it stands in the middle of another: without a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut characters = text.trim_end_matches('.').chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => String::new(),
    }
}
