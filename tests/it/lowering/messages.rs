//! Single faults: the rule, the place, the words, and what to do.

use super::{lower_as, read};
use sfnrun::asl::WorkflowType;
use sfnrun::diagnostics::{Diagnostic, Severity};

/// The one finding of a definition.
fn one(text: &str) -> Diagnostic {
    let lowered = lower_as(text, WorkflowType::Standard);
    match <[Diagnostic; 1]>::try_from(lowered.diagnostics) {
        Ok([only]) => only,
        Err(found) => panic!("not one finding: {found:#?}"),
    }
}

/// The one finding of a machine with these states; the first state starts it.
fn in_states(states: &str) -> (Diagnostic, String) {
    let first = states
        .split(':')
        .next()
        .expect("a state has a name")
        .trim()
        .to_owned();
    let text = format!("StartAt: {first}\nStates:\n{states}");
    let found = one(&text);
    let (source, _) = read(&text);
    let place = source
        .slice(found.span())
        .expect("the place is in the text")
        .to_owned();
    (found, place)
}

#[test]
fn a_yaml_boolean_is_named_as_it_is_written() {
    // cases/bugreports/04_yaml_yes_no_become_booleans: the message names the scalar, and how to keep it a text.
    let (found, place) = in_states(
        "  A: {Type: Choice, Choices: [{Variable: $.consent, StringEquals: NO, Next: B}], Default: B}\n  B: {Type: Succeed}\n",
    );
    assert_eq!((found.rule, &*place), ("wrong-type", "NO"));
    assert!(
        found.message.contains("got the YAML boolean NO (= false)"),
        "{}",
        found.message
    );
    assert_eq!(found.help, ["quote it: `\"NO\"`"]);
    assert_eq!(found.location, "/States/A/Choices[0]/StringEquals");
}

#[test]
fn a_yaml_boolean_as_a_target_is_one_fault() {
    let (found, place) = in_states("  A: {Type: Pass, Next: Yes}\n  \"Yes\": {Type: Succeed}\n");
    assert_eq!((found.rule, &*place), ("wrong-type", "Yes"));
}

#[test]
fn a_misspelt_target_is_suggested() {
    let (found, place) = in_states(
        "  A: {Type: Choice, Choices: [{Variable: $.x, IsNull: true, Next: GenrateScript}], Default: GenerateScript}\n  GenerateScript: {Type: Succeed}\n",
    );
    assert_eq!((found.rule, &*place), ("missing-target", "GenrateScript"));
    assert_eq!(found.help, ["did you mean `GenerateScript`?"]);
    assert_eq!(found.location, "/States/A/Choices[0]/Next");
}

/// A number tells names apart, a state is no slip for itself, and a fix that leads back would make a loop.
#[test]
fn a_target_is_suggested_with_care() {
    let step = |name: &str, next: &str, target: &str| {
        let states = format!(
            "  {name}: {{Type: Choice, Choices: [{{Variable: $.x, IsNull: true, Next: {target}}}], Default: {next}}}\n  {next}: {{Type: Choice, Choices: [{{Variable: $.x, IsNull: true, Next: End}}], Default: {name}}}\n  End: {{Type: Succeed}}\n"
        );
        in_states(&states).0
    };
    let other = ["add the state, or name another one"];
    assert_eq!(step("Step1", "Step2", "Step3").help, other);
    assert_eq!(step("GetUser", "Work", "SetUser").help, other);
    assert_eq!(step("Work", "Load", "Lead").help, other);
    let back = step("Work", "CheckStatus", "ChekStatus");
    assert_eq!(back.help, ["did you mean `CheckStatus`?"]);
    assert!(back.fixes.is_empty(), "{back:#?}");
}

#[test]
fn marks_that_do_nothing_are_told_of() {
    let jsonata = |output: &str| {
        in_states(&format!(
            "  A: {{Type: Pass, QueryLanguage: JSONata, Output: {output}, End: true}}\n"
        ))
        .0
    };
    let part = jsonata("'order {% $states.input.id %} is ready'");
    assert_eq!(
        (part.rule, part.severity),
        ("jsonata-marks", Severity::Warning)
    );
    assert!(
        part.message.starts_with("`{% $states.input.id %}` is not"),
        "{}",
        part.message
    );
    // Recorded: outputdecl/output.base_cases~BASE_LITERALS.
    let blank = jsonata("' {% $states.input.id %}'");
    assert!(blank.message.contains("white space"), "{}", blank.message);
    let (foreign, _) = in_states(
        "  A: {Type: Pass, Parameters: {id: '{% $states.input.id %}', 'n.$': $.n}, End: true}\n",
    );
    assert_eq!(foreign.location, "/States/A/Parameters/id");
    assert!(foreign.message.contains("JSONPath"), "{}", foreign.message);
    // The marks of other languages, and definitions of other machines.
    for text in [
        "'Dear {% if user %}you{% endif %}'",
        r#"'{"States":{"A":{"Output":"{% $states.input %}"}}}'"#,
    ] {
        let text = format!(
            "StartAt: A\nStates:\n  A: {{Type: Pass, QueryLanguage: JSONata, Output: {text}, End: true}}\n"
        );
        let found = lower_as(&text, WorkflowType::Standard).diagnostics;
        assert!(found.is_empty(), "{found:#?}");
    }
}

#[test]
fn a_block_that_keeps_its_last_line_break_gets_a_dash() {
    let text = "StartAt: A\nStates:\n  A:\n    Type: Pass\n    QueryLanguage: JSONata\n    Output: |\n      {% $states.input.a +\n         1 %}\n    End: true\n";
    let found = one(text);
    assert_eq!(found.rule, "jsonata-marks");
    assert!(found.help[0].contains("write `|-`"), "{:#?}", found.help);
    let stripped = text.replace("Output: |", "Output: |-");
    let found = lower_as(&stripped, WorkflowType::Standard).diagnostics;
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_target_in_another_flow_is_named_as_such() {
    let (found, _) = in_states(
        "  M: {Type: Map, Next: Z, ItemProcessor: {StartAt: I, States: {I: {Type: Choice, Choices: [{Variable: $.x, IsNull: true, Next: Z}], Default: J}, J: {Type: Succeed}}}}\n  Z: {Type: Succeed}\n",
    );
    assert_eq!(found.rule, "missing-target");
    assert_eq!(found.notes, ["`Z` is a state of the state machine"]);
    assert_eq!(
        found.location,
        "/States/M/ItemProcessor/States/I/Choices[0]/Next"
    );
}

#[test]
fn a_misspelt_field_is_one_fault() {
    let (found, place) = in_states(
        "  A: {Type: Task, Resouce: arn:aws:lambda:us-east-1:123456789012:function:f, End: true}\n",
    );
    assert_eq!((found.rule, &*place), ("unknown-field", "Resouce"));
    assert_eq!(found.help, ["did you mean `Resource`?"]);
    let aws = found.aws.expect("AWS's words are known");
    assert_eq!(aws.message, "Field 'Resouce' is not supported");
    assert_eq!(aws.location.as_deref(), Some("/States/A"));
    let (found, _) = in_states("  A: {Type: Wait, Second: 5, End: true}\n");
    assert_eq!(
        (found.rule, &*found.help[0]),
        ("unknown-field", "did you mean `Seconds`?")
    );
    let (found, _) = in_states("  A: {Type: Pass, end: true}\n");
    assert_eq!(
        (found.rule, &*found.help[0]),
        ("unknown-field", "did you mean `End`?")
    );
}

#[test]
fn a_field_in_the_wrong_object_says_where_it_belongs() {
    // terraform-aws-modules/terraform-aws-step-functions#68: MaxConcurrency inside the processor.
    let (found, place) = in_states(
        "  M: {Type: Map, End: true, ItemProcessor: {MaxConcurrency: 1, StartAt: I, States: {I: {Type: Succeed}}}}\n",
    );
    assert_eq!((found.rule, &*place), ("unknown-field", "MaxConcurrency"));
    assert_eq!(
        found.help,
        ["it belongs to the Map state, beside `ItemProcessor`"]
    );
    assert_eq!(found.location, "/States/M/ItemProcessor");
    let (found, _) = in_states(
        "  C: {Type: Choice, Choices: [{Variable: $.x, IsNull: true, Next: Z, End: true}], Default: Z}\n  Z: {Type: Succeed}\n",
    );
    assert_eq!(
        found.help,
        ["a rule cannot end the execution: let it lead to a Succeed state"]
    );
}

#[test]
fn a_number_in_quotes_is_told_apart_from_an_expression() {
    let (found, place) = in_states("  A: {Type: Wait, Seconds: \"5\", End: true}\n");
    assert_eq!((found.rule, &*place), ("wrong-type", "\"5\""));
    assert_eq!(found.help, ["write it without quotes: `5`"]);
    assert_eq!(
        found.aws.expect("AWS's words are known").message,
        "Expected value of type Integer"
    );
    let (found, _) = in_states("  A: {Type: Wait, Seconds: \"{% 5 %}\", End: true}\n");
    assert_eq!(
        found.help,
        ["the state speaks JSONPath: give it `\"QueryLanguage\": \"JSONata\"`"]
    );
    let (found, _) = in_states("  A: {Type: Wait, Seconds: \"$.seconds\", End: true}\n");
    assert_eq!(
        found.help,
        ["to read it from the data use the field's `…Path` form"]
    );
}

#[test]
fn numbers_have_the_bounds_that_were_measured() {
    // badmintoncryer/cdk-preflight, pf-sfn-asl-numeric-ranges: the bounds, and AWS's words for them.
    let task = |field: &str| {
        format!(
            "  A: {{Type: Task, Resource: arn:aws:lambda:us-east-1:123456789012:function:f, {field}, End: true}}\n"
        )
    };
    let refused = |states: String| {
        in_states(&states)
            .0
            .aws
            .expect("AWS's words are known")
            .message
    };
    assert_eq!(refused(task("TimeoutSeconds: 0")), "Minimum value is 1");
    assert_eq!(
        refused(task("HeartbeatSeconds: 100000000")),
        "Maximum value is 99999999"
    );
    assert_eq!(
        refused(task(
            "Retry: [{ErrorEquals: [A], MaxDelaySeconds: 31622401}]"
        )),
        "Maximum value is 31622400"
    );
    assert_eq!(
        refused(task("Retry: [{ErrorEquals: [A], BackoffRate: 0.9}]")),
        "Minimum value is 1"
    );
    assert_eq!(
        refused(task("Retry: [{ErrorEquals: [A], MaxAttempts: 1.5}]")),
        "Expected value of type Integer"
    );
    let taken = |text: &str| lower_as(text, WorkflowType::Standard).diagnostics;
    let states =
        task("TimeoutSeconds: 1, Retry: [{ErrorEquals: [A], IntervalSeconds: 0, MaxAttempts: 0}]");
    assert_eq!(
        taken(&format!("TimeoutSeconds: 0\nStartAt: A\nStates:\n{states}")),
        []
    );
}

#[test]
fn paths_are_marked_where_they_break() {
    let (found, place) = in_states("  A: {Type: Pass, InputPath: \"$.a[?(\", End: true}\n");
    assert_eq!(
        (found.rule, &*found.location),
        ("invalid-path", "/States/A/InputPath")
    );
    assert!(place.len() < "\"$.a[?(\"".len(), "{place}");
    let (found, place) = in_states("  A: {Type: Pass, ResultPath: \"$.a[*]\", End: true}\n");
    assert_eq!((found.rule, &*place), ("invalid-reference-path", "[*]"));
    let (found, _) = in_states("  A: {Type: Pass, ResultPath: \"$$.a\", End: true}\n");
    assert_eq!(
        (found.rule, &*found.help[0]),
        (
            "invalid-reference-path",
            "the context object cannot be written"
        )
    );
    let (found, _) = in_states("  A: {Type: Pass, OutputPath: a.b, End: true}\n");
    assert_eq!(found.help, ["a path begins with `$`: `$.a.b`"]);
    let (found, _) = in_states(
        "  M: {Type: Map, ItemsPath: \"$..a\", End: true, ItemProcessor: {StartAt: I, States: {I: {Type: Succeed}}}}\n",
    );
    assert_eq!(found.rule, "invalid-reference-path");
}

#[test]
fn resources_are_known_by_service_action_and_pattern() {
    let resource = |resource: &str| {
        in_states(&format!(
            "  A: {{Type: Task, Resource: {resource}, Parameters: {{}}, End: true}}\n"
        ))
        .0
    };
    let cases = [
        // Recorded: services/dynamodb_task_service.invalid_integration.
        (
            "arn:aws:states:::dynamodb:query",
            "there is `dynamodb:getItem`, `dynamodb:putItem`, `dynamodb:updateItem` and `dynamodb:deleteItem`; anything else goes through the AWS SDK: `arn:aws:states:::aws-sdk:dynamodb:query`",
        ),
        // badmintoncryer/cdk-preflight, pf-sfn-asl-resource-arn: deployed, and refused.
        (
            "arn:aws:states:::lambda:invoke.sync",
            "it takes no ending, or `.waitForTaskToken`",
        ),
        (
            "arn:aws:states:::ecs:runTask.sync:2",
            "`.sync:2` is for `states:startExecution` only: write `runTask.sync`",
        ),
        (
            "arn:aws:states:::aws-sdk:glue:startJobRun.sync",
            "there is `glue:startJobRun.sync`",
        ),
        (
            "arn:aws:states:::eventbridge:putEvents",
            "did you mean `events`?",
        ),
        (
            "arn:aws:states:::sqs:SendMessage",
            "did you mean `sqs:sendMessage`?",
        ),
        (
            "arn:aws:states:::textract:detectDocumentText",
            "call it through the AWS SDK: `arn:aws:states:::aws-sdk:textract:detectDocumentText`",
        ),
    ];
    for (text, help) in cases {
        let found = resource(text);
        assert_eq!(
            (found.rule, &*found.help[0]),
            ("invalid-resource", help),
            "{text}"
        );
        let words = format!(
            "The resource provided {text} is not recognized. The value is not a valid resource ARN, or the resource is not available in this region."
        );
        assert_eq!(found.aws.expect("AWS's words are known").message, words);
    }
    assert_eq!(
        resource("lambda:invoke").help,
        ["did you mean `arn:aws:states:::lambda:invoke`?"]
    );
}

#[test]
fn express_machines_do_not_wait() {
    // Recorded: LocalStack's test_sfn_api_express; deployed: pf-sfn-express-unsupported.
    let map = "StartAt: M\nStates:\n  M: {Type: Map, End: true, ItemProcessor: {ProcessorConfig: {Mode: DISTRIBUTED, ExecutionType: EXPRESS}, StartAt: I, States: {I: {Type: Succeed}}}}\n";
    assert_eq!(lower_as(map, WorkflowType::Standard).diagnostics, []);
    let found = lower_as(map, WorkflowType::Express).diagnostics;
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].rule, &*found[0].location),
        (
            "express-pattern",
            "/States/M/ItemProcessor/ProcessorConfig/Mode"
        )
    );
}

#[test]
fn jsonata_strings_need_both_marks() {
    let text = "QueryLanguage: JSONata\nStartAt: A\nStates:\n  A: {Type: Pass, Output: {v: [\"{% 1 %} \"]}, End: true}\n";
    let found = one(text);
    assert_eq!(
        (found.rule, &*found.location),
        ("jsonata-marks", "/States/A/Output/v[0]")
    );
    // Recorded: outputdecl/output.base_cases~BASE_LITERALS: with a blank in front it is plain text.
    let plain = one(&text.replace("{% 1 %} ", " {% 1 %} "));
    assert_eq!(
        (plain.rule, plain.severity),
        ("jsonata-marks", Severity::Warning)
    );
}

#[test]
fn a_state_that_only_leads_to_itself_is_not_reached() {
    let (found, place) = in_states("  A: {Type: Succeed}\n  B: {Type: Pass, Next: B}\n");
    assert_eq!((found.rule, &*place), ("unreachable-state", "B"));
}

#[test]
fn a_misplaced_query_language_is_one_fault() {
    // aws-samples/step-functions-workflows-collection, shared-fallback-state-jsonata.
    let (found, _) =
        in_states("  A: {Type: Pass, Output: \"{% 1 %}\", End: true}\n  QueryLanguage: JSONata\n");
    assert_eq!(
        (found.rule, &*found.help[0]),
        (
            "wrong-type",
            "`QueryLanguage` stands beside `States`, not in it"
        )
    );
}

#[test]
fn a_broken_text_hides_what_it_may_have_lost() {
    let text = r#"{"StartAt": "A", "States": {"A": {"Type": "Task", "Next": "B" "#;
    let (_, tree) = read(text);
    assert!(tree.lossy);
    assert_eq!(lower_as(text, WorkflowType::Standard).diagnostics, []);
}

#[test]
fn labels_stand_once() {
    let map = |name: &str, next: &str| {
        format!(
            "  {name}: {{Type: Map, Label: l, {next}, ItemProcessor: {{ProcessorConfig: {{Mode: DISTRIBUTED, ExecutionType: STANDARD}}, StartAt: {name}1, States: {{{name}1: {{Type: Succeed}}}}}}}}\n"
        )
    };
    let (found, place) = in_states(&(map("Map1", "Next: Map2") + &map("Map2", "End: true")));
    assert_eq!((found.rule, &*place), ("map-label", "l"));
    assert_eq!(
        found.aws.expect("AWS's words are known").message,
        "Duplicate Label name: l"
    );
}

#[test]
fn jsonata_refers_to_states_and_variables_only() {
    // Measured with `ValidateStateMachineDefinition`: floci-io/floci#2670 and #2786, and their tests.
    let machine =
        |state: &str| format!("QueryLanguage: JSONata\nStartAt: E\nStates:\n  E: {state}\n");
    let cases = [
        (
            "{Type: Pass, Output: {a: {b: [\"{% phone %}\"]}}, End: true}",
            "phone",
            "/States/E/Output/a/b[0]",
            "Reference to 'phone' at the top level is not supported.",
        ),
        (
            "{Type: Wait, Seconds: \"{%  phone %}\", End: true}",
            "phone",
            "/States/E/Seconds",
            "Reference to 'phone' at the top level is not supported.",
        ),
        (
            "{Type: Fail, Cause: \"{% phone %}\"}",
            "phone",
            "/States/E/Cause",
            "Reference to 'phone' at the top level is not supported.",
        ),
        (
            "{Type: Pass, Assign: {Next: \"{% phone %}\"}, End: true}",
            "phone",
            "/States/E/Assign/Next",
            "Reference to 'phone' at the top level is not supported.",
        ),
        (
            "{Type: Pass, Output: \"{% $.phone %}\", End: true}",
            "$",
            "/States/E/Output",
            "Reference to '$' at the top level is not supported.",
        ),
        (
            "{Type: Pass, Output: \"{% 1 + $$ %}\", End: true}",
            "$$",
            "/States/E/Output",
            "Reference to '$$' is not supported.",
        ),
        (
            "{Type: Pass, Output: \"{% $states.errorOutput %}\", End: true}",
            "$states.errorOutput",
            "/States/E/Output",
            "Field '$states.errorOutput' does not exist.",
        ),
    ];
    for (state, place, location, words) in cases {
        let text = machine(state);
        let found = one(&text);
        let (source, _) = read(&text);
        assert_eq!(
            (found.rule, source.slice(found.span())),
            ("jsonata-reference", Some(place)),
            "{state}"
        );
        let aws = found.aws.expect("AWS's words are known");
        assert_eq!(
            (aws.code, &*aws.message),
            ("UNSUPPORTED_JSONATA_EXPRESSION", words)
        );
        assert_eq!(aws.location.as_deref(), Some(location));
    }
    let taken = [
        "{Type: Pass, Output: \"{% $states.input.items[phone > 3] %}\", End: true}",
        "{Type: Pass, Output: \"{% $map($states.input.a, function($x){ $x.phone }) %}\", End: true}",
        "{Type: Pass, Output: \"{% $phone %}\", Comment: \"{% phone %}\", End: true}",
    ];
    for state in taken {
        assert_eq!(
            lower_as(&machine(state), WorkflowType::Standard).diagnostics,
            [],
            "{state}"
        );
    }
    let two = machine("{Type: Pass, Output: \"{% aaa + bbb + aaa %}\", End: true}");
    assert_eq!(lower_as(&two, WorkflowType::Standard).diagnostics.len(), 2);
}

#[test]
fn jsonata_functions_are_known() {
    let machine = |call: &str| {
        format!(
            "QueryLanguage: JSONata\nStartAt: E\nStates:\n  E: {{Type: Pass, Output: \"{{% {call} %}}\", End: true}}\n"
        )
    };
    let found = one(&machine("$lenght('a')"));
    assert_eq!(
        (found.rule, &*found.help[0]),
        ("jsonata-function", "did you mean `$length`?")
    );
    // floci-io/floci#2737: `$eval` fails with T1006 on AWS, which leaves it out.
    assert!(one(&machine("$eval('1')")).help[0].contains("$parse"));
    assert_eq!(
        lower_as(
            &machine("($f := function($x){ $x }; $f(1))"),
            WorkflowType::Standard
        )
        .diagnostics,
        []
    );
    assert_eq!(
        lower_as(
            &machine("$uuid() & $partition([1], 1)"),
            WorkflowType::Standard
        )
        .diagnostics,
        []
    );
}
