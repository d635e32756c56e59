//! Calls that AWS accepts at creation and that fail in every run, or work otherwise than they look.

use super::call::{Argument, ArgumentKind, FunctionCall, IntrinsicCall};
use super::error::IntrinsicFault;
use super::function::IntrinsicFunction;
use super::functions::{Template, TemplateFault};
use super::parser::DEEPEST;
use crate::base::{Span, text};
use crate::value::Value;

pub(super) fn find(call: &IntrinsicCall) -> Vec<IntrinsicFault> {
    let calls = call.calls();
    let mut faults = Vec::new();
    for call in &calls {
        if !number_of_arguments(call, &mut faults) {
            continue;
        }
        if call.function == IntrinsicFunction::Format {
            template(call, &mut faults);
        }
        literals(call, &mut faults);
    }
    if calls.len() > DEEPEST {
        faults.push(IntrinsicFault {
            function: call.root().function,
            span: call.root().span,
            message: format!(
                "this field calls {}, AWS allows {DEEPEST}",
                text::count(calls.len(), "intrinsic function")
            ),
            help: Some("compute a part of it in a state before".to_owned()),
            fails: false,
        });
    }
    faults
}

fn fault(call: &FunctionCall, span: Span, message: String) -> IntrinsicFault {
    IntrinsicFault {
        function: call.function,
        span,
        message,
        help: None,
        fails: true,
    }
}

/// Whether the number of arguments is one that the function takes.
fn number_of_arguments(call: &FunctionCall, faults: &mut Vec<IntrinsicFault>) -> bool {
    let (arity, given) = (call.function.arity(), call.arguments.len());
    if arity.contains(&given) {
        return true;
    }
    let wanted = match (*arity.start(), *arity.end()) {
        (0, 0) => "no arguments".to_owned(),
        (least, usize::MAX) => format!("at least {}", text::count(least, "argument")),
        (least, most) if least == most => text::count(least, "argument"),
        (least, most) => format!("{least} to {}", text::count(most, "argument")),
    };
    let mut fault = fault(
        call,
        call.span,
        format!("`{}` takes {wanted}, not {given}", call.function),
    );
    if call.function == IntrinsicFunction::JsonMerge && given == 2 {
        fault.help =
            Some("add `false` as the third argument: AWS merges shallowly only".to_owned());
    }
    // AWS gives a UUID whatever the arguments are (tiny-asl-machine: States.UUID-008 to -013).
    fault.fails = call.function != IntrinsicFunction::Uuid;
    faults.push(fault);
    false
}

/// A template of `States.Format` that is written out.
fn template(call: &FunctionCall, faults: &mut Vec<IntrinsicFault>) {
    let Some(Argument {
        kind: ArgumentKind::Text { written, .. },
        span,
    }) = call.arguments.first()
    else {
        return;
    };
    let values = call.arguments.len() - 1;
    match Template::parse(written) {
        Ok(template) if template.places() == values => {}
        Ok(template) => faults.push(fault(
            call,
            *span,
            format!(
                "the template has {} `{{}}` for {}",
                text::count(template.places(), "placeholder"),
                text::count(values, "value")
            ),
        )),
        Err(error) => {
            let (offset, brace) = match error {
                TemplateFault::Open(at) => (at, "{"),
                TemplateFault::Close(at) => (at, "}"),
                TemplateFault::Escape(at) => (at, "\\"),
            };
            let start = span.start as usize + 1 + offset;
            let mut fault = fault(
                call,
                Span::new(start, start + 1),
                format!("`{brace}` alone is no placeholder in a template of `States.Format`"),
            );
            fault.help = Some(format!(
                "escape it: `\\{brace}`, in JSON `\\\\{brace}`; a placeholder is `{{}}`"
            ));
            faults.push(fault);
        }
    }
}

/// Arguments that are written out and that the function cannot take.
fn literals(call: &FunctionCall, faults: &mut Vec<IntrinsicFault>) {
    use IntrinsicFunction as F;
    let wanted: &[&str] = match call.function {
        F::ArrayPartition | F::ArrayGetItem => &["array", "number"],
        F::ArrayContains => &["array"],
        F::ArrayRange | F::MathRandom => &["number", "number", "number"],
        F::ArrayLength | F::ArrayUnique => &["array"],
        F::Base64Encode | F::Base64Decode | F::StringToJson => &["string"],
        F::JsonMerge => &["object", "object"],
        F::MathAdd => &["number", "number"],
        F::StringSplit => &["string", "string"],
        F::Array | F::Hash | F::JsonToString | F::Uuid | F::Format => &[],
    };
    for (argument, wanted) in call.arguments.iter().zip(wanted) {
        let found = match &argument.kind {
            ArgumentKind::Literal(value) => value.kind(),
            ArgumentKind::Text { .. } => "string",
            ArgumentKind::Path(_) | ArgumentKind::Call(_) => continue,
        };
        if found != *wanted {
            let message = format!(
                "`{}` needs {} here, not {}",
                call.function,
                text::article(wanted),
                text::article(found)
            );
            faults.push(fault(call, argument.span, message));
        }
    }
    values(call, faults);
}

/// Values that are written out and out of bounds.
fn values(call: &FunctionCall, faults: &mut Vec<IntrinsicFault>) {
    use IntrinsicFunction as F;
    const ALGORITHMS: [&str; 5] = ["MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512"];
    let argument = |at: usize| {
        call.arguments
            .get(at)
            .map(|argument| (&argument.kind, argument.span))
    };
    let number = |at: usize| match argument(at) {
        Some((ArgumentKind::Literal(Value::Number(number)), _)) => Some(number.as_f64()),
        _ => None,
    };
    let found = match (call.function, argument(1), argument(2)) {
        (F::Hash, Some((ArgumentKind::Text { value, .. }, span)), _)
            if !ALGORITHMS.contains(&&**value) =>
        {
            let mut fault = fault(
                call,
                span,
                format!("`{value}` is no algorithm of `States.Hash`"),
            );
            fault.help = Some(match text::nearest(value, ALGORITHMS) {
                Some(algorithm) => format!("did you mean `{algorithm}`?"),
                None => format!("it knows {}", text::list(&ALGORITHMS)),
            });
            Some(fault)
        }
        (F::JsonMerge, _, Some((ArgumentKind::Literal(Value::Bool(true)), span))) => {
            let mut fault = fault(
                call,
                span,
                "`States.JsonMerge` cannot merge deeply".to_owned(),
            );
            fault.help = Some("write `false`: AWS merges shallowly only".to_owned());
            Some(fault)
        }
        (F::ArrayPartition, Some((_, span)), _) if number(1).is_some_and(|size| size < 1.0) => {
            Some(fault(
                call,
                span,
                "the size of a chunk must be at least 1".to_owned(),
            ))
        }
        (F::ArrayRange, _, Some((_, span))) if number(2).is_some_and(|step| step.abs() < 1.0) => {
            Some(fault(
                call,
                span,
                "the step of a range cannot be 0".to_owned(),
            ))
        }
        (F::ArrayGetItem, Some((_, span)), _) if number(1).is_some_and(|index| index <= -1.0) => {
            let mut fault = fault(call, span, "an index cannot be negative".to_owned());
            fault.help = Some(
                "for the last item take `States.MathAdd(States.ArrayLength(…), -1)` as the index"
                    .to_owned(),
            );
            Some(fault)
        }
        (F::MathRandom, Some((_, span)), _)
            if number(0)
                .zip(number(1))
                .is_some_and(|(start, end)| start.trunc() >= end.trunc()) =>
        {
            Some(fault(
                call,
                span,
                "the end must be greater than the start".to_owned(),
            ))
        }
        _ => None,
    };
    faults.extend(found);
}
