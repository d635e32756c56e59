//! `${name}` in definitions: what a template engine fills in before AWS sees the text.

use super::{Key, Kind, Member, Node, SourceFile, StringStyle, Text, Tree};
use crate::base::{Span, text};
use crate::value::{self, Str, Value};
use indexmap::IndexMap;
use thiserror::Error;

/// A placeholder that stands in a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// Its name, without `${` and `}`: `LambdaArn`, `AWS::Region`.
    pub name: String,
    /// Where the string or key that holds it stands, or the placeholder itself where it is not in quotes.
    pub span: Span,
}

/// What `--var` and `--vars` set: names and the texts that take their places.
#[derive(Clone, Debug, Default)]
pub struct Bindings(IndexMap<String, String>);

/// What [`Bindings::fill`] did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// Placeholders that were filled.
    pub count: usize,
    /// Variables that no placeholder asks for.
    pub unused: Vec<UnusedVariable>,
}

/// A variable that no placeholder asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedVariable {
    /// Its name.
    pub name: String,
    /// The placeholder that was likely meant.
    pub nearest: Option<String>,
}

impl std::fmt::Display for UnusedVariable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let name = &self.name;
        write!(
            formatter,
            "no placeholder `${{{name}}}` stands in the definition"
        )?;
        match &self.nearest {
            Some(nearest) => write!(formatter, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

/// Variables that cannot be taken.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum BindingError {
    /// `--var` without `=`.
    #[error("`--var {argument}` sets nothing: `NAME=VALUE` is expected")]
    NoValue {
        /// The argument.
        argument: String,
    },
    /// `--var` with a name that no placeholder can have.
    #[error("`--var {argument}` names no placeholder: `{name}` is no name")]
    BadName {
        /// The argument.
        argument: String,
        /// The part before `=`.
        name: String,
    },
    /// A file of variables that is neither JSON nor YAML.
    #[error("`{file}`, line {line}, column {column}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// A file of variables that holds something else than names and values.
    #[error(
        "`{file}` holds no variables: a mapping of names to values is expected, and it holds {found}"
    )]
    NoMapping {
        /// The file.
        file: String,
        /// `an array`, `nothing`.
        found: String,
    },
    /// A variable in a file whose name no placeholder can have.
    #[error("`{file}` names no placeholder with `{name}`")]
    BadFileName {
        /// The file.
        file: String,
        /// The key.
        name: String,
    },
}

impl BindingError {
    /// What to do.
    pub fn help(&self) -> &'static str {
        match self {
            Self::NoValue { .. } => "write `--var LambdaArn=arn:aws:lambda:…`",
            Self::BadName { .. } | Self::BadFileName { .. } => {
                "names are letters, digits and `_ . : - /`, without `${` and `}`"
            }
            Self::Syntax { .. } | Self::NoMapping { .. } => {
                "write `{\"LambdaArn\": \"arn:aws:lambda:…\"}`, or `LambdaArn: arn:aws:lambda:…` in YAML"
            }
        }
    }
}

impl Bindings {
    /// Adds what one `--var NAME=VALUE` sets; of a name that is set twice the later one counts.
    ///
    /// # Errors
    /// Where there is no `=`, or no name before it.
    pub fn set(&mut self, argument: &str) -> Result<(), BindingError> {
        let Some((name, text)) = argument.split_once('=') else {
            return Err(BindingError::NoValue {
                argument: argument.to_owned(),
            });
        };
        let name = name.trim();
        if !is_name(name) {
            return Err(BindingError::BadName {
                argument: argument.to_owned(),
                name: name.to_owned(),
            });
        }
        self.0.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    /// Adds what a `--vars FILE` sets: a mapping in JSON or YAML. Strings are taken as they are, everything else as its
    /// JSON text.
    ///
    /// # Errors
    /// Where the file is no such mapping.
    pub fn set_all(&mut self, file: &SourceFile) -> Result<(), BindingError> {
        let tree = file.read();
        let name = file.name.to_string();
        let broken = tree
            .diagnostics
            .iter()
            .find(|found| found.severity == crate::diagnostics::Severity::Error);
        if let Some(found) = broken {
            let place = file.line_column(found.span().start as usize);
            return Err(BindingError::Syntax {
                file: name,
                line: place.line,
                column: place.column,
                message: found.message.clone(),
            });
        }
        let Some(members) = tree.root.as_ref().and_then(Node::members) else {
            let found = tree
                .root
                .as_ref()
                .map_or("nothing", |root| match root.kind {
                    Kind::Array(_) => "an array",
                    Kind::Null => "nothing",
                    _ => "a single value",
                });
            return Err(BindingError::NoMapping {
                file: name,
                found: found.to_owned(),
            });
        };
        for member in members {
            if !self.set_node(&member.key.text, &member.value) {
                return Err(BindingError::BadFileName {
                    file: name,
                    name: member.key.text.to_string(),
                });
            }
        }
        Ok(())
    }

    /// Sets one variable to a value in a file: a string as it is, everything else as its JSON text. False, and nothing
    /// set, where no placeholder can have the name.
    pub fn set_node(&mut self, name: &str, value: &Node) -> bool {
        if !is_name(name) {
            return false;
        }
        let text = match (&value.kind, value.yaml_word) {
            (Kind::String(text), _) => text.value.to_string(),
            (_, Some(word)) => word.text().to_owned(),
            _ => value.to_value().to_compact_json(),
        };
        self.0.insert(name.to_owned(), text);
        true
    }

    /// Adds what others set, over what is set.
    pub fn extend(&mut self, others: &Self) {
        let others = others.0.iter();
        self.0
            .extend(others.map(|(name, text)| (name.clone(), text.clone())));
    }

    /// Whether there is a text for `name`.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts the texts in the places of their placeholders: in strings, in keys, and for values without quotes. A value
    /// without quotes becomes what its text is in JSON, else a string.
    pub fn fill(&self, tree: &mut Tree) -> Filled {
        let mut filling = Filling {
            bindings: self,
            used: vec![false; self.0.len()],
            count: 0,
        };
        let names: Vec<String> = if self.0.is_empty() {
            Vec::new()
        } else {
            placeholders(tree)
                .into_iter()
                .map(|found| found.name)
                .collect()
        };
        if let (Some(root), false) = (&mut tree.root, self.0.is_empty()) {
            filling.node(root);
        }
        let unused = self
            .0
            .keys()
            .zip(&filling.used)
            .filter(|(_, used)| !**used)
            .map(|(name, _)| UnusedVariable {
                name: name.clone(),
                nearest: text::nearest(name, names.iter().map(String::as_str)).map(str::to_owned),
            })
            .collect();
        Filled {
            count: filling.count,
            unused,
        }
    }
}

struct Filling<'a> {
    bindings: &'a Bindings,
    used: Vec<bool>,
    count: usize,
}

impl Filling<'_> {
    fn node(&mut self, node: &mut Node) {
        match &mut node.kind {
            Kind::String(text) => {
                if let Some(filled) = self.text(&text.value) {
                    text.value = filled.into();
                    text.filled = true;
                }
            }
            Kind::Placeholder(name) => {
                if let Some(value) = self.look_up(name) {
                    node.kind = unquoted(value, node.span);
                }
            }
            Kind::Array(items) => items.iter_mut().for_each(|item| self.node(item)),
            Kind::Object(members) => {
                for member in members {
                    if let Some(filled) = self.text(&member.key.text) {
                        member.key.text = filled.into();
                    }
                    self.node(&mut member.value);
                }
            }
            Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::Error => {}
        }
    }

    fn look_up(&mut self, name: &str) -> Option<&'_ str> {
        let (index, _, value) = self.bindings.0.get_full(name)?;
        self.used[index] = true;
        self.count += 1;
        Some(value)
    }

    /// The text with its placeholders filled, if any is.
    fn text(&mut self, text: &str) -> Option<String> {
        let mut filled = String::new();
        let mut from = 0;
        for (name, start, end) in Names::new(text) {
            if let Some(value) = self.look_up(name) {
                filled.push_str(&text[from..start]);
                filled.push_str(value);
                from = end;
            }
        }
        if from == 0 {
            return None;
        }
        filled.push_str(&text[from..]);
        Some(filled)
    }
}

/// Levels of arrays and objects in a value that takes the place of a placeholder without quotes; beyond, it is text.
const MAX_FILLED_DEPTH: u32 = 32;

/// What a placeholder without quotes becomes.
fn unquoted(text: &str, span: Span) -> Kind {
    match value::read(text) {
        Ok(value) if value.measure().depth <= MAX_FILLED_DEPTH => kind(&value, span),
        _ => string(text.into()),
    }
}

fn kind(value: &Value, span: Span) -> Kind {
    let node = |value: &Value| Node::new(kind(value, span), span);
    match value {
        Value::Null => Kind::Null,
        Value::Bool(truth) => Kind::Bool(*truth),
        Value::Number(number) => Kind::Number(number.clone()),
        Value::String(text) => string(text.clone()),
        Value::Array(items) => Kind::Array(items.iter().map(node).collect()),
        Value::Object(members) => Kind::Object(
            members
                .iter()
                .map(|(key, value)| Member {
                    key: Key {
                        text: key.clone(),
                        span,
                    },
                    value: node(value),
                })
                .collect(),
        ),
    }
}

fn string(value: Str) -> Kind {
    Kind::String(Text {
        value,
        style: StringStyle::Plain,
        filled: true,
    })
}

/// The placeholders in a tree, in the order of the text.
pub fn placeholders(tree: &Tree) -> Vec<Placeholder> {
    let mut found = Vec::new();
    if let Some(root) = &tree.root {
        collect(root, &mut found);
    }
    found
}

fn collect(node: &Node, found: &mut Vec<Placeholder>) {
    let mut add = |name: &str, span: Span| {
        found.push(Placeholder {
            name: name.to_owned(),
            span,
        });
    };
    match &node.kind {
        Kind::String(text) => Names::new(&text.value).for_each(|(name, ..)| add(name, node.span)),
        Kind::Placeholder(name) => add(name, node.span),
        Kind::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Kind::Object(members) => {
            for member in members {
                for (name, ..) in Names::new(&member.key.text) {
                    found.push(Placeholder {
                        name: name.to_owned(),
                        span: member.key.span,
                    });
                }
                collect(&member.value, found);
            }
        }
        Kind::Null | Kind::Bool(_) | Kind::Number(_) | Kind::Error => {}
    }
}

/// The name of the placeholder that `text` is, if it is nothing but one.
pub(super) fn whole(text: &str) -> Option<&str> {
    let (name, start, end) = Names::new(text).next()?;
    (start == 0 && end == text.len()).then_some(name)
}

/// Characters of a name that is made of an expression.
const LONGEST_NAME: usize = 80;

/// What a placeholder for an expression is called: the expression itself where that is a name, else its words with dots
/// between them.
pub(super) fn name_of(expression: &str) -> String {
    if is_name(expression) && expression.len() <= LONGEST_NAME {
        return expression.to_owned();
    }
    let mut name = String::new();
    for found in expression.chars() {
        if name.len() >= LONGEST_NAME {
            break;
        }
        if found.is_alphanumeric() || "_-/".contains(found) {
            name.push(found);
        } else if !name.is_empty() && !name.ends_with('.') {
            name.push('.');
        }
    }
    let name = name.trim_end_matches('.');
    if name.starts_with(|first: char| first.is_alphabetic() || first == '_') {
        name.to_owned()
    } else {
        format!("_{name}")
    }
}

pub(super) fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && name
            .chars()
            .all(|found| found.is_alphanumeric() || "_.:-/".contains(found))
}

/// The placeholders in a text: name, start and end. `$${name}`, which Terraform prints as `${name}`, is none.
struct Names<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Names<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }
}

impl<'t> Iterator for Names<'t> {
    type Item = (&'t str, usize, usize);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let start = self.at + self.text[self.at..].find("${")?;
            self.at = start + 2;
            let inner = &self.text[self.at..];
            let Some(length) = inner.find('}') else {
                self.at = self.text.len();
                return None;
            };
            let name = inner[..length].trim_matches(' ');
            let escaped = self.text[..start].ends_with('$');
            if is_name(name) && !escaped {
                self.at += length + 1;
                return Some((name, start, self.at));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bindings(arguments: &[&str]) -> Bindings {
        let mut bindings = Bindings::default();
        for argument in arguments {
            bindings.set(argument).unwrap();
        }
        bindings
    }

    fn filled(name: &str, text: &str, arguments: &[&str]) -> (String, Filled) {
        let mut tree = SourceFile::new(name, text.to_owned()).read();
        let filled = bindings(arguments).fill(&mut tree);
        (tree.root.unwrap().to_value().to_compact_json(), filled)
    }

    #[test]
    fn fills_strings_keys_and_values_without_quotes() {
        let text = "{\"a\": \"${x}\", \"b\": \"arn:${AWS::Region}:${x}:${y}\", \"c\": ${n}, \"d\": ${x}, \"s${n}\": [${l}]}";
        let (value, filled) = filled(
            "a.json",
            text,
            &["x=one=1", "AWS::Region=eu-west-1", "n=5", "l={\"k\": [1]}"],
        );
        assert_eq!(
            value,
            "{\"a\":\"one=1\",\"b\":\"arn:eu-west-1:one=1:${y}\",\"c\":5,\"d\":\"one=1\",\"s5\":[{\"k\":[1]}]}"
        );
        assert_eq!((filled.count, filled.unused), (7, Vec::new()));
        let (value, _) = super::tests::filled("a.yaml", "a: ${n}\nb: '${n}'\n", &["n=5"]);
        assert_eq!(value, "{\"a\":5,\"b\":\"5\"}");
    }

    #[test]
    fn a_filled_string_says_so() {
        let mut tree = SourceFile::new("a.json", "[\"${x}\", \"y\"]".to_owned()).read();
        bindings(&["x=1"]).fill(&mut tree);
        let marks: Vec<_> = tree
            .root
            .as_ref()
            .and_then(Node::items)
            .unwrap()
            .iter()
            .map(|item| match &item.kind {
                Kind::String(text) => (text.filled, &*text.value),
                _ => unreachable!("both are strings"),
            })
            .collect();
        assert_eq!(marks, [(true, "1"), (false, "y")]);
    }

    #[test]
    fn lists_what_is_not_filled() {
        let text = "{\"a\": \"${x}-${ y }\", \"k${z}\": ${x}, \"b\": \"$${no} ${} ${a b} {% $map(${ 'c': 1 }) %} ${open\"}";
        let mut tree = SourceFile::new("a.json", text.to_owned()).read();
        let names = |tree: &Tree| {
            placeholders(tree)
                .into_iter()
                .map(|found| found.name)
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&tree), ["x", "y", "z", "x"]);
        assert_eq!(placeholders(&tree)[0].span, Span::new(6, 19));
        bindings(&["x=1", "z=2"]).fill(&mut tree);
        assert_eq!(names(&tree), ["y"]);
    }

    #[test]
    fn variables_that_no_placeholder_asks_for_are_told() {
        let (_, filled) = filled("a.json", "[\"${LambdaArn}\"]", &["LambdaARn=x", "Other=y"]);
        let told: Vec<_> = filled.unused.iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "no placeholder `${LambdaARn}` stands in the definition; did you mean `LambdaArn`?",
                "no placeholder `${Other}` stands in the definition",
            ]
        );
        assert_eq!(filled.count, 0);
    }

    #[test]
    fn variables_come_from_files() {
        let mut bindings = Bindings::default();
        let mut set =
            |name: &str, text: &str| bindings.set_all(&SourceFile::new(name, text.to_owned()));
        set(
            "v.json",
            "{\"A\": \"x\", \"B\": 1.50, \"C\": {\"d\": [true]}}",
        )
        .unwrap();
        set("v.yaml", "A: y\nAWS::Region: eu-west-1\nNo: NO\n").unwrap();
        assert_eq!(
            set("v.json", "[1]").unwrap_err().to_string(),
            "`v.json` holds no variables: a mapping of names to values is expected, and it holds an array"
        );
        assert_eq!(
            set("v.json", "{\"a b\": 1}").unwrap_err().to_string(),
            "`v.json` names no placeholder with `a b`"
        );
        assert_eq!(
            set("v.json", "{\n \"a\": tru}").unwrap_err().to_string(),
            "`v.json`, line 2, column 7: expected a value, found `tru`"
        );
        let known: Vec<_> = bindings
            .0
            .iter()
            .map(|(name, text)| (&**name, &**text))
            .collect();
        assert_eq!(
            known,
            [
                ("A", "y"),
                ("B", "1.50"),
                ("C", "{\"d\":[true]}"),
                ("AWS::Region", "eu-west-1"),
                ("No", "NO")
            ]
        );
    }

    #[test]
    fn refuses_arguments_that_set_nothing() {
        let error = |argument: &str| Bindings::default().set(argument).unwrap_err();
        assert_eq!(
            error("Name").to_string(),
            "`--var Name` sets nothing: `NAME=VALUE` is expected"
        );
        assert_eq!(
            error("=x").to_string(),
            "`--var =x` names no placeholder: `` is no name"
        );
        assert_eq!(
            error("${A}=x").to_string(),
            "`--var ${A}=x` names no placeholder: `${A}` is no name"
        );
        assert!(error("${A}=x").help().contains("without `${` and `}`"));
    }
}
