//! Looking a path up in a shape.

use super::{Found, Presence, Shape};
use crate::query::jsonpath::{Path, Step, StepKind};

/// What a path finds in a shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// What is there.
    pub found: Found,
    /// Where nothing is there: which step finds nothing.
    pub at: usize,
    /// What that step looks in.
    pub container: Shape,
}

impl Lookup {
    /// What it looks like; a value of unknown shape where nothing is there.
    pub fn shape(self) -> Shape {
        self.found.shape
    }

    /// Whether the path fails for certain.
    pub fn is_missing(&self) -> bool {
        self.found.presence == Presence::Never
    }
}

/// Looks `path` up in `root`, whatever the path's own root is.
///
/// Follows Jayway json-path 2.0.0: an indefinite path gives a list and passes over names that are missing on the way.
pub fn look_up(root: &Shape, path: &Path) -> Lookup {
    let steps = path.steps();
    let definite = steps
        .iter()
        .take_while(|step| step.kind.is_definite())
        .count();
    let lookup = walk(root, &steps[..definite]);
    if definite == steps.len() {
        return lookup;
    }
    let shape = if lookup.is_missing() {
        Shape::array(None, 0, Some(0))
    } else {
        list(
            &lookup.found.shape,
            &steps[definite],
            &steps[definite + 1..],
        )
    };
    Lookup {
        found: Found::always(shape),
        at: steps.len(),
        container: lookup.container,
    }
}

fn walk(root: &Shape, steps: &[Step]) -> Lookup {
    let mut found = Found::always(root.clone());
    found.origin = root.origin();
    for (at, step) in steps.iter().enumerate() {
        let container = found.shape;
        let next = match &step.kind {
            StepKind::Name(name) => container.member(name),
            StepKind::Index(index) if *index >= 0 => container.item_at(i64::from(*index)),
            StepKind::FromEnd(offset) if *offset < 0 => container.item_at(i64::from(*offset)),
            StepKind::Root => Found {
                shape: container.clone(),
                ..found
            },
            // Several names, and indexes that rules of their own speak of.
            _ => Found {
                presence: Presence::Unknown,
                shape: Shape::any(container.size().from(1), container.origin()),
                origin: container.origin(),
            },
        };
        if next.presence == Presence::Never {
            return Lookup {
                found: next,
                at,
                container,
            };
        }
        found = Found {
            presence: weaker(found.presence, next.presence),
            ..next
        };
    }
    Lookup {
        container: found.shape.clone(),
        found,
        at: steps.len(),
    }
}

/// Presence of a part whose whole has presence `whole`.
fn weaker(whole: Presence, part: Presence) -> Presence {
    match (whole, part) {
        (Presence::Unknown, _) | (_, Presence::Unknown) => Presence::Unknown,
        (Presence::Sometimes, _) | (_, Presence::Sometimes) => Presence::Sometimes,
        (_, part) => part,
    }
}

/// The list that an indefinite step of `shape` gives, with the steps after it taken in every item.
fn list(shape: &Shape, step: &Step, rest: &[Step]) -> Shape {
    let (least, most) = shape.count();
    let picks_items = matches!(
        step.kind,
        StepKind::Wildcard | StepKind::Slice { .. } | StepKind::Filter(_) | StepKind::Indexes(_)
    );
    let unknown = || {
        let size = shape.size();
        Shape::any(size.from(2), shape.origin())
    };
    if !picks_items || !matches!(shape, Shape::Array(_)) {
        return unknown();
    }
    let Some(item) = shape.item() else {
        return Shape::array(None, 0, Some(0));
    };
    if !rest
        .iter()
        .all(|step| matches!(step.kind, StepKind::Name(_)))
    {
        return unknown();
    }
    let lookup = walk(&item, rest);
    if lookup.is_missing() {
        return Shape::array(None, 0, Some(0));
    }
    let all = matches!(step.kind, StepKind::Wildcard) && lookup.found.presence == Presence::Always;
    Shape::array(Some(lookup.found.shape), if all { least } else { 0 }, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Size;
    use crate::value::read;

    fn look(json: &str, path: &str) -> Lookup {
        let shape = Shape::literal(&read(json).unwrap(), None);
        look_up(&shape, &Path::parse(path).unwrap())
    }

    #[test]
    fn definite_paths_are_there_or_not() {
        let json = r#"{"a":{"b":[1,2]},"c":"x"}"#;
        assert_eq!(look(json, "$.a.b[1]").found.presence, Presence::Always);
        assert_eq!(
            look(json, "$.a.b[(@.length-2)]").shape().size(),
            Size::exact(1)
        );
        for (path, at) in [
            ("$.a.b[2]", 2),
            ("$.x.y", 0),
            ("$.a.x", 1),
            ("$.c.d", 1),
            ("$.a[0]", 1),
        ] {
            let lookup = look(json, path);
            assert!(lookup.is_missing(), "{path}");
            assert_eq!(lookup.at, at, "{path}");
        }
    }

    #[test]
    fn indefinite_paths_give_lists() {
        // `$.items[*]` and `$.items[1:]` on `{}` give `[]`: eleven recordings, jsonpath-and-parsing.md A1.
        assert_eq!(look("{}", "$.items[*]").shape().size(), Size::exact(2));
        let lookup = look(r#"{"l":[{"v":"ab"},{"v":"c"}]}"#, "$.l[*].v");
        assert_eq!(lookup.found.presence, Presence::Always);
        assert_eq!(lookup.shape().size(), Size::between(9, 11));
        assert_eq!(look("[1,2,3]", "$[1:]").shape().size().high, 7);
    }
}
