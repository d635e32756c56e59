//! Going through the parameters of a call, side by side with the shapes of its API.
//!
//! Four things that look wrong are let through, since real definitions have them and work: an object for a text, which
//! becomes JSON (recorded: services/aws_sdk_task_service.sfn_start_execution_implicit_json_serialisation); a bare text for
//! an attribute value of DynamoDB (in samples that AWS publishes); whatever is computed or filled in later; and in
//! optimised integrations the spelling of the older SDK.

use super::fault::{RequestFault, WrongName};
use super::given::{Given, is_dynamic, plain_name};
use crate::base::text;
use crate::services::api::{Bounds, Scalar, Shape, ShapeRef, Spelling, Structure, capitalise};
use crate::services::{ApiRequest, Parameter, Request};
use crate::source::{Kind, Member, Node};

/// What is wrong with `written`, the value of a Task's `field`.
pub(super) fn faults<'a>(
    takes: Request,
    written: &'a Node,
    field: &'static str,
) -> Vec<RequestFault<'a>> {
    let mut walk = Walk {
        faults: Vec::new(),
        field,
    };
    if written.is_unknown() {
        return walk.faults;
    }
    if let Some(members) = written.members() {
        match takes {
            Request::Api(api) => match api.operation.input {
                Some(input) => walk.value(&api, input, None, written, ""),
                None => walk.nothing_taken(members),
            },
            Request::Own(parameters) => walk.own(parameters, written, members),
        }
    }
    walk.faults
}

struct Walk<'a> {
    faults: Vec<RequestFault<'a>>,
    field: &'static str,
}

impl<'a> Walk<'a> {
    // Recursion is bounded: the readers of source text allow a fixed depth.
    fn value(
        &mut self,
        api: &ApiRequest,
        shape: ShapeRef,
        bounds: Option<&'static Bounds>,
        node: &'a Node,
        place: &str,
    ) {
        if is_dynamic(node) || matches!(node.kind, Kind::Null) {
            return;
        }
        match (api.service.shape(shape), &node.kind) {
            (Shape::Structure(structure), Kind::Object(members)) => {
                self.structure(api, shape, structure, node, members, place);
            }
            (Shape::List(list), Kind::Array(items)) => {
                let bounds = api.service.bounds(shape, 0);
                for (index, item) in items.iter().enumerate() {
                    self.value(api, list.item, bounds, item, &format!("{place}[{index}]"));
                }
            }
            (Shape::Map(map), Kind::Object(members)) => {
                let bounds = api.service.bounds(shape, 0);
                for member in members {
                    if !member.key.text.ends_with(".$") {
                        let place = format!("{place}.{}", member.key.text);
                        self.value(api, map.value, bounds, &member.value, &place);
                    }
                }
            }
            (Shape::Scalar(scalar), _) => {
                if let Some(expected) = misfit(*scalar, node) {
                    self.wrong_type(place, node, expected);
                } else if let Some(bounds) = bounds {
                    self.out_of_bounds(*scalar, bounds, node, place);
                }
            }
            (Shape::Structure(structure), Kind::String(_))
                if api.spelling == Spelling::Optimised && is_attribute_value(structure) => {}
            (Shape::Structure(_) | Shape::Map(_), _) => self.wrong_type(place, node, "an object"),
            (Shape::List(_), _) => self.wrong_type(place, node, "an array"),
        }
    }

    fn structure(
        &mut self,
        api: &ApiRequest,
        shape: ShapeRef,
        structure: &Structure,
        node: &'a Node,
        members: &'a [Member],
        place: &str,
    ) {
        for member in members {
            let name = plain_name(&member.key.text);
            let index = structure
                .members
                .iter()
                .position(|one| api.spelling.is(one.name, name));
            match index {
                Some(index) if !member.key.text.ends_with(".$") => {
                    let place = format!("{place}.{name}");
                    let found = structure.members[index].shape;
                    let bounds = api.service.bounds(shape, index);
                    self.value(api, found, bounds, &member.value, &place);
                }
                Some(_) => {}
                None => self.unknown(api, structure, members, member, place),
            }
        }
        let slips: Vec<String> = self.slips(place);
        for required in structure.required() {
            let name = api.spelling.member(required.name);
            let is_given = Given::find(node, &name).is_some()
                || required.idempotency_token
                || slips.iter().any(|slip| *slip == *name)
                // The whole object may be merged with what is filled in later.
                || members.iter().any(|member| member.key.text.contains("${"));
            if !is_given {
                self.faults.push(RequestFault::Missing {
                    name: name.into_owned(),
                    place: place.to_owned(),
                    span: node.span,
                });
            }
        }
    }

    /// What the unknown names at a place are meant for, so that it is not reported as missing too.
    fn slips(&self, here: &str) -> Vec<String> {
        let meant = self.faults.iter().filter_map(|fault| match fault {
            RequestFault::Unknown(name) if name.place == here => name.meant.clone(),
            _ => None,
        });
        meant.collect()
    }

    fn unknown(
        &mut self,
        api: &ApiRequest,
        structure: &Structure,
        members: &[Member],
        member: &'a Member,
        place: &str,
    ) {
        let name = plain_name(&member.key.text);
        if name.contains("${") {
            return;
        }
        let spelled = |model: &'static str| api.spelling.member(model).into_owned();
        let by_model = structure
            .members
            .iter()
            .find(|one| one.name == name || capitalise(one.name) == name);
        let names: Vec<String> = structure
            .members
            .iter()
            .map(|one| spelled(one.name))
            .collect();
        let by_capitals = names.iter().find(|one| one.eq_ignore_ascii_case(name));
        let free = names.iter().filter(|one| {
            !members
                .iter()
                .any(|other| plain_name(&other.key.text) == **one)
        });
        let meant = by_model
            .map(|one| spelled(one.name))
            .or_else(|| by_capitals.cloned())
            .or_else(|| text::nearest(name, free.map(String::as_str)).map(str::to_owned));
        let certain = match (by_model, api.spelling) {
            // The developer guide itself writes `"RetryStrategy": {"attempts": 5}` for `batch:submitJob`.
            (Some(_), Spelling::Optimised) => place.is_empty(),
            // Where the SDK for Java renames a member in a way of its own, the table may not know.
            (Some(model), Spelling::Sdk) => capitalise(model.name) != name,
            (None, _) => true,
        };
        self.faults.push(RequestFault::Unknown(WrongName {
            key: &member.key,
            place: place.to_owned(),
            is_spelling: by_model.is_some() || by_capitals.is_some(),
            meant,
            certain,
            names,
        }));
    }

    fn own(&mut self, parameters: &[Parameter], node: &'a Node, members: &'a [Member]) {
        let names: Vec<String> = parameters.iter().map(|one| one.name.to_owned()).collect();
        for member in members {
            let name = plain_name(&member.key.text);
            if names.iter().any(|one| one == name) || name.contains("${") {
                continue;
            }
            let by_capitals = names.iter().find(|one| one.eq_ignore_ascii_case(name));
            let meant = by_capitals.map(String::as_str).or_else(|| {
                let free = names.iter().filter(|one| Given::find(node, one).is_none());
                text::nearest(name, free.map(String::as_str))
            });
            self.faults.push(RequestFault::Unknown(WrongName {
                key: &member.key,
                place: String::new(),
                meant: meant.map(str::to_owned),
                is_spelling: by_capitals.is_some(),
                certain: by_capitals.is_some(),
                names: names.clone(),
            }));
        }
        let slips = self.slips("");
        for parameter in parameters.iter().filter(|parameter| parameter.required) {
            if Given::find(node, parameter.name).is_none()
                && !slips.iter().any(|slip| slip == parameter.name)
            {
                self.faults.push(RequestFault::Missing {
                    name: parameter.name.to_owned(),
                    place: String::new(),
                    span: node.span,
                });
            }
        }
    }

    fn nothing_taken(&mut self, members: &'a [Member]) {
        for member in members {
            self.faults.push(RequestFault::Unknown(WrongName {
                key: &member.key,
                place: String::new(),
                meant: None,
                is_spelling: false,
                certain: true,
                names: Vec::new(),
            }));
        }
    }

    fn out_of_bounds(&mut self, scalar: Scalar, bounds: &Bounds, node: &Node, place: &str) {
        let (what, meant) = match (scalar, &node.kind) {
            (Scalar::String, Kind::String(text)) => match &bounds.words {
                Some(words) if !words.iter().any(|word| **word == *text.value) => {
                    let meant = words
                        .iter()
                        .find(|word| word.eq_ignore_ascii_case(&text.value))
                        .copied()
                        .or_else(|| text::nearest(&text.value, words.iter().copied()));
                    let listed = if words.len() <= LISTED {
                        text::alternatives(words)
                    } else {
                        format!(
                            "one of {} words, as {}",
                            words.len(),
                            text::alternatives(&words[..LISTED])
                        )
                    };
                    (format!("must be {listed}"), meant)
                }
                _ => return,
            },
            (Scalar::Integer | Scalar::Long, Kind::Number(number)) => {
                let number = number.as_f64();
                match (bounds.least, bounds.most) {
                    (Some(least), _) if number < least as f64 => {
                        (format!("must be {least} at least"), None)
                    }
                    (_, Some(most)) if number > most as f64 => {
                        (format!("must be {most} at most"), None)
                    }
                    _ => return,
                }
            }
            _ => return,
        };
        self.faults.push(RequestFault::Value {
            place: format!("{}{place}", self.field),
            span: node.span,
            what,
            meant,
        });
    }

    fn wrong_type(&mut self, place: &str, node: &Node, expected: &'static str) {
        self.faults.push(RequestFault::WrongType {
            place: format!("{}{place}", self.field),
            span: node.span,
            expected,
            found: node.kind_name(),
        });
    }
}

/// How many of an API's words a finding lists.
const LISTED: usize = 8;

/// What a scalar must be, where a value is no such thing.
fn misfit(scalar: Scalar, node: &Node) -> Option<&'static str> {
    let text = node.text();
    let (fits, expected) = match scalar {
        // Whatever is no text becomes its JSON; bytes are the JSON of any value
        // (recorded: services/aws_sdk_task_service.s3_put_object~dict).
        Scalar::String | Scalar::Blob | Scalar::StreamingBlob => return None,
        Scalar::Document | Scalar::JsonInHeader => return None,
        Scalar::Boolean => (
            matches!(node.kind, Kind::Bool(_))
                || text.is_some_and(|text| {
                    text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false")
                }),
            "a boolean",
        ),
        Scalar::Integer | Scalar::Long | Scalar::Float | Scalar::Double => (
            matches!(node.kind, Kind::Number(_))
                || text.is_some_and(|text| text.trim().parse::<f64>().is_ok()),
            "a number",
        ),
        Scalar::Timestamp(_) => (
            matches!(node.kind, Kind::Number(_) | Kind::String(_)),
            "an instant",
        ),
    };
    (!fits).then_some(expected)
}

/// Whether a structure is DynamoDB's `AttributeValue`.
fn is_attribute_value(structure: &Structure) -> bool {
    structure.member("S").is_some() && structure.member("NULL").is_some()
}
