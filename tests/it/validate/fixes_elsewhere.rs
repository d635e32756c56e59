//! `--fix` and `--diff` in templates and in the files that templates name.

use super::{folder, sfnrun_in, sfnrun_with};
use std::fs;
use std::path::Path;

const SAM: &str = "Resources:
  M:
    Type: AWS::Serverless::StateMachine
    Properties:
      DefinitionUri: machines/m.asl.json
      DefinitionSubstitutions: {Seconds: 5}
  N:
    Type: AWS::Serverless::StateMachine
    Properties:
      Definition:
        StartAt: A
        States:
          A: {type: Succeed} # kept
";
const NAMED: &str = "{\"StartAt\": \"A\", \"States\": {\"A\": {\"type\": \"Wait\", \"Seconds\": ${Seconds}, \"end\": true}}}\n";

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the file is there")
}

fn mended(text: &str) -> String {
    text.replace("type:", "Type:")
        .replace("\"type\"", "\"Type\"")
        .replace("\"end\"", "\"End\"")
}

#[test]
fn a_file_that_a_template_names_is_mended_with_it() {
    let place = folder(&[
        ("app/template.yaml", SAM),
        ("app/machines/m.asl.json", NAMED),
    ]);
    let said = sfnrun_in(place.path(), &["validate", "--fix", "app/template.yaml"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    assert!(said.err.contains("3 fixed, "), "{}", said.err);
    assert_eq!(read(place.path(), "app/template.yaml"), mended(SAM));
    assert_eq!(read(place.path(), "app/machines/m.asl.json"), mended(NAMED));
}

#[test]
fn a_file_that_two_templates_name_is_mended_once() {
    let files = [
        ("a.yaml", SAM),
        ("b.yaml", SAM),
        ("machines/m.asl.json", NAMED),
    ];
    let place = folder(&files);
    let said = sfnrun_in(place.path(), &["validate", "--diff", "."]);
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("4 would be fixed, "), "{}", said.err);
    assert_eq!(
        said.out.matches("+++ machines/m.asl.json").count(),
        1,
        "{}",
        said.out
    );
    assert_eq!(read(place.path(), "machines/m.asl.json"), NAMED);
    let said = sfnrun_in(place.path(), &["validate", "--fix", "."]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    for (name, before) in files {
        assert_eq!(read(place.path(), name), mended(before), "{name}");
    }
}

#[test]
fn one_machine_of_a_template_is_mended_alone() {
    let place = folder(&[("t.yaml", SAM), ("machines/m.asl.json", NAMED)]);
    let said = sfnrun_in(
        place.path(),
        &["validate", "--fix", "--resource", "N", "t.yaml"],
    );
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    assert_eq!(read(place.path(), "t.yaml"), mended(SAM));
    assert_eq!(read(place.path(), "machines/m.asl.json"), NAMED);
}

#[test]
fn a_template_on_standard_input_changes_no_file() {
    let place = folder(&[("machines/m.asl.json", NAMED)]);
    let said = sfnrun_with(place.path(), &["validate", "--fix", "-"], SAM);
    assert_eq!(said.out, mended(SAM));
    assert_eq!(read(place.path(), "machines/m.asl.json"), NAMED);
}

#[test]
fn what_terraform_fills_in_stays() {
    let main = "resource \"aws_sfn_state_machine\" \"m\" {\n  definition = templatefile(\"${path.module}/m.json.tftpl\", {\n    names = var.names\n  })\n}\n\n\
                resource \"aws_sfn_state_machine\" \"n\" {\n  definition = jsonencode({\n    StartAt = \"A\"\n    States = {\n      A = {\n        type = \"Pass\"\n        Result = local.result\n        end = true\n      }\n    }\n  })\n}\n";
    let named = "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pass\", \"result\": \"${join(\",\", names)}\", \"end\": true}}}\n";
    let place = folder(&[("main.tf", main), ("m.json.tftpl", named)]);
    let said = sfnrun_in(place.path(), &["validate", "--fix", "main.tf"]);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let expected = main.replace("type =", "Type =").replace("end =", "End =");
    assert_eq!(read(place.path(), "main.tf"), expected);
    let expected = named
        .replace("\"result\"", "\"Result\"")
        .replace("\"end\"", "\"End\"");
    assert_eq!(read(place.path(), "m.json.tftpl"), expected);
}

#[test]
fn json_in_strings_keeps_its_escapes() {
    let cases = [
        (
            "a.yaml",
            "DefinitionString: '{\"StartAt\": \"A\", \"States\": {\"A\": {\"type\": \"Pass\", \"Comment\": \"it''s\", \"end\": true}}}'",
        ),
        (
            "b.yaml",
            "DefinitionString: \"{\\\"StartAt\\\": \\\"A\\\", \\\"States\\\": {\\\"A\\\": {\\\"type\\\": \\\"Pass\\\", \\\"end\\\": true}}}\"",
        ),
        (
            "c.yaml",
            "DefinitionString: !Join\n        - ''\n        - - '{\"StartAt\": \"A\", \"States\": {\"A\": {\"type\": \"Pass\", \"Result\": \"'\n          - !Ref Name\n          - '\", \"end\": true}}}'",
        ),
        (
            "d.yaml",
            "DefinitionString: >-\n        {\"StartAt\": \"A\", \"States\": {\"A\":\n        {\"type\": \"Pass\",\n        \"end\": true}}}",
        ),
    ];
    for (name, definition) in cases {
        let text = format!(
            "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      {definition}\n"
        );
        let place = folder(&[(name, &text)]);
        let said = sfnrun_in(place.path(), &["validate", "--fix", name]);
        assert_eq!(said.code, Some(0), "{name}: {}{}", said.out, said.err);
        let expected = text.replace("\"type", "\"Type").replace("\"end", "\"End");
        assert_eq!(read(place.path(), name), expected, "{name}");
    }
}
