//! The SDK's clients send what the table writes: each judges the other.

use super::{Typed, takes};
use crate::aws::endpoint::Target;
use crate::aws::request::{Request, write};
use crate::aws::settings::Settings;
use crate::aws::{Credentials, Options};
use crate::services::api::{self, Spelling};
use crate::value::{self, Value};
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, ResponseTemplate};

/// Parameters with all members that the SDK's builders have.
const CALLS: [(&str, &str, &str); 11] = [
    ("polly", "deleteLexicon", r#"{"Name": "a b"}"#),
    (
        "polly",
        "describeVoices",
        r#"{"Engine": "neural", "LanguageCode": "is-IS", "IncludeAdditionalLanguageCodes": "true", "NextToken": "t/1"}"#,
    ),
    ("polly", "getLexicon", r#"{"Name": "n"}"#),
    ("polly", "getSpeechSynthesisTask", r#"{"TaskId": "t"}"#),
    ("polly", "listLexicons", r#"{"NextToken": "t"}"#),
    (
        "polly",
        "listSpeechSynthesisTasks",
        r#"{"MaxResults": 5, "NextToken": "t", "Status": "completed"}"#,
    ),
    (
        "polly",
        "putLexicon",
        r#"{"Name": "n", "Content": "<lexicon/>"}"#,
    ),
    (
        "polly",
        "startSpeechSynthesisTask",
        r#"{"Engine": "standard", "LanguageCode": "en-US", "LexiconNames": ["l"], "OutputFormat": "mp3",
            "OutputS3BucketName": "b", "OutputS3KeyPrefix": "p", "SampleRate": "8000", "SnsTopicArn": "arn:t",
            "SpeechMarkTypes": ["word"], "Text": {"x": 1}, "TextType": "text", "VoiceId": "Joanna"}"#,
    ),
    (
        "polly",
        "synthesizeSpeech",
        r#"{"Engine": "a new one", "LanguageCode": "en-US", "LexiconNames": ["l"], "OutputFormat": "pcm",
            "SampleRate": "8000", "SpeechMarkTypes": ["word", "ssml"], "Text": "t", "TextType": "ssml", "VoiceId": "Joanna"}"#,
    ),
    (
        "bedrockruntime",
        "invokeModel",
        r#"{"ModelId": "arn:aws:bedrock:us-east-1:1:inference-profile/x:0", "Body": {"a": [1]}, "ContentType": "application/json",
            "Accept": "*/*", "Trace": "ENABLED", "GuardrailIdentifier": "g", "GuardrailVersion": "1",
            "PerformanceConfigLatency": "optimized", "ServiceTier": "flex"}"#,
    ),
    (
        "bedrockruntime",
        "converse",
        r#"{"ModelId": "a:0", "Messages": [{"Role": "user", "Content": [{"Text": "x"}]}], "System": [{"Text": "s"}],
            "ToolConfig": {"Tools": [{"ToolSpec": {"Name": "n", "InputSchema": {"Json": {"type": "object"}}}}]}}"#,
    ),
];

#[tokio::test]
async fn the_sdk_sends_what_the_table_writes() {
    let server = MockServer::start().await;
    Mock::given(any())
        .respond_with(ResponseTemplate::new(500))
        .mount(&server)
        .await;
    let options = Options {
        region: Some("us-east-1".to_owned()),
        credentials: Some(Credentials {
            access_key_id: "A".to_owned(),
            secret_access_key: "s".to_owned(),
            session_token: None,
        }),
        ..Options::default()
    };
    let settings = Settings::load(&options).await.unwrap();
    let target = Target {
        url: server.uri(),
        signing_name: String::new(),
        signing_region: String::new(),
        custom: true,
    };
    for (service, action, parameters) in CALLS {
        let service = api::service(service).unwrap();
        let operation = service.operation(action).unwrap();
        assert!(takes(service, operation), "{action}");
        let parameters = value::read(parameters).unwrap();
        let written = write(service, operation, &parameters, Spelling::Sdk).unwrap();
        let typed = Typed {
            service,
            operation,
            parameters: &parameters,
            request: &written,
            target: &target,
            credentials: None,
        };
        assert!(typed.send(&settings).await.is_err(), "the server fails");
        let sent = server.received_requests().await.unwrap().pop().unwrap();
        same(action, &written, &sent);
    }
    let count = server.received_requests().await.unwrap().len();
    assert_eq!(count, CALLS.len(), "each is tried once");
}

fn same(action: &str, written: &Request, sent: &wiremock::Request) {
    assert_eq!(sent.method.as_str(), written.method, "{action}");
    assert_eq!(sent.url.path(), written.path, "{action}");
    let mut query: Vec<(String, String)> = sent.url.query_pairs().into_owned().collect();
    let mut wanted = written.query.clone();
    query.sort();
    wanted.sort();
    assert_eq!(query, wanted, "{action}");
    let json = |body: &[u8]| -> Value {
        value::read(std::str::from_utf8(body).unwrap()).unwrap_or_default()
    };
    assert_eq!(json(&sent.body), json(&written.body), "{action}");
    for (name, value) in &written.headers {
        assert_eq!(sent.headers[name.as_str()], value, "{action}: {name}");
    }
    let length = sent.headers.get("content-length");
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    assert_eq!(length.unwrap_or(0), written.body.len(), "{action}");
}
