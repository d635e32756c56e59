//! Which values an API takes or gives beyond their kind: bounds of numbers and lengths, and lists of words.
//!
//! From the same models as the table. Where two structures with the same members have different bounds, nothing is claimed
//! of either.

use super::reader::Reader;
use super::shape::FIRST_SHAPE;
use super::{Service, ShapeRef};
use std::sync::OnceLock;

static BYTES: &[u8] = include_bytes!("aws-api-bounds.bin");
const MAGIC: &[u8] = b"SFAB\x01";

/// What a value may be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The least number, or the least length of a text or of bytes.
    pub least: Option<i64>,
    /// The greatest number or length.
    pub most: Option<i64>,
    /// The words that a text may be, where only some are allowed. AWS adds to them.
    pub words: Option<Vec<&'static str>>,
}

struct Table {
    /// Where the length of each text stands.
    texts: Vec<usize>,
    bounds: Vec<Slot>,
    /// In the order of the services' names.
    services: Vec<Entry>,
}

/// Bounds, taken apart when they are first asked for, and where they begin.
struct Slot {
    start: usize,
    decoded: OnceLock<Option<Bounds>>,
}

struct Entry {
    name: &'static str,
    part: &'static [u8],
    /// Shape, slot and number of the bounds, in this order.
    rows: OnceLock<Vec<(usize, usize, usize)>>,
}

impl Service {
    /// The bounds of a member of the structure `owner`, by its index, or of the items of a list or the values of a map
    /// (index 0).
    pub fn bounds(&self, owner: ShapeRef, index: usize) -> Option<&'static Bounds> {
        static TABLE: OnceLock<Option<Table>> = OnceLock::new();
        // The bytes are a constant, and a test reads all of them.
        let table = TABLE.get_or_init(Table::read).as_ref()?;
        let ShapeRef(number) = owner;
        let shape = number.checked_sub(FIRST_SHAPE)?;
        let at = table
            .services
            .binary_search_by(|entry| entry.name.cmp(self.name))
            .ok()?;
        let entry = &table.services[at];
        let rows = entry
            .rows
            .get_or_init(|| rows(entry.part).unwrap_or_default());
        let row = rows
            .binary_search_by_key(&(shape, index), |(shape, slot, _)| (*shape, *slot))
            .ok()?;
        table.bounds(rows[row].2)
    }
}

impl Table {
    /// `SFAB 01`, texts, bounds, services as in the table of the APIs. Bounds begin with a number of flags: whether there is
    /// a least (1) and a greatest (2), and the count of words plus one (from 4 on), 0 where any word may stand.
    fn read() -> Option<Self> {
        let mut reader = Reader::new(BYTES);
        if reader.take(MAGIC.len())? != MAGIC {
            return None;
        }
        let count = reader.int()?;
        let mut texts = Vec::with_capacity(count);
        for _ in 0..count {
            texts.push(reader.position());
            let length = reader.int()?;
            reader.take(length)?;
        }
        let count = reader.int()?;
        let mut bounds = Vec::with_capacity(count);
        for _ in 0..count {
            bounds.push(Slot {
                start: reader.position(),
                decoded: OnceLock::new(),
            });
            let flags = reader.int()?;
            let numbers = (flags & 1) + (flags >> 1 & 1) + (flags >> 2).saturating_sub(1);
            for _ in 0..numbers {
                reader.int()?;
            }
        }
        let count = reader.int()?;
        let mut heads = Vec::with_capacity(count);
        for _ in 0..count {
            heads.push((reader.text()?, reader.int()?));
        }
        let mut services = Vec::with_capacity(count);
        for (name, length) in heads {
            services.push(Entry {
                name,
                part: reader.take(length)?,
                rows: OnceLock::new(),
            });
        }
        reader.is_at_end().then_some(Self {
            texts,
            bounds,
            services,
        })
    }

    fn bounds(&self, number: usize) -> Option<&Bounds> {
        let slot = self.bounds.get(number)?;
        let decoded = slot.decoded.get_or_init(|| self.decode(slot.start));
        decoded.as_ref()
    }

    fn decode(&self, start: usize) -> Option<Bounds> {
        let mut reader = Reader::new(BYTES.get(start..)?);
        let flags = reader.int()?;
        let mut one = Bounds::default();
        if flags & 1 != 0 {
            one.least = Some(signed(reader.int()?)?);
        }
        if flags & 2 != 0 {
            one.most = Some(signed(reader.int()?)?);
        }
        if let Some(words) = (flags >> 2).checked_sub(1) {
            let words = (0..words).map(|_| {
                let at = *self.texts.get(reader.int()?)?;
                Reader::new(BYTES.get(at..)?).text()
            });
            one.words = Some(words.collect::<Option<_>>()?);
        }
        Some(one)
    }
}

fn rows(part: &'static [u8]) -> Option<Vec<(usize, usize, usize)>> {
    let mut reader = Reader::new(part);
    let count = reader.int()?;
    let mut rows = Vec::with_capacity(count);
    let mut shape = 0;
    for _ in 0..count {
        shape += reader.int()?;
        rows.push((shape, reader.int()?, reader.int()?));
    }
    reader.is_at_end().then_some(rows)
}

/// From an unsigned number: 0, -1, 1, -2, 2…
fn signed(number: usize) -> Option<i64> {
    let half = i64::try_from(number >> 1).ok()?;
    Some(if number & 1 == 0 { half } else { -half - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::api;

    fn of(service: &str, action: &str, output: bool, way: &[&str]) -> Bounds {
        let service = api::service(service).unwrap();
        let operation = service.operation(action).unwrap();
        let mut owner = if output {
            operation.output
        } else {
            operation.input
        }
        .unwrap();
        for (depth, name) in way.iter().enumerate() {
            let structure = service.structure(owner).unwrap();
            let index = structure
                .members
                .iter()
                .position(|member| member.name == *name)
                .unwrap();
            if depth + 1 == way.len() {
                return service.bounds(owner, index).cloned().unwrap_or_default();
            }
            owner = structure.members[index].shape;
        }
        Bounds::default()
    }

    #[test]
    fn every_part_can_be_read() {
        let table = Table::read().unwrap();
        let rows: usize = table
            .services
            .iter()
            .map(|entry| rows(entry.part).unwrap_or_else(|| panic!("{}", entry.name)))
            .map(|rows| {
                for (_, _, bounds) in &rows {
                    assert!(table.bounds(*bounds).is_some());
                }
                rows.len()
            })
            .sum();
        assert_eq!(rows, 83_582);
    }

    #[test]
    fn bounds_are_those_of_the_models() {
        // Recorded answers of TestState name three of these (test_state/field_validation_mode).
        let memory = of(
            "lambda",
            "getFunction",
            true,
            &["Configuration", "MemorySize"],
        );
        assert_eq!(memory.least, Some(128));
        assert!(memory.most.is_some_and(|most| most >= 10_240));
        let class = of("s3", "getObject", true, &["StorageClass"]);
        assert!(class.words.unwrap().contains(&"STANDARD_IA"));
        assert_eq!(
            of("kms", "encrypt", true, &["CiphertextBlob"]).least,
            Some(1)
        );
        assert_eq!(
            of("sqs", "sendMessage", false, &["MessageBody"]),
            Bounds::default()
        );
    }
}
