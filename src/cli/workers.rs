//! Work on many files at once.

use super::STACK;
use super::error::CliError;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;

/// Threads that share work. There are none where there is one thing to do: a thread costs more than a small file.
pub(super) struct Workers {
    pool: Option<ThreadPool>,
}

impl Workers {
    /// As many as were asked for, or as there are cores; no more than there are `things` to do.
    pub(super) fn new(asked: Option<NonZeroUsize>, things: usize) -> Result<Self, CliError> {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = asked.unwrap_or_else(cores).get().min(things);
        if threads < 2 {
            return Ok(Self { pool: None });
        }
        let pool = ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .build()
            .map_err(|error| {
                CliError::new(format!("there are no threads to work in: {error}"))
                    .help("`--jobs 1` works in one")
            })?;
        Ok(Self { pool: Some(pool) })
    }

    /// What `work` makes of each thing, in the order of the things.
    pub(super) fn map<T: Sync, R: Send>(
        &self,
        things: &[T],
        work: impl Fn(&T) -> R + Send + Sync,
    ) -> Vec<R> {
        match &self.pool {
            None => things.iter().map(work).collect(),
            // One by one: a big file must not hold up the small ones behind it.
            Some(pool) => pool.install(|| things.par_iter().with_max_len(1).map(work).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_things() {
        let things: Vec<u64> = (0..100).collect();
        for asked in [1, 2, 7] {
            let workers = Workers::new(NonZeroUsize::new(asked), things.len()).expect("threads");
            let found = workers.map(&things, |thing| {
                std::thread::sleep(std::time::Duration::from_micros(100 - thing));
                thing * 2
            });
            assert_eq!(found, (0..100).map(|thing| thing * 2).collect::<Vec<_>>());
        }
    }
}
