//! Lambda functions that run on this machine.

use super::{sfnrun, stdout, write};
use std::fs;
use std::time::{Duration, Instant};

const FUNCTION: &str = r#"{"StartAt":"Double","States":{"Double":{"Type":"Task",
    "Resource":"arn:aws:states:::lambda:invoke",
    "Parameters":{"FunctionName":"double:live","Payload":{"n.$":"$.n"}},
    "OutputPath":"$.Payload","Next":"Square"},
  "Square":{"Type":"Task","Resource":"arn:aws:lambda:us-east-1:123456789012:function:square",
    "Catch":[{"ErrorEquals":["TooMuch"],"ResultPath":"$.error","Next":"Caught"}],"End":true},
  "Caught":{"Type":"Pass","End":true}}}"#;

#[test]
fn functions_run_here() {
    let folder = tempfile::tempdir().expect("a folder");
    let definition = write(folder.path(), "double.asl.json", FUNCTION);
    write(
        folder.path(),
        "app.py",
        "class TooMuch(Exception): pass\n\
         def square(event, context):\n    \
             if event['n'] > 10: raise TooMuch('no')\n    \
             return {'n': event['n'] ** 2, 'name': context.function_name}\n",
    );
    let run = |input: &str| {
        sfnrun(folder.path())
            .current_dir(folder.path())
            .args(["exec", &definition.to_string_lossy(), "--input", input])
            .args(["--lambda", r#"double=python3 -c 'import json,sys; print(json.dumps({"n": json.load(sys.stdin)["n"] * 2}))'"#])
            .args(["--lambda", "square=app.py:square", "--clock", "skip"])
            .output()
            .expect("it runs")
    };
    let output: serde_json::Value =
        serde_json::from_str(&stdout(&run(r#"{"n":3}"#))).expect("JSON");
    assert_eq!(output, serde_json::json!({"n": 36, "name": "square"}));
    let output: serde_json::Value =
        serde_json::from_str(&stdout(&run(r#"{"n":6}"#))).expect("JSON");
    assert_eq!(output["n"], 12);
    assert_eq!(output["error"]["Error"], "TooMuch");
}

#[test]
fn functions_of_the_configuration_run_where_that_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let inner = folder.path().join("machines");
    fs::create_dir(&inner).expect("a folder");
    let definition = write(&inner, "double.asl.json", FUNCTION);
    write(
        folder.path(),
        "app.py",
        "def square(event, context):\n    return {'n': event['n'] ** 2}\n",
    );
    write(
        folder.path(),
        "sfnrun.toml",
        "[lambda]\nsquare = \"app.py:square\"\ndouble = \"echo '{\\\"n\\\": 4}'\"\n",
    );
    let run = |more: &[&str]| {
        sfnrun(folder.path())
            .args([
                "exec",
                &definition.to_string_lossy(),
                "--input",
                r#"{"n":2}"#,
            ])
            .args(more)
            .output()
            .expect("it runs")
    };
    let output: serde_json::Value =
        serde_json::from_str(&stdout(&run(&["--local-functions"]))).expect("JSON");
    assert_eq!(output, serde_json::json!({"n": 16}));
    // The command line stands above it.
    let instead = run(&["--local-functions", "--lambda", "double=echo '{\"n\": 5}'"]);
    let output: serde_json::Value = serde_json::from_str(&stdout(&instead)).expect("JSON");
    assert_eq!(output, serde_json::json!({"n": 25}));
    // Nothing that a file names is run unless somebody says so.
    assert_eq!(run(&[]).status.code(), Some(4));
    let none = run(&["--local-functions", "--no-config"]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn a_function_that_takes_too_long_is_stopped_and_times_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"{"StartAt":"Slow","States":{"Slow":{"Type":"Task","TimeoutSeconds":1,
        "Resource":"arn:aws:lambda:us-east-1:123456789012:function:slow","End":true}}}"#;
    let definition = write(folder.path(), "slow.asl.json", text);
    #[expect(
        clippy::disallowed_methods,
        reason = "how long a run really takes is what is tested"
    )]
    let started = Instant::now();
    let output = sfnrun(folder.path())
        .args(["exec", &definition.to_string_lossy()])
        .args(["--lambda", "slow=exec sleep 60", "--format", "json"])
        .output()
        .expect("it runs");
    assert!(started.elapsed() < Duration::from_secs(30));
    assert_eq!(output.status.code(), Some(1));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(result["error"], "States.Timeout");
}

#[test]
fn calls_of_a_map_run_side_by_side() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"{"StartAt":"All","States":{"All":{"Type":"Map","ItemsPath":"$","MaxConcurrency":8,
        "ItemProcessor":{"StartAt":"One","States":{"One":{"Type":"Task",
          "Resource":"arn:aws:lambda:us-east-1:123456789012:function:one","End":true}}},"End":true}}}"#;
    let definition = write(folder.path(), "map.asl.json", text);
    #[expect(
        clippy::disallowed_methods,
        reason = "how long a run really takes is what is tested"
    )]
    let started = Instant::now();
    let output = sfnrun(folder.path())
        .args([
            "exec",
            &definition.to_string_lossy(),
            "--input",
            "[1,2,3,4,5,6,7,8]",
        ])
        .args(["--lambda", "one=sleep 1; cat"])
        .output()
        .expect("it runs");
    let output: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(output, serde_json::json!([1, 2, 3, 4, 5, 6, 7, 8]));
    // One after the other they take eight seconds.
    assert!(
        started.elapsed() < Duration::from_secs(6),
        "{:?}",
        started.elapsed()
    );
}

#[test]
fn what_names_no_function_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let definition = write(folder.path(), "double.asl.json", FUNCTION);
    for (option, says) in [
        ("double", "names no function"),
        ("double=nowhere.py:run", "there is no file `nowhere.py`"),
        ("double=", "no command is given"),
    ] {
        let output = sfnrun(folder.path())
            .args(["exec", &definition.to_string_lossy(), "--lambda", option])
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains(says), "{told}");
    }
}

#[test]
fn the_story_says_how_time_passed() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = r#"{"StartAt":"One","States":{"One":{"Type":"Task","Next":"Rest",
        "Resource":"arn:aws:lambda:us-east-1:123456789012:function:one"},
        "Rest":{"Type":"Wait","Seconds":50,"End":true}}}"#;
    let definition = write(folder.path(), "rest.asl.json", text);
    for (options, title, time, clock) in [
        (
            &["--clock", "skip"][..],
            "real calls, waits skipped",
            "(waits skipped; ",
            "skip",
        ),
        (
            &["--clock", "virtual"],
            "virtual clock",
            "(virtual; ",
            "virtual",
        ),
        (
            &["--wait-scale", "0.01"],
            "wall clock, waits ×0.01",
            "(waits scaled; ",
            "wall",
        ),
    ] {
        let run = |more: &[&str]| {
            let mut command = sfnrun(folder.path());
            command.args(["exec", &definition.to_string_lossy(), "--lambda", "one=cat"]);
            command.args(options).args(more).output().expect("it runs")
        };
        let story = String::from_utf8_lossy(&run(&[]).stderr).into_owned();
        assert!(story.contains(&format!("STANDARD · {title}")), "{story}");
        let words: Vec<&str> = story.split_whitespace().collect();
        let story = words.join(" ");
        assert!(
            story.contains("SUCCEEDED in 5") && story.contains(time),
            "{story}"
        );
        let result = stdout(&run(&["--format", "json"]));
        let result: serde_json::Value = serde_json::from_str(&result).expect("JSON");
        assert_eq!(result["clock"], clock);
        assert_eq!(result["virtualClock"], clock == "virtual");
    }
}
