//! Ready edits of what lowering finds. They need the text of the file; where it is not given, there are none.

use super::Lowering;
use super::object::Object;
use crate::base::Span;
use crate::diagnostics::{Diagnostic, Edit, Fix};
use crate::source::edit::{self, NewValue};
use crate::source::{Member, Node};

impl Lowering<'_> {
    /// The text that all spans point into.
    pub(super) fn source(&self) -> Option<&str> {
        self.options.file.map(|file| &*file.text)
    }

    /// Adds the fix that writes `new` for the key or string `old` at `span`. That is certain where the letters are the same.
    pub(super) fn respelt(
        &self,
        diagnostic: Diagnostic,
        span: Span,
        old: &str,
        new: &str,
    ) -> Diagnostic {
        self.rewritten(diagnostic, span, old, new, same_letters(old, new))
    }

    /// Adds the fix that writes `new` for the key or string `old` at `span`.
    pub(super) fn rewritten(
        &self,
        diagnostic: Diagnostic,
        span: Span,
        old: &str,
        new: &str,
        safe: bool,
    ) -> Diagnostic {
        let edit = self.source().and_then(|source| {
            let written = source.get(span.range())?;
            let bare = written.trim_matches(['"', '\'']);
            if bare != old {
                return None;
            }
            edit::replace_text(source, span, new)
        });
        with_fix(
            diagnostic,
            safe,
            format!("write `{new}`"),
            edit.map(|edit| vec![edit]),
        )
    }

    /// Adds the fix that writes `text` as it is for the value `node`, which is written as `old`.
    pub(super) fn literal(
        &self,
        diagnostic: Diagnostic,
        node: &Node,
        old: &str,
        text: &str,
    ) -> Diagnostic {
        let edit = self.source().and_then(|source| {
            let written = source.get(node.span.range())?;
            let bare = written.trim_matches(['"', '\'']);
            (bare == old).then(|| edit::replace(node.span, text))
        });
        with_fix(
            diagnostic,
            true,
            format!("write `{text}`"),
            edit.map(|edit| vec![edit]),
        )
    }

    /// Adds the fix that writes `new` for the name `old` at the end of the part of a string that the diagnostic is about,
    /// where it stands in the source just so.
    pub(super) fn part_rewritten(
        &self,
        diagnostic: Diagnostic,
        old: &str,
        new: &str,
    ) -> Diagnostic {
        let span = diagnostic.span();
        let plain = !new.contains(['"', '\\', '\'']);
        let edit = self.source().and_then(|source| {
            let before = source.get(span.range())?.strip_suffix(old)?;
            let whole = before.is_empty() || before == "$" || before.ends_with('.');
            let start = span.start as usize + before.len();
            (whole && plain).then(|| edit::replace(Span::new(start, span.end as usize), new))
        });
        with_fix(
            diagnostic,
            false,
            format!("write `{new}`"),
            edit.map(|edit| vec![edit]),
        )
    }

    /// Adds the fix that inserts a member behind the last of an object.
    pub(super) fn inserted(
        &self,
        diagnostic: Diagnostic,
        object: &Object<'_>,
        key: &str,
        value: NewValue<'_>,
    ) -> Diagnostic {
        let edit = self.source().and_then(|source| {
            let last = object.members().last()?;
            if object.node.aliased || last.value.aliased {
                return None;
            }
            edit::insert_member(source, object.node.span, last.value.span, key, value)
        });
        let shown = match value {
            NewValue::Text(text) => edit::json_string(text),
            NewValue::Json(text) => text.to_owned(),
        };
        let title = format!("add `\"{key}\": {shown}`");
        with_fix(diagnostic, false, title, edit.map(|edit| vec![edit]))
    }

    /// Adds the fix that removes a member of an object.
    pub(super) fn removed(
        &self,
        diagnostic: Diagnostic,
        object: &Object<'_>,
        member: &Member,
        safe: bool,
    ) -> Diagnostic {
        let edit = self
            .source()
            .and_then(|source| edit::remove_member(source, object.node, member));
        let title = format!(
            "remove `{}`",
            crate::base::text::shorten(&member.key.text, 60)
        );
        with_fix(diagnostic, safe, title, edit.map(|edit| vec![edit]))
    }
}

/// Adds a fix, where there are edits for it.
pub(super) fn with_fix(
    diagnostic: Diagnostic,
    safe: bool,
    title: String,
    edits: Option<Vec<Edit>>,
) -> Diagnostic {
    match edits {
        Some(edits) => diagnostic.fix(Fix { title, safe, edits }),
        None => diagnostic,
    }
}

/// Whether two names differ in nothing but capitals, blanks, dashes and the like.
pub(super) fn same_letters(one: &str, other: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    letters(one) == letters(other)
}
