//! What is known of a value that a service gives.

/// What is known of a result, or of a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KnownShape {
    /// Any value, of which nothing is known.
    Anything,
    /// A string whose JSON text, quotes included, has so many bytes, at least and at most.
    Text(u64, u64),
    /// A string of any length.
    LongText,
    /// A number.
    Number,
    /// An instant. A service gives a number or a text; in a mocked result TestState takes a text only (recorded:
    /// test_state/field_validation_mode.strict_mode_sfn_task~wrong_timestamp_type_number).
    Instant,
    /// An object that no rule looks into, with so many bytes of JSON text, at least and at most.
    Opaque(u64, u64),
    /// An array of values that look alike.
    List(&'static Self),
    /// An object.
    Object {
        /// Its members.
        members: &'static [Member],
        /// Whether it may have others.
        open: bool,
    },
}

/// A member of a known object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub shape: KnownShape,
    /// Whether it is always there.
    pub always: bool,
}

pub(super) const fn always(name: &'static str, shape: KnownShape) -> Member {
    Member {
        name,
        shape,
        always: true,
    }
}

pub(super) const fn sometimes(name: &'static str, shape: KnownShape) -> Member {
    Member {
        name,
        shape,
        always: false,
    }
}

pub(super) const fn closed(members: &'static [Member]) -> KnownShape {
    KnownShape::Object {
        members,
        open: false,
    }
}

pub(super) const fn open(members: &'static [Member]) -> KnownShape {
    KnownShape::Object {
        members,
        open: true,
    }
}
