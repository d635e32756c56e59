//! Which paths a state reads, where they are written, and what each is looked up in.

use super::jsonata::{JsonataRoot, references};
use crate::asl::{
    Assign, Choice, Condition, Credentials, DataTemplate, Items, Map, Operand, Operator, PathField,
    Quantity, State, StateKind, TextSource, WaitUntil,
};
use crate::base::{Span, Spanned};
use crate::query::jsonpath::{Path, Root};
use crate::query::template::{JsonataString, JsonataTemplate, PayloadTemplate, ValueExpression};
use crate::value::Str;

/// A path that a state reads.
#[derive(Clone, Debug)]
pub struct Read {
    /// The path; of JSONata its names behind the root.
    pub path: Path,
    /// As it is written: `$.a`, `$states.input.a`.
    pub written: String,
    /// The field of the state, the retrier or the catcher that it stands in: `InputPath`, `Parameters`.
    pub field: &'static str,
    /// The key that it stands under, `.$` included, where it is inside a template: `jobId.$`.
    pub key: Option<Str>,
    /// The string in the source, quotes included.
    pub span: Span,
    /// Its place in the string's value, in bytes.
    pub part: Span,
    /// What it is looked up in.
    pub subject: Subject,
    /// What becomes of the state where there is nothing.
    pub need: Need,
    /// The rule of a Choice for whose way it is: in its `Assign` or `Output`.
    pub rule: Option<u32>,
}

/// A JSONata expression of a state.
#[derive(Clone, Debug)]
pub struct Written {
    /// The expression.
    pub expression: JsonataString,
    /// The field of the state or the catcher that it stands in.
    pub field: &'static str,
    /// The key that it stands under, where it is inside a template.
    pub key: Option<Str>,
    /// The catcher that it belongs to.
    pub catcher: Option<u32>,
}

impl Written {
    /// Where it stands, in words: `` `total` in `Output` ``.
    pub fn place(&self) -> String {
        match &self.key {
            Some(key) => format!("`{key}` in `{}`", self.field),
            None => format!("`{}`", self.field),
        }
    }
}

impl Written {
    /// Whether a state that does not fail otherwise comes to the expression for certain.
    pub fn is_always_evaluated(&self, state: &State) -> bool {
        match &state.kind {
            StateKind::Choice(choice) => {
                let first = choice
                    .rules
                    .first()
                    .and_then(|rule| rule.condition.as_ref());
                matches!(first, Some(Condition::Jsonata(first)) if first.span == self.expression.span)
            }
            // An array of no items asks for none.
            _ => self.catcher.is_none() && self.field != "ItemSelector",
        }
    }
}

/// What a path is looked up in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The data as it is at some stage.
    Data(Stage),
    /// The context object.
    Context,
    /// A variable.
    Variable(Str),
}

/// Data on its way through a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The state's input.
    RawInput,
    /// After `InputPath`.
    Input,
    /// What came back from the work.
    Result,
    /// After `ResultSelector`.
    Selected,
    /// After `ResultPath`.
    Placed,
    /// The error that a catcher hands on.
    Error(u32),
}

/// What becomes of a state when a path that it reads leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It fails.
    Must,
    /// As `Must`, but an index past the end of an array gives null.
    MustButIndex,
    /// It is only asked whether it is there.
    Asked,
    /// It depends on the rest of the expression.
    May,
}

impl Read {
    /// Whether it takes the whole of what it is looked up in.
    pub fn is_whole(&self) -> bool {
        self.path.is_whole()
    }

    /// Where it stands, in words: `` `jobId.$` in `Parameters` ``.
    pub fn place(&self) -> String {
        match &self.key {
            Some(key) => format!("`{key}` in `{}`", self.field),
            None => format!("`{}`", self.field),
        }
    }
}

/// What a state reads, in the order in which it comes to it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Every path.
    pub paths: Vec<Read>,
    /// Every JSONata expression.
    pub expressions: Vec<Written>,
}

/// What a state reads.
pub fn reading(state: &State) -> Reading {
    let Reader { reads, written, .. } = read(state);
    Reading {
        paths: reads,
        expressions: written,
    }
}

fn read(state: &State) -> Reader {
    let mut reader = Reader {
        reads: Vec::new(),
        written: Vec::new(),
        rule: None,
    };
    let io = &state.io;
    reader.path_field("InputPath", io.input_path.as_ref(), Stage::RawInput);
    reader.payload("Parameters", io.parameters.as_ref(), Stage::Input);
    reader.jsonata_template("Arguments", io.arguments.as_ref(), None);
    match &state.kind {
        StateKind::Task(task) => {
            reader.quantity("TimeoutSeconds", task.timeout.as_ref());
            reader.quantity("HeartbeatSeconds", task.heartbeat.as_ref());
            match task
                .credentials
                .as_ref()
                .map(|credentials| &credentials.value)
            {
                Some(Credentials::JsonPath(template)) => {
                    reader.template("Credentials", template, Stage::Input)
                }
                Some(Credentials::Jsonata(template)) => {
                    reader.jsonata_template("Credentials", Some(template), None)
                }
                None => {}
            }
        }
        StateKind::Choice(choice) => reader.choice(choice),
        StateKind::Wait(wait) => match &wait.until {
            Some(WaitUntil::Seconds(seconds)) => reader.quantity("Seconds", Some(seconds)),
            Some(WaitUntil::Timestamp(timestamp)) => reader.text("Timestamp", Some(timestamp)),
            None => {}
        },
        StateKind::Fail(fail) => {
            reader.text("Error", fail.error.as_ref());
            reader.text("Cause", fail.cause.as_ref());
        }
        StateKind::Map(map) => reader.map(map),
        StateKind::Pass(_) | StateKind::Parallel(_) | StateKind::Succeed => {}
    }
    reader.payload("ResultSelector", io.result_selector.as_ref(), Stage::Result);
    reader.assign(
        io.assign.as_ref(),
        if has_result(state) {
            Stage::Selected
        } else {
            Stage::Input
        },
        None,
    );
    reader.path_field("OutputPath", io.output_path.as_ref(), Stage::Placed);
    reader.jsonata_template("Output", io.output.as_ref(), None);
    for (index, catcher) in (0..).zip(&state.catch) {
        reader.assign(catcher.assign.as_ref(), Stage::Error(index), Some(index));
        reader.jsonata_template("Output", catcher.output.as_ref(), Some(index));
    }
    reader
}

/// Whether a state has a result of its own that `$` means in `Assign`.
fn has_result(state: &State) -> bool {
    matches!(
        state.kind,
        StateKind::Task(_) | StateKind::Pass(_) | StateKind::Map(_) | StateKind::Parallel(_)
    )
}

struct Reader {
    reads: Vec<Read>,
    written: Vec<Written>,
    /// The rule of a Choice for whose way the paths are.
    rule: Option<u32>,
}

impl Reader {
    #[expect(clippy::too_many_arguments, reason = "each is a field of the read")]
    fn push(
        &mut self,
        field: &'static str,
        key: Option<&Str>,
        path: &Path,
        span: Span,
        part: Span,
        stage: Stage,
        need: Need,
    ) {
        let subject = match path.root() {
            Root::Input => Subject::Data(stage),
            Root::Context => Subject::Context,
            Root::Variable(name) => Subject::Variable(name.clone()),
        };
        self.reads.push(Read {
            rule: self.rule,
            path: path.clone(),
            written: path.text().to_owned(),
            field,
            key: key.cloned(),
            span,
            part,
            subject,
            need,
        });
    }

    fn path(&mut self, field: &'static str, path: &Path, span: Span, stage: Stage) {
        let part = Span::new(0, path.text().len());
        self.push(field, None, path, span, part, stage, Need::Must);
    }

    fn path_field(&mut self, field: &'static str, value: Option<&PathField>, stage: Stage) {
        if let Some(PathField {
            path: Some(path),
            span,
        }) = value
        {
            self.path(field, path, *span, stage);
        }
    }

    fn expression(
        &mut self,
        field: &'static str,
        key: Option<&Str>,
        value: &ValueExpression,
        span: Span,
        stage: Stage,
    ) {
        let need = match value {
            ValueExpression::Path(_) => Need::MustButIndex,
            ValueExpression::Intrinsic(_) | ValueExpression::Unknown { .. } => Need::Must,
        };
        for (path, part) in value.paths() {
            self.push(field, key, path, span, part, stage, need);
        }
    }

    fn payload(
        &mut self,
        field: &'static str,
        template: Option<&Spanned<PayloadTemplate>>,
        stage: Stage,
    ) {
        if let Some(template) = template {
            self.template(field, &template.value, stage);
        }
    }

    fn template(&mut self, field: &'static str, template: &PayloadTemplate, stage: Stage) {
        for one in template.expressions() {
            self.expression(field, Some(one.field), one.expression, one.span, stage);
        }
    }

    fn assign(&mut self, assign: Option<&Assign>, stage: Stage, catcher: Option<u32>) {
        match assign {
            Some(Assign::JsonPath(template)) => self.template("Assign", &template.value, stage),
            Some(Assign::Jsonata(template)) => {
                self.jsonata_template("Assign", Some(template), catcher)
            }
            None => {}
        }
    }

    fn quantity(&mut self, field: &'static str, quantity: Option<&Spanned<Quantity>>) {
        let Some(Spanned { value, span }) = quantity else {
            return;
        };
        match value {
            Quantity::Path(path) => self.path(with_path(field), path, *span, Stage::Input),
            Quantity::Jsonata(jsonata) => self.jsonata(field, None, jsonata, None),
            Quantity::Literal(_) | Quantity::Unknown => {}
        }
    }

    fn text(&mut self, field: &'static str, text: Option<&Spanned<TextSource>>) {
        let Some(Spanned { value, span }) = text else {
            return;
        };
        match value {
            TextSource::Expression(expression) => {
                self.expression(with_path(field), None, expression, *span, Stage::Input);
            }
            TextSource::Jsonata(jsonata) => self.jsonata(field, None, jsonata, None),
            TextSource::Literal(_) | TextSource::Unknown => {}
        }
    }

    fn map(&mut self, map: &Map) {
        // Items that are read from elsewhere are not looked for in the input
        // (recorded: scenarios/base_scenarios.map_item_reader_base_json_with_items_path~INVALID_ITEMS_PATH).
        if map.item_reader.is_none() {
            self.path_field("ItemsPath", map.items_path.as_ref(), Stage::Input);
        }
        match &map.items {
            Some(Items::Jsonata(jsonata)) => self.jsonata("Items", None, jsonata, None),
            Some(Items::Literal(template)) => self.jsonata_template("Items", Some(template), None),
            None => {}
        }
        let selector = if map.parameters.is_some() {
            "Parameters"
        } else {
            "ItemSelector"
        };
        self.payload(selector, map.item_selector.as_ref(), Stage::Input);
        self.jsonata_template("ItemSelector", map.item_selector_jsonata.as_ref(), None);
        self.quantity("MaxConcurrency", map.max_concurrency.as_ref());
        self.quantity(
            "ToleratedFailureCount",
            map.tolerated_failure_count.as_ref(),
        );
        self.quantity(
            "ToleratedFailurePercentage",
            map.tolerated_failure_percentage.as_ref(),
        );
        if let Some(reader) = &map.item_reader {
            self.data_template("ItemReader", reader.parameters.as_ref());
            self.quantity("MaxItems", reader.config.max_items.as_ref());
        }
        if let Some(batcher) = &map.item_batcher {
            self.data_template("ItemBatcher", batcher.batch_input.as_ref());
            self.quantity("MaxItemsPerBatch", batcher.max_items.as_ref());
            self.quantity("MaxInputBytesPerBatch", batcher.max_input_bytes.as_ref());
        }
        if let Some(writer) = &map.result_writer {
            self.data_template("ResultWriter", writer.parameters.as_ref());
        }
    }

    fn data_template(&mut self, field: &'static str, template: Option<&DataTemplate>) {
        match template {
            Some(DataTemplate::JsonPath(template)) => {
                self.template(field, &template.value, Stage::Input);
            }
            Some(DataTemplate::Jsonata(template)) => {
                self.jsonata_template(field, Some(template), None);
            }
            None => {}
        }
    }

    fn choice(&mut self, choice: &Choice) {
        for (index, rule) in (0..).zip(&choice.rules) {
            if let Some(condition) = &rule.condition {
                self.condition(condition);
            }
            self.rule = Some(index);
            self.assign(rule.assign.as_ref(), Stage::Input, None);
            self.jsonata_template("Output", rule.output.as_ref(), None);
            self.rule = None;
        }
    }

    // Recursion is bounded: the readers of source text allow a fixed depth.
    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::And(all) | Condition::Or(all) => {
                all.iter().for_each(|one| self.condition(one))
            }
            Condition::Not(inner) => self.condition(inner),
            Condition::Comparison(comparison) => {
                let Spanned { value: path, span } = &comparison.variable;
                let part = Span::new(0, path.text().len());
                let need = match comparison.operator {
                    Operator::IsPresent => Need::Asked,
                    _ => Need::Must,
                };
                self.push("Variable", None, path, *span, part, Stage::Input, need);
                if let Operand::Path(path) = &comparison.operand.value {
                    self.path(
                        path_operator(comparison.operator),
                        path,
                        comparison.operand.span,
                        Stage::Input,
                    );
                }
            }
            Condition::Jsonata(jsonata) => self.jsonata("Condition", None, jsonata, None),
            Condition::Literal(_) => {}
        }
    }

    fn jsonata_template(
        &mut self,
        field: &'static str,
        template: Option<&JsonataTemplate>,
        catcher: Option<u32>,
    ) {
        for (location, expression) in template.into_iter().flat_map(JsonataTemplate::expressions) {
            let key = location.rsplit('/').next().unwrap_or_default();
            let key = key.split('[').next().filter(|key| !key.is_empty());
            self.jsonata(field, key.map(Str::from).as_ref(), expression, catcher);
        }
    }

    fn jsonata(
        &mut self,
        field: &'static str,
        key: Option<&Str>,
        expression: &JsonataString,
        catcher: Option<u32>,
    ) {
        self.written.push(Written {
            expression: expression.clone(),
            field,
            key: key.cloned(),
            catcher,
        });
        for reference in references(expression) {
            let subject = match reference.root {
                JsonataRoot::Input => Subject::Data(Stage::RawInput),
                JsonataRoot::Result => Subject::Data(Stage::Result),
                JsonataRoot::ErrorOutput => Subject::Data(Stage::Error(catcher.unwrap_or(0))),
                JsonataRoot::Context => Subject::Context,
                JsonataRoot::Variable(name) => Subject::Variable(name),
            };
            let inside = |offset: u32| expression.offset + offset as usize;
            self.reads.push(Read {
                rule: self.rule,
                path: reference.path,
                written: expression
                    .text
                    .get(reference.span.range())
                    .unwrap_or_default()
                    .to_owned(),
                field,
                key: key.cloned(),
                span: expression.span,
                part: Span::new(inside(reference.span.start), inside(reference.span.end)),
                subject,
                need: if reference.whole {
                    Need::Must
                } else {
                    Need::May
                },
            });
        }
    }
}

fn with_path(field: &'static str) -> &'static str {
    match field {
        "TimeoutSeconds" => "TimeoutSecondsPath",
        "HeartbeatSeconds" => "HeartbeatSecondsPath",
        "Seconds" => "SecondsPath",
        "Timestamp" => "TimestampPath",
        "Error" => "ErrorPath",
        "Cause" => "CausePath",
        "MaxConcurrency" => "MaxConcurrencyPath",
        "ToleratedFailureCount" => "ToleratedFailureCountPath",
        "ToleratedFailurePercentage" => "ToleratedFailurePercentagePath",
        other => other,
    }
}

fn path_operator(operator: Operator) -> &'static str {
    match operator {
        Operator::StringEquals => "StringEqualsPath",
        Operator::StringLessThan => "StringLessThanPath",
        Operator::StringGreaterThan => "StringGreaterThanPath",
        Operator::StringLessThanEquals => "StringLessThanEqualsPath",
        Operator::StringGreaterThanEquals => "StringGreaterThanEqualsPath",
        Operator::NumericEquals => "NumericEqualsPath",
        Operator::NumericLessThan => "NumericLessThanPath",
        Operator::NumericGreaterThan => "NumericGreaterThanPath",
        Operator::NumericLessThanEquals => "NumericLessThanEqualsPath",
        Operator::NumericGreaterThanEquals => "NumericGreaterThanEqualsPath",
        Operator::BooleanEquals => "BooleanEqualsPath",
        Operator::TimestampEquals => "TimestampEqualsPath",
        Operator::TimestampLessThan => "TimestampLessThanPath",
        Operator::TimestampGreaterThan => "TimestampGreaterThanPath",
        Operator::TimestampLessThanEquals => "TimestampLessThanEqualsPath",
        Operator::TimestampGreaterThanEquals => "TimestampGreaterThanEqualsPath",
        Operator::StringMatches
        | Operator::IsNull
        | Operator::IsPresent
        | Operator::IsNumeric
        | Operator::IsString
        | Operator::IsBoolean
        | Operator::IsTimestamp => operator.name(),
    }
}
