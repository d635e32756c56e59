//! From the bytes of one service to its description.

use super::reader::Reader;
use super::service::{Endpoint, Protocol, Signature};
use super::shape::{List, Location, Map, Member, Shape, ShapeRef, Structure};
use super::shapes::Shapes;
use super::table::{Table, table};
use super::{ModelledError, Operation, Service};
use crate::value::{self, Value};

struct Decoder<'a> {
    table: &'a Table,
    part: &'static [u8],
    reader: Reader,
}

/// The service `name`, whose part of the table is `bytes`. Nothing where the bytes are not well formed.
pub(super) fn service(table: &Table, name: &'static str, bytes: &'static [u8]) -> Option<Service> {
    let mut decoder = Decoder {
        table,
        part: bytes,
        reader: Reader::new(bytes),
    };
    let service = decoder.service(name)?;
    decoder.reader.is_at_end().then_some(service)
}

/// The shape that `bytes` begin with.
pub(super) fn shape(bytes: &'static [u8]) -> Option<Shape> {
    let mut decoder = Decoder {
        table: table(),
        part: bytes,
        reader: Reader::new(bytes),
    };
    decoder.shape()
}

impl Decoder<'_> {
    fn int(&mut self) -> Option<usize> {
        self.reader.int()
    }

    /// A text that may be absent: the outer option is about the bytes, the inner about the text.
    fn optional(&mut self) -> Option<Option<&'static str>> {
        match self.int()? {
            0 => Some(None),
            number => Some(Some(self.table.text(number)?)),
        }
    }

    fn text(&mut self) -> Option<&'static str> {
        self.optional()?
    }

    fn many<T>(
        &mut self,
        count: usize,
        mut one: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        (0..count).map(|_| one(self)).collect()
    }

    fn service(&mut self, name: &'static str) -> Option<Service> {
        let cli_name = self.text()?;
        let id = self.text()?;
        let error_prefix = self.text()?;
        let endpoint_prefix = self.text()?;
        let signing_name = self.text()?;
        let signature = signature(self.text()?)?;
        let protocol = protocol(self.text()?)?;
        let json_version = self.optional()?;
        let target_prefix = self.optional()?;
        let api_version = self.optional()?;
        let xml_namespace = self.optional()?;
        // What the service speaks beside its protocol: nobody needs it.
        self.int()?;
        let endpoints = match self.optional()? {
            Some(json) => endpoints(&value::read(json).ok()?)?,
            None => Vec::new(),
        };
        let count = self.int()?;
        let mut operations = self.many(count, Self::operation)?;
        operations.sort_by_key(|operation| operation.name);
        let count = self.int()?;
        let starts = self.many(count, |decoder| {
            let start = decoder.reader.position();
            decoder.pass_shape()?;
            Some(start)
        })?;
        let shapes = Shapes::new(self.part, starts);
        Some(Service {
            name,
            cli_name,
            id,
            error_prefix,
            endpoint_prefix,
            signing_name,
            signature,
            protocol,
            json_version,
            target_prefix,
            api_version,
            xml_namespace,
            endpoints,
            operations,
            shapes,
        })
    }

    fn operation(&mut self) -> Option<Operation> {
        let name = self.text()?;
        let method = self.text()?;
        let uri = self.text()?;
        let input = self.int()?.checked_sub(1).map(ShapeRef);
        let output = self.int()?.checked_sub(1).map(ShapeRef);
        let flags = self.int()?;
        let [result_wrapper, input_element, input_namespace, host_prefix] = if flags & 1 != 0 {
            [
                self.optional()?,
                self.optional()?,
                self.optional()?,
                self.optional()?,
            ]
        } else {
            [None; 4]
        };
        let is = |bit: usize| flags & (bit << 1) != 0;
        let count = self.int()?;
        let errors = self.many(count, |decoder| {
            let number = decoder.int()?;
            let shape = decoder.table.text(number >> 1)?;
            let code = match number & 1 {
                0 => None,
                _ => Some(decoder.text()?),
            };
            Some(ModelledError { shape, code })
        })?;
        Some(Operation {
            name,
            method,
            uri,
            input,
            output,
            errors,
            result_wrapper,
            input_element,
            input_namespace,
            host_prefix,
            streams_output: is(1),
            streams_input: is(2),
            unauthenticated: is(4),
            unsigned_payload: is(8),
            checksum_required: is(16),
            deprecated: is(32),
        })
    }

    fn shape(&mut self) -> Option<Shape> {
        let head = self.int()?;
        Some(match head & 3 {
            0 => Shape::Structure(Structure {
                members: self.many(head >> 2, Self::member)?,
            }),
            1 => Shape::List(List {
                item: ShapeRef(self.int()?),
                flattened: self.int()? != 0,
                item_name: self.optional()?,
            }),
            2 => Shape::Map(Map {
                key: ShapeRef(self.int()?),
                value: ShapeRef(self.int()?),
                flattened: self.int()? != 0,
                key_name: self.optional()?,
                value_name: self.optional()?,
            }),
            _ => return None,
        })
    }

    /// Goes past a shape, as [`Self::shape`] does.
    fn pass_shape(&mut self) -> Option<()> {
        let head = self.int()?;
        match head & 3 {
            0 => {
                for _ in 0..head >> 2 {
                    let _name = self.int()?;
                    let has_more = self.int()? & 1 != 0;
                    self.pass(if has_more { 4 } else { 0 })?;
                }
                Some(())
            }
            1 => self.pass(3),
            2 => self.pass(5),
            _ => None,
        }
    }

    /// Goes past so many numbers.
    fn pass(&mut self, numbers: usize) -> Option<()> {
        (0..numbers).try_for_each(|_| self.int().map(drop))
    }

    fn member(&mut self) -> Option<Member> {
        let name = self.text()?;
        let head = self.int()?;
        let (mut flags, mut location, mut wire_name, mut namespace) =
            ((head >> 1) & 1, 0, None, None);
        if head & 1 != 0 {
            flags = self.int()?;
            location = self.int()?;
            wire_name = self.optional()?;
            namespace = self.optional()?;
        }
        Some(Member {
            name,
            shape: ShapeRef(head >> 2),
            required: flags & 1 != 0,
            idempotency_token: flags & 2 != 0,
            xml_attribute: flags & 4 != 0,
            flattened: flags & 8 != 0,
            payload: flags & 16 != 0,
            host_label: flags & 32 != 0,
            location: match location {
                0 => Location::Body,
                1 => Location::Uri,
                2 => Location::Query,
                3 => Location::Header,
                4 => Location::HeaderPrefix,
                5 => Location::StatusCode,
                _ => return None,
            },
            given_wire_name: wire_name,
            xml_namespace: namespace,
        })
    }
}

fn protocol(name: &str) -> Option<Protocol> {
    Some(match name {
        "json" => Protocol::Json,
        "rest-json" => Protocol::RestJson,
        "rest-xml" => Protocol::RestXml,
        "query" => Protocol::Query,
        "ec2" => Protocol::Ec2,
        "smithy-rpc-v2-cbor" => Protocol::Cbor,
        _ => return None,
    })
}

fn signature(name: &str) -> Option<Signature> {
    Some(match name {
        "v4" => Signature::V4,
        "s3" | "s3v4" => Signature::S3,
        "v2" => Signature::V2,
        "bearer" => Signature::Bearer,
        _ => return None,
    })
}

/// `{"aws": ["https://iam.amazonaws.com", null, "us-east-1"]}`: partition or region to template, signing name and region.
fn endpoints(value: &Value) -> Option<Vec<Endpoint>> {
    let rows = value.as_object()?.iter().map(|(place, row)| {
        let [template, name, region] = row.as_array()?.iter().collect::<Vec<_>>()[..] else {
            return None;
        };
        let text = |value: &Value| value.as_str().map(ToString::to_string);
        Some(Endpoint {
            place: place.to_string(),
            template: text(template)?,
            signing_name: text(name),
            signing_region: text(region),
        })
    });
    rows.collect()
}
