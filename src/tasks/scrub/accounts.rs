//! Account numbers of AWS.

use super::cuts::Cuts;
use std::collections::HashSet;
use std::ops::Range;

/// AWS's own example of an account: it stands in the place of every other.
pub(super) const STAND_IN: &str = "123456789012";

/// Digits of an account number.
const DIGITS: usize = 12;

/// Bytes before and behind a number that are looked at.
const AROUND: usize = 300;

/// The accounts that were seen where nothing else stands.
#[derive(Clone, Debug, Default)]
pub(super) struct Accounts(HashSet<Box<str>>);

impl Accounts {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Remembers an account: its number is one wherever it stands alone.
    pub(super) fn learn(&mut self, account: &str) {
        if account != STAND_IN && !self.0.contains(account) {
            self.0.insert(account.into());
        }
    }

    /// Whether one of them is in a text.
    pub(super) fn are_in(&self, text: &str) -> bool {
        numbers(text).any(|at| self.0.contains(&text[at]))
    }

    /// Finds the accounts of ARNs, of the hosts and paths of AWS's URLs, and of the names of buckets; and those that are known, where
    /// they stand alone. `key` is what the text stands under.
    pub(super) fn find_in(&mut self, key: Option<&str>, cuts: &mut Cuts<'_>) {
        let text = cuts.text();
        for at in numbers(text) {
            let account = &text[at.clone()];
            if account == STAND_IN {
                continue;
            }
            if is_in_arn(text, &at) || is_in_host(text, &at) || is_first_in_path(text, &at) {
                self.learn(account);
                cuts.replace(at, STAND_IN);
            } else if ends_bucket(key, text, &at)
                || self.0.contains(account) && stands_alone(text, &at)
            {
                cuts.replace(at, STAND_IN);
            }
        }
    }
}

/// Whether the text or number under a key is the number of an account, by the name of the key.
pub(super) fn is_account(key: &str, text: &str) -> bool {
    let is_number = || text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_named = || {
        let letters = key.chars().filter(char::is_ascii_alphanumeric);
        let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        name.contains("account")
            || ["ownerid", "owner", "registryid", "aws"].contains(&&*name)
            || name.ends_with("ownerid")
    };
    text != STAND_IN && is_number() && is_named()
}

/// Runs of as many digits as an account has.
pub(super) fn numbers(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + bytes.get(at..)?.iter().position(u8::is_ascii_digit)?;
            let digits = bytes[start..]
                .iter()
                .take_while(|byte| byte.is_ascii_digit());
            at = start + digits.count();
            if at - start == DIGITS {
                return Some(start..at);
            }
        }
    })
}

/// What stands before, as far as it is looked at, from the last blank or quotation mark on.
fn word_before<'t>(text: &'t str, at: &Range<usize>) -> &'t str {
    let before = &text[text.ceil_char_boundary(at.start.saturating_sub(AROUND))..at.start];
    let ends = |letter: char| {
        letter.is_whitespace() || matches!(letter, '"' | '\'' | '(' | ',' | '<' | '>' | '=')
    };
    before.rfind(ends).map_or(before, |end| &before[end + 1..])
}

/// What stands behind, up to the next letter that no host name has.
fn host_behind<'t>(text: &'t str, at: &Range<usize>) -> &'t str {
    let behind = &text[at.end..text.floor_char_boundary(at.end + AROUND)];
    let ends = |letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.'));
    &behind[..behind.find(ends).unwrap_or(behind.len())]
}

fn is_of_aws(host: &str) -> bool {
    host.contains("amazonaws.com") || host.contains("amazon.com") || host.ends_with(".aws")
}

/// The fifth part of an ARN (`arn:partition:service:region:account:…`), also where a URL holds it.
fn is_in_arn(text: &str, at: &Range<usize>) -> bool {
    let word = word_before(text, at);
    [("arn:", ":"), ("arn%3A", "%3A"), ("arn%3a", "%3a")]
        .iter()
        .any(|(begin, colon)| {
            let start = word.rfind(begin);
            start.is_some_and(|start| {
                word.ends_with(colon) && word[start..].matches(colon).count() == 4
            })
        })
}

/// The first part of a host's name: `123456789012.dkr.ecr.us-east-1.amazonaws.com`.
fn is_in_host(text: &str, at: &Range<usize>) -> bool {
    let host = host_behind(text, at);
    let before = text[..at.start].chars().next_back();
    let begins =
        !before.is_some_and(|before| before.is_ascii_alphanumeric() || matches!(before, '-' | '.'));
    begins && host.starts_with('.') && is_of_aws(host)
}

/// The first part of the path of one of AWS's URLs: `https://sqs.us-east-1.amazonaws.com/123456789012/queue`.
fn is_first_in_path(text: &str, at: &Range<usize>) -> bool {
    let Some(url) = word_before(text, at).strip_suffix('/') else {
        return false;
    };
    let host = url.rsplit_once("://").map_or(url, |(_, host)| host);
    is_of_aws(host) && !host.contains('/')
}

/// The end of a bucket's name, with or without a region: `logs-123456789012`, `logs-123456789012-us-east-1`.
fn ends_bucket(key: Option<&str>, text: &str, at: &Range<usize>) -> bool {
    let before = word_before(text, at);
    let host = host_behind(text, at);
    let start = before
        .rfind(|letter: char| !(letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.')));
    let (around, name) = before.split_at(start.map_or(0, |start| start + 1));
    let is_name = || {
        let key = key.map(str::to_ascii_lowercase);
        let is_key = around.is_empty() && key.is_some_and(|key| key.contains("bucket"));
        is_key
            || around.ends_with("s3://")
            || around.ends_with("s3a://")
            || around.ends_with(":::")
            || host.contains(".s3.")
            || host.contains(".s3-")
            || around.ends_with(".amazonaws.com/") && around.contains("s3")
    };
    let label = host.split('.').next().unwrap_or_default();
    let is_region = |part: &str| {
        part.matches('-').count() >= 2 && part.ends_with(|letter: char| letter.is_ascii_digit())
    };
    let ends = label.is_empty()
        || label
            .strip_prefix('-')
            .is_some_and(|part| is_region(part) || part == "an");
    name.ends_with(['-', '.']) && ends && is_name()
}

fn stands_alone(text: &str, at: &Range<usize>) -> bool {
    let before = text[..at.start].chars().next_back();
    let behind = text[at.end..].chars().next();
    let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    !is_part(before) && !is_part(behind)
}
