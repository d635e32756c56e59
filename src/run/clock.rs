//! How the time of an execution passes.

use crate::base::Timestamp;
use std::time::Duration;
use tokio::time::Instant;

/// How the time of an execution passes. While a task is really being done it passes as on the wall under every clock.
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

impl Clock {
    /// Real seconds for one second of the execution.
    fn scale(self) -> f64 {
        match self {
            Self::Virtual => 0.0,
            Self::Wall { scale } => scale.max(0.0),
        }
    }
}

/// A clock that runs.
pub(super) struct Running {
    scale: f64,
    /// Real seconds for one second of the execution, now: 0 where time jumps.
    pace: f64,
    model: Timestamp,
    /// The instant on the wall at which the execution's time was `model`.
    real: Instant,
}

/// Longer than anybody waits: thirty years.
const LONGEST: Duration = Duration::from_secs(3600 * 24 * 365 * 30);

impl Running {
    /// A clock that starts now.
    pub(super) fn start(clock: Clock, start: Timestamp) -> Self {
        let scale = clock.scale();
        Self {
            scale,
            pace: scale,
            model: start,
            real: Instant::now(),
        }
    }

    /// Passes as on the wall while tasks are really being done, at the pace that was asked for otherwise: a call that
    /// takes two seconds takes two seconds of the execution, whatever becomes of its Waits.
    pub(super) fn accompany(&mut self, underway: bool) {
        let pace = if underway { 1.0 } else { self.scale };
        if pace != self.pace {
            self.model = self.now();
            self.real = Instant::now();
            self.pace = pace;
        }
    }

    /// Whether time jumps to whatever comes next.
    pub(super) fn jumps(&self) -> bool {
        self.pace == 0.0
    }

    /// Jumps to `at`. Never back.
    pub(super) fn jump(&mut self, at: Timestamp) {
        self.model = self.model.max(at);
    }

    /// The instant on the wall at which the execution's time is `at`.
    pub(super) fn instant(&self, at: Timestamp) -> Instant {
        let milliseconds = at.since(self.model).max(0) as f64 * self.pace;
        let wait = Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or(LONGEST);
        self.real + wait.min(LONGEST)
    }

    /// The execution's time now.
    pub(super) fn now(&self) -> Timestamp {
        if self.jumps() {
            return self.model;
        }
        let elapsed = self.real.elapsed().as_secs_f64() / self.pace;
        self.model.plus((elapsed * 1000.0) as i64)
    }
}
