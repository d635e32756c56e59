//! Runs an execution, and those that it starts, to the end.

use super::clock::{Clock, Running};
use super::scheduler::Scheduler;
use super::surroundings::{End, Surroundings};
use crate::asl::StateMachine;
use crate::base::Timestamp;
use crate::engine::Options;
use crate::tasks::{Report, Reports};
use crate::value::Value;
use std::future::pending;
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
    let mut clock = Running::start(clock, options.start);
    let mut scheduler = Scheduler::new(machine, options, input, surroundings);
    let mut interrupt = pin!(interrupt);
    let mut turn = 0_u64;
    loop {
        if let Some(end) = scheduler.settle() {
            return end;
        }
        let underway = scheduler.is_underway();
        clock.accompany(underway);
        let next = scheduler.next_time();
        if next.is_none() && !underway {
            return scheduler.nothing_to_come();
        }
        let happens = match next {
            Some(at) if clock.jumps() => {
                turn += 1;
                if turn.is_multiple_of(TURNS) && glance(interrupt.as_mut()).await {
                    Happens::Interrupt
                } else {
                    clock.jump(at);
                    Happens::Due(at)
                }
            }
            _ => wait(&clock, next, scheduler.reports(), interrupt.as_mut()).await,
        };
        match happens {
            Happens::Interrupt => {
                let now = (!clock.jumps()).then(|| clock.now());
                scheduler.abort(now);
            }
            Happens::Due(at) => scheduler.deliver(at, clock.now().max(at)),
            Happens::Report(report) => {
                if let Some(end) = scheduler.hear(clock.now(), report) {
                    return end;
                }
            }
        }
    }
}

/// What ends a wait.
enum Happens {
    /// Somebody wants the run to end.
    Interrupt,
    /// Something on the agenda is due at this time.
    Due(Timestamp),
    /// A task that is really being done says something.
    Report(Report),
}

/// Waits until something happens.
async fn wait(
    clock: &Running,
    next: Option<Timestamp>,
    reports: Option<&mut Reports>,
    interrupt: Pin<&mut impl Future<Output = ()>>,
) -> Happens {
    let due = async {
        match next {
            Some(at) => {
                tokio::time::sleep_until(clock.instant(at)).await;
                at
            }
            None => pending().await,
        }
    };
    let report = async {
        match reports {
            Some(reports) => reports.next().await,
            None => pending().await,
        }
    };
    tokio::select! {
        biased;
        () = interrupt => Happens::Interrupt,
        report = report => Happens::Report(report),
        at = due => Happens::Due(at),
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
