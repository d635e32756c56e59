use super::*;
use crate::base::Span;
use proptest::prelude::*;

const DEFINITION: &str = r#"{
  "StartAt": "Work",
  "States": {
    "Work": {
      "Type": "Task",
      "Catch": [
        { "ErrorEquals": ["States.ALL"], "Next": "Failed" }
      ],
      "End": true
    }
  }
}
"#;

fn show(text: &str, diagnostic: Diagnostic, style: Style) -> String {
    let diagnostics = [diagnostic];
    human(
        &Findings {
            path: "work.asl.json",
            text,
            diagnostics: &diagnostics,
        },
        style,
    )
}

fn span_of(text: &str, part: &str) -> Span {
    let at = text.find(part).unwrap();
    Span::new(at, at + part.len())
}

fn catch() -> Diagnostic {
    Diagnostic::warning(
        "catch-drops-input",
        span_of(DEFINITION, r#"{ "ErrorEquals": ["States.ALL"], "Next": "Failed" }"#),
        "`Catch[0]` of `Work` replaces the state's input with the error, so that `Failed` cannot see what was worked on",
    )
    .labelled("no `ResultPath`")
    .label(span_of(DEFINITION, "\"Work\": {"), "of this state")
    .help("keep the input: `\"ResultPath\": \"$.error\"`")
    .note("without `ResultPath` the error output takes the place of the input")
    .at("/States/Work/Catch[0]")
}

#[test]
fn shows_place_help_and_notes() {
    insta::assert_snapshot!(show(DEFINITION, catch(), Style::default()), @r#"
    warning[catch-drops-input]: `Catch[0]` of `Work` replaces the state's input with the error, so
      │ that `Failed` cannot see what was worked on
       ╭─[work.asl.json:7:9]
     3 │   "States": {
     4 │     "Work": {
       ·     ────┬────
       ·         ╰── of this state
     5 │       "Type": "Task",
     6 │       "Catch": [
     7 │         { "ErrorEquals": ["States.ALL"], "Next": "Failed" }
       ·         ─────────────────────────┬─────────────────────────
       ·                                  ╰── no `ResultPath`
     8 │       ],
       ╰────
      help: keep the input: `"ResultPath": "$.error"`
      note: without `ResultPath` the error output takes the place of the input
    "#);
}

#[test]
fn does_without_unicode() {
    let style = Style {
        unicode: false,
        width: 80,
        ..Style::default()
    };
    insta::assert_snapshot!(show(DEFINITION, catch(), style), @r#"
    warning[catch-drops-input]: `Catch[0]` of `Work` replaces the state's input
      | with the error, so that `Failed` cannot see what was worked on
       ,-[work.asl.json:7:9]
     3 |   "States": {
     4 |     "Work": {
       :     ^^^^|^^^^
       :         `-- of this state
     5 |       "Type": "Task",
     6 |       "Catch": [
     7 |         { "ErrorEquals": ["States.ALL"], "Next": "Failed" }
       :         ^^^^^^^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^^^^^^^^
       :                                  `-- no `ResultPath`
     8 |       ],
       `----
      help: keep the input: `"ResultPath": "$.error"`
      note: without `ResultPath` the error output takes the place of the input
    "#);
}

#[test]
fn the_place_itself_comes_first_even_where_another_label_stands_above() {
    let text = format!(
        "{{\n  \"A\": 1,\n{}  \"B\": 2\n}}\n",
        "  \"x\": 0,\n".repeat(20)
    );
    let diagnostic = Diagnostic::error("duplicate-key", span_of(&text, "\"B\""), "`B` stands here")
        .label(span_of(&text, "\"A\""), "and `A` far above");
    insta::assert_snapshot!(show(&text, diagnostic, Style::default()), @r#"
    error[duplicate-key]: `B` stands here
        ╭─[work.asl.json:23:3]
     22 │   "x": 0,
     23 │   "B": 2
        ·   ───
     24 │ }
        ╰────
       ╭─[work.asl.json:2:3]
     1 │ {
     2 │   "A": 1,
       ·   ─┬─
       ·    ╰── and `A` far above
     3 │   "x": 0,
       ╰────
    "#);
}

#[test]
fn cuts_a_line_of_100_kilobytes_around_its_labels() {
    let text = format!(
        "{{\"a\":\"{}\",\"Resource\":\"arn:aws:states:::lambda:invok\",\"b\":\"{}\",\"End\":true}}",
        "x".repeat(50_000),
        "é".repeat(50_000)
    );
    let diagnostic = Diagnostic::error(
        "unknown-action",
        span_of(&text, "arn:aws:states:::lambda:invok"),
        "no such action",
    )
    .labelled("here")
    .label(span_of(&text, "\"End\":true"), "and this")
    .label(Span::new(5, text.len() - 40), "over all");
    let shown = show(&text, diagnostic, Style::default());
    assert!(
        shown.lines().all(|line| line.chars().count() < 330),
        "{shown}"
    );
    insta::assert_snapshot!(shown, @r#"
    error[unknown-action]: no such action
       ╭─[work.asl.json:1:50021]
     1 │ {"a":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxx…xxxxxx","Resource":"arn:aws:states:::lambda:invok","b":"éééééé…ééééééééé","End":true}
       ·      ─────────────────────────┬───────────────────────────────────────┬──────────────                         ─────┬────
       ·                               │                                       │                                            ╰── and this
       ·                               │                                       ╰── here
       ·                               ╰── over all
       ╰────
    "#);
}

#[test]
fn windows_line_ends_tabs_wide_characters_and_escapes_do_no_harm() {
    let text = "{\r\n\t\"名前\": \"\u{1b}[31mred\u{202e}\",\r\n\t\"Type\": \"Taks\"\r\n}\r\n";
    let diagnostic = Diagnostic::error(
        "unknown-type",
        span_of(text, "\"Taks\""),
        "no type `Ta\u{1b}ks`",
    )
    .label(span_of(text, "\"名前\""), "\u{8}wide");
    let shown = show(text, diagnostic, Style::default());
    assert!(
        !shown.contains(['\u{1b}', '\r', '\u{202e}', '\u{8}']),
        "{shown:?}"
    );
    insta::assert_snapshot!(shown, @r#"
    error[unknown-type]: no type `Ta ks`
       ╭─[work.asl.json:3:10]
     1 │ {
     2 │     "名前": " [31mred ",
       ·     ───┬──
       ·        ╰──  wide
     3 │     "Type": "Taks"
       ·             ──────
     4 │ }
       ╰────
    "#);
}

#[test]
fn a_label_over_a_whole_state_is_cut_to_its_first_line() {
    let start = DEFINITION.find("{\n      \"Type\"").unwrap();
    let diagnostic = Diagnostic::error(
        "missing-field",
        Span::new(start, start + 150),
        "`Resource` is missing",
    );
    insta::assert_snapshot!(show(DEFINITION, diagnostic, Style::default()), @r#"
    error[missing-field]: `Resource` is missing
       ╭─[work.asl.json:4:13]
     3 │   "States": {
     4 │     "Work": {
       ·             ─
     5 │       "Type": "Task",
       ╰────
    "#);
}

#[test]
fn colours_only_where_asked() {
    let colored = show(
        DEFINITION,
        catch(),
        Style {
            color: true,
            ..Style::default()
        },
    );
    assert!(
        colored.contains("\u{1b}[33mwarning[catch-drops-input]:"),
        "{colored:?}"
    );
    assert!(!show(DEFINITION, catch(), Style::default()).contains('\u{1b}'));
}

#[test]
fn says_what_aws_says_and_what_can_be_mended() {
    let diagnostic = catch()
        .aws(
            "SCHEMA_VALIDATION_FAILED",
            "MISSING_TRANSITION_TARGET: Missing 'Next' target: Failed",
        )
        .fix(crate::diagnostics::Fix {
            title: "add `\"ResultPath\": \"$.error\"`".into(),
            safe: true,
            edits: vec![],
        });
    let shown = show(DEFINITION, diagnostic, Style::default());
    assert!(
        shown.contains("  fix:  add `\"ResultPath\": \"$.error\"` (`--fix` does it)\n"),
        "{shown}"
    );
    assert!(
        shown.contains("  aws:  SCHEMA_VALIDATION_FAILED: MISSING_TRANSITION_TARGET: Missing 'Next' target: Failed at\n")
            && shown.contains("        /States/Work/Catch[0]\n"),
        "{shown}"
    );
}

#[test]
fn long_help_of_a_rule_is_told_once() {
    let long =
        "do this, then that, and when all of it is done look whether it was right, or do it again";
    let one = |message: &str| Diagnostic::error("rule", Span::at(0), message).help(long);
    let diagnostics = [one("one"), one("two"), one("three").help("and more")];
    let findings = Findings {
        path: "a",
        text: "{}",
        diagnostics: &diagnostics,
    };
    let shown = human(&findings, Style::default());
    assert_eq!(shown.matches("do this").count(), 2, "{shown}");
    assert_eq!(
        shown.matches("  help: as for `rule` above\n").count(),
        1,
        "{shown}"
    );
}

#[test]
fn an_empty_file_still_has_a_message() {
    let shown = show(
        "",
        Diagnostic::error("no-json", Span::default(), "the file is empty"),
        Style::default(),
    );
    assert!(
        shown.starts_with("error[no-json]: the file is empty\n"),
        "{shown}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_and_no_span_makes_it_panic(
        text in "[a-z\"{}:,é你\t\r\n \u{1b}\u{202e}]{0,400}",
        spans in prop::collection::vec((0_usize..450, 0_usize..450, ".{0,6}"), 1..5),
        width in 0_usize..140,
        unicode: bool,
    ) {
        let mut diagnostic = Diagnostic::error("rule", Span::new(spans[0].0, spans[0].1), "message");
        for (start, end, words) in &spans {
            diagnostic = diagnostic.label(Span::new(*start, *end), words.as_str());
        }
        let shown = show(&text, diagnostic, Style { color: false, unicode, width });
        prop_assert!(shown.contains("error[rule]:"));
        prop_assert!(!shown.contains("Failed to read"), "{}", shown);
    }
}
