//! What each type of state does.

mod choice;
mod items;
mod map;
mod nested;
mod parallel;
mod quantity;
mod simple;
mod task;
mod wait;
