//! Size and depth of values, remembered in arrays and objects so that asking again costs nothing.

use super::{Str, Value, write};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// How big a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// Bytes of its JSON text in UTF-8, which is what the payload quota of 262,144 counts.
    pub bytes: u64,
    /// Levels of arrays and objects: 0 for a scalar.
    pub depth: u32,
}

impl Value {
    /// Size and depth.
    pub fn measure(&self) -> Measure {
        match self {
            Self::Array(array) => array.cache().get_or(|| {
                let inner = array.iter().map(|item| (0, item.measure()));
                combine(inner, array.text())
            }),
            Self::Object(object) => object.cache().get_or(|| {
                let inner = object
                    .iter()
                    .map(|(key, value)| (write::string_size(key) + 1, value.measure()));
                combine(inner, object.text())
            }),
            scalar => Measure {
                bytes: write::scalar_size(scalar),
                depth: 0,
            },
        }
    }

    /// The same value without the texts it was read from: AWS keeps white space only of what passes through whole
    /// (recorded: scenarios/base_scenarios.map_state_nested, where the items of a Map come out compact).
    #[must_use]
    pub fn forget_text(&self) -> Self {
        match self {
            Self::Array(array) if self.has_text() => array.iter().map(Self::forget_text).collect(),
            Self::Object(object) if self.has_text() => Self::Object(
                object
                    .iter()
                    .map(|(key, value)| (key.clone(), value.forget_text()))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    fn has_text(&self) -> bool {
        match self {
            Self::Array(array) => array.text().is_some() || array.iter().any(Self::has_text),
            Self::Object(object) => object.text().is_some() || object.values().any(Self::has_text),
            _ => false,
        }
    }

    /// Bytes of the JSON text in UTF-8.
    pub fn size(&self) -> u64 {
        self.measure().bytes
    }
}

fn combine(inner: impl Iterator<Item = (u64, Measure)>, text: Option<&str>) -> Measure {
    let (mut bytes, mut depth, mut count) = (2, 0, 0_u64);
    for (key, measure) in inner {
        bytes += key + measure.bytes;
        depth = depth.max(measure.depth);
        count += 1;
    }
    Measure {
        bytes: text.map_or(bytes + count.saturating_sub(1), |text| text.len() as u64),
        depth: depth + 1,
    }
}

/// A [`Measure`] that is taken once. 0 means: not yet (no array or object has 0 bytes).
#[derive(Default)]
pub(super) struct Cache(AtomicU64);

const DEPTH_BITS: u32 = 24;

impl Cache {
    fn get_or(&self, take: impl FnOnce() -> Measure) -> Measure {
        let depth_mask = (1 << DEPTH_BITS) - 1;
        let known = self.0.load(Ordering::Relaxed);
        if known != 0 {
            return Measure {
                bytes: known >> DEPTH_BITS,
                depth: (known & depth_mask) as u32,
            };
        }
        let measure = take();
        let depth = u64::from(measure.depth).min(depth_mask);
        self.0
            .store(measure.bytes << DEPTH_BITS | depth, Ordering::Relaxed);
        measure
    }
}

impl Clone for Cache {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

/// The text that an array or object was read from: a part of the whole text, which is shared.
#[derive(Clone)]
pub(super) struct Text {
    pub(super) whole: Str,
    pub(super) range: Range<u32>,
}

impl Text {
    pub(super) fn as_str(&self) -> &str {
        &self.whole[self.range.start as usize..self.range.end as usize]
    }
}

#[cfg(test)]
mod tests {
    use crate::value::{Value, read};

    #[test]
    fn counts_the_text_that_was_read_and_compact_text_of_what_was_built() {
        let read = read("{\"a\": [1, 2], \"é\": \"\\n\"}").unwrap();
        assert_eq!(read.size(), "{\"a\": [1, 2], \"é\": \"\\n\"}".len() as u64);
        assert_eq!(read.get("a").unwrap().size(), 6);
        let built = Value::from(vec![read.get("a").unwrap().clone(), Value::from("\n")]);
        assert_eq!(built.to_json(), "[[1, 2],\"\\n\"]");
        assert_eq!(built.size(), built.to_json().len() as u64);
        assert_eq!(built.measure().depth, 2);
    }

    #[test]
    fn forgets_the_text_of_what_changes() {
        let mut value = read("[1, 2]").unwrap();
        let Value::Array(array) = &mut value else {
            unreachable!()
        };
        array.make_mut().push(Value::Null);
        assert_eq!(value.size(), 10);
        assert_eq!(value.to_json(), "[1,2,null]");
    }
}
