//! Credentials, region and endpoints out of the environment and the files of profiles. Each case is a process of its own:
//! this test's program, which runs the one ignored test below.

use super::json;
use sfnrun::aws::{Call, Client, Options};
use std::fs;
use std::path::Path;
use std::process::Command;
use wiremock::matchers::{header_regex, method};
use wiremock::{Mock, MockServer, ResponseTemplate};

/// What a call of SQS ends with in an environment: a line that begins with `done` or with the fault, and the help.
fn outcome(home: &Path, variables: &[(&str, &str)]) -> String {
    outcome_of("sqs:listQueues", "{}", home, variables)
}

fn outcome_of(call: &str, parameters: &str, home: &Path, variables: &[(&str, &str)]) -> String {
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new(program);
    command
        .args([
            "aws::environment::a_call_of_its_own",
            "--exact",
            "--ignored",
            "--nocapture",
        ])
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", home)
        .env("CALL", call)
        .env("PARAMETERS", parameters)
        .env("AWS_EC2_METADATA_DISABLED", "true")
        .envs(variables.iter().copied());
    let output = command.output().expect("it runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find_map(|line| {
        line.split_once("outcome: ")
            .map(|(_, rest)| rest.to_owned())
    });
    line.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)))
}

#[tokio::test]
#[ignore = "the other tests run it with an environment of theirs"]
async fn a_call_of_its_own() {
    let given = |name: &str| {
        let text = std::env::var_os(name).expect("the other tests give it");
        text.into_string().expect("UTF-8")
    };
    let client = Client::new(Options {
        profile: std::env::var_os("PROFILE").map(|name| name.into_string().expect("UTF-8")),
        ..Options::default()
    });
    let (call, parameters) = (given("CALL"), json(&given("PARAMETERS")));
    let (service, action) = call.split_once(':').expect("a service and an action");
    match client.call(Call::new(service, action, parameters)).await {
        Ok(answer) => println!("outcome: done {}", answer.result),
        Err(fault) => {
            let help = fault.help().unwrap_or_default();
            println!("outcome: {} · {help}", fault.to_string().replace('\n', " "));
        }
    }
}

/// A server that answers SQS where the signature holds `signed`.
async fn queues(signed: &str) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(header_regex("authorization", signed))
        .and(header_regex("x-amz-target", "ListQueues"))
        .respond_with(ResponseTemplate::new(200).set_body_raw("{}", "application/x-amz-json-1.0"))
        .mount(&server)
        .await;
    server
}

/// A folder with `.aws/config`.
fn home(config: &str) -> tempfile::TempDir {
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir(home.path().join(".aws")).expect("a folder");
    fs::write(home.path().join(".aws/config"), config).expect("it writes");
    home
}

const KEYS: [(&str, &str); 2] = [
    ("AWS_ACCESS_KEY_ID", "AKIDENV"),
    ("AWS_SECRET_ACCESS_KEY", "secret"),
];

#[test]
fn without_credentials_or_region_the_way_out_is_told() {
    let home = home("");
    assert_eq!(
        outcome(home.path(), &[("AWS_REGION", "us-east-1")]),
        "no AWS credentials are found · set `AWS_PROFILE`, or `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or run `aws configure`"
    );
    assert_eq!(
        outcome(home.path(), &KEYS),
        "no region is set · set `AWS_REGION`, or `region` in the profile"
    );
}

#[tokio::test]
async fn the_environment_names_keys_and_endpoints() {
    let server = queues("Credential=AKIDENV/[0-9]+/eu-west-1/sqs/").await;
    let url = server.uri();
    let home = home("");
    for endpoint in ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_SQS"] {
        let mut variables = KEYS.to_vec();
        variables.extend([("AWS_REGION", "eu-west-1"), (endpoint, url.as_str())]);
        assert_eq!(outcome(home.path(), &variables), "done {}", "{endpoint}");
    }
    let mut variables = KEYS.to_vec();
    variables.extend([
        ("AWS_REGION", "eu-west-1"),
        ("AWS_ENDPOINT_URL", "http://127.0.0.1:9"),
        ("AWS_ENDPOINT_URL_SQS", url.as_str()),
    ]);
    assert_eq!(outcome(home.path(), &variables), "done {}");
}

#[tokio::test]
async fn profiles_name_region_endpoint_and_a_process_that_gives_credentials() {
    let server = queues("Credential=AKIDPROC/[0-9]+/eu-west-2/sqs/").await;
    let config = format!(
        "[profile p]\nregion = eu-west-2\nservices = mine\ncredential_process = cat {}\n\
         [services mine]\nsqs =\n  endpoint_url = {}\n",
        "KEYFILE",
        server.uri()
    );
    let home = home("");
    let keys = home.path().join("keys.json");
    fs::write(
        &keys,
        r#"{"Version": 1, "AccessKeyId": "AKIDPROC", "SecretAccessKey": "s", "SessionToken": "t"}"#,
    )
    .expect("it writes");
    let config = config.replace("KEYFILE", &keys.to_string_lossy());
    fs::write(home.path().join(".aws/config"), config).expect("it writes");
    assert_eq!(outcome(home.path(), &[("AWS_PROFILE", "p")]), "done {}");
    // The AWS CLI, version 2 (`BOTOCORE_DEFAUT_SESSION_VARIABLES` of its botocore): `AWS_DEFAULT_PROFILE` is read as well, behind
    // `AWS_PROFILE`.
    for (newer, older) in [("", "p"), ("p", "nope")] {
        let both = [("AWS_PROFILE", newer), ("AWS_DEFAULT_PROFILE", older)];
        assert_eq!(outcome(home.path(), &both), "done {}", "{older}");
    }
    // botocore: a profile that is named beats the keys of the environment (`create_credential_resolver`), one that is not there
    // is an error beside them (`ProfileNotFound`).
    let with_keys = |variable, profile| {
        let mut variables = KEYS.to_vec();
        variables.extend([("AWS_REGION", "eu-west-2"), (variable, profile)]);
        outcome(home.path(), &variables)
    };
    assert_eq!(with_keys("PROFILE", "p"), "done {}");
    for variable in ["PROFILE", "AWS_PROFILE", "AWS_DEFAULT_PROFILE"] {
        let told = with_keys(variable, "nope");
        assert!(told.starts_with("there is no profile `nope` · "), "{told}");
    }
}

#[tokio::test]
async fn roles_of_profiles_and_of_web_identities_are_assumed() {
    let server = queues("Credential=ASIAROLE/").await;
    for action in ["AssumeRole", "AssumeRoleWithWebIdentity"] {
        let answer = format!(
            "<{action}Response><{action}Result><Credentials><AccessKeyId>ASIAROLE</AccessKeyId><SecretAccessKey>s</SecretAccessKey>\
             <SessionToken>t</SessionToken><Expiration>2999-01-02T03:04:05Z</Expiration></Credentials>\
             <AssumedRoleUser><AssumedRoleId>i</AssumedRoleId><Arn>arn:aws:sts::123456789012:assumed-role/r/s</Arn></AssumedRoleUser></{action}Result></{action}Response>"
        );
        Mock::given(method("POST"))
            .and(wiremock::matchers::body_string_contains(format!(
                "Action={action}&"
            )))
            .respond_with(ResponseTemplate::new(200).set_body_raw(answer, "text/xml"))
            .mount(&server)
            .await;
    }
    let role = "arn:aws:iam::123456789012:role/r";
    let profiles = home(&format!(
        "[profile p]\nrole_arn = {role}\nsource_profile = base\nregion = us-east-1\n\
         [profile base]\naws_access_key_id = AKIDBASE\naws_secret_access_key = s\n"
    ));
    let url = server.uri();
    assert_eq!(
        outcome(
            profiles.path(),
            &[("AWS_PROFILE", "p"), ("AWS_ENDPOINT_URL", &url)]
        ),
        "done {}"
    );
    let token = profiles.path().join("token");
    fs::write(&token, "jwt").expect("it writes");
    let web = home("");
    let token = token.to_string_lossy();
    assert_eq!(
        outcome(
            web.path(),
            &[
                ("AWS_WEB_IDENTITY_TOKEN_FILE", token.as_ref()),
                ("AWS_ROLE_ARN", role),
                ("AWS_REGION", "us-east-1"),
                ("AWS_ENDPOINT_URL", &url),
            ]
        ),
        "done {}"
    );
}

#[test]
fn a_session_of_the_single_sign_on_that_is_over_is_told() {
    let older = "[profile p]\nregion = us-east-1\nsso_start_url = https://x.awsapps.com/start\nsso_region = us-east-1\n\
         sso_account_id = 123456789012\nsso_role_name = r\n";
    let newer = "[profile p]\nregion = us-east-1\nsso_session = s\nsso_account_id = 123456789012\nsso_role_name = r\n\
         [sso-session s]\nsso_start_url = https://x.awsapps.com/start\nsso_region = us-east-1\n";
    for config in [older, newer] {
        let home = home(config);
        assert_eq!(
            outcome(home.path(), &[("AWS_PROFILE", "p")]),
            "the SSO session of profile `p` has expired or was never begun · run `aws sso login --profile p`"
        );
    }
}

#[test]
fn what_is_configured_wrongly_is_told() {
    let none = home("");
    let told = outcome(
        none.path(),
        &[("AWS_PROFILE", "nope"), ("AWS_REGION", "us-east-1")],
    );
    assert!(told.contains("`nope`"), "{told}");
    let mut variables = KEYS.to_vec();
    variables.extend([("AWS_REGION", "us-east-1"), ("AWS_CA_BUNDLE", "/none.pem")]);
    let told = outcome(none.path(), &variables);
    assert!(
        told.starts_with("`/none.pem`, which `AWS_CA_BUNDLE` names, cannot be read"),
        "{told}"
    );
    let mut variables = KEYS.to_vec();
    variables.extend([
        ("AWS_REGION", "us-east-1"),
        ("AWS_USE_FIPS_ENDPOINT", "true"),
    ]);
    // AWS has none of this service.
    let call = "pricingplanmanager:listSubscriptions";
    let told = outcome_of(call, "{}", none.path(), &variables);
    assert!(
        told.contains("`AWS_ENDPOINT_URL_PRICING_PLAN_MANAGER`"),
        "{told}"
    );
}

#[tokio::test]
async fn a_key_of_bedrock_takes_the_place_of_credentials() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(wiremock::matchers::header("authorization", "Bearer the-key"))
        .and(wiremock::matchers::path("/model/m/converse"))
        .respond_with(ResponseTemplate::new(200).set_body_raw(
            r#"{"output":{"message":{"role":"assistant","content":[]}},"stopReason":"end_turn","usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2},"metrics":{"latencyMs":1}}"#,
            "application/json",
        ))
        .expect(1)
        .mount(&server)
        .await;
    let home = home("");
    let told = outcome_of(
        "bedrockruntime:converse",
        r#"{"ModelId": "m", "Messages": [{"Role": "user", "Content": [{"Text": "x"}]}]}"#,
        home.path(),
        &[
            ("AWS_BEARER_TOKEN_BEDROCK", "the-key"),
            ("AWS_ENDPOINT_URL", &server.uri()),
            ("AWS_REGION", "us-east-1"),
        ],
    );
    assert!(told.starts_with("done {"), "{told}");
    assert!(!told.contains("the-key"));
}
