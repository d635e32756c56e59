//! What all states have in common.

use super::object::{Object, is_open};
use super::{Lowering, aws};
use crate::asl::{
    Dataflow, FlowId, Pass, QueryLanguage, State, StateId, StateKind, StateType, Target, Transition,
};
use crate::base::{Spanned, text};
use crate::diagnostics::Diagnostic;
use crate::source::edit::NewValue;
use crate::source::{Kind, Member};
use crate::value::Str;

/// The most characters of a state's name.
const LONGEST_NAME: usize = 80;

impl Lowering<'_> {
    /// Lowers one member of `States`. Gives the state, if its type is known.
    pub(super) fn state(
        &mut self,
        flow: FlowId,
        states: &Object<'_>,
        member: &Member,
    ) -> Option<StateId> {
        let name = &member.key.text;
        let shown = text::shorten(name, 60);
        self.state_name(&member.key.text, member, &states.at(name));
        let node = &member.value;
        if is_open(node) {
            return None;
        }
        if node.members().is_none() {
            let message = format!(
                "state `{shown}` is {}, not an object",
                super::object::describe(node)
            );
            let mut diagnostic =
                Diagnostic::error("wrong-type", node.span, message).at(states.at(name));
            if super::fields::MACHINE
                .iter()
                .any(|field| *field.name == **name)
            {
                diagnostic = diagnostic.help(format!("`{name}` stands beside `States`, not in it"));
            }
            self.push(diagnostic);
            return None;
        }
        let mut object = Object::new(
            node,
            states.at(name),
            format!("state `{shown}`"),
            member.key.span,
        );
        let language = self.state_language(&object);
        let kind = self.state_type(&object)?;

        let id = StateId(u32::try_from(self.states.len()).unwrap_or(u32::MAX));
        self.states.push(State {
            id,
            flow,
            name: Spanned::new(name.clone(), member.key.span),
            span: node.span,
            type_span: node.get("Type").map_or(node.span, |node| node.span),
            location: object.location.clone(),
            comment: None,
            query_language: language,
            io: Dataflow::default(),
            retry: Vec::new(),
            catch: Vec::new(),
            transition: Transition::None,
            kind: StateKind::Succeed,
            unresolved: Vec::new(),
        });
        let outer = std::mem::take(&mut self.unresolved);

        self.state_fields(&mut object, kind, language);
        let comment = self.comment(&object);
        let io = self.dataflow(&object, kind, language);
        let has = |field: &str| super::fields::has(kind, field);
        let retry = if has("Retry") {
            self.retry(&object, language)
        } else {
            Vec::new()
        };
        let catch = if has("Catch") {
            self.catch(&object, language)
        } else {
            Vec::new()
        };
        let transition = if has("Next") {
            let members = states.members();
            let last = members
                .last()
                .is_some_and(|last| last.key.span == member.key.span);
            self.transition(&object, language, last)
        } else {
            Transition::None
        };
        let kind = self.state_kind(&object, id, kind, language);

        let unresolved = std::mem::replace(&mut self.unresolved, outer);
        let state = &mut self.states[id.0 as usize];
        state.comment = comment;
        state.io = io;
        state.retry = retry;
        state.catch = catch;
        state.transition = transition;
        state.kind = kind;
        state.unresolved = unresolved;
        Some(id)
    }

    fn state_kind(
        &mut self,
        object: &Object<'_>,
        id: StateId,
        kind: StateType,
        language: QueryLanguage,
    ) -> StateKind {
        match kind {
            StateType::Task => StateKind::Task(self.task(object, language)),
            StateType::Pass => StateKind::Pass(Pass {
                result: match language {
                    QueryLanguage::JsonPath => object.get("Result").map(|node| {
                        self.marks(node, &object.at("Result"), language);
                        Spanned::new(node.to_value(), node.span)
                    }),
                    QueryLanguage::Jsonata => None,
                },
            }),
            StateType::Choice => StateKind::Choice(self.choice(object, language)),
            StateType::Wait => StateKind::Wait(self.wait(object, language)),
            StateType::Succeed => StateKind::Succeed,
            StateType::Fail => StateKind::Fail(self.fail(object, language)),
            StateType::Parallel => StateKind::Parallel(self.parallel(object, id, language)),
            StateType::Map => StateKind::Map(Box::new(self.map(object, id, language))),
        }
    }

    fn state_name(&mut self, name: &Str, member: &Member, location: &str) {
        self.names.push((
            Spanned::new(name.clone(), member.key.span),
            location.to_owned(),
        ));
        let length = name.chars().count();
        if length > LONGEST_NAME && !name.contains("${") {
            let message = format!(
                "the name of state `{}` has {length} characters, AWS allows {LONGEST_NAME}",
                text::shorten(name, 60)
            );
            let diagnostic = Diagnostic::error("state-name-length", member.key.span, message)
                .at(location)
                .help("shorten it, here and where it is named");
            // ChristopheBougere/asl-validator#69.
            let words = format!(
                "Invalid State name: State '{name}' exceeds the {LONGEST_NAME}-character limit allowed by the service"
            );
            self.push(diagnostic.aws(aws::NAME, words));
        }
    }

    fn state_type(&mut self, object: &Object<'_>) -> Option<StateType> {
        let field = "Type";
        let names = StateType::ALL.map(StateType::name);
        let Some(node) = object.get(field) else {
            let slip = object
                .members()
                .iter()
                .find(|member| member.key.text.eq_ignore_ascii_case(field));
            let message = format!("{} has no `Type`", object.name);
            let help = match slip {
                Some(slip) => format!("did you mean `{field}` with `{}`?", slip.key.text),
                None => format!("add `Type`: it is {}", text::alternatives(&names)),
            };
            let span = slip.map_or(object.place, |slip| slip.key.span);
            let mut diagnostic = Diagnostic::error("missing-field", span, message)
                .at(object.own_location())
                .help(help);
            if let Some(slip) = slip {
                diagnostic = self.respelt(diagnostic, span, &slip.key.text, field);
            }
            self.push(diagnostic);
            return None;
        };
        if is_open(node) {
            self.unresolved(field, node);
            return None;
        }
        let given = node.text().map(|text| &**text).unwrap_or_default();
        if let Some(kind) = StateType::ALL.into_iter().find(|kind| kind.name() == given) {
            return Some(kind);
        }
        let diagnostic = self.wrong_word("state-type", object, field, node, &names);
        // Recorded: test_state/test_state_machine_scenarios.state_name_invalid_state_definition.
        let words = format!(
            "The field 'Type' should have one of these values: [{}]",
            names.join(", ")
        );
        self.push(diagnostic.aws(aws::SCHEMA, words));
        None
    }

    /// `Next` or `End`. `last`: whether the state is the last of its flow in the text, which most likely ends it.
    fn transition(
        &mut self,
        object: &Object<'_>,
        language: QueryLanguage,
        last: bool,
    ) -> Transition {
        let names = ["Next", "End"];
        let next = object.member("Next");
        let end = object.member("End");
        if let Some(end) = end
            && !matches!(end.value.kind, Kind::Bool(_))
        {
            self.wrong_type(
                object,
                "End",
                &end.value,
                super::faults::Expected::Boolean,
                language,
            );
        }
        let ends = end.is_some_and(|end| !matches!(end.value.kind, Kind::Bool(false)));
        if next.is_some() && ends {
            self.exclusive(object, &names, Some(&names));
        }
        if let Some(name) = self.string(object, "Next", language) {
            return Transition::Next(Target { name, state: None });
        }
        if let Some(end) = end.filter(|_| ends) {
            return Transition::End(end.value.span);
        }
        let slip = names.iter().any(|name| object.slips.contains(name));
        if next.is_none() && !slip {
            // AWS's words: badmintoncryer/cdk-preflight, pf-sfn-asl-next-end.
            let message = match end {
                Some(_) => format!("{} has `\"End\": false` and no `Next`", object.name),
                None => format!("{} leads nowhere", object.name),
            };
            let mut diagnostic = Diagnostic::error(
                "missing-field",
                end.map_or(object.place, |end| end.key.span),
                message,
            )
            .at(object.own_location())
            .help("add `Next` with the name of a state, or `\"End\": true`");
            if last && end.is_none() {
                diagnostic = self.inserted(diagnostic, object, "End", NewValue::Json("true"));
            }
            self.push(diagnostic.aws(aws::SCHEMA, aws::one_of(&names)));
        }
        Transition::None
    }
}
