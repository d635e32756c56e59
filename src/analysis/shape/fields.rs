//! The members of an object's shape.

use super::Field;
use crate::value::Str;
use indexmap::IndexMap;

/// So many members lie in a row, where looking at each is faster than a hash of the name. More have a table.
const FEW: usize = 16;

/// Members by name, in the order in which they came. Two are equal whatever their order.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Fields(Kept);

#[derive(Clone, Debug)]
enum Kept {
    Few(Vec<(Str, Field)>),
    Many(IndexMap<Str, Field, foldhash::fast::FixedState>),
}

impl Fields {
    pub(in crate::analysis) fn len(&self) -> usize {
        match &self.0 {
            Kept::Few(list) => list.len(),
            Kept::Many(table) => table.len(),
        }
    }

    pub(in crate::analysis) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(in crate::analysis) fn get(&self, name: &str) -> Option<&Field> {
        match &self.0 {
            Kept::Few(list) => {
                let named = list.iter().find(|(known, _)| **known == *name);
                named.map(|(_, field)| field)
            }
            Kept::Many(table) => table.get(name),
        }
    }

    pub(in crate::analysis) fn get_mut(&mut self, name: &str) -> Option<&mut Field> {
        match &mut self.0 {
            Kept::Few(list) => {
                let named = list.iter_mut().find(|(known, _)| **known == *name);
                named.map(|(_, field)| field)
            }
            Kept::Many(table) => table.get_mut(name),
        }
    }

    pub(in crate::analysis) fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Sets a member. One that was there keeps its place.
    pub(in crate::analysis) fn insert(&mut self, name: impl AsRef<str> + Into<Str>, field: Field) {
        if let Some(known) = self.get_mut(name.as_ref()) {
            *known = field;
            return;
        }
        match &mut self.0 {
            Kept::Few(list) if list.len() < FEW => list.push((name.into(), field)),
            Kept::Few(list) => {
                let mut table: IndexMap<_, _, _> = std::mem::take(list).into_iter().collect();
                table.insert(name.into(), field);
                self.0 = Kept::Many(table);
            }
            Kept::Many(table) => {
                table.insert(name.into(), field);
            }
        }
    }

    /// Makes room for one member more and no others.
    pub(super) fn reserve_one(&mut self) {
        match &mut self.0 {
            Kept::Few(list) => list.reserve_exact(1),
            Kept::Many(table) => table.reserve_exact(1),
        }
    }

    pub(super) fn first(&self) -> Option<&Field> {
        match &self.0 {
            Kept::Few(list) => list.first().map(|(_, field)| field),
            Kept::Many(table) => table.first().map(|(_, field)| field),
        }
    }

    pub(in crate::analysis) fn retain(&mut self, mut keep: impl FnMut(&Str, &Field) -> bool) {
        match &mut self.0 {
            Kept::Few(list) => list.retain(|(name, field)| keep(name, field)),
            Kept::Many(table) => table.retain(|name, field| keep(name, field)),
        }
    }

    pub(in crate::analysis) fn iter(&self) -> impl Iterator<Item = (&Str, &Field)> {
        let (few, many) = match &self.0 {
            Kept::Few(list) => (list.as_slice(), None),
            Kept::Many(table) => (&[][..], Some(table)),
        };
        let few = few.iter().map(|(name, field)| (name, field));
        few.chain(many.into_iter().flatten())
    }

    pub(in crate::analysis) fn iter_mut(&mut self) -> impl Iterator<Item = (&Str, &mut Field)> {
        let (few, many) = match &mut self.0 {
            Kept::Few(list) => (list.as_mut_slice(), None),
            Kept::Many(table) => (&mut [][..], Some(table)),
        };
        let few = few.iter_mut().map(|(name, field)| (&*name, field));
        few.chain(many.into_iter().flatten())
    }
}

impl Default for Fields {
    fn default() -> Self {
        Self(Kept::Few(Vec::new()))
    }
}

impl PartialEq for Fields {
    fn eq(&self, other: &Self) -> bool {
        let same = |(name, field): (&Str, &Field)| other.get(name) == Some(field);
        self.len() == other.len() && self.iter().all(same)
    }
}

impl<N: AsRef<str> + Into<Str>> FromIterator<(N, Field)> for Fields {
    fn from_iter<I: IntoIterator<Item = (N, Field)>>(members: I) -> Self {
        let members = members.into_iter();
        let (least, _) = members.size_hint();
        let mut fields = Self(Kept::Few(Vec::with_capacity(least.min(FEW))));
        for (name, field) in members {
            fields.insert(name, field);
        }
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Shape;
    use proptest::prelude::*;

    proptest! {
        /// Few or many: the same as the table of the library.
        #[test]
        fn holds_what_a_table_holds(names in prop::collection::vec("[a-z]{1,2}", 0..60), kept in "[a-z]") {
            let field = |at| Field { shape: Shape::tuple(vec![Shape::number(); at]), always: true };
            let all = || names.iter().enumerate().map(|(at, name)| (Str::from(name.as_str()), field(at % 9)));
            let mut fields: Fields = all().collect();
            let mut table: IndexMap<Str, Field> = all().collect();
            prop_assert!(fields.iter().eq(table.iter()));
            let backwards: Fields = table.clone().into_iter().rev().collect();
            prop_assert_eq!(&fields, &backwards);
            fields.retain(|name, _| name.starts_with(&kept));
            table.retain(|name, _| name.starts_with(&kept));
            prop_assert!(fields.iter().eq(table.iter()));
            prop_assert_eq!(fields == backwards, table.len() == backwards.len());
            for name in &names {
                prop_assert_eq!(fields.get(name), table.get(name.as_str()));
            }
        }
    }
}
