//! What tasks that are really being done say, and stores of items, on its way to the driver.

use super::item_store::StreamReport;
use crate::asl::StateId;
use crate::engine::{TaskId, TaskOutcome, TaskRequest};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Tells the driver of a run what a task says. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reporter(UnboundedSender<Report>);

/// Where the driver hears of it.
#[derive(Debug)]
pub struct Reports(UnboundedReceiver<Report>);

/// Something that is said to the driver.
#[derive(Clone, Debug, PartialEq)]
pub enum Report {
    /// By a task.
    Task {
        /// Which task.
        task: TaskId,
        /// What it says.
        said: Said,
    },
    /// By a store of items.
    Stream(StreamReport),
}

/// What a task says.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// What the engine is to hear.
    Outcome(TaskOutcome),
    /// It cannot be done here, and on AWS that would not be so: the run ends.
    Hindrance(Box<Hindrance>),
}

/// Why a task cannot be done here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hindrance {
    /// The state.
    pub state: StateId,
    /// What is amiss.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Reports {
    /// A way from whoever does tasks to the driver. It holds at most what tasks under way have said since the driver
    /// listened last.
    pub fn channel() -> (Reporter, Self) {
        let (sender, receiver) = unbounded_channel();
        (Reporter(sender), Self(receiver))
    }

    /// The next report. Waits for it, for ever where nobody is left to tell anything.
    pub async fn next(&mut self) -> Report {
        match self.0.recv().await {
            Some(report) => report,
            None => std::future::pending().await,
        }
    }

    /// The next report, if it is there.
    pub fn ready(&mut self) -> Option<Report> {
        self.0.try_recv().ok()
    }
}

impl Reporter {
    /// Tells what a task says.
    pub fn report(&self, task: TaskId, outcome: TaskOutcome) {
        self.say(task, Said::Outcome(outcome));
    }

    /// Tells that a task cannot be done here.
    pub fn hinder(&self, request: &TaskRequest, message: String, help: Option<String>) {
        let hindrance = Hindrance {
            state: request.state,
            message,
            help,
        };
        self.say(request.task, Said::Hindrance(Box::new(hindrance)));
    }

    fn say(&self, task: TaskId, said: Said) {
        self.send(Report::Task { task, said });
    }

    /// Tells what a store of items says.
    pub(super) fn stream(&self, said: StreamReport) {
        self.send(Report::Stream(said));
    }

    fn send(&self, report: Report) {
        // A driver that is gone does not want to know.
        let _ = self.0.send(report);
    }
}
