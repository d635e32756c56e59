//! The two query languages.

use std::fmt;

/// The language in which a state selects and builds data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum QueryLanguage {
    /// Paths, payload templates and intrinsic functions.
    #[default]
    JsonPath,
    /// Expressions in `{% … %}`.
    Jsonata,
}

impl fmt::Display for QueryLanguage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::JsonPath => "JSONPath",
            Self::Jsonata => "JSONata",
        })
    }
}
