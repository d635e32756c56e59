//! Depth, memory, steps, cancellation. The bounds of depth are those at which jsonata-js 2.0.6 counts 100 nested
//! evaluations, which is where AWS stopped in the five shapes that were tried (`reference/jsonata.md`, section 5).

use super::{evaluate, evaluate_with};
use sfnrun::query::jsonata::{Bindings, ErrorKind, Expression, Limits, StatesScope};
use sfnrun::value::Value;
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

const TOO_DEEP: &str = "Stack overflow error: Check for non-terminating recursive function. Consider rewriting as tail-recursive.";
const TOO_BIG: &str =
    "Expression evaluation memory limit exceeded: Check for excessive memory usage";

/// The first size at which `shape` fails.
fn first_failure(shape: impl Fn(usize) -> String) -> Option<usize> {
    (1..150).find(|size| {
        let result = evaluate(&shape(*size));
        if let Err(error) = &result {
            assert_eq!(
                (error.kind, &*error.message),
                (ErrorKind::Limit, TOO_DEEP),
                "{size}"
            );
        }
        result.is_err()
    })
}

#[test]
fn depth_is_counted_as_the_reference_counts() {
    let chain = |part: &str, operator: &str, size| vec![part; size].join(operator);
    assert_eq!(first_failure(|size| chain("1", "+", size)), Some(101));
    assert_eq!(first_failure(|size| chain("'a'", "&", size)), Some(101));
    assert_eq!(
        first_failure(|size| chain("true", " and ", size)),
        Some(101)
    );
    let nested =
        |open: &str, close: &str, size| format!("{}1{}", open.repeat(size), close.repeat(size));
    assert_eq!(first_failure(|size| nested("(", ")", size)), Some(100));
    assert_eq!(first_failure(|size| nested("[", "]", size)), Some(100));
    assert_eq!(first_failure(|size| nested("{'a':", "}", size)), Some(100));
    assert_eq!(
        first_failure(|size| nested("true ? ", " : 0", size)),
        Some(100)
    );
}

#[test]
fn recursion_ends_unless_it_is_in_the_last_position() {
    let recursive =
        |size| format!("($f := function($n){{$n = 0 ? 1 : $n * $f($n - 1)}}; $f({size}))");
    assert_eq!(first_failure(recursive), Some(32));
    let tail = "($f := function($n, $sum){$n = 0 ? $sum : $f($n - 1, $sum + $n)}; $f(10000, 0))";
    assert_eq!(evaluate(tail), Ok(Some(Value::from(50_005_000))));
}

#[test]
fn memory_is_counted_as_on_aws() {
    // Measured on AWS: `[1..873782]` passes, `[1..873783]` does not; a string of 2^22 characters passes, 2^23 not.
    assert!(evaluate("$count([1..873782])").is_ok());
    for text in [
        "$count([1..873783])",
        "$length($pad('', 8388608, 'a'))",
        "($double := function($s, $n){ $n = 0 ? $s : $double($s & $s, $n - 1) }; $length($double('a', 23)))",
    ] {
        let error = evaluate(text).expect_err(text);
        assert_eq!(
            (error.kind, &*error.message),
            (ErrorKind::Limit, TOO_BIG),
            "{text}"
        );
    }
    let passes = "($double := function($s, $n){ $n = 0 ? $s : $double($s & $s, $n - 1) }; $length($double('a', 22)))";
    assert_eq!(evaluate(passes), Ok(Some(Value::from(4_194_304))));
}

#[test]
fn what_does_not_end_is_stopped_by_steps() {
    let limits = Limits {
        steps: 100_000,
        ..Limits::AWS
    };
    let states = Value::empty_object();
    for text in [
        "($f := function(){$f()}; $f())",
        "$map([1..100000], function($v){ $sum([1..1000]) })",
        "$reduce([1..100000], function($a, $v){ $append($a, $v) })",
    ] {
        let error = evaluate_with(text, &states, limits).expect_err(text);
        assert_eq!(error.kind, ErrorKind::Limit, "{text}");
    }
}

#[test]
fn another_thread_can_stop_it() {
    let flag = AtomicBool::new(true);
    let (random, states) = (
        RefCell::new(sfnrun::base::Random::new(1)),
        Value::empty_object(),
    );
    let variables = sfnrun::query::Variables::default();
    let expression = Expression::parse("($f := function(){$f()}; $f())").expect("it compiles");
    let error = expression
        .evaluate(&Bindings {
            input: None,
            variables: &StatesScope {
                states: &states,
                variables: &variables,
            },
            now: sfnrun::base::Timestamp(0),
            random: &random,
            limits: Limits::AWS,
            cancel: Some(&flag),
        })
        .expect_err("it is stopped");
    assert_eq!(error.kind, ErrorKind::Cancelled);
}

#[test]
fn expressions_go_from_thread_to_thread() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Expression>();
}
