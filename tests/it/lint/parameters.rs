//! Parameters of service integrations: silent of sound definitions, loud about each fault that is put into them.

use crate::checked::check;
use crate::shared;
use sfnrun::analysis::Samples;
use sfnrun::asl::{Definition, Integration, StateKind, StateMachine, WorkflowType};
use sfnrun::base::Span;
use sfnrun::diagnostics::Diagnostic;
use sfnrun::lint::{Context, LintInput, registry};
use sfnrun::services::{Request, request};
use sfnrun::source::{Bindings, Node, SourceFile};
use sfnrun::value::Value;

/// The rules that hold calls against the APIs.
const RULES: [&str; 6] = [
    "missing-parameter",
    "parameter-type",
    "parameter-value",
    "uncallable-api",
    "unknown-api",
    "unknown-parameter",
];

/// Published files that people run, in JSON, without any finding about their calls.
fn clean_files() -> Vec<(String, String, StateMachine)> {
    let Some(root) = shared::find("corpus/real", "1,030 real files") else {
        return Vec::new();
    };
    let manifest = shared::read_json(&root.join("manifest.json"));
    let mut found = Vec::new();
    for entry in manifest.as_array().expect("the manifest is a list").iter() {
        let field = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
        let name = field("file");
        if field("kind") != "app" || !name.ends_with(".json") {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(root.join(name)) else {
            continue;
        };
        let checked = check(name, &text, WorkflowType::Standard);
        if let Some(machine) = checked.machine
            && !checked
                .diagnostics
                .iter()
                .any(|one| RULES.contains(&one.rule))
        {
            found.push((name.to_owned(), text, machine));
        }
    }
    found
}

struct Call<'a> {
    integration: &'a Integration,
    resource: Span,
    takes: Request,
    sent: &'a Node,
}

fn calls(machine: &StateMachine) -> Vec<Call<'_>> {
    let calls = machine.states.iter().filter_map(|state| {
        let StateKind::Task(task) = &state.kind else {
            return None;
        };
        let resource = task.resource.as_ref()?;
        let integration = resource.value.integration()?;
        let takes = request(&integration.service, &integration.action, integration.sdk)?;
        Some(Call {
            integration,
            resource: resource.span,
            takes,
            sent: task.request.as_ref()?,
        })
    });
    calls.collect()
}

fn mutated(text: &str, span: Span, replacement: &str) -> String {
    let mut text = text.to_owned();
    text.replace_range(span.range(), replacement);
    text
}

fn names(takes: &Request) -> Vec<String> {
    match takes {
        Request::Api(api) => {
            let input = api
                .operation
                .input
                .and_then(|input| api.service.structure(input));
            let members = input.map(|input| &input.members[..]).unwrap_or_default();
            members
                .iter()
                .map(|member| api.spelling.member(member.name).into_owned())
                .collect()
        }
        Request::Own(parameters) => parameters.iter().map(|one| one.name.to_owned()).collect(),
    }
}

fn is_required(takes: &Request, name: &str) -> bool {
    match takes {
        Request::Api(api) => {
            let input = api
                .operation
                .input
                .and_then(|input| api.service.structure(input));
            input
                .and_then(|input| input.parameter(name, api.spelling))
                .is_some_and(|member| member.required && !member.idempotency_token)
        }
        Request::Own(parameters) => parameters
            .iter()
            .any(|one| one.name == name && one.required),
    }
}

/// What lowering and the rules about calls find, and no other: thousands of texts are checked.
fn findings(file: &str, text: &str) -> Vec<Diagnostic> {
    let file = SourceFile::new(file, text.to_owned());
    let definition = Definition::load(file, &Bindings::default(), WorkflowType::Standard);
    let mut found = definition.diagnostics.clone();
    let Some(machine) = &definition.machine else {
        return found;
    };
    let input = LintInput {
        models: None,
        machine,
        workflow_type: WorkflowType::Standard,
        text: &definition.file.text,
        tree: definition.tree.root.as_ref(),
        samples: Samples::default(),
        faults: Vec::new(),
    };
    let context = Context::new(&input);
    let rules = registry::rules().iter();
    let of_calls = rules.filter(|rule| RULES.contains(&rule.meta().id));
    found.extend(of_calls.flat_map(|rule| rule.check(&context)));
    found
}

fn finds(file: &str, text: &str, rule: &str, at: u32) -> bool {
    let found =
        |one: &Diagnostic| one.rule == rule && one.span().start <= at && at < one.span().end;
    findings(file, text).iter().any(found)
}

/// A typing error, a small first letter, a name that does not exist, and a parameter that is left out: for the first
/// parameter of every call in the published files.
#[test]
fn faults_in_parameters_are_found() {
    let files = clean_files();
    let (mut made, mut missed) = (0, Vec::new());
    let (mut dropped, mut required) = (0, 0);
    for (file, text, machine) in &files {
        for call in calls(machine) {
            let Some(first) = call.sent.members().and_then(<[_]>::first) else {
                continue;
            };
            let key = &*first.key.text;
            let (name, suffix) = match key.strip_suffix(".$") {
                Some(name) => (name, ".$"),
                None => (key, ""),
            };
            let known = names(&call.takes);
            if text.get(first.key.span.range()) != Some(&format!("\"{key}\"")) {
                continue;
            }
            let middle = name.len() / 2;
            let typo = format!("{}{}", &name[..middle], &name[middle + 1..]);
            let small = name[..1].to_lowercase() + &name[1..];
            for wrong in [typo, small, "NoSuchThing".to_owned()] {
                if known.contains(&wrong) {
                    continue;
                }
                made += 1;
                let text = mutated(text, first.key.span, &format!("\"{wrong}{suffix}\""));
                if !finds(file, &text, "unknown-parameter", first.key.span.start) {
                    missed.push(format!("{file}: {} {name} as {wrong}", call.integration));
                }
            }
            // As if it were not there: what it was is no parameter, so that it cannot be taken for a slip.
            let text = mutated(text, first.key.span, "\"Qq\"");
            let reported = findings(file, &text).iter().any(|one| {
                one.rule == "missing-parameter"
                    && one.message.contains(&format!("`{name}`"))
                    && one.span().start == call.sent.span.start
            });
            dropped += 1;
            required += usize::from(reported);
            assert_eq!(
                reported,
                is_required(&call.takes, name),
                "{file}: {} without {name}",
                call.integration
            );
        }
    }
    assert!(missed.is_empty(), "{} of {made}: {missed:#?}", missed.len());
    if !files.is_empty() {
        println!(
            "{made} wrong names found; {required} of {dropped} parameters left out are required"
        );
        assert!(made > 1_000, "only {made} faults were made");
    }
}

#[test]
fn faults_in_actions_are_found() {
    let (mut made, mut missed) = (0, Vec::new());
    for (file, text, machine) in &clean_files() {
        for call in calls(machine) {
            let action = &*call.integration.action;
            let written = &text[call.resource.range()];
            let Some(at) = written.rfind(action) else {
                continue;
            };
            let start = call.resource.start as usize + at;
            let span = Span::new(start, start + action.len());
            let wrong = format!("{}x{}", &action[..2], &action[2..]);
            let text = mutated(text, span, &wrong);
            let rule = if call.integration.sdk {
                "unknown-api"
            } else {
                "invalid-resource"
            };
            made += 1;
            if !finds(file, &text, rule, call.resource.start) {
                missed.push(format!("{file}: {} as {wrong}", call.integration));
            }
        }
    }
    println!("{made} wrong actions found");
    assert!(missed.is_empty(), "{} of {made}: {missed:#?}", missed.len());
}
