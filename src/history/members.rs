//! Objects of the history while they are put together: short lists whose data is not copied before it is written.

use crate::value::{Object, Str, Value, write_json_string};

/// The members of an object, in order.
#[derive(Debug, Default)]
pub(super) struct Members<'a>(Vec<(&'a str, Member<'a>)>);

#[derive(Debug)]
enum Member<'a> {
    Text(&'a str),
    Owned(String),
    Number(u64),
    /// The JSON text of a value, as a string.
    Data(&'a Value),
    Object(Members<'a>),
    False,
}

impl<'a> Members<'a> {
    pub(super) fn failure(error: &'a Option<Str>, cause: &'a Option<Str>) -> Self {
        Self::default().failed(error, cause)
    }

    pub(super) fn text(self, key: &'static str, text: &'a str) -> Self {
        self.with(key, Member::Text(text))
    }

    pub(super) fn owned(self, key: &'static str, text: String) -> Self {
        self.with(key, Member::Owned(text))
    }

    pub(super) fn number(self, key: &'static str, number: u64) -> Self {
        self.with(key, Member::Number(number))
    }

    pub(super) fn seconds(self, key: &'static str, seconds: Option<u64>) -> Self {
        match seconds {
            Some(seconds) => self.number(key, seconds),
            None => self,
        }
    }

    pub(super) fn object(self, key: &'static str, members: Self) -> Self {
        self.with(key, Member::Object(members))
    }

    /// A value as JSON text, without anything that says whether it was cut.
    pub(super) fn json(self, key: &'static str, data: &'a Value) -> Self {
        self.with(key, Member::Data(data))
    }

    pub(super) fn input(self, data: &'a Value) -> Self {
        self.json("input", data)
            .object("inputDetails", Self::whole())
    }

    pub(super) fn output(self, data: &'a Value) -> Self {
        self.json("output", data)
            .object("outputDetails", Self::whole())
    }

    pub(super) fn failed(mut self, error: &'a Option<Str>, cause: &'a Option<Str>) -> Self {
        for (key, text) in [("error", error), ("cause", cause)] {
            if let Some(text) = text {
                self = self.text(key, text);
            }
        }
        self
    }

    pub(super) fn credentials(self, role: &'a Option<Str>) -> Self {
        match role {
            Some(role) => self.object("taskCredentials", Self::default().text("roleArn", role)),
            None => self,
        }
    }

    /// `assignedVariables`, which AWS shows only where `Assign` gave any.
    pub(super) fn assigned(self, assigned: &'a [(Str, Value)]) -> Self {
        if assigned.is_empty() {
            return self;
        }
        let texts = assigned
            .iter()
            .map(|(name, value)| (&**name, Member::Data(value)));
        self.object("assignedVariables", Self(texts.collect()))
            .object("assignedVariablesDetails", Self::whole())
    }

    /// The members that have other names than these.
    pub(super) fn without(mut self, names: &[&str]) -> Self {
        self.0.retain(|(key, _)| !names.contains(key));
        self
    }

    fn whole() -> Self {
        Self::default().with("truncated", Member::False)
    }

    fn with(mut self, key: &'a str, member: Member<'a>) -> Self {
        self.0.push((key, member));
        self
    }

    /// The object as a value.
    pub(super) fn to_value(&self) -> Value {
        let members = self.0.iter().map(|(key, member)| {
            let value = match member {
                Member::Text(text) => Value::from(*text),
                Member::Owned(text) => Value::from(text.as_str()),
                Member::Number(number) => Value::from(i64::try_from(*number).unwrap_or(i64::MAX)),
                Member::Data(data) => Value::from(data.to_json()),
                Member::Object(members) => members.to_value(),
                Member::False => Value::Bool(false),
            };
            (*key, value)
        });
        Value::Object(members.collect::<Object>())
    }

    /// Appends the object as JSON.
    pub(super) fn write_json(&self, out: &mut String) {
        out.push('{');
        for (at, (key, member)) in self.0.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            write_json_string(key, out);
            out.push(':');
            match member {
                Member::Text(text) => write_json_string(text, out),
                Member::Owned(text) => write_json_string(text, out),
                Member::Number(number) => out.push_str(&number.to_string()),
                Member::Data(data) => write_json_string(&data.to_json(), out),
                Member::Object(members) => members.write_json(out),
                Member::False => out.push_str("false"),
            }
        }
        out.push('}');
    }
}
