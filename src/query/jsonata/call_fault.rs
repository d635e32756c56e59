//! Calls of built-in functions that fail, or come to nothing, in every run: they have the wrong number of arguments.

use super::ast::{Call, Kind, Node};
use super::function::ValueKind;
use super::functions::{Builtin, HASHES};
use crate::value::{Str, Value};

/// Why a call of a built-in function cannot go well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallFault {
    /// Fewer arguments than any call has.
    TooFew {
        /// How many are given.
        given: usize,
        /// The least that it takes.
        least: usize,
    },
    /// More arguments than any call has.
    TooMany {
        /// How many are given.
        given: usize,
        /// The most that it takes.
        most: usize,
    },
    /// The first argument is left to the context, and there is none.
    NoContext {
        /// How many are given.
        given: usize,
        /// How many there must be.
        wanted: usize,
    },
    /// `$hash` is asked for an algorithm that it does not have.
    Algorithm(Str),
}

/// What is wrong with a call, to which `~>` hands `handed` arguments; `at_top` says that it has no context.
pub(super) fn find(
    function: Builtin,
    call: &Call,
    handed: usize,
    at_top: bool,
) -> Option<CallFault> {
    let given = call.arguments.len() + handed;
    let (least, most) = function.arguments();
    if given < least {
        return Some(CallFault::TooFew { given, least });
    }
    if let Some(most) = most.filter(|most| given > *most) {
        return Some(CallFault::TooMany { given, most });
    }
    let wanted = function.without_context();
    if at_top && given < wanted {
        let mut kinds = vec![None; handed];
        kinds.extend(call.arguments.iter().map(kind));
        // Where the arguments fit no other parameter, nothing can stand in.
        return Some(match function.refuses(&kinds) {
            Some(_) => CallFault::TooFew {
                given,
                least: wanted,
            },
            None => CallFault::NoContext { given, wanted },
        });
    }
    let algorithm = call.arguments.last()?;
    match &algorithm.kind {
        Kind::Literal(Value::String(name))
            if function.name == "hash" && !HASHES.contains(&&**name) =>
        {
            Some(CallFault::Algorithm(name.clone()))
        }
        _ => None,
    }
}

/// The type of what is written out.
fn kind(node: &Node) -> Option<ValueKind> {
    match &node.kind {
        Kind::Literal(Value::String(_)) | Kind::Concat(_) => Some(ValueKind::String),
        Kind::Literal(Value::Number(_)) => Some(ValueKind::Number),
        Kind::Literal(Value::Bool(_)) => Some(ValueKind::Boolean),
        Kind::Literal(Value::Null) => Some(ValueKind::Null),
        Kind::Array(_) => Some(ValueKind::Array),
        Kind::Object(_) => Some(ValueKind::Object),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::jsonata::Expression;

    fn fault(text: &str) -> Option<CallFault> {
        let expression = Expression::parse(text).unwrap();
        let calls = &expression.analysis().calls;
        calls.iter().find_map(|call| call.fault.clone())
    }

    /// The signatures of JSONata 2.0.6; those of AWS's own functions are in its guide ("Transforming data with JSONata").
    #[test]
    fn a_wrong_number_of_arguments_is_found() {
        let few = |given, least| Some(CallFault::TooFew { given, least });
        for (text, given, least) in [
            ("$map([1])", 1, 2),
            ("$filter([1])", 1, 2),
            ("$hash()", 0, 1),
            ("$partition([1])", 1, 2),
            ("$range(1)", 1, 2),
            ("$exists()", 0, 1),
            ("$merge()", 0, 1),
            ("$substring('a')", 1, 2),
            ("$states.input.($map($))", 1, 2),
        ] {
            assert_eq!(fault(text), few(given, least), "{text}");
        }
        let many = fault("$count([1], 2)");
        assert_eq!(many, Some(CallFault::TooMany { given: 2, most: 1 }));
        let none = fault("$uppercase()");
        let expected = CallFault::NoContext {
            given: 0,
            wanted: 1,
        };
        assert_eq!(none, Some(expected));
    }

    #[test]
    fn what_a_path_or_a_chain_hands_in_counts() {
        for text in [
            "$states.input.name.$substring(1)",
            "$states.input.name ~> $substring(1)",
            "$states.input.names.$uppercase()",
            "$states.input.names[$length() > 2]",
            "$states.input.list ~> $map(function($x) { $x })",
            "$states.input.list ~> $count()",
            "'a' ~> $hash('SHA-256')",
            "$now()",
            "$zip([1], [2], [3])",
            "($length := function() { 1 }; $length())",
        ] {
            assert_eq!(fault(text), None, "{text}");
        }
    }

    #[test]
    fn algorithms_of_hash_are_known() {
        let unknown = Some(CallFault::Algorithm("SHA256".into()));
        assert_eq!(fault("$hash('a', 'SHA256')"), unknown);
        assert_eq!(fault("'a' ~> $hash('SHA256')"), unknown);
        assert_eq!(fault("$hash('a', 'MD5')"), None);
        assert_eq!(fault("$hash('a', $states.input.how)"), None);
    }
}
