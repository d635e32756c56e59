//! What became of the cases, as a table by group.

use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts the checks of each group of cases while they run.
#[derive(Clone, Default)]
pub(crate) struct Tally(Arc<Mutex<Counted>>);

#[derive(Default)]
struct Counted {
    groups: BTreeMap<String, Group>,
    /// Why checks were left out, and how many.
    left_out: BTreeMap<String, usize>,
}

#[derive(Clone, Copy, Default)]
struct Group {
    passed: usize,
    failed: usize,
    known: usize,
    left_out: usize,
}

impl Tally {
    /// A check of a case. One that is known to differ must differ: the list of known differences only gets shorter.
    pub(super) fn trial(
        &self,
        check: &str,
        case: &str,
        known: Option<&'static str>,
        run: impl FnOnce() -> Result<(), String> + Send + 'static,
    ) -> Trial {
        let tally = self.clone();
        let group = group(case).to_owned();
        Trial::test(format!("{check}::{case}"), move || {
            let result = match (run(), known) {
                (Err(_), Some(_)) => {
                    tally.count(&group, |group| group.known += 1);
                    return Ok(());
                }
                (Ok(()), Some(reason)) => Err(format!(
                    "it differs no longer: take it out of `known.rs` ({reason})"
                )),
                (result, None) => result,
            };
            tally.count(&group, |group| match result {
                Ok(()) => group.passed += 1,
                Err(_) => group.failed += 1,
            });
            result.map_err(Failed::from)
        })
    }

    /// A check that is not made.
    pub(super) fn leave_out(&self, check: &str, case: &str, reason: &str) {
        self.count(group(case), |group| group.left_out += 1);
        let reason = format!("{check}: {reason}");
        *self.lock().left_out.entry(reason).or_default() += 1;
    }

    /// The table, and the reasons below it; nothing where no check ran.
    pub(crate) fn table(&self) -> Option<String> {
        let counted = self.lock();
        let ran = |group: &Group| group.passed + group.failed + group.known > 0;
        if !counted.groups.values().any(ran) {
            return None;
        }
        let mut table = String::new();
        let mut all = Group::default();
        let mut row = |name: &str, group: Group| {
            let Group {
                passed,
                failed,
                known,
                left_out,
            } = group;
            let _ = writeln!(
                table,
                "{name:<22} {passed:>6} {failed:>6} {known:>16} {left_out:>8}"
            );
        };
        for (name, group) in &counted.groups {
            row(name, *group);
            all.passed += group.passed;
            all.failed += group.failed;
            all.known += group.known;
            all.left_out += group.left_out;
        }
        row("all", all);
        let heading = format!(
            "{:<22} {:>6} {:>6} {:>16} {:>8}\n",
            "checks of cases", "passed", "failed", "known to differ", "left out"
        );
        let reasons = counted.left_out.iter().fold(
            String::from("left out\n"),
            |mut text, (reason, count)| {
                let _ = writeln!(text, "  {count:>4} {reason}");
                text
            },
        );
        Some(format!("{heading}{table}{reasons}"))
    }

    fn count(&self, group: &str, change: impl FnOnce(&mut Group)) {
        change(self.lock().groups.entry(group.to_owned()).or_default());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Counted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The folder of a case.
fn group(case: &str) -> &str {
    case.split('/').next().unwrap_or_default()
}
