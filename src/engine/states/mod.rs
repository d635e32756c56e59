//! What each type of state does.

mod batches;
mod choice;
mod items;
mod map;
mod map_run;
mod nested;
mod parallel;
mod quantity;
mod simple;
mod stand_in;
mod task;
mod wait;

pub(super) use map_run::MapRun;
