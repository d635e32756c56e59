//! Objects of which one member names what another one holds: variables of containers, headers, tags, parameters.

use crate::value::{Object, Value};

/// Members that name what is in another one.
const NAMES: [&str; 12] = [
    "Name",
    "name",
    "Key",
    "key",
    "ParameterKey",
    "ParameterName",
    "parameterName",
    "variable",
    "Variable",
    "header",
    "Header",
    "field",
];

/// Members that hold what another one, or the object itself, is named for: those of `{"Name": …, "Value": …}`, and the types of
/// DynamoDB, SQS and the Data API of RDS, as in `{"password": {"S": …}}`.
const VALUES: [&str; 20] = [
    "Value",
    "value",
    "Values",
    "values",
    "Val",
    "val",
    "ParameterValue",
    "parameterValue",
    "StringValue",
    "stringValue",
    "BinaryValue",
    "blobValue",
    "S",
    "N",
    "B",
    "SS",
    "NS",
    "BS",
    "plaintext",
    "defaultValue",
];

/// What the values of an object are named, where it says that itself.
pub(super) fn named(object: &Object) -> Option<&str> {
    if !object.keys().any(|key| is_value(key)) {
        return None;
    }
    // SSM says of a parameter that it is a secret, whatever its name is.
    let kind = object.get("Type").or_else(|| object.get("type"));
    if kind.and_then(Value::as_str) == Some("SecureString") {
        return Some("SecretString");
    }
    NAMES.iter().find_map(|name| text(object.get(name)?))
}

/// What a member is called whose name is a secret's only beside others: `pass` beside a user or in credentials, `code` of an
/// authorization that is exchanged for a token (RFC 6749, section 4.1.3).
pub(super) fn beside<'k>(key: &'k str, name: Option<&str>, object: &Object) -> &'k str {
    let is = |text: &str, names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(text));
    let has = |names: &[&str]| object.keys().any(|key| is(key, names));
    if is(key, &["pass"]) {
        let in_credentials = || name.is_some_and(|name| is(name, &["credentials", "auth"]));
        if has(&["user", "username", "user_name", "login", "usr"]) || in_credentials() {
            return "user_pass";
        }
    }
    if key == "code" && has(&["grant_type", "grantType"]) {
        return "authorization_code";
    }
    key
}

/// Whether a member holds what the object is named for.
pub(super) fn is_value(key: &str) -> bool {
    VALUES.contains(&key)
}

/// A text, or one as DynamoDB and the Data API of RDS write it.
fn text(value: &Value) -> Option<&str> {
    let typed = || value.get("S").or_else(|| value.get("stringValue"));
    value.as_str().or_else(|| typed()?.as_str())
}
