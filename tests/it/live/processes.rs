//! The processes of functions end with the calls that nobody waits for any more.

use super::{sfnrun, stdout, told, write};
use std::fs;
use std::io::{BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A shell that waits for its own child. Both note their numbers.
const SLOW: &str = "echo $$ >> numbers; sleep 300 & echo $! >> numbers; wait";
const ARN: &str = "arn:aws:lambda:us-east-1:123456789012:function";

/// Starts a run in the folder, with the lines of its story.
fn started(
    folder: &Path,
    machine: &serde_json::Value,
    functions: &[&str],
) -> (Child, BufReader<impl Read + use<>>) {
    let definition = write(folder, "machine.asl.json", &machine.to_string());
    let mut command = sfnrun(folder);
    command
        .current_dir(folder)
        .arg("exec")
        .arg(definition)
        .args(["--callback-port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for function in functions {
        command.args(["--lambda", function]);
    }
    let mut child = command.spawn().expect("it starts");
    let story = BufReader::new(child.stderr.take().expect("its story"));
    (child, story)
}

/// The numbers of the processes that functions have noted, when there are `count`.
fn numbers(folder: &Path, count: usize) -> Vec<u32> {
    let mut numbers = Vec::new();
    within(
        Duration::from_secs(20),
        "the functions have started",
        || {
            let text = fs::read_to_string(folder.join("numbers")).unwrap_or_default();
            numbers = text.lines().filter_map(|line| line.parse().ok()).collect();
            numbers.len() == count && text.ends_with('\n')
        },
    );
    numbers
}

/// Whether a process runs: one that is dead and not yet asked for counts as dead (proc(5): `stat`, behind the name).
fn runs(number: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, rest)| &rest[..1]);
    !matches!(state, None | Some("Z" | "X"))
}

fn within(patience: Duration, what: &str, mut holds: impl FnMut() -> bool) {
    #[expect(
        clippy::disallowed_methods,
        reason = "a test does not wait for ever for another process"
    )]
    let started = Instant::now();
    while !holds() {
        assert!(started.elapsed() < patience, "not in time: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn all_end(numbers: &[u32]) {
    within(Duration::from_secs(5), "the processes have ended", || {
        numbers.iter().all(|number| !runs(*number))
    });
}

/// The state after the one that is looked at: the run goes on in it.
fn hold() -> serde_json::Value {
    serde_json::json!({"Type": "Task", "Resource": "arn:aws:states:us-east-1:123456789012:activity:hold",
        "TimeoutSeconds": 60, "End": true})
}

/// Whether the processes end while the run that gave them up goes on.
fn given_up(state: &serde_json::Value, functions: &[&str], processes: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let machine = serde_json::json!({"StartAt": "Slow", "States": {"Slow": state, "Hold": hold()}});
    let (mut child, mut story) = started(folder.path(), &machine, functions);
    let numbers = numbers(folder.path(), processes);
    told(&mut story, "`Hold` waits for a worker");
    all_end(&numbers);
    assert_eq!(child.try_wait().expect("it is asked"), None);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

fn slow(function: &str) -> serde_json::Value {
    serde_json::json!({"Type": "Task", "Resource": format!("{ARN}:{function}"), "TimeoutSeconds": 5,
        "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Hold"}], "Next": "Hold"})
}

#[test]
fn the_shell_of_a_task_that_times_out_ends_with_its_children() {
    given_up(&slow("slow"), &[&format!("slow={SLOW}")], 2);
}

#[test]
fn a_warm_process_ends_with_its_children() {
    let function = format!("slow=lines:read line; {SLOW}");
    given_up(&slow("slow"), &[&function], 2);
}

#[test]
fn the_processes_of_a_branch_end_when_another_one_fails() {
    let branch = |function: &str| {
        let mut task = slow(function);
        task["TimeoutSeconds"] = 60.into();
        task.as_object_mut().expect("an object").remove("Catch");
        task.as_object_mut().expect("an object").remove("Next");
        task["End"] = true.into();
        serde_json::json!({"StartAt": function, "States": {function: task}})
    };
    let state = serde_json::json!({"Type": "Parallel", "Branches": [branch("slow"), branch("bad")],
        "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Hold"}], "Next": "Hold"});
    let bad = "bad=until [ \"$(wc -l < numbers)\" = 2 ]; do sleep 0.05; done 2>/dev/null; exit 1";
    given_up(&state, &[&format!("slow={SLOW}"), bad], 2);
}

#[test]
fn the_process_of_a_handler_ends_with_its_children() {
    let folder = tempfile::tempdir().expect("a folder");
    let handler = "import os, subprocess\n\
        def handler(event, context):\n    \
            sleeping = subprocess.Popen(['sleep', '300'])\n    \
            with open('numbers', 'a') as file:\n        \
                print(os.getpid(), sleeping.pid, sep='\\n', file=file)\n    \
            sleeping.wait()\n";
    let path = write(folder.path(), "app.py", handler);
    let function = format!("slow={}:handler", path.display());
    given_up(&slow("slow"), &[&function], 2);
}

#[test]
fn ctrl_c_ends_what_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut task = slow("slow");
    task["TimeoutSeconds"] = 60.into();
    let machine = serde_json::json!({"StartAt": "Slow", "States": {"Slow": task, "Hold": hold()}});
    let function = format!("slow={SLOW}");
    let (child, _story) = started(folder.path(), &machine, &[&function]);
    let numbers = numbers(folder.path(), 2);
    let signal = Command::new("sh")
        .args(["-c", &format!("kill -INT {}", child.id())])
        .status();
    assert!(signal.expect("it runs").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    all_end(&numbers);
}

#[test]
fn a_machine_that_times_out_ends_what_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut task = slow("slow");
    task["TimeoutSeconds"] = 60.into();
    let machine = serde_json::json!({"StartAt": "Slow", "TimeoutSeconds": 5,
        "States": {"Slow": task, "Hold": hold()}});
    let function = format!("slow=lines:{SLOW}");
    let (child, _story) = started(folder.path(), &machine, &[&function]);
    let numbers = numbers(folder.path(), 2);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3));
    all_end(&numbers);
}

#[test]
fn a_warm_process_that_was_given_up_or_has_ended_is_started_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let task = |next: &str| {
        serde_json::json!({"Type": "Task", "Resource": format!("{ARN}:count"), "TimeoutSeconds": 5,
            "Catch": [{"ErrorEquals": ["States.Timeout"], "Next": next}], "Next": next})
    };
    let mut last = task("Second");
    for field in ["Catch", "Next"] {
        last.as_object_mut().expect("an object").remove(field);
    }
    last["End"] = true.into();
    let machine = serde_json::json!({"StartAt": "First", "States": {
        "First": task("Second"), "Second": task("Rest"),
        "Rest": {"Type": "Wait", "Seconds": 1, "Next": "Third"}, "Third": last}});
    // The first process answers nothing, the second one answers and ends at once.
    let function = "count=lines:echo $$ >> numbers; n=$(wc -l < numbers); read line; \
        [ \"$n\" = 1 ] && exec sleep 300; echo \"{\\\"result\\\":$n}\"";
    let (child, _story) = started(folder.path(), &machine, &[function]);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(stdout(&output).trim(), "3");
    all_end(&numbers(folder.path(), 3));
}

/// Its answer is what it wrote until its end, whoever holds its output open; one that has left its group is not found.
#[test]
fn what_a_command_leaves_behind_is_not_waited_for() {
    for (behind, ends) in [("sleep 300", true), ("setsid sleep 30", false)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut task = slow("brief");
        for field in ["Catch", "Next"] {
            task.as_object_mut().expect("an object").remove(field);
        }
        task["End"] = true.into();
        let machine = serde_json::json!({"StartAt": "Brief", "States": {"Brief": task}});
        let function =
            format!("brief=cat > event; {behind} & echo $! >> numbers; echo '{{\"ok\":1}}'");
        let (child, _story) = started(folder.path(), &machine, &[&function]);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{behind}");
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer, serde_json::json!({"ok": 1}), "{behind}");
        if ends {
            all_end(&numbers(folder.path(), 1));
        }
    }
}
