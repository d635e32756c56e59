//! Built-in functions, as far as they can be told of from outside.

use super::functions::Builtin;

/// A built-in function.
#[derive(Clone, Copy, Debug)]
pub struct Function(pub(super) Builtin);

/// Type of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are JSON's own")]
pub enum ValueKind {
    String,
    Number,
    Boolean,
    Null,
    Object,
    Array,
}

/// What a function gives, by its signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultKind {
    /// A string, or nothing.
    String,
    /// A number, or nothing.
    Number,
    /// A boolean, or nothing.
    Boolean,
    /// Anything else.
    Other,
}

impl Function {
    /// Its name without `$`.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What it takes and gives, in JSONata's notation: `<s-nn?:s>`.
    pub fn signature(self) -> &'static str {
        self.0.signature
    }

    /// What it gives.
    pub fn result(self) -> ResultKind {
        let result = self.0.signature.rsplit_once(':').map(|(_, result)| result);
        match result {
            Some("s>") => ResultKind::String,
            Some("n>") => ResultKind::Number,
            Some("b>") => ResultKind::Boolean,
            _ => ResultKind::Other,
        }
    }

    /// Whether it takes an argument `at` (from 0) at all.
    pub fn has_room(self, at: usize) -> bool {
        let (_, most) = self.0.arguments();
        most.is_none_or(|most| at < most)
    }

    /// The argument (from 0) that it refuses, whatever those are of which no type is given.
    pub fn refuses(self, arguments: &[Option<ValueKind>]) -> Option<usize> {
        self.0.refuses(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::jsonata::functions;

    fn refuses(name: &str, arguments: &[Option<ValueKind>]) -> Option<usize> {
        Function(functions::find(name).unwrap()).refuses(arguments)
    }

    #[test]
    fn arguments_of_a_wrong_type_are_refused() {
        use ValueKind::{Array, Boolean, Number, Object, String};
        assert_eq!(refuses("length", &[Some(Number)]), Some(0));
        assert_eq!(refuses("length", &[Some(String)]), None);
        assert_eq!(refuses("length", &[None]), None);
        assert_eq!(
            refuses("substring", &[Some(String), Some(Boolean)]),
            Some(1)
        );
        assert_eq!(refuses("substring", &[None, Some(Boolean)]), Some(1));
        assert_eq!(refuses("sum", &[Some(String)]), Some(0));
        assert_eq!(refuses("sum", &[Some(Number)]), None);
        assert_eq!(refuses("sum", &[Some(Array)]), None);
        assert_eq!(refuses("count", &[Some(String)]), None);
        assert_eq!(refuses("merge", &[Some(Object)]), None);
        assert_eq!(refuses("merge", &[Some(String)]), Some(0));
        assert_eq!(refuses("string", &[Some(Object)]), None);
    }
}
