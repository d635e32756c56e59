//! Calls of AWS side by side: a Map of 1,000 Tasks, 100 at a time, each call answered after 50 ms by a double on loopback.
//! Ideal: 0.5 s. Goal: within 10 % of it.

use divan::Bencher;
use http_body_util::Full;
use hyper::Response;
use hyper::body::Bytes;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use sfnrun::asl::{LowerOptions, StateMachine, lower};
use sfnrun::aws::{Client, Credentials, Options as ClientOptions};
use sfnrun::engine::{Limits, Options, Status, TaskId, TaskRequest};
use sfnrun::run::{Clock, End, Surroundings, run};
use sfnrun::source::json;
use sfnrun::tasks::{
    Advice, AwsCalls, CallFacts, Callbacks, Connections, InFlight, LayeredHandler, LiveHandler,
    LocalFunctions, Means, Reporter, Reports, Selection, Within,
};
use sfnrun::value::Value;
use std::convert::Infallible;
use std::future::pending;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

const CALLS: i64 = 1_000;
const LATENCY: Duration = Duration::from_millis(50);

const MACHINE: &str = r#"{"StartAt":"All","States":{"All":{"Type":"Map","MaxConcurrency":100,"ItemProcessor":{
    "StartAt":"One","States":{"One":{"Type":"Task","Resource":"arn:aws:states:::aws-sdk:sqs:sendMessage",
      "Parameters":{"QueueUrl":"https://sqs.us-east-1.amazonaws.com/123456789012/q","MessageBody.$":"States.Format('{}', $)"},
      "End":true}}},"End":true}}}"#;

fn runtime() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder.enable_all().build().expect("a runtime")
}

/// Starts the double on a thread of its own, and gives its URL.
fn double() -> String {
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        runtime().block_on(async move {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let address = listener.local_addr().expect("an address");
            tell.send(format!("http://{address}"))
                .expect("somebody listens");
            let alarm = alarm();
            loop {
                let (stream, _) = listener.accept().await.expect("a connection");
                let alarm = alarm.clone();
                let service = service_fn(move |_| answer(alarm.clone()));
                tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
            }
        });
    });
    told.recv().expect("the double starts")
}

/// Somebody who waits, and until when.
type Waiting = (Instant, oneshot::Sender<()>);

/// Wakes whoever waits, first come, first served. The timers of the runtime are up to two milliseconds late.
fn alarm() -> Sender<Waiting> {
    let (alarm, waiting) = channel::<Waiting>();
    std::thread::spawn(move || {
        for (until, wake) in waiting {
            std::thread::sleep(until.saturating_duration_since(now()));
            wake.send(()).expect("somebody waits");
        }
    });
    alarm
}

#[expect(clippy::disallowed_methods, reason = "what answers takes real time")]
fn now() -> Instant {
    Instant::now()
}

async fn answer(alarm: Sender<Waiting>) -> Result<Response<Full<Bytes>>, Infallible> {
    let (wake, woken) = oneshot::channel();
    let waiting = (now() + LATENCY, wake);
    alarm.send(waiting).expect("the alarm runs");
    woken.await.expect("it wakes");
    Ok(Response::new(Full::new(Bytes::from_static(
        br#"{"MessageId":"m-1"}"#,
    ))))
}

fn machine() -> Arc<StateMachine> {
    let root = json::read(MACHINE).root.expect("a definition");
    let lowered = lower(&root, &LowerOptions::default());
    Arc::new(lowered.machine.expect("a machine"))
}

fn calls(url: String) -> AwsCalls {
    let client = Client::new(ClientOptions {
        region: Some("us-east-1".to_owned()),
        endpoint_url: Some(url),
        credentials: Some(Credentials {
            access_key_id: "AKIDEXAMPLE".to_owned(),
            secret_access_key: "secret".to_owned(),
            session_token: None,
        }),
        ..ClientOptions::default()
    });
    let facts = CallFacts {
        pace: 1.0,
        connections: Connections::default(),
        advice: Advice::default(),
    };
    AwsCalls::new(client, Selection::default(), facts)
}

/// Nobody waits for a callback here.
struct Nobody;

impl Callbacks for Nobody {
    fn wait(&mut self, _: &TaskRequest, _: Option<Within<'_>>, _: &Reporter) {}
    fn schedule(&mut self, _: &TaskRequest, _: Option<Within<'_>>, _: &Reporter) {}
    fn close(&mut self, _: TaskId) {}
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn a_thousand_side_by_side(bencher: Bencher<'_, '_>) {
    let runtime = runtime();
    let machine = machine();
    let calls = calls(double());
    let input: Value = (0..CALLS).map(Value::from).collect();
    bencher.bench_local(|| {
        let end = runtime.block_on(async {
            let (reporter, mut reports) = Reports::channel();
            let mut means = Means::new(LocalFunctions::default());
            means.calls = Some(calls.clone());
            let mut nobody = Nobody;
            let in_flight = InFlight::default();
            let mut live = LiveHandler::new(means, &mut nobody, reporter, in_flight);
            let mut mocks = LayeredHandler::new([], &machine, 0);
            let options = Options {
                limits: Limits::Off,
                ..Options::default()
            };
            let surroundings = Surroundings {
                handler: &mut mocks,
                live: Some(&mut live),
                reports: Some(&mut reports),
                store: None,
                machines: None,
                consumers: &mut [],
            };
            let clock = Clock::Wall { scale: 1.0 };
            run(
                machine.clone(),
                options,
                input.clone(),
                clock,
                surroundings,
                pending(),
            )
            .await
        });
        match end {
            End::Finished(outcome) => assert_eq!(outcome.status, Status::Succeeded),
            other => panic!("{other:?}"),
        }
    });
}
