//! Executions recorded on AWS: `conformance/aws`, one named case each.
//!
//! `aws::GROUP/NAME` compares status, output, error and cause; `history::GROUP/NAME` the whole event list;
//! `nested::…` runs the machines that a case starts instead of taking their recorded results; `logs::…` compares what went
//! to CloudWatch Logs. `test_state::NAME` what TestState answered. `mocked::…` runs a mock configuration file of Step Functions Local.
//! `replay::…` makes a mock file of AWS's event list and runs it; `again::…` does so with our own history, and compares the
//! two histories byte by byte.

mod case;
mod ignored;
mod known;
mod nested;
mod recorded;
mod replay;
mod same;
mod test_state;

use crate::shared;
use case::Case;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn trials() -> Vec<Trial> {
    let Some(folder) = shared::find("conformance/aws", "the recorded executions") else {
        return Vec::new();
    };
    let mut trials = Vec::new();
    let mut left_out: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut not_replayed: BTreeMap<&'static str, usize> = BTreeMap::new();
    for path in case_files(&folder) {
        let name = path
            .strip_prefix(&folder)
            .unwrap_or(&path)
            .with_extension("");
        let name = name.to_string_lossy().into_owned();
        let case = match read(&path) {
            Ok(case) => case,
            Err(error) => {
                trials.push(Trial::test(format!("aws::{name}"), move || {
                    Err(Failed::from(error))
                }));
                continue;
            }
        };
        if case.is_test_state() {
            match test_state::left_out(&path) {
                Some(reason) => *left_out.entry(reason).or_default() += 1,
                None => trials.push(test_state::trial(&name, path)),
            }
            continue;
        }
        if let Some(reason) = case.left_out() {
            *left_out.entry(reason).or_default() += 1;
            continue;
        }
        if let Some(reason) = case.not_replayed().filter(|_| case.has_events()) {
            *not_replayed.entry(reason).or_default() += 1;
        }
        trials.extend(case_trials(&name, path, &case));
    }
    tell_left_out("aws", &left_out);
    tell_left_out("replay", &not_replayed);
    trials
}

fn tell_left_out(what: &str, left_out: &BTreeMap<&'static str, usize>) {
    for (reason, count) in left_out {
        #[expect(clippy::print_stderr, reason = "what is left out must be seen")]
        {
            eprintln!("{what}: {count} cases left out: {reason}");
        }
    }
}

fn case_trials(name: &str, path: PathBuf, case: &Case) -> Vec<Trial> {
    if case.is_mocked() {
        let mocked = Trial::test(format!("mocked::{name}"), move || {
            read(&path)
                .and_then(|case| case.check_mocked())
                .map_err(Failed::from)
        });
        return vec![mocked];
    }
    let mut trials = Vec::new();
    if case.has_events() && case.not_replayed().is_none() {
        for (kind, check) in [
            ("replay", replay::of_aws as fn(&Case) -> Result<(), String>),
            ("again", replay::of_ours),
        ] {
            let path = path.clone();
            let trial = Trial::test(format!("{kind}::{name}"), move || {
                read(&path)
                    .and_then(|case| check(&case))
                    .map_err(Failed::from)
            });
            trials.push(trial.with_ignored_flag(known::history(name).is_some()));
        }
    }
    let result_path = path.clone();
    let result = Trial::test(format!("aws::{name}"), move || {
        read(&result_path)
            .and_then(|case| case.check_result())
            .map_err(Failed::from)
    });
    trials.push(result.with_ignored_flag(known::result(name).is_some()));
    if nested::can_run(case) && known::history(name).is_none() {
        let path = path.clone();
        trials.push(Trial::test(format!("nested::{name}"), move || {
            read(&path)
                .and_then(|case| nested::check(&case))
                .map_err(Failed::from)
        }));
    }
    if case.has_logs() {
        let path = path.clone();
        trials.push(Trial::test(format!("logs::{name}"), move || {
            read(&path)
                .and_then(|case| case.check_logs())
                .map_err(Failed::from)
        }));
    }
    if case.has_events() {
        let history = Trial::test(format!("history::{name}"), move || {
            read(&path)
                .and_then(|case| case.check_history())
                .map_err(Failed::from)
        });
        trials.push(history.with_ignored_flag(known::history(name).is_some()));
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
