//! From the table of known results to shapes.

use super::shape::Field;
use super::{Origin, Shape, Size};
use crate::services::KnownShape;
use crate::value::Str;

impl Shape {
    /// A value of which the services' table tells.
    pub fn known(known: &KnownShape, origin: Origin) -> Self {
        match known {
            KnownShape::Anything | KnownShape::Instant => Self::unknown(Some(origin)),
            KnownShape::Text(least, most) => Self::string(Size::between(*least, *most)),
            KnownShape::LongText => Self::string(Size::at_least(2)),
            KnownShape::Number => Self::number(),
            KnownShape::Opaque(least, most) => {
                Self::any(Size::between(*least, *most), Some(origin))
            }
            KnownShape::List(item) => Self::array(Some(Self::known(item, origin)), 0, None),
            KnownShape::Object { members, open } => {
                let fields = members.iter().map(|member| {
                    let field = Field {
                        shape: Self::known(&member.shape, origin),
                        always: member.always,
                    };
                    (Str::from(member.name), field)
                });
                let rest = Size {
                    bounded: !open,
                    ..Size::ZERO
                };
                Self::object(fields.collect(), *open, rest, Some(origin))
            }
        }
    }
}
