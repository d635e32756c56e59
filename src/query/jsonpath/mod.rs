//! JSONPath as AWS Step Functions speaks it: Jayway json-path 2.0.0 of March 2015, quirks and messages included.
//!
//! It is neither RFC 9535 nor today's Jayway: 35 of 35 outcomes seen on AWS agree with 2.0.0, half of them with later
//! versions. To it come the roots that Step Functions adds: `$$` for the context object and `$name` for a variable.

mod compare;
mod error;
mod evaluate;
mod filter;
mod message;
mod parse;
mod parse_filter;
mod reference_path;
mod step;

pub use error::{PathError, PathErrorKind, PathSyntaxError};
pub use filter::{Comparison, Filter, Operand, Operator, Test};
pub use reference_path::{ReferencePath, ResultPathError};
pub use step::{Step, StepKind};

use super::Environment;
use crate::value::{Str, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// A compiled path. Clones share.
#[derive(Clone, Debug, PartialEq)]
pub struct Path(Arc<Compiled>);

#[derive(Debug, PartialEq)]
struct Compiled {
    text: Str,
    root: Root,
    steps: Steps,
}

/// The steps of a path or of an operand in a filter.
#[derive(Clone, Debug, PartialEq)]
struct Steps {
    list: Box<[Step]>,
    /// From this one on all steps are definite. 0: the path is.
    definite_from: usize,
}

impl Steps {
    fn new(list: Vec<Step>) -> Self {
        let indefinite = list.iter().rposition(|step| !step.kind.is_definite());
        Self {
            list: list.into(),
            definite_from: indefinite.map_or(0, |at| at + 1),
        }
    }

    fn is_definite(&self) -> bool {
        self.definite_from == 0
    }

    /// Whether a name that is missing at step `at`, and is not the last, is passed over in silence. Jayway means to ask
    /// whether the steps before are definite, but asks for all from the one before on, up to the end.
    fn skips_missing(&self, at: usize) -> bool {
        at.saturating_sub(1) < self.definite_from
    }
}

/// Where a path starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    /// `$.a`: the input, result or whatever the field looks at.
    Input,
    /// `$$.a`: the context object.
    Context,
    /// `$name.a`: a variable, by its name without `$`.
    Variable(Str),
}

impl Path {
    /// Compiles a path.
    ///
    /// # Errors
    /// Where the text is no path. What Jayway refuses only in use (`$.x.length()`, `[-1]`) compiles. Jayway takes `a` for
    /// `$.a`; Step Functions does not (`SCHEMA_VALIDATION_FAILED`: `must be a valid JSONPath`).
    pub fn parse(text: &str) -> Result<Self, PathSyntaxError> {
        let (root, steps) = parse::path(text)?;
        Ok(Self(Arc::new(Compiled {
            text: text.into(),
            root,
            steps,
        })))
    }

    /// The text it was compiled from.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Where it starts.
    pub fn root(&self) -> &Root {
        &self.0.root
    }

    /// Whether it gives one value (or an error), and not a list.
    pub fn is_definite(&self) -> bool {
        self.0.steps.is_definite()
    }

    /// The steps from the root on.
    pub fn steps(&self) -> &[Step] {
        &self.0.steps.list
    }

    /// Whether it is `$`, `$$` or `$name` alone.
    pub fn is_whole(&self) -> bool {
        self.steps().is_empty()
    }

    /// The value in an environment: of the input, the context object or a variable. A definite path borrows it; any
    /// other gives an array of what it finds.
    ///
    /// # Errors
    /// Where there is no such value or variable.
    pub fn evaluate<'v>(&self, env: &Environment<'v>) -> Result<Cow<'v, Value>, PathError> {
        let root = match self.root() {
            Root::Input => env.input,
            Root::Context => env.context.object(),
            Root::Variable(name) => match env.variables.get(name) {
                Some(value) => value,
                None => return Err(message::undefined_variable(name)),
            },
        };
        self.select(root)
    }

    /// The value in `root`, whatever the path's own root is.
    ///
    /// # Errors
    /// Where there is no such value.
    pub fn select<'v>(&self, root: &'v Value) -> Result<Cow<'v, Value>, PathError> {
        evaluate::select(&self.0.steps, root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::query::Variables;
    use crate::value::read;
    use std::cell::RefCell;

    #[test]
    fn starts_at_input_context_or_variable() {
        let input = read("{\"a\": \"input\"}").unwrap();
        let context = read("{\"a\": \"context\"}").unwrap();
        let variables = Variables::from_iter([("v", read("{\"a\": \"variable\"}").unwrap())]);
        let environment = Environment {
            input: &input,
            context: &context,
            variables: &variables,
            random: &RefCell::new(Random::new(1)),
        };
        let evaluate = |text: &str| {
            let path = Path::parse(text).unwrap();
            let value = path.evaluate(&environment);
            value
                .map(|value| value.to_compact_json())
                .map_err(|error| error.message)
        };
        assert_eq!(evaluate("$.a"), Ok("\"input\"".to_owned()));
        assert_eq!(evaluate("$$.a"), Ok("\"context\"".to_owned()));
        assert_eq!(evaluate("$v.a"), Ok("\"variable\"".to_owned()));
        assert_eq!(evaluate("$v['a']"), Ok("\"variable\"".to_owned()));
        assert_eq!(evaluate("$v"), Ok("{\"a\":\"variable\"}".to_owned()));
        assert_eq!(
            evaluate("$$.b"),
            Err("No results for path: $['b']".to_owned())
        );
        assert!(evaluate("$w.a").is_err());
    }

    #[test]
    fn a_definite_path_borrows() {
        let value = read("{\"a\": [1, {\"b\": 2}]}").unwrap();
        let borrows = |text: &str| {
            let path = Path::parse(text).unwrap();
            matches!(path.select(&value), Ok(Cow::Borrowed(_)))
        };
        assert!(borrows("$"));
        assert!(borrows("$.a[1].b"));
        assert!(borrows("$.a[(@.length-1)]"));
        assert!(!borrows("$.a[*]"));
    }

    #[test]
    fn tells_what_it_is_made_of() {
        let path = Path::parse("$foo.a['b c'][2]..d[?(@.x == \"y\" && !@.z)]").unwrap();
        assert_eq!(path.root(), &Root::Variable("foo".into()));
        assert!(!path.is_definite() && !path.is_whole());
        let places: Vec<&str> = path
            .steps()
            .iter()
            .map(|step| &path.text()[step.span.range()])
            .collect();
        assert_eq!(
            places,
            [
                ".a",
                "['b c']",
                "[2]",
                "..",
                "d",
                "[?(@.x == \"y\" && !@.z)]"
            ]
        );
        let StepKind::Filter(filter) = &path.steps()[5].kind else {
            panic!("a filter")
        };
        let [first, second] = &filter.alternatives[0][..] else {
            panic!("two tests")
        };
        assert_eq!(&path.text()[first.span.range()], "@.x == \"y\"");
        let Comparison::Compare {
            left,
            operator,
            right,
        } = &first.comparison
        else {
            panic!("a comparison")
        };
        assert_eq!(*operator, Operator::Equal);
        assert_eq!(left.steps().map(<[Step]>::len), Some(1));
        assert_eq!((right.text(), right.is_quoted()), (Some("\"y\""), false));
        assert_eq!(&path.text()[right.span.range()], "\"y\"");
        assert!(
            matches!(&second.comparison, Comparison::Missing(operand) if !operand.is_from_root())
        );
    }

    #[test]
    fn says_where_a_text_is_no_path() {
        let cases = [
            ("", 0, "the path is empty"),
            ("a.b", 0, "a path starts with `$`"),
            ("$.a.", 4, "expected a name after `.`"),
            ("$.a..", 3, "a path cannot end with `..`"),
            ("$.a b", 3, "a blank is not allowed here"),
            ("$$x", 2, "expected `.` or `[` after the root"),
            ("$.a[\"b\"]", 3, "names in brackets stand in single quotes"),
            (
                "$.a[b]",
                3,
                "expected an index, a name in single quotes, `*` or a filter in the brackets",
            ),
            ("$.a[1", 3, "the `[` is not closed"),
            ("$.a[99999999999]", 3, "`99999999999` is no index"),
            (
                "$a-b",
                2,
                "`-` cannot stand in the name of a variable; expected `$.`, `$[` or a name",
            ),
            ("$.a[?(@.b", 3, "the filter is not closed"),
            (
                "$.a[?@.b]",
                3,
                "a filter looks like `[?(@.name == 'value')]`",
            ),
            ("$.a[?(@.b &&)]", 12, "expected a test"),
            (
                "$.a[?(x)]",
                6,
                "expected a comparison such as `@.name == 'value'`",
            ),
            (
                "$.a[?(@.b[*] == 1)]",
                6,
                "a path in a filter must lead to one value",
            ),
            (
                "$.a[?(@.b =~ /x/)]",
                10,
                "Step Functions has no regular expressions in filters",
            ),
        ];
        for (text, offset, message) in cases {
            let error = Path::parse(text).unwrap_err();
            assert_eq!(
                (error.offset, error.message.as_str()),
                (offset, message),
                "{text}"
            );
        }
    }
}
