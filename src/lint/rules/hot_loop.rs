//! `hot-loop`

use crate::analysis::{Edge, HISTORY_LIMIT, Loops};
use crate::asl::{Assign, Pattern, ResourceKind, State, StateId, StateKind, Task, WorkflowType};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::query::template::{JsonataTemplate, PayloadTemplate};

/// See `hot-loop.md`.
pub(super) struct HotLoop;

static META: Meta = Meta {
    id: "hot-loop",
    category: Category::Limits,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("hot-loop.md"),
};

impl Rule for HotLoop {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let machine = context.machine();
        let quick = |edge: &Edge| {
            [edge.from, edge.to]
                .iter()
                .all(|id| !takes_time(context, context.state(*id)))
        };
        let loops = Loops::new(machine, context.graph(), quick);
        let hot = loops
            .all()
            .iter()
            .filter(|members| is_hot(context, members));
        hot.map(|members| finding(context, members)).collect()
    }
}

/// Whether time passes in a state, or it does something other than to ask again: then a loop through it is no polling.
fn takes_time(context: &Context<'_>, state: &State) -> bool {
    match &state.kind {
        StateKind::Wait(_) | StateKind::Map(_) | StateKind::Parallel(_) => true,
        StateKind::Task(task) => !asks(context, state, task),
        StateKind::Pass(_) | StateKind::Choice(_) | StateKind::Succeed | StateKind::Fail(_) => {
            false
        }
    }
}

/// Whether a Task only asks how things are.
fn asks(context: &Context<'_>, state: &State, task: &Task) -> bool {
    let Some(resource) = &task.resource else {
        return false;
    };
    match &resource.value.kind {
        ResourceKind::LambdaFunction => {
            is_named_like_a_question(state, resource.value.function_name().unwrap_or_default())
        }
        ResourceKind::Integration(called) if called.pattern == Pattern::RequestResponse => {
            match &*called.service {
                "lambda" => {
                    let call = Call::of(state);
                    let function =
                        call.and_then(|call| context.text_parameter(&call, &["FunctionName"]));
                    is_named_like_a_question(state, function.as_deref().unwrap_or_default())
                }
                _ => ["get", "describe", "head"]
                    .iter()
                    .any(|verb| called.action.starts_with(verb)),
            }
        }
        ResourceKind::Integration(_)
        | ResourceKind::Activity
        | ResourceKind::Unknown
        | ResourceKind::Other => false,
    }
}

/// Of a function only its name and that of the state tell what it does.
fn is_named_like_a_question(state: &State, function: &str) -> bool {
    let names = [state.name.value.to_lowercase(), function.to_lowercase()];
    ["status", "poll", "ready", "finished"]
        .iter()
        .any(|word| names.iter().any(|name| name.contains(word)))
}

/// Whether nothing in a loop changes from round to round but what a poll answers.
fn is_hot(context: &Context<'_>, members: &[StateId]) -> bool {
    let mut polls = false;
    for state in members.iter().map(|id| context.state(*id)) {
        polls |= matches!(state.kind, StateKind::Task(_));
        if !state.unresolved.is_empty() || makes_progress(state) {
            return false;
        }
    }
    polls
}

/// Whether a state counts, takes the next item or the next page.
fn makes_progress(state: &State) -> bool {
    let io = &state.io;
    let payloads = [&io.parameters, &io.result_selector];
    let in_payload = payloads.iter().any(|template| {
        template
            .as_ref()
            .is_some_and(|template| payload_counts(&template.value))
    });
    let templates = [&io.arguments, &io.output];
    let in_template = templates
        .iter()
        .any(|template| template.as_ref().is_some_and(jsonata_counts));
    let assigns = match &state.kind {
        StateKind::Choice(choice) => choice.rules.iter().any(|rule| {
            rule.output.as_ref().is_some_and(jsonata_counts) || sets(rule.assign.as_ref())
        }),
        _ => false,
    };
    in_payload || in_template || assigns || sets(io.assign.as_ref())
}

fn sets(assign: Option<&Assign>) -> bool {
    match assign {
        Some(Assign::JsonPath(template)) => payload_counts(&template.value),
        Some(Assign::Jsonata(template)) => jsonata_counts(template),
        None => false,
    }
}

/// What a page is asked for by, in the requests of AWS's services.
fn is_page(text: &str) -> bool {
    [
        "token",
        "marker",
        "cursor",
        "page",
        "next",
        "lastevaluated",
        "startkey",
    ]
    .iter()
    .any(|word| text.to_lowercase().contains(word))
}

fn payload_counts(template: &PayloadTemplate) -> bool {
    template.expressions().iter().any(|one| {
        let text = one.expression.text();
        text.starts_with("States.") || text.contains(':') || is_page(one.field) || is_page(text)
    })
}

fn jsonata_counts(template: &JsonataTemplate) -> bool {
    template.expressions().iter().any(|(location, expression)| {
        let computed = |c: char| "+-[&(~".contains(c);
        expression.text.contains(computed) || is_page(location) || is_page(&expression.text)
    })
}

fn finding(context: &Context<'_>, members: &[StateId]) -> Diagnostic {
    const SHOWN: usize = 4;
    let states: Vec<&State> = members.iter().map(|id| context.state(*id)).collect();
    let poll = states
        .iter()
        .find(|state| matches!(state.kind, StateKind::Task(_)))
        .unwrap_or(&states[0]);
    let events: u64 = states.iter().map(|state| events(state)).sum();
    let names: Vec<String> = states
        .iter()
        .take(SHOWN)
        .map(|state| format!("`{}`", state.name.value))
        .collect();
    let more = if states.len() > SHOWN {
        " and more"
    } else {
        ""
    };
    META.finding(
        poll.name.span,
        format!(
            "`{}` asks again and again without a wait: nothing else happens on the way back to it",
            poll.name.value
        ),
    )
    .at(poll.location.clone())
    .note(match context.workflow_type() {
        WorkflowType::Standard => format!(
            "the loop is {}{more}; a round writes some {}, and after {} AWS fails the execution",
            text::list(&names),
            text::count(usize::try_from(events).unwrap_or(usize::MAX), "event"),
            text::thousands(HISTORY_LIMIT),
        ),
        WorkflowType::Express => format!(
            "the loop is {}{more}; it goes on as fast as the service answers, and an Express execution ends after five minutes",
            text::list(&names)
        ),
    })
    .help("put a Wait state into the loop")
    .help("or let AWS wait: `.sync` where the service has it, `.waitForTaskToken` where someone else can tell")
}

/// The events that a state writes when it goes well.
fn events(state: &State) -> u64 {
    match state.kind {
        StateKind::Task(_) => 5,
        _ => 2,
    }
}
