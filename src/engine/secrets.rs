//! Task tokens: whoever has one can answer the task, so nothing that people keep or paste may show one.

use super::{Event, EventKind, TaskToken};
use crate::base::Hidden;

/// The shortest token that is a secret.
const SHORTEST: usize = 16;

/// The tokens that were given out, to be struck out of every text that is written.
#[derive(Clone, Debug, Default)]
pub struct Secrets(Hidden);

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
        if token.len() >= SHORTEST {
            self.0.add(token);
        }
    }

    /// Whether no token is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts `***` in the place of every known token in `text`, which may be JSON too, whatever the token is encoded in: base64,
    /// a part of a URL, a string within a string.
    pub fn mask(&self, text: &mut String) {
        self.0.mask(text);
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

    /// `States.Base64Encode('{"t":"AAAAKgAAAAIAAAAA-one"}')`, as base64(1) gives it.
    #[test]
    fn strikes_out_what_encodes_a_token() {
        let known = secrets(&["AAAAKgAAAAIAAAAA-one"]);
        assert_eq!(
            masked(
                &known,
                "eyJ0IjoiQUFBQUtnQUFBQUlBQUFBQS1vbmUifQ== AAAAKgAAAAIAAAAA%2Done"
            ),
            "eyJ0Ijoi***ifQ== ***"
        );
        assert!(secrets(&["too-short"]).is_empty());
    }

    #[test]
    fn shows_no_token_of_its_own() {
        assert_eq!(
            format!("{:?}", secrets(&["AAAAKgAAAAIAAAAA-one"])),
            "Secrets(Hidden(1))"
        );
    }
}
