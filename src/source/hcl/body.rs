//! Attributes and blocks.

use super::{Attribute, Block, Body, MAX_DEPTH, Reader, template};
use crate::base::Span;
use crate::source::Key;

impl Reader<'_> {
    /// Reads up to the brace that closes the block whose brace is at `open`; without one, to the end of the text.
    pub(super) fn body(&mut self, open: Option<usize>) -> Body {
        let mut body = Body::default();
        loop {
            self.blanks(true);
            match (self.peek(), open) {
                (None, Some(open)) => {
                    self.unclosed(open, b'}');
                    break;
                }
                (None, None) => break,
                (Some(b'}'), Some(_)) => {
                    self.at += 1;
                    break;
                }
                (Some(_), _) => {
                    let start = self.at;
                    if self.statement(&mut body).is_none() {
                        self.at = start;
                        self.skip_expression(true);
                        // A bracket or comma that nothing awaits is a step forward, too.
                        self.at = self.at.max(start + 1);
                        self.at = self.text.ceil_char_boundary(self.at);
                        self.not_read(Span::new(start, self.at), "this line");
                    }
                }
            }
        }
        body
    }

    /// Reads an attribute or a block into `body`; nothing if it is neither.
    fn statement(&mut self, body: &mut Body) -> Option<()> {
        let name = self.name()?;
        self.blanks(false);
        if self.peek() == Some(b'=') && self.bytes.get(self.at + 1) != Some(&b'=') {
            self.at += 1;
            self.blanks(false);
            let value = self.expression(true);
            body.attributes.push(Attribute { name, value });
            return Some(());
        }
        let mut labels = Vec::new();
        loop {
            self.blanks(false);
            match self.peek()? {
                b'{' => break,
                b'"' => {
                    let start = self.at;
                    let label = template::quoted(self.text, start);
                    if !label.closed {
                        return None;
                    }
                    self.at = label.end;
                    labels.push(Key {
                        text: label.value.into(),
                        span: self.span_from(start),
                    });
                }
                _ => labels.push(self.name()?),
            }
        }
        if self.depth == MAX_DEPTH {
            return None;
        }
        let open = self.at;
        self.at += 1;
        self.depth += 1;
        let inner = self.body(Some(open));
        self.depth -= 1;
        body.blocks.push(Block {
            span: self.span_from(name.span.start as usize),
            kind: name,
            labels,
            body: inner,
        });
        Some(())
    }
}
