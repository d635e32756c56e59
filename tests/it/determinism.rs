//! The same definition, input and answers give the same history, byte for byte; and so does the mock file that is made of it.
//! Held over random machines.

use crate::lint::agrees::{assemble, execute, flow, value};
use crate::replaying::{history, replayed};
use proptest::prelude::*;
use sfnrun::asl::{Definition, StateId, StateMachine, WorkflowType};
use sfnrun::engine::Options;
use sfnrun::history::import;
use sfnrun::source::{Bindings, SourceFile};
use sfnrun::tasks::recorded_mocks;
use sfnrun::value::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// Runs a machine with a mock file, and gives its history.
fn replay(machine: &Arc<StateMachine>, input: &Value, mocks: &str) -> String {
    replayed(machine, &Options::default(), input, mocks)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_shrink_iters: 1_000, max_global_rejects: 100_000, max_local_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn a_run_and_its_replay_have_the_same_history(
        flow in flow(1),
        input in value(),
        results in prop::collection::vec(prop::option::weighted(0.8, value()), 6),
    ) {
        let definition = assemble(&flow, &mut 0).to_string();
        let file = SourceFile::new("m.asl.json", definition.clone());
        let loaded = Definition::load(file, &Bindings::default(), WorkflowType::Standard);
        prop_assume!(!loaded.has_errors());
        let machine = Arc::new(loaded.machine.expect("it has no errors"));
        let input = Value::from(&input);
        let answers: HashMap<StateId, Option<Value>> = machine.states.iter()
            .map(|state| (state.id, results[state.id.0 as usize % results.len()].as_ref().map(Value::from)))
            .collect();
        let written = history(&execute(&machine, &input, answers.clone()), &machine);
        let again = history(&execute(&machine, &input, answers), &machine);
        prop_assert_eq!(&written, &again, "{}", definition);
        let file = SourceFile::new("history.json", written.clone());
        let (imported, findings) = import(&file, Some(machine.clone()));
        prop_assert!(findings.is_empty(), "{findings:?}\n{definition}");
        let imported = imported.expect("without findings there is a history");
        let mocks = recorded_mocks(&machine, &imported.events, "").text;
        let replayed = replay(&machine, &input, &mocks);
        prop_assert_eq!(&written, &replayed, "{}\n{}", definition, mocks);
    }
}
