//! Secrets that are known by how they are written.

use memchr::memmem::{Finder, find};
use std::ops::Range;
use std::sync::LazyLock;

/// A secret in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// Where it stands, in bytes.
    pub(super) at: Range<usize>,
    /// What it is: `an access key of AWS`.
    pub(super) what: &'static str,
    /// How much of it is known beforehand, in bytes.
    pub(super) known: usize,
}

/// What a token is written in, behind its beginning.
#[derive(Clone, Copy)]
enum Letters {
    /// Letters and digits.
    Plain,
    /// `-` and `_` too.
    Dashed,
    /// Dots as well.
    Dotted,
    /// Base64.
    Base64,
    /// Digits of base 16.
    Hex,
    /// Capital letters and digits, and so many as are wanted.
    Capitals,
}

use Letters::{Base64, Capitals, Dashed, Dotted, Hex, Plain};

/// Beginnings of tokens and keys, how much must follow, in what it is written, and whose they are. From what the services tell of
/// their formats, for those who look for secrets that got out.
const FORMS: [(&str, usize, Letters, &str); 62] = [
    ("AKIA", 16, Capitals, "an access key of AWS"),
    ("ASIA", 16, Capitals, "an access key of AWS"),
    ("ABSK", 60, Base64, "a key of Bedrock"),
    ("bedrock-api-key-", 20, Base64, "a key of Bedrock"),
    ("ghp_", 30, Plain, "a token of GitHub"),
    ("gho_", 30, Plain, "a token of GitHub"),
    ("ghu_", 30, Plain, "a token of GitHub"),
    ("ghs_", 30, Plain, "a token of GitHub"),
    ("ghr_", 30, Plain, "a token of GitHub"),
    ("github_pat_", 30, Dashed, "a token of GitHub"),
    ("glpat-", 16, Dashed, "a token of GitLab"),
    ("gldt-", 16, Dashed, "a token of GitLab"),
    ("glrt-", 16, Dashed, "a token of GitLab"),
    ("glptt-", 16, Dashed, "a token of GitLab"),
    ("xoxa-", 20, Dashed, "a token of Slack"),
    ("xoxb-", 20, Dashed, "a token of Slack"),
    ("xoxc-", 20, Dashed, "a token of Slack"),
    ("xoxd-", 20, Dashed, "a token of Slack"),
    ("xoxe-", 20, Dashed, "a token of Slack"),
    ("xoxp-", 20, Dashed, "a token of Slack"),
    ("xoxr-", 20, Dashed, "a token of Slack"),
    ("xoxs-", 20, Dashed, "a token of Slack"),
    ("xapp-", 20, Dashed, "a token of Slack"),
    ("sk_live_", 16, Plain, "a key of Stripe"),
    ("rk_live_", 16, Plain, "a key of Stripe"),
    ("sk_test_", 16, Plain, "a key of Stripe"),
    ("rk_test_", 16, Plain, "a key of Stripe"),
    ("whsec_", 16, Base64, "a secret of Stripe"),
    ("sk-ant-", 20, Dashed, "a key of Anthropic"),
    ("sk-proj-", 20, Dashed, "a key of OpenAI"),
    ("sk-svcacct-", 20, Dashed, "a key of OpenAI"),
    ("sk-", 40, Plain, "a key of OpenAI"),
    ("gsk_", 40, Plain, "a key of Groq"),
    ("r8_", 30, Plain, "a token of Replicate"),
    ("hf_", 30, Plain, "a token of Hugging Face"),
    ("pplx-", 40, Plain, "a key of Perplexity"),
    ("AIza", 31, Dashed, "a key of Google"),
    ("ya29.", 20, Dashed, "a token of Google"),
    ("GOCSPX-", 20, Dashed, "a client secret of Google"),
    ("npm_", 30, Plain, "a token of npm"),
    ("pypi-", 50, Dashed, "a token of PyPI"),
    ("rubygems_", 40, Hex, "a key of RubyGems"),
    ("dckr_pat_", 20, Dashed, "a token of Docker"),
    ("dop_v1_", 40, Hex, "a token of DigitalOcean"),
    ("SG.", 40, Dotted, "a key of SendGrid"),
    ("shpat_", 30, Hex, "a token of Shopify"),
    ("shpss_", 30, Hex, "a secret of Shopify"),
    ("shpca_", 30, Hex, "a token of Shopify"),
    ("shppa_", 30, Hex, "a token of Shopify"),
    ("sq0atp-", 20, Dashed, "a token of Square"),
    ("sq0csp-", 40, Dashed, "a secret of Square"),
    ("hvs.", 24, Dashed, "a token of Vault"),
    ("hvb.", 24, Dashed, "a token of Vault"),
    ("lin_api_", 30, Plain, "a key of Linear"),
    ("ntn_", 40, Plain, "a token of Notion"),
    ("figd_", 30, Dashed, "a token of Figma"),
    ("PMAK-", 40, Dashed, "a key of Postman"),
    ("NRAK-", 20, Plain, "a key of New Relic"),
    ("glsa_", 30, Dashed, "a token of Grafana"),
    ("dapi", 32, Hex, "a token of Databricks"),
    ("ATATT3", 50, Dashed, "a token of Atlassian"),
    ("AGE-SECRET-KEY-1", 50, Plain, "a key of age"),
];

/// `{"` in base64, with which a JSON Web Token begins.
const OBJECT: &[u8] = b"eyJ";

/// What a JSON Web Token is called.
const JWT: &str = "a JSON Web Token";

/// All secrets of a text that are known by their form: private keys first.
pub(super) fn forms(text: &str) -> impl Iterator<Item = Found> {
    private_keys(text).into_iter().chain(words(text))
}

/// Blocks of PEM with a private key, to their ends or that of the text.
pub(super) fn private_keys(text: &str) -> Vec<Found> {
    static BEGIN: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("-----BEGIN "));
    let bytes = text.as_bytes();
    let mut found: Vec<Found> = Vec::new();
    for start in BEGIN.find_iter(bytes) {
        let label = &bytes[start + BEGIN.needle().len()..];
        let Some(label) = find(label, b"-----").map(|end| &label[..end]) else {
            break;
        };
        let within = found.last().is_some_and(|last| start < last.at.end);
        if within || find(label, b"PRIVATE KEY").is_none() {
            continue;
        }
        let end = [b"-----END ", label, b"-----"].concat();
        let end = find(&bytes[start..], &end).map_or(bytes.len(), |at| start + at + end.len());
        found.push(Found {
            at: start..end,
            what: "a private key",
            known: 0,
        });
    }
    found
}

/// By the first letter of a form, a bit for each second one. Most words begin with neither.
static BEGINS: LazyLock<[u128; 256]> = LazyLock::new(|| {
    let mut begins = [0; 256];
    let forms = FORMS.iter().map(|(form, ..)| form.as_bytes());
    for form in forms.chain([OBJECT]) {
        begins[usize::from(form[0])] |= 1 << form[1];
    }
    begins
});

fn words(text: &str) -> impl Iterator<Item = Found> {
    let begins = &*BEGINS;
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() {
            let second = bytes.get(at + 1).filter(|second| second.is_ascii());
            let is_form =
                second.is_some_and(|second| begins[usize::from(bytes[at])] >> second & 1 == 1);
            let is_start = is_form && begins_word(bytes, at);
            if let Some(mut found) = is_start.then(|| secret_at(&bytes[at..])).flatten() {
                found.at = at..at + found.at.end;
                at = found.at.end;
                return Some(found);
            }
            at += 1;
        }
        None
    })
}

/// Whether no letter or digit stands before: one that belongs to an escape (`\n`, `%3D`) does not count.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map(|at| bytes[at]);
    match before(1) {
        Some(letter) if letter.is_ascii_alphanumeric() => {
            before(2) == Some(b'\\') && matches!(letter, b'n' | b'r' | b't')
                || before(3) == Some(b'%')
        }
        _ => true,
    }
}

fn secret_at(bytes: &[u8]) -> Option<Found> {
    if let Some(length) = json_web_token(bytes) {
        return Some(Found {
            at: 0..length,
            what: JWT,
            known: 3,
        });
    }
    FORMS.iter().find_map(|(begin, least, letters, what)| {
        let rest = bytes.strip_prefix(begin.as_bytes())?;
        let length = length(rest, *letters);
        let is_whole = match letters {
            // One that goes on is another word.
            Capitals => {
                length == *least && !rest.get(length).is_some_and(u8::is_ascii_alphanumeric)
            }
            _ => length >= *least,
        };
        is_whole.then_some(Found {
            at: 0..begin.len() + length,
            what,
            known: begin.len(),
        })
    })
}

/// How many of the first bytes are such letters, but for dots and dashes at the end, which are those of a sentence.
fn length(bytes: &[u8], letters: Letters) -> usize {
    let is_letter = |byte: &u8| match letters {
        Plain => byte.is_ascii_alphanumeric(),
        Dashed => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'),
        Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'),
        Base64 => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+' | b'/' | b'='),
        Hex => byte.is_ascii_hexdigit(),
        Capitals => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
    };
    let length = bytes.iter().take_while(|byte| is_letter(byte)).count();
    let trailing = bytes[..length].iter().rev();
    length - trailing.take_while(|byte| **byte == b'.').count()
}

/// The length of the JSON Web Token with which the bytes begin: a header and a payload, which are JSON in base64, and a signature
/// (RFC 7519, section 3; RFC 7516, section 3, has five parts and no payload to be read).
fn json_web_token(bytes: &[u8]) -> Option<usize> {
    /// Bytes of the longest header: one has a few members.
    const HEADER: usize = 2_048;
    if !bytes.starts_with(OBJECT) {
        return None;
    }
    let header = length(&bytes[..bytes.len().min(HEADER)], Dashed);
    if bytes.get(header) != Some(&b'.') {
        return None;
    }
    let length = length(bytes, Dotted);
    let parts: Vec<&[u8]> = bytes[..length].split(|byte| *byte == b'.').collect();
    let [header, payload, rest @ ..] = &parts[..] else {
        return None;
    };
    let is_signed = payload.starts_with(OBJECT) && rest.len() <= 1;
    let is_encrypted = rest.len() == 3;
    (header.len() >= 12 && (is_signed || is_encrypted)).then_some(length)
}
