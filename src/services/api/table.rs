//! The table itself: where each text and each service lies in the embedded bytes.
//!
//! `SFAM 01`, the number of texts, each text with its length, the number of services, each service's name with the
//! length of its part, and the parts. All integers are LEB128. A text is named by its number, counted from 1; 0 is none.

use super::reader::Reader;
use super::{Service, decode};
use std::sync::OnceLock;

/// 3.0 MB, not compressed: the pages that are not used are never read from the disk, so a start costs nothing.
static BYTES: &[u8] = include_bytes!("aws-apis.bin");
const MAGIC: &[u8] = b"SFAM\x01";

/// Where everything lies.
pub(super) struct Table {
    /// Where the length of each text stands.
    texts: Vec<u32>,
    /// In the order of their names.
    services: Vec<Entry>,
}

/// A service, which is taken apart when it is first asked for.
struct Entry {
    name: &'static str,
    part: &'static [u8],
    decoded: OnceLock<Option<Service>>,
}

/// The table of the embedded bytes.
pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(|| {
        // The bytes are a constant, and a test decodes all of them.
        Table::new().unwrap_or(Table {
            texts: Vec::new(),
            services: Vec::new(),
        })
    })
}

impl Table {
    fn new() -> Option<Self> {
        let mut reader = Reader::new(BYTES);
        if reader.take(MAGIC.len())? != MAGIC {
            return None;
        }
        let count = reader.int()?;
        let mut texts = Vec::with_capacity(count);
        for _ in 0..count {
            texts.push(u32::try_from(reader.position()).ok()?);
            let length = reader.int()?;
            reader.take(length)?;
        }
        let count = reader.int()?;
        let mut names = Vec::with_capacity(count);
        for _ in 0..count {
            names.push((reader.text()?, reader.int()?));
        }
        let mut services = Vec::with_capacity(count);
        for (name, length) in names {
            services.push(Entry {
                name,
                part: reader.take(length)?,
                decoded: OnceLock::new(),
            });
        }
        Some(Self { texts, services })
    }

    /// The text of a number that is not 0.
    pub(super) fn text(&self, number: usize) -> Option<&'static str> {
        let at = *self.texts.get(number.checked_sub(1)?)? as usize;
        Reader::new(BYTES.get(at..)?).text()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + use<'_> {
        self.services.iter().map(|entry| entry.name)
    }

    pub(super) fn service(&'static self, name: &str) -> Option<&'static Service> {
        let at = self
            .services
            .binary_search_by(|entry| entry.name.cmp(name))
            .ok()?;
        let entry = &self.services[at];
        entry
            .decoded
            .get_or_init(|| decode::service(self, entry.name, entry.part))
            .as_ref()
    }

    /// The service that the AWS CLI and the older SDKs know as `name`: `logs`, `stepfunctions`.
    pub(super) fn by_cli_name(&self, name: &str) -> Option<&'static str> {
        let mut entries = self.services.iter();
        let found = entries.find(|entry| {
            // The name is the first thing in the part, so that nothing else need be read.
            let number = Reader::new(entry.part).int();
            number.and_then(|number| self.text(number)) == Some(name)
        })?;
        Some(found.name)
    }
}
