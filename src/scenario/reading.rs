//! Reads a scenario file.

use super::expectations::expectations;
use super::findings::Findings;
use super::model::{Input, MachineFile, MockLayer, Scenario, Settings, Variable};
use crate::asl::WorkflowType;
use crate::base::{Spanned, Timestamp};
use crate::engine::Limits;
use crate::source::{Bindings, Key, Member, Node};
use crate::tasks::split_case;
use crate::value::{Str, read as read_json};

const SETTING_KEYS: [&str; 12] = [
    "definition",
    "resource",
    "input",
    "mocks",
    "machines",
    "s3",
    "type",
    "vars",
    "seed",
    "start-time",
    "limits",
    "execution-name",
];

/// Reads a file. What cannot be read is left out and told of.
pub(super) fn read(root: &Node, findings: &mut Findings) -> Vec<Scenario> {
    let Some(members) = findings.format.members(root, "a scenario file") else {
        return Vec::new();
    };
    let mut file = Settings::default();
    for member in members {
        match &*member.key.text {
            "version" => version(&member.value, findings),
            "scenarios" => {}
            _ if file.read(member, findings) => {}
            _ => unknown_key(
                &member.key,
                "a scenario file",
                &["version", "scenarios"],
                findings,
            ),
        }
    }
    if root.get("version").is_none() {
        findings
            .format
            .error(
                root.span,
                "a scenario file says which version of the format it is in",
            )
            .help("write `version: 1` at its top");
    }
    let scenarios = root.get("scenarios");
    match scenarios {
        Some(node) => scenario_list(node, &file, findings),
        None => {
            findings
                .format
                .error(root.span, "this file holds no scenarios")
                .help("write them under `scenarios`, each under its name");
            Vec::new()
        }
    }
}

fn version(node: &Node, findings: &mut Findings) {
    if node.to_value().as_i64() != Some(1) && !node.is_hole() {
        findings
            .format
            .error(node.span, "this version of the format is not known")
            .help("write `version: 1`");
    }
}

fn scenario_list(node: &Node, file: &Settings, findings: &mut Findings) -> Vec<Scenario> {
    let Some(members) = findings.format.members(node, "`scenarios`") else {
        return Vec::new();
    };
    if members.is_empty() {
        findings
            .format
            .error(node.span, "`scenarios` holds none")
            .help("write at least one: silence is not success");
    }
    members
        .iter()
        .map(|member| scenario(member, file, findings))
        .collect()
}

fn scenario(member: &Member, file: &Settings, findings: &mut Findings) -> Scenario {
    let name = Spanned::new(member.key.text.clone(), member.key.span);
    let owner = format!("the scenario `{}`", name.value);
    let mut settings = Settings::default();
    let mut expect = None;
    // `name:` and nothing else is a scenario that the file's settings tell all of.
    let empty = matches!(member.value.kind, crate::source::Kind::Null);
    let members = if empty {
        None
    } else {
        findings.format.members(&member.value, &owner)
    };
    for member in members.unwrap_or_default() {
        match &*member.key.text {
            "expect" => expect = Some(&member.value),
            _ if settings.read(member, findings) => {}
            _ => unknown_key(&member.key, &owner, &["expect"], findings),
        }
    }
    settings.name_case(file, findings);
    let settings = settings.over(file);
    if settings.definition.is_none() {
        findings
            .format
            .error(name.span, format!("{owner} names no definition"))
            .help("write `definition: FILE`, here or at the top of the file");
    }
    Scenario {
        expect: expectations(expect, name.span, findings),
        name,
        settings,
    }
}

fn unknown_key(key: &Key, owner: &str, others: &[&str], findings: &mut Findings) {
    if super::expectations::KEYS.contains(&&*key.text) {
        findings
            .format
            .error(key.span, format!("{owner} has no key `{}`", key.text))
            .help(format!("`{}` stands under `expect`", key.text));
        return;
    }
    let known: Vec<&str> = SETTING_KEYS.iter().chain(others).copied().collect();
    findings.format.unknown_key(key, owner, &known);
}

impl Settings {
    /// Takes a member, if it is a setting.
    fn read(&mut self, member: &Member, findings: &mut Findings) -> bool {
        let node = &member.value;
        match &*member.key.text {
            "definition" => self.definition = path(node, "`definition`", findings),
            "resource" => self.resource = findings.word(node, "`resource`"),
            "input" => self.input = input(node, findings),
            "mocks" => self.mocks.extend(mocks(node, findings)),
            "machines" => self.machines = machines(node, findings),
            "s3" => self.s3 = path(node, "`s3`", findings),
            "type" => {
                let types = [
                    ("STANDARD", WorkflowType::Standard),
                    ("EXPRESS", WorkflowType::Express),
                ];
                self.workflow_type = findings.choice(node, "`type`", &types);
            }
            "vars" => self.variables = variables(node, findings),
            "seed" => {
                self.seed = node
                    .to_value()
                    .as_i64()
                    .and_then(|seed| u64::try_from(seed).ok());
                if self.seed.is_none() {
                    findings
                        .format
                        .wrong_kind(node, "`seed`", "a whole number from 0 up");
                }
            }
            "start-time" => self.start = start_time(node, findings),
            "limits" => {
                let limits = [("aws", Limits::Aws), ("off", Limits::Off)];
                self.limits = findings.choice(node, "`limits`", &limits);
            }
            "execution-name" => self.execution_name = findings.word(node, "`execution-name`"),
            _ => return false,
        }
        true
    }

    /// Completes `#CASE` with the file's mock file.
    fn name_case(&mut self, file: &Self, findings: &mut Findings) {
        for layer in &mut self.mocks {
            let MockLayer::File(named) = layer else {
                continue;
            };
            if !named.value.starts_with('#') {
                continue;
            }
            match file.mock_file() {
                Some(whole) => {
                    named.value = format!("{}{}", split_case(&whole.value).0, named.value).into()
                }
                None => {
                    findings
                        .format
                        .error(
                            named.span,
                            format!("`{}` is a case of no mock file", named.value),
                        )
                        .help("write `mocks: FILE` at the top of the file, or `FILE#CASE` here");
                }
            }
        }
    }
}

/// A path; an empty one is told of.
pub(super) fn path(node: &Node, what: &str, findings: &mut Findings) -> Option<Spanned<Str>> {
    let text = findings.format.text(node, what)?.clone();
    if text.is_empty() {
        findings.format.error(
            node.span,
            format!("{what} is the path of a file, but here is nothing"),
        );
        return None;
    }
    Some(Spanned::new(text, node.span))
}

/// A text names a file, or is JSON; anything else is the input itself.
fn input(node: &Node, findings: &mut Findings) -> Option<Spanned<Input>> {
    if node.is_hole() {
        return None;
    }
    let input = match node.text() {
        None => Input::Inline(node.to_value()),
        Some(text) if text.trim_start().starts_with(['{', '[', '"']) => match read_json(text) {
            Ok(value) => Input::Inline(value),
            Err(error) => {
                findings
                    .format
                    .error(node.span, format!("`input` is no JSON: {}", error.message))
                    .help("write the path of a file, JSON, or the input as YAML");
                return None;
            }
        },
        Some(_) => Input::File(path(node, "`input`", findings)?.value),
    };
    Some(Spanned::new(input, node.span))
}

fn mocks(node: &Node, findings: &mut Findings) -> Option<MockLayer> {
    match &node.kind {
        crate::source::Kind::Object(_) if node.tag.is_none() => {
            Some(MockLayer::Inline(node.clone()))
        }
        crate::source::Kind::String(_) if node.tag.is_none() => {
            path(node, "`mocks`", findings).map(MockLayer::File)
        }
        _ => {
            findings.format.wrong_kind(
                node,
                "`mocks`",
                "the path of a mock file, or a mapping of states to answers",
            );
            None
        }
    }
}

fn machines(node: &Node, findings: &mut Findings) -> Vec<MachineFile> {
    let members = findings.format.members(node, "`machines`");
    let members = members.unwrap_or_default().iter();
    let machine = |member: &Member| {
        let what = format!("the machine `{}`", member.key.text);
        Some(MachineFile {
            name: Spanned::new(member.key.text.clone(), member.key.span),
            path: path(&member.value, &what, findings)?,
        })
    };
    members.filter_map(machine).collect()
}

fn variables(node: &Node, findings: &mut Findings) -> Vec<Variable> {
    let members = findings.format.members(node, "`vars`").unwrap_or_default();
    let mut variables = Vec::with_capacity(members.len());
    for Member { key, value } in members {
        if !Bindings::default().set_node(&key.text, value) {
            findings
                .format
                .error(
                    key.span,
                    format!("no placeholder can be called `{}`", key.text),
                )
                .help("names are letters, digits and `_ . : - /`, without `${` and `}`");
            continue;
        }
        variables.push(Variable {
            name: Spanned::new(key.text.clone(), key.span),
            value: value.clone(),
        });
    }
    variables
}

fn start_time(node: &Node, findings: &mut Findings) -> Option<Timestamp> {
    let text = findings.format.text(node, "`start-time`")?.clone();
    let instant = Timestamp::parse(&text);
    if instant.is_none() {
        findings
            .format
            .error(node.span, format!("`{text}` is no instant"))
            .help("write it as in `2026-01-31T08:00:00Z`");
    }
    instant
}
