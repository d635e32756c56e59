//! The built-in functions: JSONata 2.0.6 without `$eval`, and what AWS adds.

mod aggregate;
mod array;
mod aws;
mod encoding;
mod higher_order;
mod java_random;
mod matching;
mod numeric;
mod object;
mod string;
mod time;

pub use aws::HASHES;

use super::error::Fallible;
use super::eval::{Evaluator, Outcome};
use super::function::ValueKind;
use super::signature::Signature;
use super::val::Val;
use std::fmt;
use std::sync::OnceLock;

/// What runs: the evaluator, the arguments as the signature shaped them, the context.
type Run = for<'a> fn(&Evaluator<'a>, Arguments<'a>, &Val<'a>) -> Outcome<'a>;

/// A built-in function.
pub(super) type Builtin = &'static Definition;

/// What is known of a built-in function.
pub(super) struct Definition {
    /// Without `$`.
    pub(super) name: &'static str,
    /// What it takes, in JSONata's notation.
    pub(super) signature: &'static str,
    /// How many arguments a higher-order function hands it.
    pub(super) arity: usize,
    /// How many parameters it declares, which is what a partial application can leave open.
    pub(super) parameters: usize,
    run: Run,
    parsed: OnceLock<Signature>,
}

impl fmt::Debug for Definition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "${}", self.name)
    }
}

impl Definition {
    const fn new(name: &'static str, signature: &'static str, arity: usize, run: Run) -> Self {
        Self {
            name,
            signature,
            arity,
            parameters: arity,
            run,
            parsed: OnceLock::new(),
        }
    }

    const fn with_parameters(mut self, parameters: usize) -> Self {
        self.parameters = parameters;
        self
    }

    /// The least and the most arguments that a call can have; no most where a parameter repeats.
    pub(super) fn arguments(&self) -> (usize, Option<usize>) {
        self.parsed().arguments()
    }

    /// The argument (from 0) that no call can have, whatever those are of which no type is given.
    pub(super) fn refuses(&self, arguments: &[Option<ValueKind>]) -> Option<usize> {
        self.parsed().refuses(arguments)
    }

    /// The least arguments of a call where no context stands in for one.
    pub(super) fn without_context(&self) -> usize {
        self.parsed().without_context()
    }

    fn parsed(&self) -> &Signature {
        self.parsed
            .get_or_init(|| Signature::parse(self.signature).unwrap_or_default())
    }

    pub(super) fn call<'a>(
        &self,
        evaluator: &Evaluator<'a>,
        mut arguments: Vec<Val<'a>>,
        context: &Val<'a>,
    ) -> Outcome<'a> {
        self.parsed().validate(&mut arguments, context)?;
        (self.run)(evaluator, Arguments(arguments), context)
    }
}

/// The function `$name`.
pub(super) fn find(name: &str) -> Option<Builtin> {
    let at = TABLE
        .binary_search_by(|definition| definition.name.cmp(name))
        .ok()?;
    TABLE.get(at)
}

/// All functions, by name.
pub(super) fn all() -> &'static [Definition] {
    &TABLE
}

/// Arguments of a call.
struct Arguments<'a>(Vec<Val<'a>>);

impl<'a> Arguments<'a> {
    /// Takes argument `at` (from 0); nothing where there is none.
    fn take(&mut self, at: usize) -> Val<'a> {
        self.0.get_mut(at).map_or(Val::Undefined, |value| {
            std::mem::replace(value, Val::Undefined)
        })
    }

    fn get(&self, at: usize) -> &Val<'a> {
        self.0.get(at).unwrap_or(&Val::Undefined)
    }

    fn number(&self, at: usize) -> Option<f64> {
        self.get(at).number()
    }

    fn text(&self, at: usize) -> Option<&crate::value::Str> {
        self.get(at).text()
    }

    /// The function that argument `at` is.
    fn function(&self, at: usize) -> Fallible<super::eval::Func<'a>> {
        match self.get(at) {
            Val::Func(function) => Ok(function.clone()),
            _ => Err(super::error::Open::new("T0410").value("index", (at + 1).to_string())),
        }
    }
}

static TABLE: [Definition; 69] = [
    Definition::new("abs", "<n-:n>", 1, numeric::abs),
    Definition::new("append", "<xx:a>", 2, array::append),
    Definition::new("assert", "<bs?:x>", 2, object::assert),
    Definition::new("average", "<a<n>:n>", 1, aggregate::average),
    Definition::new("base64decode", "<s-:s>", 1, encoding::base64_decode),
    Definition::new("base64encode", "<s-:s>", 1, encoding::base64_encode),
    Definition::new("boolean", "<x-:b>", 1, object::boolean),
    Definition::new("ceil", "<n-:n>", 1, numeric::ceil),
    Definition::new("clone", "<(oa)-:o>", 1, object::clone),
    Definition::new("contains", "<s-(sf):b>", 2, matching::contains),
    Definition::new("count", "<a:n>", 1, aggregate::count),
    Definition::new("decodeUrl", "<s-:s>", 1, encoding::decode_url),
    Definition::new(
        "decodeUrlComponent",
        "<s-:s>",
        1,
        encoding::decode_url_component,
    ),
    Definition::new("distinct", "<x:x>", 1, array::distinct),
    Definition::new("each", "<o-f:a>", 2, higher_order::each),
    Definition::new("encodeUrl", "<s-:s>", 1, encoding::encode_url),
    Definition::new(
        "encodeUrlComponent",
        "<s-:s>",
        1,
        encoding::encode_url_component,
    ),
    Definition::new("error", "<s?:x>", 1, object::error),
    Definition::new("exists", "<x:b>", 1, object::exists),
    Definition::new("filter", "<af>", 2, higher_order::filter),
    Definition::new("floor", "<n-:n>", 1, numeric::floor),
    Definition::new("formatBase", "<n-n?:s>", 2, numeric::format_base),
    Definition::new("formatInteger", "<n-s:s>", 2, time::format_integer),
    Definition::new("formatNumber", "<n-so?:s>", 3, numeric::format_number),
    Definition::new("fromMillis", "<n-s?s?:s>", 3, time::from_millis),
    Definition::new("hash", "<s-s:s>", 2, aws::hash),
    Definition::new("join", "<a<s>s?:s>", 2, string::join),
    Definition::new("keys", "<x-:a<s>>", 1, object::keys),
    Definition::new("length", "<s-:n>", 1, string::length),
    Definition::new("lookup", "<x-s:x>", 2, object::lookup),
    Definition::new("lowercase", "<s-:s>", 1, string::lowercase),
    Definition::new("map", "<af>", 2, higher_order::map),
    Definition::new("match", "<s-f<s:o>n?:a<o>>", 3, matching::find),
    Definition::new("max", "<a<n>:n>", 1, aggregate::max),
    Definition::new("merge", "<a<o>:o>", 1, object::merge),
    Definition::new("millis", "<:n>", 0, time::millis),
    Definition::new("min", "<a<n>:n>", 1, aggregate::min),
    Definition::new("not", "<x-:b>", 1, object::not),
    Definition::new("now", "<s?s?:s>", 2, time::now),
    Definition::new("number", "<(nsb)-:n>", 1, numeric::number),
    Definition::new("pad", "<s-ns?:s>", 3, string::pad),
    Definition::new("parse", "<s-:x>", 1, aws::parse),
    Definition::new("parseInteger", "<s-s:n>", 2, time::parse_integer),
    Definition::new("partition", "<an:a<a>>", 2, aws::partition),
    Definition::new("power", "<n-n:n>", 2, numeric::power),
    Definition::new("random", "<n?:n>", 0, aws::random),
    Definition::new("range", "<nnn?:a<n>>", 3, aws::range),
    Definition::new("reduce", "<afj?:j>", 3, higher_order::reduce),
    Definition::new("replace", "<s-(sf)(sf)n?:s>", 4, matching::replace),
    Definition::new("reverse", "<a:a>", 1, array::reverse),
    Definition::new("round", "<n-n?:n>", 2, numeric::round),
    Definition::new("shuffle", "<a:a>", 1, array::shuffle),
    Definition::new("sift", "<o-f?:o>", 2, higher_order::sift),
    Definition::new("single", "<af?>", 2, higher_order::single),
    Definition::new("sort", "<af?:a>", 2, array::sort),
    Definition::new("split", "<s-(sf)n?:a<s>>", 3, matching::split),
    Definition::new("spread", "<x-:a<o>>", 1, object::spread),
    Definition::new("sqrt", "<n-:n>", 1, numeric::sqrt),
    Definition::new("string", "<x-b?:s>", 1, string::string).with_parameters(2),
    Definition::new("substring", "<s-nn?:s>", 3, string::substring),
    Definition::new("substringAfter", "<s-s:s>", 2, string::substring_after),
    Definition::new("substringBefore", "<s-s:s>", 2, string::substring_before),
    Definition::new("sum", "<a<n>:n>", 1, aggregate::sum),
    Definition::new("toMillis", "<s-s?:n>", 2, time::to_millis),
    Definition::new("trim", "<s-:s>", 1, string::trim),
    Definition::new("type", "<x:s>", 1, object::kind),
    Definition::new("uppercase", "<s-:s>", 1, string::uppercase),
    Definition::new("uuid", "<:s>", 0, aws::uuid),
    Definition::new("zip", "<a+>", 0, array::zip),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_its_signatures_parse() {
        assert!(TABLE.is_sorted_by_key(|definition| definition.name));
        for definition in &TABLE {
            assert!(
                Signature::parse(definition.signature).is_ok(),
                "{}",
                definition.name
            );
        }
        assert!(find("eval").is_none(), "AWS has no $eval");
    }
}
