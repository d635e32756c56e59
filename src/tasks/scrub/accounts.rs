//! Account numbers of AWS.

/// AWS's own example of an account: it stands in the place of every other.
pub(super) const STAND_IN: &str = "123456789012";

/// Digits of an account number.
const DIGITS: usize = 12;

/// Whether the text under a key is the number of an account, by the name of the key.
pub(super) fn is_account(key: &str, text: &str) -> bool {
    let names = [
        "account",
        "accountid",
        "ownerid",
        "ownerawsaccountid",
        "awsaccountid",
    ];
    let name = key.to_ascii_lowercase();
    names.contains(&name.as_str())
        && text != STAND_IN
        && text.len() == DIGITS
        && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A text with the stand-in for the accounts in ARNs and in the URLs of queues; nothing where there is none.
pub(super) fn without_accounts(text: &str) -> Option<String> {
    if !text.contains("arn:") && !text.contains("amazonaws.com") {
        return None;
    }
    let bytes = text.as_bytes();
    let mut struck: Option<Vec<u8>> = None;
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits == DIGITS && names_account(text, at) {
            let struck = struck.get_or_insert_with(|| bytes.to_vec());
            struck[at..at + DIGITS].copy_from_slice(STAND_IN.as_bytes());
        }
        at += digits.max(1);
    }
    // Digits were put in the place of digits.
    String::from_utf8(struck?)
        .ok()
        .filter(|struck| struck != text)
}

/// Whether the digits at `at` are the account of an ARN (`arn:partition:service:region:account:…`) or stand first in the
/// path of a URL of AWS.
fn names_account(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let word = before
        .rfind(|letter: char| letter.is_whitespace() || matches!(letter, '"' | '\'' | '(' | ','))
        .map_or(before, |end| &before[end + 1..]);
    if let Some(start) = word.rfind("arn:") {
        return word.ends_with(':') && word[start..].matches(':').count() == 4;
    }
    word.strip_suffix('/')
        .and_then(|url| url.split_once("://"))
        .is_some_and(|(_, host)| host.contains("amazonaws.com") && !host.contains('/'))
}
