//! What a state does to data: its shape at every stage, from the input to the output.

use super::api_output::api_output;
use super::graph::Exit;
use super::jsonata::{self, JsonataScope};
use super::reads::Stage;
use super::scope::{ContextObject, ContextObjects, Scope, Variables};
use super::{Origin, Shape, Size, expression, maps, model_output};
use crate::asl::{
    Assign, Catcher, PathField, Pattern, QueryLanguage, Resource, ResourceKind, ResultPath, State,
    StateId, StateKind, StateMachine,
};
use crate::services::result_shapes::result_shape;

/// What comes to a state.
#[derive(Clone, Debug)]
pub struct Incoming {
    /// The state's input.
    pub input: Shape,
    /// Variables in scope.
    pub variables: Variables,
    /// The item of the Map around it.
    pub item: Option<Shape>,
}

impl Incoming {
    /// Anything.
    pub(super) fn unknown() -> Self {
        Self {
            input: Shape::unknown(None),
            variables: Variables::unknown(),
            item: None,
        }
    }
}

/// Data at every stage of a state.
#[derive(Clone, Debug)]
pub struct Stages {
    /// The state's input.
    pub raw_input: Shape,
    /// After `InputPath`.
    pub input: Shape,
    /// What the work is asked with: after `Parameters` or `Arguments`.
    pub request: Shape,
    /// What comes back from the work; nothing where the state has no work, or where none can come back.
    pub result: Option<Shape>,
    /// After `ResultSelector`.
    pub selected: Option<Shape>,
    /// After `ResultPath`.
    pub placed: Option<Shape>,
    /// The state's output; nothing where it ends the execution or where none can come.
    pub output: Option<Shape>,
    /// The context object.
    pub context: ContextObject,
    /// Variables when it ends.
    pub variables: Variables,
}

impl Stages {
    /// Anything at every stage.
    pub(super) fn unknown(state: &State) -> Self {
        let any = || Shape::unknown(None);
        let goes_on = !matches!(state.kind, StateKind::Fail(_));
        Self {
            raw_input: any(),
            input: any(),
            request: any(),
            result: Some(any()),
            selected: Some(any()),
            placed: Some(any()),
            output: goes_on.then(any),
            context: ContextObject::unknown(),
            variables: Variables::unknown(),
        }
    }

    /// The data that a path of that stage is looked up in.
    pub fn at(&self, stage: Stage, state: &State) -> Option<Shape> {
        match stage {
            Stage::RawInput => Some(self.raw_input.clone()),
            Stage::Input => Some(self.input.clone()),
            Stage::Result => self.result.clone(),
            Stage::Selected => self.selected.clone(),
            Stage::Placed => self.placed.clone(),
            Stage::Error(catcher) => Some(error_output(state, catcher)),
        }
    }
}

/// `{Error, Cause}`. A cause may be long; what is known is that it is a string (or null, of a task that failed without).
pub(super) fn error_output(state: &State, catcher: u32) -> Shape {
    let origin = Origin::Caught {
        state: state.id,
        catcher,
    };
    let text = || {
        let kinds = super::Kinds::STRING.or(super::Kinds::NULL);
        Shape::scalar(kinds, Size::at_least(2))
    };
    Shape::closed([("Error", text()), ("Cause", text())], Some(origin))
}

/// What results are known besides the definition.
pub(super) trait Results {
    /// The result of a Task from an example.
    fn sample(&self, state: &State) -> Option<Shape>;

    /// The output of a nested flow; nothing where none can come yet.
    fn flow(&self, flow: crate::asl::FlowId) -> Option<Shape>;

    /// What the call of a Task gives back whatever it is asked with, which `make` works out once.
    fn call(&self, state: StateId, make: &dyn Fn() -> Shape) -> Shape;
}

/// Follows data through a state.
pub(super) fn follow(
    machine: &StateMachine,
    state: &State,
    incoming: &Incoming,
    contexts: &ContextObjects,
    results: &dyn Results,
) -> Stages {
    let context = contexts.of(state, incoming.item.as_ref());
    let mut stages = Stages {
        raw_input: incoming.input.clone(),
        input: incoming.input.clone(),
        request: incoming.input.clone(),
        result: None,
        selected: None,
        placed: None,
        output: None,
        context,
        variables: incoming.variables.clone(),
    };
    match state.query_language {
        QueryLanguage::JsonPath => in_jsonpath(machine, state, incoming, results, &mut stages),
        QueryLanguage::Jsonata => in_jsonata(machine, state, incoming, results, &mut stages),
    }
    stages
}

fn in_jsonpath(
    machine: &StateMachine,
    state: &State,
    incoming: &Incoming,
    results: &dyn Results,
    stages: &mut Stages,
) {
    let io = &state.io;
    let variables = &incoming.variables;
    let raw = &incoming.input;
    let context = stages.context.clone();
    let scope = |input| Scope {
        input,
        context: &context,
        variables,
    };
    stages.input = path_field(io.input_path.as_ref(), &scope(raw), state);
    stages.request = match &io.parameters {
        Some(template) => expression::of_template(
            &template.value,
            &scope(&stages.input),
            Origin::Parameters(state.id),
        ),
        None => stages.input.clone(),
    };
    let has_work = match &state.kind {
        StateKind::Choice(_) | StateKind::Wait(_) | StateKind::Succeed => false,
        StateKind::Fail(_) => return,
        _ => true,
    };
    if has_work {
        stages.result = result(machine, state, stages, results);
        let Some(result) = &stages.result else { return };
        let selected = match &io.result_selector {
            Some(template) => {
                let selector = &template.value;
                expression::of_template(selector, &scope(result), Origin::ResultSelector(state.id))
            }
            None => result.clone(),
        };
        stages.placed = Some(place(raw, io.result_path.as_ref(), selected.clone()));
        stages.selected = Some(selected);
    } else {
        stages.placed = Some(stages.input.clone());
    }
    let seen = stages.selected.as_ref().unwrap_or(&stages.input);
    stages.variables = assigned(io.assign.as_ref(), &scope(seen), state, variables);
    let placed = stages.placed.as_ref().unwrap_or(raw);
    stages.output = Some(path_field(io.output_path.as_ref(), &scope(placed), state));
}

fn in_jsonata(
    machine: &StateMachine,
    state: &State,
    incoming: &Incoming,
    results: &dyn Results,
    stages: &mut Stages,
) {
    let io = &state.io;
    let context = stages.context.clone();
    let scope = |result| JsonataScope {
        input: &incoming.input,
        result,
        error: None,
        context: &context,
        variables: &incoming.variables,
    };
    if let Some(arguments) = &io.arguments {
        stages.request =
            jsonata::of_template(arguments, &scope(None), Origin::Parameters(state.id));
    }
    let has_work = match &state.kind {
        StateKind::Task(_) | StateKind::Map(_) | StateKind::Parallel(_) => true,
        StateKind::Fail(_) => return,
        _ => false,
    };
    if has_work {
        stages.result = result(machine, state, stages, results);
        if stages.result.is_none() {
            return;
        }
    }
    let result = stages.result.clone();
    stages.selected.clone_from(&result);
    let output = match &io.output {
        Some(template) => {
            jsonata::of_template(template, &scope(result.as_ref()), Origin::Output(state.id))
        }
        None => result.clone().unwrap_or_else(|| incoming.input.clone()),
    };
    stages.variables = assigned_in_jsonata(io.assign.as_ref(), &scope(result.as_ref()), state);
    stages.placed = Some(output.clone());
    stages.output = Some(output);
}

pub(super) fn path_field(field: Option<&PathField>, scope: &Scope<'_>, state: &State) -> Shape {
    match field {
        None => scope.input.clone(),
        Some(PathField {
            path: Some(path), ..
        }) => scope.look_up(path).shape(),
        Some(PathField { path: None, .. }) => Shape::closed(
            std::iter::empty::<(&str, Shape)>(),
            Some(Origin::Nothing(state.id)),
        ),
    }
}

/// The raw input with the result where `ResultPath` puts it.
pub(super) fn place(raw: &Shape, path: Option<&ResultPath>, result: Shape) -> Shape {
    match path {
        None => result,
        Some(ResultPath::Discard(_)) => raw.clone(),
        Some(ResultPath::Path(path)) => put(raw, path.value.steps(), result),
    }
}

// Recursion is bounded: the parser of paths allows a fixed number of steps.
fn put(base: &Shape, steps: &[crate::query::jsonpath::Step], value: Shape) -> Shape {
    use crate::query::jsonpath::StepKind;
    let Some((step, rest)) = steps.split_first() else {
        return value;
    };
    match &step.kind {
        StepKind::Name(name) => {
            let found = base.member(name);
            let inner = if rest.is_empty() || found.presence == super::Presence::Never {
                put(
                    &Shape::closed(std::iter::empty::<(&str, Shape)>(), None),
                    rest,
                    value,
                )
            } else {
                put(&found.shape, rest, value)
            };
            base.with_member(name, inner)
        }
        StepKind::Index(index) => {
            let index = i64::from(*index);
            base.with_item(index, put(&base.item_at(index).shape, rest, value))
        }
        _ => Shape::unknown(None),
    }
}

/// Variables after `Assign`, all of which sees them as they were before.
fn assigned(
    assign: Option<&Assign>,
    scope: &Scope<'_>,
    state: &State,
    before: &Variables,
) -> Variables {
    let mut variables = before.clone();
    if let Some(Assign::JsonPath(template)) = assign {
        let values = expression::of_template(&template.value, scope, Origin::Parameters(state.id));
        variables.set_all(&values);
    }
    variables
}

fn assigned_in_jsonata(
    assign: Option<&Assign>,
    scope: &JsonataScope<'_>,
    state: &State,
) -> Variables {
    let mut variables = scope.variables.clone();
    if let Some(Assign::Jsonata(template)) = assign {
        variables.set_all(&jsonata::of_template(
            template,
            scope,
            Origin::Output(state.id),
        ));
    }
    variables
}

/// What goes on by an exit other than a catcher's. A rule of a Choice has `Assign` and `Output` of its own; those of the
/// state are for `Default`.
pub(super) fn leave(
    state: &State,
    exit: Exit,
    incoming: &Incoming,
    stages: &Stages,
    output: &Shape,
) -> Incoming {
    let mut after = Incoming {
        input: output.clone(),
        variables: stages.variables.clone(),
        item: incoming.item.clone(),
    };
    let (StateKind::Choice(choice), Exit::Rule(index)) = (&state.kind, exit) else {
        return after;
    };
    let rule = &choice.rules[index as usize];
    match state.query_language {
        QueryLanguage::JsonPath => {
            let scope = Scope {
                input: &stages.input,
                context: &stages.context,
                variables: &incoming.variables,
            };
            after.variables = assigned(rule.assign.as_ref(), &scope, state, &incoming.variables);
        }
        QueryLanguage::Jsonata => {
            let scope = JsonataScope {
                input: &incoming.input,
                result: None,
                error: None,
                context: &stages.context,
                variables: &incoming.variables,
            };
            after.variables = assigned_in_jsonata(rule.assign.as_ref(), &scope, state);
            after.input = match &rule.output {
                Some(output) => jsonata::of_template(output, &scope, Origin::Output(state.id)),
                None => incoming.input.clone(),
            };
        }
    }
    after
}

/// What a catcher hands on.
pub(super) fn caught(
    state: &State,
    index: u32,
    catcher: &Catcher,
    incoming: &Incoming,
    context: &ContextObject,
) -> Incoming {
    let error = error_output(state, index);
    let mut after = incoming.clone();
    match state.query_language {
        QueryLanguage::JsonPath => {
            let scope = Scope {
                input: &error,
                context,
                variables: &incoming.variables,
            };
            after.variables = assigned(catcher.assign.as_ref(), &scope, state, &incoming.variables);
            after.input = place(&incoming.input, catcher.result_path.as_ref(), error);
        }
        QueryLanguage::Jsonata => {
            let scope = JsonataScope {
                input: &incoming.input,
                result: None,
                error: Some(&error),
                context,
                variables: &incoming.variables,
            };
            after.variables = assigned_in_jsonata(catcher.assign.as_ref(), &scope, state);
            after.input = match &catcher.output {
                Some(output) => jsonata::of_template(output, &scope, Origin::Output(state.id)),
                None => error,
            };
        }
    }
    after
}

fn result(
    machine: &StateMachine,
    state: &State,
    stages: &Stages,
    results: &dyn Results,
) -> Option<Shape> {
    match &state.kind {
        StateKind::Task(task) => Some(match results.sample(state) {
            Some(sample) => sample,
            None => task_result(
                state.id,
                task.resource.as_ref().map(|resource| &resource.value),
                &stages.request,
                results,
            ),
        }),
        StateKind::Pass(pass) => Some(match &pass.result {
            Some(value) => Shape::literal(&value.value, Some(Origin::Literal(state.id))),
            None => stages.request.clone(),
        }),
        StateKind::Parallel(parallel) => {
            let branches: Option<Vec<Shape>> = parallel
                .branches
                .iter()
                .map(|branch| results.flow(*branch))
                .collect();
            branches.map(Shape::tuple)
        }
        StateKind::Map(map) => maps::result(machine, state, map, stages, results),
        _ => None,
    }
}

fn task_result(
    state: StateId,
    resource: Option<&Resource>,
    request: &Shape,
    results: &dyn Results,
) -> Shape {
    let origin = Origin::Result(state);
    let unknown = || Shape::unknown(Some(origin));
    let Some(ResourceKind::Integration(integration)) = resource.map(|resource| &resource.kind)
    else {
        return unknown();
    };
    if integration.pattern == Pattern::WaitForTaskToken {
        return unknown();
    }
    let shape = results.call(state, &|| {
        let (service, action) = (&integration.service, &integration.action);
        let shape = if integration.sdk {
            api_output(service, action, origin)
        } else {
            let known = result_shape(service, action, integration.pattern.suffix());
            known.map(|known| Shape::known(known.shape, origin))
        };
        shape.unwrap_or_else(unknown)
    });
    model_output::bounded(integration, shape, request, origin)
}
