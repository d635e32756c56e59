//! What is found in templates. The forms are those of the tools' own documentation and of published templates.

use super::*;
use crate::diagnostics::Diagnostic;
use crate::source::Kind;

fn template_of(name: &str, text: &str) -> Template {
    match contents(&SourceFile::new(name, text.to_owned())) {
        Contents::Template(template) => template,
        other => panic!("{other:#?}"),
    }
}

fn only(name: &str, text: &str) -> Machine {
    let mut template = template_of(name, text);
    assert_eq!(template.machines.len(), 1, "{template:#?}");
    template.machines.remove(0)
}

fn json(machine: &Machine) -> String {
    match &machine.body {
        Body::Inline(inline) => {
            let root = inline.tree.root.as_ref().map(Node::to_value);
            root.map_or_else(String::new, |root| root.to_compact_json())
        }
        other => panic!("{other:#?}"),
    }
}

// Serverless Framework, "Variables: Reference properties in serverless.yml": `${self:…}` stands for the value itself.
#[test]
fn a_serverless_file_refers_to_itself() {
    let text = "custom:\n  pause: 400\n  again: ${self:custom.pause}\n  def:\n    A: \"${self:custom.again}\"\n    B: ${self:custom.def}\n    \
                C: ${self:custom.none}\nstepFunctions:\n  stateMachines:\n    m:\n      definition: ${self:custom.def}\n";
    let machine = only("serverless.yml", text);
    assert_eq!(
        json(&machine),
        r#"{"A":400,"B":"${self:custom.def}","C":"${self:custom.none}"}"#
    );
    let text = "custom:\n  all:\n    m:\n      definition: {A: 1}\nstepFunctions:\n  stateMachines: ${self:custom.all}\n";
    assert_eq!(json(&only("serverless.yml", text)), r#"{"A":1}"#);
}

#[test]
fn functions_of_cloudformation_become_placeholders() {
    let text = r#"
Resources:
  M:
    Type: AWS::StepFunctions::StateMachine
    Properties:
      StateMachineType: EXPRESS
      DefinitionSubstitutions: {Table: orders, Region: !GetAtt F.Arn}
      Definition:
        A: !Ref F
        B: !GetAtt F.Arn
        C: {"Fn::GetAtt": [F, Arn]}
        D: !Sub "x-${F.Arn}-${!G}"
        E: !Join ["-", [a, !Ref B, {Ref: C}]]
        F: !If [Prod, 1, 2]
        G: ${Table}
"#;
    let machine = only("t.yaml", text);
    assert_eq!(
        json(&machine),
        r#"{"A":"${F}","B":"${F.Arn}","C":"${F.Arn}","D":"x-${F.Arn}-${G}","E":"a-${B}-${C}","F":"${If.Prod}","G":"${Table}"}"#
    );
    assert_eq!(machine.express, Some(true));
    let Body::Inline(inline) = &machine.body else {
        panic!("it stands in the template");
    };
    let root = inline.tree.root.as_ref().unwrap();
    assert!(matches!(&root.get("A").unwrap().kind, Kind::Placeholder(name) if &**name == "F"));
    let found = machine
        .substitutions
        .check(&inline.tree, &Bindings::default());
    // `${!G}` is `${G}` for Step Functions, and nothing fills that.
    let messages = |found: &[Diagnostic]| -> Vec<String> {
        found.iter().map(|one| one.message.clone()).collect()
    };
    assert_eq!(
        messages(&found.unfilled),
        ["nothing fills the placeholder `${G}`"]
    );
    assert_eq!(
        messages(&found.unused),
        ["no placeholder `${Region}` stands in the definition"]
    );
}

#[test]
fn a_choice_of_the_template_is_told_where_the_structure_depends_on_it() {
    let text = r#"
Resources:
  M:
    Type: AWS::StepFunctions::StateMachine
    Properties:
      Definition:
        StartAt: !If [Prod, A, B]
        States:
          A:
            Type: Pass
            Parameters: {Next: !If [Prod, 1, 2]}
            Next: B
          B: {"Fn::If": [Prod, {Type: Succeed}, {Type: Fail}]}
          C:
            Type: Task
            Resource: !If [Prod, !GetAtt F.Arn, !GetAtt G.Arn]
            TimeoutSeconds: !If [Prod, 1, 2]
            Retry:
              - !If [Prod, {ErrorEquals: [E]}, !Ref AWS::NoValue]
            End: true
"#;
    let found = template_of("t.yaml", text).diagnostics;
    let places: Vec<&str> = found
        .iter()
        .map(|one| text[one.span().range()].lines().next().unwrap_or_default())
        .collect();
    assert_eq!(
        places,
        [
            "!If [Prod, A, B]",
            r#"{"Fn::If": [Prod, {Type: Succeed}, {Type: Fail}]}"#,
            "!If [Prod, {ErrorEquals: [E]}, !Ref AWS::NoValue]",
        ]
    );
    assert!(found.iter().all(|one| one.rule == rule::NOT_FOLLOWED));
}

#[test]
fn texts_are_put_together() {
    let text = r#"{"Resources": {"M": {"Type": "AWS::StepFunctions::StateMachine", "Properties": {"DefinitionString":
      {"Fn::Join": ["", ["{\"A\":\"arn:", {"Ref": "AWS::Partition"}, ":x\",\"B\":", {"Fn::Sub": "\"${P}\"}"}]]}}}}}"#;
    let machine = only("t.template.json", text);
    assert_eq!(
        json(&machine),
        r#"{"A":"arn:${AWS::Partition}:x","B":"${P}"}"#
    );
    let text = "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionString: !Sub\n        - |\n          {\"A\": ${Max}}\n        - {Max: 3}\n";
    let machine = only("t.yaml", text);
    let Body::Inline(mut inline) = machine.body else {
        panic!("it stands in the template");
    };
    machine.substitutions.bindings().fill(&mut inline.tree);
    let root = inline.tree.root.unwrap().to_value();
    assert_eq!(root.to_compact_json(), "{\"A\":3}");
}

#[test]
fn files_are_named() {
    let file = |machine: &Machine| match &machine.body {
        Body::File(reference) => (reference.path.clone(), reference.reading.clone()),
        other => panic!("{other:#?}"),
    };
    let sam = |property: &str| {
        let text = format!(
            "Resources:\n  M:\n    Type: AWS::Serverless::StateMachine\n    Properties:\n      {property}\n"
        );
        file(&only("t.yaml", &text))
    };
    assert_eq!(
        sam("DefinitionUri: a/m.asl.json"),
        ("a/m.asl.json".to_owned(), Reading::default())
    );
    let include = sam(
        "Definition: {\"Fn::Transform\": {Name: AWS::Include, Parameters: {Location: m.asl.yaml}}}",
    );
    assert_eq!(include.0, "m.asl.yaml");
    assert!(include.1.intrinsics);
    let serverless = |value: &str| {
        let text = format!("stepFunctions:\n  stateMachines:\n    m:\n      definition: {value}\n");
        file(&only("serverless.yml", &text))
    };
    assert_eq!(serverless("${file(m.yml)}").0, "m.yml");
    let keyed = serverless("${file(m.yml):a.b}");
    assert_eq!(
        (&*keyed.0, keyed.1.keys.join("/")),
        ("m.yml", "a/b".to_owned())
    );
    let terraform = |value: &str| {
        let text = format!(
            "locals {{\n  dir = \"states\"\n  vars = {{ a = 1 }}\n}}\nresource \"aws_sfn_state_machine\" \"m\" {{\n  definition = {value}\n}}\ndata \"template_file\" \"t\" {{\n  template = file(\"m.json\")\n}}\n"
        );
        file(&only("main.tf", &text))
    };
    assert_eq!(terraform("file(\"m.json\")").0, "m.json");
    assert!(
        terraform("templatefile(\"${path.module}/m.json\", {})")
            .1
            .terraform
    );
    assert_eq!(
        terraform("templatefile(\"${path.module}/${local.dir}/m.json\", local.vars)").0,
        "./states/m.json"
    );
    assert_eq!(terraform("data.template_file.t.rendered").0, "m.json");
    assert_eq!(
        terraform("jsonencode(yamldecode(file(\"m.yaml\")))").0,
        "m.yaml"
    );
}

#[test]
fn values_of_terraform_become_placeholders() {
    let text = r#"
locals {
  retry = [{ ErrorEquals = ["States.ALL"] }]
  name  = "orders"
}
resource "aws_sfn_state_machine" "m" {
  type = "EXPRESS"
  definition = jsonencode({
    A = aws_lambda_function.f.arn
    B : "arn:${data.p.c.partition}:x:${local.name}"
    C = local.retry
    D = merge({ x = 1 }, { x = 2, y = 3 })
    E = var.on ? 1 : 2
    F = "${var.f}"
    (local.name) = 1
    "G" = format("%s", var.x)
    H = aws_lambda_function.f["a b"].arn
  })
}
"#;
    let machine = only("main.tf", text);
    assert_eq!(
        json(&machine),
        r#"{"A":"${aws_lambda_function.f.arn}","B":"arn:${data.p.c.partition}:x:${local.name}","C":[{"ErrorEquals":["States.ALL"]}],"D":{"x":2,"y":3},"E":"${var.on.1.2}","F":"${var.f}","orders":1,"G":"${format.s.var.x}","H":"${aws_lambda_function.f.a.b.arn}"}"#
    );
    assert_eq!(machine.express, Some(true));
    let known: Vec<_> = machine
        .substitutions
        .list
        .iter()
        .map(|one| &*one.name.value)
        .collect();
    assert_eq!(known, ["local.name"]);
}

/// What the text is before it is changed says nothing of what AWS gets.
#[test]
fn a_text_that_is_changed_is_not_judged() {
    let text = "resource \"aws_sfn_state_machine\" \"m\" {\n  definition = replace(file(\"m.json\"), \"@FN@\", var.f)\n}\n";
    let template = template_of("main.tf", text);
    assert_eq!(template.diagnostics[0].rule, rule::NOT_FOLLOWED);
    assert!(matches!(template.machines[0].body, Body::Unknown));
}

/// The key of an asset of the CDK is a hash.
#[test]
fn a_definition_in_s3_is_not_looked_for_beside_the_template() {
    let template = |key: &str| {
        let text = format!(
            "Resources:\n  M:\n    Type: AWS::StepFunctions::StateMachine\n    Properties:\n      DefinitionS3Location: {{Bucket: b, Key: {key}}}\n"
        );
        template_of("t.yaml", &text)
    };
    let own = template("orders.asl.json");
    assert_eq!(own.diagnostics[0].rule, rule::NOT_FOLLOWED);
    assert!(matches!(own.machines[0].body, Body::Unknown));
    let hash = "4d".repeat(32);
    let asset = template(&format!("{hash}.json"));
    assert!(matches!(&asset.machines[0].body, Body::File(file) if file.reading.optional));
}

#[test]
fn what_is_not_followed_is_told_with_its_place() {
    let cases = [
        ("var.definition", "var.definition"),
        ("local.no", "local.no"),
        ("local.round", "local.round"),
        ("c ? local.a : local.b", "c ? local.a : local.b"),
        ("templatefile(var.path, {})", "var.path"),
        (
            "jsonencode({ States = { for s in x : s => 1 } })",
            "{ for s in x : s => 1 }",
        ),
        ("jsonencode({ States = zipmap(a, b) })", "zipmap(a, b)"),
        ("\"${var.definition}\"", "\"${var.definition}\""),
    ];
    for (value, expected) in cases {
        let text = format!(
            "locals {{\n  round = local.round\n}}\nresource \"aws_sfn_state_machine\" \"m\" {{\n  definition = {value}\n}}\n"
        );
        let template = template_of("main.tf", &text);
        let places: Vec<_> = template
            .diagnostics
            .iter()
            .map(|one| (one.rule, one.severity, &text[one.span().range()]))
            .collect();
        assert_eq!(
            places,
            [(rule::NOT_FOLLOWED, Severity::Note, expected)],
            "{value}"
        );
    }
}
