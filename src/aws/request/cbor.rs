//! RPCv2 CBOR: the operation in the path, and bodies of CBOR (Smithy, "Smithy RPC v2 CBOR protocol").

use super::place::Place;
use super::plain::Plain;
use super::{Given, Request, Writer};
use crate::aws::fault::ParameterFault;
use crate::aws::instant;
use crate::services::api::{Operation, Scalar, Shape, ShapeRef};
use crate::value::{Number, Value};
use minicbor::data::Tag;
use minicbor::encode::Error;
use std::convert::Infallible;

/// Seconds since 1970 (RFC 8949, "Epoch-Based Date/Time").
const EPOCH: Tag = Tag::new(1);

type Encoder = minicbor::Encoder<Vec<u8>>;

pub(super) fn request(
    writer: &Writer,
    operation: &'static Operation,
    members: &[Given],
) -> Result<Request, ParameterFault> {
    let target = writer.service.target_prefix.unwrap_or_default();
    let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut request = Request {
        method: "POST",
        path: format!("/service/{target}/operation/{}", operation.name),
        headers: vec![
            header("smithy-protocol", "rpc-v2-cbor"),
            header("accept", "application/cbor"),
        ],
        ..Request::default()
    };
    if operation.input.is_some() {
        let mut encoder = Encoder::new(Vec::new());
        writer.cbor_members(&mut encoder, members, &Place::ROOT)?;
        request.body = encoder.into_writer();
        request
            .headers
            .push(header("content-type", "application/cbor"));
    }
    Ok(request)
}

impl Writer {
    fn cbor_members(
        &self,
        encoder: &mut Encoder,
        members: &[Given],
        place: &Place<'_>,
    ) -> Result<(), ParameterFault> {
        encoder.map(members.len() as u64)?;
        for (member, value) in members {
            encoder.str(member.wire_name())?;
            self.cbor(encoder, member.shape, value, &self.place_of(member, place))?;
        }
        Ok(())
    }

    fn cbor(
        &self,
        encoder: &mut Encoder,
        reference: ShapeRef,
        value: &Value,
        place: &Place<'_>,
    ) -> Result<(), ParameterFault> {
        match (self.shape(reference), value) {
            (Shape::Scalar(scalar), value) => {
                let plain = self.plain(*scalar, value, place)?;
                let is_float = matches!(scalar, Scalar::Float | Scalar::Double);
                plain_value(encoder, plain, is_float)?;
            }
            (Shape::Structure(structure), Value::Object(given)) => {
                let members = self.members(structure, given, place)?;
                self.cbor_members(encoder, &members, place)?;
            }
            (Shape::List(list), Value::Array(items)) => {
                encoder.array(items.len() as u64)?;
                for (at, item) in items.iter().enumerate() {
                    self.cbor(encoder, list.item, item, &place.within(at.to_string()))?;
                }
            }
            (Shape::Map(map), Value::Object(entries)) => {
                let given: Vec<_> = entries
                    .iter()
                    .filter(|(_, entry)| !entry.is_null())
                    .collect();
                encoder.map(given.len() as u64)?;
                for (key, entry) in given {
                    encoder.str(key)?;
                    self.cbor(encoder, map.value, entry, &place.within(&**key))?;
                }
            }
            (shape, value) => return Err(self.misshapen(shape, value, place)),
        }
        Ok(())
    }
}

fn plain_value(
    encoder: &mut Encoder,
    plain: Plain,
    is_float: bool,
) -> Result<(), Error<Infallible>> {
    match plain {
        Plain::Text(text) => encoder.str(&text)?,
        Plain::Truth(truth) => encoder.bool(truth)?,
        Plain::Number(number) => return numeral(encoder, &number, is_float),
        Plain::Bytes(bytes) => encoder.bytes(&bytes)?,
        Plain::Instant(instant, _) => {
            encoder.tag(EPOCH)?;
            return numeral(encoder, &instant::seconds(instant), false);
        }
        Plain::Document(value) => return document(encoder, &value),
    };
    Ok(())
}

fn numeral(
    encoder: &mut Encoder,
    number: &Number,
    is_float: bool,
) -> Result<(), Error<Infallible>> {
    match number.as_i64().filter(|_| !is_float) {
        Some(whole) => encoder.i64(whole)?,
        None => encoder.f64(number.as_f64())?,
    };
    Ok(())
}

fn document(encoder: &mut Encoder, value: &Value) -> Result<(), Error<Infallible>> {
    match value {
        Value::Null => encoder.null()?,
        Value::Bool(truth) => encoder.bool(*truth)?,
        Value::Number(number) => return numeral(encoder, number, false),
        Value::String(text) => encoder.str(text)?,
        Value::Array(items) => {
            encoder.array(items.len() as u64)?;
            return items.iter().try_for_each(|item| document(encoder, item));
        }
        Value::Object(members) => {
            encoder.map(members.len() as u64)?;
            for (key, member) in members.iter() {
                encoder.str(key)?;
                document(encoder, member)?;
            }
            return Ok(());
        }
    };
    Ok(())
}

/// Bytes in memory can always be written.
impl From<Error<Infallible>> for ParameterFault {
    fn from(fault: Error<Infallible>) -> Self {
        let message = format!("the parameters cannot be written: {fault}");
        Self {
            reason: message.clone(),
            message,
            help: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::aws::request::{Request, write};
    use crate::services::api::{self, Spelling};
    use crate::value;

    fn sent(service: &str, action: &str, parameters: &str) -> Request {
        let service = api::service(service).unwrap();
        let operation = service.operation(action).unwrap();
        let parameters = value::read(parameters).unwrap();
        write(service, operation, &parameters, Spelling::Sdk).unwrap()
    }

    fn hex(request: &Request) -> String {
        let digits = request.body.iter().map(|byte| format!("{byte:02x}"));
        digits.collect()
    }

    /// What botocore 1.44.8 makes of the same values.
    #[test]
    fn bodies_are_those_of_botocore() {
        let put = sent(
            "eventbridgev2",
            "putEvents",
            r#"{"EventBusArn": "a", "Entries": [{"Source": "s", "Detail": {"x": 1}, "Resources": ["r"],
                "Time": "2026-01-02T03:04:05Z"}]}"#,
        );
        assert_eq!(put.method, "POST");
        assert_eq!(put.path, "/service/AWSEventsV2/operation/PutEvents");
        let headers = [
            ("smithy-protocol", "rpc-v2-cbor"),
            ("accept", "application/cbor"),
            ("content-type", "application/cbor"),
        ];
        assert_eq!(
            put.headers,
            headers.map(|(name, value)| (name.to_owned(), value.to_owned()))
        );
        assert_eq!(
            hex(&put),
            "a26b4576656e7442757341726e616167456e747269657381a466536f7572636561736644657461696c677b2278223a317d695265736f75726365738161726454696d65c11a695735a5"
        );
        let fraction = sent(
            "eventbridgev2",
            "putEvents",
            r#"{"EventBusArn": "a", "Entries": [{"Source": "s", "Time": "2026-01-02T03:04:05.5Z"}]}"#,
        );
        assert!(hex(&fraction).ends_with("6454696d65c1fb41da55cd69600000"));
        let raw = sent(
            "eventbridgev2",
            "putRawEvents",
            r#"{"EventBusArn": "a", "Entries": [{"Data": {"k": [1, 2]}, "Metadata": {"who": "me"}}]}"#,
        );
        assert_eq!(
            hex(&raw),
            "a26b4576656e7442757341726e616167456e747269657381a264446174614b7b226b223a5b312c325d7d684d65746164617461a16377686f626d65"
        );
        let alert = sent(
            "cloudwatchomni",
            "createAlert",
            r#"{"SpaceId": "s", "Name": "n", "Rule": {"TelemetryRule": {"Condition":
                {"WarningThreshold": 2, "CriticalThreshold": 0.5}}}}"#,
        );
        // A token for repeated calls may stand before or behind it.
        assert!(hex(&alert).contains(
            "6472756c65a16d74656c656d6574727952756c65a169636f6e646974696f6ea2707761726e696e675468726573686f6c64fb400000000000000071637269746963616c5468726573686f6c64fb3fe0000000000000"
        ));
    }
}
