//! The codes with which AWS refuses a definition, or warns of it.

/// A code of `ValidateStateMachineDefinition`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// As AWS writes it.
    pub code: &'static str,
    /// What it says, and what to do.
    means: &'static str,
    /// The rules that find the same.
    pub rules: &'static [&'static str],
}

/// In alphabetical order: those that were seen on AWS (the recordings and reports that the lowering names for each).
static REFUSALS: [Refusal; 13] = [
    Refusal {
        code: "DUPLICATE_LABEL_NAME",
        means: "Two distributed Maps have the same `Label`: it is part of the name of their Map Runs. Give each its own.",
        rules: &["map-label"],
    },
    Refusal {
        code: "DUPLICATE_STATE_NAME",
        means: "Two states have the same name. Names are unique in the whole machine, in branches and iterations too.",
        rules: &["duplicate-state-name"],
    },
    Refusal {
        code: "INVALID_JSONATA_EXPRESSION",
        means: "What stands between `{%` and `%}` is no JSONata of version 2.0.6.",
        rules: &["invalid-jsonata"],
    },
    Refusal {
        code: "INVALID_JSON_DESCRIPTION",
        means: "The definition is not JSON: a comma too much, a comment, a quote that is missing. AWS reads strict JSON; YAML and \
            comments are for templates that are converted first.",
        rules: &["syntax", "json-extension"],
    },
    Refusal {
        code: "INVALID_STATE_NAME",
        means: "A state's name has more than 80 characters, or some that names may not have.",
        rules: &["state-name-length"],
    },
    Refusal {
        code: "INVALID_VARIABLE_NAME",
        means: "A name in `Assign` has other characters than letters, digits and `_`, or does not begin with a letter.",
        rules: &["variable-name"],
    },
    Refusal {
        code: "MISSING_END_STATE",
        means: "No way through the machine ends: no state has `\"End\": true`, and none is a Succeed or Fail.",
        rules: &["no-terminal-state"],
    },
    Refusal {
        code: "MISSING_TRANSITION_TARGET",
        means: "A `Next`, `Default` or `StartAt` names a state that is not there, or no way leads to a state. Both stay within \
            one `States`: a branch cannot go on outside of itself.",
        rules: &["missing-target", "unreachable-state"],
    },
    Refusal {
        code: "NO_DOLLAR",
        means: "A warning: a value looks like a path, and its key has no `.$`, so that the text itself is passed on.",
        rules: &["no-dollar"],
    },
    Refusal {
        code: "PASS_RESULT_IS_STATIC",
        means: "A warning: `Result` of a Pass is taken as it stands, and a path in it is not followed. `Parameters` follows paths.",
        rules: &["pass-result-is-static"],
    },
    Refusal {
        code: "RESERVED_VARIABLE_NAME",
        means: "`Assign` sets a variable called `states`, which is where JSONata finds input, result and context.",
        rules: &["variable-name"],
    },
    Refusal {
        code: "SCHEMA_VALIDATION_FAILED",
        means: "A field is missing, unknown, of the wrong type or not for this state: the message says which.",
        rules: &[
            "missing-field",
            "unknown-field",
            "unsupported-field",
            "exclusive-fields",
            "wrong-type",
            "wrong-value",
            "out-of-range",
            "invalid-path",
            "invalid-intrinsic",
            "invalid-resource",
            "invalid-timestamp",
            "invalid-template-value",
            "error-name-list",
            "jsonata-marks",
            "query-language",
        ],
    },
    Refusal {
        code: "UNSUPPORTED_JSONATA_EXPRESSION",
        means: "An expression refers to what Step Functions does not offer: `$` and `$$` by themselves, `$eval`, a part of `$states` that \
            this field does not have.",
        rules: &["jsonata-reference"],
    },
];

/// All codes, in alphabetical order.
pub fn refusals() -> &'static [Refusal] {
    &REFUSALS
}

/// The code of this name; upper and lower case do not count.
pub fn find_refusal(code: &str) -> Option<&'static Refusal> {
    let mut refusals = REFUSALS.iter();
    refusals.find(|refusal| refusal.code.eq_ignore_ascii_case(code))
}

impl Refusal {
    /// The page on it, in Markdown.
    pub fn page(&self) -> String {
        let rules = self.rules.iter().map(|rule| format!("* `{rule}`\n"));
        let rules: String = rules.collect();
        format!(
            "# {}\n\n## What it means\n\n{}\n\n## What finds it here\n\n`sfnrun validate`, before AWS does; `sfnrun explain` \
             has a page on each rule:\n\n{rules}",
            self.code, self.means
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::registry;

    #[test]
    fn codes_are_in_order_and_their_rules_have_pages() {
        assert!(REFUSALS.is_sorted_by_key(|refusal| refusal.code));
        for refusal in &REFUSALS {
            for rule in refusal.rules {
                assert!(registry::find(rule).is_some(), "{}: {rule}", refusal.code);
            }
        }
    }
}
