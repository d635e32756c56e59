//! What URLs hold of secrets in their user and in their path. What stands in their query is an assignment.

use super::cuts::Cuts;
use super::names::stands_for_another;
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
