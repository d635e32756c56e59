//! Requests and results: developer guide, "Call HTTPS APIs in Step Functions workflows" and "Call API Gateway REST APIs".

use super::Connections;
use super::encoding::{ArrayFormat, fields, form};
use crate::engine::TaskOutcome;
use crate::tasks::Said;
use crate::tasks::calls::tests::{failure, json, refusal, result, said_with};
use wiremock::matchers::{body_string, header, method, path, query_param};
use wiremock::{Mock, MockServer, ResponseTemplate};

/// The formats as the guide shows them for `{"array": ["a", "b"]}`.
#[test]
fn lists_are_encoded_in_each_format() {
    let body = json(r#"{"array":["a","b c"],"o":{"k":1}}"#);
    for (name, encoded) in [
        ("INDICES", "array%5B0%5D=a&array%5B1%5D=b%20c&o%5Bk%5D=1"),
        ("REPEAT", "array=a&array=b%20c&o%5Bk%5D=1"),
        ("COMMAS", "array=a%2Cb%20c&o%5Bk%5D=1"),
        ("BRACKETS", "array%5B%5D=a&array%5B%5D=b%20c&o%5Bk%5D=1"),
    ] {
        let format = ArrayFormat::named(name).expect("a format");
        assert_eq!(form(&fields(&body, format)), encoded);
    }
}

const HTTP: &str = "arn:aws:states:::http:invoke";
const CONNECTION: &str = "arn:aws:events:us-east-1:123456789012:connection/stripe/0123";

#[tokio::test]
async fn a_request_proves_itself_with_its_connection() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(path("/v1/invoices"))
        .and(header("x-api-key", "k-1"))
        .and(header("x-team", "blue"))
        .and(header("content-type", "application/x-www-form-urlencoded"))
        .and(query_param("expand", "all"))
        .and(body_string("customer=c%201"))
        .respond_with(
            ResponseTemplate::new(200).set_body_raw(r#"{"id":"in_1"}"#, "application/json"),
        )
        .mount(&server)
        .await;
    let file = r#"{"stripe":{"AuthorizationType":"API_KEY","AuthParameters":{
        "ApiKeyAuthParameters":{"ApiKeyName":"x-api-key","ApiKeyValue":"${STRIPE_KEY}"},
        "InvocationHttpParameters":{"HeaderParameters":[{"Key":"x-team","Value":"blue"}]}}}}"#;
    let key = |name: &str| (name == "STRIPE_KEY").then(|| "k-1".to_owned());
    let connections = Connections::read(file, &key).expect("connections");
    assert!(!format!("{connections:?}").contains("k-1"));
    assert!(Connections::read(file, &|_| None).is_err());
    let parameters = format!(
        r#"{{"ApiEndpoint":"{}/v1/invoices","Method":"POST","Authentication":{{"ConnectionArn":"{CONNECTION}"}},
            "QueryParameters":{{"expand":"all"}},"RequestBody":{{"customer":"c 1"}},
            "Transform":{{"RequestBodyEncoding":"URL_ENCODED"}}}}"#,
        server.uri()
    );
    let heard = said_with(&server, HTTP, &parameters, connections).await;
    let [Said::Outcome(TaskOutcome::Succeeded(answered))] = &heard[..] else {
        panic!("{heard:?}");
    };
    assert_eq!(
        answered.get("ResponseBody"),
        Some(&json(r#"{"id":"in_1"}"#))
    );
    assert_eq!(answered.get("StatusCode"), Some(&200.into()));
    assert_eq!(answered.get("StatusText"), Some(&"OK".into()));
    assert_eq!(
        answered.pointer("/Headers/content-type/0"),
        Some(&"application/json".into())
    );
    // Nothing is known of another connection: that is no error of the Task.
    let heard = said_with(&server, HTTP, &parameters, Connections::default()).await;
    assert!(matches!(&heard[..], [Said::Hindrance(_)]), "{heard:?}");
}

#[tokio::test]
async fn a_client_asks_for_its_token_first() {
    let server = MockServer::start().await;
    Mock::given(path("/token"))
        .and(body_string(
            "grant_type=client_credentials&client_id=id&client_secret=secret&scope=read",
        ))
        .respond_with(
            ResponseTemplate::new(200)
                .set_body_raw(r#"{"access_token":"t-1"}"#, "application/json"),
        )
        .mount(&server)
        .await;
    Mock::given(path("/data"))
        .and(header("authorization", "Bearer t-1"))
        .respond_with(ResponseTemplate::new(200).set_body_raw("plain", "text/plain"))
        .mount(&server)
        .await;
    let url = server.uri();
    let file = format!(
        r#"{{"stripe":{{"AuthorizationType":"OAUTH_CLIENT_CREDENTIALS","AuthParameters":{{"OAuthParameters":{{
            "AuthorizationEndpoint":"{url}/token","HttpMethod":"POST",
            "ClientParameters":{{"ClientID":"id","ClientSecret":"secret"}},
            "OAuthHttpParameters":{{"BodyParameters":[{{"Key":"scope","Value":"read"}}]}}}}}}}}}}"#
    );
    let connections = Connections::read(&file, &|_| None).expect("connections");
    let parameters = format!(
        r#"{{"ApiEndpoint":"{url}/data","Method":"GET","InvocationConfig":{{"ConnectionArn":"{CONNECTION}"}}}}"#
    );
    let heard = said_with(&server, HTTP, &parameters, connections).await;
    let [Said::Outcome(TaskOutcome::Succeeded(answered))] = &heard[..] else {
        panic!("{heard:?}");
    };
    assert_eq!(answered.get("ResponseBody"), Some(&"plain".into()));
}

/// httpbin sends back what it is sent, and so may any server: as it is, in a URL, in base64, in JSON within a text.
#[tokio::test]
async fn what_a_connection_proves_itself_with_is_struck_out_of_the_answer() {
    let basic = r#"{"stripe":{"AuthorizationType":"BASIC","AuthParameters":{
        "BasicAuthParameters":{"Username":"ann","Password":"pass w/rd\"1"},
        "InvocationHttpParameters":{"HeaderParameters":[{"Key":"x-team","Value":"blue"}],
            "QueryStringParameters":[{"Key":"sig","Value":"s3cr3t","IsValueSecret":true}]}}}}"#;
    // `ann:pass w/rd"1` in base64, by base64(1).
    let body = r#"{"headers":{"Authorization":"Basic YW5uOnBhc3Mgdy9yZCIx","X-Team":"blue"},"url":"/get?sig=s3cr3t&p=pass%20w%2Frd%221",
        "json":"{\"p\":\"pass w/rd\\\"1\"}","user":"ann","pass w/rd\"1":true}"#;
    let struck = r#"{"headers":{"Authorization":"Basic ***","X-Team":"blue"},"url":"/get?sig=***&p=***",
        "json":"{\"p\":\"***\"}","user":"ann","***":true}"#;
    for status in [200, 401] {
        let server = MockServer::start().await;
        Mock::given(header("authorization", "Basic YW5uOnBhc3Mgdy9yZCIx"))
            .respond_with(
                ResponseTemplate::new(status)
                    .insert_header("x-echo", "Basic YW5uOnBhc3Mgdy9yZCIx")
                    .set_body_raw(body, "application/json"),
            )
            .mount(&server)
            .await;
        let connections = Connections::read(basic, &|_| None).expect("connections");
        let parameters = format!(
            r#"{{"ApiEndpoint":"{}/get","Method":"GET","Authentication":{{"ConnectionArn":"{CONNECTION}"}}}}"#,
            server.uri()
        );
        let heard = said_with(&server, HTTP, &parameters, connections).await;
        let answer = match &heard[..] {
            [Said::Outcome(TaskOutcome::Succeeded(answer))] => answer.clone(),
            [Said::Outcome(TaskOutcome::Failed { cause, .. })] => {
                json(cause.as_deref().unwrap_or_default())
            }
            _ => panic!("{heard:?}"),
        };
        assert_eq!(answer.get("ResponseBody"), Some(&json(struck)));
        assert_eq!(
            answer.pointer("/Headers/x-echo/0"),
            Some(&"Basic ***".into())
        );
    }
}

#[tokio::test]
async fn the_token_of_a_client_and_its_secret_are_struck_out_too() {
    let server = MockServer::start().await;
    Mock::given(path("/token"))
        .respond_with(
            ResponseTemplate::new(200)
                .set_body_raw(r#"{"access_token":"t-0123456789"}"#, "application/json"),
        )
        .mount(&server)
        .await;
    Mock::given(path("/data"))
        .respond_with(ResponseTemplate::new(403).set_body_raw(
            r#"{"sent":"Bearer t-0123456789","knows":["hush","id","id:hush",12345]}"#,
            "application/json",
        ))
        .mount(&server)
        .await;
    let url = server.uri();
    let file = format!(
        r#"{{"stripe":{{"AuthorizationType":"OAUTH_CLIENT_CREDENTIALS","AuthParameters":{{"OAuthParameters":{{
            "AuthorizationEndpoint":"{url}/token","HttpMethod":"POST",
            "ClientParameters":{{"ClientID":"id","ClientSecret":"hush"}},
            "OAuthHttpParameters":{{"BodyParameters":[{{"Key":"pin","Value":"12345","IsValueSecret":true}}]}}}}}}}}}}"#
    );
    let connections = Connections::read(&file, &|_| None).expect("connections");
    let parameters = format!(
        r#"{{"ApiEndpoint":"{url}/data","Method":"GET","InvocationConfig":{{"ConnectionArn":"{CONNECTION}"}}}}"#
    );
    let heard = said_with(&server, HTTP, &parameters, connections).await;
    let [Said::Outcome(TaskOutcome::Failed { cause, .. })] = &heard[..] else {
        panic!("{heard:?}");
    };
    let answer = json(cause.as_deref().unwrap_or_default());
    assert_eq!(
        answer.get("ResponseBody"),
        Some(&json(
            r#"{"sent":"Bearer ***","knows":["***","id","***","***"]}"#
        ))
    );
}

#[tokio::test]
async fn an_answer_that_is_no_success_fails_the_task_with_its_status() {
    let server = MockServer::start().await;
    let body = r#"{"message":"Missing Authentication Token"}"#;
    Mock::given(method("GET"))
        .respond_with(ResponseTemplate::new(403).set_body_raw(body, "application/json"))
        .mount(&server)
        .await;
    let url = server.uri();
    let parameters = format!(r#"{{"ApiEndpoint":"{url}/x","Method":"GET"}}"#);
    assert_eq!(
        failure(&server, HTTP, &parameters).await.0,
        "States.Http.StatusCode.403"
    );
    // Recorded: services/apigetway_task_service.invoke_error.
    let host = url.trim_start_matches("http://");
    let parameters = format!(r#"{{"ApiEndpoint":"{host}","Method":"GET","Stage":"s","Path":"p"}}"#);
    let expected = ("ApiGateway.403".to_owned(), body.to_owned());
    assert_eq!(failure(&server, API, &parameters).await, expected);
    let refused = r#"{"ApiEndpoint":"http://example.com/x","Method":"GET"}"#;
    assert!(refusal(HTTP, refused).is_some());
}

/// Guide, "Unsupported HTTP Task responses"; of redirections it says nothing.
#[tokio::test]
async fn what_is_no_text_and_what_lies_elsewhere_is_no_result() {
    let server = MockServer::start().await;
    let answers = [
        ("/picture", 200, "image/png", &b"text all the same"[..]),
        ("/bytes", 200, "application/json", &[0xff, 0xfe][..]),
        ("/away", 302, "text/plain", &b""[..]),
    ];
    for (at, status, kind, body) in answers {
        let answer = ResponseTemplate::new(status)
            .insert_header("location", "/text")
            .set_body_raw(body, kind);
        Mock::given(path(at))
            .respond_with(answer)
            .mount(&server)
            .await;
    }
    Mock::given(path("/text"))
        .respond_with(ResponseTemplate::new(200).set_body_string("t"))
        .mount(&server)
        .await;
    let url = server.uri();
    for (at, error) in [
        ("/picture", "States.Runtime"),
        ("/bytes", "States.Runtime"),
        ("/away", "States.Http.StatusCode.302"),
    ] {
        let parameters = format!(r#"{{"ApiEndpoint":"{url}{at}","Method":"GET"}}"#);
        assert_eq!(failure(&server, HTTP, &parameters).await.0, error, "{at}");
    }
}

/// Guide, "Merging EventBridge connection and HTTP Task definition data", with the example of its body, and the headers under
/// "HTTP Task fields".
#[tokio::test]
async fn a_connection_overrides_what_the_task_says() {
    let server = MockServer::start().await;
    Mock::given(method("GET"))
        .and(header("header-param", "connection_header_param"))
        .and(header("request-id", "my_request_id"))
        .and(header("range", "bytes=0-262144"))
        .and(query_param("QueryParam", "connection_query_param"))
        .and(body_string(
            r#"{"Job":"Software Engineer","BodyParam":"connection_body_param"}"#,
        ))
        .respond_with(ResponseTemplate::new(200))
        .mount(&server)
        .await;
    let file = r#"{"stripe":{"AuthorizationType":"BASIC","AuthParameters":{
        "BasicAuthParameters":{"Username":"u","Password":"p"},
        "InvocationHttpParameters":{
            "BodyParameters":[{"Key":"BodyParam","Value":"connection_body_param"}],
            "HeaderParameters":[{"Key":"Header-Param","Value":"connection_header_param"}],
            "QueryStringParameters":[{"Key":"QueryParam","Value":"connection_query_param"}]}}}}"#;
    let asked = |headers: &str, body: &str| {
        let url = server.uri();
        format!(
            r#"{{"ApiEndpoint":"{url}/path","Method":"GET","Authentication":{{"ConnectionArn":"{CONNECTION}"}},
                "Headers":{{{headers}}},"QueryParameters":{{"QueryParam":"own"}},"RequestBody":{body}}}"#
        )
    };
    let body = r#"{"Job":"Software Engineer","BodyParam":"own"}"#;
    let headers = r#""Request-Id":"my_request_id","header-param":"own","Range":"bytes=1-2""#;
    let ask = async |parameters: String| {
        let connections = Connections::read(file, &|_| None).expect("connections");
        said_with(&server, HTTP, &parameters, connections).await
    };
    let heard = ask(asked(headers, body)).await;
    assert!(
        matches!(
            &heard[..],
            [Said::Outcome(TaskOutcome::Succeeded(result))]
                if result.get("StatusCode") == Some(&200.into())
        ),
        "{heard:?}"
    );
    for refused in [
        asked(r#""If-Match":"x""#, body),
        asked(r#""X-Amz-Date":"x""#, body),
        asked(r#""authorization":"x""#, body),
    ] {
        assert!(refusal(HTTP, &refused).is_some(), "{refused}");
    }
    // Into a text no member of the connection can be put.
    let heard = ask(asked(headers, r#""a text""#)).await;
    assert!(
        matches!(
            &heard[..],
            [Said::Outcome(TaskOutcome::Failed { error: Some(error), .. })]
                if &**error == "States.Runtime"
        ),
        "{heard:?}"
    );
}

const API: &str = "arn:aws:states:::apigateway:invoke";

/// Recorded: services/apigetway_task_service.invoke_with_headers (the result), …~singleStringHeader (the refusal).
#[tokio::test]
async fn an_api_is_called_and_signed_where_it_asks_for_that() {
    let server = MockServer::start().await;
    Mock::given(method("POST"))
        .and(path("/prod/id_func"))
        .and(header("custom_header", "one"))
        .and(query_param("q", "1"))
        .and(body_string(r#"{"message":"HelloWorld!"}"#))
        .respond_with(
            ResponseTemplate::new(200)
                .set_body_raw(r#"{"message":"HelloWorld!"}"#, "application/json"),
        )
        .mount(&server)
        .await;
    // The double stands for all of AWS: what goes to the host that the Task names would be lost.
    let host = "a1b2c3.execute-api.us-east-1.amazonaws.com";
    let parameters = |headers: &str| {
        format!(
            r#"{{"ApiEndpoint":"{host}","Method":"POST","Stage":"prod","Path":"id_func","AuthType":"IAM_ROLE",
                "QueryParameters":{{"q":["1"]}},"Headers":{{"custom_header":{headers}}},
                "RequestBody":{{"message":"HelloWorld!","nothing":null}}}}"#
        )
    };
    let answered = result(&server, API, &parameters(r#"["one"]"#)).await;
    assert_eq!(
        answered.get("ResponseBody"),
        Some(&json(r#"{"message":"HelloWorld!"}"#))
    );
    let requests = server.received_requests().await.expect("they are kept");
    let signature = requests[0]
        .headers
        .get("authorization")
        .expect("it is signed");
    let signature = signature.to_str().expect("a text");
    assert!(
        signature.contains("/us-east-1/execute-api/aws4_request"),
        "{signature}"
    );
    let refused = refusal(API, &parameters(r#""one""#));
    assert_eq!(
        refused.as_deref(),
        Some("The value of the field 'Headers' has an invalid format")
    );
}
