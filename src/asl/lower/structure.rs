//! Objects and lists inside objects, and the fields that they may have.

use super::faults::Expected;
use super::fields::Field;
use super::object::Object;
use super::{Lowering, aws, fields};
use crate::asl::{QueryLanguage, StateType};
use crate::base::text;
use crate::diagnostics::Diagnostic;
use crate::source::{Kind, Member, Node};
use foldhash::{HashSet, HashSetExt};

impl<'n> Object<'n> {
    /// The members that count: of a doubled key the last, since the reader reports the others.
    pub(super) fn effective(&self) -> Vec<&'n Member> {
        /// Below this number of members, comparing each with each is quicker than hashing.
        const FEW: usize = 24;
        let members = self.members();
        if members.len() <= FEW {
            let counts = |(at, member): &(usize, &Member)| {
                members[at + 1..]
                    .iter()
                    .all(|later| later.key.text != member.key.text)
            };
            let counting = members.iter().enumerate().filter(counts);
            return counting.map(|(_, member)| member).collect();
        }
        let mut seen = HashSet::new();
        let mut counting: Vec<&Member> = members
            .iter()
            .rev()
            .filter(|member| seen.insert(&*member.key.text))
            .collect();
        counting.reverse();
        counting
    }
}

impl Lowering<'_> {
    /// The items of an array of objects; nothing in place of an item that is no object.
    pub(super) fn objects<'n>(
        &mut self,
        object: &Object<'n>,
        field: &str,
        language: QueryLanguage,
    ) -> Vec<Option<&'n Node>> {
        let Some(node) = object.get(field) else {
            return Vec::new();
        };
        if node.is_unknown() {
            self.unresolved(field, node);
            return Vec::new();
        }
        let Kind::Array(items) = &node.kind else {
            self.wrong_type(object, field, node, Expected::Array, language);
            return Vec::new();
        };
        let mut objects = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            if item.is_unknown() {
                objects.push(None);
            } else if item.members().is_some() {
                objects.push(Some(item));
            } else {
                self.wrong_type(
                    object,
                    &format!("{field}[{index}]"),
                    item,
                    Expected::Object,
                    language,
                );
                objects.push(None);
            }
        }
        objects
    }

    /// Reports an array that may not be empty.
    pub(super) fn not_empty(
        &mut self,
        rule: &'static str,
        object: &Object<'_>,
        field: &str,
        help: &str,
    ) {
        if let Some(node) = object.get(field)
            && node.items().is_some_and(<[Node]>::is_empty)
        {
            self.empty(rule, object, field, node, help);
        }
    }

    /// The object that a member of `object` holds.
    pub(super) fn object_in<'n>(
        &mut self,
        object: &Object<'n>,
        member: &'n Member,
        language: QueryLanguage,
    ) -> Option<Object<'n>> {
        let (field, node) = (&*member.key.text, &member.value);
        if node.is_unknown() {
            self.unresolved(field, node);
            return None;
        }
        if node.members().is_none() {
            self.wrong_type(object, field, node, Expected::Object, language);
            return None;
        }
        Some(object.inner(field, node, member.key.span))
    }

    /// Reports fields of a state that AWS does not know, or not there, or not in the state's query language.
    pub(super) fn state_fields(
        &mut self,
        object: &mut Object<'_>,
        kind: StateType,
        language: QueryLanguage,
    ) {
        for member in object.effective() {
            let name = &*member.key.text;
            let location = object.location.clone();
            match fields::state_field(name) {
                None => {
                    let known: Vec<&'static str> = fields::of_state(kind, language).collect();
                    self.unknown_field(object, member, &known, None);
                }
                Some((_, types)) if !types.contains(&kind) => {
                    let message = format!("`{name}` is no field of a {kind} state");
                    let names: Vec<&str> = types.iter().map(|kind| kind.name()).collect();
                    let mut diagnostic =
                        Diagnostic::error("unsupported-field", member.key.span, message)
                            .labelled(format!("not in {}", object.name))
                            .at(location)
                            .note(format!("{} states have `{name}`", text::list(&names)));
                    diagnostic = diagnostic.help(match fields::instead(kind, name) {
                        Some(help) => help.to_owned(),
                        None => "remove it".to_owned(),
                    });
                    let way_on = matches!(name, "Next" | "End");
                    if way_on || fields::instead(kind, name).is_none() {
                        // The execution ends there in any case.
                        let idle = name == "End"
                            && matches!(kind, StateType::Succeed | StateType::Fail)
                            && matches!(member.value.kind, Kind::Bool(true));
                        diagnostic = self.removed(diagnostic, object, member, idle);
                    }
                    self.push(diagnostic.aws(aws::SCHEMA, aws::unsupported(name)));
                }
                Some((field, _)) => self.field_language(object, member, field, language),
            }
        }
    }

    /// Reports fields of any other object that AWS does not know, or not in this query language. `extra`: whether a
    /// field is known besides those in `known`.
    pub(super) fn known_fields(
        &mut self,
        object: &mut Object<'_>,
        known: &'static [Field],
        language: QueryLanguage,
        extra: &dyn Fn(&str) -> bool,
    ) {
        for member in object.effective() {
            let name = &*member.key.text;
            if let Some(field) = known.iter().find(|field| field.name == name) {
                self.field_language(object, member, *field, language);
            } else if !extra(name) {
                let mut names: Vec<&'static str> = known
                    .iter()
                    .filter(|field| field.language.is_none_or(|own| own == language))
                    .map(|field| field.name)
                    .collect();
                if extra("StringEquals") {
                    names.extend(comparisons());
                }
                self.unknown_field(object, member, &names, elsewhere(known, name));
            }
        }
    }

    fn unknown_field(
        &mut self,
        object: &mut Object<'_>,
        member: &Member,
        known: &[&'static str],
        elsewhere: Option<String>,
    ) {
        let name = &*member.key.text;
        let free = known.iter().copied().filter(|field| !object.has(field));
        let slip = text::nearest(name, free).filter(|_| elsewhere.is_none());
        object.slips.extend(slip);
        let shown = text::shorten(name, 60);
        let message = format!("{} has no field `{shown}`", object.name);
        let mut diagnostic =
            Diagnostic::error("unknown-field", member.key.span, message).at(object.own_location());
        diagnostic = diagnostic.help(match (elsewhere, slip) {
            (Some(help), _) => help,
            (None, Some(slip)) => format!("did you mean `{slip}`?"),
            (None, None) => "remove it; notes of your own go into `Comment`".to_owned(),
        });
        if let Some(slip) = slip {
            diagnostic = self.respelt(diagnostic, member.key.span, name, slip);
        }
        self.push(diagnostic.aws(aws::SCHEMA, aws::unsupported(name)));
    }

    /// A field of the other query language. AWS's location is the object.
    fn field_language(
        &mut self,
        object: &Object<'_>,
        member: &Member,
        field: Field,
        language: QueryLanguage,
    ) {
        let Some(own) = field.language.filter(|own| *own != language) else {
            return;
        };
        let name = field.name;
        let message = format!(
            "`{name}` is a field of {own}, and {} speaks {language}",
            object.name
        );
        let diagnostic = Diagnostic::error("query-language", member.key.span, message)
            .at(object.own_location())
            .help(counterpart(name, language));
        let words = aws::language(&language.to_string(), name, &own.to_string());
        self.push(diagnostic.aws(aws::SCHEMA, words));
    }
}

/// The comparisons of JSONPath rules.
fn comparisons() -> impl Iterator<Item = &'static str> {
    const PATH_FORMS: [&str; 16] = [
        "StringEqualsPath",
        "StringLessThanPath",
        "StringGreaterThanPath",
        "StringLessThanEqualsPath",
        "StringGreaterThanEqualsPath",
        "NumericEqualsPath",
        "NumericLessThanPath",
        "NumericGreaterThanPath",
        "NumericLessThanEqualsPath",
        "NumericGreaterThanEqualsPath",
        "BooleanEqualsPath",
        "TimestampEqualsPath",
        "TimestampLessThanPath",
        "TimestampGreaterThanPath",
        "TimestampLessThanEqualsPath",
        "TimestampGreaterThanEqualsPath",
    ];
    crate::asl::Operator::ALL
        .iter()
        .map(|operator| operator.name())
        .chain(PATH_FORMS)
}

/// Where a field belongs that stands in a flow.
fn elsewhere(known: &'static [Field], name: &str) -> Option<String> {
    let inside = |list: &'static [Field]| std::ptr::eq(known, list);
    let (_, types) = fields::state_field(name)?;
    if name == "QueryLanguage" && (inside(fields::BRANCH) || inside(fields::ITEM_PROCESSOR)) {
        return Some(
            "states inside have the machine's query language: set it beside `States` of the machine, or on each state"
                .to_owned(),
        );
    }
    if inside(fields::ITEM_PROCESSOR) && types.contains(&StateType::Map) {
        return Some("it belongs to the Map state, beside `ItemProcessor`".to_owned());
    }
    if inside(fields::BRANCH) && types.contains(&StateType::Parallel) {
        return Some(
            "it belongs to the Parallel state, beside `Branches`, or to a state in the branch"
                .to_owned(),
        );
    }
    if inside(fields::MACHINE) {
        return Some("it belongs to a state in `States`".to_owned());
    }
    if inside(fields::CHOICE_RULE) && name == "End" {
        return Some("a rule cannot end the execution: let it lead to a Succeed state".to_owned());
    }
    if inside(fields::RETRIER) && name == "Next" {
        return Some(
            "where to go when the attempts are used up is for an entry of `Catch` to say"
                .to_owned(),
        );
    }
    if inside(fields::CATCHER) && name == "End" {
        return Some(
            "a catcher cannot end the execution: let it lead to a Succeed state".to_owned(),
        );
    }
    if inside(fields::NESTED_RULE) && matches!(name, "Next" | "Assign" | "Output") {
        return Some(format!(
            "`{name}` belongs to the rule in `Choices` itself, not inside `And`, `Or` or `Not`"
        ));
    }
    None
}

/// What a field of the other language is called in this one.
fn counterpart(name: &str, language: QueryLanguage) -> String {
    let same = match (language, name) {
        (QueryLanguage::Jsonata, "Parameters") => "`Arguments`",
        (QueryLanguage::Jsonata, "OutputPath" | "ResultPath" | "ResultSelector" | "Result") => {
            "`Output`"
        }
        (QueryLanguage::Jsonata, "ItemsPath") => "`Items`",
        (QueryLanguage::Jsonata, "InputPath") => {
            "`$states.input` in `Arguments`, `Output` and `Assign`"
        }
        (QueryLanguage::Jsonata, "Variable" | "And" | "Or" | "Not") => "`Condition`",
        (QueryLanguage::JsonPath, "Arguments") => "`Parameters`",
        (QueryLanguage::JsonPath, "Output") => "`ResultSelector`, `ResultPath` and `OutputPath`",
        (QueryLanguage::JsonPath, "Items") => "`ItemsPath`",
        (QueryLanguage::JsonPath, "Condition") => "`Variable` and a comparison",
        (QueryLanguage::Jsonata, _) => {
            return match name.strip_suffix("Path") {
                Some(plain) => format!("write `{plain}` with an expression: `{{% … %}}`"),
                None => "remove it".to_owned(),
            };
        }
        (QueryLanguage::JsonPath, _) => "another field",
    };
    match language {
        QueryLanguage::Jsonata => format!("in JSONata use {same}"),
        QueryLanguage::JsonPath => {
            format!("in JSONPath use {same}, or give the state `\"QueryLanguage\": \"JSONata\"`")
        }
    }
}
