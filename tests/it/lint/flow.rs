//! Estimates and data flow on whole machines.

use crate::checked::machine;
use sfnrun::analysis::{DataFlow, Estimate, Graph, Samples, Size, estimates};
use sfnrun::asl::{StateId, StateMachine};
use sfnrun::value::{Value, read};

fn estimate(machine: &StateMachine, samples: &Samples, state: &str) -> Estimate {
    let flow = DataFlow::new(machine, &Graph::new(machine), samples, &[]);
    let id = machine
        .find_anywhere(state)
        .expect("the machine has the state");
    estimates(machine, &flow)
        .into_iter()
        .find(|estimate| estimate.state == id)
        .expect("the state can be reached")
}

fn id(machine: &StateMachine, state: &str) -> StateId {
    machine
        .find_anywhere(state)
        .expect("the machine has the state")
}

fn value(json: &str) -> Value {
    read(json).expect("this is JSON")
}

#[test]
fn sizes_of_samples_are_exact() {
    let machine = machine(
        r#"{"StartAt":"A","States":{
            "A":{"Type":"Task","Resource":"arn:aws:lambda:us-east-1:123456789012:function:a","ResultPath":"$.r","Next":"B"},
            "B":{"Type":"Pass","Parameters":{"x.$":"$.r.v","s.$":"States.Format('<{}>', $.k)"},"End":true}}}"#,
    );
    let samples = Samples::default()
        .with_input(value(r#"{"k":"ab"}"#))
        .with_result(id(&machine, "A"), value(r#"{"v":[1,2,3]}"#));
    let a = estimate(&machine, &samples, "A");
    assert_eq!(a.input, Size::exact(r#"{"k":"ab"}"#.len() as u64));
    assert_eq!(
        a.output,
        Some(Size::exact(r#"{"k":"ab","r":{"v":[1,2,3]}}"#.len() as u64))
    );
    let b = estimate(&machine, &samples, "B")
        .output
        .expect("it has an output");
    assert!(b.bounded);
    let real = r#"{"x":[1,2,3],"s":"<ab>"}"#.len() as u64;
    assert!(b.low <= real && real <= b.high, "{b:?} holds {real}");
}

/// Items times one, and the field that carries them: 47 chunks of 6,000 bytes are more than 256 KiB.
#[test]
fn a_map_gathers_items_times_one() {
    let machine = machine(
        r#"{"StartAt":"Each","States":{
            "Each":{"Type":"Map","ItemsPath":"$.chunks","MaxConcurrency":3,"ResultPath":"$.audio",
              "ItemProcessor":{"StartAt":"One","States":{
                "One":{"Type":"Task","Resource":"arn:aws:lambda:us-east-1:123456789012:function:a","End":true}}},
              "End":true}}}"#,
    );
    let chunks: Value = (0..47).map(Value::from).collect();
    let mut input = sfnrun::value::Object::new();
    input.insert("chunks", chunks);
    let audio = Value::from("x".repeat(6_000));
    let samples = Samples::default()
        .with_input(input.into())
        .with_result(id(&machine, "One"), audio);
    let each = estimate(&machine, &samples, "Each");
    let one = 6_002;
    assert_eq!(each.result, Some(Size::exact(47 * one + 46 + 2)));
    assert!(each.output.is_some_and(Size::surely_over_limit));
    let carrier = each.carrier.expect("something carries it");
    assert_eq!(
        (carrier.path.as_str(), carrier.items),
        ("$.audio", Some((47, Some(47), Size::exact(one))))
    );
}

/// A counter in a loop keeps its bound, and what grows with each way round loses it.
#[test]
fn loops_come_to_an_end() {
    let machine = machine(
        r#"{"StartAt":"Start","States":{
            "Start":{"Type":"Pass","Result":{"n":0,"all":[]},"Next":"Count"},
            "Count":{"Type":"Pass","Parameters":{"n.$":"States.MathAdd($.n, 1)","all.$":"States.Array($.all, $.n)"},"Next":"Ask"},
            "Ask":{"Type":"Choice","Choices":[{"Variable":"$.n","NumericLessThan":9,"Next":"Count"}],"Default":"Keep"},
            "Keep":{"Type":"Pass","Parameters":{"n.$":"$.n"},"Next":"Done"},
            "Done":{"Type":"Succeed"}}}"#,
    );
    let samples = Samples::default();
    assert!(!estimate(&machine, &samples, "Ask").input.bounded);
    let done = estimate(&machine, &samples, "Done");
    assert!(
        done.input.bounded && done.input.high < 40,
        "{:?}",
        done.input
    );
}

/// Two states that are never entered on the same way: a Choice on a literal keeps them apart.
#[test]
fn a_choice_on_a_known_value_leads_one_way() {
    let machine = machine(
        r#"{"StartAt":"Try","States":{
            "Try":{"Type":"Task","Resource":"arn:aws:states:::sns:publish","Parameters":{"Message":"m"},
              "ResultSelector":{"status":"ok","id.$":"$.MessageId"},
              "Catch":[{"ErrorEquals":["States.ALL"],"Next":"Mark"}],"Next":"Ask"},
            "Mark":{"Type":"Pass","Parameters":{"status":"failed","why.$":"$.Cause"},"Next":"Ask"},
            "Ask":{"Type":"Choice","Choices":[{"Variable":"$.status","StringEquals":"ok","Next":"Good"}],"Default":"Bad"},
            "Good":{"Type":"Pass","Parameters":{"id.$":"$.id"},"End":true},
            "Bad":{"Type":"Pass","Parameters":{"why.$":"$.why"},"End":true}}}"#,
    );
    let flow = DataFlow::new(&machine, &Graph::new(&machine), &Samples::default(), &[]);
    for (state, ways) in [("Ask", 2), ("Good", 1), ("Bad", 1)] {
        let id = machine
            .find_anywhere(state)
            .expect("the machine has the state");
        assert_eq!(flow.arrivals(id).len(), ways, "{state}");
    }
}
