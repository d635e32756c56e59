//! Names of variables in `Assign`.

use super::{Lowering, aws};
use crate::asl::QueryLanguage;
use crate::base::text;
use crate::diagnostics::Diagnostic;
use crate::source::Key;

/// The most characters that a variable's name may have (developer guide, "Passing data between states with variables").
const LONGEST_NAME: usize = 80;

/// Reports a name that no variable can have. AWS's words: badmintoncryer/cdk-preflight, pf-sfn-asl-jsonpath-syntax.
pub(super) fn check_name(
    lowering: &mut Lowering<'_>,
    location: &str,
    key: &Key,
    language: QueryLanguage,
) {
    let name = match language {
        QueryLanguage::JsonPath => key.text.strip_suffix(".$").unwrap_or(&key.text),
        QueryLanguage::Jsonata => &key.text,
    };
    if name.contains("${") {
        return;
    }
    let shown = text::shorten(name, 60);
    let error = |message: String| {
        Diagnostic::error("variable-name", key.span, message).at(format!("{location}/{}", key.text))
    };
    if name == "states" {
        let words = "Cannot assign to reserved variable '$states'.";
        lowering.push(
            error("`$states` cannot be assigned: AWS keeps the state's input, result and context there".to_owned())
                .help("choose another name")
                .aws(aws::RESERVED, words),
        );
        return;
    }
    let mut characters = name.chars();
    let first = characters.next().is_some_and(char::is_alphabetic);
    let odd = name
        .chars()
        .find(|c| !(c.is_alphanumeric() || *c == '_' || !c.is_ascii()));
    if !first || odd.is_some() {
        let message = match odd {
            Some('$') if name.starts_with('$') => {
                format!("the name `{shown}` of a variable is written without `$`")
            }
            Some(odd) => format!(
                "the name `{shown}` of a variable has a `{}`",
                if odd.is_control() { '\u{fffd}' } else { odd }
            ),
            None => format!("the name `{shown}` of a variable does not begin with a letter"),
        };
        let words = format!(
            "Invalid variable name '{name}': the variable name contains invalid characters."
        );
        let mut diagnostic = error(message)
            .help("a name is a letter, then letters, digits and `_`")
            .aws(aws::VARIABLE, words);
        let bare = key.text.trim_start_matches('$');
        if odd == Some('$') && bare.starts_with(char::is_alphabetic) {
            diagnostic = lowering.rewritten(diagnostic, key.span, &key.text, bare, true);
        }
        lowering.push(diagnostic);
    } else if name.chars().count() > LONGEST_NAME {
        let length = name.chars().count();
        let message = format!(
            "the name `{shown}` of a variable has {length} characters, AWS allows {LONGEST_NAME}"
        );
        lowering.push(error(message));
    }
}
