//! `token-sent-to-person`

use crate::analysis::{Need, Read, Subject};
use crate::asl::QueryLanguage;
use crate::diagnostics::{Diagnostic, Severity};
use crate::lint::{Call, Category, Context, Meta, Rule};
use crate::query::jsonpath::StepKind;

/// See `token-sent-to-person.md`.
pub(super) struct TokenSentToPerson;

static META: Meta = Meta {
    id: "token-sent-to-person",
    category: Category::Security,
    severity: Severity::Warning,
    pedantic: false,
    since: "0.1.0",
    fixable: false,
    page: include_str!("token-sent-to-person.md"),
};

impl Rule for TokenSentToPerson {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn check(&self, context: &Context<'_>) -> Vec<Diagnostic> {
        let calls = context.calls();
        calls.filter_map(|call| finding(context, call)).collect()
    }
}

fn finding(context: &Context<'_>, call: &Call<'_>) -> Option<Diagnostic> {
    let reads = context.reads(call.state.id).iter();
    let (read, how) = reads
        .filter(|read| is_token(read))
        .find_map(|read| Some((read, given_to_person(context, call, read)?)))?;
    let message = format!(
        "`{}` gives its task token to a person: {how}",
        call.state_name()
    );
    let finding = META
        .finding(context.place(read), message)
        .labelled("the token")
        .at(call.state.location.clone())
        .note("whoever has the token can answer for the reviewer, also whoever the message is passed on to; it stands in mail boxes and in logs")
        .help("keep the token in a table or with the service that answers, and send a link with an id behind which the person signs in");
    Some(finding)
}

/// Whether a path is `$$.Task.Token`.
fn is_token(read: &Read) -> bool {
    let names = read.path.steps().iter().map(|step| match &step.kind {
        StepKind::Name(name) => &**name,
        _ => "",
    });
    read.subject == Subject::Context && names.eq(["Task", "Token"])
}

/// How the token comes to a person; nothing where a program seems to take it.
fn given_to_person(context: &Context<'_>, call: &Call<'_>, read: &Read) -> Option<&'static str> {
    let text = context.node(read.span).and_then(|node| node.text());
    let in_link = text.is_some_and(|text| text.contains("http://") || text.contains("https://"));
    let in_text = match call.state.query_language {
        QueryLanguage::JsonPath => read.need == Need::Must,
        QueryLanguage::Jsonata => read.need == Need::May,
    };
    if call.name.starts_with("aws-sdk:ses:") || call.name.starts_with("aws-sdk:sesv2:") {
        return Some("in a mail");
    }
    if call.is(&["sns:publish", "aws-sdk:sns:publish"]) {
        if !context.lacks(call, &["PhoneNumber"])
            && context.parameter_node(call, &["PhoneNumber"]).is_some()
        {
            return Some("in a text message");
        }
        if context.parameter_node(call, &["Subject"]).is_some() {
            return Some("a message with a subject goes to mail boxes");
        }
        if in_text {
            return Some("it is part of a text to be read");
        }
    }
    (in_text && in_link).then_some("it is part of a link")
}
