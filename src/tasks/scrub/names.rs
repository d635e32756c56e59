//! Names of what is secret: keys of objects, variables, headers, parameters.

use super::STARS;

/// Ends of names whose values are secrets whatever they are.
const SECRETS: [&str; 37] = [
    "apikey",
    "apikeys",
    "apikeyvalue",
    "authcode",
    "authkey",
    "authorizationcode",
    "bearer",
    "connectionstring",
    "connectionstrings",
    "functionskey",
    "jwt",
    "licensekey",
    "passcode",
    "passphrase",
    "passwd",
    "password",
    "passworddata",
    "passwordhash",
    "passwords",
    "presharedkey",
    "privatekey",
    "privatekeyplaintext",
    "privatekeys",
    "refreshtokens",
    "secretaccesskey",
    "secretbinary",
    "secretcode",
    "secrethash",
    "secretkey",
    "secretstring",
    "secretvalue",
    "sessionkey",
    "sharedaccesskey",
    "signingkey",
    "subscriptionkey",
    "accesstokens",
    "xvaulttoken",
];

/// Ends of names whose values are keys, or say which key it is.
const KEYS: [&str; 4] = ["accesskey", "accountkey", "encryptionkey", "masterkey"];

/// Whole names whose values are secrets, or words that say of which kind one is.
const WORDS: [&str; 13] = [
    "auth",
    "authorization",
    "basicauth",
    "basicauthcredentials",
    "cookie",
    "cookies",
    "credential",
    "credentials",
    "proxyauth",
    "proxyauthorization",
    "setcookie",
    "xauth",
    "xforwardedauthorization",
];

/// What stands before `token` where the token lets nobody in: it says where to go on, or that a request is the same. From the
/// parameters of AWS's operations; the last are those of language models.
const HARMLESS_TOKENS: [&str; 43] = [
    "next",
    "page",
    "pagination",
    "continuation",
    "starting",
    "forward",
    "backward",
    "sequence",
    "client",
    "request",
    "idempotency",
    "update",
    "updated",
    "lock",
    "change",
    "creation",
    "conditional",
    "version",
    "configuration",
    "feedback",
    "purchase",
    "lifecycleaction",
    "result",
    "block",
    "offer",
    "preview",
    "state",
    "view",
    "checkpoint",
    "chunk",
    "message",
    "resume",
    "sync",
    "inprogress",
    "stop",
    "eos",
    "bos",
    "pad",
    "unk",
    "cls",
    "sep",
    "mask",
    "special",
];

/// Words that are no secret, whatever they stand under.
const PLAIN: [&str; 58] = [
    "allowed",
    "anonymous",
    "apikey",
    "api_key",
    "approved",
    "aws_iam",
    "basic",
    "bearer",
    "cognito",
    "custom",
    "default",
    "digest",
    "disabled",
    "enabled",
    "expired",
    "fail",
    "failed",
    "false",
    "iam",
    "include",
    "invalid",
    "jwt",
    "kerberos",
    "lambda",
    "missing",
    "nil",
    "no",
    "none",
    "ntlm",
    "null",
    "oauth",
    "oauth2",
    "off",
    "ok",
    "omit",
    "on",
    "optional",
    "pass",
    "passed",
    "password",
    "private",
    "public",
    "required",
    "same-origin",
    "saml",
    "scram-sha-512",
    "secret",
    "sigv4",
    "string",
    "token",
    "true",
    "undefined",
    "unknown",
    "user",
    "user_pool",
    "username_password",
    "valid",
    "yes",
];

/// Whether what stands under a name may be a secret.
pub(super) fn names_secret(name: &str) -> bool {
    held(name).is_some()
}

/// Whether the text under a name is a secret.
pub(super) fn is_secret(name: &str, text: &str) -> bool {
    let Some(held) = held(name) else {
        return false;
    };
    if text.is_empty() || text == STARS || stands_for_another(text) {
        return false;
    }
    let is_plain = || PLAIN.iter().any(|word| word.eq_ignore_ascii_case(text));
    match held {
        Held::Secret => !matches!(text, "true" | "false" | "null" | "none" | "None"),
        // The folder that a process works in has the same name as a password.
        Held::Short => !text.starts_with('/') && !is_plain(),
        // One letter is a key of the keyboard.
        Held::Key => text.len() >= 8 && !is_name_of_key(text) && !is_plain(),
        // A piece of a text, for a model of language, may begin with a blank.
        Held::Token => text.len() >= 4 && text.trim() == text && !is_plain(),
        Held::Word => !is_plain(),
    }
}

/// Whether a number under a name is a secret.
pub(super) fn is_secret_number(name: &str) -> bool {
    let is_code = is_one_time(name);
    let name = plain(name);
    is_code
        || ["password", "passwd", "passcode", "passphrase", "pwd"]
            .iter()
            .any(|end| name.ends_with(end))
}

/// What stands under a name.
enum Held {
    Secret,
    /// As a secret, under a name that is so short that it means other things as well.
    Short,
    Key,
    Token,
    Word,
}

fn held(name: &str) -> Option<Held> {
    let plain = plain(name);
    let ends_with_one_of = |ends: &[&str]| ends.iter().any(|end| plain.ends_with(end));
    if WORDS.contains(&&*plain) {
        return Some(Held::Word);
    }
    if let Some(before) = plain.strip_suffix("token") {
        let is_harmless = HARMLESS_TOKENS.iter().any(|word| before.ends_with(word));
        return (!is_harmless).then_some(Held::Token);
    }
    if plain.ends_with("pwd") || ["pass", "pw"].contains(&&*last_word(name)) {
        return Some(Held::Short);
    }
    if ends_with_one_of(&SECRETS) || name == "Plaintext" {
        return Some(Held::Secret);
    }
    if ends_with_one_of(&KEYS) {
        return Some(Held::Key);
    }
    let is_word = plain.ends_with("secret") || plain.ends_with("secrets") || is_one_time(name);
    is_word.then_some(Held::Word)
}

/// Whether it names a password that is good for one time: `otp`, `userOtp`.
fn is_one_time(name: &str) -> bool {
    name.eq_ignore_ascii_case("otp") || last_word(name) == "otp"
}

/// Letters and digits of a name, in small letters. Of a long one the end is enough.
fn plain(name: &str) -> String {
    const LONGEST: usize = 64;
    let from = name.ceil_char_boundary(name.len().saturating_sub(LONGEST));
    let letters = name[from..].chars();
    letters
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

/// The last word of a name that has several: `PASS` of `DB_PASS`, `Pass` of `userPass`. In small letters; nothing where it is one
/// word alone, but for `pw`.
fn last_word(name: &str) -> String {
    let begins_word = |at: usize, letter: char| {
        let before = name[..at].chars().next_back();
        before.is_some_and(|before| {
            !before.is_ascii_alphanumeric()
                || before.is_ascii_lowercase() && letter.is_ascii_uppercase()
        })
    };
    let letters = name.char_indices().rev();
    let mut starts = letters.filter(|(at, letter)| begins_word(*at, *letter));
    match starts.next() {
        Some((at, _)) => name[at..].to_ascii_lowercase(),
        None if name.eq_ignore_ascii_case("pw") => "pw".to_owned(),
        None => String::new(),
    }
}

/// Whether it is the name of a key of KMS and not the key: its id, ARN or alias.
fn is_name_of_key(text: &str) -> bool {
    let is_id = text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        });
    is_id || text.starts_with("alias/") || text.starts_with("mrk-")
}

/// Whether it names the place where a value comes from: an ARN, a placeholder, a path, an expression, a variable.
pub(super) fn stands_for_another(text: &str) -> bool {
    let is_variable = |name: &str| {
        let is_name = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        !name.is_empty() && name.bytes().all(is_name)
    };
    let between = |open: &str, close: &str| {
        let inner = text
            .strip_prefix(open)
            .and_then(|text| text.strip_suffix(close));
        inner.is_some_and(|inner| !inner.contains(close))
    };
    text.starts_with("arn:")
        || text.starts_with("$.")
        || text.starts_with("$$.")
        || text.starts_with("States.")
        || between("${", "}")
        || between("{{", "}}")
        || between("{%", "%}")
        || between("<", ">")
        || text.strip_prefix('$').is_some_and(is_variable)
        || text
            .bytes()
            .all(|byte| matches!(byte, b'*' | b'x' | b'X' | b'.'))
}
