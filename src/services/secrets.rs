//! What secrets look like.

use memchr::memmem::Finder;
use std::sync::LazyLock;

/// Beginnings of tokens and keys, how much must follow, and whose they are.
const PREFIXES: [(&str, usize, &str); 10] = [
    ("ghp_", 30, "a token of GitHub"),
    ("github_pat_", 30, "a token of GitHub"),
    ("glpat-", 16, "a token of GitLab"),
    ("xoxb-", 20, "a token of Slack"),
    ("xoxp-", 20, "a token of Slack"),
    ("sk_live_", 16, "a key of Stripe"),
    ("rk_live_", 16, "a key of Stripe"),
    ("sk-ant-", 20, "a key of Anthropic"),
    ("sk-proj-", 20, "a key of OpenAI"),
    ("AIza", 31, "a key of Google"),
];

/// The shortest secret that is known by its form: an access key of AWS.
const SHORTEST: usize = 20;

/// What kind of secret a text holds, by its form alone: `an access key of AWS`.
pub fn secret(text: &str) -> Option<&'static str> {
    if text.len() < SHORTEST {
        return None;
    }
    if is_private_key(text) {
        return Some("a private key");
    }
    words(text).find_map(secret_word)
}

/// A text with `stars` in the place of the secrets in it that are known by their form; nothing where there are none.
pub fn without_secrets(text: &str, stars: &str) -> Option<String> {
    if is_private_key(text) {
        return Some(stars.to_owned());
    }
    let secrets: Vec<&str> = words(text)
        .filter(|word| secret_word(word).is_some())
        .collect();
    if secrets.is_empty() {
        return None;
    }
    let struck = secrets
        .into_iter()
        .fold(text.to_owned(), |text, secret| text.replace(secret, stars));
    Some(struck)
}

fn is_private_key(text: &str) -> bool {
    static BEGIN: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("-----BEGIN "));
    BEGIN.find(text.as_bytes()).is_some() && text.contains("PRIVATE KEY-----")
}

fn secret_word(word: &str) -> Option<&'static str> {
    let is_access_key = word.len() == 20
        && (word.starts_with("AKIA") || word.starts_with("ASIA"))
        && word
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit());
    if is_access_key {
        return Some("an access key of AWS");
    }
    PREFIXES.iter().find_map(|(prefix, rest, what)| {
        let tail = word.strip_prefix(prefix)?;
        (tail.len() >= *rest && is_random(tail)).then_some(*what)
    })
}

/// What the value of a key is, by the end of the key's name.
const KEYS: [(&str, Held); 12] = [
    ("authorization", Held::Header),
    ("xapikey", Held::Header),
    ("password", Held::Password),
    ("passwd", Held::Password),
    ("passphrase", Held::Password),
    ("apikey", Held::Key),
    ("secretkey", Held::Key),
    ("secretaccesskey", Held::Key),
    ("privatekey", Held::Key),
    ("clientsecret", Held::Key),
    ("accesstoken", Held::Key),
    ("authtoken", Held::Key),
];

/// What may stand between the words of a key.
const BETWEEN: [char; 3] = ['_', '-', ' '];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// The key has no other name than this.
    Header,
    Password,
    Key,
}

/// What kind of secret the text under a key is, by the name of the key: a password, the value of a header `Authorization`.
pub fn secret_under(key: &str, text: &str) -> Option<&'static str> {
    // Before anything is looked at letter by letter, the last one leaves most keys without a name that could fit.
    let last = key.bytes().rfind(u8::is_ascii_alphanumeric)?;
    let last = last.to_ascii_lowercase();
    let mut could = KEYS
        .iter()
        .filter(|(name, _)| name.ends_with(char::from(last)));
    let held = could.find_map(|(name, held)| {
        let before = before_end(key, name)?;
        (*held != Held::Header || before.is_empty()).then_some(*held)
    })?;
    if !is_literal(text) {
        return None;
    }
    match held {
        Held::Header => {
            let value = text.split_once(' ').map_or(text, |(_, value)| value);
            (value.len() >= 12 && is_random(value)).then_some("the credentials of a header")
        }
        Held::Password => (text.len() >= 6 && !text.contains(' ')).then_some("a password"),
        Held::Key => (text.len() >= 16 && is_random(text)).then_some("a key"),
    }
}

/// What stands in `key` before `end`, which is in small letters; nothing where it ends otherwise. `_`, `-` and blanks in the key,
/// and whether its letters are capital, make no difference.
fn before_end<'k>(key: &'k str, end: &str) -> Option<&'k str> {
    let trimmed = |key: &'k str| key.trim_end_matches(BETWEEN);
    let mut key = trimmed(key);
    for letter in end.chars().rev() {
        let last = key.chars().next_back()?;
        if last.to_ascii_lowercase() != letter {
            return None;
        }
        key = trimmed(&key[..key.len() - last.len_utf8()]);
    }
    Some(key)
}

/// The words of a text that are long enough for a secret.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let words = text.as_bytes().split(move |b| !is_part(b));
    let long = words.filter(|word| word.len() >= SHORTEST);
    long.filter_map(|word| std::str::from_utf8(word).ok())
}

/// Whether it is the very value: no path, expression, placeholder or reference, and none that only stands for one.
fn is_literal(text: &str) -> bool {
    let starts = [
        "$",
        "{%",
        "States.",
        "arn:",
        "{{resolve:",
        "/",
        "<",
        "https://",
        "http://",
        "alias/",
    ];
    let lower = text.to_lowercase();
    let stands_for = [
        "example",
        "changeme",
        "placeholder",
        "your",
        "dummy",
        "xxx",
        "***",
        "...",
    ];
    !text.contains("${")
        && !text.contains("{{")
        && !starts.iter().any(|start| text.starts_with(start))
        && !stands_for.iter().any(|word| lower.contains(word))
}

/// Letters and digits without order, as far as that can be told: no words.
fn is_random(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    digits >= 2
        && letters >= 4
        && !text.contains(' ')
        && text.bytes().all(|b| b.is_ascii_graphic())
        && !text.to_lowercase().contains("example")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Put together here, so that no scanner takes them for real.
    fn made(prefix: &str, rest: &str) -> String {
        format!("{prefix}{rest}")
    }

    #[test]
    fn knows_secrets_by_their_form() {
        let key = made("AKIA", "Q3EGRCTTLAK7XH2B");
        assert_eq!(secret(&key), Some("an access key of AWS"));
        assert_eq!(secret(&format!("key={key};")), Some("an access key of AWS"));
        assert!(secret(&made("ghp_", "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8")).is_some());
        assert!(secret("-----BEGIN RSA PRIVATE KEY-----\nMII").is_some());
        for none in [
            "AKIA",
            "arn:aws:iam::123456789012:role/x",
            "sk-anthropic",
            "$.token",
        ] {
            assert_eq!(secret(none), None, "{none}");
        }
    }

    #[test]
    fn knows_secrets_by_their_key() {
        assert_eq!(
            secret_under("MasterUserPassword", "hunter22"),
            Some("a password")
        );
        assert_eq!(
            secret_under(
                "Authorization",
                &made("Bearer ", "a8f5f167f44f4964e6c998dee827110c")
            ),
            Some("the credentials of a header")
        );
        assert_eq!(
            secret_under("api_key", "9f86d081884c7d659a2feaa0c55ad015"),
            Some("a key")
        );
        assert_eq!(
            secret_under("X-Api_Key ", "9f86d081884c7d659a2feaa0c55ad015"),
            Some("the credentials of a header")
        );
        for (key, text) in [
            ("password.$", "$.password"),
            ("Password", "${Password}"),
            ("password", "{{resolve:secretsmanager:db}}"),
            ("Authorization", "Bearer token"),
            ("apiKey", "the-name-of-the-key"),
            ("taskToken", "9f86d081884c7d659a2feaa0c55ad015"),
            (
                "proxyAuthorization",
                "Bearer a8f5f167f44f4964e6c998dee827110c",
            ),
            ("-", "hunter22"),
        ] {
            assert_eq!(secret_under(key, text), None, "{key}");
        }
    }
}
