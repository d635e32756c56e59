//! The readers on real files (`corpus/real`): what is read, what is refused, and where it stands. The numbers are those of
//! `reference/jsonpath-and-parsing.md`, B1, which were taken with Python's json and PyYAML.

use crate::shared;
use sfnrun::diagnostics::Severity;
use sfnrun::source::{
    Finding, Kind, Node, Notation, SourceFile, StringStyle, looks_like_definition, rule,
};
use sfnrun::value::Value;
use std::collections::BTreeMap;

/// The files of the corpus, Terraform's own notation left out.
fn files() -> Vec<SourceFile> {
    let Some(folder) = shared::find("corpus/real", "1,031 real files") else {
        return Vec::new();
    };
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .expect("the corpus can be listed")
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension != "tf" && extension != "md")
                && path.file_name().is_some_and(|name| name != "manifest.json")
        })
        .collect();
    names.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        let bytes = std::fs::read(path).expect("a corpus file can be read");
        SourceFile::from_bytes(&name.unwrap_or_default(), bytes).expect("the corpus is UTF-8")
    };
    names.iter().map(read).collect()
}

#[test]
fn strict_json_reads_as_serde_json_reads_it() {
    let (mut strict, mut wrong) = (0, Vec::new());
    for file in files() {
        let Ok(expected) = serde_json::from_str::<serde_json::Value>(&file.text) else {
            continue;
        };
        strict += 1;
        let tree = file.read();
        let read = tree.root.as_ref().map(Node::to_value);
        if read != Some(Value::from(&expected)) || !tree.diagnostics.is_empty() || tree.lossy {
            wrong.push((file.name, tree.diagnostics));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // 630 with the manifest, which is no definition.
    assert!(
        strict == 629 || strict == 0,
        "{strict} files are strict JSON"
    );
}

#[test]
fn refuses_what_is_broken_and_no_more() {
    let mut refused = BTreeMap::new();
    let (mut json, mut yaml) = (0, 0);
    for file in files() {
        match file.notation {
            Notation::Json => json += 1,
            Notation::Yaml => yaml += 1,
            Notation::Hcl => unreachable!("files of Terraform are left out"),
        }
        let tree = file.read();
        let errors: Vec<_> = tree
            .diagnostics
            .iter()
            .filter(|found| found.severity == Severity::Error)
            .map(|found| format!("{}: {}", found.rule, found.message))
            .collect();
        if !errors.is_empty() || tree.root.is_none() {
            refused.insert(file.name[..4].to_owned(), errors);
        }
    }
    if json + yaml == 0 {
        return;
    }
    assert_eq!((json, yaml), (837, 193), "838 with the manifest");
    let doubled = |key: &str| format!("duplicate-key: the key `{key}` stands twice in one object");
    let template: Vec<String> = Vec::new();
    let expected = [
        // Three YAML templates with doubled keys.
        ("0274", vec![doubled("VPC")]),
        (
            "0394",
            vec![doubled("AWSTemplateFormatVersion"), doubled("Handler")],
        ),
        ("0424", vec![doubled("Type")]),
        // Published as it is: `"Messages": "Messages.$": "$.Messages"`.
        (
            "0397",
            vec!["syntax: expected `,` or `}`, found `:`".to_owned()],
        ),
        // JSON5 with keys without quotes.
        (
            "1089",
            vec!["syntax: 2 keys stand without double quotes".to_owned()],
        ),
        // Templates of Jinja and Terraform with directives.
        ("0007", template.clone()),
        ("0008", template.clone()),
        ("0718", template.clone()),
        ("0738", template),
    ];
    let expected: BTreeMap<_, _> = expected
        .into_iter()
        .map(|(file, errors)| (file.to_owned(), errors))
        .collect();
    assert_eq!(refused, expected);
}

#[test]
fn comments_and_trailing_commas_are_told_once_a_file_and_kind() {
    let (mut files_with, mut most) = (0, 0);
    for file in files() {
        let tree = file.read();
        let told = tree
            .diagnostics
            .iter()
            .filter(|found| found.rule == rule::JSON_EXTENSION)
            .count();
        files_with += usize::from(told > 0);
        most = most.max(told);
        if told > 0 {
            assert!(
                serde_json::from_str::<serde_json::Value>(&file.text).is_err(),
                "{}",
                file.name
            );
        }
    }
    assert!(most <= 2);
    assert!(files_with == 0 || files_with >= 179, "{files_with}");
}

#[test]
fn places_of_strings_hold_their_values() {
    let (mut strings, mut wrong) = (0, Vec::new());
    for file in files() {
        let tree = file.read();
        if let Some(root) = &tree.root {
            each(root, &mut |node| {
                if let Kind::String(string) = &node.kind {
                    strings += 1;
                    if let Err(why) = check_string(&file, node, &string.value, string.style) {
                        wrong.push(format!("{}: {why}: {:?}", file.name, string.value));
                    }
                }
            });
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {strings}: {:#?}",
        wrong.len(),
        &wrong[..wrong.len().min(5)]
    );
    assert!(strings == 0 || strings > 40_000, "{strings}");
}

fn each(node: &Node, look: &mut impl FnMut(&Node)) {
    look(node);
    match &node.kind {
        Kind::Array(items) => items.iter().for_each(|item| each(item, look)),
        Kind::Object(members) => members.iter().for_each(|member| each(&member.value, look)),
        _ => {}
    }
}

fn check_string(
    file: &SourceFile,
    node: &Node,
    value: &str,
    style: StringStyle,
) -> Result<(), String> {
    let source = file.slice(node.span).ok_or("the span is not in the text")?;
    let again = match style {
        StringStyle::Json => sfnrun::source::json::read(source),
        StringStyle::Literal | StringStyle::Folded => {
            if !source.starts_with(['|', '>']) {
                return Err(format!("the span begins with {:?}", source.chars().next()));
            }
            // Line breaks at the end may lie behind the span, and the last line lacks its own.
            sfnrun::source::yaml::read(&format!("{source}\n"))
        }
        _ => sfnrun::source::yaml::read(source),
    };
    let again = again.root.as_ref().map(Node::to_value);
    let again = match &again {
        Some(Value::String(text)) => text.to_string(),
        // A scalar with a tag of its own is text, whatever it looks like.
        _ if node.tag.is_some() => value.to_owned(),
        other => return Err(format!("its source reads as {other:?}")),
    };
    if again.trim_end_matches('\n') != value.trim_end_matches('\n') {
        return Err(format!("its source reads as {again:?}"));
    }
    let step = (value.len() / 20).max(1);
    for (at, wanted) in value.char_indices().filter(|(at, _)| at % step == 0) {
        let place = file.offset_in_string(node, at);
        let found = file.text[place..].chars().next();
        let fits = found == Some(wanted)
            || match style {
                StringStyle::Json => found == Some('\\'),
                StringStyle::DoubleQuoted => matches!(found, Some('\\' | ' ' | '\r' | '\n')),
                StringStyle::SingleQuoted => matches!(found, Some('\r' | '\n' | ' ')),
                _ => {
                    matches!(wanted, ' ' | '\n') && matches!(found, None | Some('\r' | '\n' | ' '))
                }
            };
        if !fits {
            return Err(format!("at {at} stands {wanted:?}, in the text {found:?}"));
        }
    }
    Ok(())
}

#[test]
fn tells_definitions_from_templates_as_the_manifest_does() {
    let Some(manifest) = shared::json("corpus/real/manifest.json", "the formats of real files")
    else {
        return;
    };
    let formats: BTreeMap<&str, &str> = manifest
        .as_array()
        .expect("the manifest is a list")
        .iter()
        .filter_map(|entry| Some((entry.get("file")?.as_str()?, entry.get("format")?.as_str()?)))
        .collect();
    let mut wrong = Vec::new();
    for file in files() {
        let Some(format) = formats.get(&*file.name) else {
            continue;
        };
        let tree = file.read();
        let found = match looks_like_definition(&tree) {
            Finding::Definition { within: None, .. } => "definition",
            Finding::Definition { .. } => "nested",
            Finding::Template { engine, .. } => engine.name(),
            Finding::Neither => "neither",
        };
        let fits = match *format {
            // Two of them hold directives as well, and are templates of Jinja or Terraform.
            "json-template" => found == "definition" || (found == "neither" && tree.lossy),
            "json" | "json5" | "yaml" | "tf-heredoc" | "tf-jsonencode" => found == "definition",
            "nested-yaml" => found == "nested",
            // Also single states, lists of machines, and definitions two levels down.
            "nested-json" => found == "nested" || found == "neither",
            "sam-yaml" => found == "SAM" || found == "CloudFormation",
            "cfn-yaml" | "cfn-json" | "cdk-json" | "cdk-yaml" => {
                found == "CloudFormation" || found == "SAM"
            }
            "serverless-yml" => found == "Serverless Framework",
            _ => true,
        };
        if !fits {
            wrong.push(format!("{}: {format} looks like {found}", file.name));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
