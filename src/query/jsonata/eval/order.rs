//! `^(…)`: stable sorting by terms.

use super::Evaluator;
use super::frame::Frame;
use super::operators::compare_text;
use super::path::Flow;
use crate::query::jsonata::ast::{Node, Term};
use crate::query::jsonata::error::{Fallible, Open};
use crate::query::jsonata::val::{Tuple, Val};
use crate::value::Str;
use std::ops::Range;
use std::rc::Rc;

/// What is sorted by. A missing value comes last, whatever the direction.
enum SortKey {
    Number(f64),
    Text(Str),
    Missing,
}

impl<'a> Evaluator<'a> {
    pub(super) fn order_by(
        &self,
        terms: &'a [Term],
        node: &'a Node,
        flow: Flow<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Fallible<Flow<'a>> {
        let Flow::Many(list) = flow else {
            return Ok(flow);
        };
        if list.length().is_some_and(|length| length <= 1) {
            return Ok(Flow::Many(list));
        }
        let mut items: Vec<Option<Val<'a>>> = list.into_items().into_iter().map(Some).collect();
        let order = self.order(terms, node, items.len(), &|at, term| match &items[at] {
            Some(item) => self.eval(term, item, frame),
            None => Ok(Val::Undefined),
        })?;
        let sorted = order
            .into_iter()
            .filter_map(|at| items[at].take())
            .collect();
        Ok(Flow::Many(Val::array(sorted)))
    }

    pub(super) fn order_tuples(
        &self,
        terms: &'a [Term],
        node: &'a Node,
        tuples: Vec<Tuple<'a>>,
        frame: &Rc<Frame<'a>>,
    ) -> Fallible<Vec<Tuple<'a>>> {
        if tuples.len() <= 1 {
            return Ok(tuples);
        }
        let order = self.order(terms, node, tuples.len(), &|at, term| {
            let own = self.tuple_frame(frame, &tuples[at]);
            self.eval(term, &tuples[at].at, &own)
        })?;
        let mut tuples: Vec<Option<Tuple<'a>>> = tuples.into_iter().map(Some).collect();
        Ok(order
            .into_iter()
            .filter_map(|at| tuples[at].take())
            .collect())
    }

    /// The order of `count` items. A further term is looked at only where all terms before it are equal.
    fn order(
        &self,
        terms: &'a [Term],
        node: &'a Node,
        count: usize,
        value: &dyn Fn(usize, &'a Node) -> Fallible<Val<'a>>,
    ) -> Fallible<Vec<usize>> {
        let mut order: Vec<usize> = (0..count).collect();
        let mut runs: Vec<Range<usize>> = std::iter::once(0..count).collect();
        for term in terms {
            let mut next = Vec::new();
            for run in runs {
                let mut keyed = Vec::with_capacity(run.len());
                for at in &order[run.clone()] {
                    keyed.push((sort_key(value(*at, &term.node)?, node)?, *at));
                }
                check_types(&keyed, node)?;
                keyed.sort_by(|(left, _), (right, _)| compare(left, right, term.descending));
                let mut from = run.start;
                for (at, pair) in keyed.windows(2).enumerate() {
                    if compare(&pair[0].0, &pair[1].0, false).is_ne() {
                        next.push(from..run.start + at + 1);
                        from = run.start + at + 1;
                    }
                }
                next.push(from..run.end);
                for (place, (_, at)) in order[run].iter_mut().zip(keyed) {
                    *place = at;
                }
            }
            runs = next;
            runs.retain(|run| run.len() > 1);
        }
        Ok(order)
    }
}

fn sort_key(value: Val<'_>, node: &Node) -> Fallible<SortKey> {
    if let Some(number) = value.number() {
        return Ok(SortKey::Number(number));
    }
    if let Some(text) = value.text() {
        return Ok(SortKey::Text(text.clone()));
    }
    if value.is_undefined() {
        return Ok(SortKey::Missing);
    }
    Err(Open::new("T2008")
        .at(node.span)
        .value("value", value.shown()))
}

/// Any sort compares each item with its neighbour at last, so a mix of types is an error wherever it stands.
fn check_types(keyed: &[(SortKey, usize)], node: &Node) -> Fallible<()> {
    let number = keyed.iter().find_map(|(key, _)| match key {
        SortKey::Number(number) => Some(*number),
        _ => None,
    });
    let text = keyed.iter().find_map(|(key, _)| match key {
        SortKey::Text(text) => Some(text),
        _ => None,
    });
    match (number, text) {
        (Some(number), Some(text)) => Err(Open::new("T2007")
            .at(node.span)
            .value("value", crate::query::jsonata::text::number::text(number))
            .value("value2", Val::string(text.clone()).shown())),
        _ => Ok(()),
    }
}

fn compare(left: &SortKey, right: &SortKey, descending: bool) -> std::cmp::Ordering {
    use std::cmp::Ordering;
    let ordering = match (left, right) {
        (SortKey::Missing, SortKey::Missing) => return Ordering::Equal,
        (SortKey::Missing, _) => return Ordering::Greater,
        (_, SortKey::Missing) => return Ordering::Less,
        (SortKey::Number(left), SortKey::Number(right)) => left
            .partial_cmp(right)
            .unwrap_or_else(|| left.total_cmp(right)),
        (SortKey::Text(left), SortKey::Text(right)) => compare_text(left, right),
        (SortKey::Number(_), SortKey::Text(_)) => Ordering::Less,
        (SortKey::Text(_), SortKey::Number(_)) => Ordering::Greater,
    };
    if descending {
        ordering.reverse()
    } else {
        ordering
    }
}

/// A stable merge sort whose comparison may fail, splitting and comparing in the order of the reference, since a
/// comparison can be a function of the user's. `after` says that its first argument comes after the second.
pub(in crate::query::jsonata) fn merge_sort<'a>(
    items: Vec<Val<'a>>,
    after: &mut dyn FnMut(&Val<'a>, &Val<'a>) -> Fallible<bool>,
) -> Fallible<Vec<Val<'a>>> {
    if items.len() <= 1 {
        return Ok(items);
    }
    let mut left = items;
    let right = left.split_off(left.len() / 2);
    let left = merge_sort(left, after)?;
    let right = merge_sort(right, after)?;
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(one), Some(other)) = (left.peek(), right.peek()) {
        let from_right = after(one, other)?;
        merged.extend(if from_right {
            right.next()
        } else {
            left.next()
        });
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}
