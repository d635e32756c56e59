//! Instants that are written out.

use super::object::Object;
use super::{Lowering, aws};
use crate::base::text;
use crate::diagnostics::Diagnostic;
use crate::source::Node;

impl Lowering<'_> {
    /// A text that is no instant of the profile that AWS takes.
    pub(super) fn invalid_timestamp(&mut self, object: &Object<'_>, field: &str, node: &Node) {
        let written = node.text().map(|text| &**text).unwrap_or_default();
        let message = format!(
            "`{field}` of {}, `{}`, is no timestamp",
            object.name,
            text::shorten(written, 60)
        );
        let help = if written.starts_with("{%") {
            "the state speaks JSONPath: give it `\"QueryLanguage\": \"JSONata\"`, or read the time with the `…Path` form"
        } else if written.starts_with('$') {
            "to read it from the data use the `…Path` form of the field"
        } else {
            "write it as in `2016-03-14T01:59:00Z`: with `T`, and with `Z` or an offset like `+02:00`"
        };
        let diagnostic = Diagnostic::error("invalid-timestamp", node.span, message)
            .at(object.at(field))
            .help(help);
        self.push(diagnostic.aws(aws::SCHEMA, aws::TIMESTAMP));
    }
}
