//! Values as Java prints them, where AWS lets it show: in error texts and in `States.Format`.

use crate::value::{Number, Value};

/// `String.valueOf` of the value: `{a=1, b=[true, x]}`, strings bare at every depth
/// (recorded: `intrinsic_functions/generic.format_2+7`; `null` in `generic.format_2+3`).
pub(super) fn java_text(value: &Value) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&java_number(number).text()),
        Value::String(text) => out.push_str(text),
        Value::Array(items) => {
            out.push('[');
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                write(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (at, (key, value)) in members.iter().enumerate() {
                out.push_str(if at > 0 { ", " } else { "" });
                out.push_str(key);
                out.push('=');
                write(value, out);
            }
            out.push('}');
        }
    }
}

/// The number as Jackson reads it: an integer of any size, or a double.
pub(super) fn java_number(number: &Number) -> Number {
    if !number.is_integer_text() {
        return Number::from(number.as_f64());
    }
    match number.as_i64() {
        Some(int) => Number::from(int),
        None => number.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    #[test]
    fn prints_values_as_java_does() {
        for (value, expected) in [
            ("{\"Arg1\": 1, \"Arg2\": []}", "{Arg1=1, Arg2=[]}"),
            ("[\"a\",null,true,{\"b\":1.50}]", "[a, null, true, {b=1.5}]"),
            ("-0", "0"),
            ("12345678.9", "1.23456789E7"),
            ("123456789012345678901", "123456789012345678901"),
        ] {
            assert_eq!(java_text(&read(value).unwrap()), expected);
        }
    }
}
