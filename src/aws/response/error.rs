//! What an answer that is no success says.

use super::{Response, tree};
use crate::aws::service_fault::Said;
use crate::services::api::{Protocol, Service};
use crate::value::Value;

/// What an answer that is no success says. A body that cannot be read gives its beginning as the message.
pub(in crate::aws) fn said(service: &Service, response: &Response) -> Said {
    let mut said = match service.protocol {
        Protocol::Json | Protocol::RestJson | Protocol::Cbor => in_json(service, response),
        Protocol::Query | Protocol::Ec2 | Protocol::RestXml => in_xml(response),
    };
    if let Some(id) = response.request_id() {
        said.request_id = Some(id.to_owned());
    }
    said.extended_request_id = response.header("x-amz-id-2").map(str::to_owned);
    if said.bucket_region.is_none() && matches!(response.status, 301 | 307) {
        said.bucket_region = response.header("x-amz-bucket-region").map(str::to_owned);
    }
    said
}

fn in_json(service: &Service, response: &Response) -> Said {
    let body = response
        .members(service.protocol)
        .ok()
        .flatten()
        .unwrap_or_default();
    let text = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| body.get(name).and_then(Value::as_str))
            .map(str::to_owned)
    };
    let query_code = response.header("x-amzn-query-error");
    let query_code = query_code.and_then(|header| Some(header.split(';').next()?.to_owned()));
    let code = response
        .header("x-amzn-errortype")
        .map(str::to_owned)
        .or_else(|| text(&["__type", "code", "Code"]))
        .or_else(|| query_code.clone());
    Said {
        // `com.amazonaws.dynamodb.v20120810#ResourceNotFoundException:http://…`
        code: code
            .and_then(|code| {
                let name = code.split(':').next()?.rsplit('#').next()?;
                Some(name.to_owned())
            })
            .filter(|code| !code.is_empty()),
        query_code,
        message: text(&["message", "Message", "errorMessage"]).or_else(|| beginning(response)),
        ..Said::default()
    }
}

fn in_xml(response: &Response) -> Said {
    let root = response.text().and_then(tree::read).unwrap_or_default();
    let Some(error) = root.find("Error") else {
        return Said {
            message: beginning(response),
            ..Said::default()
        };
    };
    let text = |name: &str| {
        error
            .text_of(name)
            .map(str::trim)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    let id = ["RequestId", "RequestID"]
        .into_iter()
        .find_map(|name| root.find(name))
        .map(|element| element.text.clone());
    let code = text("Code");
    Said {
        bucket_region: text("Region")
            .filter(|_| code.as_deref() == Some("AuthorizationHeaderMalformed")),
        message: text("Message"),
        request_id: id,
        code,
        ..Said::default()
    }
}

/// The beginning of a body that says nothing in the way of the protocol.
fn beginning(response: &Response) -> Option<String> {
    let text = String::from_utf8_lossy(&response.body);
    let text = text.trim();
    (!text.is_empty() && !text.starts_with('{')).then(|| text.chars().take(200).collect())
}
