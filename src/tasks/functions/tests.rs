//! Functions of each kind, called.

use super::*;
use crate::value::read;
use std::fs;

fn json(text: &str) -> Value {
    read(text).expect("it is JSON")
}

fn called(source: &str, events: &[&str]) -> Vec<TaskOutcome> {
    let source = FunctionSource::parse(source).expect("it tells of a function");
    let functions = LocalFunctions::new([("review".to_owned(), source)]);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let mut answers = Vec::new();
        for event in events {
            let invocation = Invocation {
                function: "arn:aws:lambda:us-east-1:123456789012:function:review:live".to_owned(),
                event: json(event),
                timeout: Some(20),
            };
            let answer = functions.invoke(invocation).await.expect("it runs here");
            answers.push(answer.expect("it can be started"));
        }
        answers
    })
}

fn failed(outcome: &TaskOutcome) -> (&str, Value) {
    match outcome {
        TaskOutcome::Failed {
            error: Some(error),
            cause: Some(cause),
        } => (error, json(cause)),
        other => panic!("it fails, and does not say {other:?}"),
    }
}

#[test]
fn names_are_taken_out_of_what_definitions_say() {
    for named in [
        "review",
        "review:live",
        "123456789012:function:review",
        "arn:aws:lambda:us-east-1:123456789012:function:review:$LATEST",
    ] {
        assert_eq!(function_name(named), "review");
    }
}

#[test]
fn a_command_gets_the_event_and_gives_the_result() {
    let answers = called("cat", &[r#"{ "a": 1 }"#]);
    assert_eq!(answers, [TaskOutcome::Succeeded(json(r#"{ "a": 1 }"#))]);
}

#[test]
fn a_command_fails_as_functions_do() {
    let answers = called(
        r#"echo '{"errorType":"Declined","errorMessage":"no money"}'; exit 1"#,
        &["{}"],
    );
    let (error, cause) = failed(&answers[0]);
    assert_eq!(error, "Declined");
    assert_eq!(cause.get("errorMessage"), Some(&"no money".into()));
    let answers = called("exit 3", &["{}"]);
    let (error, cause) = failed(&answers[0]);
    assert_eq!(error, "Runtime.ExitError");
    let message = cause.get("errorMessage").and_then(Value::as_str);
    assert_eq!(
        message,
        Some("Error: Runtime exited with error: exit status 3")
    );
    let answers = called("echo hello", &["{}"]);
    assert_eq!(failed(&answers[0]).0, "Runtime.MarshalError");
}

#[test]
fn a_command_that_is_not_there_is_no_failure_of_the_function() {
    for source in ["no-such-command-anywhere", "lines:no-such-command-anywhere"] {
        let source = FunctionSource::parse(source).expect("it tells of a function");
        let functions = LocalFunctions::new([("f".to_owned(), source)]);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let invocation = Invocation {
            function: "f".to_owned(),
            event: json("{}"),
            timeout: Some(20),
        };
        let answer = runtime.block_on(functions.invoke(invocation));
        let fault = answer.expect("it runs here").expect_err("it cannot start");
        assert!(fault.contains("exit status 127"), "{fault}");
    }
}

#[test]
fn a_warm_process_answers_one_event_after_the_other() {
    let script = r#"lines:n=0; while read line; do n=$((n+1)); echo "{\"result\":$n}"; done"#;
    let answers = called(script, &["{}", "{}"]);
    let numbers = [1, 2].map(|number| TaskOutcome::Succeeded(Value::from(number)));
    assert_eq!(answers, numbers);
}

#[test]
fn a_warm_process_that_ends_fails_the_call_and_is_started_again() {
    let answers = called("lines:read line; exit 2", &["{}", "{}"]);
    for answer in &answers {
        assert_eq!(failed(answer).0, "Runtime.ExitError");
    }
}

fn handler(file: &str, text: &str, events: &[&str]) -> Vec<TaskOutcome> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(file);
    fs::write(&path, text).expect("it writes");
    called(&format!("{}:handler", path.display()), events)
}

#[test]
fn a_python_handler_returns_and_raises() {
    let text = "print('loading')\n\
                class Declined(Exception): pass\n\
                def handler(event, context):\n    \
                    print('called')\n    \
                    if event.get('bad'): raise Declined('no money')\n    \
                    return {'n': event['n'] + 1, 'ms': context.get_remaining_time_in_millis() > 0}\n";
    let answers = handler(
        "app.py",
        text,
        &[r#"{"n":1}"#, r#"{"bad":true}"#, r#"{"n":2}"#],
    );
    assert_eq!(
        answers[0],
        TaskOutcome::Succeeded(json(r#"{"n":2,"ms":true}"#))
    );
    let (error, cause) = failed(&answers[1]);
    assert_eq!(error, "Declined");
    assert_eq!(cause.get("errorMessage"), Some(&"no money".into()));
    assert_eq!(
        answers[2],
        TaskOutcome::Succeeded(json(r#"{"n":3,"ms":true}"#))
    );
}

#[test]
fn a_node_handler_returns_and_throws() {
    let text = "export const handler = async (event) => {\n\
                console.log('called');\n\
                if (event.bad) { const e = new Error('no money'); e.name = 'Declined'; throw e; }\n\
                return { n: event.n + 1 };\n};\n";
    let answers = handler("app.mjs", text, &[r#"{"n":1}"#, r#"{"bad":true}"#]);
    assert_eq!(answers[0], TaskOutcome::Succeeded(json(r#"{"n":2}"#)));
    let (error, cause) = failed(&answers[1]);
    assert_eq!(error, "Declined");
    assert_eq!(cause.get("errorMessage"), Some(&"no money".into()));
}

#[test]
fn a_handler_that_cannot_be_loaded_says_why() {
    // The names and words of Lambda's own runtime for Python (awslambdaric, `bootstrap.py` and `lambda_runtime_marshaller.py`).
    for (text, named, words) in [
        (
            "import nowhere_to_be_found\n",
            "Runtime.ImportModuleError",
            "Unable to import module 'app': No module named 'nowhere_to_be_found'",
        ),
        (
            "def handler(:\n",
            "Runtime.UserCodeSyntaxError",
            "Syntax error in module 'app': ",
        ),
        (
            "def another(event, context): pass\n",
            "Runtime.HandlerNotFound",
            "Handler 'handler' missing on module 'app'",
        ),
        (
            "def handler(event, context): return {1, 2}\n",
            "Runtime.MarshalError",
            "Unable to marshal response: Object of type set is not JSON serializable",
        ),
    ] {
        let answers = handler("app.py", text, &["{}"]);
        let (error, cause) = failed(&answers[0]);
        assert_eq!(error, named);
        let message = cause.get("errorMessage").and_then(Value::as_str);
        assert!(
            message.is_some_and(|message| message.starts_with(words)),
            "{message:?}"
        );
    }
}

#[test]
fn a_url_that_nobody_answers_is_an_error_of_the_client() {
    let answers = called("http://127.0.0.1:1", &["{}"]);
    let TaskOutcome::Failed { error, .. } = &answers[0] else {
        panic!("it fails");
    };
    assert_eq!(error.as_deref(), Some("Lambda.SdkClientException"));
}

#[test]
fn what_tells_of_no_function_is_refused() {
    assert_eq!(FunctionSource::parse("  "), Err(SourceFault::Empty));
    assert!(matches!(
        FunctionSource::parse("nowhere/app.py:handler"),
        Err(SourceFault::MissingFile(_))
    ));
    assert!(matches!(
        FunctionSource::parse("https://example.com"),
        Err(SourceFault::Url(_))
    ));
    assert_eq!(
        FunctionSource::parse("python3 app.py"),
        Ok(FunctionSource::Command("python3 app.py".to_owned()))
    );
}
