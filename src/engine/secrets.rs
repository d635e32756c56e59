//! Task tokens: whoever has one can answer the task, so nothing that people keep or paste may show one.

use super::{Event, EventKind, TaskToken};
use std::collections::HashMap;

/// Bytes by which a token is looked up. A token that is shorter is no secret that could be kept.
const HEAD: usize = 16;

const STARS: &str = "***";

/// The tokens that were given out, to be struck out of every text that is written.
#[derive(Clone, Default)]
pub struct Secrets {
    by_head: HashMap<[u8; HEAD], Vec<Box<str>>, foldhash::fast::FixedState>,
}

impl Secrets {
    /// Remembers the token that an event gives out, if it does.
    pub fn learn(&mut self, event: &Event) {
        if let EventKind::TaskScheduled {
            token: Some(token), ..
        }
        | EventKind::DataStage {
            token: Some(token), ..
        } = &event.kind
        {
            self.add(token);
        }
    }

    /// Remembers a token.
    pub fn add(&mut self, token: &TaskToken) {
        let token = token.reveal();
        let Some(head) = token.as_bytes().first_chunk::<HEAD>() else {
            return;
        };
        let same_head = self.by_head.entry(*head).or_default();
        if !same_head.iter().any(|known| **known == **token) {
            same_head.push((&**token).into());
        }
    }

    /// Whether no token is known.
    pub fn is_empty(&self) -> bool {
        self.by_head.is_empty()
    }

    /// Puts `***` in the place of every known token in `text`. JSON text too: a token has no character that JSON
    /// escapes.
    pub fn mask(&self, text: &mut String) {
        if self.is_empty() || text.len() < HEAD {
            return;
        }
        let mut masked = String::new();
        let (mut from, mut at) = (0, 0);
        while let Some(head) = text
            .as_bytes()
            .get(at..)
            .and_then(|rest| rest.first_chunk::<HEAD>())
        {
            match self.token_at(head, &text.as_bytes()[at..]) {
                Some(length) => {
                    masked.push_str(&text[from..at]);
                    masked.push_str(STARS);
                    at += length;
                    from = at;
                }
                None => at += 1,
            }
        }
        if from > 0 {
            masked.push_str(&text[from..]);
            *text = masked;
        }
    }

    /// Length of the longest token with which `bytes` begins.
    fn token_at(&self, head: &[u8; HEAD], bytes: &[u8]) -> Option<usize> {
        let tokens = self.by_head.get(head)?;
        let found = tokens
            .iter()
            .filter(|token| bytes.starts_with(token.as_bytes()));
        found.map(|token| token.len()).max()
    }
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tokens: usize = self.by_head.values().map(Vec::len).sum();
        write!(formatter, "Secrets({tokens})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(tokens: &[&str]) -> Secrets {
        let mut secrets = Secrets::default();
        for token in tokens {
            secrets.add(&TaskToken::new((*token).into()));
        }
        secrets
    }

    fn masked(secrets: &Secrets, text: &str) -> String {
        let mut text = text.to_owned();
        secrets.mask(&mut text);
        text
    }

    #[test]
    fn strikes_out_every_known_token_and_nothing_else() {
        let known = secrets(&["AAAAKgAAAAIAAAAA-one", "AAAAKgAAAAIAAAAA-two-longer"]);
        assert_eq!(
            masked(
                &known,
                "é{\"t\":\"AAAAKgAAAAIAAAAA-two-longer\",\"u\":\"x AAAAKgAAAAIAAAAA-one.\"}"
            ),
            "é{\"t\":\"***\",\"u\":\"x ***.\"}"
        );
        assert_eq!(
            masked(&known, "AAAAKgAAAAIAAAAA-three"),
            "AAAAKgAAAAIAAAAA-three"
        );
        assert_eq!(
            masked(&Secrets::default(), "AAAAKgAAAAIAAAAA-one"),
            "AAAAKgAAAAIAAAAA-one"
        );
    }

    #[test]
    fn takes_the_longest_of_tokens_that_begin_alike() {
        let known = secrets(&["0123456789abcdef", "0123456789abcdef-and-more"]);
        assert_eq!(masked(&known, "<0123456789abcdef-and-more>"), "<***>");
        assert_eq!(masked(&known, "0123456789abcdef0123456789abcdef"), "******");
    }

    #[test]
    fn shows_no_token_of_its_own() {
        assert_eq!(
            format!("{:?}", secrets(&["AAAAKgAAAAIAAAAA-one"])),
            "Secrets(1)"
        );
    }
}
