//! `--baseline` and `--write-baseline`.

use super::{MIXED, folder, found, sfnrun_in};

const CHECK: [&str; 5] = [
    "validate",
    "--format",
    "concise",
    "--baseline",
    "known.json",
];

/// The end of [`MIXED`], behind its last state.
const END: &str = "    }\n  }\n}";

#[test]
fn only_what_is_new_is_reported() {
    let here = folder(&[("a/m.asl.json", MIXED)]);
    let mut write = CHECK.to_vec();
    write.push("--write-baseline");
    let said = sfnrun_in(here.path(), &write);
    assert_eq!(
        (said.code, &*said.out, &*said.err),
        (Some(0), "", "3 findings written to `known.json`\n")
    );
    assert!(!here.path().join("known.json.part").exists());

    let said = sfnrun_in(here.path(), &CHECK);
    assert_eq!((said.code, &*said.out), (Some(0), ""));
    assert!(
        said.err.contains("3 known findings left out\n"),
        "{}",
        said.err
    );

    // Lines that move make nothing new; a state that is added does; from another folder the same.
    let more = MIXED
        .replace("{\n  \"StartAt\"", "{\n\n\n  \"StartAt\"")
        .replace(END, "    },\n    \"More\": {\"Type\": \"Succeed\"}\n  }\n}");
    std::fs::write(here.path().join("a/m.asl.json"), more).expect("it can be written");
    let inside = here.path().join("a");
    let said = sfnrun_in(
        &inside,
        &[
            "validate",
            "--format",
            "concise",
            "--baseline",
            "../known.json",
        ],
    );
    assert_eq!(
        found(&said),
        [("error", "unreachable-state")],
        "{}",
        said.out
    );
    assert!(said.out.contains("More"), "{}", said.out);
    assert_eq!(said.code, Some(1));
}

#[test]
fn what_is_gone_is_counted() {
    let here = folder(&[("m.asl.json", MIXED), ("n.asl.json", MIXED)]);
    let mut write = CHECK.to_vec();
    write.push("--write-baseline");
    sfnrun_in(here.path(), &write);
    let mended = MIXED
        .replace("Nowhere", "Done")
        .replace(END, "    },\n    \"Done\": {\"Type\": \"Succeed\"}\n  }\n}");
    std::fs::write(here.path().join("m.asl.json"), mended).expect("it can be written");
    std::fs::remove_file(here.path().join("n.asl.json")).expect("it is there");
    let said = sfnrun_in(here.path(), &CHECK);
    assert_eq!(found(&said), []);
    assert!(
        said.err.contains(
            "2 known findings left out; 4 findings of `known.json` no longer there: `--write-baseline` writes it anew\n"
        ),
        "{}",
        said.err
    );
}

#[test]
fn a_baseline_that_cannot_be_used_is_told() {
    let here = folder(&[("m.asl.json", MIXED), ("broken.json", "{\"version\": 1,\n")]);
    let said = sfnrun_in(here.path(), &CHECK);
    assert_eq!(said.code, Some(2));
    assert!(
        said.err.contains("help: `--write-baseline` writes it"),
        "{}",
        said.err
    );
    let said = sfnrun_in(
        here.path(),
        &["validate", "m.asl.json", "--baseline", "broken.json"],
    );
    assert_eq!(said.code, Some(2));
    assert!(
        said.err
            .starts_with("error: `broken.json` is no baseline: "),
        "{}",
        said.err
    );
    let said = sfnrun_in(here.path(), &["validate", "m.asl.json", "--write-baseline"]);
    assert_eq!(said.code, Some(2));
}

#[test]
fn a_configuration_names_one() {
    let here = folder(&[
        ("sfnrun.toml", "baseline = \"ci/known.json\"\n"),
        ("a/m.asl.json", MIXED),
        ("other/sfnrun.toml", ""),
        ("other/m.asl.json", MIXED),
        ("ci/readme", ""),
    ]);
    let check = ["validate", "--format", "concise"];
    let missing = sfnrun_in(here.path(), &[&check[..], &["a"]].concat());
    assert_eq!(missing.code, Some(2));
    assert!(
        missing.err.contains("ci/known.json")
            && missing.err.contains("`--write-baseline` writes it"),
        "{}",
        missing.err
    );
    let unnamed = sfnrun_in(
        here.path(),
        &[&check[..], &["--write-baseline", "."]].concat(),
    );
    assert_eq!(unnamed.code, Some(2));
    assert!(
        unnamed
            .err
            .contains("no baseline is named for `other/m.asl.json`"),
        "{}",
        unnamed.err
    );
    let inside = here.path().join("a");
    let written = sfnrun_in(&inside, &[&check[..], &["--write-baseline"]].concat());
    assert_eq!(written.code, Some(0), "{}", written.err);
    assert!(here.path().join("ci/known.json").exists());
    let known = sfnrun_in(here.path(), &[&check[..], &["a"]].concat());
    assert_eq!((known.code, &*known.out), (Some(0), ""), "{}", known.err);
    let both = sfnrun_in(here.path(), &check);
    assert_eq!(
        found(&both).len(),
        3,
        "that of the other folder is not known"
    );
    let without = sfnrun_in(here.path(), &[&check[..], &["--no-config", "a"]].concat());
    assert_eq!(found(&without).len(), 3);
}
