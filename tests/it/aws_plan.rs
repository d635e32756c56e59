//! The plan of `exec --aws`: what it tells of calls that no `Resource` names, and what it refuses.

use crate::aws_exec::{runtime, sfnrun, told, with_keys};
use std::fs;
use std::path::Path;
use std::process::Output;
use wiremock::matchers::{body_string, method, path};
use wiremock::{Mock, MockServer, ResponseTemplate};

/// A Task that invokes a model, with these parameters.
fn asking(parameters: &str) -> String {
    format!(
        r#"{{"StartAt":"Ask","States":{{"Ask":{{"Type":"Task","Resource":"arn:aws:states:::bedrock:invokeModel",
        {parameters}"Catch":[{{"ErrorEquals":["States.ALL"],"Next":"Caught"}}],"End":true}},"Caught":{{"Type":"Succeed"}}}}}}"#
    )
}

/// What it is asked is what the state gets: nobody knows it before.
const COMPUTED: &str =
    r#""QueryLanguage":"JSONata","Arguments":"{% $states.input ~> |$|{},'to'| %}","#;
const MOVED: &str = r#""Parameters":{"ModelId":"m","Input":{"S3Uri":"s3://prompts/one.json"},"Output":{"S3Uri.$":"$.to"}},"#;

fn exec(folder: &Path, definition: &str, options: &[&str]) -> Output {
    fs::write(folder.join("machine.asl.json"), definition).expect("it writes");
    let mut command = sfnrun(folder);
    with_keys(&mut command)
        .args(["exec", "machine.asl.json", "--input"])
        .arg(r#"{"to":"s3://answers/one.json","ModelId":"m","Input":{"S3Uri":"s3://prompts/one.json"}}"#)
        .args(options)
        .output()
        .expect("it runs")
}

/// What `exec --aws=…` without a confirmation tells.
fn planned(which: &str, definition: &str, options: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let which = match which {
        "" => "--aws".to_owned(),
        which => format!("--aws={which}"),
    };
    let output = exec(folder.path(), definition, &[&[&*which], options].concat());
    assert_eq!(output.status.code(), Some(2), "{}", told(&output));
    told(&output)
}

#[test]
fn the_objects_of_a_model_are_in_the_plan() {
    let ours = ["--endpoint-url", "s3=http://127.0.0.1:9"];
    let told = planned("", &asking(MOVED), &ours);
    for line in [
        "  Ask  bedrock:invokeModel  https://bedrock-runtime.eu-west-1.amazonaws.com\n",
        "  Ask  s3:getObject         http://127.0.0.1:9  s3://prompts/one.json\n",
        "  Ask  s3:putObject         http://127.0.0.1:9  what its input names\n",
    ] {
        assert!(told.contains(line), "{line}\n{told}");
    }
    let told = planned("state:Ask", &asking(COMPUTED), &ours);
    assert!(
        told.contains("s3:getObject         http://127.0.0.1:9  if its input names an object\n"),
        "{told}"
    );
    let inline = asking(r#""Parameters":{"ModelId":"m","Body":{}},"#);
    let told = planned("", &inline, &ours);
    assert!(!told.contains("s3:"), "{told}");
}

#[test]
fn a_model_whose_objects_are_not_chosen_is_not_called() {
    let runtime = runtime();
    let server = runtime.block_on(MockServer::start());
    let ours = ["--yes", "--endpoint-url", &server.uri()];
    for (which, help) in [
        ("service:bedrock", "service:bedrock,service:s3"),
        (
            "service:sns,service:bedrock",
            "service:sns,service:bedrock,service:s3",
        ),
    ] {
        let told = planned(which, &asking(MOVED), &ours);
        let refusal = format!(
            "`Ask` calls `s3:getObject`, which `--aws={which}` does not choose: nothing was called"
        );
        assert!(told.contains(&refusal), "{told}");
        assert!(
            told.contains(&format!("`--aws={help}` chooses it")),
            "{told}"
        );
    }
    // What no text tells is found when it is to be called, and no Catcher takes it.
    let folder = tempfile::tempdir().expect("a folder");
    let late = exec(
        folder.path(),
        &asking(COMPUTED),
        &[&["--aws=service:bedrock"][..], &ours].concat(),
    );
    assert_eq!(late.status.code(), Some(4), "{}", told(&late));
    assert!(
        told(&late).contains("`--aws=service:bedrock,service:s3` chooses it"),
        "{}",
        told(&late)
    );
    let mocked = folder.path().join("mocks.json");
    fs::write(mocked, r#"{"version":1,"states":{"Ask":{"result":{}}}}"#).expect("it writes");
    let options = ["--aws=service:bedrock", "--mocks", "mocks.json"];
    let mocked = exec(
        folder.path(),
        &asking(MOVED),
        &[&options[..], &ours].concat(),
    );
    assert_eq!(mocked.status.code(), Some(0), "{}", told(&mocked));
    let received = runtime.block_on(server.received_requests());
    let calls = received.unwrap_or_default();
    let calls = calls
        .iter()
        .filter(|call| !String::from_utf8_lossy(&call.body).contains("Action=GetCallerIdentity"));
    assert_eq!(calls.count(), 0);
}

/// Wire format: botocore's models of S3 and Bedrock Runtime.
#[test]
fn the_objects_of_a_model_are_moved_where_they_are_chosen() {
    let runtime = runtime();
    let server = runtime.block_on(MockServer::start());
    let json = |text: &str| ResponseTemplate::new(200).set_body_raw(text, "application/json");
    runtime.block_on(async {
        let prompt = json(r#"{"prompt":"from S3"}"#);
        let get = Mock::given(method("GET")).and(path("/prompts/one.json"));
        get.respond_with(prompt).expect(1).mount(&server).await;
        let invoke = Mock::given(method("POST")).and(path("/model/m/invoke"));
        let invoke = invoke.and(body_string(r#"{"prompt":"from S3"}"#));
        let answer = json(r#"{"content":"hi"}"#);
        invoke.respond_with(answer).expect(1).mount(&server).await;
        let put = Mock::given(method("PUT")).and(path("/answers/one.json"));
        let put = put.and(body_string(r#"{"content":"hi"}"#));
        let done = ResponseTemplate::new(200);
        put.respond_with(done).expect(1).mount(&server).await;
    });
    let folder = tempfile::tempdir().expect("a folder");
    let url = server.uri();
    let options = [
        "--aws=service:bedrock,service:s3",
        "--yes",
        "--endpoint-url",
        &url,
    ];
    let output = exec(folder.path(), &asking(MOVED), &options);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(result["Body"], "s3://answers/one.json");
    runtime.block_on(server.verify());
}
