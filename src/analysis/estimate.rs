//! How big the payload of each state can get, and what makes it big.

use super::flow::DataFlow;
use super::graph::Exit;
use super::stages::Stages;
use super::{Shape, Size};
use crate::asl::{State, StateId, StateKind, StateMachine};

/// Bounds for the payloads of a state, over all ways to it.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The state.
    pub state: StateId,
    /// Its input.
    pub input: Size,
    /// What the work is asked with, where it is not the input as it came.
    pub request: Option<Size>,
    /// What comes back from the work.
    pub result: Option<Size>,
    /// Its output; nothing where it has none.
    pub output: Option<Size>,
    /// The part that makes up most of the biggest of these.
    pub carrier: Option<Carrier>,
}

/// The part of a payload that makes up most of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Carrier {
    /// Where it is, as a path from the payload: `$.synthesizedChunks`.
    pub path: String,
    /// Its bytes.
    pub size: Size,
    /// Of an array: how many items, at least and at most, and the bytes of one.
    pub items: Option<(u64, Option<u64>, Size)>,
}

impl Estimate {
    /// The biggest of the payloads.
    pub fn biggest(&self) -> Size {
        let all = [Some(self.input), self.request, self.result, self.output];
        all.into_iter()
            .flatten()
            .max_by_key(|size| size.high)
            .unwrap_or(self.input)
    }
}

/// An estimate for every state that can be reached, in source order.
pub fn estimates(machine: &StateMachine, flow: &DataFlow) -> Vec<Estimate> {
    machine
        .states
        .iter()
        .filter_map(|state| estimate(flow, state))
        .collect()
}

fn estimate(flow: &DataFlow, state: &State) -> Option<Estimate> {
    let mut outputs = Vec::new();
    let all = flow.stages(state.id);
    for (arrival, stages) in flow.visits(state.id) {
        outputs.extend(stages.output.clone());
        if let StateKind::Choice(choice) = &state.kind {
            let exits = (0..).zip(&choice.rules).map(|(index, _)| Exit::Rule(index));
            outputs.extend(exits.map(|exit| flow.leaving(state, exit, arrival, stages)));
        }
    }
    let over = |part: fn(&Stages) -> Option<&Shape>| bounds(all.iter().filter_map(part));
    let works = matches!(
        state.kind,
        StateKind::Task(_) | StateKind::Map(_) | StateKind::Parallel(_)
    );
    let input = over(|stages| Some(&stages.raw_input))?;
    let request = over(|stages| Some(&stages.request))
        .filter(|_| state.io.parameters.is_some() || state.io.arguments.is_some());
    let result = over(|stages| stages.result.as_ref()).filter(|_| works);
    let output = bounds(outputs.iter());
    let parts = [Some(input), request, result, output];
    let biggest = parts
        .into_iter()
        .flatten()
        .max_by_key(|(size, _)| size.high);
    Some(Estimate {
        state: state.id,
        input: input.0,
        request: request.map(|(size, _)| size),
        result: result.map(|(size, _)| size),
        output: output.map(|(size, _)| size),
        carrier: biggest.and_then(|(_, shape)| carrier(shape)),
    })
}

/// The bounds of all shapes, and the biggest of them.
fn bounds<'s>(shapes: impl Iterator<Item = &'s Shape> + Clone) -> Option<(Size, &'s Shape)> {
    let size = shapes.clone().map(Shape::size).reduce(Size::or)?;
    let biggest = shapes.max_by_key(|shape| shape.size().high)?;
    Some((size, biggest))
}

/// The innermost part that makes up more than half of a shape's known bytes.
fn carrier(shape: &Shape) -> Option<Carrier> {
    let whole = shape.size().high;
    let mut path = "$".to_owned();
    let mut part = shape.clone();
    loop {
        let next = part
            .fields()
            .max_by_key(|(_, field)| field.shape.size().high)
            .filter(|(_, field)| field.shape.size().high > whole / 2)
            .map(|(name, field)| (name.clone(), field.shape.clone()));
        let Some((name, shape)) = next else { break };
        path.push_str(&member(&name));
        part = shape;
    }
    let items = match &part {
        Shape::Array(_) => part.item().map(|item| {
            let (least, most) = part.count();
            (least, most, item.size())
        }),
        _ => None,
    };
    (path != "$" || items.is_some()).then(|| Carrier {
        path,
        size: part.size(),
        items,
    })
}

/// A member in a path: `.name`, or `['a name']`.
fn member(name: &str) -> String {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if plain {
        format!(".{name}")
    } else {
        format!("['{name}']")
    }
}
