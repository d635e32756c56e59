//! Known differences from AWS, each with its reason. The lists only get shorter.

/// Why the result of a case differs.
pub fn result(case: &str) -> Option<&'static str> {
    find(RESULTS, case)
}

/// Why the history of a case differs.
pub fn history(case: &str) -> Option<&'static str> {
    find(HISTORIES, case).or_else(|| result(case))
}

fn find(list: &[(&str, &'static str)], case: &str) -> Option<&'static str> {
    list.iter().find(|(name, _)| *name == case).map(|(_, reason)| *reason)
}

const RESULTS: &[(&str, &str)] = &[];

const HISTORIES: &[(&str, &str)] = &[];
