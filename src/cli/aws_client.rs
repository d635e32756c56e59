//! The client that calls AWS.

use super::aws_access::AwsAccess;
use super::error::CliError;
use crate::aws::{CallFault, Client, Options};
use crate::base::text;
use crate::services::api;

/// The client that the command line asks for. `region` counts where nothing else names one.
pub(super) fn client(access: &AwsAccess, region: Option<&str>) -> Result<Client, CliError> {
    let mut options = Options {
        region: access.region.clone().or(region.map(str::to_owned)),
        profile: access.profile.clone(),
        ..Options::default()
    };
    for endpoint in &access.endpoint_url {
        match endpoint.split_once('=') {
            Some((service, url)) if !service.contains("://") => {
                let known = service_named(service)?;
                options
                    .endpoint_urls
                    .insert(known.to_owned(), url.to_owned());
            }
            _ => options.endpoint_url = Some(endpoint.clone()),
        }
    }
    Ok(Client::new(options))
}

/// A service by the name that Step Functions has for it, or by that of its optimised integration.
fn service_named(name: &str) -> Result<&'static str, CliError> {
    let plain = name.strip_prefix("aws-sdk:").unwrap_or(name);
    let behind = match plain {
        "events" => "eventbridge",
        "states" => "sfn",
        "bedrock-runtime" => "bedrockruntime",
        other => other,
    };
    api::service(behind).map(|found| found.name).ok_or_else(|| {
        let fault = CliError::new(format!(
            "`--endpoint-url {name}=…`: there is no service `{name}`"
        ));
        match api::nearest_service(plain) {
            Some(near) => fault.help(format!("did you mean `{near}`?")),
            None => fault.help("write `--endpoint-url SERVICE=URL`, or a URL alone for all"),
        }
    })
}

/// A call of ours that gave no result: one that no Retrier takes.
pub(super) fn call_error(fault: &CallFault) -> CliError {
    let CallFault::Service(said) = fault else {
        let error = CliError::new(fault.to_string());
        return match fault.help() {
            Some(help) => error.help(help),
            None => error,
        };
    };
    let code = said.code.as_deref().unwrap_or(&said.name);
    let error = CliError::new(match &said.message {
        Some(message) => format!("AWS says `{code}`: {message}"),
        None => format!("AWS says `{code}`, with status {}", said.status),
    });
    if said.is_throttling() {
        return error.help("the account makes too many such calls just now: try again");
    }
    if said.is_denied() {
        let needed = text::list(&said.permissions);
        return error.help(format!("the caller needs {needed}"));
    }
    match said.help() {
        Some(help) => error.help(help),
        None => error,
    }
}
