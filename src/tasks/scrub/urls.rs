//! What URLs hold of secrets in their user and in their path. What stands in their query is an assignment.

use super::cuts::Cuts;
use super::names::stands_for_another;
use super::words::is_token;
use memchr::memmem::{find, find_iter};
use std::ops::Range;

/// URLs whose rest is the secret: who knows it may send. From the pages of the services on incoming webhooks.
const WEBHOOKS: [&str; 15] = [
    "hooks.slack.com/services/",
    "hooks.slack.com/workflows/",
    "hooks.slack.com/triggers/",
    "hooks.slack-gov.com/services/",
    ".webhook.office.com/webhookb2/",
    "outlook.office.com/webhook/",
    "outlook.office365.com/webhook/",
    "hooks.zapier.com/hooks/catch/",
    "hooks.chime.aws/incomingwebhooks/",
    "api.telegram.org/bot",
    "events.pagerduty.com/integration/",
    "open.feishu.cn/open-apis/bot/v2/hook/",
    "open.larksuite.com/open-apis/bot/v2/hook/",
    "qyapi.weixin.qq.com/cgi-bin/webhook/send?key=",
    "hook.eu1.make.com/",
];

/// Hosts of Discord, which has the version of its API before `webhooks`.
const DISCORD: [&str; 2] = ["discord.com/api/", "discordapp.com/api/"];

/// Bytes in which the user of a URL must end.
const LONGEST: usize = 2_048;

/// Finds passwords of URLs and webhooks.
pub(super) fn find_in(cuts: &mut Cuts<'_>) {
    let text = cuts.text();
    for scheme in find_iter(text.as_bytes(), b"://") {
        if let Some(password) = password(text, scheme + 3) {
            cuts.strike_everywhere(password);
        }
    }
    for database in find_iter(text.as_bytes(), b"jdbc:oracle:") {
        if let Some(password) = password_of_oracle(text, database) {
            cuts.strike_everywhere(password);
        }
    }
    for name in [KEY, CODE] {
        for at in find_iter(text.as_bytes(), name) {
            if let Some(value) = parameter(text, at, name) {
                cuts.strike_everywhere(value);
            }
        }
    }
    if find(text.as_bytes(), b"hook").is_none()
        && find(text.as_bytes(), b"api.telegram.org").is_none()
        && find(text.as_bytes(), b"pagerduty").is_none()
    {
        return;
    }
    for webhook in WEBHOOKS {
        for at in find_iter(text.as_bytes(), webhook) {
            let start = at + webhook.len();
            cuts.strike_everywhere(start..start + path(&text[start..]));
        }
    }
    for host in DISCORD {
        for at in find_iter(text.as_bytes(), host) {
            let path = &text[at..at + host.len() + path(&text[at + host.len()..])];
            if let Some(behind) = path.find("/webhooks/") {
                cuts.strike_everywhere(at + behind + "/webhooks/".len()..at + path.len());
            }
        }
    }
}

/// Where the password of a URL stands whose authority begins at `start`: `user:password@host`. One that holds a slash is no part of
/// an authority (RFC 3986, section 3.2), but people write it.
fn password(text: &str, start: usize) -> Option<Range<usize>> {
    let ends = |letter: char| {
        letter.is_whitespace() || matches!(letter, '"' | '\'' | '<' | '>' | '\\' | '`')
    };
    let url = &text[start..text.floor_char_boundary(start + LONGEST)];
    let authority = &url[..url
        .find(|letter| ends(letter) || matches!(letter, '/' | '?' | '#'))
        .unwrap_or(url.len())];
    let colon = authority.find(':')?;
    let end = match authority.rfind('@') {
        Some(end) if end < colon => return None,
        Some(end) => end,
        None => {
            let is_port = authority[colon + 1..]
                .bytes()
                .all(|byte| byte.is_ascii_digit());
            if is_port || authority.starts_with('[') {
                return None;
            }
            let url = &url[..url.find(ends).unwrap_or(url.len())];
            url.rfind('@')?
        }
    };
    let password = &url[colon + 1..end];
    (!stands_for_another(password)).then_some(start + colon + 1..start + end)
}

/// A parameter that is a secret in webhooks of Google Chat.
const KEY: &str = "key=";
/// A parameter that is a secret where an authorization is handed on (RFC 6749, sections 4.1.2 and 4.1.3).
const CODE: &str = "code=";

/// The value of the parameter whose name stands at `at`, where what is around it tells that it is a secret.
fn parameter(text: &str, at: usize, name: &str) -> Option<Range<usize>> {
    let ends = |letter: char| {
        letter.is_whitespace() || matches!(letter, '"' | '\'' | '<' | '>' | '\\' | '`')
    };
    let before = &text[text.ceil_char_boundary(at.saturating_sub(LONGEST))..at];
    let before = &before[before.rfind(ends).map_or(0, |end| end + 1)..];
    let behind = &text[at + name.len()..text.floor_char_boundary(at + LONGEST)];
    let behind = &behind[..behind.find(ends).unwrap_or(behind.len())];
    let end = behind.find(['&', '#', ')', ']', '}', ';']);
    let (value, after) = behind.split_at(end.unwrap_or(behind.len()));
    let is_parameter = before.is_empty() || before.ends_with(['?', '&', '#']);
    let has = |name: &str| {
        let names = |part: &str, mark| part.split(mark).any(|part| part.starts_with(name));
        names(before, ['?', '&', '#']) || names(after, ['?', '&', '#'])
    };
    let is_one = match name {
        KEY => before.contains("chat.googleapis.com/") && !stands_for_another(value),
        _ => (has("state=") || has("client_id=") || has("redirect_uri=")) && is_token(value),
    };
    let start = at + name.len();
    (is_parameter && is_one).then_some(start..start + value.len())
}

/// Where the password of a URL of Oracle's driver stands: `jdbc:oracle:thin:user/password@host`.
fn password_of_oracle(text: &str, at: usize) -> Option<Range<usize>> {
    let ends = |letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | '\\');
    let url = &text[at..text.floor_char_boundary(at + LONGEST)];
    let url = &url[..url.find(ends).unwrap_or(url.len())];
    let proved = &url[..url.find('@')?];
    let password = proved.find('/')? + 1;
    (!stands_for_another(&proved[password..])).then_some(at + password..at + proved.len())
}

/// How long the path is with which a text begins.
fn path(text: &str) -> usize {
    let ends = |letter: char| {
        letter.is_whitespace()
            || matches!(
                letter,
                '"' | '\'' | '<' | '>' | '\\' | '`' | '?' | '#' | ')' | ']' | '}' | ',' | ';' | '|'
            )
    };
    text.find(ends).unwrap_or(text.len())
}
