//! One answer of our own format: whom it is for, how often, and what it says when.

use super::super::findings::error;
use super::super::handler::TimedOutcome;
use super::callback::{self, Step};
use super::duration::Latency;
use super::expected::Expected;
use super::expression::{Scope, shown};
use super::pattern::Pattern;
use super::template::Template;
use crate::asl::{Pattern as ResultPattern, Resource, ResourceKind};
use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::engine::{TaskOutcome, TaskRequest};
use crate::value::{Object, Str, Value};

/// One answer.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    /// Its place.
    pub(super) span: Span,
    /// Whom it is for.
    pub(super) condition: Condition,
    /// How often it is given.
    pub(super) repeat: Repeat,
    /// How long it takes.
    pub(super) latency: Option<Latency>,
    /// What the call gives before the answer comes, of `.sync` and `.waitForTaskToken`.
    pub(super) submitted: Submitted,
    /// What it says.
    pub(super) says: Says,
    /// The place of the key that says it.
    pub(super) says_span: Span,
    /// What the request was when the answer was recorded.
    pub(super) expected: Option<Expected>,
    /// Whether a machine ran here when it was recorded, which is run again where it is given.
    pub(super) ran: bool,
}

/// `repeat`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeat {
    /// Not said: once in a sequence, else as often as it is asked for.
    Unsaid,
    /// So many times.
    Times(u64),
    /// `forever`
    Forever,
}

/// Whom an answer is for. All parts must hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Condition {
    /// `index`
    pub(super) index: Option<IndexCondition>,
    /// `attempt`, from 1.
    pub(super) attempt: Option<Vec<Numbers>>,
    /// `when`
    pub(super) when: Option<Pattern>,
}

/// `index`
#[derive(Clone, Debug)]
pub(super) enum IndexCondition {
    /// Of the innermost Map.
    Innermost(Vec<Numbers>),
    /// By the name of the Map state.
    ByMap(Vec<(Str, Vec<Numbers>)>),
}

/// Numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// The first.
    pub(super) from: u64,
    /// The last.
    pub(super) to: u64,
}

/// `submitted`
#[derive(Clone, Debug)]
pub(super) enum Submitted {
    /// Not said: the call gives `{}`.
    Unsaid,
    /// The call gives this.
    Result(Template),
    /// `false`: the call itself fails.
    Never,
}

/// What an answer says.
#[derive(Clone, Debug)]
pub(super) enum Says {
    /// `result`: the task's result.
    Result(Template),
    /// `payload`: what a Lambda function returns.
    Payload(Template),
    /// `error` and `cause`
    Error(Fault),
    /// `timeout`
    Timeout,
    /// `never`
    Never,
    /// `callback`
    Callback(Vec<Step>),
}

/// An error and its cause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Fault {
    /// Its name; `SendTaskFailure` may leave it out.
    pub(super) error: Option<Str>,
    /// What it says of the matter.
    pub(super) cause: Option<Str>,
}

impl Numbers {
    fn hold(list: &[Self], number: u64) -> bool {
        list.iter()
            .any(|numbers| (numbers.from..=numbers.to).contains(&number))
    }
}

impl Condition {
    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.index.is_none() && self.attempt.is_none() && self.when.is_none()
    }

    /// Whether a request is as it must be.
    pub(super) fn holds(&self, request: &TaskRequest) -> bool {
        let index = self.index.as_ref().is_none_or(|index| index.holds(request));
        let attempt = self
            .attempt
            .as_ref()
            .is_none_or(|numbers| Numbers::hold(numbers, request.retries.saturating_add(1)));
        index
            && attempt
            && self
                .when
                .as_ref()
                .is_none_or(|when| when.matches(Some(&request.parameters)))
    }
}

impl IndexCondition {
    /// The Map states that it names.
    pub(super) fn maps(&self) -> impl Iterator<Item = &str> {
        let maps = match self {
            Self::Innermost(_) => &[][..],
            Self::ByMap(maps) => maps,
        };
        maps.iter().map(|(map, _)| &**map)
    }

    fn holds(&self, request: &TaskRequest) -> bool {
        match self {
            Self::Innermost(numbers) => request
                .iterations
                .last()
                .is_some_and(|iteration| Numbers::hold(numbers, iteration.index.into())),
            Self::ByMap(maps) => maps.iter().all(|(map, numbers)| {
                let mut iterations = request.iterations.iter();
                iterations.any(|iteration| {
                    iteration.map == *map && Numbers::hold(numbers, iteration.index.into())
                })
            }),
        }
    }
}

impl Fault {
    fn outcome(&self) -> TaskOutcome {
        TaskOutcome::Failed {
            error: self.error.clone(),
            cause: self.cause.clone(),
        }
    }
}

impl Answer {
    /// How often it is given; nothing for as often as it is asked for.
    pub(super) fn times(&self) -> Option<u64> {
        match self.repeat {
            Repeat::Times(times) => Some(times),
            Repeat::Unsaid | Repeat::Forever => None,
        }
    }

    /// What the task says and when, of an answer that takes `latency` milliseconds.
    pub(super) fn script(
        &self,
        request: &TaskRequest,
        scope: &Scope<'_>,
        latency: i64,
    ) -> Result<Vec<TimedOutcome>, Box<Diagnostic>> {
        let mut script = Vec::new();
        if has_submission(request) {
            match &self.submitted {
                Submitted::Unsaid => script.push(TimedOutcome::new(
                    0,
                    TaskOutcome::Submitted(Value::empty_object()),
                )),
                Submitted::Result(template) => {
                    script.push(TimedOutcome::new(
                        0,
                        TaskOutcome::Submitted(template.evaluate(scope)?),
                    ));
                }
                Submitted::Never => {}
            }
        }
        match &self.says {
            Says::Result(template) => {
                script.push(TimedOutcome::new(
                    latency,
                    TaskOutcome::Succeeded(template.evaluate(scope)?),
                ));
            }
            Says::Payload(template) => {
                let result = self.lambda_result(template.evaluate(scope)?, request)?;
                script.push(TimedOutcome::new(latency, TaskOutcome::Succeeded(result)));
            }
            Says::Error(fault) => script.push(TimedOutcome::new(latency, fault.outcome())),
            Says::Timeout => {
                let limits = [request.timeout, request.heartbeat];
                if self.latency.is_some() || limits.iter().all(Option::is_none) {
                    script.push(TimedOutcome::new(latency, TaskOutcome::TimedOut));
                }
            }
            Says::Never => {}
            Says::Callback(steps) => {
                if !waits_for_callback(request) {
                    return Err(Box::new(self.no_callback(request)));
                }
                callback::play(steps, scope, &mut script)?;
            }
        }
        Ok(script)
    }

    /// The results that it may give, of those that take nothing from the request.
    pub(super) fn constant_results(&self, resource: &Resource) -> Vec<Value> {
        match &self.says {
            Says::Result(template) => template.constant().into_iter().collect(),
            Says::Payload(template) => {
                let payload = template.constant();
                payload
                    .and_then(|payload| function_result(payload, &resource.kind))
                    .into_iter()
                    .collect()
            }
            Says::Callback(steps) => steps.iter().filter_map(Step::constant_result).collect(),
            Says::Error(_) | Says::Timeout | Says::Never => Vec::new(),
        }
    }

    fn lambda_result(
        &self,
        payload: Value,
        request: &TaskRequest,
    ) -> Result<Value, Box<Diagnostic>> {
        function_result(payload, &request.resource.kind).ok_or_else(|| {
            Box::new(no_payload(
                self.says_span,
                &request.state_name,
                &request.resource.text,
            ))
        })
    }

    fn no_callback(&self, request: &TaskRequest) -> Diagnostic {
        let message = format!("`{}` is not answered by callback", request.state_name);
        error(self.says_span, message)
            .help("`callback` is for resources that end in `.waitForTaskToken` and for activities; write `result` or `error`")
            .note(format!("its resource is `{}`, its request {}", request.resource.text, shown(&request.parameters, request.token.as_ref())))
    }
}

/// What a function's payload is as the result of a Task: in the envelope of `lambda:invoke`, or as it is where the
/// resource is the function itself. Nothing where the resource calls no function.
fn function_result(payload: Value, kind: &ResourceKind) -> Option<Value> {
    match kind {
        // What is not known is most likely a function: a placeholder, or an ARN with its account taken out.
        ResourceKind::LambdaFunction | ResourceKind::Unknown | ResourceKind::Other => Some(payload),
        kind if calls_function(kind) => {
            let envelope: Object = [
                ("ExecutedVersion", Value::from("$LATEST")),
                ("Payload", payload),
                ("StatusCode", Value::from(200_i64)),
            ]
            .into_iter()
            .collect();
            Some(envelope.into())
        }
        _ => None,
    }
}

/// `payload` for something that is no plain call of a function.
pub(super) fn no_payload(span: Span, state: &str, resource: &str) -> Diagnostic {
    error(
        span,
        format!("`payload` is what a Lambda function returns, but `{state}` calls `{resource}`"),
    )
    .help("write `result`, the whole result of the task")
}

/// Whether a resource calls a Lambda function and waits for what it returns.
pub(super) fn calls_function(kind: &ResourceKind) -> bool {
    match kind {
        ResourceKind::LambdaFunction => true,
        ResourceKind::Integration(integration) => {
            (&*integration.service, &*integration.action) == ("lambda", "invoke")
                && !integration.sdk
                && integration.pattern == ResultPattern::RequestResponse
        }
        _ => false,
    }
}

/// Whether the call gives something before the result comes.
pub(super) fn has_submission(request: &TaskRequest) -> bool {
    request
        .resource
        .integration()
        .is_some_and(|integration| integration.pattern != ResultPattern::RequestResponse)
}

fn waits_for_callback(request: &TaskRequest) -> bool {
    match &request.resource.kind {
        ResourceKind::Activity | ResourceKind::Unknown | ResourceKind::Other => true,
        ResourceKind::Integration(integration) => {
            integration.pattern == ResultPattern::WaitForTaskToken
        }
        _ => false,
    }
}
