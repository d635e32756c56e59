//! `--format sarif`: the log is what SARIF 2.1.0 (OASIS, <https://docs.oasis-open.org/sarif/sarif/v2.1.0/>) has under that name.
//!
//! The objects that a log of ours is made of are listed below, with the members that we write: what the specification
//! makes of each, and which it demands. A member that is not in the list has to be looked up there first.

use super::{folder, sfnrun_in};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// What a member takes.
#[derive(Clone, Copy, Debug)]
enum Takes {
    Text,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// A whole number, this or more.
    From(u64),
    Bool,
    /// A reference to a resource (RFC 3986): no blanks, and `%` only before two hexadecimal digits.
    Address,
    /// The object of this name.
    A(&'static str),
    /// A list of them; if so, with one at least, and none twice.
    List(&'static str, bool),
    /// A list of texts of which none stands twice.
    Texts(&'static [&'static str]),
    /// Objects of this name under names of ours.
    Named(&'static str),
    /// Texts under names of ours.
    NamedTexts,
    /// A property bag: what we like, and `tags`.
    Bag,
}
use Takes::*;

/// A member: its name, whether it must be there, what it takes.
type Member = (&'static str, bool, Takes);

const LEVELS: Takes = OneOf(&["none", "note", "warning", "error"]);

/// By name, with the section that defines it.
const OBJECTS: [(&str, &[Member]); 21] = [
    // 3.13
    (
        "sarifLog",
        &[
            ("$schema", false, Address),
            ("version", true, OneOf(&["2.1.0"])),
            ("runs", true, List("run", false)),
        ],
    ),
    // 3.14
    (
        "run",
        &[
            ("tool", true, A("tool")),
            ("invocations", false, List("invocation", false)),
            ("originalUriBaseIds", false, Named("artifactLocation")),
            ("artifacts", false, List("artifact", false)),
            ("results", false, List("result", false)),
            (
                "columnKind",
                false,
                OneOf(&["utf16CodeUnits", "unicodeCodePoints"]),
            ),
        ],
    ),
    // 3.18
    ("tool", &[("driver", true, A("toolComponent"))]),
    // 3.19
    (
        "toolComponent",
        &[
            ("name", true, Text),
            ("version", false, Text),
            ("semanticVersion", false, Text),
            ("shortDescription", false, A("multiformatMessageString")),
            ("rules", false, List("reportingDescriptor", false)),
        ],
    ),
    // 3.49
    (
        "reportingDescriptor",
        &[
            ("id", true, Text),
            ("shortDescription", false, A("multiformatMessageString")),
            ("help", false, A("multiformatMessageString")),
            ("defaultConfiguration", false, A("reportingConfiguration")),
            ("properties", false, Bag),
        ],
    ),
    // 3.12
    (
        "multiformatMessageString",
        &[("text", true, Text), ("markdown", false, Text)],
    ),
    // 3.50
    ("reportingConfiguration", &[("level", false, LEVELS)]),
    // 3.20
    (
        "invocation",
        &[
            ("executionSuccessful", true, Bool),
            (
                "toolExecutionNotifications",
                false,
                List("notification", false),
            ),
        ],
    ),
    // 3.58
    (
        "notification",
        &[("message", true, A("message")), ("level", false, LEVELS)],
    ),
    // 3.11; text or id must be there, and we have no ids.
    ("message", &[("text", true, Text)]),
    // 3.24
    (
        "artifact",
        &[
            ("location", false, A("artifactLocation")),
            ("roles", false, Texts(&["analysisTarget"])),
        ],
    ),
    // 3.4
    (
        "artifactLocation",
        &[
            ("uri", false, Address),
            ("uriBaseId", false, Text),
            ("index", false, From(0)),
            ("description", false, A("message")),
        ],
    ),
    // 3.27
    (
        "result",
        &[
            ("ruleId", false, Text),
            ("ruleIndex", false, From(0)),
            ("level", false, LEVELS),
            ("message", true, A("message")),
            ("locations", false, List("location", false)),
            ("relatedLocations", false, List("location", false)),
            ("partialFingerprints", false, NamedTexts),
            ("fixes", false, List("fix", false)),
            ("properties", false, Bag),
        ],
    ),
    // 3.28
    (
        "location",
        &[
            ("id", false, From(0)),
            ("physicalLocation", false, A("physicalLocation")),
            ("logicalLocations", false, List("logicalLocation", false)),
            ("message", false, A("message")),
        ],
    ),
    // 3.29
    (
        "physicalLocation",
        &[
            ("artifactLocation", true, A("artifactLocation")),
            ("region", false, A("region")),
        ],
    ),
    // 3.33
    ("logicalLocation", &[("fullyQualifiedName", false, Text)]),
    // 3.30
    (
        "region",
        &[
            ("startLine", true, From(1)),
            ("startColumn", false, From(1)),
            ("endLine", false, From(1)),
            ("endColumn", false, From(1)),
        ],
    ),
    // 3.55
    (
        "fix",
        &[
            ("description", false, A("message")),
            ("artifactChanges", true, List("artifactChange", true)),
            ("properties", false, Bag),
        ],
    ),
    // 3.56
    (
        "artifactChange",
        &[
            ("artifactLocation", true, A("artifactLocation")),
            ("replacements", true, List("replacement", true)),
        ],
    ),
    // 3.57
    (
        "replacement",
        &[
            ("deletedRegion", true, A("region")),
            ("insertedContent", false, A("artifactContent")),
        ],
    ),
    // 3.3
    ("artifactContent", &[("text", false, Text)]),
];

/// Holds a value against the object of a name; `met` gathers the names that were met.
fn object(value: &Json, name: &'static str, at: &str, met: &mut BTreeSet<&'static str>) {
    met.insert(name);
    let found = OBJECTS.iter().find(|(one, _)| *one == name);
    let (_, members) = found.expect("the list has every name that it uses");
    let value = value
        .as_object()
        .unwrap_or_else(|| panic!("{at}: no object"));
    for (key, inner) in value {
        let member = members.iter().find(|(one, ..)| one == key);
        let (_, _, takes) = member.unwrap_or_else(|| panic!("{at}: `{name}` has no `{key}`"));
        member_value(inner, *takes, &format!("{at}/{key}"), met);
    }
    for (key, needed, _) in *members {
        assert!(!needed || value.contains_key(*key), "{at}: no `{key}`");
    }
}

fn member_value(value: &Json, takes: Takes, at: &str, met: &mut BTreeSet<&'static str>) {
    let fits = match takes {
        Text => value.is_string(),
        OneOf(texts) => value.as_str().is_some_and(|text| texts.contains(&text)),
        From(least) => value.as_u64().is_some_and(|number| number >= least),
        Bool => value.is_boolean(),
        Address => value.as_str().is_some_and(is_address),
        A(name) => {
            object(value, name, at, met);
            true
        }
        List(name, some) => {
            let items = value.as_array().unwrap_or_else(|| panic!("{at}: no list"));
            for (number, item) in items.iter().enumerate() {
                object(item, name, &format!("{at}/{number}"), met);
                assert!(!some || !items[..number].contains(item), "{at}: twice");
            }
            !some || !items.is_empty()
        }
        Texts(texts) => value.as_array().is_some_and(|items| {
            let all: BTreeSet<_> = items.iter().filter_map(Json::as_str).collect();
            all.len() == items.len() && all.iter().all(|text| texts.contains(text))
        }),
        Named(name) => {
            for (key, inner) in value.as_object().into_iter().flatten() {
                object(inner, name, &format!("{at}/{key}"), met);
            }
            value.is_object()
        }
        NamedTexts => value
            .as_object()
            .is_some_and(|texts| texts.values().all(Json::is_string)),
        Bag => value.as_object().is_some_and(|bag| {
            bag.get("tags").is_none_or(|tags| {
                tags.as_array()
                    .is_some_and(|tags| tags.iter().all(Json::is_string))
            })
        }),
    };
    assert!(fits, "{at}: {value} is not {takes:?}");
}

fn is_address(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    let escapes = text.match_indices('%').all(|(at, _)| {
        let digits = text.get(at + 1..at + 3).unwrap_or_default();
        digits.len() == 2 && digits.chars().all(|c| c.is_ascii_hexdigit())
    });
    !text.is_empty() && text.chars().all(allowed) && escapes
}

/// What the sections say beside the shape of each object.
fn consistent(log: &Json) {
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let artifacts = run["artifacts"].as_array().expect("artifacts");
    let ids: BTreeSet<_> = rules.iter().map(|rule| rule["id"].as_str()).collect();
    assert_eq!(ids.len(), rules.len(), "each rule stands once");
    for result in run["results"].as_array().expect("results") {
        // 3.27.6: the index is that of the rule.
        let index = result["ruleIndex"].as_u64().expect("an index") as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        let related = result["relatedLocations"].as_array().into_iter().flatten();
        let ids: Vec<_> = related.clone().map(|one| &one["id"]).collect();
        // 3.28.2: an id is no other's of the same result.
        assert!(
            (1..ids.len()).all(|at| !ids[..at].contains(&ids[at])),
            "{ids:?}"
        );
        let own = result["locations"].as_array().into_iter().flatten();
        for place in own.chain(related).map(|one| &one["physicalLocation"]) {
            let address = &place["artifactLocation"];
            // 3.4.5: the index is that of the file.
            let index = address["index"].as_u64().expect("an index") as usize;
            assert_eq!(artifacts[index]["location"]["uri"], address["uri"]);
            ordered(&place["region"]);
        }
        for fix in result["fixes"].as_array().into_iter().flatten() {
            for change in fix["artifactChanges"].as_array().expect("changes") {
                for one in change["replacements"].as_array().expect("replacements") {
                    ordered(&one["deletedRegion"]);
                }
            }
        }
    }
    for location in artifacts.iter().map(|one| &one["location"]) {
        // 3.4.3: a relative address is so to a base that the run has.
        if let Some(base) = location["uriBaseId"].as_str() {
            assert!(run["originalUriBaseIds"].get(base).is_some(), "{base}");
        }
    }
}

/// 3.30: the end is not before the start.
fn ordered(region: &Json) {
    let end = |line: &str, column: &str| (region[line].as_u64(), region[column].as_u64());
    assert!(
        end("startLine", "startColumn") <= end("endLine", "endColumn"),
        "{region}"
    );
}

#[test]
fn the_log_is_as_the_specification_has_it() {
    let slips = "{\n  // \u{1f980}\n  \"StartAt\": \"A\",\n  \"States\": {\n    \"A\": {\"type\": \"Task\", \"Resource\": \"arn:aws:states:::lambda:invoke\", \"Parameters\": {\"FunctionName\": \"f\"}, \"Catch\": [{\"ErrorEquals\": [\"States.ALL\"], \"Next\": \"B\"}], \"Next\": \"B\"},\n    \"B\": {\"Type\": \"Pass\", \"Parameters\": {\"id.$\": \"$.id\"}, \"Nxt\": \"C\"}\n  }\n}\n";
    let template = "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: '{\"StartAt\": \"A\", \"States\": {\"A\": {\"type\": \"Pass\", \"End\": true}}}'\n";
    let place = folder(&[
        ("a b/caf\u{e9} 100%.jsonc", slips),
        ("template.yaml", template),
        (
            "clean.asl.json",
            r#"{"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}"#,
        ),
        ("broken.asl.json", "{"),
    ]);
    std::fs::write(place.path().join("latin.asl.json"), b"\xe9").expect("written");
    let outside = folder(&[("m.asl.json", slips)]);
    let outside = outside.path().join("m.asl.json");
    let said = sfnrun_in(
        place.path(),
        &[
            "validate",
            "--format",
            "sarif",
            "--pedantic",
            "a b",
            "template.yaml",
            "clean.asl.json",
            "broken.asl.json",
            "latin.asl.json",
            &outside.to_string_lossy(),
        ],
    );
    let log: Json = serde_json::from_str(&said.out).expect("it is JSON");
    let mut met = BTreeSet::new();
    object(&log, "sarifLog", "", &mut met);
    let all: BTreeSet<&str> = OBJECTS.iter().map(|(name, _)| *name).collect();
    assert_eq!(met, all, "the files bring about every object");
    consistent(&log);
    assert_eq!(
        log["runs"][0]["invocations"][0]["executionSuccessful"],
        false
    );
    assert_eq!(
        log["runs"][0]["artifacts"][0]["location"]["uri"],
        "a%20b/caf%C3%A9%20100%25.jsonc"
    );
}
