//! Calls of S3, from a thread that waits for them.

use super::super::store::StoreError;
use crate::aws::{Call, CallFault, Client, ConnectionFault, Fetched};
use crate::services::api::Spelling;
use crate::tasks::Advice;
use crate::tasks::calls::is_amiss_here;
use crate::value::{Object, Str, Value};
use std::future::pending;
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{oneshot, watch};

/// Tries of a call that may pass the next time, as all SDKs of AWS have it. A Map has no Retrier for a part of an object.
const TRIES: u32 = 3;
/// The pause before the second try; the third waits four times as long.
const PAUSE: Duration = Duration::from_millis(250);
/// How long a call may take.
const TIMEOUT: Duration = Duration::from_secs(300);

/// Calls S3 for one Map. Its calls wait: not for the threads of a runtime.
#[derive(Clone, Debug)]
pub(super) struct Asking {
    pub(super) client: Client,
    /// Where the calls are made.
    pub(super) runtime: Handle,
    pub(super) advice: Advice,
    /// The Map.
    pub(super) state: Str,
    /// What it fails with.
    pub(super) error: &'static str,
    /// Whether the run is over: then nobody waits for a call.
    pub(super) over: watch::Receiver<bool>,
}

/// An object, or the objects below a prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) bucket: String,
    pub(super) key: String,
}

impl Asking {
    /// Makes a call; its result.
    pub(super) fn call(
        &self,
        action: &'static str,
        place: &Place,
        parameters: Object,
    ) -> Result<Value, StoreError> {
        let call = call(action, parameters);
        let client = self.client.clone();
        let made = self.wait(tried(move || {
            let (client, call) = (client.clone(), call.clone());
            async move { Ok(client.call(call).await?.result) }
        }));
        self.told(place, made?)
    }

    /// Makes a call that gives bytes; the error of S3 as it is, where it gives one.
    pub(super) fn fetch(
        &self,
        action: &'static str,
        parameters: Object,
    ) -> Result<Result<Fetched, CallFault>, StoreError> {
        let call = call(action, parameters);
        let client = self.client.clone();
        self.wait(tried(move || {
            let (client, call) = (client.clone(), call.clone());
            async move { client.fetch(call).await }
        }))
    }

    /// What comes of a call.
    pub(super) fn told<T>(
        &self,
        place: &Place,
        made: Result<T, CallFault>,
    ) -> Result<T, StoreError> {
        made.map_err(|fault| {
            if is_amiss_here(&fault) {
                return StoreError::Hindered {
                    message: fault.to_string(),
                    help: fault.help(),
                };
            }
            let busy = matches!(&fault, CallFault::Service(said) if said.is_throttling());
            let help = match busy {
                true => Some(format!(
                    "a Retrier of the Map for `{}` with backoff lets it try again",
                    self.error
                )),
                false => fault.help(),
            };
            if let Some(help) = help {
                self.advice.add(&self.state, &help);
            }
            StoreError::Refused {
                cause: fault.cause(),
                bucket: place.bucket.clone(),
                key: place.key.clone(),
            }
        })
    }

    /// Has something done on the runtime and waits for it.
    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (done, answer) = oneshot::channel();
        let mut over = self.over.clone();
        let over = async move {
            // Whoever is gone without a word does not say so.
            if over.wait_for(|over| *over).await.is_err() {
                pending::<()>().await;
            }
        };
        self.runtime.spawn(async move {
            tokio::select! {
                biased;
                () = over => {}
                // Who waits does so until it is told.
                told = work => drop(done.send(told)),
            }
        });
        answer.blocking_recv().map_err(|_| StoreError::Hindered {
            message: "a call of S3 was given up: the run is over".to_owned(),
            help: None,
        })
    }
}

/// A call of S3, with the parameters as the API has them.
pub(super) fn call(action: &str, parameters: Object) -> Call {
    Call {
        spelling: Spelling::Optimised,
        timeout: Some(TIMEOUT),
        ..Call::new("s3", action, parameters.into())
    }
}

/// Makes a call, and again where that may help.
async fn tried<T, F>(make: impl Fn() -> F) -> Result<T, CallFault>
where
    F: Future<Output = Result<T, CallFault>>,
{
    let mut pause = PAUSE;
    for _ in 1..TRIES {
        match make().await {
            Err(fault) if may_pass(&fault) => tokio::time::sleep(pause).await,
            made => return made,
        }
        pause *= 4;
    }
    make().await
}

fn may_pass(fault: &CallFault) -> bool {
    match fault {
        CallFault::Service(said) => said.is_throttling() || said.status >= 500,
        CallFault::Connection { fault, .. } => {
            matches!(fault, ConnectionFault::Broken | ConnectionFault::TimedOut)
        }
        _ => false,
    }
}
