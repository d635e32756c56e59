//! Any expression, as someone types it to try it out.

use super::Environment;
use super::intrinsic::IntrinsicCall;
use super::jsonpath::Path;
use super::template::{PayloadTemplate, TemplateError, ValueExpression};
use crate::base::Span;
use crate::diagnostics::Severity;
use crate::source::json;
use crate::value::Value;

/// A path, an intrinsic function call or a payload template: which one, the text decides.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// `$.a`
    Path(Path),
    /// `States.Format('{}', $.a)`
    Intrinsic(IntrinsicCall),
    /// `{"a.$": "$.b"}`
    Template(PayloadTemplate),
}

/// What is wrong with the text of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionFault {
    /// One line, lower case, present tense, names in backticks.
    pub message: String,
    /// What to do about it, where that is clear.
    pub help: Option<String>,
    /// Where, in bytes inside the text.
    pub span: Span,
}

impl Expression {
    /// The field that AWS's causes name for a bare path: as if it stood alone in a template.
    const FIELD: &str = "value.$";

    /// Compiles an expression.
    ///
    /// # Errors
    /// All that is wrong with the text; at least one fault.
    pub fn parse(text: &str) -> Result<Self, Vec<ExpressionFault>> {
        if text.trim_start().starts_with('{') {
            return template(text).map(Self::Template);
        }
        match ValueExpression::parse(text) {
            Ok(ValueExpression::Path(path)) => Ok(Self::Path(path)),
            Ok(ValueExpression::Intrinsic(call)) => Ok(Self::Intrinsic(call)),
            Ok(ValueExpression::Unknown { text, .. }) => Err(vec![ExpressionFault {
                message: "a placeholder in the expression has no value".to_owned(),
                help: Some("write its value in its place".to_owned()),
                span: Span::new(0, text.len()),
            }]),
            Err(error) => Err(vec![ExpressionFault {
                message: error.message,
                help: error.help,
                span: Span::at(error.offset),
            }]),
        }
    }

    /// The value of the expression.
    ///
    /// # Errors
    /// Where a path has no value, or a function cannot work with its arguments.
    pub fn evaluate(&self, env: &Environment<'_>) -> Result<Value, TemplateError> {
        match self {
            Self::Path(path) => ValueExpression::Path(path.clone()).evaluate(Self::FIELD, env),
            Self::Intrinsic(call) => {
                ValueExpression::Intrinsic(call.clone()).evaluate(Self::FIELD, env)
            }
            Self::Template(template) => template.evaluate(env),
        }
    }
}

fn template(text: &str) -> Result<PayloadTemplate, Vec<ExpressionFault>> {
    let tree = json::read(text);
    let mut faults: Vec<ExpressionFault> = tree
        .diagnostics
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .map(|found| ExpressionFault {
            message: found.message.clone(),
            help: found.help.first().cloned(),
            span: found.span(),
        })
        .collect();
    let (template, issues) = match &tree.root {
        Some(root) => PayloadTemplate::compile(root),
        None => (PayloadTemplate::constant(Value::Null), Vec::new()),
    };
    faults.extend(issues.into_iter().map(|issue| ExpressionFault {
        message: issue.message,
        help: issue.help,
        span: match issue.offset {
            Some(offset) => inside(text, issue.value_span, offset),
            None => issue.value_span,
        },
    }));
    if faults.is_empty() {
        Ok(template)
    } else {
        Err(faults)
    }
}

/// The place of a byte of a string's value; of a string with escapes, the whole string.
fn inside(text: &str, string: Span, offset: usize) -> Span {
    if text[string.range()].contains('\\') {
        return string;
    }
    Span::at(string.start as usize + 1 + offset)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Random;
    use crate::query::Variables;
    use crate::value::read;
    use std::cell::RefCell;

    fn evaluate(text: &str) -> Value {
        let environment = Environment {
            input: &read("{\"a\":[1,2]}").unwrap(),
            context: &Value::empty_object(),
            variables: &Variables::default(),
            random: &RefCell::new(Random::new(1)),
        };
        Expression::parse(text)
            .unwrap()
            .evaluate(&environment)
            .unwrap()
    }

    #[test]
    fn the_text_decides_what_it_is() {
        assert_eq!(evaluate("$.a[1]"), Value::from(2));
        assert_eq!(evaluate("States.ArrayLength($.a)"), Value::from(2));
        assert_eq!(evaluate(" {\"b.$\": \"$.a\"}").to_json(), "{\"b\":[1,2]}");
    }

    #[test]
    fn faults_say_where() {
        for (text, start, message) in [
            ("$.a[", 3, None),
            (
                "a",
                0,
                Some("this is neither a path nor an intrinsic function"),
            ),
            (
                "States.Nope()",
                0,
                Some("there is no intrinsic function `States.Nope`"),
            ),
            (
                "{\"b.$\": \"States.Array(x)\"}",
                22,
                Some("`x` is no argument"),
            ),
            (
                "{\"b.$\": 1}",
                8,
                Some("`b.$` needs a string with a path or an intrinsic function, not a number"),
            ),
            (
                "$.${x}",
                0,
                Some("a placeholder in the expression has no value"),
            ),
            (
                "{\"b\":",
                0,
                Some("the text ends, and this `{` is not closed"),
            ),
        ] {
            let faults = Expression::parse(text).unwrap_err();
            assert_eq!(faults[0].span.start, start, "{text}: {faults:?}");
            if let Some(message) = message {
                assert_eq!(faults[0].message, message);
            }
        }
    }

    const PIECES: &[&str] = &[
        "{",
        "}",
        "{",
        "}",
        "[",
        "]",
        "\"a.$\":",
        "\"a\":",
        "\".$\":",
        "\"b.$\":",
        ",",
        "\"$.a\"",
        "\"$.a[9]\"",
        "\"$$.x\"",
        "\"States.Array($.a, '\\\\'')\"",
        "\"States.Format('{}')\"",
        "\"${p}\"",
        "\"States.Array('${p}', $.a)\"",
        "${p}",
        "1",
        "null",
        "\"é",
        "\"",
        "$",
        ".a",
        "States.UUID()",
        " ",
        "\\",
    ];

    proptest::proptest! {
        #[test]
        fn no_text_makes_it_panic(pieces in proptest::collection::vec(0..PIECES.len(), 0..16)) {
            let text: String = pieces.iter().map(|piece| PIECES[*piece]).collect();
            let environment = Environment {
                input: &read("{\"a\":[1,2]}").unwrap(),
                context: &Value::empty_object(),
                variables: &Variables::default(),
                random: &RefCell::new(Random::new(1)),
            };
            match Expression::parse(&text) {
                Ok(expression) => drop(expression.evaluate(&environment)),
                Err(faults) => {
                    assert!(!faults.is_empty());
                    for fault in faults {
                        assert!(text.get(fault.span.range()).is_some(), "{text:?}: {fault:?}");
                    }
                }
            }
        }
    }
}
