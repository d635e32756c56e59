//! What the data flow says of tricky definitions, and where it must be silent.

use crate::checked::check;
use sfnrun::asl::WorkflowType;
use sfnrun::diagnostics::Severity;

/// The findings of a definition: rule, severity, location.
fn found(definition: &str) -> Vec<(&'static str, Severity, String)> {
    let checked = check("m.asl.json", definition, WorkflowType::Standard);
    assert!(checked.machine.is_some(), "{definition}");
    let rules = [
        "unknown-path",
        "jsonata-undefined",
        "jsonata-type",
        "type-mismatch",
        "unassigned-variable",
        "dead-choice-rule",
    ];
    checked
        .diagnostics
        .into_iter()
        .filter(|one| rules.contains(&one.rule) || one.severity == Severity::Error)
        .map(|one| (one.rule, one.severity, one.location))
        .collect()
}

fn says(definition: &str, rule: &str, severity: Severity, location: &str) {
    let found = found(definition);
    assert_eq!(found.len(), 1, "{definition}\n{found:#?}");
    assert_eq!(
        (found[0].0, found[0].1, found[0].2.as_str()),
        (rule, severity, location),
        "{definition}"
    );
}

fn is_silent(definition: &str) {
    let found = found(definition);
    assert!(found.is_empty(), "{definition}\n{found:#?}");
}

/// A machine of JSONata with these states, of which the first is `A`.
fn jsonata(states: &str) -> String {
    format!(r#"{{"QueryLanguage":"JSONata","StartAt":"A","States":{{{states}}}}}"#)
}

fn jsonpath(states: &str) -> String {
    format!(r#"{{"StartAt":"A","States":{{{states}}}}}"#)
}

/// A batch is an object of `Items` and `BatchInput`, whatever the items are.
#[test]
fn child_executions_get_batches() {
    let machine = |path: &str| {
        jsonpath(&format!(
            r#""A":{{"Type":"Map","MaxConcurrency":9,"ItemReader":{{"Resource":"arn:aws:states:::s3:getObject","ReaderConfig":{{"InputType":"JSON"}},
               "Parameters":{{"Bucket":"b","Key":"k"}}}},"ItemBatcher":{{"MaxItemsPerBatch":5,"BatchInput":{{"run":1}}}},
               "ItemProcessor":{{"ProcessorConfig":{{"Mode":"DISTRIBUTED","ExecutionType":"STANDARD"}},"StartAt":"B","States":{{
               "B":{{"Type":"Pass","Parameters":{{"x.$":"{path}"}},"End":true}}}}}},"End":true}}"#
        ))
    };
    is_silent(&machine("$.Items[0].id"));
    is_silent(&machine("$.BatchInput.run"));
    let at = "/States/A/ItemProcessor/States/B/Parameters";
    says(&machine("$.id"), "unknown-path", Severity::Error, at);
    says(
        &machine("$.BatchInput.id"),
        "unknown-path",
        Severity::Error,
        at,
    );
}

/// Rows of a CSV file have the columns that its headers name.
#[test]
fn rows_have_the_given_columns() {
    let machine = |path: &str| {
        jsonpath(&format!(
            r#""A":{{"Type":"Map","MaxConcurrency":9,"ItemReader":{{"Resource":"arn:aws:states:::s3:getObject",
               "ReaderConfig":{{"InputType":"CSV","CSVHeaderLocation":"GIVEN","CSVHeaders":["id","name"]}},
               "Parameters":{{"Bucket":"b","Key":"k"}}}},
               "ItemProcessor":{{"ProcessorConfig":{{"Mode":"DISTRIBUTED","ExecutionType":"STANDARD"}},"StartAt":"B","States":{{
               "B":{{"Type":"Pass","Parameters":{{"x.$":"{path}"}},"End":true}}}}}},"End":true}}"#
        ))
    };
    is_silent(&machine("$.name"));
    let at = "/States/A/ItemProcessor/States/B/Parameters";
    says(&machine("$.nane"), "unknown-path", Severity::Error, at);
}

/// A Map that writes its results to S3 gives the place of the manifest, not the results.
#[test]
fn written_results_are_elsewhere() {
    let machine = |path: &str| {
        jsonpath(&format!(
            r#""A":{{"Type":"Map","MaxConcurrency":9,
               "ItemProcessor":{{"ProcessorConfig":{{"Mode":"DISTRIBUTED","ExecutionType":"STANDARD"}},"StartAt":"B","States":{{
               "B":{{"Type":"Pass","End":true}}}}}},
               "ResultWriter":{{"Resource":"arn:aws:states:::s3:putObject","Parameters":{{"Bucket":"b","Prefix":"p"}}}},"Next":"C"}},
               "C":{{"Type":"Pass","Parameters":{{"x.$":"{path}"}},"End":true}}"#
        ))
    };
    is_silent(&machine("$.ResultWriterDetails.Key"));
    says(
        &machine("$[0]"),
        "unknown-path",
        Severity::Error,
        "/States/C/Parameters",
    );
}

#[test]
fn expressions_are_followed() {
    let after = |output: &str, expression: &str| {
        jsonata(&format!(
            r#""A":{{"Type":"Pass","Output":{output},"Next":"B"}},"B":{{"Type":"Pass","Output":"{{% {expression} %}}","End":true}}"#
        ))
    };
    let merged = r#""{% $merge([$states.input, {'total': 3}]) %}""#;
    is_silent(&after(merged, "$states.input.total + 1"));
    is_silent(&after(merged, "$states.input.anything"));
    says(
        &after(merged, "$uppercase($states.input.total)"),
        "jsonata-type",
        Severity::Error,
        "/States/B/Output",
    );
    let made = r#"{"id":"{% $states.input.id %}","n":"{% $count($states.input.items) %}","list":[{"a":1}]}"#;
    is_silent(&after(
        made,
        "$states.input.n > 2 and $states.input.id = 'x'",
    ));
    is_silent(&after(
        made,
        "$exists($states.input.missing) ? $states.input.missing : 'none'",
    ));
    is_silent(&after(made, "$states.input.list.a"));
    is_silent(&after(
        made,
        "$states.input.list[0].a & $states.input.missing",
    ));
    says(
        &after(made, "$states.input.missing"),
        "unknown-path",
        Severity::Error,
        "/States/B/Output",
    );
    says(
        &after(made, "$states.input.missing + 1"),
        "unknown-path",
        Severity::Error,
        "/States/B/Output",
    );
    says(
        &after(made, "$states.input.n.value"),
        "unknown-path",
        Severity::Error,
        "/States/B/Output",
    );
    says(
        &after(made, "$states.input.list[1].a"),
        "jsonata-undefined",
        Severity::Error,
        "/States/B/Output",
    );
    says(
        &after(made, "$states.input.list.b"),
        "jsonata-undefined",
        Severity::Error,
        "/States/B/Output",
    );
    says(
        &after(made, "$states.input.n & ' of ' + 3"),
        "jsonata-type",
        Severity::Error,
        "/States/B/Output",
    );
    says(
        &after(made, "( $one := $states.input; $one.missing )"),
        "jsonata-undefined",
        Severity::Error,
        "/States/B/Output",
    );
}

/// A condition is followed as far as its values are known, so that ways which exclude one another are kept apart.
#[test]
fn conditions_keep_ways_apart() {
    let machine = |last: &str| {
        jsonata(&format!(
            r#""A":{{"Type":"Choice","Choices":[{{"Condition":"{{% $states.input.fast %}}","Next":"Fast"}}],"Default":"Slow"}},
               "Fast":{{"Type":"Pass","Assign":{{"mode":"fast"}},"Next":"Join"}},
               "Slow":{{"Type":"Pass","Assign":{{"mode":"slow","token":"{{% $uuid() %}}"}},"Next":"Join"}},
               "Join":{{"Type":"Choice","Choices":[{{"Condition":"{{% {last} %}}","Next":"Use"}}],"Default":"Done"}},
               "Use":{{"Type":"Pass","Output":"{{% $token %}}","Next":"Done"}},"Done":{{"Type":"Succeed"}}"#
        ))
    };
    is_silent(&machine("$mode = 'slow'"));
    is_silent(&machine("$exists($token)"));
    says(
        &machine("$states.input.x > 1"),
        "unassigned-variable",
        Severity::Warning,
        "/States/Use/Output",
    );
    says(
        &machine("$mode = 'fast'"),
        "unassigned-variable",
        Severity::Error,
        "/States/Use/Output",
    );
    says(
        &machine("$mode = 'none'"),
        "dead-choice-rule",
        Severity::Warning,
        "/States/Join/Choices[0]",
    );
}

#[test]
fn variables_have_scopes() {
    let within = |mode: &str| {
        jsonata(&format!(
            r#""A":{{"Type":"Pass","Assign":{{"limit":3}},"Next":"Each"}},
               "Each":{{"Type":"Map","MaxConcurrency":9,"ItemProcessor":{{{mode}"StartAt":"B","States":{{
               "B":{{"Type":"Pass","Output":"{{% $limit %}}","End":true}}}}}},"End":true}}"#
        ))
    };
    is_silent(&within(""));
    says(
        &within(r#""ProcessorConfig":{"Mode":"DISTRIBUTED","ExecutionType":"STANDARD"},"#),
        "unassigned-variable",
        Severity::Error,
        "/States/Each/ItemProcessor/States/B/Output",
    );
}

#[test]
fn results_need_a_place() {
    let machine = |result: &str, path: &str| {
        jsonpath(&format!(
            r#""A":{{"Type":"Pass","Result":{result},"Next":"B"}},"B":{{"Type":"Pass","Result":1,"ResultPath":"{path}","End":true}}"#
        ))
    };
    is_silent(&machine(r#"{"a":{"b":1}}"#, "$.a.c.d"));
    is_silent(&machine(r#"{"a":[1]}"#, "$.a[0]"));
    for (result, path) in [
        (r#"{"a":1}"#, "$.a.b"),
        (r#"{"a":[1]}"#, "$.a.b"),
        (r#"{"a":null}"#, "$.a.b.c"),
        (r#""text""#, "$.a"),
    ] {
        says(
            &machine(result, path),
            "type-mismatch",
            Severity::Error,
            "/States/B/ResultPath",
        );
    }
}

/// A comparison with a value of another type is false, and so is never met.
#[test]
fn comparisons_ask_for_types() {
    let machine = |rule: &str| {
        jsonpath(&format!(
            r#""A":{{"Type":"Pass","Parameters":{{"n.$":"States.Format('{{}}', $.count)"}},"Next":"B"}},
               "B":{{"Type":"Choice","Choices":[{{{rule},"Next":"C"}}],"Default":"C"}},"C":{{"Type":"Succeed"}}"#
        ))
    };
    is_silent(&machine(r#""Variable":"$.n","StringEquals":"3""#));
    is_silent(&machine(r#""Not":{"Variable":"$.n","NumericEquals":3}"#));
    says(
        &machine(r#""Variable":"$.n","NumericEquals":3"#),
        "dead-choice-rule",
        Severity::Warning,
        "/States/B/Choices[0]",
    );
}
