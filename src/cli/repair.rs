//! `--fix` and `--diff`: what is mended, where it goes, and how it is told.

use super::args::{FixChoice, Validate};
use super::error::CliError;
use super::findings::Checked;
use super::output_file::rewrite_file;
use super::terminal::Terminal;
use crate::base::text::count;
use crate::lint::mend::{Mended, Which};
use crate::report::diff;
use crate::source::SourceFile;

/// What is to be mended, and whether only to show it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Repair {
    /// Which fixes are applied.
    pub(super) which: Which,
    show: bool,
}

impl Repair {
    /// What the command line asks for; nothing where it asks for no fixes.
    pub(super) fn of(arguments: &Validate) -> Option<Self> {
        let which = match arguments.fix {
            Some(FixChoice::All) => Which::All,
            Some(FixChoice::Safe) => Which::Safe,
            None if arguments.diff => Which::Safe,
            None => return None,
        };
        Some(Self {
            which,
            show: arguments.diff,
        })
    }

    /// Writes a mended file to its place, or prints it or what has changed in it. `path` is what the user named.
    pub(super) fn put(
        self,
        path: &str,
        before: &SourceFile,
        mended: &Mended,
        terminal: &Terminal,
    ) -> Result<(), CliError> {
        let changed = before.text != mended.file.text;
        if self.show {
            if changed {
                let (old, new) = (whole(before), whole(&mended.file));
                terminal.result(&diff(&before.name, &old, &new, terminal.stdout_style()))?;
            }
        } else if path == "-" {
            terminal.result(&whole(&mended.file))?;
        } else if changed {
            rewrite_file(path, whole(&mended.file).as_bytes())?;
        }
        Ok(())
    }
}

/// The text as it stands in the file.
fn whole(file: &SourceFile) -> String {
    let mark = if file.byte_order_mark { "\u{feff}" } else { "" };
    format!("{mark}{}", file.text)
}

/// How many findings were mended, and how many are left.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    fixed: usize,
    left: usize,
    safe: usize,
    unsafe_: usize,
}

impl Tally {
    fn of(checked: &[Checked]) -> Self {
        let mut tally = Self::default();
        for checked in checked {
            tally.fixed += checked.fixed;
            tally.left += checked.diagnostics.len();
            for diagnostic in &checked.diagnostics {
                let fixable = |which: Which| usize::from(which.of(diagnostic).is_some());
                tally.safe += fixable(Which::Safe);
                tally.unsafe_ += fixable(Which::All) - fixable(Which::Safe);
            }
        }
        tally
    }
}

/// The line that tells of fixes: `3 fixed, 2 left (1 with --fix=all)`, or which fixes there are. Nothing where there is
/// nothing to tell.
pub(super) fn summary(repair: Option<Repair>, checked: &[Checked]) -> Option<String> {
    let tally = Tally::of(checked);
    let Some(repair) = repair else {
        return match (tally.safe, tally.unsafe_) {
            (0, 0) => None,
            (safe, 0) => Some(format!("{} with `--fix`", can_be_fixed(safe))),
            (0, all) => Some(format!("{} with `--fix=all`", can_be_fixed(all))),
            (safe, more) => Some(format!(
                "{} with `--fix`, {more} more with `--fix=all`",
                can_be_fixed(safe)
            )),
        };
    };
    let fixed = match (repair.show, tally.fixed) {
        (false, fixed) => format!("{fixed} fixed"),
        (true, fixed) => format!("{fixed} would be fixed"),
    };
    let more = match tally.unsafe_ {
        0 => String::new(),
        more => format!(" ({more} with `--fix=all`)"),
    };
    Some(format!("{fixed}, {} left{more}", tally.left))
}

fn can_be_fixed(number: usize) -> String {
    format!("{} can be fixed", count(number, "finding"))
}
