//! What templates and intrinsic functions give, as shapes.

use super::scope::{Scope, null};
use super::{Kinds, Origin, Presence, Shape, Size};
use crate::query::intrinsic::{Argument, ArgumentKind, FunctionCall, IntrinsicFunction};
use crate::query::jsonpath::StepKind;
use crate::query::template::{
    PayloadTemplate, TemplateExpression, TemplateVisitor, ValueExpression,
};
use crate::value::{Str, Value};

/// What a payload template gives.
pub(super) fn of_template(template: &PayloadTemplate, scope: &Scope<'_>, origin: Origin) -> Shape {
    template.visit(&mut Builder { scope, origin })
}

/// What a single expression gives.
pub(super) fn of_expression(expression: &ValueExpression, scope: &Scope<'_>) -> Shape {
    match expression {
        ValueExpression::Path(path) => {
            let lookup = scope.look_up(path);
            let past_the_end = lookup.is_missing()
                && lookup.at + 1 == path.steps().len()
                && matches!(path.steps()[lookup.at].kind, StepKind::Index(_));
            if past_the_end { null() } else { lookup.shape() }
        }
        ValueExpression::Intrinsic(call) => of_call(call.root(), scope),
        ValueExpression::Unknown { .. } => Shape::unknown(None),
    }
}

struct Builder<'a> {
    scope: &'a Scope<'a>,
    origin: Origin,
}

impl TemplateVisitor for Builder<'_> {
    type Output = Shape;

    fn constant(&mut self, value: &Value) -> Shape {
        Shape::literal(value, Some(self.origin))
    }

    fn object(&mut self, members: Vec<(Str, Shape)>) -> Shape {
        Shape::closed(members, Some(self.origin))
    }

    fn array(&mut self, items: Vec<Shape>) -> Shape {
        Shape::tuple(items)
    }

    fn computed(&mut self, expression: TemplateExpression<'_>) -> Shape {
        of_expression(expression.expression, self.scope)
    }
}

fn of_argument(argument: &Argument, scope: &Scope<'_>) -> Shape {
    match &argument.kind {
        ArgumentKind::Path(path) => scope.look_up(path).shape(),
        ArgumentKind::Literal(value) => Shape::literal(value, None),
        ArgumentKind::Text { value, .. } => Shape::literal(&Value::String(value.clone()), None),
        ArgumentKind::Call(call) => of_call(call, scope),
    }
}

// Recursion is bounded: the parser of intrinsic functions allows ten levels.
fn of_call(call: &FunctionCall, scope: &Scope<'_>) -> Shape {
    let arguments: Vec<Shape> = call
        .arguments
        .iter()
        .map(|argument| of_argument(argument, scope))
        .collect();
    let first = arguments.first();
    let size = first.map_or(Size::ZERO, Shape::size);
    let from_nothing = |high: u64| Size {
        low: 2,
        high: high.max(2),
        ..size
    };
    match call.function {
        IntrinsicFunction::Array => Shape::tuple(arguments),
        IntrinsicFunction::ArrayPartition => {
            let (_, most) = first.map_or((0, None), Shape::count);
            let chunk = first
                .and_then(Shape::item)
                .map(|item| Shape::array(Some(item), 1, most));
            // The items stay what they are; every chunk adds its brackets.
            let brackets = most.unwrap_or(0).saturating_mul(2);
            match (chunk, most) {
                (Some(chunk), Some(most)) => Shape::array(Some(chunk), 0, Some(most))
                    .bounded_by(from_nothing(size.high.saturating_add(brackets))),
                _ => Shape::any(from_nothing(size.high), None),
            }
        }
        IntrinsicFunction::ArrayContains => Shape::boolean(),
        IntrinsicFunction::ArrayRange => range(&arguments),
        IntrinsicFunction::ArrayGetItem => {
            let index = arguments
                .get(1)
                .and_then(Shape::literal_value)
                .and_then(Value::as_i64);
            let Some(array) = first else {
                return Shape::unknown(None);
            };
            // An index past the end gives null.
            match index
                .filter(|index| *index >= 0)
                .map(|index| array.item_at(index))
            {
                Some(found) if found.presence == Presence::Always => found.shape,
                Some(found) if found.presence == Presence::Never => null(),
                Some(found) => found.shape.join(&null()),
                None => array
                    .item()
                    .unwrap_or_else(|| Shape::any(size.from(1), array.origin()))
                    .join(&null()),
            }
        }
        IntrinsicFunction::ArrayLength
        | IntrinsicFunction::MathRandom
        | IntrinsicFunction::MathAdd => Shape::number(),
        IntrinsicFunction::ArrayUnique => {
            let (_, most) = first.map_or((0, None), Shape::count);
            Shape::array(
                first
                    .and_then(Shape::item)
                    .or_else(|| Some(Shape::unknown(None))),
                0,
                most,
            )
        }
        // Four characters for three bytes.
        IntrinsicFunction::Base64Encode => Shape::string(from_nothing(size.high / 3 * 4 + 6)),
        IntrinsicFunction::Base64Decode => Shape::string(from_nothing(size.high).escaped()),
        // Hexadecimal digests of 16 to 64 bytes.
        IntrinsicFunction::Hash => Shape::string(Size::between(34, 130)),
        IntrinsicFunction::JsonMerge => match (first, arguments.get(1)) {
            (Some(base), Some(top)) => base.merged_with(top),
            _ => Shape::unknown(None),
        },
        // An empty text gives null, and numbers are printed anew: `1e3` as `1000.0`.
        IntrinsicFunction::StringToJson => {
            Shape::any(size.escaped().plus(Size::exact(24)).from(1), None)
        }
        IntrinsicFunction::JsonToString => Shape::string(size.escaped()),
        IntrinsicFunction::StringSplit => {
            let pieces = from_nothing(size.high.saturating_mul(2));
            Shape::array(Some(Shape::string(size.from(2))), 0, None).bounded_by(pieces)
        }
        IntrinsicFunction::Uuid => Shape::string(Size::exact(38)),
        IntrinsicFunction::Format => Shape::string(format_size(&arguments)),
    }
}

/// The template, and every argument in it: strings without their quotes, objects as Java prints them, which takes no
/// more than their JSON text.
fn format_size(arguments: &[Shape]) -> Size {
    let parts = arguments.iter().map(|argument| {
        let size = argument.size();
        match argument {
            Shape::Scalar(scalar) if scalar.kinds == Kinds::STRING => Size {
                low: size.low.saturating_sub(2),
                high: size.high.saturating_sub(2),
                ..size
            },
            Shape::Scalar(_) => size,
            _ => Size {
                low: 0,
                high: size.high.saturating_mul(2),
                ..size
            },
        }
    });
    let sum = parts.fold(Size::exact(2), Size::plus);
    // Each `{}` of the template is replaced.
    let holes = 2 * arguments.len().saturating_sub(1) as u64;
    Size {
        low: sum.low.saturating_sub(holes).max(2),
        ..sum
    }
}

/// `States.ArrayRange(first, last, step)`: at most 1,000 numbers.
fn range(arguments: &[Shape]) -> Shape {
    let number = |at: usize| {
        arguments
            .get(at)
            .and_then(Shape::literal_value)
            .and_then(Value::as_i64)
    };
    let count = match (number(0), number(1), number(2)) {
        (Some(first), Some(last), Some(step)) if step != 0 => {
            let steps = (i128::from(last) - i128::from(first)) / i128::from(step);
            u64::try_from(steps + 1)
                .ok()
                .filter(|count| *count <= 1_000)
        }
        _ => None,
    };
    match count {
        Some(count) => Shape::array(
            Some(Shape::scalar(Kinds::NUMBER, Size::between(1, 20))),
            count,
            Some(count),
        ),
        None => Shape::array(Some(Shape::number()), 0, Some(1_000)),
    }
}
