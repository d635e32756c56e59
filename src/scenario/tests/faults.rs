//! Faults of scenario files: each with its place and what to do about it.

use super::{found, loaded, one};

#[test]
fn faults_of_a_file_have_a_place_and_a_remedy() {
    let cases: [(String, &[&str]); 25] = [
        (
            String::new(),
            &[
                "1:1 this scenario file is empty | write `version: 1` and the scenarios under `scenarios`",
            ],
        ),
        (
            "[1]".to_owned(),
            &["1:1 a scenario file is a mapping, but here is an array"],
        ),
        (
            "scenarios: {}".to_owned(),
            &[
                "1:1 a scenario file says which version of the format it is in | write `version: 1` at its top",
                "1:12 `scenarios` holds none | write at least one: silence is not success",
            ],
        ),
        (
            "version: 2\nscenarios: { a: { definition: machine.asl.json } }".to_owned(),
            &["1:10 this version of the format is not known | write `version: 1`"],
        ),
        (
            "version: 1".to_owned(),
            &[
                "1:1 this file holds no scenarios | write them under `scenarios`, each under its name",
            ],
        ),
        (
            "version: 1\nscenario: {}\nscenarios: { a: { definition: machine.asl.json } }"
                .to_owned(),
            &["2:1 a scenario file has no key `scenario` | did you mean `scenarios`?"],
        ),
        (
            "version: 1\nscenarios:\n  a: {}".to_owned(),
            &[
                "3:3 the scenario `a` names no definition | write `definition: FILE`, here or at the top of the file",
            ],
        ),
        (
            one("    definition: machin.asl.json"),
            &[
                "6:17 cannot read `machin.asl.json` | paths are relative to the folder of the scenario file",
            ],
        ),
        (
            one("    inptu: {}"),
            &["6:5 the scenario `it` has no key `inptu` | did you mean `input`?"],
        ),
        (
            one("    visits: [Fetch]"),
            &["6:5 the scenario `it` has no key `visits` | `visits` stands under `expect`"],
        ),
        (
            one("    type: EXPRES"),
            &["6:11 `type` is `STANDARD` or `EXPRESS`, not `EXPRES` | did you mean `EXPRESS`?"],
        ),
        (
            one("    seed: -1"),
            &["6:11 `seed` is a whole number from 0 up, but here is a number"],
        ),
        (
            one("    start-time: noon"),
            &["6:17 `noon` is no instant | write it as in `2026-01-31T08:00:00Z`"],
        ),
        (
            one("    limits: [aws]"),
            &["6:13 `limits` is a text, but here is an array"],
        ),
        (
            one("    mocks: 3"),
            &[
                "6:12 `mocks` is the path of a mock file, or a mapping of states to answers, but here is a number",
            ],
        ),
        (
            one("    mocks: mocks.yaml#bussy"),
            &["6:12 mocks.yaml: this mock file has no case `bussy` | did you mean `busy`?"],
        ),
        (
            one("    mocks: { Fetch: { reslut: 1 } }"),
            &[
                "6:23 an answer has no key `reslut` | did you mean `result`?",
                "6:21 this answer says nothing | write `result`, `payload`, `error`, `timeout`, `never` or `callback`",
            ],
        ),
        (
            "version: 1\ndefinition: machine.asl.json\nscenarios:\n  it: { mocks: '#busy' }"
                .to_owned(),
            &[
                "4:16 `#busy` is a case of no mock file | write `mocks: FILE` at the top of the file, or `FILE#CASE` here",
                "4:16 cannot read `#busy` | paths are relative to the folder of the scenario file",
            ],
        ),
        (
            one("    vars: { '': 1 }"),
            &[
                "6:13 no placeholder can be called `` | names are letters, digits and `_ . : - /`, without `${` and `}`",
            ],
        ),
        (
            one("    input: '{a'"),
            &[
                "6:12 `input` is no JSON: expected a key in double quotes | write the path of a file, JSON, or the input as YAML",
            ],
        ),
        (
            one("    expect: { stauts: FAILED }"),
            &["6:15 `expect` has no key `stauts` | did you mean `status`?"],
        ),
        (
            one("    expect: { visited: Fecth }"),
            &["6:24 the machine has no state `Fecth` | did you mean `Fetch`?"],
        ),
        (
            one("    expect: { visits: [Fetch, Weigh] }"),
            &[
                "6:31 `Weigh` is no state of the machine's own flow | `visits` lists the outermost states; write those in a Map or Parallel under `visited`",
            ],
        ),
        (
            one("    expect: { duration: 41 }"),
            &[
                "6:25 `duration`: a duration needs a unit | write it as in `500ms`, `1.3s`, `20m`, `2h`, `1d` or `1h30m` | put `<=`, `>=`, `<` or `>` before it, or write `40s..2m`",
            ],
        ),
        (
            one("    expect: { events: 5..3 }"),
            &["6:23 nothing lies in this range of `events` | write the smaller figure first"],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(found(&text), expected, "{text}");
        assert!(loaded(&text).cases.is_empty(), "{text}");
    }
}

#[test]
fn a_variable_that_nothing_asks_for_is_told() {
    let text = one("    vars: { Nmae: f }");
    assert_eq!(
        found(&text),
        ["6:13 no placeholder `${Nmae}` stands in the definition | did you mean `Name`?"]
    );
    assert_eq!(loaded(&text).cases.len(), 1, "it is a warning");
}

#[test]
fn findings_in_mock_files_are_kept_once() {
    let text = "version: 1\ndefinition: machine.asl.json\nmocks: { Fecth: { result: 1 } }\nscenarios:\n  a: { mocks: mocks.yaml }\n  b: { mocks: { Fetch: { result: { parts: [] } } } }\n  c: {}";
    assert_eq!(
        found(text),
        ["3:10 the machine has no state `Fecth`, so this is never used | did you mean `Fetch`?"]
    );
}
