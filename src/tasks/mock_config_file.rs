//! `MockConfigFile.json`, the mock format of Step Functions Local.
//!
//! What AWS's documents leave open is as Step Functions Local 2.0.0 and LocalStack do it, each rule named in the tests.
//! Nothing but the outer shape is looked at until a state asks: what a test case does not use may be as it likes.

use super::findings::{Findings, article, error};
use super::handler::MockError;
use crate::base::{Span, Spanned, text};
use crate::diagnostics::Diagnostic;
use crate::source::{Member, Node};
use crate::value::{Str, Value};

/// A `MockConfigFile.json`.
#[derive(Clone, Debug)]
pub(super) struct MockConfigFile {
    machines: Vec<Machine>,
    responses: Vec<Member>,
    span: Span,
}

/// An entry of `StateMachines`.
#[derive(Clone, Debug)]
struct Machine {
    name: Spanned<Str>,
    cases: Vec<Case>,
}

/// An entry of `TestCases`.
#[derive(Clone, Debug)]
pub(super) struct Case {
    name: Spanned<Str>,
    /// State name → name of a mocked response.
    states: Vec<Member>,
}

/// What one invocation, or several in a row, are answered with.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Response {
    /// The first invocation, from 0.
    pub(super) first: u64,
    /// The last one, included.
    pub(super) last: u64,
    /// The answer.
    pub(super) says: ResponseSays,
    /// The place of the key.
    pub(super) span: Span,
}

/// `Return` or `Throw`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ResponseSays {
    /// The task's result, before `ResultSelector`.
    Return(Value),
    /// The task's error.
    Throw {
        /// `Error`
        error: Str,
        /// `Cause`
        cause: Option<Str>,
    },
}

/// Whether a file is one of this format.
pub(super) fn is_mock_config_file(root: &Node) -> bool {
    root.get("StateMachines").is_some() || root.get("MockedResponses").is_some()
}

impl MockConfigFile {
    /// Reads the outer shape.
    pub(super) fn read(root: &Node, findings: &mut Findings) -> Self {
        for member in root.members().unwrap_or_default() {
            if !matches!(&*member.key.text, "StateMachines" | "MockedResponses") {
                findings.unknown_key(
                    &member.key,
                    "a MockConfigFile",
                    &["StateMachines", "MockedResponses"],
                );
            }
        }
        let machines = root
            .get("StateMachines")
            .map(|node| machines(node, findings))
            .unwrap_or_default();
        let responses = root
            .get("MockedResponses")
            .and_then(|node| findings.members(node, "`MockedResponses`"));
        Self {
            machines,
            responses: responses.unwrap_or_default().to_vec(),
            span: root.span,
        }
    }

    /// Names of the test cases of a machine, as [`MockConfigFile::select`] finds it.
    pub(super) fn case_names(&self, machine: Option<&str>) -> Vec<&str> {
        let machine = self.machine(machine).ok();
        machine
            .into_iter()
            .flat_map(|machine| &machine.cases)
            .map(|case| &*case.name.value)
            .collect()
    }

    /// The test case that is asked for. The state machine is the one of that name, else the only one of the file; the
    /// test case may be left out where the machine has one only.
    pub(super) fn select(
        &self,
        machine: Option<&str>,
        case: Option<&str>,
    ) -> Result<&Case, Box<Diagnostic>> {
        let machine = self.machine(machine)?;
        let names: Vec<&str> = machine.cases.iter().map(|case| &*case.name.value).collect();
        let Some(wanted) = case else {
            return match &machine.cases[..] {
                [only] => Ok(only),
                [] => Err(Box::new(error(
                    machine.name.span,
                    format!("`{}` has no test case", machine.name.value),
                ))),
                _ => Err(Box::new(
                    error(
                        machine.name.span,
                        format!("`{}` has several test cases", machine.name.value),
                    )
                    .help(format!(
                        "choose one behind the file's name: {}",
                        text::alternatives(&suffixes(&names))
                    )),
                )),
            };
        };
        machine
            .cases
            .iter()
            .find(|case| &*case.name.value == wanted)
            .ok_or_else(|| {
                let message = format!("`{}` has no test case `{wanted}`", machine.name.value);
                Box::new(error(machine.name.span, message).help(suggestion(wanted, &names)))
            })
    }

    /// The test case of another machine that goes with `case`: the one of the same name, else the only one.
    pub(super) fn case_of(&self, machine: &str, case: &Case) -> Option<&Case> {
        let mut machines = self.machines.iter();
        let cases = &machines.find(|known| &*known.name.value == machine)?.cases;
        let same = cases
            .iter()
            .find(|known| known.name.value == case.name.value);
        same.or(match &cases[..] {
            [only] => Some(only),
            _ => None,
        })
    }

    fn machine(&self, wanted: Option<&str>) -> Result<&Machine, Box<Diagnostic>> {
        let names: Vec<&str> = self
            .machines
            .iter()
            .map(|machine| &*machine.name.value)
            .collect();
        if let Some(machine) = self
            .machines
            .iter()
            .find(|machine| Some(&*machine.name.value) == wanted)
        {
            return Ok(machine);
        }
        match (&self.machines[..], wanted) {
            ([only], _) => Ok(only),
            ([], _) => Err(Box::new(error(
                self.span,
                "this MockConfigFile names no state machine",
            ))),
            (_, Some(wanted)) => Err(Box::new(
                error(
                    self.span,
                    format!("this MockConfigFile has no state machine `{wanted}`"),
                )
                .help(suggestion(wanted, &names)),
            )),
            (_, None) => Err(Box::new(
                error(self.span, "this MockConfigFile has several state machines").help(format!(
                    "say which is meant: {}",
                    text::alternatives(&names)
                )),
            )),
        }
    }

    /// The responses that a case has for a state; nothing where it does not name the state, which then is not mocked.
    pub(super) fn responses(
        &self,
        case: &Case,
        state: &str,
    ) -> Option<Result<Vec<Response>, Box<Diagnostic>>> {
        let member = case
            .states
            .iter()
            .rev()
            .find(|member| &*member.key.text == state)?;
        Some(self.named_responses(&member.value, state))
    }

    fn named_responses(&self, name: &Node, state: &str) -> Result<Vec<Response>, Box<Diagnostic>> {
        let Some(wanted) = name.text() else {
            let message = format!(
                "`{state}` is answered by the name of a mocked response, but here is {}",
                article(name)
            );
            return Err(Box::new(error(name.span, message)));
        };
        let Some(member) = self
            .responses
            .iter()
            .rev()
            .find(|member| member.key.text == *wanted)
        else {
            let names: Vec<&str> = self
                .responses
                .iter()
                .map(|member| &*member.key.text)
                .collect();
            let message =
                format!("`MockedResponses` has no `{wanted}`, which is to answer `{state}`");
            return Err(Box::new(
                error(name.span, message).help(suggestion(wanted, &names)),
            ));
        };
        responses(member)
    }
}

impl Case {
    /// The states that it names, and with what.
    pub(super) fn states(&self) -> &[Member] {
        &self.states
    }
}

/// `did you mean …` or the whole list.
pub(super) fn suggestion(wanted: &str, names: &[&str]) -> String {
    match text::nearest(wanted, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.is_empty() => "there is none at all".to_owned(),
        None => format!(
            "there {} {}",
            if names.len() == 1 { "is" } else { "are" },
            text::list(names)
        ),
    }
}

/// `#HappyPath`, as it is written behind the file's name.
pub(super) fn suffixes(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("#{name}")).collect()
}

fn machines(node: &Node, findings: &mut Findings) -> Vec<Machine> {
    let members = findings
        .members(node, "`StateMachines`")
        .unwrap_or_default();
    let mut machines = Vec::with_capacity(members.len());
    for member in members {
        let name = Spanned::new(member.key.text.clone(), member.key.span);
        let cases = member.value.get("TestCases");
        if cases.is_none() && !member.value.is_hole() {
            findings
                .error(
                    member.key.span,
                    format!("`{}` has no `TestCases`", name.value),
                )
                .help("write `\"TestCases\": { \"HappyPath\": { … } }`");
        }
        let cases = cases
            .map(|node| test_cases(node, findings))
            .unwrap_or_default();
        machines.push(Machine { name, cases });
    }
    machines
}

fn test_cases(node: &Node, findings: &mut Findings) -> Vec<Case> {
    let members = findings.members(node, "`TestCases`").unwrap_or_default();
    let mut cases = Vec::with_capacity(members.len());
    for member in members {
        let what = format!("the test case `{}`", member.key.text);
        let states = findings.members(&member.value, &what).unwrap_or_default();
        let name = Spanned::new(member.key.text.clone(), member.key.span);
        cases.push(Case {
            name,
            states: states.to_vec(),
        });
    }
    cases
}

/// The responses under one name, in the order of their numbers.
fn responses(member: &Member) -> Result<Vec<Response>, Box<Diagnostic>> {
    let name = &member.key.text;
    let Some(members) = member.value.members() else {
        let message = format!(
            "the mocked response `{name}` is an object, but here is {}",
            article(&member.value)
        );
        return Err(Box::new(error(member.value.span, message)));
    };
    let mut responses = members
        .iter()
        .map(response)
        .collect::<Result<Vec<_>, _>>()?;
    responses.sort_by_key(|response| response.first);
    let mut next = 0;
    for response in &responses {
        if response.first != next {
            let message = format!(
                "the responses of `{name}` are numbered from 0 without a gap, so here comes `{next}`"
            );
            return Err(Box::new(error(response.span, message)));
        }
        next = response.last.saturating_add(1);
    }
    if responses.is_empty() {
        let message = format!("the mocked response `{name}` is empty");
        return Err(Box::new(
            error(member.key.span, message).help("write `\"0\": { \"Return\": … }`"),
        ));
    }
    Ok(responses)
}

/// `"0": {"Return": …}`, `"1-2": {"Throw": …}`.
fn response(member: &Member) -> Result<Response, Box<Diagnostic>> {
    let span = member.key.span;
    let key = member.key.text.trim();
    let (first, last) = key.split_once('-').unwrap_or((key, key));
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let (Some(first), Some(last)) = (number(first), number(last)) else {
        let message = format!("`{key}` is no number of an invocation");
        return Err(Box::new(error(span, message).help(
            "write a number from 0 as in `\"0\"`, or a range as in `\"1-2\"`",
        )));
    };
    if last < first {
        return Err(Box::new(error(
            span,
            format!("the range `{key}` ends before it begins"),
        )));
    }
    let Some(members) = member.value.members() else {
        let message = format!(
            "a response is an object, but here is {}",
            article(&member.value)
        );
        return Err(Box::new(error(member.value.span, message)));
    };
    if let Some(other) = members
        .iter()
        .find(|member| !matches!(&*member.key.text, "Return" | "Throw"))
    {
        let message = format!("a response has no key `{}`", other.key.text);
        return Err(Box::new(
            error(other.key.span, message).help("it holds `Return` or `Throw`"),
        ));
    }
    let says = match (member.value.get("Return"), member.value.member("Throw")) {
        (Some(result), None) => ResponseSays::Return(result.to_value()),
        (None, Some(throw)) => throw_of(throw)?,
        (Some(_), Some(throw)) => {
            let message = "a response either returns or throws, this one does both";
            return Err(Box::new(
                error(throw.key.span, message).help("take `Return` or `Throw` out"),
            ));
        }
        (None, None) => {
            let message = "a response either returns or throws, this one does neither";
            return Err(Box::new(
                error(span, message).help("write `Return` or `Throw`"),
            ));
        }
    };
    Ok(Response {
        first,
        last,
        says,
        span,
    })
}

fn throw_of(throw: &Member) -> Result<ResponseSays, Box<Diagnostic>> {
    let node = &throw.value;
    let Some(error_name) = node.get("Error").and_then(Node::text) else {
        let message = "`Throw` needs `Error`, the name of the error";
        return Err(Box::new(
            error(throw.key.span, message).help("write `{ \"Error\": …, \"Cause\": … }`"),
        ));
    };
    let cause = match node.get("Cause") {
        None => None,
        Some(cause) => match cause.text() {
            Some(text) => Some(text.clone()),
            None => {
                let message = format!("`Cause` is a text, but here is {}", article(cause));
                return Err(Box::new(error(cause.span, message)));
            }
        },
    };
    Ok(ResponseSays::Throw {
        error: error_name.clone(),
        cause,
    })
}

/// That a state is asked for once more than it has responses.
pub(super) fn exhausted(file: &str, state: &str, invocation: u64, last: &Response) -> MockError {
    let message = format!("`{state}` has no mocked response for invocation {invocation}");
    let count = last.last.saturating_add(1);
    let diagnostic = error(last.span, message)
        .labelled(format!("the last invocation that is answered is {}", last.last))
        .help(format!("add `\"{count}\"`, or make a range of the last: `\"{}-{invocation}\"`", last.first))
        .note("invocations count from 0, one count a state and execution: retries, loops and iterations of a Map all count");
    MockError::new(file, diagnostic)
}
