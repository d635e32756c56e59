//! Numbers that an execution gives to its tasks, readers and writers, made unique among all executions of a run.

use super::surroundings::RunId;
use crate::engine::{ReaderId, TaskId, WriterId};

/// Bits of a number that count within its execution.
const BITS: u32 = 40;

/// A number of the execution `run`, as the whole run knows it.
fn whole(run: RunId, number: u64) -> u64 {
    number | run.0 << BITS
}

/// A task, as whoever does tasks of all executions knows it.
pub(super) fn task_at(run: RunId, task: TaskId) -> TaskId {
    TaskId(whole(run, task.0))
}

/// The execution of such a task, and its own number for it.
pub(super) fn task_of(task: TaskId) -> (RunId, TaskId) {
    let (run, number) = parts(task.0);
    (run, TaskId(number))
}

/// The execution that a number of the whole run belongs to, and its own number.
fn parts(number: u64) -> (RunId, u64) {
    (RunId(number >> BITS), number & ((1 << BITS) - 1))
}

/// A reader, as the store of all executions knows it.
pub(super) fn reader_at(run: RunId, reader: ReaderId) -> ReaderId {
    ReaderId(whole(run, reader.0))
}

/// The execution of such a reader, and its own number for it.
pub(super) fn reader_of(reader: ReaderId) -> (RunId, ReaderId) {
    let (run, number) = parts(reader.0);
    (run, ReaderId(number))
}

/// The execution of such a writer, and its own number for it.
pub(super) fn writer_of(writer: WriterId) -> (RunId, WriterId) {
    let (run, number) = parts(writer.0);
    (run, WriterId(number))
}

/// A writer, as the store of all executions knows it.
pub(super) fn writer_at(run: RunId, writer: WriterId) -> WriterId {
    WriterId(whole(run, writer.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_found_again_by_its_number_in_the_run() {
        let last = TaskId((1 << BITS) - 1);
        for (run, task) in [
            (RunId::ROOT, TaskId(7)),
            (RunId(3), TaskId(0)),
            (RunId(99_999), last),
        ] {
            assert_eq!(task_of(task_at(run, task)), (run, task));
        }
        assert_eq!(task_at(RunId::ROOT, TaskId(7)), TaskId(7));
        let (run, reader, writer) = (RunId(3), ReaderId(5), WriterId(6));
        assert_eq!(reader_of(reader_at(run, reader)), (run, reader));
        assert_eq!(writer_of(writer_at(run, writer)), (run, writer));
    }
}
