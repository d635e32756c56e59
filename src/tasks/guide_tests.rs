//! Every example of `MOCKS.md`: each file is read without a finding, and makes of the requests below it what stands there.

use super::testing::{asking, read, show};
use super::{MOCKS_GUIDE, MockHandler, Mocks, TaskHandler};
use crate::asl::{LowerOptions, StateMachine, lower};
use crate::source::SourceFile;
use std::collections::HashMap;

struct Block {
    language: &'static str,
    text: String,
    line: usize,
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (at, line) in MOCKS_GUIDE.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(""), Some(_)) => blocks.extend(open.take()),
            (Some(language), None) => {
                open = Some(Block {
                    language,
                    text: String::new(),
                    line: at + 2,
                })
            }
            (None, Some(block)) => block.text.extend([line, "\n"]),
            _ => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

fn machine(text: &str) -> StateMachine {
    let tree = SourceFile::new("podcast.asl.json", text.to_owned()).read();
    let lowered = lower(
        &tree.root.expect("the guide shows a machine"),
        &LowerOptions::default(),
    );
    assert!(lowered.diagnostics.is_empty(), "{:?}", lowered.diagnostics);
    lowered.machine.expect("the guide shows a machine")
}

#[test]
fn every_example_does_what_stands_below_it() {
    let mut blocks = blocks()
        .into_iter()
        .filter(|block| block.language != "sh")
        .peekable();
    let machine = machine(&blocks.next().expect("the guide begins with a machine").text);
    let (mut files, mut requests) = (0, 0);
    while let Some(file) = blocks.next() {
        assert!(
            matches!(file.language, "yaml" | "json"),
            "line {}: {}",
            file.line,
            file.language
        );
        let answers = blocks.next_if(|block| block.language == "text");
        let answers =
            answers.unwrap_or_else(|| panic!("line {}: nothing is asked of this file", file.line));
        files += 1;
        let (mocks, found) = read(&format!("mocks.{}", file.language), &file.text);
        assert!(found.is_empty(), "line {}: {found:?}", file.line);
        let mut handlers: HashMap<Option<&str>, MockHandler> = HashMap::new();
        for (at, line) in answers.text.lines().enumerate() {
            let at = answers.line + at;
            let (request, expected) = line
                .split_once(" → ")
                .unwrap_or_else(|| panic!("line {at}: no arrow"));
            let (case, request) = match request.strip_prefix('#') {
                Some(request) => request
                    .split_once(' ')
                    .map(|(case, request)| (Some(case), request))
                    .expect("a state"),
                None => (None, request),
            };
            let handler = handlers.entry(case).or_insert_with(|| {
                let chosen: Mocks = mocks
                    .select(Some("podcast"), case)
                    .unwrap_or_else(|error| panic!("line {at}: {error}"));
                let found = chosen.check(&machine);
                assert!(found.is_empty(), "line {at}: {found:?}");
                chosen.handler(&machine, 0)
            });
            assert_eq!(said(&machine, request, handler), expected, "line {at}");
            requests += 1;
        }
    }
    assert!(
        files >= 10 && requests >= 30,
        "{files} files and {requests} requests were found"
    );
}

/// `STATE`, `STATE[INDEX]`, `… try N`, `… {PARAMETERS}`.
fn said(machine: &StateMachine, request: &str, handler: &mut MockHandler) -> String {
    let (request, parameters) = match request.find(" {") {
        Some(at) => (&request[..at], &request[at + 1..]),
        None => (request, "{}"),
    };
    let (request, attempt) = request.split_once(" try ").unwrap_or((request, "1"));
    let (state, index) = match request
        .strip_suffix(']')
        .and_then(|request| request.split_once('['))
    {
        Some((state, index)) => (state, Some(index.parse().expect("an index is a number"))),
        None => (request, None),
    };
    let attempt: u64 = attempt.parse().expect("an attempt is a number");
    let mut asking = asking(machine, state).with(parameters).retry(attempt - 1);
    if let Some(index) = index {
        asking = asking.within("SynthesizeChunks", index);
    }
    show(&handler.start(asking.request()))
}
