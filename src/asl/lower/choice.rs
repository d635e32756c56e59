//! The Choice state.

use super::faults::Expected;
use super::jsonata::Scope;
use super::object::{Object, is_open};
use super::paths::plain_name;
use super::values::Given;
use super::{Lowering, aws, fields};
use crate::asl::{
    Choice, ChoiceRule, Comparison, Condition, Operand, Operator, QueryLanguage, Target,
};
use crate::base::{Spanned, Timestamp, text};
use crate::diagnostics::Diagnostic;
use crate::query::jsonpath::Path;
use crate::source::{Kind, Member, Node};

/// What a rule can begin with, in AWS's order.
const SELECTORS: [&str; 5] = ["And", "Or", "Not", "Variable", "Condition"];

impl Lowering<'_> {
    pub(super) fn choice(&mut self, object: &Object<'_>, language: QueryLanguage) -> Choice {
        self.missing(object, &["Choices"]);
        let default = self
            .string(object, "Default", language)
            .map(|name| Target { name, state: None });
        let mut rules = Vec::new();
        self.not_empty("choice-rule", object, "Choices", "add a rule");
        for (index, node) in self
            .objects(object, "Choices", language)
            .into_iter()
            .enumerate()
        {
            if let Some(node) = node {
                rules.push(self.choice_rule(object.item("Choices", index, node), language));
            }
        }
        Choice { rules, default }
    }

    fn choice_rule(&mut self, mut object: Object<'_>, language: QueryLanguage) -> ChoiceRule {
        self.rule_fields(&mut object, fields::CHOICE_RULE, language);
        let condition = match language {
            QueryLanguage::JsonPath => self.condition(&object),
            QueryLanguage::Jsonata => self.jsonata_condition(&object),
        };
        self.missing(&object, &["Next"]);
        ChoiceRule {
            condition,
            next: self
                .string(&object, "Next", language)
                .map(|name| Target { name, state: None }),
            assign: self.assign(&object, language, Scope::Before),
            output: match language {
                QueryLanguage::JsonPath => None,
                QueryLanguage::Jsonata => self.jsonata_template(&object, "Output", Scope::Before),
            },
            span: object.node.span,
            location: object.location,
        }
    }

    /// Reports fields that a rule does not have. Comparisons are fields of JSONPath rules.
    fn rule_fields(
        &mut self,
        object: &mut Object<'_>,
        known: &'static [fields::Field],
        language: QueryLanguage,
    ) {
        let in_jsonpath = language == QueryLanguage::JsonPath;
        self.known_fields(object, known, language, &|name| {
            in_jsonpath && Operator::from_field(name).is_some()
        });
        self.comment(object);
    }

    fn jsonata_condition(&mut self, object: &Object<'_>) -> Option<Condition> {
        let field = "Condition";
        let Some(node) = object.get(field) else {
            // A rule written in JSONPath is reported as such.
            let foreign = object.members().iter().any(|member| {
                SELECTORS.contains(&&*member.key.text)
                    || Operator::from_field(&member.key.text).is_some()
            });
            if !foreign {
                self.missing(object, &[field]);
            }
            return None;
        };
        if let Kind::Bool(truth) = node.kind {
            return Some(Condition::Literal(truth));
        }
        let half = super::marks::is_half_marked(node);
        if let Some(expression) = self.expression(object, field, node, QueryLanguage::Jsonata) {
            return Some(Condition::Jsonata(expression));
        }
        if !half && !is_open(node) {
            let message = format!(
                "`{field}` of {} takes an expression or a boolean",
                object.name
            );
            let mut diagnostic = Diagnostic::error("wrong-type", node.span, message)
                .at(object.at(field))
                .help("write the expression as `{% … %}`");
            if let Some(text) = node.text().filter(|text| !text.contains(['{', '%'])) {
                let marked = format!("{{% {} %}}", text.trim());
                diagnostic = self.rewritten(diagnostic, node.span, text, &marked, false);
            }
            self.push(diagnostic);
        }
        None
    }

    /// A rule in JSONPath. As deep as the tree, whose readers bound its depth.
    fn condition(&mut self, object: &Object<'_>) -> Option<Condition> {
        let selectors: Vec<&Member> = SELECTORS
            .iter()
            .filter_map(|name| object.member(name))
            .collect();
        let [selector] = selectors[..] else {
            self.no_single_selector(object, &selectors);
            return None;
        };
        match &*selector.key.text {
            "And" => self.all_conditions(object, "And").map(Condition::And),
            "Or" => self.all_conditions(object, "Or").map(Condition::Or),
            "Not" => {
                self.stray_comparisons(object, "Not");
                let node = &selector.value;
                if node.is_unknown() {
                    return None;
                }
                if node.members().is_none() {
                    self.wrong_type(
                        object,
                        "Not",
                        node,
                        Expected::Object,
                        QueryLanguage::JsonPath,
                    );
                    return None;
                }
                let inner = object.inner("Not", node, selector.key.span);
                Some(Condition::Not(Box::new(self.nested_condition(inner)?)))
            }
            "Variable" => self
                .comparison(object)
                .map(|comparison| Condition::Comparison(Box::new(comparison))),
            // `Condition` in a JSONPath state is reported as a field of the other language.
            _ => None,
        }
    }

    fn no_single_selector(&mut self, object: &Object<'_>, selectors: &[&Member]) {
        if let [first, second, ..] = selectors {
            let names: Vec<&str> = selectors.iter().map(|member| &*member.key.text).collect();
            let message = format!(
                "{} has {}, of which it can have one",
                object.name,
                text::list(&names)
            );
            let diagnostic = Diagnostic::error("choice-rule", second.key.span, message)
                .at(object.own_location())
                .label(first.key.span, "and this one")
                .help("to combine tests put them into the array of an `And` or `Or`");
            self.push(diagnostic.aws(aws::SCHEMA, aws::CHOICE_SELECTOR));
            return;
        }
        if SELECTORS.iter().any(|name| object.slips.contains(name)) {
            return;
        }
        let compares = object
            .members()
            .iter()
            .any(|member| Operator::from_field(&member.key.text).is_some());
        let (message, help) = if compares {
            (
                format!("{} has no `Variable`", object.name),
                "add `Variable`, the path to what is compared",
            )
        } else {
            (
                format!("{} tests nothing", object.name),
                "add `Variable` and a comparison, or `And`, `Or`, `Not`",
            )
        };
        let diagnostic = Diagnostic::error("choice-rule", object.place, message)
            .at(object.own_location())
            .help(help);
        self.push(diagnostic.aws(aws::SCHEMA, aws::CHOICE_SELECTOR));
    }

    /// A comparison beside `And`, `Or` or `Not`.
    fn stray_comparisons(&mut self, object: &Object<'_>, beside: &str) {
        for member in object.members() {
            if Operator::from_field(&member.key.text).is_some() {
                let message = format!(
                    "`{}` of {} has no `Variable`: it stands beside `{beside}`",
                    member.key.text, object.name
                );
                let diagnostic = Diagnostic::error("choice-rule", member.key.span, message)
                    .at(object.own_location())
                    .help(format!(
                        "move it into `{beside}` together with its `Variable`"
                    ));
                self.push(diagnostic);
            }
        }
    }

    fn all_conditions(
        &mut self,
        object: &Object<'_>,
        field: &'static str,
    ) -> Option<Vec<Condition>> {
        self.stray_comparisons(object, field);
        self.not_empty("choice-rule", object, field, "add the tests to combine");
        let nodes = self.objects(object, field, QueryLanguage::JsonPath);
        let mut conditions = Vec::with_capacity(nodes.len());
        let mut complete = !nodes.is_empty();
        for (index, node) in nodes.into_iter().enumerate() {
            let condition =
                node.and_then(|node| self.nested_condition(object.item(field, index, node)));
            complete &= condition.is_some();
            conditions.extend(condition);
        }
        complete.then_some(conditions)
    }

    fn nested_condition(&mut self, mut object: Object<'_>) -> Option<Condition> {
        self.rule_fields(&mut object, fields::NESTED_RULE, QueryLanguage::JsonPath);
        self.condition(&object)
    }

    fn comparison(&mut self, object: &Object<'_>) -> Option<Comparison> {
        let variable = self.variable(object, "Variable");
        let operators: Vec<(&Member, Operator, bool)> = object
            .members()
            .iter()
            .filter_map(|member| {
                let (operator, path) = Operator::from_field(&member.key.text)?;
                Some((member, operator, path))
            })
            .collect();
        let (member, operator, path) = match operators[..] {
            [one] => one,
            [] => {
                if object.slips.is_empty() {
                    let message = format!("{} compares its `Variable` with nothing", object.name);
                    let diagnostic = Diagnostic::error("choice-rule", object.place, message)
                        .at(object.own_location())
                        .help("add a comparison such as `StringEquals`, `NumericGreaterThan` or `IsPresent`");
                    self.push(diagnostic);
                }
                return None;
            }
            [(first, ..), (second, ..), ..] => {
                let names: Vec<&str> = operators
                    .iter()
                    .map(|(member, ..)| &*member.key.text)
                    .collect();
                let message = format!(
                    "{} has {}, of which it can have one",
                    object.name,
                    text::list(&names)
                );
                let diagnostic = Diagnostic::error("choice-rule", second.key.span, message)
                    .at(object.own_location())
                    .label(first.key.span, "and this one")
                    .help("put each with its own `Variable` into the array of an `And`");
                self.push(diagnostic);
                return None;
            }
        };
        let field = &*member.key.text;
        let operand = if path {
            match self.variable(object, field)?.value {
                Given::Value(path) => Operand::Path(path),
                Given::Open => Operand::Unknown,
            }
        } else {
            self.operand(object, field, &member.value, operator)?
        };
        let variable = variable?;
        let Given::Value(variable_path) = variable.value else {
            return None;
        };
        Some(Comparison {
            variable: Spanned::new(variable_path, variable.span),
            operator,
            operand: Spanned::new(operand, member.value.span),
            span: object.node.span,
        })
    }

    /// The path of a comparison, which must name one place.
    fn variable(&mut self, object: &Object<'_>, field: &str) -> Option<Spanned<Given<Path>>> {
        let node = object.get(field)?;
        let text = node.text().map(|text| &**text).unwrap_or_default();
        if !is_open(node) && !text.is_empty() && !text.starts_with('$') {
            let message = format!(
                "`{field}` of {} is no path: it does not begin with `$`",
                object.name
            );
            let help = if text.starts_with("States.") {
                "an intrinsic function cannot stand here: compute the value in a Pass state before"
                    .to_owned()
            } else {
                format!(
                    "write the path to the value, such as `$.{}`",
                    text::shorten(text, 60)
                )
            };
            let mut diagnostic = Diagnostic::error("invalid-path", node.span, message)
                .at(object.at(field))
                .help(help);
            if let Some(name) = plain_name(text).filter(|_| !text.starts_with("States.")) {
                let path = format!("$.{name}");
                diagnostic = self.rewritten(diagnostic, node.span, text, &path, false);
            }
            self.push(diagnostic.aws(aws::SCHEMA, aws::REFERENCE_PATH_START));
            return None;
        }
        self.single_path(object, field)
    }

    fn operand(
        &mut self,
        object: &Object<'_>,
        field: &str,
        node: &Node,
        operator: Operator,
    ) -> Option<Operand> {
        if is_open(node) && !matches!(node.kind, Kind::String(_)) {
            return Some(Operand::Unknown);
        }
        let expected = expected(operator);
        match (&node.kind, expected) {
            (Kind::String(text), Expected::Text) if !is_timestamp(operator) => {
                Some(Operand::String(text.value.clone()))
            }
            (Kind::String(_), _) if is_open(node) => Some(Operand::Unknown),
            (Kind::String(text), Expected::Text) => match Timestamp::parse(&text.value) {
                Some(instant) => Some(Operand::Timestamp(instant)),
                None => {
                    self.invalid_timestamp(object, field, node);
                    None
                }
            },
            (Kind::Number(number), Expected::Number) => Some(Operand::Number(number.clone())),
            (Kind::Bool(truth), Expected::Boolean) => Some(Operand::Bool(*truth)),
            _ => {
                self.wrong_type(object, field, node, expected, QueryLanguage::JsonPath);
                None
            }
        }
    }
}

fn is_timestamp(operator: Operator) -> bool {
    operator.name().starts_with("Timestamp")
}

fn expected(operator: Operator) -> Expected {
    let name = operator.name();
    if name.starts_with("String") || name.starts_with("Timestamp") {
        Expected::Text
    } else if name.starts_with("Numeric") {
        Expected::Number
    } else {
        Expected::Boolean
    }
}
