//! The names by which rules are chosen: of a rule, of a category, of a group.

use super::{Category, Meta, registry};
use crate::base::text;
use thiserror::Error;

/// Rules by one name. The order is from the wide to the narrow: a narrower name wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selector {
    /// `all`: every rule.
    All,
    /// `default`: the rules that are on where nothing is said.
    Default,
    /// `pedantic`: the rules that are off where nothing is said.
    Pedantic,
    /// A category: all of its rules, the pedantic ones included.
    Category(Category),
    /// One rule.
    Rule(&'static Meta),
}

/// A name that chooses no rule.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{name}` is no rule, no category of rules, and no group of them")]
pub struct UnknownSelector {
    /// The name.
    pub name: String,
    /// The name that is most like it.
    pub nearest: Option<&'static str>,
}

impl UnknownSelector {
    /// What to do.
    pub fn help(&self) -> String {
        suggestion(self.nearest)
    }
}

/// What to do about the name of a rule that there is not.
pub(super) fn suggestion(nearest: Option<&str>) -> String {
    match nearest {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`sfnrun rules` lists the rules".to_owned(),
    }
}

impl Selector {
    /// The names of the groups.
    pub const GROUPS: [&'static str; 3] = ["all", "default", "pedantic"];

    /// What `name` chooses.
    ///
    /// # Errors
    /// Where it chooses nothing.
    pub fn parse(name: &str) -> Result<Self, UnknownSelector> {
        match name {
            "all" => return Ok(Self::All),
            "default" => return Ok(Self::Default),
            "pedantic" => return Ok(Self::Pedantic),
            _ => {}
        }
        let mut categories = Category::ALL.into_iter();
        if let Some(category) = categories.find(|category| category.name() == name) {
            return Ok(Self::Category(category));
        }
        match registry::find(name) {
            Some(meta) => Ok(Self::Rule(meta)),
            None => Err(UnknownSelector {
                name: name.to_owned(),
                nearest: text::nearest(name, Self::names()),
            }),
        }
    }

    /// Every name that chooses something.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let categories = Category::ALL.into_iter().map(Category::name);
        let rules = registry::all().iter().map(|meta| meta.id);
        Self::GROUPS.into_iter().chain(categories).chain(rules)
    }

    /// Whether it chooses a rule.
    pub fn chooses(self, meta: &Meta) -> bool {
        match self {
            Self::All => true,
            Self::Default => !meta.pedantic,
            Self::Pedantic => meta.pedantic,
            Self::Category(category) => meta.category == category,
            Self::Rule(rule) => rule.id == meta.id,
        }
    }

    /// How narrow it is.
    pub(super) fn narrowness(self) -> u8 {
        match self {
            Self::All => 0,
            Self::Default => 1,
            Self::Pedantic | Self::Category(_) => 2,
            Self::Rule(_) => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_choose_rules_categories_and_groups() {
        assert_eq!(Selector::parse("all"), Ok(Selector::All));
        assert_eq!(
            Selector::parse("data-flow"),
            Ok(Selector::Category(Category::DataFlow))
        );
        let rule = Selector::parse("catch-drops-input").unwrap();
        assert!(matches!(rule, Selector::Rule(meta) if meta.id == "catch-drops-input"));
        let error = Selector::parse("catch-drop-input").unwrap_err();
        assert_eq!(
            error.to_string(),
            "`catch-drop-input` is no rule, no category of rules, and no group of them"
        );
        assert_eq!(error.help(), "did you mean `catch-drops-input`?");
        assert_eq!(
            Selector::parse("zzz").unwrap_err().help(),
            "`sfnrun rules` lists the rules"
        );
    }

    #[test]
    fn no_name_means_two_things() {
        let mut names: Vec<&str> = Selector::names().collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
    }
}
