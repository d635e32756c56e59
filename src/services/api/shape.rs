//! What values look like.

use super::Spelling;

/// A shape of a service, as members, lists and operations refer to it. See [`super::Service::shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ShapeRef(pub(super) usize);

/// What a value looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A value without parts.
    Scalar(Scalar),
    /// An object with given members.
    Structure(Structure),
    /// An array.
    List(List),
    /// An object with any keys.
    Map(Map),
}

/// A value without parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// A text. Texts of which only some are allowed are not told apart.
    String,
    /// `true` or `false`
    Boolean,
    /// A whole number of 32 bits.
    Integer,
    /// A whole number of 64 bits.
    Long,
    /// A number of 32 bits.
    Float,
    /// A number of 64 bits.
    Double,
    /// Bytes, base64 on the wire unless they are the whole body.
    Blob,
    /// Bytes that are the whole body and may be many.
    StreamingBlob,
    /// An instant.
    Timestamp(TimestampFormat),
    /// Any JSON value.
    Document,
    /// A JSON value that goes base64-encoded into a header.
    JsonInHeader,
}

/// How an instant stands on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimestampFormat {
    /// As the protocol and the place have it.
    Default,
    /// `2026-01-02T03:04:05Z`
    Iso8601,
    /// Seconds since 1970.
    Unix,
    /// `Fri, 02 Jan 2026 03:04:05 GMT`
    HttpDate,
}

/// An object with given members.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Structure {
    /// In the order of the model.
    pub members: Vec<Member>,
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// As the API names it: `queueUrl`. [`Spelling::member`] gives the name that Step Functions uses.
    pub name: &'static str,
    /// What it looks like.
    pub shape: ShapeRef,
    /// Whether the model requires it.
    pub required: bool,
    /// Whether a client fills it with a random UUID where it is absent.
    pub idempotency_token: bool,
    /// Whether it is an attribute of the element (XML).
    pub xml_attribute: bool,
    /// Whether the list or map has no element around it (XML).
    pub flattened: bool,
    /// Whether it is the whole body.
    pub payload: bool,
    /// Whether it goes into the host prefix.
    pub host_label: bool,
    /// Where it stands in the request or response.
    pub location: Location,
    /// Its name on the wire where the model gives one.
    pub given_wire_name: Option<&'static str>,
    /// Its XML namespace.
    pub xml_namespace: Option<&'static str>,
}

/// Where a member stands in a request or response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Location {
    /// In the body.
    Body,
    /// In the path.
    Uri,
    /// In the query.
    Query,
    /// In a header.
    Header,
    /// A map of headers that begin with the wire name.
    HeaderPrefix,
    /// The status code.
    StatusCode,
}

/// An array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// What its items look like.
    pub item: ShapeRef,
    /// Whether it has no element around it (XML, query).
    pub flattened: bool,
    /// The name of an item's element where it is not `member`.
    pub item_name: Option<&'static str>,
}

/// An object with any keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// What its keys look like.
    pub key: ShapeRef,
    /// What its values look like.
    pub value: ShapeRef,
    /// Whether it has no element around it (XML, query).
    pub flattened: bool,
    /// The name of a key's element where it is not `key`.
    pub key_name: Option<&'static str>,
    /// The name of a value's element where it is not `value`.
    pub value_name: Option<&'static str>,
}

impl Structure {
    /// The member that the API names `name`.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.members.iter().find(|member| member.name == name)
    }

    /// The member that Step Functions spells `name`.
    pub fn parameter(&self, name: &str, spelling: Spelling) -> Option<&Member> {
        self.members
            .iter()
            .find(|member| spelling.is(member.name, name))
    }

    /// The member that is the whole body.
    pub fn payload(&self) -> Option<&Member> {
        self.members.iter().find(|member| member.payload)
    }

    /// The members that are required.
    pub fn required(&self) -> impl Iterator<Item = &Member> {
        self.members.iter().filter(|member| member.required)
    }
}

impl Member {
    /// Its name on the wire.
    pub fn wire_name(&self) -> &'static str {
        self.given_wire_name.unwrap_or(self.name)
    }
}

impl Shape {
    /// The members, of a structure.
    pub fn as_structure(&self) -> Option<&Structure> {
        match self {
            Self::Structure(structure) => Some(structure),
            _ => None,
        }
    }

    /// The scalar, of a value without parts.
    pub fn as_scalar(&self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(*scalar),
            _ => None,
        }
    }
}

/// References below this number are scalars; the others count from here.
pub(super) const FIRST_SHAPE: usize = SCALARS.len() + 2;

/// The scalars in the order of their references.
pub(super) static SCALARS: [Shape; 14] = [
    Shape::Scalar(Scalar::String),
    Shape::Scalar(Scalar::Boolean),
    Shape::Scalar(Scalar::Integer),
    Shape::Scalar(Scalar::Long),
    Shape::Scalar(Scalar::Float),
    Shape::Scalar(Scalar::Double),
    Shape::Scalar(Scalar::Blob),
    Shape::Scalar(Scalar::Timestamp(TimestampFormat::Default)),
    Shape::Scalar(Scalar::Timestamp(TimestampFormat::Iso8601)),
    Shape::Scalar(Scalar::Timestamp(TimestampFormat::Unix)),
    Shape::Scalar(Scalar::Timestamp(TimestampFormat::HttpDate)),
    Shape::Scalar(Scalar::Document),
    Shape::Scalar(Scalar::StreamingBlob),
    Shape::Scalar(Scalar::JsonInHeader),
];
