//! Which rules are on, and how much their findings matter.

use super::selector::suggestion;
use super::{Meta, Selector, registry};
use crate::base::text;
use crate::diagnostics::{Diagnostic, Severity};
use crate::services::ModelList;
use std::sync::Arc;
use thiserror::Error;

/// Which rules are on, at which severity, and by which facts they judge. By default all but the pedantic ones are, each at its
/// own, and facts are those that are built in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// One for each of [`registry::all`], in its order.
    choices: Vec<Choice>,
    /// The models that there are, where a list is given.
    models: Option<Arc<ModelList>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice {
    on: bool,
    /// Instead of what the finding says.
    severity: Option<Severity>,
}

/// What one place (a configuration file, the command line) says of rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices {
    /// Only these judgements; where it is empty, those that are on already. Errors stay on all the same.
    pub select: Vec<Selector>,
    /// These too.
    pub extend: Vec<Selector>,
    /// Not these. A rule that finds errors goes by its own name only.
    pub ignore: Vec<Selector>,
    /// Rules that get a level of their own; a level turns the rule on.
    pub levels: Vec<(&'static Meta, Level)>,
}

/// What becomes of the findings of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// They are not looked for.
    Off,
    /// They matter that much.
    At(Severity),
}

/// What is wrong with a rule's level.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum LevelError {
    /// There is no such level.
    #[error("`{level}` is no severity")]
    Level {
        /// What stands there.
        level: String,
    },
    /// There is no such rule.
    #[error("`{name}` is no rule")]
    Rule {
        /// What stands there.
        name: String,
        /// The rule whose name is most like it.
        nearest: Option<&'static str>,
    },
    /// A category or a group stands where one rule should.
    #[error("`{name}` stands for many rules, and a severity is given to one")]
    Many {
        /// What stands there.
        name: String,
    },
}

impl LevelError {
    /// What to do.
    pub fn help(&self) -> String {
        match self {
            Self::Level { .. } => format!("say {}", text::alternatives(&Level::NAMES)),
            Self::Rule { nearest, .. } => suggestion(*nearest),
            Self::Many { .. } => "`sfnrun rules` lists the rules".to_owned(),
        }
    }
}

impl Level {
    /// The names of all levels.
    pub const NAMES: [&'static str; 4] = ["error", "warning", "note", "off"];

    /// The level of that name.
    ///
    /// # Errors
    /// Where there is none.
    pub fn parse(name: &str) -> Result<Self, LevelError> {
        match name {
            "error" => Ok(Self::At(Severity::Error)),
            "warning" => Ok(Self::At(Severity::Warning)),
            "note" => Ok(Self::At(Severity::Note)),
            "off" => Ok(Self::Off),
            _ => Err(LevelError::Level {
                level: name.to_owned(),
            }),
        }
    }
}

impl Meta {
    /// The rule that gets a level of its own.
    ///
    /// # Errors
    /// Where the name is not that of one rule.
    pub fn for_level(name: &str) -> Result<&'static Self, LevelError> {
        match Selector::parse(name) {
            Ok(Selector::Rule(meta)) => Ok(meta),
            Ok(_) => Err(LevelError::Many {
                name: name.to_owned(),
            }),
            Err(_) => Err(LevelError::Rule {
                name: name.to_owned(),
                nearest: text::nearest(name, registry::all().iter().map(|meta| meta.id)),
            }),
        }
    }

    /// Whether it finds what AWS refuses or what is certain to fail: such a rule is silenced by its own name only.
    pub fn finds_errors(&self) -> bool {
        self.severity == Severity::Error
    }
}

impl Choices {
    /// What becomes of a rule about which these choices are made.
    fn decide(&self, meta: &Meta, before: Choice) -> Choice {
        let narrowest = |selectors: &mut dyn Iterator<Item = &Selector>| {
            selectors
                .filter(|selector| selector.chooses(meta))
                .map(|selector| selector.narrowness())
                .max()
        };
        let chosen = narrowest(&mut self.select.iter().chain(&self.extend));
        let ignored = narrowest(
            &mut self
                .ignore
                .iter()
                .filter(|selector| !meta.finds_errors() || matches!(selector, Selector::Rule(_))),
        );
        let level = self
            .levels
            .iter()
            .rev()
            .find(|(rule, _)| rule.id == meta.id);
        let on = match (chosen, ignored) {
            (_, None) if matches!(level, Some((_, Level::At(_)))) => true,
            (Some(chosen), Some(ignored)) => chosen > ignored,
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (None, None) if self.select.is_empty() => before.on,
            (None, None) => before.on && meta.finds_errors(),
        };
        match level {
            Some((_, Level::Off)) => Choice {
                on: false,
                ..before
            },
            Some((_, Level::At(severity))) => Choice {
                on,
                severity: Some(*severity),
            },
            None => Choice { on, ..before },
        }
    }
}

impl Default for Selection {
    fn default() -> Self {
        let on = registry::all().iter().map(|meta| !meta.pedantic);
        Self {
            choices: on.map(|on| Choice { on, severity: None }).collect(),
            models: None,
        }
    }
}

impl Selection {
    /// Makes choices, over those that were made before.
    #[must_use]
    pub fn with(mut self, choices: &Choices) -> Self {
        for (choice, meta) in self.choices.iter_mut().zip(registry::all()) {
            *choice = choices.decide(meta, *choice);
        }
        self
    }

    /// Judges models by a list instead of what is built in.
    #[must_use]
    pub fn with_models(self, models: Option<Arc<ModelList>>) -> Self {
        Self { models, ..self }
    }

    /// The models that there are, where a list is given.
    pub(super) fn models(&self) -> Option<&ModelList> {
        self.models.as_deref()
    }

    /// Whether the rule `id` is on.
    pub fn is_on(&self, id: &str) -> bool {
        registry::position(id).is_none_or(|at| self.choices[at].on)
    }

    /// Whether the rule at a place of [`registry::all`] is on.
    pub(super) fn is_on_at(&self, position: usize) -> bool {
        self.choices[position].on
    }

    /// Leaves out the findings of rules that are off, and gives the others the severity that was chosen.
    pub fn apply(&self, found: &mut Vec<Diagnostic>) {
        found.retain_mut(|one| {
            let Some(at) = registry::position(one.rule) else {
                return true;
            };
            let choice = self.choices[at];
            one.severity = choice.severity.unwrap_or(one.severity);
            choice.on
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;
    use crate::lint::Category;

    const ON: Choice = Choice {
        on: true,
        severity: None,
    };
    const OFF: Choice = Choice {
        on: false,
        severity: None,
    };

    static ERROR: Meta = meta(
        "missing-target",
        Category::Structure,
        Severity::Error,
        false,
    );
    static WARNING: Meta = meta(
        "catch-drops-input",
        Category::DataFlow,
        Severity::Warning,
        false,
    );
    static PEDANTIC: Meta = meta(
        "lambda-without-retry",
        Category::DataFlow,
        Severity::Warning,
        true,
    );

    const fn meta(
        id: &'static str,
        category: Category,
        severity: Severity,
        pedantic: bool,
    ) -> Meta {
        Meta {
            id,
            category,
            severity,
            pedantic,
            since: "0.1.0",
            fixable: false,
            page: "",
        }
    }

    fn selectors(names: &[&str]) -> Vec<Selector> {
        let parsed = names.iter().map(|name| Selector::parse(name));
        parsed.collect::<Result<_, _>>().unwrap()
    }

    /// What becomes of an error, a warning and a pedantic warning.
    fn decided(select: &[&str], extend: &[&str], ignore: &[&str]) -> [bool; 3] {
        let choices = Choices {
            select: selectors(select),
            extend: selectors(extend),
            ignore: selectors(ignore),
            levels: Vec::new(),
        };
        [(&ERROR, ON), (&WARNING, ON), (&PEDANTIC, OFF)]
            .map(|(meta, before)| choices.decide(meta, before).on)
    }

    #[test]
    fn a_selection_narrows_judgement_and_leaves_errors() {
        assert_eq!(decided(&[], &[], &[]), [true, true, false]);
        assert_eq!(decided(&["integrations"], &[], &[]), [true, false, false]);
        assert_eq!(
            decided(&["catch-drops-input"], &[], &[]),
            [true, true, false]
        );
        assert_eq!(decided(&["pedantic"], &[], &[]), [true, false, true]);
        assert_eq!(
            decided(&["default", "pedantic"], &[], &[]),
            [true, true, true]
        );
        assert_eq!(decided(&[], &["pedantic"], &[]), [true, true, true]);
        assert_eq!(decided(&["all"], &[], &[]), [true, true, true]);
        assert_eq!(
            decided(&["data-flow"], &[], &["pedantic"]),
            [true, true, false]
        );
    }

    #[test]
    fn errors_are_ignored_by_their_own_name_only() {
        assert_eq!(decided(&[], &[], &["all"]), [true, false, false]);
        assert_eq!(decided(&[], &[], &["structure"]), [true, true, false]);
        assert_eq!(decided(&[], &[], &["missing-target"]), [false, true, false]);
    }

    #[test]
    fn the_narrower_name_wins_and_of_two_alike_ignore_does() {
        assert_eq!(
            decided(&["catch-drops-input"], &[], &["data-flow"]),
            [true, true, false]
        );
        assert_eq!(decided(&["all"], &[], &["data-flow"]), [true, false, false]);
        assert_eq!(
            decided(&["catch-drops-input"], &[], &["catch-drops-input"]),
            [true, false, false]
        );
    }

    #[test]
    fn a_level_turns_a_rule_on_and_off() {
        let decide = |meta: &'static Meta, level, ignore: &[&str]| {
            let choices = Choices {
                ignore: selectors(ignore),
                levels: vec![(meta, level)],
                ..Choices::default()
            };
            choices.decide(
                meta,
                Choice {
                    on: !meta.pedantic,
                    severity: None,
                },
            )
        };
        let note = decide(&PEDANTIC, Level::At(Severity::Note), &[]);
        assert_eq!(
            note,
            Choice {
                on: true,
                severity: Some(Severity::Note)
            }
        );
        assert!(!decide(&WARNING, Level::Off, &[]).on);
        assert!(!decide(&ERROR, Level::Off, &[]).on);
        assert!(!decide(&WARNING, Level::At(Severity::Error), &["catch-drops-input"]).on);
    }

    #[test]
    fn later_choices_go_over_earlier_ones() {
        let ignore = Choices {
            ignore: selectors(&["catch-drops-input"]),
            ..Choices::default()
        };
        let select = Choices {
            select: selectors(&["error-handling"]),
            ..Choices::default()
        };
        let selection = Selection::default().with(&ignore);
        assert!(!selection.is_on("catch-drops-input"));
        assert!(selection.with(&select).is_on("catch-drops-input"));
        let neither = Selection::default().with(&select).with(&ignore);
        assert!(!neither.is_on("catch-drops-input"));
        assert!(neither.is_on("lambda-without-retry"));
        assert!(!neither.is_on("callback-without-timeout"));
    }

    #[test]
    fn findings_get_the_severity_that_was_chosen() {
        let choices = Choices {
            ignore: selectors(&["syntax"]),
            levels: vec![(
                Meta::for_level("unknown-path").unwrap(),
                Level::At(Severity::Note),
            )],
            ..Choices::default()
        };
        let found = ["syntax", "unknown-path", "wrong-type"]
            .map(|rule| Diagnostic::error(rule, Span::default(), ""));
        let mut found = found.to_vec();
        Selection::default().with(&choices).apply(&mut found);
        let left: Vec<_> = found.iter().map(|one| (one.rule, one.severity)).collect();
        assert_eq!(
            left,
            [
                ("unknown-path", Severity::Note),
                ("wrong-type", Severity::Error)
            ]
        );
    }

    #[test]
    fn levels_are_for_one_rule_and_have_names() {
        let error = Meta::for_level("data-flow").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`data-flow` stands for many rules, and a severity is given to one"
        );
        let error = Meta::for_level("unknown-paths").unwrap_err();
        assert_eq!(error.help(), "did you mean `unknown-path`?");
        let error = Level::parse("fatal").unwrap_err();
        assert_eq!(error.help(), "say `error`, `warning`, `note` or `off`");
    }
}
