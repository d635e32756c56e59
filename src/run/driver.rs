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
use std::time::Duration;
use tokio::time::Instant;

/// Real time that results of Maps may take to be written once the run is interrupted.
const GRACE: Duration = Duration::from_secs(10);
/// Turns of the loop between two looks at whether somebody wants to stop it.
const TURNS: u64 = 256;

/// Runs an execution to its end. `interrupt` ends it as ABORTED when it is ready; results of Maps that were under way are
/// written for some seconds more.
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
    let mut interrupt = Interrupt {
        signal: pin!(interrupt),
        enough: None,
    };
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
                if turn.is_multiple_of(TURNS) && interrupt.glance().await {
                    Happens::Interrupt
                } else {
                    clock.jump(at);
                    Happens::Due(at)
                }
            }
            _ => wait(&clock, next, scheduler.reports(), &mut interrupt).await,
        };
        match happens {
            Happens::Interrupt => {
                let now = (!clock.jumps()).then(|| clock.now());
                scheduler.abort(now);
            }
            Happens::Enough => return scheduler.nothing_to_come(),
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
    /// What was left to do then has had its time.
    Enough,
    /// Something on the agenda is due at this time.
    Due(Timestamp),
    /// A task that is really being done says something.
    Report(Report),
}

/// What ends a run from outside, once.
struct Interrupt<'a, F> {
    signal: Pin<&'a mut F>,
    /// When what is left to do has had its time, once the signal has come.
    enough: Option<Instant>,
}

impl<F: Future<Output = ()>> Interrupt<'_, F> {
    /// Waits for it, and then for the end of the time that is left.
    async fn next(&mut self) -> Happens {
        match self.enough {
            None => {
                self.signal.as_mut().await;
                self.enough = Some(Instant::now() + GRACE);
                Happens::Interrupt
            }
            Some(enough) => {
                tokio::time::sleep_until(enough).await;
                Happens::Enough
            }
        }
    }

    /// Whether it has come now.
    async fn glance(&mut self) -> bool {
        if self.enough.is_some() {
            return false;
        }
        tokio::select! {
            biased;
            _ = self.next() => true,
            () = tokio::task::yield_now() => false,
        }
    }
}

/// Waits until something happens.
async fn wait(
    clock: &Running,
    next: Option<Timestamp>,
    reports: Option<&mut Reports>,
    interrupt: &mut Interrupt<'_, impl Future<Output = ()>>,
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
        stopped = interrupt.next() => stopped,
        report = report => Happens::Report(report),
        at = due => Happens::Due(at),
    }
}
