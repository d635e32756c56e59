//! Bodies of CBOR (RFC 8949).

use crate::value::{Object, Value};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use minicbor::data::Type;
use minicbor::decode::{Decoder, Error};

/// So many levels of arrays and maps are read.
const DEPTH: usize = 100;

/// A body as the JSON that says the same: bytes in Base64, instants in seconds.
///
/// # Errors
/// Where it is no CBOR, or something that no service says.
pub(super) fn read(body: &[u8]) -> Result<Value, Error> {
    value(&mut Decoder::new(body), DEPTH)
}

fn value(decoder: &mut Decoder<'_>, depth: usize) -> Result<Value, Error> {
    let Some(depth) = depth.checked_sub(1) else {
        return Err(Error::message("it is nested too deeply"));
    };
    Ok(match decoder.datatype()? {
        Type::Null => {
            decoder.null()?;
            Value::Null
        }
        Type::Undefined => {
            decoder.undefined()?;
            Value::Null
        }
        Type::Bool => decoder.bool()?.into(),
        Type::U8
        | Type::U16
        | Type::U32
        | Type::U64
        | Type::I8
        | Type::I16
        | Type::I32
        | Type::I64
        | Type::Int => whole(decoder.int()?.into()),
        Type::F16 => Value::from(f64::from(decoder.f16()?)),
        Type::F32 => Value::from(f64::from(decoder.f32()?)),
        Type::F64 => Value::from(decoder.f64()?),
        Type::String | Type::StringIndef => text(decoder)?.into(),
        Type::Bytes | Type::BytesIndef => {
            let mut bytes = Vec::new();
            for part in decoder.bytes_iter()? {
                bytes.extend_from_slice(part?);
            }
            STANDARD.encode(bytes).into()
        }
        Type::Array | Type::ArrayIndef => {
            let mut items = Vec::new();
            let mut left = decoder.array()?;
            while goes_on(decoder, &mut left)? {
                items.push(value(decoder, depth)?);
            }
            items.into()
        }
        Type::Map | Type::MapIndef => {
            let mut members = Object::new();
            let mut left = decoder.map()?;
            while goes_on(decoder, &mut left)? {
                let key = text(decoder)?;
                members.insert(key, value(decoder, depth)?);
            }
            members.into()
        }
        Type::Tag => {
            decoder.tag()?;
            value(decoder, depth)?
        }
        other => return Err(Error::type_mismatch(other)),
    })
}

/// Whether another item comes, of a length that is known or of one that ends with a break.
fn goes_on(decoder: &mut Decoder<'_>, left: &mut Option<u64>) -> Result<bool, Error> {
    match left {
        Some(0) => Ok(false),
        Some(count) => {
            *count -= 1;
            Ok(true)
        }
        None if decoder.datatype()? == Type::Break => {
            decoder.skip()?;
            Ok(false)
        }
        None => Ok(true),
    }
}

fn text(decoder: &mut Decoder<'_>) -> Result<String, Error> {
    let mut text = String::new();
    for part in decoder.str_iter()? {
        text.push_str(part?);
    }
    Ok(text)
}

/// A whole number; beyond 64 bits as near as JSON has it.
fn whole(number: i128) -> Value {
    match i64::try_from(number) {
        Ok(number) => number.into(),
        Err(_) => Value::from(number as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aws::response::{self, Response};
    use crate::services::api::{self, Spelling};

    fn bytes(hex: &str) -> Vec<u8> {
        let digit = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        (0..hex.len()).step_by(2).map(digit).collect()
    }

    fn json(hex: &str) -> String {
        match read(&bytes(hex)) {
            Ok(value) => value.to_compact_json(),
            Err(fault) => format!("fault: {fault}"),
        }
    }

    /// RFC 8949, appendix A.
    #[test]
    fn values_are_those_of_the_specification() {
        for (hex, expected) in [
            ("1903e8", "1000"),
            ("3863", "-100"),
            ("f93e00", "1.5"),
            ("fa47c35000", "100000.0"),
            ("fb3ff199999999999a", "1.1"),
            ("f5", "true"),
            ("f6", "null"),
            ("c1fb41d452d9ec200000", "1.3638962405E9"),
            ("4401020304", r#""AQIDBA==""#),
            ("5f42010243030405ff", r#""AQIDBAU=""#),
            ("62c3bc", r#""ü""#),
            ("7f657374726561646d696e67ff", r#""streaming""#),
            ("8301820203820405", "[1,[2,3],[4,5]]"),
            ("9f018202039f0405ffff", "[1,[2,3],[4,5]]"),
            ("a26161016162820203", r#"{"a":1,"b":[2,3]}"#),
            ("bf6346756ef563416d7421ff", r#"{"Fun":true,"Amt":-2}"#),
        ] {
            assert_eq!(json(hex), expected, "{hex}");
        }
    }

    #[test]
    fn what_is_no_cbor_is_told() {
        for hex in ["", "18", "9f01", "a161", "62ff", "ff", "a10102"] {
            assert!(json(hex).starts_with("fault: "), "{hex}");
        }
        assert!(read(&[0x81; 100_000]).is_err());
    }

    /// `PutEvents` by the model of EventBridge V2; errors by Smithy, "Smithy RPC v2 CBOR protocol".
    #[test]
    fn results_and_errors_are_read() {
        let service = api::service("eventbridgev2").unwrap();
        let operation = service.operation("putEvents").unwrap();
        let said = |hex: &str| Response {
            body: bytes(hex),
            ..Response::default()
        };
        // {"FailedEntryCount": 0, "Entries": [{"EventId": "e"}]}
        let answer =
            said("a2704661696c6564456e747279436f756e740067456e747269657381a1674576656e7449646165");
        let result = response::read(service, operation, &answer, Spelling::Sdk).unwrap();
        assert_eq!(
            result.to_compact_json(),
            r#"{"Entries":[{"EventId":"e"}],"FailedEntryCount":0}"#
        );
        // {"__type": "a.b#LimitExceededException", "message": "m"}
        let refused = said(
            "a2665f5f74797065781a612e62234c696d69744578636565646564457863657074696f6e676d657373616765616d",
        );
        let refused = response::said(service, &refused);
        assert_eq!(refused.code.as_deref(), Some("LimitExceededException"));
        assert_eq!(refused.message.as_deref(), Some("m"));
    }
}
