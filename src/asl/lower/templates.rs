//! Payload templates and single expressions of JSONPath states.

use super::object::{Object, describe};
use super::{Lowering, aws};
use crate::asl::QueryLanguage;
use crate::base::{Span, Spanned};
use crate::diagnostics::{Diagnostic, Severity};
use crate::query::intrinsic::IntrinsicCall;
use crate::query::template::{PayloadTemplate, TemplateIssue, TemplateIssueKind, ValueExpression};
use crate::source::{Kind, Node};

impl Lowering<'_> {
    /// A payload template.
    pub(super) fn template(
        &mut self,
        object: &Object<'_>,
        field: &str,
    ) -> Option<Spanned<PayloadTemplate>> {
        let node = object.get(field)?;
        if node.is_unknown() {
            self.unresolved(field, node);
            return None;
        }
        self.marks(node, &object.at(field), QueryLanguage::JsonPath);
        let (template, issues) = PayloadTemplate::compile(node);
        for issue in issues {
            self.template_issue(object, field, node, issue);
        }
        let calls: Vec<(IntrinsicCall, Span, String)> = template
            .expressions()
            .into_iter()
            .filter_map(|found| match found.expression {
                ValueExpression::Intrinsic(call) => {
                    Some((call.clone(), found.span, found.field.to_string()))
                }
                _ => None,
            })
            .collect();
        for (call, span, key) in calls {
            self.intrinsic_faults(
                &call,
                span,
                &format!("`{key}` in `{field}` of {}", object.name),
                &object.at(field),
            );
        }
        Some(Spanned::new(template, node.span))
    }

    /// A path or an intrinsic function that must give a text: `ErrorPath`, `CausePath`.
    pub(super) fn value_expression(
        &mut self,
        object: &Object<'_>,
        field: &str,
        node: &Node,
    ) -> Option<ValueExpression> {
        let expression = match ValueExpression::parse(node.text()?) {
            Ok(expression) => expression,
            Err(error) => {
                let rule = match error.kind {
                    TemplateIssueKind::BadIntrinsic => "invalid-intrinsic",
                    _ => "invalid-path",
                };
                let message = format!("`{field}` of {}: {}", object.name, error.message);
                let mut diagnostic =
                    Diagnostic::error(rule, self.tail_of(node, error.offset), message)
                        .at(object.at(field));
                diagnostic.help.extend(error.help);
                self.push(diagnostic);
                return None;
            }
        };
        if let ValueExpression::Intrinsic(call) = &expression {
            let what = format!("`{field}` of {}", object.name);
            self.intrinsic_faults(call, node.span, &what, &object.at(field));
            let function = call.root().function;
            if function.gives_text() == Some(false) {
                let message = format!("{what} must give a string, and `{function}` never does");
                let diagnostic = Diagnostic::error("invalid-intrinsic", node.span, message)
                    .at(object.at(field))
                    .help("wrap it in `States.JsonToString(…)` or `States.Format('{}', …)`");
                self.push(diagnostic);
            }
        }
        Some(expression)
    }

    fn template_issue(
        &mut self,
        object: &Object<'_>,
        field: &str,
        node: &Node,
        issue: TemplateIssue,
    ) {
        let message = match issue.kind {
            TemplateIssueKind::NoString | TemplateIssueKind::Collision => {
                format!("`{field}` of {}: {}", object.name, issue.message)
            }
            _ => format!(
                "`{}` in `{field}` of {}: {}",
                issue.location, object.name, issue.message
            ),
        };
        let value = value_at(node, issue.value_span);
        let span = match (issue.kind, value) {
            (TemplateIssueKind::Collision, _) => issue.key_span,
            (_, Some(value)) => self.tail_of(value, issue.offset.unwrap_or(0)),
            _ => issue.value_span,
        };
        let mut diagnostic =
            Diagnostic::error(rule_of(issue.kind), span, message).at(object.at(field));
        diagnostic.help.extend(issue.help);
        let words = issue.aws.or_else(|| {
            let kind = match value.map(|value| &value.kind) {
                Some(Kind::Array(_)) => "ARRAY",
                Some(Kind::Object(_)) => "OBJECT",
                _ => return None,
            };
            // Quoted at qiita.com/hayao_k/items/5ea3412ad0dd4fa2666c for an array.
            (issue.kind == TemplateIssueKind::NoString).then(|| {
                format!("The value for the field '{}' must be a STRING that contains a JSONPath but was an {kind}", issue.key)
            })
        });
        if let (Some(value), TemplateIssueKind::NoString) = (value, issue.kind)
            && value.yaml_word.is_some()
        {
            diagnostic = diagnostic.note(format!("it holds {}", describe(value)));
        }
        if let Some(words) = words {
            diagnostic = diagnostic.aws(aws::SCHEMA, words);
        }
        if rule_of(issue.kind) == "invalid-template-value"
            && let Some(stem) = issue.key.strip_suffix(".$")
        {
            // What is no string cannot have been meant as a path.
            let safe = issue.kind == TemplateIssueKind::NoString;
            diagnostic = self.rewritten(diagnostic, issue.key_span, &issue.key, stem, safe);
        }
        self.push(diagnostic);
    }

    /// Calls that AWS accepts and that fail in every run, or likely surprise.
    fn intrinsic_faults(&mut self, call: &IntrinsicCall, span: Span, what: &str, location: &str) {
        for fault in call.faults() {
            let severity = if fault.fails {
                Severity::Error
            } else {
                Severity::Warning
            };
            let place = self.part_of(span, call.text(), fault.span);
            let message = format!("{what}: {}", fault.message);
            let mut diagnostic =
                Diagnostic::new("invalid-intrinsic", severity, place, message).at(location);
            diagnostic.help.extend(fault.help);
            if fault.fails {
                diagnostic =
                    diagnostic.note("AWS accepts the definition, and the state fails in every run");
            }
            self.push(diagnostic);
        }
    }
}

fn rule_of(kind: TemplateIssueKind) -> &'static str {
    match kind {
        TemplateIssueKind::NoString | TemplateIssueKind::NoExpression => "invalid-template-value",
        TemplateIssueKind::BadPath => "invalid-path",
        TemplateIssueKind::BadIntrinsic => "invalid-intrinsic",
        TemplateIssueKind::Collision => "duplicate-template-key",
    }
}

/// The node at a place inside `node`.
fn value_at(node: &Node, span: Span) -> Option<&Node> {
    if node.span == span {
        return Some(node);
    }
    let inside = |inner: &&Node| inner.span.start <= span.start && span.end <= inner.span.end;
    match &node.kind {
        Kind::Array(items) => items
            .iter()
            .find(inside)
            .and_then(|item| value_at(item, span)),
        Kind::Object(members) => {
            let mut values = members.iter().map(|member| &member.value);
            values.find(inside).and_then(|value| value_at(value, span))
        }
        _ => None,
    }
}
