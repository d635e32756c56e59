//! What the intrinsic functions do with their arguments, a file a family.
//!
//! Where AWS was seen, it is the specification: the case ids without another word are those of the recordings in
//! `conformance/aws`; "tiny-asl-machine" names the AWS snapshots in that project's repository
//! (github.com/gabrielmoreira/tiny-asl-machine, `tests/conformance/cases/.snapshots/aws`) and the notes on AWS beside them.

mod arrays;
mod encoding;
mod format;
mod hash;
mod json;
mod math;
mod strings;

use super::call::{Argument, ArgumentKind};
use super::function::IntrinsicFunction;
use crate::base::Random;
use crate::value::Value;
use std::cell::RefCell;

pub(super) use format::{Template, TemplateFault};

/// Why a function could not do its work: AWS's words, to stand after `There was an error while evaluating the intrinsic
/// function: …. `.
#[derive(Debug)]
pub(super) struct Failure(pub(super) String);

impl Failure {
    /// What AWS says of nearly every fault: a wrong number or type of arguments, a value out of bounds.
    fn arguments(function: IntrinsicFunction) -> Self {
        Self(format!("Invalid arguments in {function}"))
    }
}

/// Evaluates `function` over arguments that are evaluated already; `written` is what stands in the expression.
pub(super) fn apply(
    function: IntrinsicFunction,
    written: &[Argument],
    arguments: &[Value],
    random: &RefCell<Random>,
) -> Result<Value, Failure> {
    use IntrinsicFunction as F;
    let result = match (function, arguments) {
        (F::Array, items) => Some(Value::from(items.to_vec())),
        (F::ArrayPartition, [array, size]) => arrays::partition(array, size),
        (F::ArrayContains, [array, wanted]) => arrays::contains(array, wanted),
        (F::ArrayRange, [first, last, step]) => arrays::range(first, last, step),
        (F::ArrayGetItem, [array, index]) => arrays::item(array, index),
        (F::ArrayLength, [array]) => arrays::length(array),
        (F::ArrayUnique, [array]) => arrays::unique(array),
        (F::Base64Encode, [text]) => encoding::encode(text),
        (F::Base64Decode, [text]) => encoding::decode(text),
        (F::Hash, [data, algorithm]) => hash::digest(data, algorithm),
        (F::JsonMerge, [first, second, deep]) => json::merge(first, second, deep),
        (F::StringToJson, [text]) => return json::parse(text),
        (F::JsonToString, [value]) => Some(json::print(value)),
        // AWS's words for this one go on (tiny-asl-machine: States.JsonToString-013, -014).
        (F::JsonToString, _) => {
            let Failure(words) = Failure::arguments(function);
            return Err(Failure(format!(
                "{words}: only a single argument is allowed."
            )));
        }
        (F::MathRandom, [start, end]) => math::random(start, end, None, random),
        (F::MathRandom, [start, end, seed]) => math::random(start, end, Some(seed), random),
        (F::MathAdd, [left, right]) => math::add(left, right),
        (F::StringSplit, [text, delimiters]) => strings::split(text, delimiters),
        // Whatever the arguments (tiny-asl-machine: States.UUID-008 to -013).
        (F::Uuid, _) => Some(Value::from(random.borrow_mut().uuid())),
        (F::Format, [template, values @ ..]) => return format::fill(written, template, values),
        _ => None,
    };
    result.ok_or_else(|| Failure::arguments(function))
}

/// A number without its fraction, as `Number.intValue` cuts it. AWS's documentation says "rounded", but only
/// `States.MathAdd` rounds (tiny-asl-machine: States.ArrayGetItem 014, ArrayPartition 008, ArrayRange 010 and 011,
/// MathRandom 007b).
fn cut(value: &Value) -> Option<i32> {
    let number = value.as_number()?;
    // The cast from a double saturates, as Java's does.
    Some(match number.as_i64() {
        Some(int) => i32::try_from(int).unwrap_or(if int < 0 { i32::MIN } else { i32::MAX }),
        None => number.as_f64() as i32,
    })
}

/// How long a text is in the units of Java's `String.length`.
fn java_length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// The most characters that `States.Base64Encode`, `States.Base64Decode` and `States.Hash` take
/// (AWS's documentation; tiny-asl-machine: States.Hash-012 and -013).
const LONGEST_TEXT: usize = 10_000;

/// Whether an argument is a call of `function`.
fn is_call_of(argument: &Argument, function: IntrinsicFunction) -> bool {
    matches!(&argument.kind, ArgumentKind::Call(call) if call.function == function)
}
