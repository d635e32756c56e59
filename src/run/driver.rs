//! Runs an execution, and those that it starts, to the end.

use super::clock::{Clock, Running};
use super::scheduler::Scheduler;
use super::surroundings::{End, Surroundings};
use crate::asl::StateMachine;
use crate::base::Timestamp;
use crate::engine::Options;
use crate::value::Value;
use std::pin::{Pin, pin};
use std::sync::Arc;

/// Turns of the loop between two looks at whether somebody wants to stop it.
const TURNS: u64 = 256;

/// Runs an execution to its end. `interrupt` ends it as ABORTED when it is ready.
///
/// Where it starts others and does not wait for them, they are run to their end as well.
///
/// Needs a tokio runtime with time enabled where the clock is the wall's.
pub async fn run(
    machine: Arc<StateMachine>,
    options: Options,
    input: Value,
    clock: Clock,
    surroundings: Surroundings<'_, '_>,
    interrupt: impl Future<Output = ()>,
) -> End {
    let running = Running::start(clock, options.start);
    let mut scheduler = Scheduler::new(machine, options, input, surroundings);
    let mut interrupt = pin!(interrupt);
    let mut turn = 0_u64;
    loop {
        if let Some(end) = scheduler.settle() {
            return end;
        }
        let Some(at) = scheduler.next_time() else {
            return scheduler.nothing_to_come();
        };
        turn += 1;
        let interrupted = match &running {
            Some(clock) => sleep_until(clock, at, interrupt.as_mut()).await,
            None if turn.is_multiple_of(TURNS) => glance(interrupt.as_mut()).await,
            None => false,
        };
        if interrupted {
            scheduler.abort(running.as_ref().map(Running::now));
            continue;
        }
        let now = running.as_ref().map_or(at, |clock| clock.now().max(at));
        scheduler.deliver(at, now);
    }
}

/// Sleeps until the execution's time is `at`; whether the run was interrupted before.
async fn sleep_until(
    clock: &Running,
    at: Timestamp,
    interrupt: Pin<&mut impl Future<Output = ()>>,
) -> bool {
    tokio::select! {
        biased;
        () = interrupt => true,
        () = tokio::time::sleep_until(clock.instant(at)) => false,
    }
}

/// Whether the run is interrupted.
async fn glance(interrupt: Pin<&mut impl Future<Output = ()>>) -> bool {
    tokio::select! {
        biased;
        () = interrupt => true,
        () = tokio::task::yield_now() => false,
    }
}
