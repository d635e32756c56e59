//! Names that programming languages have for their exceptions, and what Lambda makes of them.
//!
//! Lambda reports the class in `errorType`, which becomes the error's name: of Python and Node.js the bare name of the class
//! (`ConnectionError`), of Java the full one (`java.net.SocketTimeoutException`). Developer guide of Lambda, "Error handling" of
//! each language.

/// The name of an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedException<'a> {
    /// The language it belongs to.
    pub language: Language,
    /// The class without its module.
    pub class: &'a str,
    /// Whether it is a class above others, which a programmer names to take them all.
    pub has_subclasses: bool,
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Python.
    Python,
    /// Java, and what runs beside it.
    Java,
}

/// Classes above others. JavaScript's `Error` is not among them: most that is thrown there is just that.
const ABOVE: [(&str, Language); 10] = [
    ("BaseException", Language::Python),
    ("Exception", Language::Python),
    ("RuntimeError", Language::Python),
    ("OSError", Language::Python),
    ("IOError", Language::Python),
    ("Throwable", Language::Java),
    ("RuntimeException", Language::Java),
    ("java.lang.Throwable", Language::Java),
    ("java.lang.Exception", Language::Java),
    ("java.lang.RuntimeException", Language::Java),
];

/// Packages of Python whose exceptions are known by their full name.
const PYTHON: [&str; 9] = [
    "requests.",
    "urllib3.",
    "urllib.",
    "botocore.",
    "boto3.",
    "builtins.",
    "socket.",
    "json.decoder.",
    "psycopg2.",
];

/// The exception that an error name means; nothing where it is none, or may be one of the function's own.
pub fn exception(name: &str) -> Option<NamedException<'_>> {
    if let Some((_, language)) = ABOVE.iter().find(|(above, _)| *above == name) {
        return Some(NamedException {
            language: *language,
            class: name,
            has_subclasses: true,
        });
    }
    let class = name.rsplit('.').next().unwrap_or(name);
    PYTHON
        .iter()
        .any(|package| name.starts_with(package))
        .then_some(NamedException {
            language: Language::Python,
            class,
            has_subclasses: false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_modules_and_base_classes() {
        let python = exception("requests.exceptions.ConnectionError").unwrap();
        assert_eq!(
            (python.class, python.has_subclasses),
            ("ConnectionError", false)
        );
        assert!(exception("Exception").unwrap().has_subclasses);
        for own in [
            "ConnectionError",
            "java.net.SocketTimeoutException",
            "Error",
            "Payment.Declined",
        ] {
            assert_eq!(exception(own), None, "{own}");
        }
    }
}
