//! The tree that every notation is read into.

use crate::base::Span;
use crate::diagnostics::Diagnostic;
use crate::value::{Number, Object, Str, Value};

/// One source text, read.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The document; nothing where the text holds none.
    pub root: Option<Node>,
    /// Comments in source order. Of YAML without any `sfnrun:` they are left out.
    pub comments: Vec<Comment>,
    /// What the reader found: syntax errors, doubled keys, trailing commas.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether syntax errors cost parts of the text, so that what seems missing may well be there.
    pub lossy: bool,
}

/// A comment (`# …`, `// …`, `/* … */`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// Where it stands, its marks included.
    pub span: Span,
    /// Its text without the marks, trimmed.
    pub text: String,
    /// Whether nothing but white space stands before it on its line.
    pub own_line: bool,
}

/// A value in the source.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it stands; of a string its quotes included.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
    /// A YAML tag other than the standard ones: `!Sub`, `!GetAtt`.
    pub tag: Option<Box<Tag>>,
    /// Whether it came in through a YAML alias or merge key, so that its place is not its own.
    pub aliased: bool,
    /// Of a boolean: the YAML word it is written as, where that is text to YAML 1.2.
    pub yaml_word: Option<YamlWord>,
}

/// A plain YAML scalar that YAML 1.1, which deployment tools speak, reads as a boolean, and YAML 1.2 as text.
/// See <https://yaml.org/type/bool.html>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct YamlWord(u8);

impl YamlWord {
    const ALL: [(&'static str, bool); 16] = [
        ("y", true),
        ("Y", true),
        ("yes", true),
        ("Yes", true),
        ("YES", true),
        ("on", true),
        ("On", true),
        ("ON", true),
        ("n", false),
        ("N", false),
        ("no", false),
        ("No", false),
        ("NO", false),
        ("off", false),
        ("Off", false),
        ("OFF", false),
    ];

    /// The word that `text` is.
    pub fn find(text: &str) -> Option<Self> {
        let index = Self::ALL.iter().position(|(word, _)| *word == text)?;
        u8::try_from(index).ok().map(Self)
    }

    /// As it is written: `NO`.
    pub fn text(self) -> &'static str {
        Self::ALL[usize::from(self.0)].0
    }

    /// The boolean that YAML 1.1 takes it for.
    pub fn truth(self) -> bool {
        Self::ALL[usize::from(self.0)].1
    }
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `null`, or nothing in YAML.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number as it was written.
    Number(Number),
    /// A string.
    String(Text),
    /// A sequence.
    Array(Vec<Node>),
    /// A mapping, doubled keys kept.
    Object(Vec<Member>),
    /// An unquoted `${name}` that no variable fills: a value of unknown type.
    Placeholder(Str),
    /// A hole: a syntax error stood here, and a diagnostic tells of it.
    Error,
}

/// A string in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// Its value, escapes resolved.
    pub value: Str,
    /// How it is written.
    pub style: StringStyle,
    /// Whether a `${placeholder}` in it was filled, so that offsets in `value` have no place in the source.
    pub filled: bool,
}

/// How a string is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StringStyle {
    /// `"…"` with JSON's escapes.
    Json,
    /// YAML without quotes.
    Plain,
    /// YAML `'…'`.
    SingleQuoted,
    /// YAML `"…"`.
    DoubleQuoted,
    /// YAML `|`.
    Literal,
    /// YAML `>`.
    Folded,
    /// `"…"` with the escapes of Terraform, and `${…}` in it.
    Hcl,
}

/// A member of a mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    /// Its key.
    pub key: Key,
    /// Its value.
    pub value: Node,
}

/// The key of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key, escapes resolved.
    pub text: Str,
    /// Where it stands, quotes included.
    pub span: Span,
}

/// A YAML tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// With its mark: `!Sub`.
    pub name: String,
    /// Where it stands.
    pub span: Span,
}

impl Node {
    /// An untagged node.
    pub fn new(kind: Kind, span: Span) -> Self {
        Self {
            span,
            kind,
            tag: None,
            aliased: false,
            yaml_word: None,
        }
    }

    /// The members of a mapping.
    pub fn members(&self) -> Option<&[Member]> {
        match &self.kind {
            Kind::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items of a sequence.
    pub fn items(&self) -> Option<&[Self]> {
        match &self.kind {
            Kind::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The text of an untagged string.
    pub fn text(&self) -> Option<&Str> {
        match &self.kind {
            Kind::String(text) if self.tag.is_none() => Some(&text.value),
            _ => None,
        }
    }

    /// The member `key` of a mapping; of doubled keys the last, as JSON parsers have it.
    pub fn member(&self, key: &str) -> Option<&Member> {
        self.members()?
            .iter()
            .rev()
            .find(|member| &*member.key.text == key)
    }

    /// The value of the member `key` of a mapping.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.member(key).map(|member| &member.value)
    }

    /// Whether its value is known only when the definition is deployed: a placeholder, a tag like `!Ref`, an intrinsic
    /// function of CloudFormation, or a hole.
    pub fn is_unknown(&self) -> bool {
        match &self.kind {
            Kind::Placeholder(_) | Kind::Error => true,
            Kind::Object(members) => {
                self.tag.is_some()
                    || matches!(&members[..], [only] if &*only.key.text == "Ref"
                        || only.key.text.starts_with("Fn::"))
            }
            _ => self.tag.is_some(),
        }
    }

    /// Whether here is a hole that the reader left, having told of it.
    pub fn is_hole(&self) -> bool {
        matches!(self.kind, Kind::Error)
    }

    /// What JSON calls it: `string`, `object`…; `placeholder` and `error` for what has no value.
    pub fn kind_name(&self) -> &'static str {
        match &self.kind {
            Kind::Null => "null",
            Kind::Bool(_) => "boolean",
            Kind::Number(_) => "number",
            Kind::String(_) => "string",
            Kind::Array(_) => "array",
            Kind::Object(_) => "object",
            Kind::Placeholder(_) => "placeholder",
            Kind::Error => "error",
        }
    }

    /// The JSON value it stands for. A placeholder becomes the string `${name}`, a hole becomes null; of doubled keys
    /// the last counts.
    pub fn to_value(&self) -> Value {
        match &self.kind {
            Kind::Null | Kind::Error => Value::Null,
            Kind::Bool(truth) => Value::Bool(*truth),
            Kind::Number(number) => Value::Number(number.clone()),
            Kind::String(text) => Value::String(text.value.clone()),
            Kind::Array(items) => items.iter().map(Self::to_value).collect(),
            Kind::Object(members) => members
                .iter()
                .map(|member| (member.key.text.clone(), member.value.to_value()))
                .collect::<Object>()
                .into(),
            Kind::Placeholder(name) => Value::from(format!("${{{name}}}")),
        }
    }
}
