//! States that call AWS: what the command line says of them, and the plan that is confirmed before the first call.

use super::args::Live;
use super::aws_client::{call_error, client};
use super::error::CliError;
use super::input;
use super::live_tasks::{Place, Player};
use super::terminal::{Terminal, variable};
use crate::asl::{State, StateKind};
use crate::aws::{CallFault, Client};
use crate::base::text;
use crate::services::{api, optimized};
use crate::tasks::{
    Advice, AwsCalls, CallFacts, Connections, InFlight, ItemStore, Means, Plan, PlannedCall,
    Reporter, S3Stores, Selection, StreamsApart, TouchedObjects,
};
use std::collections::BTreeSet;

/// A machine, by name and file where another one starts it, and what its states call.
type Calling<'a> = (Option<(&'a str, &'a str)>, Vec<PlannedCall>);

/// States that call AWS.
pub(super) struct AwsTasks {
    client: Client,
    selection: Selection,
    connections: Connections,
    advice: Advice,
    touched: TouchedObjects,
    confirmed: bool,
}

impl AwsTasks {
    /// What the command line asks for; nothing where no Task calls AWS.
    pub(super) fn from(arguments: &Live) -> Result<Option<Self>, CliError> {
        let Some(which) = &arguments.aws else {
            return Ok(None);
        };
        let selection = Selection::parse(which).map_err(|fault| {
            let fault = match which.is_empty() {
                true => "`--aws=` chooses no Task".to_owned(),
                false => format!("`--aws={which}`: {fault}"),
            };
            CliError::new(fault)
                .help("write it as in `--aws=service:lambda,state:Review`, or `--aws` for all")
        })?;
        Ok(Some(Self {
            client: client(&arguments.access, None)?,
            selection,
            connections: connections(arguments.http_connections.as_deref())?,
            advice: Advice::default(),
            touched: TouchedObjects::default(),
            confirmed: arguments.yes,
        }))
    }

    /// Shows the plan, and has it confirmed: by `--yes`, or by whoever sits at the terminal. Without either nothing is called.
    /// Gives the place where calls are made, where it is known and there are any.
    pub(super) async fn confirm(
        &self,
        cast: &[Player<'_>],
        runs_here: &dyn Fn(&State) -> bool,
        terminal: &Terminal,
    ) -> Result<Option<Place>, CliError> {
        self.check_names(cast)?;
        let mut here = BTreeSet::new();
        let mut calling = Vec::with_capacity(cast.len());
        for player in cast {
            let machine = player.machine;
            let is_done_here = |state: &State| {
                let mocks = player.mocks;
                mocks.is_some_and(|mocks| mocks.answers(state)) || runs_here(state)
            };
            let plan = Plan::of(&self.selection, machine);
            let is_done_here = |call: &PlannedCall| is_done_here(machine.state(call.state));
            if let Some(call) = plan.left_out.iter().find(|call| !is_done_here(call)) {
                let is_map = matches!(machine.state(call.state).kind, StateKind::Map(_));
                return Err(self.left_out(call, is_map));
            }
            let (done, called): (Vec<_>, Vec<_>) = plan.calls.into_iter().partition(is_done_here);
            here.extend(done.into_iter().map(|call| (player.started, call.state)));
            if !called.is_empty() {
                calling.push((player.started, called));
            }
        }
        if calling.is_empty() {
            let why = match here.len() {
                0 => "no state that is chosen calls AWS".to_owned(),
                count => format!("{} answered here", text::count(count, "chosen state")),
            };
            terminal.story(&format!("nothing calls AWS: {why}\n"));
            return Ok(None);
        }
        if !self.confirmed && !terminal.can_ask() {
            terminal.story(&self.plan(&calling, None).await?);
            return Err(CliError::new("nothing was called, and nothing was run")
                .help("`--yes` confirms the calls where nobody can be asked"));
        }
        let (caller, place) = self.caller().await?;
        terminal.story(&self.plan(&calling, Some(&caller)).await?);
        if self.confirmed || terminal.ask("call them?")? {
            return Ok(place);
        }
        Err(CliError::new("nothing was called, and nothing was run"))
    }

    /// Has the Tasks call through this client.
    pub(super) fn add_to(&self, means: &mut Means, pace: f64) {
        let facts = CallFacts {
            pace,
            connections: self.connections.clone(),
            advice: self.advice.clone(),
        };
        let calls = AwsCalls::new(self.client.clone(), self.selection.clone(), facts);
        means.calls = Some(calls);
    }

    /// Has the Maps read and write S3 through this client. Needs a runtime.
    pub(super) fn streams(&self, reporter: Reporter, in_flight: InFlight) -> Box<dyn ItemStore> {
        let stores = S3Stores::new(
            self.client.clone(),
            self.selection.clone(),
            self.advice.clone(),
            in_flight.clone(),
            self.touched.clone(),
        );
        Box::new(StreamsApart::new(stores, reporter, in_flight))
    }

    /// How a replay comes to the objects of S3 that Maps have read and written; nothing where none has.
    pub(super) fn for_replay(&self) -> Option<String> {
        self.touched.for_replay()
    }

    /// What to do about calls that failed.
    pub(super) fn advice(&self) -> Vec<String> {
        self.advice.take()
    }

    /// A state cannot come to its result without what is not chosen.
    fn left_out(&self, call: &PlannedCall, is_map: bool) -> CliError {
        let PlannedCall { name, call, .. } = call;
        let (service, _) = call.split_once(':').unwrap_or((call, ""));
        let more = self.selection.with_service(service);
        let folder = match is_map {
            true => "; with `--s3 DIR` a folder stands for S3",
            false => "",
        };
        CliError::new(format!(
            "`{name}` calls `{call}`, which `--aws={}` does not choose: nothing was called",
            self.selection
        ))
        .help(format!("`--aws={more}` chooses it{folder}"))
    }

    /// A name that stands for nothing would have its Tasks left out without a word.
    fn check_names(&self, cast: &[Player<'_>]) -> Result<(), CliError> {
        for name in self.selection.services() {
            let plain = name.strip_prefix("aws-sdk:").unwrap_or(name);
            if api::service(plain).is_none() && optimized::find(plain).is_none() {
                let fault =
                    CliError::new(format!("`--aws=service:{name}`: there is no such service"));
                return Err(match api::nearest_service(plain) {
                    Some(near) => fault.help(format!("did you mean `{near}`?")),
                    None => fault.help("name it as a `Resource` does: `sqs`, `aws-sdk:s3`"),
                });
            }
        }
        for name in self.selection.states() {
            let mut machines = cast.iter().map(|player| player.machine);
            if machines.all(|machine| machine.named(name).next().is_none()) {
                let states = cast.iter().flat_map(|player| &player.machine.states);
                let names = states.map(|state| &*state.name.value);
                let fault = CliError::new(format!("`--aws=state:{name}`: there is no such state"));
                return Err(match text::nearest(name, names) {
                    Some(near) => fault.help(format!("did you mean `{near}`?")),
                    None => fault,
                });
            }
        }
        Ok(())
    }

    /// Who calls and where, as far as that can be told: an endpoint of one's own may know nothing of callers.
    async fn caller(&self) -> Result<(String, Option<Place>), CliError> {
        match self.client.caller().await {
            Ok(caller) => {
                let told = format!(
                    "account {} as {}, region {}",
                    caller.account, caller.arn, caller.region
                );
                let partition = caller.arn.split(':').nth(1).unwrap_or("aws").to_owned();
                let place = Place {
                    partition,
                    account: caller.account,
                    region: caller.region,
                };
                Ok((told, Some(place)))
            }
            Err(fault) if is_fatal(&fault) => Err(call_error(&fault)),
            Err(fault) => Ok((format!("account not known: {fault}"), None)),
        }
    }

    async fn plan(
        &self,
        calling: &[Calling<'_>],
        caller: Option<&str>,
    ) -> Result<String, CliError> {
        let mut plan = "this run calls AWS:\n".to_owned();
        if let Some(caller) = caller {
            plan.push_str(&format!("  {caller}\n"));
        }
        let all = || calling.iter().flat_map(|(_, calls)| calls);
        let width = |of: fn(&PlannedCall) -> &str| {
            let widths = all().map(|call| of(call).chars().count());
            widths.max().unwrap_or(0)
        };
        let (names, actions) = (width(|call| &call.name), width(|call| &call.call));
        for (started, calls) in calling {
            if let Some((name, file)) = started {
                plan.push_str(&format!("  and where `{name}` is started ({file}):\n"));
            }
            for call in calls {
                let endpoint = self.endpoint(call).await?;
                plan.push_str(&format!(
                    "  {:names$}  {:actions$}  {endpoint}",
                    call.name, call.call
                ));
                if let Some(object) = &call.object {
                    plan.push_str(&format!("  {object}"));
                }
                plan.push('\n');
            }
        }
        Ok(plan)
    }

    async fn endpoint(&self, call: &PlannedCall) -> Result<String, CliError> {
        match call.service {
            Some(service) => {
                let endpoint = self.client.endpoint(service).await;
                endpoint.map_err(|fault| call_error(&fault))
            }
            None => Ok("the URL that it is given".to_owned()),
        }
    }
}

/// The connections of a file.
fn connections(path: Option<&str>) -> Result<Connections, CliError> {
    let Some(path) = path else {
        return Ok(Connections::default());
    };
    let text = input::source_file(path)?.text;
    Connections::read(&text, &variable).map_err(|fault| {
        CliError::new(format!("`{path}` cannot be used: {fault}")).help(
            "write what `aws events create-connection` takes, by the connection's name: \
             `{\"NAME\": {\"AuthorizationType\": …, \"AuthParameters\": …}}`",
        )
    })
}

/// Whether no call can go well with it.
fn is_fatal(fault: &CallFault) -> bool {
    match fault {
        CallFault::Credentials(_) | CallFault::NoRegion | CallFault::Endpoint { .. } => true,
        CallFault::Service(said) => matches!(said.status, 401 | 403),
        CallFault::Parameters(_)
        | CallFault::Unsupported { .. }
        | CallFault::Connection { .. }
        | CallFault::Response { .. } => false,
    }
}
