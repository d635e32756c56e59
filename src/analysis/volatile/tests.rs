use super::Volatile;
use crate::asl::{LowerOptions, StateMachine, lower};
use crate::source::SourceFile;

fn machine(definition: &str) -> StateMachine {
    let tree = SourceFile::new("test.asl.json", definition.to_owned()).read();
    let lowered = lower(
        &tree.root.expect("the definition has a root"),
        &LowerOptions::default(),
    );
    lowered.machine.expect("it is a machine")
}

fn of(language: &str, request: &str) -> Volatile {
    let definition = format!(
        r#"{{"QueryLanguage":"{language}","StartAt":"A","States":{{"A":{{"Type":"Task",
        "Resource":"arn:aws:states:::lambda:invoke",{request},"End":true}}}}}}"#
    );
    Volatile::of_request(&machine(&definition).states[0])
}

fn members<const N: usize>(members: [(&str, Volatile); N]) -> Volatile {
    let members = members.into_iter();
    Volatile::Members(members.map(|(key, part)| (key.into(), part)).collect())
}

/// What the context object has: developer guide, "Accessing execution data from the Context object". Functions: developer guide,
/// "Intrinsic functions", and "Transforming data with JSONata".
#[test]
fn templates_tell_which_members_vary() {
    use Volatile::{Items, Nothing, Whole};
    let found = of(
        "JSONPath",
        r#""Parameters":{"FunctionName":"f","Payload":{
          "id.$":"States.Format('job-{}', States.UUID())","order.$":"$.order","state.$":"$$.State.Name",
          "index.$":"$$.Map.Item.Index","started.$":"$$.Execution.StartTime","all.$":"$$.Execution",
          "input.$":"$$.Execution.Input.id","random.$":"States.MathRandom(1, 9)","seeded.$":"States.MathRandom(1, 9, 7)",
          "list":[1,{"token.$":"$$.Task.Token"}]}}"#,
    );
    let payload = members([
        ("list", Items(vec![Nothing, members([("token", Whole)])])),
        ("id", Whole),
        ("started", Whole),
        ("all", Whole),
        ("random", Whole),
    ]);
    assert_eq!(found, members([("Payload", payload)]));
    assert_eq!(of("JSONPath", r#""Parameters":{"a.$":"$.b"}"#), Nothing);
}

#[test]
fn with_the_same_seed_and_name_only_the_clock_varies() {
    use Volatile::Whole;
    let state = |language: &str, request: &str| {
        let definition = format!(
            r#"{{"QueryLanguage":"{language}","StartAt":"A","States":{{"A":{{"Type":"Task",
            "Resource":"arn:aws:states:::lambda:invoke",{request},"End":true}}}}}}"#
        );
        Volatile::of_clock(&machine(&definition).states[0])
    };
    let template = r#""Parameters":{"id.$":"States.UUID()","name.$":"$$.Execution.Name","start.$":"$$.Execution.StartTime",
        "at.$":"$$.State.EnteredTime","token.$":"$$.Task.Token"}"#;
    let varies = members([("at", Whole), ("token", Whole)]);
    assert_eq!(state("JSONPath", template), varies);
    let expressions = r#""Arguments":{"id":"{% $uuid() %}","r":"{% $random() %}","ms":"{% $millis() %}",
        "token":"{% $states.context.Task.Token %}","name":"{% $states.context.Execution.Name %}"}"#;
    let varies = members([("ms", Whole), ("token", Whole)]);
    assert_eq!(state("JSONata", expressions), varies);
}

#[test]
fn expressions_tell_which_members_vary() {
    use Volatile::{Nothing, Whole};
    let found = of(
        "JSONata",
        r#""Arguments":{"FunctionName":"f","Payload":"{% {'id': 'job-' & $uuid(), 'order': $states.input.order,
          'at': {'ms': $millis(), 'zone': 'utc'}, 'name': $states.context.Execution.Name,
          'input': $states.context.Execution.Input.id, 'seeded': $random(7), 'list': [$now()]} %}",
          "Qualifier":"{% ($id := $uuid(); $substring($id, 0, 8)) %}"}"#,
    );
    let payload = members([
        ("id", Whole),
        ("at", members([("ms", Whole)])),
        ("name", Whole),
        ("list", Whole),
    ]);
    assert_eq!(found, members([("Payload", payload), ("Qualifier", Whole)]));
    let whole = of("JSONata", r#""Arguments":"{% $states.context %}""#);
    assert_eq!(whole, Whole);
    let stable = of("JSONata", r#""Arguments":{"a":"{% $states.input.now %}"}"#);
    assert_eq!(stable, Nothing);
}
