//! The pages of the rules: what they show as incorrect is found by the rule, what they show as correct is not.

use crate::checked::check_by;
use libtest_mimic::{Failed, Trial};
use sfnrun::asl::WorkflowType;
use sfnrun::config::Config;
use sfnrun::diagnostics::{Diagnostic, Severity};
use sfnrun::lint::mend::{Which, mend};
use sfnrun::lint::{Category, Choices, Meta, Selection, Selector, registry};
use sfnrun::source::SourceFile;
use sfnrun::tasks::MockFile;
use sfnrun::value::Value;

/// A fenced block of a page, by the words behind its fence.
#[derive(Clone)]
struct Block {
    notation: String,
    tags: Vec<String>,
    text: String,
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for &meta in registry::all() {
        let (mut wrong, mut right) = (0, 0);
        for block in blocks(meta.page) {
            let is = |tag: &str| block.tags.iter().any(|one| one == tag);
            let (kind, number) = match (is("incorrect"), is("correct")) {
                (true, false) => ("incorrect", &mut wrong),
                (false, true) => ("correct", &mut right),
                _ => continue,
            };
            *number += 1;
            let name = format!("pages::{}::{kind}-{number}", meta.id);
            trials.push(Trial::test(name, move || {
                run(meta, kind == "incorrect", &block)
            }));
        }
        if meta.fixable {
            let name = format!("pages::{}::a-fix-gives-what-is-correct", meta.id);
            trials.push(Trial::test(name, move || mended(meta)));
        }
        // What is said of a run has no text to show, nor has a rule on a million bytes.
        if meta.category == Category::Commands || meta.id == "definition-too-big" {
            continue;
        }
        trials.push(Trial::test(
            format!("pages::{}::shows-both", meta.id),
            move || {
                if wrong > 0 && right > 0 {
                    Ok(())
                } else {
                    Err("the page shows no incorrect or no correct block".into())
                }
            },
        ));
    }
    trials
}

fn run(meta: &'static Meta, incorrect: bool, block: &Block) -> Result<(), Failed> {
    let found = findings(meta, block);
    let rule = meta.id;
    let list = || {
        found
            .iter()
            .map(|one| format!("{}: {}", one.rule, one.message))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let named = found.iter().any(|one| one.rule == rule);
    if incorrect && !named {
        return Err(format!("`{rule}` is silent of it; found:\n{}", list()).into());
    }
    if !incorrect && (named || found.iter().any(|one| one.severity == Severity::Error)) {
        return Err(format!("what is shown as correct has findings:\n{}", list()).into());
    }
    Ok(())
}

/// That the fixes of the rule turn one of the incorrect blocks into one of the correct ones, and that the page says whether
/// they are safe.
fn mended(meta: &'static Meta) -> Result<(), Failed> {
    let section = meta.page.split_once("\n## Fix\n").map(|(_, rest)| rest);
    if !section.is_some_and(|text| text.contains("--fix") && text.contains("safe")) {
        return Err("the page has no section `Fix` that says whether it is safe".into());
    }
    let blocks = blocks(meta.page);
    let tagged = |tag: &str| {
        let tag = tag.to_owned();
        blocks.iter().filter(move |block| block.tags.contains(&tag))
    };
    let values: Vec<_> = tagged("correct").map(Block::read).collect();
    let mut made = Vec::new();
    for block in tagged("incorrect") {
        let with = |text: &str| Block {
            text: text.to_owned(),
            ..block.clone()
        };
        let mended = mend(block.file(), Which::All, &mut |file| {
            let mut found = findings(meta, &with(&file.text));
            found.retain(|one| one.rule == meta.id);
            found
        });
        let after = with(&mended.file.text);
        if !mended.fixed.is_empty() && values.contains(&after.read()) {
            return Ok(());
        }
        made.push(after.text);
    }
    Err(format!(
        "no fix gives a correct block, but:\n{}",
        made.join("\n---\n")
    )
    .into())
}

impl Block {
    fn file(&self) -> SourceFile {
        SourceFile::new(&format!("page.asl.{}", self.notation), self.text.clone())
    }

    /// The value, and whether it is plain JSON or YAML without comments.
    fn read(&self) -> (Option<Value>, bool) {
        let tree = self.file().read();
        (
            tree.root.map(|root| root.to_value()),
            tree.comments.is_empty(),
        )
    }
}

/// What is found in a block where the rule is on besides those that are on by default.
fn findings(meta: &'static Meta, block: &Block) -> Vec<Diagnostic> {
    let name = format!("page.asl.{}", block.notation);
    if block.notation == "toml" {
        return Config::read(&block.text).err().unwrap_or_default();
    }
    if block.tags.iter().any(|tag| tag == "mocks") {
        let tree = SourceFile::new(&name, block.text.clone()).read();
        let mut found = MockFile::from_tree(&name, &tree).1;
        found.extend(tree.diagnostics);
        return found;
    }
    let express = block.tags.iter().any(|tag| tag == "express");
    let workflow_type = if express {
        WorkflowType::Express
    } else {
        WorkflowType::Standard
    };
    let selection = Selection::default().with(&Choices {
        extend: vec![Selector::Rule(meta)],
        ..Choices::default()
    });
    check_by(&selection, &name, &block.text, workflow_type).diagnostics
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(words) = line.strip_prefix("```") else {
            continue;
        };
        let text: Vec<&str> = lines
            .by_ref()
            .take_while(|line| !line.starts_with("```"))
            .collect();
        let mut words = words.split_whitespace().map(str::to_owned);
        blocks.push(Block {
            notation: words.next().unwrap_or_default(),
            tags: words.collect(),
            text: text.join("\n"),
        });
    }
    blocks
}
