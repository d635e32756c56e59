//! What is known of an expression before it runs.

use sfnrun::query::jsonata::{Analysis, Expression};

fn analysis(text: &str) -> Analysis {
    Expression::parse(text).expect(text).analysis().clone()
}

fn top_level(text: &str) -> Vec<String> {
    let names = analysis(text).top_level;
    names
        .iter()
        .map(|reference| text[reference.span.range()].to_owned())
        .collect()
}

#[test]
fn finds_what_refers_to_an_input_that_is_not_there() {
    // AWS: "Reference to 'phone' at the top level is not supported." (reference/jsonata.md, section 6)
    assert_eq!(top_level("phone"), ["phone"]);
    assert_eq!(top_level("phone.number & $"), ["phone", "$"]);
    assert_eq!(top_level("$sum(prices)"), ["prices"]);
    assert_eq!(top_level("[1, name]"), ["name"]);
    assert_eq!(top_level("(order.id; 1)"), ["order"]);
    assert_eq!(top_level("$states.input.phone"), Vec::<String>::new());
    assert_eq!(
        top_level("$states.input[phone = $.other].(a + b)"),
        Vec::<String>::new()
    );
    assert_eq!(
        top_level("$states.input.items^(price)"),
        Vec::<String>::new()
    );
    assert_eq!(
        top_level("$states.input.items{category: $sum(price)}"),
        Vec::<String>::new()
    );
    assert_eq!(
        top_level("$states.input ~> | orders | {'a': b} |"),
        Vec::<String>::new()
    );
}

#[test]
fn finds_the_root() {
    let text = "$states.input.(a + $$.b)";
    let found = analysis(text).root;
    assert_eq!(found.len(), 1);
    assert_eq!(&text[found[0].range()], "$$");
}

#[test]
fn lists_variables_of_the_machine() {
    let found = analysis("($x := 1; $x + $total; $map($list, function($v){ $v & $suffix }))");
    let names: Vec<&str> = found
        .variables
        .iter()
        .map(|reference| &*reference.name)
        .collect();
    assert_eq!(names, ["total", "list", "suffix"]);
}

#[test]
fn lists_calls_with_what_they_may_take() {
    let text = "$sum([1], 2) + $lenght('a') ~> $round(1)";
    let found = analysis(text).calls;
    let calls: Vec<_> = found
        .iter()
        .map(|call| (&*call.name, call.arguments, call.takes))
        .collect();
    assert_eq!(
        calls,
        [
            ("sum", 2, Some((1, Some(1)))),
            ("lenght", 1, None),
            ("round", 2, Some((0, Some(2)))),
        ]
    );
    assert_eq!(&text[found[1].span.range()], "$lenght");
}

#[test]
fn lists_what_is_used_of_states() {
    let text = "$states.input.order.id & $states.result & $string($states.context.Execution.Id) & $string($states)";
    let found = analysis(text).states;
    let uses: Vec<String> = found
        .iter()
        .map(|used| format!("{} = {}", used.path.join("."), &text[used.span.range()]))
        .collect();
    assert_eq!(
        uses,
        [
            "input.order.id = $states.input.order.id",
            "result = $states.result",
            "context.Execution.Id = $states.context.Execution.Id",
            " = $states",
        ]
    );
}
