//! Commands in a page, and what they print.
//!
//! A block marked `console` holds commands, each behind `$ `, and below each what it prints: standard output, then standard
//! error. `> FILE` leaves the output out; `echo $?` is the exit code of the command before. The commands run at the root of the
//! repository, 100 columns wide. `UPDATE_PAGES=1` writes what they print now into the page.

use super::{root, sfnrun};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;

/// Runs the commands of a page, and compares. What is written about the seconds that a run really took may be anything.
pub(crate) fn holds(page: &str) {
    let path = root().join(page);
    let written = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{page}: {error}"));
    let printed = rendered(&written);
    if steady(&written) == steady(&printed) {
        return;
    }
    if std::env::var_os("UPDATE_PAGES").is_some() {
        fs::write(&path, kept(&written, &printed)).expect("the page can be written");
        return;
    }
    panic!(
        "{page} is stale; run the tests with UPDATE_PAGES=1, and read what has changed\n{}",
        first_difference(&written, &printed)
    );
}

/// The first lines that differ.
fn first_difference(written: &str, printed: &str) -> String {
    let (mut written, mut printed) = (written.lines(), printed.lines());
    for number in 1.. {
        match (written.next(), printed.next()) {
            (Some(one), Some(other)) if steady_line(one) == steady_line(other) => {}
            (None, None) => break,
            (one, other) => {
                let [one, other] = [one, other].map(|line| line.unwrap_or("(the end)"));
                return format!("line {number}, written: {one}\nline {number}, printed: {other}");
            }
        }
    }
    String::new()
}

/// What is printed now, but the lines as they are written where only the seconds differ.
fn kept(written: &str, printed: &str) -> String {
    let known: HashMap<String, &str> = written
        .lines()
        .map(|line| (steady_line(line), line))
        .collect();
    let lines = printed
        .lines()
        .map(|line| known.get(&steady_line(line)).copied().unwrap_or(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The page, with what its commands print now.
fn rendered(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    let mut within = false;
    let mut commands = 0;
    let mut exit = None;
    for line in page.lines() {
        if !within {
            within = line == "```console";
        } else if line == "```" {
            within = false;
        } else if let Some(command) = line.strip_prefix("$ ") {
            commands += 1;
            let _ = writeln!(out, "{line}");
            out.push_str(&run(command, &mut exit));
            continue;
        } else {
            continue;
        }
        let _ = writeln!(out, "{line}");
    }
    assert!(commands > 0, "the page shows no command");
    out
}

/// What a command prints.
fn run(command: &str, exit: &mut Option<i32>) -> String {
    if command == "echo $?" {
        let code = exit.expect("`echo $?` stands behind a command that ended by itself");
        return format!("{code}\n");
    }
    let (command, shown) = match command.split_once(" > ") {
        Some((command, _)) => (command, false),
        None => (command, true),
    };
    let mut words = command.split_whitespace();
    assert_eq!(
        words.next(),
        Some("sfnrun"),
        "`{command}` is no command of ours"
    );
    let arguments: Vec<_> = words.collect();
    let output = sfnrun(&arguments);
    *exit = output.status.code();
    let mut text = String::new();
    for (stream, shown) in [(&output.stdout, shown), (&output.stderr, true)] {
        if shown {
            text.push_str(&String::from_utf8_lossy(stream));
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
        }
    }
    text.trim_end()
        .lines()
        .fold(String::new(), |mut kept, line| {
            let _ = writeln!(kept, "{}", line.trim_end());
            kept
        })
}

/// The page without what differs from run to run.
fn steady(page: &str) -> String {
    page.lines().map(steady_line).collect::<Vec<_>>().join("\n")
}

/// The line without the seconds that a run really took.
fn steady_line(line: &str) -> String {
    const REAL: (&str, &str) = ("(virtual; ", "s real)");
    if let Some((before, after)) = line.split_once(REAL.0)
        && let Some((_, after)) = after.split_once(REAL.1)
    {
        return format!("{before}{after}");
    }
    let scenario = line.starts_with('✓') || line.starts_with('✗');
    let summary = line.contains(" passed") && line.contains(" · ");
    if (scenario || summary) && line.ends_with('s') {
        return line
            .rsplit_once(' ')
            .map_or(line, |(rest, _)| rest)
            .to_owned();
    }
    line.to_owned()
}
