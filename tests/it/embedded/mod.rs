//! State machines that templates define: where findings are, what is filled in, what commands make of them.

mod commands;
mod corpus;
mod hostile;
mod places;
