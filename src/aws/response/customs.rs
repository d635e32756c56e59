//! What single services answer beside their models.

use super::tree::{self, Element};
use super::{Reader, Response};
use crate::services::api::{Location, Service, Structure};
use crate::value::Object;

/// Ids of Route 53 begin with what they are, which the SDK for Java takes away (its `Route53IdInterceptor`), so that they fit
/// the next request.
const ID_PREFIXES: [&str; 3] = ["/hostedzone/", "/change/", "/delegationset/"];

/// A text of a result without what the SDK for Java takes away.
pub(super) fn text<'a>(service: &Service, text: &'a str) -> &'a str {
    if service.name != "route53" {
        return text;
    }
    ID_PREFIXES
        .iter()
        .find_map(|prefix| text.strip_prefix(prefix))
        .unwrap_or(text)
}

/// The result where the root of the answer is itself the one member: S3's `GetBucketLocation`.
pub(super) fn root_member(
    reader: &Reader,
    structure: &'static Structure,
    root: &Element,
) -> Option<Object> {
    let member = structure.members.iter().find(|member| {
        member.location == Location::Body
            && member.wire_name() == root.name
            && reader.shape(member.shape).as_scalar().is_some()
    })?;
    let name = reader.spelling.member(member.name).into_owned();
    Some(
        [(name, reader.xml(member.shape, root))]
            .into_iter()
            .collect(),
    )
}

/// Whether an answer of S3 with the status of a success tells of an error: copies and uploads that take long begin to
/// answer before they are done (S3 API reference, "CopyObject").
pub(in crate::aws) fn hides_error(service: &Service, response: &Response) -> bool {
    service.name == "s3"
        && response
            .header("content-type")
            .is_some_and(|kind| kind.contains("xml"))
        && response
            .text()
            .and_then(tree::read)
            .is_ok_and(|root| root.name == "Error")
}
