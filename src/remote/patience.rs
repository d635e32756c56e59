//! Asking AWS once more after faults that pass.

use crate::aws::{CallFault, ConnectionFault};
use std::time::Duration;

/// The pause after the first fault; each one after it is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(20);
/// Faults of one call that are waited out before it is given up.
const MOST_FAULTS: u32 = 6;

/// Which faults of a call are waited out: it is made again, later and later, and given up after some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Patience {
    /// None: for a call that must not be made twice.
    #[default]
    None,
    /// Those by which the service itself asks to be asked later, and a connection that breaks off.
    Dropped,
    /// These, and that it cannot be reached.
    Unreachable,
}

impl Patience {
    fn waits_out(self, fault: &CallFault) -> bool {
        match (self, fault) {
            (Self::None, _) => false,
            (_, CallFault::Service(fault)) => fault.is_throttling() || fault.status >= 500,
            (Self::Unreachable, CallFault::Connection { .. }) => true,
            (Self::Dropped, CallFault::Connection { fault, .. }) => {
                *fault == ConnectionFault::Broken
            }
            _ => false,
        }
    }

    /// Makes a call until it goes well, or its fault is none that is waited out.
    pub(super) async fn call<T>(
        self,
        mut call: impl AsyncFnMut() -> Result<T, CallFault>,
    ) -> Result<T, CallFault> {
        let mut pause = FIRST_PAUSE;
        for _ in 0..MOST_FAULTS {
            match call().await {
                Err(fault) if self.waits_out(&fault) => {}
                answer => return answer,
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
        call().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_is_waited_for_where_that_is_asked_for() {
        let waits = |fault| {
            let fault = CallFault::Connection {
                fault,
                host: "127.0.0.1:1".to_owned(),
                detail: String::new(),
            };
            [Patience::None, Patience::Dropped, Patience::Unreachable]
                .map(|patience| patience.waits_out(&fault))
        };
        assert_eq!(waits(ConnectionFault::Refused), [false, false, true]);
        assert_eq!(waits(ConnectionFault::UnknownHost), [false, false, true]);
        assert_eq!(waits(ConnectionFault::Broken), [false, true, true]);
        assert!(!Patience::Unreachable.waits_out(&CallFault::NoRegion));
    }
}
