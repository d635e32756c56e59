//! What functions write to their standard error.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// Lines that are kept of all functions together.
const LINES: usize = 200;
/// Bytes of a line that are kept: more than are shown, so that a token at the end of what is shown is whole.
const WIDTH: usize = 8_000;

/// The last lines that functions wrote. Cheap to clone: all clones are one log.
#[derive(Clone, Debug, Default)]
pub struct Logs(Arc<Mutex<VecDeque<(String, String)>>>);

impl Logs {
    /// Takes the lines that are there: the function's name, and the line.
    pub fn take(&self) -> Vec<(String, String)> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.drain(..).collect()
    }

    /// Takes down what a function writes, until it writes no more.
    pub(super) async fn follow(self, function: String, stream: impl AsyncRead + Unpin) {
        let mut reader = BufReader::new(stream);
        let mut line = Vec::new();
        while let Ok(1..) = reader.read_until(b'\n', &mut line).await {
            let text = String::from_utf8_lossy(&line[..line.len().min(WIDTH)]);
            self.push(&function, text.trim_end());
            line.clear();
        }
    }

    fn push(&self, function: &str, line: &str) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back((function.to_owned(), line.to_owned()));
    }
}
