//! What a `Resource` may be.

use super::object::Object;
use super::{Lowering, aws};
use crate::asl::{Integration, Pattern, Resource, ResourceKind, WorkflowType};
use crate::base::{Span, Spanned, text};
use crate::diagnostics::Diagnostic;
use crate::services::optimized;

const FIELD: &str = "Resource";

impl Lowering<'_> {
    pub(super) fn check_resource(&mut self, object: &Object<'_>, resource: &Spanned<Resource>) {
        let (value, span) = (&resource.value, resource.span);
        match &value.kind {
            ResourceKind::Unknown => {}
            ResourceKind::LambdaFunction => self.check_function(object, value, span),
            ResourceKind::Activity => {
                if self.options.workflow_type == WorkflowType::Express {
                    let message = format!(
                        "{} uses an activity, which an Express workflow cannot",
                        object.name
                    );
                    let diagnostic = Diagnostic::error("express-pattern", span, message)
                        .at(object.at(FIELD))
                        .help("make the workflow a Standard one");
                    let words = "Express state machine does not support Activity ARN";
                    self.push(diagnostic.aws(aws::SCHEMA, words));
                }
            }
            ResourceKind::Integration(integration) => {
                self.check_integration(object, value, integration, span)
            }
            ResourceKind::Other => self.other_resource(object, value, span),
        }
    }

    /// The Lambda API's pattern of a function's name and of its version or alias.
    fn check_function(&mut self, object: &Object<'_>, resource: &Resource, span: Span) {
        let mut parts = resource.text.split(':').skip(6);
        let plain = |part: &str, extra: &[char]| {
            !part.is_empty()
                && part
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || extra.contains(&c))
        };
        let name = parts.next().unwrap_or_default();
        let (fault, part) = match (parts.next(), parts.next()) {
            _ if !plain(name, &['-', '_', '.']) => ("the name of the function", name),
            (Some(qualifier), _) if qualifier != "$LATEST" && !plain(qualifier, &['-', '_']) => {
                ("the version or alias", qualifier)
            }
            (_, Some(more)) => ("what stands behind the version or alias", more),
            _ => return,
        };
        let what = if part.is_empty() {
            "is empty".to_owned()
        } else {
            format!("cannot be `{}`", text::shorten(part, 40))
        };
        let message = format!("`Resource` of {}: {fault} in the ARN {what}", object.name);
        let diagnostic = Diagnostic::error("invalid-resource", span, message)
            .at(object.at(FIELD))
            .help("a Lambda ARN is `arn:aws:lambda:REGION:ACCOUNT:function:NAME`, or that with `:VERSION` or `:ALIAS`");
        self.push(diagnostic);
    }

    fn other_resource(&mut self, object: &Object<'_>, resource: &Resource, span: Span) {
        let shown = text::shorten(&resource.text, 80);
        let location = object.at(FIELD);
        if !resource.text.starts_with("arn:") {
            let help = match resource.text.split(':').collect::<Vec<_>>()[..] {
                [service, ref call @ ..] if !call.is_empty() && optimized::find(service).is_some() => {
                    format!("did you mean `arn:aws:states:::{}`?", resource.text)
                }
                _ => "to call a Lambda function write `arn:aws:states:::lambda:invoke` and name the function in \
                      `FunctionName`"
                    .to_owned(),
            };
            let message = format!("`{shown}`, the `Resource` of {}, is no ARN", object.name);
            let mut diagnostic = Diagnostic::error("invalid-resource", span, message)
                .at(location)
                .help(help);
            let arn = format!("arn:aws:states:::{}", resource.text);
            let meant = Resource::parse(&arn);
            if meant
                .integration()
                .is_some_and(|found| !found.sdk && is_recognised(found))
            {
                diagnostic = self.rewritten(diagnostic, span, &resource.text, &arn, false);
            }
            self.push(diagnostic.aws(aws::SCHEMA, aws::RESOURCE));
            return;
        }
        if !resource.text.contains(":states:") {
            return;
        }
        let message = format!(
            "`{shown}`, the `Resource` of {}, is nothing that Step Functions can call",
            object.name
        );
        let diagnostic = Diagnostic::error("invalid-resource", span, message)
            .at(location)
            .help("a service integration is `arn:aws:states:::service:action`, or `arn:aws:states:::aws-sdk:service:action`");
        self.push(diagnostic.aws(aws::SCHEMA, aws::unrecognised(&resource.text)));
    }

    fn check_integration(
        &mut self,
        object: &Object<'_>,
        resource: &Resource,
        integration: &Integration,
        span: Span,
    ) {
        if let Some((message, help)) = unrecognised(integration) {
            let mut diagnostic = Diagnostic::error(
                "invalid-resource",
                span,
                format!("{} {message}", object.name),
            )
            .at(object.at(FIELD));
            diagnostic.help.extend(help);
            if let Some(meant) = meant(resource, integration) {
                diagnostic = self.rewritten(diagnostic, span, &resource.text, &meant, false);
            }
            self.push(diagnostic.aws(aws::SCHEMA, aws::unrecognised(&resource.text)));
            return;
        }
        let ending = match integration.pattern {
            Pattern::RequestResponse => return,
            Pattern::Sync | Pattern::Sync2 => ".sync",
            Pattern::WaitForTaskToken => ".waitForTaskToken",
        };
        if self.options.workflow_type == WorkflowType::Express {
            let message = format!(
                "{} waits with `{ending}`, which an Express workflow cannot",
                object.name
            );
            let diagnostic = Diagnostic::error("express-pattern", span, message)
                .at(object.at(FIELD))
                .help("make the workflow a Standard one, or call without waiting");
            self.push(diagnostic.aws(aws::SCHEMA, aws::express_pattern(ending)));
        }
    }
}

/// Whether AWS knows an integration. That it knows the service and action of an AWS SDK integration is taken for granted.
pub(super) fn is_recognised(integration: &Integration) -> bool {
    unrecognised(integration).is_none()
}

/// The ARN with the service or action that is spelt nearly so, or without an ending that there is not.
fn meant(resource: &Resource, integration: &Integration) -> Option<String> {
    let Integration {
        service,
        action,
        sdk,
        pattern,
    } = integration;
    if *sdk {
        return None;
    }
    let ending = pattern.suffix();
    let written = format!("{service}:{action}{ending}");
    let stem = resource.text.strip_suffix(&written)?;
    let near =
        optimized::find(service).map_or_else(|| optimized::nearest(service), |_| Some(service))?;
    let known = optimized::find(near)?;
    let near_action = match known.action(action) {
        Some(_) => action,
        None => known.nearest_action(action)?,
    };
    let ending = match (pattern, known.action(near_action)?) {
        (Pattern::Sync2, found) if found.sync && !found.sync2 => ".sync",
        _ => ending,
    };
    let arn = format!("{stem}{near}:{near_action}{ending}");
    let meant = Resource::parse(&arn);
    meant
        .integration()
        .is_some_and(is_recognised)
        .then_some(arn)
}

/// Why AWS does not know an integration, and what is meant most likely.
fn unrecognised(integration: &Integration) -> Option<(String, Option<String>)> {
    let Integration {
        service,
        action,
        sdk,
        pattern,
    } = integration;
    let ending = pattern.suffix();
    if *sdk {
        return matches!(pattern, Pattern::Sync | Pattern::Sync2).then(|| {
            let message = format!("waits for `aws-sdk:{service}:{action}` with `{ending}`, which no AWS SDK integration can");
            let help = match optimized::find(service).and_then(|service| service.action(action)) {
                Some(found) if found.sync => format!("there is `{service}:{action}.sync`"),
                _ => "call it without the ending, and poll for the end of the job".to_owned(),
            };
            (message, Some(help))
        });
    }
    let Some(known) = optimized::find(service) else {
        let help = match optimized::nearest(service) {
            _ if **service == *"stateMachine" => {
                "to start a state machine write `arn:aws:states:::states:startExecution` and name it in `StateMachineArn`"
                    .to_owned()
            }
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("call it through the AWS SDK: `arn:aws:states:::aws-sdk:{service}:{action}`"),
        };
        return Some((
            format!("calls `{service}`, which has no optimised integration"),
            Some(help),
        ));
    };
    let Some(found) = known.action(action) else {
        if known.open {
            return None;
        }
        let help = match known.nearest_action(action) {
            Some(near) => format!("did you mean `{service}:{near}`?"),
            None => {
                let names: Vec<String> = known
                    .actions
                    .iter()
                    .map(|action| format!("{service}:{}", action.name))
                    .collect();
                format!(
                    "there is {}; anything else goes through the AWS SDK: `arn:aws:states:::aws-sdk:{service}:{action}`",
                    text::list(&names)
                )
            }
        };
        return Some((
            format!("calls `{service}:{action}`, which is no optimised integration"),
            Some(help),
        ));
    };
    let offered = match pattern {
        Pattern::RequestResponse => true,
        Pattern::Sync => found.sync,
        Pattern::Sync2 => found.sync2,
        Pattern::WaitForTaskToken => found.callback,
    };
    if offered {
        return None;
    }
    let endings = found.endings();
    let help = match (&endings[..], *pattern) {
        (_, Pattern::Sync2) if found.sync => {
            format!("`.sync:2` is for `states:startExecution` only: write `{action}.sync`")
        }
        ([], _) => format!("write `{service}:{action}` without an ending"),
        _ => format!("it takes no ending, or {}", text::alternatives(&endings)),
    };
    Some((
        format!("calls `{service}:{action}` with `{ending}`, which it does not offer"),
        Some(help),
    ))
}
