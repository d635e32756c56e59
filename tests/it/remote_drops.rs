//! Executions in AWS over a line that drops connections when the request has come through and the answer is on its way, against
//! the double of `remote`.

use crate::remote::{Double, EXECUTION, MACHINE, sfnrun, text, with};
use serde_json::Value as Json;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Output;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which calls of an action, counted from 1, get what instead of their answer.
type Drops = (&'static str, &'static [usize], &'static str);

/// The connection ends.
const NOTHING: &str = "";
/// What a balancer says that has nobody to ask.
const UNAVAILABLE: &str =
    "HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/// Lets one request of a connection through, with its answer if it is not dropped.
fn pass(
    mut near: TcpStream,
    far: &str,
    (dropped, calls, instead): Drops,
    count: &mut usize,
) -> Option<()> {
    let mut request = Vec::new();
    let head = loop {
        let mut part = [0; 4096];
        let read = near.read(&mut part).ok().filter(|read| *read > 0)?;
        request.extend_from_slice(&part[..read]);
        let end = request.windows(4).position(|end| end == b"\r\n\r\n");
        if let Some(end) = end {
            break String::from_utf8_lossy(&request[..end]).to_lowercase();
        }
    };
    let header = |name: &str| {
        let mut lines = head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(found, _)| *found == name)
            .map(|(_, value)| value)
    };
    let length: usize = header("content-length")?.parse().ok()?;
    let mut rest = vec![0; head.len() + 4 + length - request.len()];
    near.read_exact(&mut rest).ok()?;
    request.extend(rest);
    let mut far = TcpStream::connect(far).ok()?;
    // One request a connection: the answer goes to its end.
    let first = request.windows(2).position(|end| end == b"\r\n")? + 2;
    far.write_all(&request[..first]).ok()?;
    far.write_all(b"connection: close\r\n").ok()?;
    far.write_all(&request[first..]).ok()?;
    let mut answer = Vec::new();
    far.read_to_end(&mut answer).ok()?;
    let target = format!("awsstepfunctions.{}", dropped.to_lowercase());
    if header("x-amz-target") == Some(&*target) {
        *count += 1;
        if calls.contains(count) {
            answer = instead.as_bytes().to_vec();
        }
    }
    near.write_all(&answer).ok()
}

/// Runs the command against `double`, over such a line; gives what the double was asked as well.
fn over(double: Double, drops: Drops, arguments: &[&str]) -> (Output, Vec<(String, Json)>) {
    let folder = tempfile::tempdir().expect("a folder");
    with(double, |url| {
        let far = url.trim_start_matches("http://");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let near = listener.local_addr().expect("an address");
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut count = 0;
                for connection in listener.incoming().map_while(Result::ok) {
                    if over.load(Ordering::SeqCst) {
                        break;
                    }
                    let _ = pass(connection, far, drops, &mut count);
                }
            });
            let ran = sfnrun(folder.path(), &format!("http://{near}"), arguments);
            over.store(true, Ordering::SeqCst);
            let _ = TcpStream::connect(near);
            ran
        })
    })
}

fn times(asked: &[(String, Json)], action: &str) -> usize {
    asked.iter().filter(|(asked, _)| asked == action).count()
}

#[test]
fn a_history_is_read_on_where_a_connection_is_dropped() {
    for (dropped, calls) in [(&[1][..], 3), (&[2], 3), (&[1, 2], 4)] {
        let drops = ("GetExecutionHistory", dropped, NOTHING);
        let (shown, asked) = over(Double::over("STANDARD"), drops, &["history", EXECUTION]);
        let said = text(&shown.stderr);
        assert_eq!(shown.status.code(), Some(0), "{dropped:?}: {said}");
        assert!(text(&shown.stdout).contains("SUCCEEDED in 2h11m31s"));
        assert_eq!(times(&asked, "GetExecutionHistory"), calls, "{dropped:?}");
    }
    let drops: Drops = ("GetExecutionHistory", &[1], NOTHING);
    let (same, _) = over(
        Double::over("STANDARD"),
        drops,
        &["diff", EXECUTION, "--local"],
    );
    assert_eq!(
        text(&same.stdout),
        "the same: 27 events\n",
        "{}",
        text(&same.stderr)
    );
}

/// The names that executions were started with.
fn names(asked: &[(String, Json)]) -> Vec<&str> {
    let starts = asked.iter().filter(|(asked, _)| asked == "StartExecution");
    starts
        .map(|(_, start)| start["name"].as_str().expect("a name"))
        .collect()
}

/// StartExecution is idempotent for Standard machines: the same name and input give the same execution (API reference).
#[test]
fn an_execution_is_started_once_though_the_answer_is_lost() {
    for instead in [NOTHING, UNAVAILABLE] {
        let drops: Drops = ("StartExecution", &[1], instead);
        let (ran, asked) = over(Double::over("STANDARD"), drops, &["exec", "--on", MACHINE]);
        let said = text(&ran.stderr);
        assert_eq!(ran.status.code(), Some(0), "{said}");
        assert!(
            said.starts_with(&format!("started {EXECUTION}\n")),
            "{said}"
        );
        let names = names(&asked);
        assert_eq!(names.len(), 2);
        assert_eq!(names[0], names[1]);
        // A UUID in its usual form (RFC 9562).
        assert_eq!(
            names[0].split('-').map(str::len).collect::<Vec<_>>(),
            [8, 4, 4, 4, 12]
        );
    }
}

#[test]
fn an_execution_that_may_have_been_started_is_told_of() {
    let lost: Drops = ("StartExecution", &[1], NOTHING);
    let then = |code| {
        let mut double = Double::over("STANDARD");
        double.fault = Some(("StartExecution", 2, code));
        double
    };
    let execution = |name: &str| format!("{}:{name}", MACHINE.replace("stateMachine", "execution"));
    let (ran, asked) = over(
        then("AccessDeniedException"),
        lost,
        &["exec", "--on", MACHINE],
    );
    let said = text(&ran.stderr);
    assert_eq!(ran.status.code(), Some(4), "{said}");
    let arn = execution(names(&asked)[0]);
    assert!(
        said.contains("may have been started all the same"),
        "{said}"
    );
    assert!(
        said.contains(&format!("sfnrun history --follow {arn}")),
        "{said}"
    );
    // One that has ended meanwhile is there already; the name is nobody else's.
    let there = || then("ExecutionAlreadyExists");
    let (ran, asked) = over(there(), lost, &["exec", "--on", MACHINE]);
    let said = text(&ran.stderr);
    assert_eq!(ran.status.code(), Some(0), "{said}");
    let started = format!("started {}\n", execution(names(&asked)[0]));
    assert!(said.starts_with(&started), "{said}");
    // A name that was given may have been another one's.
    let (ran, _) = over(there(), lost, &["exec", "--on", MACHINE, "--name", "a"]);
    let said = text(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(
        said.contains("it may be the one that was started just now"),
        "{said}"
    );
    // Where AWS says no from the start, nothing runs.
    let none: Drops = ("StartExecution", &[], NOTHING);
    let mut denied = then("AccessDeniedException");
    denied.fault = Some(("StartExecution", 1, "AccessDeniedException"));
    let (ran, _) = over(denied, none, &["exec", "--on", MACHINE]);
    let said = text(&ran.stderr);
    assert_eq!(ran.status.code(), Some(2), "{said}");
    assert!(!said.contains("may have been started"), "{said}");
}

#[test]
fn an_express_execution_is_started_once() {
    for instead in [NOTHING, UNAVAILABLE] {
        let drops: Drops = ("StartSyncExecution", &[1], instead);
        let (ran, asked) = over(Double::over("EXPRESS"), drops, &["exec", "--on", MACHINE]);
        assert_eq!(ran.status.code(), Some(2), "{}", text(&ran.stderr));
        assert_eq!(times(&asked, "StartSyncExecution"), 1);
    }
}
