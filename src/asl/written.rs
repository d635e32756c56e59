//! Scalars of YAML without quotes that not all readers take for the same: what is meant where a field of the language takes a
//! boolean or a number.

use crate::diagnostics::{Diagnostic, Edit, Fix};
use crate::source::{Kind, Node, YamlWord, rule};

/// Fields that take a boolean.
const BOOLEANS: [&str; 8] = [
    "BooleanEquals",
    "End",
    "IsBoolean",
    "IsNull",
    "IsNumeric",
    "IsPresent",
    "IsString",
    "IsTimestamp",
];

/// Fields that take a number.
const NUMBERS: [&str; 18] = [
    "BackoffRate",
    "HeartbeatSeconds",
    "IntervalSeconds",
    "MaxAttempts",
    "MaxConcurrency",
    "MaxDelaySeconds",
    "MaxInputBytesPerBatch",
    "MaxItems",
    "MaxItemsPerBatch",
    "NumericEquals",
    "NumericGreaterThan",
    "NumericGreaterThanEquals",
    "NumericLessThan",
    "NumericLessThanEquals",
    "Seconds",
    "TimeoutSeconds",
    "ToleratedFailureCount",
    "ToleratedFailurePercentage",
];

/// Fields whose value is data, in which a name says nothing.
const DATA: [&str; 11] = [
    "Arguments",
    "Assign",
    "BatchInput",
    "Comment",
    "Credentials",
    "ItemSelector",
    "Items",
    "Output",
    "Parameters",
    "Result",
    "ResultSelector",
];

/// Where a finding offers to quote what stands in such a field, makes it offer the boolean or the number.
pub(super) fn mend(findings: &mut [Diagnostic], root: Option<&Node>) {
    for finding in findings {
        let disputed = finding.rule == rule::YAML_BOOLEAN || finding.rule == rule::YAML_NUMBER;
        if !disputed {
            continue;
        }
        let span = finding.span();
        let Some((field, node)) = root.and_then(|root| field_at(root, span.start)) else {
            continue;
        };
        let text = node.text().map(|text| &**text);
        let meant = if BOOLEANS.contains(&field) {
            node.yaml_word
                .map(YamlWord::truth)
                .map(|truth| truth.to_string())
        } else if NUMBERS.contains(&field) {
            text.and_then(decimal)
        } else {
            continue;
        };
        // In quotes it would be refused.
        finding.fixes.clear();
        finding.help.retain(|help| !help.contains("quote it"));
        if let Some(meant) = meant {
            finding.fixes.push(Fix {
                title: format!("write `{meant}`"),
                // What a number with a zero before it means is disputed.
                safe: BOOLEANS.contains(&field),
                edits: vec![Edit { span, text: meant }],
            });
        }
    }
}

/// The member that the value at an offset belongs to.
fn field_at(node: &Node, offset: u32) -> Option<(&str, &Node)> {
    let holds = |node: &Node| node.span.start <= offset && offset < node.span.end;
    match &node.kind {
        Kind::Array(items) => items.iter().find_map(|item| field_at(item, offset)),
        Kind::Object(members) => members.iter().find_map(|member| {
            let (key, value) = (&*member.key.text, &member.value);
            if DATA.contains(&key) || value.aliased || !holds(value) {
                return None;
            }
            match value.kind {
                Kind::Array(_) | Kind::Object(_) => field_at(value, offset),
                _ => Some((key, value)),
            }
        }),
        _ => None,
    }
}

/// A number of decimal digits, without the zeros before it.
fn decimal(text: &str) -> Option<String> {
    let digits = text.trim_start_matches('0');
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| if digits.is_empty() { "0" } else { digits }.to_owned())
}
