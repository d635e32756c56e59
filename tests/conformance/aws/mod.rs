//! Executions recorded on AWS: `conformance/aws`, one named case each.
//!
//! `aws::GROUP/NAME` compares status, output, error and cause; `history::GROUP/NAME` the whole event list;
//! `nested::…` runs the machines that a case starts instead of taking their recorded results; `logs::…` compares what went
//! to CloudWatch Logs. `test_state::GROUP/NAME` what TestState answered. `mocked::…` runs a mock configuration file of Step
//! Functions Local.
//! `replay::…` makes a mock file of AWS's event list and runs it; `again::…` does so with our own history, and compares the
//! two histories byte by byte. A table at the end tells what became of all.

mod case;
mod ignored;
mod known;
mod nested;
mod recorded;
mod replay;
mod same;
mod tally;
mod test_state;

use crate::shared;
use case::Case;
use libtest_mimic::Trial;
use std::fs;
use std::path::{Path, PathBuf};
use tally::Tally;

/// The checks of all cases, and what will have become of them.
pub(crate) fn trials() -> (Vec<Trial>, Tally) {
    let tally = Tally::default();
    let Some(folder) = shared::find("conformance/aws", "the recorded executions") else {
        return (Vec::new(), tally);
    };
    let mut trials = Vec::new();
    for path in case_files(&folder) {
        let name = path
            .strip_prefix(&folder)
            .unwrap_or(&path)
            .with_extension("");
        let name = name.to_string_lossy().into_owned();
        match read(&path) {
            Ok(case) => trials.extend(case_trials(&name, path, &case, &tally)),
            Err(error) => trials.push(tally.trial("aws", &name, None, || Err(error))),
        }
    }
    (trials, tally)
}

/// The checks of a case. What it holds is read again when it is checked: all of them together fill the memory.
fn case_trials(name: &str, path: PathBuf, case: &Case, tally: &Tally) -> Vec<Trial> {
    let trial = |check: &str, known, run: fn(&Case) -> Result<(), String>| {
        let path = path.clone();
        tally.trial(check, name, known, move || {
            read(&path).and_then(|case| run(&case))
        })
    };
    if case.is_test_state() {
        return match test_state::left_out(&path) {
            Some(reason) => {
                tally.leave_out("test_state", name, reason);
                Vec::new()
            }
            None => vec![test_state::trial(name, path, tally)],
        };
    }
    if let Some(reason) = case.left_out() {
        tally.leave_out("aws", name, reason);
        return Vec::new();
    }
    if case.is_mocked() {
        return vec![trial("mocked", known::result(name), Case::check_mocked)];
    }
    let mut trials = vec![trial("aws", known::result(name), Case::check_result)];
    if nested::can_run(case) {
        trials.push(trial("nested", known::history(name), nested::check));
    }
    if case.has_logs() {
        trials.push(trial("logs", known::result(name), Case::check_logs));
    }
    if !case.has_events() {
        return trials;
    }
    trials.push(trial("history", known::history(name), Case::check_history));
    match case.not_replayed() {
        Some(reason) => tally.leave_out("replay", name, reason),
        None => {
            trials.push(trial("replay", known::result(name), replay::of_aws));
            trials.push(trial("again", known::result(name), replay::of_ours));
        }
    }
    trials
}

fn read(path: &Path) -> Result<Case, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn case_files(folder: &Path) -> Vec<PathBuf> {
    let groups = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let mut files: Vec<PathBuf> = groups
        .filter(|path| path.is_dir())
        .flat_map(|group| fs::read_dir(group).into_iter().flatten().flatten())
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    files
}
