//! `eks:call` and `eks:runJob`: requests to the Kubernetes API of a cluster (developer guide, "Create and manage Amazon EKS
//! clusters"). No recording shows any of it.

use super::caller::Caller;
use super::fault::Stop;
use super::http::{form, is_good, pairs, result, scheme};
use super::jobs::Pauses;
use crate::aws::{HttpAnswer, HttpCall};
use crate::value::{Object, Value, read};
use std::time::Duration;

/// How long the cluster has for an answer. Ours: the guide names none.
const LONGEST: Duration = Duration::from_secs(60);

/// What a request may not be.
pub(super) fn check(parameters: &Value) -> Result<(), String> {
    let endpoint = parameters.get("Endpoint").and_then(Value::as_str);
    let is_fit = endpoint.is_some_and(|url| {
        url.starts_with("https://")
            || url
                .strip_prefix("http://")
                .is_some_and(|host| scheme(host) == "http")
    });
    match is_fit {
        true => Ok(()),
        false => Err("The value of the field 'Endpoint' has an invalid format".to_owned()),
    }
}

/// `eks:call`: the answer is the result; one that is no success fails the Task with its status.
pub(super) async fn call(caller: &Caller<'_>) -> Result<Value, Stop> {
    let parameters = &caller.request.parameters;
    let text = |name: &str| {
        let text = parameters.get(name).and_then(Value::as_str);
        text.unwrap_or_default()
    };
    let query = pairs(parameters, "QueryParameters");
    let asked = Asked {
        method: text("Method"),
        path: text("Path").to_owned(),
        query,
        body: parameters.get("RequestBody"),
    };
    answered(asked.send(caller).await?)
}

/// `eks:runJob`: starts a job of Kubernetes.
pub(super) async fn run(caller: &Caller<'_>) -> Result<Value, Stop> {
    let asked = Asked {
        method: "POST",
        path: format!("{}/jobs", namespace(caller, "apis/batch/v1")),
        query: Vec::new(),
        body: caller.request.parameters.get("Job"),
    };
    answered(asked.send(caller).await?)
}

/// The end of a job that was started with the result `started`: the job itself, with its logs where they are wanted. AWS's sample
/// project "Manage an Amazon EKS cluster" reads `$.status` and `$.logs` of it.
///
/// # Errors
/// Where nothing more is heard of the job; how it ended is within.
pub(super) async fn end(caller: &Caller<'_>, started: &Value) -> Result<Result<Value, Stop>, Stop> {
    let name = name(started)
        .ok_or_else(|| Stop::failed("States.TaskFailed", "the cluster does not name the job"))?;
    let path = format!("{}/jobs/{name}", namespace(caller, "apis/batch/v1"));
    let mut pauses = Pauses::new(caller.facts.pace);
    loop {
        pauses.pause().await;
        let asked = Asked::get(path.clone());
        let answer = answered(asked.send(caller).await?)?;
        let job = answer.get("ResponseBody").cloned().unwrap_or_default();
        if has_condition(&job, "Complete") {
            return Ok(with_logs(caller, name, job).await);
        }
        if has_condition(&job, "Failed") {
            let failed = Stop::failed("States.TaskFailed", job.to_compact_json());
            return Ok(Err(failed));
        }
    }
}

/// The name of a job that was started with the result `started`.
pub(super) fn name(started: &Value) -> Option<&str> {
    started.pointer("/ResponseBody/metadata/name")?.as_str()
}

/// A request to the cluster.
struct Asked<'a> {
    method: &'a str,
    path: String,
    query: Vec<(String, String)>,
    body: Option<&'a Value>,
}

impl Asked<'_> {
    fn get(path: String) -> Self {
        Self {
            method: "GET",
            path,
            query: Vec::new(),
            body: None,
        }
    }

    async fn send(self, caller: &Caller<'_>) -> Result<HttpAnswer, Stop> {
        let parameters = &caller.request.parameters;
        let text = |name: &str| {
            let text = parameters.get(name).and_then(Value::as_str);
            text.unwrap_or_default()
        };
        let failed = |fault| Stop::of_optimised(&fault, "eks", parameters);
        let role = caller.request.role.as_deref();
        let token = caller.client.cluster_token(text("ClusterName"), role);
        let token = token.await.map_err(failed)?;
        let mut url = format!(
            "{}/{}",
            text("Endpoint").trim_end_matches('/'),
            self.path.trim_start_matches('/')
        );
        if !self.query.is_empty() {
            url.push('?');
            url.push_str(&form(&self.query));
        }
        let mut headers = vec![("authorization".to_owned(), format!("Bearer {token}"))];
        if let Some(body) = self.body {
            let kind = content_type(self.method, body);
            headers.push(("content-type".to_owned(), kind.to_owned()));
        }
        let body = self.body.map(|body| match body.as_str() {
            Some(text) => text.to_owned(),
            None => body.to_json(),
        });
        let call = HttpCall {
            method: self.method.to_owned(),
            url,
            headers,
            body: body.unwrap_or_default().into_bytes(),
            authority: Some(text("CertificateAuthority").to_owned()),
            timeout: Some(LONGEST),
            ..HttpCall::default()
        };
        caller.client.http(call).await.map_err(failed)
    }
}

/// What the body of a request is. Kubernetes tells patches apart by it; the guide does not say which one Step Functions sends.
fn content_type(method: &str, body: &Value) -> &'static str {
    match (method, body) {
        ("PATCH", Value::Array(_)) => "application/json-patch+json",
        ("PATCH", _) => "application/merge-patch+json",
        _ => "application/json",
    }
}

/// The result that an answer is, or the error.
fn answered(answer: HttpAnswer) -> Result<Value, Stop> {
    if !is_good(&answer) {
        return Err(Stop::failed(
            format!("EKS.{}", answer.status),
            String::from_utf8_lossy(&answer.body),
        ));
    }
    let mut members = result(&answer).as_object().cloned().unwrap_or_default();
    members.remove("Headers");
    Ok(members.into())
}

fn namespace(caller: &Caller<'_>, api: &str) -> String {
    let namespace = caller.request.parameters.get("Namespace");
    let namespace = namespace.and_then(Value::as_str).unwrap_or("default");
    format!("{api}/namespaces/{namespace}")
}

/// Whether a job has come to an end of this type (Kubernetes API, "Job": `status.conditions`).
fn has_condition(job: &Value, kind: &str) -> bool {
    let conditions = job.pointer("/status/conditions").and_then(Value::as_array);
    let mut conditions = conditions.into_iter().flat_map(|list| list.iter());
    conditions.any(|condition| {
        let is = |key: &str, value: &str| condition.get(key).and_then(Value::as_str) == Some(value);
        is("type", kind) && is("status", "True")
    })
}

/// A job with what its containers wrote, where that is wanted: as far as it can be had.
async fn with_logs(caller: &Caller<'_>, name: &str, job: Value) -> Result<Value, Stop> {
    let options = caller.request.parameters.get("LogOptions");
    let option = |key: &str| {
        let option = options.and_then(|options| options.get(key)?.as_bool());
        option.unwrap_or_default()
    };
    if !option("RetrieveLogs") {
        return Ok(job);
    }
    let pods = format!("{}/pods", namespace(caller, "api/v1"));
    let mut asked = Asked::get(pods.clone());
    asked.query = vec![("labelSelector".to_owned(), format!("job-name={name}"))];
    let listed = answered(asked.send(caller).await?)?;
    let items = listed
        .pointer("/ResponseBody/items")
        .and_then(Value::as_array);
    let mut all = Object::new();
    for pod in items.into_iter().flat_map(|items| items.iter()) {
        let Some(pod_name) = pod.pointer("/metadata/name").and_then(Value::as_str) else {
            continue;
        };
        let containers = pod.pointer("/spec/containers").and_then(Value::as_array);
        let mut logs = Object::new();
        for container in containers.into_iter().flat_map(|list| list.iter()) {
            let Some(container) = container.get("name").and_then(Value::as_str) else {
                continue;
            };
            let mut asked = Asked::get(format!("{pods}/{pod_name}/log"));
            asked.query = match options {
                Some(options) => pairs(options, "LogParameters"),
                None => Vec::new(),
            };
            asked
                .query
                .push(("container".to_owned(), container.to_owned()));
            let log = log(asked.send(caller).await, option("RawLogs"))?;
            logs.insert(container, log);
        }
        all.insert(pod_name, one("containers", logs.into()));
    }
    let mut members = job.as_object().cloned().unwrap_or_default();
    members.insert("logs", one("pods", all.into()));
    Ok(members.into())
}

/// `log`, or `error` and `cause` where it cannot be had.
fn log(answer: Result<HttpAnswer, Stop>, raw: bool) -> Result<Value, Stop> {
    let (error, cause) = match answer {
        Ok(answer) if is_good(&answer) => {
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            let log = match read(&text) {
                Ok(json) if !raw => json,
                _ => text.into(),
            };
            return Ok(one("log", log));
        }
        Ok(answer) => (
            format!("EKS.{}", answer.status),
            String::from_utf8_lossy(&answer.body).into_owned(),
        ),
        Err(Stop::Failed { error, cause, .. }) => (error, cause),
        Err(hindered) => return Err(hindered),
    };
    let members = [("error", Value::from(error)), ("cause", cause.into())];
    Ok(members.into_iter().collect::<Object>().into())
}

fn one(key: &str, value: Value) -> Value {
    [(key, value)].into_iter().collect::<Object>().into()
}

#[cfg(test)]
mod tests {
    use crate::tasks::calls::tests::{failure, json, result};
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use wiremock::matchers::{body_json, header, method, path, query_param};
    use wiremock::{Mock, MockServer, ResponseTemplate};

    /// A cluster that runs the job of the guide's example.
    async fn cluster() -> MockServer {
        let server = MockServer::start().await;
        let jobs = "/apis/batch/v1/namespaces/default/jobs";
        let job = json(r#"{"kind":"Job","metadata":{"name":"example-job"}}"#);
        let job: serde_json::Value = (&job).into();
        Mock::given(method("POST"))
            .and(path(jobs))
            .and(header("content-type", "application/json"))
            .and(body_json(&job))
            .respond_with(ResponseTemplate::new(201).set_body_json(&job))
            .mount(&server)
            .await;
        let one = format!("{jobs}/example-job");
        Mock::given(method("GET"))
            .and(path(&one))
            .respond_with(ResponseTemplate::new(200).set_body_json(&job))
            .up_to_n_times(1)
            .mount(&server)
            .await;
        let ended = r#"{"kind":"Job","status":{"succeeded":1,"conditions":[{"type":"Complete","status":"True"}]}}"#;
        Mock::given(method("GET"))
            .and(path(&one))
            .respond_with(ResponseTemplate::new(200).set_body_raw(ended, "application/json"))
            .mount(&server)
            .await;
        let pods = "/api/v1/namespaces/default/pods";
        let pod = r#"{"items":[{"metadata":{"name":"pod1"},"spec":{"containers":[{"name":"pi-2000"},{"name":"gone"}]}}]}"#;
        Mock::given(path(pods))
            .and(query_param("labelSelector", "job-name=example-job"))
            .respond_with(ResponseTemplate::new(200).set_body_raw(pod, "application/json"))
            .mount(&server)
            .await;
        Mock::given(path(format!("{pods}/pod1/log")))
            .and(query_param("container", "pi-2000"))
            .and(query_param("tailLines", "6"))
            .respond_with(ResponseTemplate::new(200).set_body_string("3.14"))
            .mount(&server)
            .await;
        server
    }

    /// Parameters and the form of the logs: developer guide, "RunJob". The token: `aws eks get-token`.
    #[tokio::test]
    async fn a_job_runs_in_a_cluster_and_its_logs_are_told() {
        for (raw, log) in [("false", "3.14"), ("true", r#""3.14""#)] {
            let server = cluster().await;
            let parameters = format!(
                r#"{{"ClusterName":"my-cluster","CertificateAuthority":"x","Endpoint":"{}",
                    "Job":{{"kind":"Job","metadata":{{"name":"example-job"}}}},
                    "LogOptions":{{"RetrieveLogs":true,"RawLogs":{raw},"LogParameters":{{"tailLines":["6"]}}}}}}"#,
                server.uri()
            );
            let ended = result(&server, "arn:aws:states:::eks:runJob.sync", &parameters).await;
            assert_eq!(ended.pointer("/status/succeeded"), Some(&1.into()));
            let containers = ended.pointer("/logs/pods/pod1/containers").expect("logs");
            assert_eq!(containers.pointer("/pi-2000/log"), Some(&json(log)));
            assert_eq!(containers.pointer("/gone/error"), Some(&"EKS.404".into()));
            let requests = server.received_requests().await.expect("they are kept");
            let token = requests[0].headers.get("authorization").expect("a token");
            let token = token.to_str().expect("a text");
            let token = token.strip_prefix("Bearer k8s-aws-v1.").expect("its form");
            let url = URL_SAFE_NO_PAD.decode(token).expect("it is encoded");
            let url = String::from_utf8(url).expect("a URL");
            assert!(url.contains("Action=GetCallerIdentity"), "{url}");
            assert!(
                url.contains("X-Amz-SignedHeaders=host%3Bx-k8s-aws-id"),
                "{url}"
            );
        }
    }

    #[tokio::test]
    async fn the_api_of_a_cluster_is_called() {
        let server = cluster().await;
        let call = |method: &str, path: &str| {
            format!(
                r#"{{"ClusterName":"c","CertificateAuthority":"x","Endpoint":"{}","Method":"{method}","Path":"{path}",
                    "QueryParameters":{{"labelSelector":["job-name=example-job"]}}}}"#,
                server.uri()
            )
        };
        let resource = "arn:aws:states:::eks:call";
        let listed = call("GET", "/api/v1/namespaces/default/pods");
        let listed = result(&server, resource, &listed).await;
        let name = listed.pointer("/ResponseBody/items/0/metadata/name");
        assert_eq!(name, Some(&"pod1".into()));
        assert_eq!(listed.get("StatusCode"), Some(&200.into()));
        assert_eq!(listed.get("Headers"), None);
        let gone = call("DELETE", "/apis/batch/v1/namespaces/default/jobs/none");
        assert_eq!(failure(&server, resource, &gone).await.0, "EKS.404");
    }
}
