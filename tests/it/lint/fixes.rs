//! Fixes on real files and on machines made at random: the file still parses, nothing changes but what is named, and mending
//! twice is mending once.

use crate::checked::check_by;
use crate::shared;
use proptest::prelude::*;
use sfnrun::asl::WorkflowType;
use sfnrun::diagnostics::{Diagnostic, Edit};
use sfnrun::lint::mend::{Which, applied, mend};
use sfnrun::lint::{Choices, Selection, Selector, registry};
use sfnrun::source::{Kind, Node, SourceFile};
use std::collections::BTreeSet;

/// All rules, the pedantic ones too.
fn selection() -> Selection {
    Selection::default().with(&Choices {
        extend: vec![Selector::Pedantic],
        ..Choices::default()
    })
}

fn find(selection: &Selection, file: &SourceFile) -> Vec<Diagnostic> {
    check_by(selection, &file.name, &file.text, WorkflowType::Standard).diagnostics
}

/// Holds every fix of a file, alone and together, to what fixes promise. Gives the rules that had one.
fn hold(file: &SourceFile, selection: &Selection) -> Result<BTreeSet<&'static str>, String> {
    let found = find(selection, file);
    let before = file.read();
    let mut rules = BTreeSet::new();
    for diagnostic in &found {
        for fix in &diagnostic.fixes {
            let told = format!("{}: {}: {}", file.name, diagnostic.message, fix.title);
            if !registry::find(diagnostic.rule).is_some_and(|meta| meta.fixable) {
                return Err(format!(
                    "{told}: `{}` is not marked as fixable",
                    diagnostic.rule
                ));
            }
            rules.insert(diagnostic.rule);
            let text = applied(&file.text, fix.edits.iter())
                .ok_or(format!("{told}: the edits do not fit"))?;
            if before.lossy {
                continue;
            }
            let after = file.with_text(text).read();
            if let (Some(old), Some(new)) = (&before.root, &after.root) {
                same_but_for(old, new, &fix.edits).map_err(|place| {
                    format!("{told}: changes another place, {place}: {:?}", fix.edits)
                })?;
            }
        }
    }
    for which in [Which::Safe, Which::All] {
        let mended = mend(file.clone(), which, &mut |file| find(selection, file));
        let faults = |list: &[Diagnostic]| list.iter().filter(|one| one.rule == "syntax").count();
        if faults(&mended.left) > faults(&found) {
            return Err(format!("{}: no longer parses", file.name));
        }
        let again = mend(mended.file.clone(), which, &mut |file| {
            find(selection, file)
        });
        if again.file.text != mended.file.text {
            return Err(format!(
                "{}: mending again goes on, with {:?}",
                file.name, again.fixed
            ));
        }
    }
    Ok(rules)
}

/// That the trees are the same but where edits stand.
fn same_but_for(old: &Node, new: &Node, edits: &[Edit]) -> Result<(), String> {
    let touched = |start: u32, end: u32| {
        edits
            .iter()
            .any(|edit| edit.span.start <= end && start <= edit.span.end)
    };
    if !touched(old.span.start, old.span.end) {
        return match old.to_value() == new.to_value() {
            true => Ok(()),
            false => Err(format!("bytes {:?}", old.span)),
        };
    }
    match (&old.kind, &new.kind) {
        (Kind::Object(before), Kind::Object(after)) => {
            for member in before {
                if touched(member.key.span.start, member.key.span.end) {
                    continue;
                }
                let twin = after.iter().find(|one| one.key.text == member.key.text);
                match twin {
                    Some(twin) => same_but_for(&member.value, &twin.value, edits)?,
                    None if touched(member.key.span.start, member.value.span.end) => {}
                    None => return Err(format!("`{}` is gone", member.key.text)),
                }
            }
            Ok(())
        }
        (Kind::Array(before), Kind::Array(after)) if before.len() == after.len() => {
            let mut pairs = before.iter().zip(after);
            // Items that have changed places are new to their place.
            pairs.try_for_each(|(before, after)| {
                match touched(before.span.start, before.span.end) {
                    true => Ok(()),
                    false => same_but_for(before, after, edits),
                }
            })
        }
        _ => Ok(()),
    }
}

#[test]
fn fixes_of_real_files_hold_what_they_promise() {
    let Some(root) = shared::find("corpus/real", "1,030 real files") else {
        return;
    };
    let selection = selection();
    let mut rules = BTreeSet::new();
    let entries = std::fs::read_dir(root).expect("a folder");
    for entry in entries.map(|entry| entry.expect("an entry").path()) {
        let name = entry
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let Ok(file) = SourceFile::from_bytes(&name, std::fs::read(&entry).expect("read")) else {
            continue;
        };
        rules.extend(hold(&file, &selection).unwrap_or_else(|error| panic!("{error}")));
    }
    assert!(rules.len() > 12, "the files have fixes of {rules:?} only");
}

/// A definition with every kind of slip, each at places drawn at random.
const TEMPLATE: &str = r#"{
  "StartAt": "A", // first
  "States": {
    "A": {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Parameters": {"x.$": "$.x", "FunctionName": "f"},
      "Retry": [{"ErrorEquals": ["States.ALL"]}, {"ErrorEquals": ["E", "F"], "JitterStrategy": "FULL"}],
      "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "C"}], "HeartbeatSeconds": 50, "TimeoutSeconds": 10, "Next": "B"},
    "B": {"Type": "Choice", "Choices": [{"Variable": "$.a", "TimestampEquals": "2016-03-14 01:59:00Z", "Next": "C"}], "Default": "D"},
    "C": {
      "Type": "Map",
      "Parameters": {"y.$": "$$.Map.Item.Value"},
      "Iterator": {"StartAt": "E", "States": {"E": {"Type": "Pass", "End": true}}},
      "Next": "D"
    },
    "D": {"Type": "Succeed"}
  }
}"#;

/// What a word of the template is changed to.
const SLIPS: [(&str, &str); 18] = [
    ("\"Type\"", "\"type\""),
    ("\"Next\"", "\"Nxt\""),
    ("\"Next\": \"D\"", "\"Comment\": \"\""),
    ("\"D\"", "\"d\""),
    ("\"Task\"", "\"Tsk\""),
    ("true", "\"true\""),
    ("50", "\"50\""),
    ("[\"States.ALL\"]", "\"States.ALL\""),
    ("[\"States.ALL\"]", "[\"E\", \"States.ALL\"]"),
    ("\"$.x\"", "3"),
    ("\"$.a\"", "\"a\""),
    ("\"FULL\"", "\"full\""),
    ("lambda:invoke", "lambda:invok"),
    ("\"Succeed\"", "\"Succeed\", \"End\": true"),
    (
        "\"StartAt\": \"A\"",
        "\"StartAt\": \"A\", \"StartAt\": \"A\"",
    ),
    ("\"ErrorEquals\"", "\"errorEquals\""),
    ("}, {", "} {"),
    (", // first", ""),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn fixes_of_machines_with_slips_hold_what_they_promise(
        slips in prop::collection::vec((0..SLIPS.len(), 0_usize..12), 1..6),
        windows: bool,
        name in prop::sample::select(vec!["a.asl.json", "a.asl.yaml"]),
    ) {
        let mut text = TEMPLATE.to_owned();
        for (slip, which) in slips {
            let (from, to) = SLIPS[slip];
            let places: Vec<usize> = text.match_indices(from).map(|(at, _)| at).collect();
            if let Some(at) = places.get(which % places.len().max(1)) {
                text.replace_range(*at..at + from.len(), to);
            }
        }
        if name.ends_with("yaml") {
            text = text.replace("//", "#");
        }
        if windows {
            text = text.replace('\n', "\r\n");
        }
        let file = SourceFile::new(name, text);
        let held = hold(&file, &selection());
        prop_assert!(held.is_ok(), "{}\n{}", held.unwrap_err(), file.text);
    }
}

#[test]
fn block_yaml_is_mended_in_its_own_style() {
    let text = "StartAt: A\nStates:\n  A:\n    type: Map # each\n    Iterator:\n      StartAt: B\n      States:\n        B:\n          Type: Pass\n          End: 'true'\n    next: C\n  C:\n    Type: Task\n    Resource: arn:aws:states:::lambda:invoke\n    Parameters:\n      FunctionName: f\n      Payload.$: 3\n    Retry:\n      - ErrorEquals: States.ALL\n    Catch:\n      - ErrorEquals:\n          - States.ALL\n        Next: D\n      - ErrorEquals: [E]\n        Next: D\n  D:\n    Type: Pass\n";
    let file = SourceFile::new("a.asl.yaml", text.to_owned());
    let chosen = [
        "missing-field",
        "unknown-field",
        "wrong-type",
        "invalid-template-value",
        "error-name-list",
        "deprecated-iterator",
    ];
    let selection = selection();
    let mended = mend(file, Which::All, &mut |file| {
        let mut found = find(&selection, file);
        found.retain(|one| chosen.contains(&one.rule));
        found
    });
    let expected = "StartAt: A\nStates:\n  A:\n    Type: Map # each\n    ItemProcessor:\n      StartAt: B\n      States:\n        B:\n          Type: Pass\n          End: true\n    Next: C\n  C:\n    Type: Task\n    Resource: arn:aws:states:::lambda:invoke\n    Parameters:\n      FunctionName: f\n      Payload: 3\n    Retry:\n      - ErrorEquals: [States.ALL]\n    Catch:\n      - ErrorEquals: [E]\n        Next: D\n      - ErrorEquals:\n          - States.ALL\n        Next: D\n  D:\n    Type: Pass\n    End: true\n";
    assert_eq!(&*mended.file.text, expected, "{:#?}", mended.left);
}
