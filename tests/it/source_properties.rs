//! Whatever the text, the readers end, do not panic, and every place they name lies in the text.

use crate::shared;
use proptest::prelude::*;
use sfnrun::base::Span;
use sfnrun::source::{Kind, Node, SourceFile, Tree, json, placeholders, yaml};
use sfnrun::value::Value;

/// Texts to break: small ones of every notation, and some real files where they are there.
fn seeds() -> Vec<String> {
    let mut seeds: Vec<String> = [
        "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pass\", \"End\": true, \"Result\": [1, -2.5e3, null, \"\\u00e9\\n\"]}}}",
        "// c\n{a: 'b', \"c\": ${d}, /* e */ \"f\": \"{% $x %}\",}\r\n",
        "StartAt: A\nStates:\n  A: # c\n    Type: Pass\n    Result: &x [1, {a: b}, 'it''s', \"q\\x41\\\n  r\"]\n    Output: *x\n    <<: {End: true}\n",
        "a: |\n  one\n   two\n\nb: >-\n  three\n  four\n\n  five\nc: !Sub ${x}\n---\nd: NO\n",
    ]
    .map(str::to_owned)
    .to_vec();
    if let Some(folder) = shared::find("corpus/real", "breaking real files") {
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .expect("the corpus can be listed")
            .flatten()
            .map(|entry| entry.path())
            .collect();
        paths.sort();
        let texts = paths
            .iter()
            .step_by(23)
            .filter_map(|path| std::fs::read_to_string(path).ok());
        seeds.extend(texts.filter(|text| text.len() < 20_000));
    }
    seeds
}

/// One change of a text: where (in thousandths), how much is cut, and what is put there.
type Change = (u32, usize, String);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let tokens = prop_oneof![
        4 => proptest::sample::select(vec![
            "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "\n", " ", "\t", "\r\n", "//", "/*", "*/", "#", "${", "{%", "%}",
            "{{", "}}", "- ", "? ", "|", ">", "&a ", "*a", "!T ", "<<: ", "---\n", "...\n", "%", "@", "\u{feff}", "é", "😀",
            "\u{a0}", "\u{0}", "\\ud83d", "null", "tru", "-", "01", "1e", "“",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ];
    proptest::collection::vec((0..1000_u32, 0..12_usize, tokens), 1..8)
}

fn broken(seed: &str, changes: &[Change]) -> String {
    let mut text = seed.to_owned();
    for (place, cut, token) in changes {
        let from = text.floor_char_boundary(text.len() * *place as usize / 1000);
        let to = text
            .floor_char_boundary((from + cut).min(text.len()))
            .max(from);
        text.replace_range(from..to, token);
    }
    text
}

fn check_span(text: &str, span: Span, what: &str) {
    assert!(
        text.get(span.range()).is_some(),
        "{what} at {span:?} of {text:?}"
    );
}

fn check_tree(text: &str, tree: &Tree) {
    for found in &tree.diagnostics {
        for label in &found.labels {
            check_span(text, label.span, &found.message);
        }
        for edit in found.fixes.iter().flat_map(|fix| &fix.edits) {
            check_span(text, edit.span, &found.message);
        }
    }
    for comment in &tree.comments {
        check_span(text, comment.span, "a comment");
    }
    if let Some(root) = &tree.root {
        check_node(text, root, None);
    }
}

fn check_node(text: &str, node: &Node, parent: Option<Span>) {
    check_span(text, node.span, node.kind_name());
    let inside = parent.is_none_or(|parent| parent.join(node.span) == parent);
    assert!(
        inside || node.aliased || node.span.is_empty(),
        "{node:?} in {parent:?} of {text:?}"
    );
    match &node.kind {
        Kind::Array(items) => items
            .iter()
            .for_each(|item| check_node(text, item, Some(node.span))),
        Kind::Object(members) => {
            for member in members {
                check_span(text, member.key.span, "a key");
                check_node(text, &member.value, Some(node.span));
            }
        }
        _ => {}
    }
}

fn check_strings(file: &SourceFile, node: &Node) {
    match &node.kind {
        Kind::String(string) => {
            let mut last = 0;
            for at in 0..=string.value.len() {
                let place = file.offset_in_string(node, at);
                assert!(
                    place <= file.text.len() && place >= last,
                    "{node:?} {at} of {:?}",
                    file.text
                );
                last = place;
            }
        }
        Kind::Array(items) => items.iter().for_each(|item| check_strings(file, item)),
        Kind::Object(members) => members
            .iter()
            .for_each(|member| check_strings(file, &member.value)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn broken_texts_are_read(seed in proptest::sample::select(seeds()), changes in changes()) {
        let text = broken(&seed, &changes);
        for tree in [json::read(&text), yaml::read(&text)] {
            check_tree(&text, &tree);
            placeholders(&tree);
        }
    }

    #[test]
    fn strings_of_small_broken_texts_have_places(seed in proptest::sample::select(seeds()[..4].to_vec()), changes in changes()) {
        let text = broken(&seed, &changes);
        for name in ["a.json", "a.yaml"] {
            let file = SourceFile::new(name, text.clone());
            if let Some(root) = &file.read().root {
                check_strings(&file, root);
            }
        }
    }

    #[test]
    fn any_json_string_reads_back_and_its_characters_have_places(value in "\\PC{0,20}|[\\x00-\\x1f\"\\\\/é😀a ]{0,20}") {
        let text = format!("[ {} ]", Value::from(&*value).to_json());
        let file = SourceFile::new("a.json", text);
        let tree = file.read();
        prop_assert_eq!(&tree.diagnostics, &[]);
        let node = &tree.root.as_ref().and_then(Node::items).unwrap()[0];
        prop_assert_eq!(node.text().map(|text| &**text), Some(&*value));
        for (at, wanted) in value.char_indices() {
            let rest = &file.text[file.offset_in_string(node, at)..];
            prop_assert!(rest.starts_with(wanted) || rest.starts_with('\\'), "{:?} at {}", rest, at);
        }
    }

    #[test]
    fn any_yaml_block_reads_back_and_its_characters_have_places(
        lines in proptest::collection::vec("[a-c]{1,3}( [a-c]{1,3}){0,2}|| [a-c]{1,2}", 1..8),
        header in proptest::sample::select(vec!["|", "|-", "|+", ">", ">-", ">+", "|2", ">2-"]),
    ) {
        // Without an indicator the first line tells the indentation.
        let first = if header.contains('2') { None } else { Some("a".to_owned()) };
        let lines: Vec<String> = first.into_iter().chain(lines).collect();
        let body: String = lines.iter().map(|line| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") }).collect();
        let file = SourceFile::new("a.yaml", format!("k: {header}\n{body}z: 1\n"));
        let tree = file.read();
        prop_assert_eq!(&tree.diagnostics, &[]);
        let node = tree.root.as_ref().and_then(|root| root.get("k")).unwrap();
        let value = node.text().unwrap();
        let letters = |text: &str| text.chars().filter(|found| found.is_alphabetic()).collect::<String>();
        prop_assert_eq!(letters(value), letters(&body));
        let mut last = None;
        for (at, wanted) in value.char_indices().filter(|(_, found)| found.is_alphabetic()) {
            let place = file.offset_in_string(node, at);
            prop_assert!(file.text[place..].starts_with(wanted), "{:?} at {} of {:?}", wanted, at, &file.text);
            prop_assert!(last < Some(place));
            last = Some(place);
        }
        let letters_before = |end: usize| letters(&file.text[3 + header.len()..end]).len();
        if let Some(last) = last {
            prop_assert_eq!(letters_before(last) + 1, letters(value).len(), "each letter has its own place");
        }
    }

    #[test]
    fn any_yaml_quoted_text_reads_back_and_its_characters_have_places(
        value in "[a-c'\"\\\\é ]{0,12}",
        double in any::<bool>(),
    ) {
        let quoted = if double {
            format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
        } else {
            format!("'{}'", value.replace('\'', "''"))
        };
        let file = SourceFile::new("a.yaml", format!("k: {quoted}\n"));
        let tree = file.read();
        prop_assert_eq!(&tree.diagnostics, &[]);
        let node = tree.root.as_ref().and_then(|root| root.get("k")).unwrap();
        prop_assert_eq!(node.text().map(|text| &**text), Some(&*value));
        for (at, wanted) in value.char_indices() {
            let rest = &file.text[file.offset_in_string(node, at)..];
            prop_assert!(rest.starts_with(wanted) || rest.starts_with('\\'), "{:?} at {}", rest, at);
        }
    }
}
