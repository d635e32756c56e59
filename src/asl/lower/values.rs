//! Values of one type: reads them, and reports what is of another.

use super::Lowering;
use super::faults::{Bound, Expected};
use super::marks::is_half_marked;
use super::object::{Object, is_open};
use crate::asl::{Quantity, QueryLanguage, TextSource};
use crate::base::Spanned;
use crate::source::Kind;
use crate::value::{Number, Str};

/// The bounds of a number. They were measured with `ValidateStateMachineDefinition` on 5 September 2026
/// (badmintoncryer/cdk-preflight, pf-sfn-asl-numeric-ranges).
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    least: i64,
    most: Option<i64>,
    /// Whether fractions are numbers of this kind.
    fractions: bool,
}

impl Bounds {
    pub(super) const fn new(least: i64, most: i64) -> Self {
        Self {
            least,
            most: Some(most),
            fractions: false,
        }
    }

    pub(super) const fn from(least: i64) -> Self {
        Self {
            least,
            most: None,
            fractions: false,
        }
    }

    pub(super) const fn with_fractions(self) -> Self {
        Self {
            fractions: true,
            ..self
        }
    }
}

/// The longest time in seconds that AWS takes in most fields.
pub(super) const LONGEST: i64 = 99_999_999;

/// A value that was read, or one that is known only when the definition is deployed.
#[derive(Clone, Debug)]
pub(super) enum Given<T> {
    Value(T),
    Open,
}

impl Lowering<'_> {
    /// A text. A placeholder comes as its own text; nothing where there is no text.
    pub(super) fn string(
        &mut self,
        object: &Object<'_>,
        field: &str,
        language: QueryLanguage,
    ) -> Option<Spanned<Str>> {
        let node = object.get(field)?;
        match (&node.kind, node.text()) {
            (_, Some(text)) => Some(Spanned::new(text.clone(), node.span)),
            (Kind::Placeholder(name), _) => {
                Some(Spanned::new(format!("${{{name}}}").into(), node.span))
            }
            _ => {
                self.wrong_type(object, field, node, Expected::Text, language);
                None
            }
        }
    }

    /// A text that is a `Comment`, or the like, and nothing depends on.
    pub(super) fn comment(&mut self, object: &Object<'_>) -> Option<Str> {
        self.string(object, "Comment", QueryLanguage::JsonPath)
            .map(|comment| comment.value)
    }

    /// A whole number within bounds.
    pub(super) fn integer(
        &mut self,
        object: &Object<'_>,
        field: &str,
        bounds: Bounds,
        language: QueryLanguage,
    ) -> Option<Spanned<Given<i64>>> {
        let number = self.number(object, field, bounds, language)?;
        let value = match number.value {
            Given::Value(number) => Given::Value(number.as_i64()?),
            Given::Open => Given::Open,
        };
        Some(Spanned::new(value, number.span))
    }

    /// A number within bounds.
    fn number(
        &mut self,
        object: &Object<'_>,
        field: &str,
        bounds: Bounds,
        language: QueryLanguage,
    ) -> Option<Spanned<Given<Number>>> {
        let node = object.get(field)?;
        if is_open(node) {
            return Some(Spanned::new(Given::Open, node.span));
        }
        let number = match &node.kind {
            Kind::Number(number) if bounds.fractions || number.as_i64().is_some() => number,
            Kind::Number(number) if number.as_f64().fract() == 0.0 => number,
            _ => {
                let expected = if bounds.fractions {
                    Expected::Number
                } else {
                    Expected::Integer
                };
                self.wrong_type(object, field, node, expected, language);
                return None;
            }
        };
        let given = number.as_f64();
        let bound = if given < bounds.least as f64 {
            Some(Bound::Least(bounds.least))
        } else {
            bounds
                .most
                .filter(|most| given > *most as f64)
                .map(Bound::Most)
        };
        if let Some(bound) = bound {
            self.out_of_range(object, field, node.span, &number.text(), bound);
            return None;
        }
        Some(Spanned::new(Given::Value(number.clone()), node.span))
    }

    /// A number that may be written, computed in JSONata, or read by the `…Path` form of the field.
    pub(super) fn quantity(
        &mut self,
        object: &Object<'_>,
        field: &'static str,
        path_field: &'static str,
        bounds: Bounds,
        language: QueryLanguage,
    ) -> Option<Spanned<Quantity>> {
        if language == QueryLanguage::JsonPath {
            self.exclusive(object, &[field, path_field], Some(&[field, path_field]));
        }
        let Some(node) = object.get(field) else {
            if language == QueryLanguage::Jsonata || !object.has(path_field) {
                return None;
            }
            let path = self.single_path(object, path_field)?;
            return Some(match path.value {
                Given::Value(path_value) => Spanned::new(Quantity::Path(path_value), path.span),
                Given::Open => Spanned::new(Quantity::Unknown, path.span),
            });
        };
        if let Some(expression) = self.expression(object, field, node, language) {
            return Some(Spanned::new(Quantity::Jsonata(expression), node.span));
        }
        if is_half_marked(node) && language == QueryLanguage::Jsonata {
            return None;
        }
        let number = self.number(object, field, bounds, language)?;
        Some(number.map(|number| match number {
            Given::Value(number) => Quantity::Literal(number),
            Given::Open => {
                self.unresolved(field, node);
                Quantity::Unknown
            }
        }))
    }

    /// A text that may be written, computed in JSONata, or read by the `…Path` form of the field.
    pub(super) fn text_source(
        &mut self,
        object: &Object<'_>,
        field: &'static str,
        path_field: &'static str,
        language: QueryLanguage,
    ) -> Option<Spanned<TextSource>> {
        if language == QueryLanguage::JsonPath {
            self.exclusive(object, &[field, path_field], Some(&[field, path_field]));
        }
        let Some(node) = object.get(field) else {
            return match language {
                QueryLanguage::JsonPath if object.has(path_field) => {
                    self.text_expression(object, path_field)
                }
                _ => None,
            };
        };
        if let Some(expression) = self.expression(object, field, node, language) {
            return Some(Spanned::new(TextSource::Jsonata(expression), node.span));
        }
        if is_open(node) {
            self.unresolved(field, node);
            return Some(Spanned::new(TextSource::Unknown, node.span));
        }
        self.marks(node, &object.at(field), language);
        let text = self.string(object, field, language)?;
        Some(text.map(TextSource::Literal))
    }
}
