//! The Task state.

use super::faults::Expected;
use super::jsonata::Scope;
use super::object::Object;
use super::repairs::with_fix;
use super::values::{Bounds, LONGEST};
use super::{Lowering, aws};
use crate::asl::{Credentials, Quantity, QueryLanguage, Resource, ResourceKind, Task};
use crate::base::{Span, Spanned};
use crate::diagnostics::Diagnostic;
use crate::source::{Kind, Node, edit};

/// The bounds of `TimeoutSeconds` and `HeartbeatSeconds`.
const SECONDS: Bounds = Bounds::new(1, LONGEST);

impl Lowering<'_> {
    pub(super) fn task(&mut self, object: &Object<'_>, language: QueryLanguage) -> Task {
        self.missing(object, &["Resource"]);
        let task = Task {
            resource: self.task_resource(object, language),
            timeout: self.quantity(
                object,
                "TimeoutSeconds",
                "TimeoutSecondsPath",
                SECONDS,
                language,
            ),
            heartbeat: self.quantity(
                object,
                "HeartbeatSeconds",
                "HeartbeatSecondsPath",
                SECONDS,
                language,
            ),
            request: request(object, language),
            credentials: self.credentials(object, language),
        };
        self.heartbeat_before_timeout(object, &task);
        if let Some(resource) = &task.resource {
            self.task_parameters(object, &resource.value, language);
            if resource.value.kind == ResourceKind::Activity && object.has("Credentials") {
                let message = format!(
                    "{} works through an activity, which takes no `Credentials`",
                    object.name
                );
                let span = object
                    .member("Credentials")
                    .map_or(object.place, |member| member.key.span);
                let diagnostic = Diagnostic::error("unsupported-field", span, message)
                    .at(object.own_location())
                    .help("remove it: the worker that polls the activity has its own credentials");
                // badmintoncryer/cdk-preflight, pf-sfn-asl-credentials.
                let words = "The field 'Credentials' is not supported for activities";
                self.push(diagnostic.aws(aws::SCHEMA, words));
            }
        }
        task
    }

    fn task_resource(
        &mut self,
        object: &Object<'_>,
        language: QueryLanguage,
    ) -> Option<Spanned<Resource>> {
        let node = object.get("Resource")?;
        if node.is_unknown() {
            let text = match node.to_value() {
                crate::value::Value::String(text) => text,
                other => other.to_compact_json().into(),
            };
            let resource = Resource {
                text,
                kind: ResourceKind::Unknown,
            };
            return Some(Spanned::new(resource, node.span));
        }
        let text = self.string(object, "Resource", language)?;
        let resource = text.map(|text| Resource::parse(&text));
        self.check_resource(object, &resource);
        Some(resource)
    }

    /// Service integrations need the field that holds their parameters
    /// (badmintoncryer/cdk-preflight, pf-sfn-asl-integration-parameters).
    fn task_parameters(
        &mut self,
        object: &Object<'_>,
        resource: &Resource,
        language: QueryLanguage,
    ) {
        let field = match language {
            QueryLanguage::JsonPath => "Parameters",
            QueryLanguage::Jsonata => "Arguments",
        };
        let given = ["Parameters", "Arguments"]
            .into_iter()
            .any(|field| object.has(field) || object.slips.contains(&field));
        let Some(integration) = resource
            .integration()
            .filter(|integration| !given && super::resource::is_recognised(integration))
        else {
            return;
        };
        let message = format!(
            "{} has no `{field}`, which `{integration}` needs",
            object.name
        );
        let diagnostic = Diagnostic::error("missing-field", object.place, message)
            .at(object.own_location())
            .help(format!(
                "add `{field}`; an empty object `{{}}` where nothing is to be passed"
            ));
        let words = format!(
            "{field} field is required for resource ARN: {}",
            resource.text
        );
        self.push(diagnostic.aws(aws::SCHEMA, words));
    }

    fn credentials(
        &mut self,
        object: &Object<'_>,
        language: QueryLanguage,
    ) -> Option<Spanned<Credentials>> {
        let node = object.get("Credentials")?;
        if node.is_unknown() {
            self.unresolved("Credentials", node);
            return None;
        }
        let Kind::Object(members) = &node.kind else {
            self.wrong_type(object, "Credentials", node, Expected::Object, language);
            return None;
        };
        let role = |key: &str| {
            key == "RoleArn" || (key == "RoleArn.$" && language == QueryLanguage::JsonPath)
        };
        if !members.iter().any(|member| role(&member.key.text)) {
            // Recorded: credentials/credentials_base.invalid_credentials_field~EMPTY_CREDENTIALS.
            let message = format!("`Credentials` of {} has no `RoleArn`", object.name);
            let span = object
                .member("Credentials")
                .map_or(node.span, |member| member.key.span);
            let diagnostic = Diagnostic::error("missing-field", span, message)
                .at(object.at("Credentials"))
                .help("add `RoleArn`, the role to assume for this task");
            self.push(diagnostic.aws(aws::SCHEMA, aws::ROLE));
        }
        let credentials = match language {
            QueryLanguage::JsonPath => {
                Credentials::JsonPath(self.template(object, "Credentials")?.value)
            }
            QueryLanguage::Jsonata => {
                Credentials::Jsonata(self.jsonata_template(object, "Credentials", Scope::Before)?)
            }
        };
        Some(Spanned::new(credentials, node.span))
    }

    /// The States Language: a heartbeat interval must be smaller than the timeout.
    fn heartbeat_before_timeout(&mut self, object: &Object<'_>, task: &Task) {
        let literal = |quantity: &Option<Spanned<Quantity>>| match quantity {
            Some(Spanned {
                value: Quantity::Literal(number),
                span,
            }) => Some((number.as_f64(), *span)),
            _ => None,
        };
        let (Some((timeout, timeout_span)), Some((heartbeat, span))) =
            (literal(&task.timeout), literal(&task.heartbeat))
        else {
            return;
        };
        if heartbeat >= timeout {
            let message = format!(
                "`HeartbeatSeconds` of {} must be less than its `TimeoutSeconds`: {heartbeat} is not less than {timeout}",
                object.name
            );
            let diagnostic = Diagnostic::error("heartbeat-timeout", span, message)
                .at(object.at("HeartbeatSeconds"))
                .label(timeout_span, "the time-out");
            let swapped = self
                .source()
                .filter(|_| heartbeat > timeout)
                .and_then(|source| {
                    let text = |span: Span| source.get(span.range());
                    Some(vec![
                        edit::replace(span, text(timeout_span)?),
                        edit::replace(timeout_span, text(span)?),
                    ])
                });
            let title = "swap the two".to_owned();
            self.push(with_fix(diagnostic, false, title, swapped));
        }
    }
}

/// The field that says what a call is sent, as it stands in the source. Strings in it are shared, not copied.
pub(super) fn request(object: &Object<'_>, language: QueryLanguage) -> Option<Node> {
    let field = match language {
        QueryLanguage::JsonPath => "Parameters",
        QueryLanguage::Jsonata => "Arguments",
    };
    object.get(field).cloned()
}
