//! Values that are known only at deployment, and definitions that are wrong all over.

use super::{EVERY_FIELD, errors, read};
use sfnrun::asl::{LowerOptions, lower};
use sfnrun::base::Span;
use sfnrun::source::{Key, Kind, Member, Node, StringStyle, Text};
use sfnrun::value::Number;

/// The place of a node: which child on each level.
type Place = Vec<usize>;

fn children(node: &Node) -> usize {
    match &node.kind {
        Kind::Array(items) => items.len(),
        Kind::Object(members) => members.len(),
        _ => 0,
    }
}

fn child(node: &mut Node, index: usize) -> &mut Node {
    match &mut node.kind {
        Kind::Array(items) => &mut items[index],
        Kind::Object(members) => &mut members[index].value,
        _ => unreachable!("a scalar has no children"),
    }
}

fn places(node: &Node, here: &mut Place, found: &mut Vec<Place>) {
    found.push(here.clone());
    for index in 0..children(node) {
        here.push(index);
        let inner = match &node.kind {
            Kind::Array(items) => &items[index],
            Kind::Object(members) => &members[index].value,
            _ => unreachable!("a scalar has no children"),
        };
        places(inner, here, found);
        here.pop();
    }
}

fn at<'n>(root: &'n mut Node, place: &[usize]) -> &'n mut Node {
    place.iter().fold(root, |node, index| child(node, *index))
}

fn string(text: &str) -> Kind {
    Kind::String(Text {
        value: text.into(),
        style: StringStyle::Json,
        filled: false,
    })
}

fn reference() -> Kind {
    Kind::Object(vec![Member {
        key: Key {
            text: "Ref".into(),
            span: Span::default(),
        },
        value: Node::new(string("Thing"), Span::default()),
    }])
}

/// The definition with one value after another replaced, and where that was. Which of `kinds` takes the place of a value
/// depends on the place and `round`, so that a few rounds try all of them all over.
fn each_replaced(kinds: &[fn() -> Kind], round: usize, mut check: impl FnMut(&Node, &Place)) {
    let root = read(EVERY_FIELD).1.root.expect("the definition is read");
    let mut all = Vec::new();
    places(&root, &mut Vec::new(), &mut all);
    assert!(all.len() > 400, "the definition has every field");
    let mut changed = root;
    for (index, place) in all.iter().enumerate() {
        let node = at(&mut changed, place);
        let other = Node::new(kinds[(index + round) % kinds.len()](), node.span);
        let before = std::mem::replace(node, other);
        check(&changed, place);
        *at(&mut changed, place) = before;
    }
}

fn key_of(root: &Node, place: &Place) -> String {
    let mut root = root.clone();
    let Some((last, around)) = place.split_last() else {
        return String::new();
    };
    match &at(&mut root, around).kind {
        Kind::Object(members) => members[*last].key.text.to_string(),
        _ => last.to_string(),
    }
}

#[test]
fn a_placeholder_fits_everywhere() {
    let kinds: [fn() -> Kind; 3] = [
        || Kind::Placeholder("x".into()),
        reference,
        || string("${x}"),
    ];
    for round in 0..3 {
        each_replaced(&kinds, round, |root, place| {
            let lowered = lower(root, &LowerOptions::default());
            let found = errors(&lowered.diagnostics);
            assert!(found.is_empty(), "at {}: {found:#?}", key_of(root, place));
        });
    }
}

#[test]
fn a_hole_is_reported_once_by_the_reader_only() {
    let options = LowerOptions {
        lossy: true,
        ..LowerOptions::default()
    };
    each_replaced(&[|| Kind::Error], 0, |root, place| {
        let lowered = lower(root, &options);
        assert!(
            errors(&lowered.diagnostics).is_empty(),
            "{}",
            key_of(root, place)
        );
    });
}

#[test]
fn no_value_in_a_wrong_place_panics_or_loses_the_machine() {
    let kinds: [fn() -> Kind; 8] = [
        || Kind::Null,
        || Kind::Bool(true),
        || Kind::Number(Number::parse("1e400").expect("a number")),
        || Kind::Number(Number::from(-1)),
        || string(""),
        || string("{%"),
        || Kind::Array(vec![Node::new(Kind::Null, Span::default())]),
        || Kind::Object(Vec::new()),
    ];
    each_replaced(&kinds, 0, |root, place| {
        let lowered = lower(root, &LowerOptions::default());
        let whole = place.is_empty() || (place.len() == 1 && key_of(root, place) == "States");
        assert!(
            lowered.machine.is_some() || whole,
            "{}",
            key_of(root, place)
        );
        for one in &lowered.diagnostics {
            assert!(!one.message.is_empty() && !one.labels.is_empty());
            assert!(one.span().end as usize <= EVERY_FIELD.len(), "{one:?}");
        }
    });
}
