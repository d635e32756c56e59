//! What AWS adds to JSONata: `$partition`, `$range`, `$hash`, `$random`, `$uuid`, `$parse`.
//!
//! What AWS answers to bad arguments is not known; the errors here have the code D3137, that of `$error`.

use super::Arguments;
use super::java_random::first_double;
use crate::query::jsonata::error::{Failure, Open};
use crate::query::jsonata::eval::{Evaluator, Outcome};
use crate::query::jsonata::val::Val;
use crate::value::read;
use md5::Md5;
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::{Sha256, Sha384, Sha512};

fn bad(message: impl Into<String>) -> Failure {
    Open::with_message("D3137", message)
}

/// `$partition([1,2,3], 2)` is `[[1,2],[3]]`.
pub(super) fn partition<'a>(
    evaluator: &Evaluator<'a>,
    mut arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let size = arguments.number(1);
    let array = arguments.take(0);
    let (false, Some(size)) = (array.is_undefined(), size) else {
        return Ok(Val::Undefined);
    };
    if size < 1.0 || size.fract() != 0.0 {
        return Err(bad(
            "The chunk size of the partition function must be a positive integer",
        ));
    }
    let items = array.into_items();
    evaluator.meter.tick(items.len())?;
    evaluator.meter.allocate_items(items.len())?;
    let chunks = items
        .chunks(size as usize)
        .map(|chunk| Val::plain_array(chunk.to_vec()));
    evaluator.check_nesting(Val::plain_array(chunks.collect()))
}

/// `$range(0, 6, 2)` is `[0,2,4,6]`: the end counts.
pub(super) fn range<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let (Some(first), Some(last)) = (arguments.number(0), arguments.number(1)) else {
        return Ok(Val::Undefined);
    };
    let step = arguments.number(2).unwrap_or(1.0);
    if step == 0.0 || !step.is_finite() || !first.is_finite() || !last.is_finite() {
        return Err(bad("The step of the range function must not be zero"));
    }
    let count = ((last - first) / step).floor() + 1.0;
    if count < 1.0 {
        return Ok(Val::array(Vec::new()));
    }
    evaluator.meter.allocate_items(if count < 1e15 {
        count as usize
    } else {
        usize::MAX
    })?;
    evaluator.meter.tick(count as usize)?;
    let items = (0..count as usize).map(|at| Val::Num(first + step * at as f64));
    Ok(Val::array(items.collect()))
}

/// The algorithms of `$hash`.
pub const HASHES: [&str; 5] = ["MD5", "SHA-1", "SHA-256", "SHA-384", "SHA-512"];

/// The hash of a text in hexadecimal digits, lower case.
pub(super) fn hash<'a>(_: &Evaluator<'a>, arguments: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    let (Some(text), Some(algorithm)) = (arguments.text(0), arguments.text(1)) else {
        return Ok(Val::Undefined);
    };
    let digest = match &**algorithm {
        "MD5" => hex(&Md5::digest(text.as_bytes())),
        "SHA-1" => hex(&Sha1::digest(text.as_bytes())),
        "SHA-256" => hex(&Sha256::digest(text.as_bytes())),
        "SHA-384" => hex(&Sha384::digest(text.as_bytes())),
        "SHA-512" => hex(&Sha512::digest(text.as_bytes())),
        other => {
            return Err(bad(format!(
                "The hash algorithm '{other}' is not one of {}",
                HASHES.join(", ")
            )));
        }
    };
    Ok(Val::string(digest))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A number from 0 up to 1: the same for the same seed, as `java.util.Random` has it.
pub(super) fn random<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    Ok(Val::Num(match arguments.number(0) {
        Some(seed) => first_double(seed as i64),
        None => evaluator.bindings.random.borrow_mut().fraction(),
    }))
}

pub(super) fn uuid<'a>(evaluator: &Evaluator<'a>, _: Arguments<'a>, _: &Val<'a>) -> Outcome<'a> {
    Ok(Val::string(evaluator.bindings.random.borrow_mut().uuid()))
}

/// The value that a JSON text means. `"-0"` is 0 (intrinsic_functions/json_manipulation_jsonata.parse+0).
pub(super) fn parse<'a>(
    evaluator: &Evaluator<'a>,
    arguments: Arguments<'a>,
    _: &Val<'a>,
) -> Outcome<'a> {
    let Some(text) = arguments.text(0) else {
        return Ok(Val::Undefined);
    };
    evaluator.meter.tick(text.len() / 16)?;
    let value = read(text).map_err(|error| {
        bad(format!(
            "The text passed to the parse function is not JSON: {error}"
        ))
    })?;
    if value.as_f64() == Some(0.0) {
        return Ok(Val::Num(0.0));
    }
    Ok(Val::Json(value))
}
