//! How Step Functions spells the names of an API: as the AWS SDK for Java does.
//!
//! AWS SDK integrations follow the SDK's version 2, the optimised ones, which are older, version 1. The rules were read in
//! the SDK's code generator and held against the developer guide's list of services and against 1,443 tasks of published
//! definitions; the recordings that settle single names stand at the tests.

use std::borrow::Cow;

/// Whose spelling the members of requests and responses have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spelling {
    /// AWS SDK integrations: `DbInstanceIdentifier`, `Bool`, `Md5OfMessageBody`.
    Sdk,
    /// Optimised integrations: `DBInstanceIdentifier`, `BOOL`, `MD5OfMessageBody`.
    Optimised,
}

impl Spelling {
    /// A member's name in Step Functions.
    pub fn member(self, name: &'static str) -> Cow<'static, str> {
        let spelled = match self {
            Self::Sdk if is_plain(name) => {
                return match is_reserved(name) {
                    true => Cow::Owned(format!("{name}Value")),
                    false => Cow::Borrowed(name),
                };
            }
            Self::Sdk => {
                let java = uncapitalise(name);
                let mut spelled = capitalise(&java);
                if name == "NULL" {
                    // The SDK's own exception for DynamoDB's `AttributeValue`, so that no method is called `null`.
                    spelled = "Nul".to_owned();
                } else if is_reserved(&java) {
                    spelled.push_str("Value");
                }
                spelled
            }
            Self::Optimised => capitalise(name),
        };
        if spelled == name {
            Cow::Borrowed(name)
        } else {
            Cow::Owned(spelled)
        }
    }
}

impl Spelling {
    /// Whether a member's name in Step Functions is `written`.
    pub fn is(self, name: &'static str, written: &str) -> bool {
        // Spelling changes nothing but capitals, puts `Value` behind reserved names, and makes `Nul` of `NULL`.
        let near = name.len().abs_diff(written.len());
        let could = matches!(near, 0 | 5) || name == "NULL";
        let (first, begins) = (name.as_bytes().first(), written.as_bytes().first());
        let alike = match (first, begins) {
            (Some(first), Some(begins)) => first.eq_ignore_ascii_case(begins),
            _ => true,
        };
        could && alike && self.member(name) == written
    }
}

/// Whether a name is spelled alike everywhere, as most are: one capital letter, then a small one.
fn is_plain(name: &str) -> bool {
    matches!(name.as_bytes(), [first, second, ..] if first.is_ascii_uppercase() && second.is_ascii_lowercase())
}

/// With a capital first letter.
pub fn capitalise(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_ascii_uppercase().to_string() + letters.as_str()
    })
}

/// With a small first letter; of a leading acronym all letters get small but the one that begins the next word:
/// `describeDBInstances`, `dbInstance`, `md5OfBody`.
pub fn uncapitalise(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut small = 0;
    while small < letters.len() {
        let begins_a_word = small > 0
            && (!letters[small].is_ascii_uppercase()
                || letters.get(small + 1).is_some_and(char::is_ascii_lowercase));
        if begins_a_word {
            break;
        }
        small += 1;
    }
    let (head, tail) = letters.split_at(small);
    head.iter()
        .map(char::to_ascii_lowercase)
        .chain(tail.iter().copied())
        .collect()
}

/// The name of the exception for the error shape `shape`: `DbInstanceNotFoundException` of `DBInstanceNotFoundFault`.
pub fn java_exception(shape: &str) -> String {
    if let Some(name) = shape.strip_suffix("Fault") {
        pascal_case(name) + "Exception"
    } else if shape.ends_with("Exception") {
        pascal_case(shape)
    } else {
        pascal_case(shape) + "Exception"
    }
}

/// Words with a capital first letter each and small ones else.
fn pascal_case(name: &str) -> String {
    words(name)
        .split(' ')
        .map(|word| capitalise(&word.to_ascii_lowercase()))
        .collect()
}

/// A name with blanks between its words.
fn words(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' })
        .collect();
    let parted = part_versions(&plain);
    // Each pass sees what the one before it has parted.
    let parted = part(&parted, |left, right, next| {
        left.is_ascii_lowercase()
            && right.is_ascii_uppercase()
            && next.is_some_and(|next| next.is_ascii_alphanumeric())
    });
    let parted = part(&parted, |left, right, next| {
        left.is_ascii_uppercase()
            && right.is_ascii_uppercase()
            && next.is_some_and(|next| next.is_ascii_lowercase())
    });
    part(&parted, |left, right, _| {
        left.is_ascii_digit() && right.is_ascii_alphabetic()
    })
}

/// With a blank between two letters wherever `here` says so of them and the letter behind.
fn part(name: &str, here: impl Fn(char, char, Option<char>) -> bool) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut parted = String::with_capacity(name.len() + 8);
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        if before.is_some_and(|before| here(*before, *letter, letters.get(at + 1).copied())) {
            parted.push(' ');
        }
        parted.push(*letter);
    }
    parted
}

/// With blanks around a version: a `v` and its digits behind two letters that are not small, or a `V` behind two that are
/// not capital.
fn part_versions(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut parted = String::with_capacity(name.len() + 4);
    let mut in_version = false;
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(2).map(|from| &letters[from..at]);
        let stands_apart = before.is_some_and(|before| {
            before.iter().all(|c| match letter {
                'v' => !c.is_ascii_lowercase(),
                'V' => !c.is_ascii_uppercase(),
                _ => false,
            })
        });
        if stands_apart && letters.get(at + 1).is_some_and(char::is_ascii_digit) {
            parted.push(' ');
            in_version = true;
        } else if in_version && !letter.is_ascii_digit() {
            parted.push(' ');
            in_version = false;
        }
        parted.push(*letter);
    }
    parted
}

/// Words of Java, and methods that every class of the SDK has: a member gets `Value` behind such a name, whatever its first
/// letter.
fn is_reserved(name: &str) -> bool {
    const LONGEST: usize = "overrideConfiguration".len();
    let mut letters = [0; LONGEST];
    let Some(letters) = letters.get_mut(..name.len()) else {
        return false;
    };
    letters.copy_from_slice(name.as_bytes());
    if let Some(first) = letters.first_mut() {
        first.make_ascii_lowercase();
    }
    let is_method = matches!(
        &*letters,
        b"builder"
            | b"equals"
            | b"finalize"
            | b"getClass"
            | b"hashCode"
            | b"notify"
            | b"notifyAll"
            | b"overrideConfiguration"
            | b"sdkFields"
            | b"sdkHttpResponse"
            | b"toBuilder"
            | b"toString"
            | b"wait"
    );
    letters.make_ascii_lowercase();
    is_method
        || matches!(
            &*letters,
            b"abstract"
                | b"assert"
                | b"boolean"
                | b"break"
                | b"byte"
                | b"case"
                | b"catch"
                | b"char"
                | b"class"
                | b"const"
                | b"continue"
                | b"default"
                | b"do"
                | b"double"
                | b"else"
                | b"enum"
                | b"extends"
                | b"false"
                | b"final"
                | b"finally"
                | b"float"
                | b"for"
                | b"goto"
                | b"if"
                | b"implements"
                | b"import"
                | b"instanceof"
                | b"int"
                | b"interface"
                | b"long"
                | b"native"
                | b"new"
                | b"null"
                | b"package"
                | b"private"
                | b"protected"
                | b"public"
                | b"return"
                | b"short"
                | b"static"
                | b"strictfp"
                | b"super"
                | b"switch"
                | b"synchronized"
                | b"this"
                | b"throw"
                | b"throws"
                | b"transient"
                | b"true"
                | b"try"
                | b"void"
                | b"volatile"
                | b"while"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_spelled_as_the_developer_guide_spells_them() {
        for (operation, action) in [
            ("PutItem", "putItem"),
            ("DescribeDBInstances", "describeDBInstances"),
            ("ListACLs", "listACLs"),
            ("GetObject", "getObject"),
        ] {
            assert_eq!(uncapitalise(operation), action);
        }
    }

    #[test]
    fn members_of_sdk_integrations_are_spelled_as_java_2_spells_them() {
        // Names with acronyms in published definitions (RDS, SNS), and of DynamoDB's attribute values.
        for (member, spelled) in [
            ("DBInstanceIdentifier", "DbInstanceIdentifier"),
            ("SNSTopicArn", "SnsTopicArn"),
            ("MD5OfMessageBody", "Md5OfMessageBody"),
            ("BOOL", "Bool"),
            ("SS", "Ss"),
            ("S", "S"),
            ("NULL", "Nul"),
            ("logGroupName", "LogGroupName"),
            ("S3Object", "S3Object"),
            ("equals", "EqualsValue"),
            ("Default", "DefaultValue"),
            ("KMSKeyId", "KmsKeyId"),
        ] {
            assert_eq!(Spelling::Sdk.member(member), spelled);
            assert!(Spelling::Sdk.is(member, spelled), "{member}");
            assert!(!Spelling::Sdk.is(member, "Another"), "{member}");
        }
    }

    #[test]
    fn members_of_optimised_integrations_keep_their_capitals() {
        // Recorded: services/sqs_task_service.send_message_attributes.
        assert_eq!(
            Spelling::Optimised.member("MD5OfMessageBody"),
            "MD5OfMessageBody"
        );
        assert_eq!(
            Spelling::Optimised.member("stateMachineArn"),
            "StateMachineArn"
        );
        assert_eq!(Spelling::Optimised.member("BOOL"), "BOOL");
    }

    #[test]
    fn exceptions_are_spelled_as_java_2_spells_them() {
        for (shape, exception) in [
            ("ResourceNotFoundException", "ResourceNotFoundException"),
            ("NoSuchKey", "NoSuchKeyException"),
            ("DBInstanceNotFoundFault", "DbInstanceNotFoundException"),
            ("DBInstanceNotFound", "DbInstanceNotFoundException"),
            ("InvalidToken", "InvalidTokenException"),
            ("WAFNonexistentItemException", "WafNonexistentItemException"),
            ("KMSInternalException", "KmsInternalException"),
            (
                "ProvisionedThroughputExceededException",
                "ProvisionedThroughputExceededException",
            ),
            ("AccessDenied_Fault", "AccessDeniedException"),
        ] {
            assert_eq!(java_exception(shape), exception);
        }
        assert_eq!(words("TestV4"), "Test V4");
        assert_eq!(pascal_case("SESv2"), "SesV2");
    }

    #[test]
    fn short_and_empty_names_stay_sound() {
        assert_eq!(uncapitalise(""), "");
        assert_eq!(uncapitalise("A"), "a");
        assert_eq!(capitalise(""), "");
        assert_eq!(java_exception("Fault"), "Exception");
    }
}
