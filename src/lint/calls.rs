//! Tasks that call a service, and what they hand over.

use super::Context;
use crate::analysis::{Found, Origin, Presence};
use crate::asl::{Pattern, ResourceKind, State, StateKind, Task};
use crate::base::Span;
use crate::services::model_call;
use crate::source::Node;
use crate::value::Str;

/// A Task that calls a service.
#[derive(Clone, Debug)]
pub struct Call<'a> {
    /// The state.
    pub state: &'a State,
    /// Its own fields.
    pub task: &'a Task,
    /// Where its `Resource` stands.
    pub resource: Span,
    /// What is called, without the pattern: `lambda:invoke` (a function's ARN as well), `aws-sdk:s3:getObject`.
    pub name: Str,
    /// How the result comes.
    pub pattern: Pattern,
}

impl<'a> Call<'a> {
    /// The call of a state, if it is a Task that calls a service that is known from its `Resource`.
    pub fn of(state: &'a State) -> Option<Self> {
        let StateKind::Task(task) = &state.kind else {
            return None;
        };
        let resource = task.resource.as_ref()?;
        let (name, pattern) = match &resource.value.kind {
            ResourceKind::LambdaFunction => ("lambda:invoke".into(), Pattern::RequestResponse),
            ResourceKind::Integration(integration) => (
                format!("{}:{}", integration.resource_type(), integration.action).into(),
                integration.pattern,
            ),
            _ => return None,
        };
        Some(Self {
            state,
            task,
            resource: resource.span,
            name,
            pattern,
        })
    }

    /// Whether it is one of these.
    pub fn is(&self, names: &[&str]) -> bool {
        names.contains(&&*self.name)
    }

    /// The state's name.
    pub fn state_name(&self) -> &'a str {
        &self.state.name.value
    }

    /// Where its `Parameters` or `Arguments` stand.
    pub fn parameters(&self) -> Option<Span> {
        let io = &self.state.io;
        let template = io.parameters.as_ref().map(|template| template.span);
        template.or_else(|| io.arguments.as_ref().map(|template| template.span))
    }
}

impl<'a> Context<'a> {
    /// A parameter of a call: a member of its request, or a member of that.
    pub fn parameter(&self, call: &Call<'_>, path: &[&str]) -> Option<Found> {
        let mut names = path.iter();
        let mut found = self.request(call.state.id)?.member(names.next()?);
        for name in names {
            if found.presence == Presence::Never {
                break;
            }
            found = found.shape.member(name);
        }
        Some(found)
    }

    /// Whether a call has no such parameter, for certain.
    pub fn lacks(&self, call: &Call<'_>, path: &[&str]) -> bool {
        self.parameter(call, path)
            .is_some_and(|found| found.presence == Presence::Never)
    }

    /// A parameter that is the same text in every execution, and holds no placeholder.
    pub fn text_parameter(&self, call: &Call<'_>, path: &[&str]) -> Option<String> {
        let found = self.parameter(call, path)?;
        let text = found.shape.literal_value()?.as_str()?;
        (!text.contains("${")).then(|| text.to_owned())
    }

    /// The value of a parameter in the source, be it written out or computed.
    pub fn parameter_node(&self, call: &Call<'_>, path: &[&str]) -> Option<&'a Node> {
        let mut node = self.node(call.parameters()?)?;
        for name in path {
            node = node.get(name).or_else(|| node.get(&format!("{name}.$")))?;
        }
        Some(node)
    }

    /// Where a parameter stands, or else the parameters, or else the `Resource`.
    pub fn parameter_place(&self, call: &Call<'_>, path: &[&str]) -> Span {
        self.parameter_node(call, path)
            .map(|node| node.span)
            .or_else(|| call.parameters())
            .unwrap_or(call.resource)
    }

    /// The call of a model whose answer a value is part of, by what made the value.
    pub fn model_answer(&self, origin: Option<Origin>) -> Option<&'a State> {
        let Some(Origin::Result(state)) = origin else {
            return None;
        };
        let call = self.calls().find(|call| call.state.id == state)?;
        model_call(&call.name).map(|_| call.state)
    }
}
