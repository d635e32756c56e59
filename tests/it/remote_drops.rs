//! Executions in AWS over a line that drops connections when the request has come through and the answer is on its way, against
//! the double of `remote`.

use crate::remote::{Double, EXECUTION, sfnrun, text, with};
use serde_json::Value as Json;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Output;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which calls of an action get no answer, counted from 1.
type Drops = (&'static str, &'static [usize]);

/// Lets one request of a connection through, with its answer if it is not dropped.
fn pass(mut near: TcpStream, far: &str, (dropped, calls): Drops, count: &mut usize) -> Option<()> {
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
            return None;
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
        let drops = ("GetExecutionHistory", dropped);
        let (shown, asked) = over(Double::over("STANDARD"), drops, &["history", EXECUTION]);
        let said = text(&shown.stderr);
        assert_eq!(shown.status.code(), Some(0), "{dropped:?}: {said}");
        assert!(text(&shown.stdout).contains("SUCCEEDED in 2h11m31s"));
        assert_eq!(times(&asked, "GetExecutionHistory"), calls, "{dropped:?}");
    }
    let drops: Drops = ("GetExecutionHistory", &[1]);
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
