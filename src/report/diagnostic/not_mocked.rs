//! Tasks that nothing answers.

use crate::asl::{ResourceKind, StateKind, StateMachine};
use crate::diagnostics::Diagnostic;
use crate::engine::TaskRequest;
use crate::tasks::{StartExecution, function_name};
use crate::value::Value;

/// A task that has no mock.
pub fn not_mocked_diagnostic(machine: &StateMachine, request: &TaskRequest) -> Diagnostic {
    let state = machine.state(request.state);
    let place = match &state.kind {
        StateKind::Task(task) => task
            .resource
            .as_ref()
            .map_or(state.name.span, |resource| resource.span),
        _ => state.name.span,
    };
    let mut diagnostic = Diagnostic::error(
        "not-mocked",
        place,
        format!(
            "`{}` has no mock, and nothing else answers it",
            state.name.value
        ),
    )
    .labelled(format!("calls {}", request.resource.text))
    .help(format!(
        "add `{}` to the mock file, with the result of its task",
        state.name.value
    ))
    .at(state.location.clone());
    if let Some(start) = StartExecution::read(request) {
        diagnostic = diagnostic.help(format!(
            "or run what it starts: `--machine {}=FILE`",
            start.machine_name()
        ));
    }
    if let Some(ways) = ways(request) {
        diagnostic = diagnostic.help(format!("or have it done for real: {ways}"));
    }
    if let Some(iteration) = request.iterations.last() {
        diagnostic = diagnostic.note(format!(
            "in iteration {} of `{}`",
            iteration.index, iteration.map
        ));
    }
    diagnostic
}

/// How the task can be done for real: here, or by AWS.
fn ways(request: &TaskRequest) -> Option<String> {
    if matches!(request.resource.kind, ResourceKind::Activity) {
        return Some("`--callback-port 0` lets a worker take it".to_owned());
    }
    let here =
        function(request).map(|name| format!("`--lambda {}` runs the function here", option(name)));
    let calls = matches!(
        request.resource.kind,
        ResourceKind::LambdaFunction | ResourceKind::Integration(_)
    );
    let there = (cfg!(feature = "aws") && calls).then(|| "`--aws` calls AWS".to_owned());
    let ways: Vec<String> = here.into_iter().chain(there).collect();
    (!ways.is_empty()).then(|| ways.join(", "))
}

/// The function that the task calls.
fn function(request: &TaskRequest) -> Option<&str> {
    match &request.resource.kind {
        ResourceKind::LambdaFunction => Some(function_name(&request.resource.text)),
        ResourceKind::Integration(integration)
            if !integration.sdk && &*integration.service == "lambda" =>
        {
            let named = request.parameters.get("FunctionName");
            named.and_then(Value::as_str).map(function_name)
        }
        _ => None,
    }
}

/// A function and its source as the command line takes them: `*` where a shell would read the name otherwise.
fn option(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    match name.chars().all(is_plain) {
        true => format!("{name}=SOURCE"),
        false => "'*=SOURCE'".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::history::testing::{machine, run, succeed};

    /// The ways out of a Task that nothing answers.
    fn ways_of(resource: &str, parameters: &str) -> Option<String> {
        let definition = format!(
            r#"{{"StartAt":"A","States":{{"A":{{"Type":"Task","Resource":"{resource}","Parameters":{parameters},"End":true}}}}}}"#
        );
        let mut found = None;
        run(&machine(&definition), Options::default(), "{}", |request| {
            found = ways(request);
            succeed(0, "1")
        });
        found
    }

    #[test]
    fn the_ways_out_are_those_that_do_this_task() {
        let aws = cfg!(feature = "aws");
        let by_aws = |ways: &str| match (aws, ways) {
            (true, "") => Some("`--aws` calls AWS".to_owned()),
            (true, ways) => Some(format!("{ways}, `--aws` calls AWS")),
            (false, "") => None,
            (false, ways) => Some(ways.to_owned()),
        };
        let function = "arn:aws:lambda:us-east-1:123456789012:function:charge:live";
        let charge = "`--lambda charge=SOURCE` runs the function here";
        assert_eq!(ways_of(function, "{}"), by_aws(charge));
        let invoke = "arn:aws:states:::lambda:invoke";
        assert_eq!(
            ways_of(invoke, r#"{"FunctionName":"charge"}"#),
            by_aws(charge)
        );
        assert_eq!(
            ways_of(invoke, r#"{"FunctionName":"${Charge}"}"#),
            by_aws("`--lambda '*=SOURCE'` runs the function here")
        );
        assert_eq!(
            ways_of(
                "arn:aws:states:::sqs:sendMessage",
                r#"{"QueueUrl":"q","MessageBody":"m"}"#
            ),
            by_aws("")
        );
        let activity = "arn:aws:states:us-east-1:123456789012:activity:work";
        assert_eq!(
            ways_of(activity, "{}").as_deref(),
            Some("`--callback-port 0` lets a worker take it")
        );
    }
}
