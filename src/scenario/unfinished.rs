//! Runs that did not come to an end.

use super::layer::Layer;
use super::result::Broken;
use crate::asl::{StateId, StateMachine};
use crate::engine::TaskRequest;
use crate::run::End;
use crate::tasks::{LocalMachines, MockError, StartExecution};
use crate::value::Str;

/// What a scenario has beside its machine, for what is to be done about it.
pub(super) struct Unfinished<'a> {
    pub(super) machine: &'a StateMachine,
    pub(super) mocks: &'a [Layer],
    pub(super) machines: &'a LocalMachines,
    /// The machine that was started and could not go on, where it is not the scenario's own.
    pub(super) started: Option<Str>,
}

impl Unfinished<'_> {
    /// Why a run did not come to an end; nothing where it did.
    pub(super) fn broken(&self, end: End) -> Option<Broken> {
        Some(match end {
            End::Finished(_) => return None,
            End::NotMocked(request) => self.not_mocked(&request),
            End::MockError(request, error) => self.mocks_failed(&request, error),
            End::Unsupported(unsupported) => {
                let (state, feature) = (self.path(unsupported.state), &unsupported.feature);
                Broken::new(format!("{state} needs {feature}, which cannot be run here yet"))
            }
            End::Unfilled(unfilled) => {
                let (state, field) = (self.path(unfilled.state), &unfilled.field.value);
                Broken::new(format!(
                    "{state} needs its `{field}`, which is a placeholder that is not filled"
                ))
                .help("give the placeholder a value under `vars`")
            }
            End::Hindered(hindrance) => {
                let state = self.path(hindrance.state);
                Broken::new(format!("{state} cannot be called: {}", hindrance.message))
            }
            End::NoStore { state } => Broken::new(format!(
                "the Map {} reads or writes objects, and nothing stands for S3",
                self.path(state)
            ))
            .help("write `s3: DIR`: a folder that holds a subfolder for each bucket, and in it the objects as files"),
            End::TooDeep { state, depth } => Broken::new(format!(
                "{} starts an execution that is the {depth}th within one another",
                self.path(state)
            ))
            .help("a machine starts itself, and nothing ends that: on AWS it would go on for ever"),
            End::TooMany { state, running } => Broken::new(format!(
                "{} starts an execution while {running} run",
                self.path(state)
            ))
            .help("a machine starts itself, and nothing ends that: on AWS it would go on for ever"),
            End::Nested { machine, end } => {
                let inner = self.machines.find(&machine);
                let inner = Unfinished {
                    machine: inner.map_or(self.machine, |local| local.machine()),
                    started: Some(machine),
                    ..*self
                };
                return inner.broken(*end);
            }
            End::Stuck => Broken::new("the execution hangs: a task is never answered, and has no time limit")
                .help("give the task `TimeoutSeconds` or `HeartbeatSeconds`, or an answer that comes"),
        })
    }

    fn not_mocked(&self, request: &TaskRequest) -> Broken {
        let (state, resource) = (self.path(request.state), &request.resource.text);
        let broken = Broken::new(format!(
            "{state} calls `{resource}`, and no mock answers it"
        ));
        let names = self.machine.path(request.state).join("/");
        let broken = broken.help(match &self.started {
            None => format!("write an answer under `mocks`: `{names}: {{ result: {{}} }}`"),
            Some(machine) => format!(
                "in the mock file, write an answer under `machines`, `{machine}`, `states`: `{names}: {{ result: {{}} }}`"
            ),
        });
        match StartExecution::read(request) {
            Some(start) => broken.help(format!(
                "or run what it starts: under `machines`, write `{}: FILE`",
                start.machine_name()
            )),
            None => broken,
        }
    }

    fn mocks_failed(&self, request: &TaskRequest, error: MockError) -> Broken {
        let state = self.path(request.state);
        let broken = Broken::new(format!("the mocks have no answer for {state}"));
        let layer = self
            .mocks
            .iter()
            .find(|layer| *layer.file.name == *error.file);
        match layer {
            Some(layer) => broken.found(layer.file.clone(), vec![*error.diagnostic]),
            None => broken.help(error.to_string()),
        }
    }

    /// The state's name behind those around it: `` `Map/State` ``, `` `State` of `charge` ``.
    fn path(&self, state: StateId) -> String {
        let path = self.machine.path(state).join("/");
        match &self.started {
            None => format!("`{path}`"),
            Some(machine) => format!("`{path}` of `{machine}`"),
        }
    }
}
