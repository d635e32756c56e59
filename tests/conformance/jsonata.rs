//! The test suite of jsonata-js, with what Step Functions leaves out of the language.
//!
//! The expected values and codes are those of the suite (jsonata-js 2.2.2, a superset of the suite of 2.0.6);
//! `exclusions.json` says which cases 2.0.6 or AWS answers otherwise, and how.

use crate::shared;
use libtest_mimic::{Failed, Trial};
use sfnrun::base::{Random, Timestamp};
use sfnrun::query::jsonata::{Bindings, Expression, JsonataError, Limits, Scope};
use sfnrun::value::{Array, Value, read};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

const WHAT: &str = "the 1,686 cases of the JSONata suite";

/// What a case is to give.
#[derive(Clone, Debug, PartialEq)]
enum Want {
    Undefined,
    Value(Value),
    Code(String),
    /// Not a code: only that it ends, and without a panic.
    Anything,
}

struct Case {
    id: String,
    expression: String,
    input: Option<Value>,
    bindings: Value,
    depth: Option<u32>,
    unordered: bool,
    want: Want,
}

pub(crate) fn trials() -> Vec<Trial> {
    let Some(root) = shared::find("conformance/jsonata", WHAT) else {
        return Vec::new();
    };
    let exclusions = Exclusions::read(&root);
    let mut datasets = BTreeMap::new();
    let mut trials = Vec::new();
    let mut left_out = 0;
    for folder in folders(&root.join("groups")) {
        for file in folders(&folder) {
            if file.extension().is_none_or(|extension| extension != "json") {
                continue;
            }
            let Some(cases) = read_cases(&file) else {
                left_out += 1;
                continue;
            };
            for (suffix, raw) in cases {
                let id = format!("{}/{}{suffix}", name(&folder), name(&file));
                if exclusions.lone_surrogates.contains(&id) {
                    left_out += 1;
                    continue;
                }
                let case = case(id, &raw, &folder, &root, &mut datasets, &exclusions);
                let name = format!("jsonata::{}", case.id);
                trials.push(Trial::test(name, move || check(&case)));
            }
        }
    }
    if left_out > 0 {
        report(left_out);
    }
    trials
}

#[expect(clippy::print_stderr, reason = "what is left out must be seen")]
fn report(left_out: usize) {
    eprintln!(
        "left out: {left_out} JSONata cases that hold a lone surrogate, which no UTF-8 text can"
    );
}

fn name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn folders(path: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(path).expect("the folder of the suite can be read");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("a folder can be listed").path())
        .collect();
    paths.sort();
    paths
}

/// The cases of a file with what their ids end in; nothing where the file holds a lone surrogate.
fn read_cases(file: &Path) -> Option<Vec<(String, Value)>> {
    let text = std::fs::read_to_string(file).expect("the case can be read");
    let value = read(&text).ok()?;
    Some(match &value {
        Value::Array(cases) => {
            let numbered = cases
                .iter()
                .enumerate()
                .map(|(at, case)| (format!("#{at}"), case.clone()));
            numbered.collect()
        }
        _ => vec![(String::new(), value)],
    })
}

struct Exclusions {
    lone_surrogates: Vec<String>,
    /// What AWS or 2.0.6 gives instead.
    expected: BTreeMap<String, Want>,
}

impl Exclusions {
    fn read(root: &Path) -> Self {
        let file = shared::read_json(&root.join("exclusions.json"));
        let list = |name: &str| -> Array {
            file.get(name)
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default()
        };
        let id = |case: &Value| {
            case.get("id")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let mut expected = BTreeMap::new();
        for case in list("eval_unavailable_on_aws").iter() {
            let code = case
                .get("expected_on_aws")
                .and_then(|expected| expected.get("code"));
            let code = code
                .and_then(Value::as_str)
                .expect("the case says what AWS gives");
            expected.insert(id(case), Want::Code(code.to_owned()));
        }
        for case in list("not_in_2_0_6").iter() {
            let observed = case
                .get("observed_2_0_6")
                .expect("the case says what 2.0.6 gives");
            let code = observed.get("code").and_then(Value::as_str);
            match (code, observed.get("result")) {
                (Some(code), _) => expected.insert(id(case), Want::Code(code.to_owned())),
                (None, Some(result)) => expected.insert(id(case), Want::Value(result.clone())),
                // 2.0.6 crashes, never ends or leaks internals: the newer result stands (README of the suite).
                (None, None) => None,
            };
        }
        Self {
            lone_surrogates: list("lone_surrogate").iter().map(id).collect(),
            expected,
        }
    }
}

fn case(
    id: String,
    raw: &Value,
    folder: &Path,
    root: &Path,
    datasets: &mut BTreeMap<String, Value>,
    exclusions: &Exclusions,
) -> Case {
    let text = |name: &str| raw.get(name).and_then(Value::as_str);
    let expression = match (text("expr"), text("expr-file")) {
        (Some(expression), _) => expression.to_owned(),
        (None, Some(file)) => {
            std::fs::read_to_string(folder.join(file)).expect("the expression can be read")
        }
        (None, None) => panic!("{id} has no expression"),
    };
    let input = match (raw.get("data"), text("dataset")) {
        (Some(data), _) => Some(data.clone()),
        (None, Some(name)) => {
            let file = root.join(format!("datasets/{name}.json"));
            let dataset = datasets
                .entry(name.to_owned())
                .or_insert_with(|| shared::read_json(&file));
            Some(dataset.clone())
        }
        (None, None) => None,
    };
    let code = raw
        .get("error")
        .and_then(|error| error.get("code"))
        .and_then(Value::as_str)
        .or_else(|| text("code"));
    let own = if raw.get("undefinedResult").is_some() {
        Want::Undefined
    } else if let Some(result) = raw.get("result") {
        Want::Value(result.clone())
    } else {
        code.map_or(Want::Anything, |code| Want::Code(code.to_owned()))
    };
    Case {
        want: exclusions.expected.get(&id).cloned().unwrap_or(own),
        id,
        expression,
        input,
        bindings: raw.get("bindings").cloned().unwrap_or_default(),
        depth: raw
            .get("depth")
            .and_then(Value::as_i64)
            .and_then(|depth| depth.try_into().ok()),
        unordered: raw.get("unordered").is_some(),
    }
}

/// The bindings of a case.
struct Named<'v>(&'v Value);

impl Scope for Named<'_> {
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }
}

fn run(case: &Case) -> Result<Option<Value>, JsonataError> {
    let expression = Expression::parse(&case.expression)?;
    let random = RefCell::new(Random::new(1));
    expression.evaluate(&Bindings {
        input: case.input.as_ref(),
        variables: &Named(&case.bindings),
        now: Timestamp(1_700_000_000_000),
        random: &random,
        limits: Limits {
            depth: case.depth.unwrap_or(1_000),
            bytes: u64::MAX / 1_000,
            ..Limits::AWS
        },
        cancel: None,
    })
}

fn check(case: &Case) -> Result<(), Failed> {
    // The suite nests deeper than AWS allows, so it gets a big stack of its own.
    const STACK: usize = 256 << 20;
    let outcome = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let handle = thread.spawn_scoped(scope, || run(case))?;
        Ok::<_, std::io::Error>(handle.join())
    })?;
    let outcome = outcome.map_err(|_| format!("{} panics", case.expression))?;
    let fits = match (&case.want, &outcome) {
        (Want::Anything, _) | (Want::Undefined, Ok(None)) => true,
        (Want::Value(want), Ok(Some(value))) if case.unordered => sorted(want) == sorted(value),
        (Want::Value(want), Ok(Some(value))) => want == value,
        (Want::Code(code), Err(error)) => code == error.code,
        _ => false,
    };
    if fits {
        return Ok(());
    }
    Err(format!(
        "{}\nwant: {:?}\ngot:  {outcome:?}",
        case.expression, case.want
    )
    .into())
}

fn sorted(value: &Value) -> Vec<String> {
    let items = value
        .as_array()
        .map(|items| items.iter().map(Value::to_compact_json).collect());
    let mut items: Vec<String> = items.unwrap_or_default();
    items.sort();
    items
}
