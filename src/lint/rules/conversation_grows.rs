//! `conversation-grows`

use crate::analysis::Loops;
use crate::asl::{Assign, QueryLanguage, State, StateId, StateKind};
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::query::template::{JsonataString, JsonataTemplate, PayloadTemplate};
use crate::services::model_call;
use crate::value::Str;

/// See `conversation-grows.md`.
pub(super) struct ConversationGrows;

static META: Meta = Meta {
    id: "conversation-grows",
    category: Category::GenerativeAi,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("conversation-grows.md"),
};

impl Rule for ConversationGrows {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let loops = Loops::new(context.machine(), context.graph(), |_| true);
        let all = loops.all().iter();
        all.filter_map(|members| finding(context, members))
            .collect()
    }
}

fn finding(context: &Context<'_>, members: &[StateId]) -> Option<Diagnostic> {
    let states = members.iter().map(|id| context.state(*id));
    let call = states
        .clone()
        .filter_map(Call::of)
        .find(|call| model_call(&call.name).is_some())?;
    let (state, name, span) = states
        .clone()
        .find_map(|state| grows(state).map(|(name, span)| (state, name, span)))?;
    let message = format!(
        "`{name}` gets longer in each round of the loop through `{}`",
        call.state_name()
    );
    let finding = META
        .finding(span, message)
        .labelled("is added to, and nothing is taken away")
        .label(call.state.name.span, "is sent all of it, and paid for it, in each round")
        .at(state.location.clone())
        .note("a variable and what a state hands on have 256 KiB: with answers of 4 KiB that is some sixty rounds, with documents a few")
        .help(format!(
            "keep the last of it{}, or keep it in DynamoDB or S3 and hand on its key",
            match state.query_language {
                QueryLanguage::Jsonata => format!(" (`$append({name}, …)[[-20..-1]]`)"),
                QueryLanguage::JsonPath => String::new(),
            }
        ));
    Some(finding)
}

/// What a state adds to and takes nothing from, as it is read: a variable, or a member of its input that it hands on.
fn grows(state: &State) -> Option<(String, Span)> {
    let io = &state.io;
    let variable = match &io.assign {
        Some(Assign::Jsonata(template)) => jsonata(template, false),
        Some(Assign::JsonPath(template)) => arrayed(&template.value, "$"),
        None => None,
    };
    let handed_on = || jsonata(io.output.as_ref()?, true);
    // What a Pass selects is what it hands on.
    let selected = || {
        let passes = matches!(state.kind, StateKind::Pass(_)) && io.result_path.is_none();
        arrayed(&io.parameters.as_ref().filter(|_| passes)?.value, "$.")
    };
    variable.or_else(handed_on).or_else(selected)
}

fn jsonata(template: &JsonataTemplate, of_input: bool) -> Option<(String, Span)> {
    let mut expressions = template.expressions().into_iter();
    expressions.find_map(|(location, expression)| appended(&location, expression, of_input))
}

/// What an expression adds to, where it is just that: `$append($messages, …)` under `messages`, or, `of_input`,
/// `$append($states.input.messages, …)`.
fn appended(location: &str, expression: &JsonataString, of_input: bool) -> Option<(String, Span)> {
    let name = location.strip_prefix('/')?;
    let analysis = expression.expression.as_ref()?.analysis();
    let adds = analysis.calls.iter().any(|call| &*call.name == "append");
    let (to_itself, shown) = if of_input {
        let mut used = analysis.states.iter();
        let same = |path: &[Str]| matches!(path, [input, member] if &**input == "input" && &**member == name);
        (
            used.any(|used| same(&used.path)),
            format!("$states.input.{name}"),
        )
    } else {
        let mut variables = analysis.variables.iter();
        (
            variables.any(|variable| &*variable.name == name),
            format!("${name}"),
        )
    };
    (adds && to_itself && !analysis.takes_parts).then_some((shown, expression.span))
}

/// What `States.Array` puts into a bigger one, under its own name: `States.Array($.messages, …)` under `messages.$`.
fn arrayed(template: &PayloadTemplate, before: &str) -> Option<(String, Span)> {
    let expressions = template.expressions().into_iter();
    expressions
        .filter(|one| one.location == &**one.field)
        .find_map(|one| {
            let name = one.field.strip_suffix(".$")?;
            let shown = format!("{before}{name}");
            let inside = one.expression.text().strip_prefix("States.Array(")?;
            let mut arguments = inside.trim_end_matches(')').split(',').map(str::trim);
            arguments
                .any(|argument| argument == shown)
                .then_some((shown, one.span))
        })
}
