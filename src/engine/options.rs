//! How an execution is to run.

use super::TaskRequest;
use crate::asl::WorkflowType;
use crate::base::{Random, Timestamp};
use crate::value::Str;
use sha2::{Digest, Sha512};
use std::fmt;
use std::sync::Arc;

/// What decides a run beside the definition, the input and what the tasks say.
#[derive(Clone, Debug)]
pub struct Options {
    /// Standard or Express.
    pub workflow_type: WorkflowType,
    /// Whether it is started with StartSyncExecution: its context object has no `RedriveCount` then (recorded:
    /// express/express_sync.query_runtime_memory).
    pub synchronous: bool,
    /// The names that the context object shows.
    pub names: Names,
    /// Whether AWS's quotas hold.
    pub limits: Limits,
    /// Decides UUIDs, random numbers, jitter and task tokens.
    pub seed: u64,
    /// Makes task tokens that nobody can guess. Without it they follow from the seed, as everything else does.
    pub token_key: Option<TokenKey>,
    /// When the execution starts.
    pub start: Timestamp,
    /// Whether to tell of each stage of the data pipeline.
    pub trace: bool,
    /// Looks at the parameters of each Task before it is scheduled.
    pub check: Option<TaskCheck>,
}

impl Options {
    /// A name for an execution that nobody has named, as AWS makes it up: a uuid.
    pub fn drawn_name(&self) -> String {
        // Its own source, so that the uuid takes no number from the definition's.
        Random::new(self.seed.rotate_left(32) ^ 0x6e61_6d65).uuid()
    }

    /// The ARN of the execution, as its context object shows it.
    pub fn execution_arn(&self) -> String {
        // Its own source, so that the uuid takes no number from the definition's.
        let uuid = Random::new(!self.seed).uuid();
        self.names.execution_arn(self.workflow_type, &uuid)
    }
}

/// The secret behind task tokens that somebody outside may answer: it prints as stars.
#[derive(Clone)]
pub struct TokenKey([u8; 32]);

impl TokenKey {
    /// A key of bytes that come from the system's source of randomness.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// 128 hexadecimal digits that only the key gives for `text`.
    pub(super) fn sign(&self, text: &str) -> String {
        let digest = Sha512::new()
            .chain_update(self.0)
            .chain_update(text)
            .finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Debug for TokenKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TokenKey(***)")
    }
}

/// Says of a Task why it cannot start with its parameters, in the words of AWS: `The field 'x' is not supported by Step
/// Functions`; nothing where it can. It must always say the same of the same Task.
#[derive(Clone)]
pub struct TaskCheck(Arc<Check>);

type Check = dyn Fn(&TaskRequest) -> Option<String> + Send + Sync;

impl TaskCheck {
    /// A check by a function.
    pub fn new(check: impl Fn(&TaskRequest) -> Option<String> + Send + Sync + 'static) -> Self {
        Self(Arc::new(check))
    }

    /// Why a Task cannot start.
    pub(super) fn fault(&self, request: &TaskRequest) -> Option<String> {
        (self.0)(request)
    }
}

impl fmt::Debug for TaskCheck {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("TaskCheck(…)")
    }
}

/// Whether AWS's quotas hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limits {
    /// 262,144 bytes of payload, 25,000 events, 40 iterations of an inline Map at a time, Express's five minutes.
    #[default]
    Aws,
    /// None.
    Off,
}

impl Limits {
    /// Most bytes of an input, output or result
    /// (botocore's model of Step Functions: `SensitiveData`, at most 262,144).
    pub const PAYLOAD: u64 = 262_144;
    /// Most events in the history of a Standard execution (quota "Maximum execution history size").
    pub const EVENTS: u64 = 25_000;
    /// Most iterations of an inline Map at a time (guide, "Map state in Inline mode").
    pub const INLINE_CONCURRENCY: u64 = 40;
    /// Most child executions of a distributed Map at a time (guide, "Map state in Distributed mode").
    pub const DISTRIBUTED_CONCURRENCY: u64 = 10_000;
    /// Longest Express execution, in milliseconds (quota "Maximum execution time").
    pub const EXPRESS_DURATION: i64 = 300_000;
    /// Longest Standard execution, in milliseconds: one year (quota "Maximum execution time").
    pub const STANDARD_DURATION: i64 = 365 * 24 * 3_600_000;
    /// Most bytes that one `Assign` sets, and of one variable (quota "variables").
    pub const VARIABLE: u64 = 262_144;
    /// Most bytes of all variables of an execution (quota "variables").
    pub const VARIABLES: u64 = 10 * 1024 * 1024;
    /// Most levels of arrays and objects in a value. Ours, so that no value can exhaust the stack.
    pub const DEPTH: u32 = 5_000;

    /// Whether AWS's quotas hold.
    pub fn hold(self) -> bool {
        self == Self::Aws
    }
}

/// The names that the context object shows.
#[derive(Clone, Debug)]
pub struct Names {
    /// The execution's name.
    pub execution: Str,
    /// The machine's name.
    pub state_machine: Str,
    /// The ARN of the role; empty where there is none.
    pub role_arn: Str,
    /// `aws`, `aws-us-gov`, `aws-cn`.
    pub partition: Str,
    /// Twelve digits.
    pub account: Str,
    /// `us-east-1`.
    pub region: Str,
}

impl Names {
    /// The same names in another account and region, where roles of the account they were in go along.
    #[must_use]
    pub fn at(self, partition: &str, account: &str, region: &str) -> Self {
        let role = format!("arn:{}:iam::{}:", self.partition, self.account);
        let role_arn = match self.role_arn.strip_prefix(&*role) {
            Some(role) => format!("arn:{partition}:iam::{account}:{role}").into(),
            None => self.role_arn.clone(),
        };
        Self {
            role_arn,
            partition: partition.into(),
            account: account.into(),
            region: region.into(),
            ..self
        }
    }

    /// `arn:aws:states:us-east-1:123456789012:stateMachine:name`
    pub fn state_machine_arn(&self) -> String {
        format!("{}:stateMachine:{}", self.prefix(), self.state_machine)
    }

    /// `arn:aws:states:us-east-1:123456789012:execution:machine:name`; of an Express execution
    /// `…:express:machine:name:uuid` (recorded: express/express_sync.query_runtime_memory).
    pub fn execution_arn(&self, workflow_type: WorkflowType, uuid: &str) -> String {
        let (machine, name) = (&self.state_machine, &self.execution);
        match workflow_type {
            WorkflowType::Standard => format!("{}:execution:{machine}:{name}", self.prefix()),
            WorkflowType::Express => format!("{}:express:{machine}:{name}:{uuid}", self.prefix()),
        }
    }

    /// `arn:aws:states:us-east-1:123456789012`
    pub(super) fn prefix(&self) -> String {
        format!(
            "arn:{}:states:{}:{}",
            self.partition, self.region, self.account
        )
    }
}

impl Default for Names {
    /// AWS's documentation account in us-east-1.
    fn default() -> Self {
        Self {
            execution: "local".into(),
            state_machine: "local".into(),
            role_arn: "arn:aws:iam::123456789012:role/local".into(),
            partition: "aws".into(),
            account: "123456789012".into(),
            region: "us-east-1".into(),
        }
    }
}

impl Default for Options {
    /// A Standard execution under AWS's quotas that starts at 2026-01-01T00:00:00Z with seed 0.
    fn default() -> Self {
        Self {
            workflow_type: WorkflowType::Standard,
            synchronous: false,
            names: Names::default(),
            limits: Limits::Aws,
            seed: 0,
            token_key: None,
            start: Timestamp(1_767_225_600_000),
            trace: false,
            check: None,
        }
    }
}
