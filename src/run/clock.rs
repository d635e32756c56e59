//! Virtual and wall time.

use crate::base::Timestamp;
use std::time::Duration;
use tokio::time::Instant;

/// How the time of an execution passes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Clock {
    /// It jumps to whatever comes next: a Wait of 30 days ends at once.
    Virtual,
    /// It passes as on the wall, times `scale`: with 0.1, a second of the execution takes a tenth of a second. With 0
    /// it jumps, as under the virtual clock.
    Wall {
        /// Real seconds for one second of the execution.
        scale: f64,
    },
}

/// A clock that runs.
pub(super) struct Running {
    scale: f64,
    model_start: Timestamp,
    real_start: Instant,
}

impl Running {
    /// A clock that starts now; nothing where time jumps.
    pub(super) fn start(clock: Clock, model_start: Timestamp) -> Option<Self> {
        match clock {
            Clock::Wall { scale } if scale > 0.0 => Some(Self {
                scale,
                model_start,
                real_start: Instant::now(),
            }),
            _ => None,
        }
    }

    /// The instant on the wall at which the execution's time is `at`.
    pub(super) fn instant(&self, at: Timestamp) -> Instant {
        let milliseconds = at.since(self.model_start).max(0) as f64 * self.scale;
        let longest = Duration::from_secs(3600 * 24 * 365 * 30);
        let wait = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or(longest);
        self.real_start + wait.min(longest)
    }

    /// The execution's time now.
    pub(super) fn now(&self) -> Timestamp {
        let elapsed = self.real_start.elapsed().as_secs_f64() / self.scale;
        self.model_start.plus((elapsed * 1000.0) as i64)
    }
}
