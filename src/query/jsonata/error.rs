//! What can go wrong, in JSONata's own codes and words.

use crate::base::Span;
use std::fmt;

/// A failure to read or to evaluate an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonataError {
    /// JSONata's code, such as `T2001`. Limits have the code `U1001`, which AWS does not print.
    pub code: &'static str,
    /// JSONata's sentence with the values filled in.
    pub message: String,
    /// The token that JSONata points at, in bytes of the expression.
    pub span: Span,
    /// What the token, operator or function was, where the message names one.
    pub token: Option<String>,
    /// What kind of failure it is.
    pub kind: ErrorKind,
}

/// Kinds of failures, which AWS words differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The text is no JSONata 2.0.6.
    Syntax,
    /// Evaluation failed with a code.
    Evaluation,
    /// Depth, memory or steps ran out: AWS prints the sentence without a code.
    Limit,
    /// The result is a function, which AWS calls an `unsupported result type`.
    FunctionResult,
    /// The caller asked to stop.
    Cancelled,
}

impl JsonataError {
    /// The position as jsonata-js counts it: UTF-16 units before the end of the token in `text`, the expression.
    pub fn position(&self, text: &str) -> usize {
        let end = (self.span.end as usize).min(text.len());
        text.get(..end).unwrap_or(text).encode_utf16().count()
    }
}

impl fmt::Display for JsonataError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ErrorKind::Syntax | ErrorKind::Evaluation => {
                write!(formatter, "{}: {}", self.code, self.message)
            }
            _ => formatter.write_str(&self.message),
        }
    }
}

impl std::error::Error for JsonataError {}

/// A failure on its way: boxed, so that results stay small, and with parts still open that callers fill in.
pub(super) type Failure = Box<Open>;

/// Short for results inside the engine.
pub(super) type Fallible<T> = Result<T, Failure>;

/// An error whose message is not put together yet.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) code: &'static str,
    pub(super) kind: ErrorKind,
    pub(super) span: Option<Span>,
    pub(super) token: Option<String>,
    /// JSON texts for `{{value}}`, `{{value2}}`, `{{type}}` and so on.
    values: Vec<(&'static str, String)>,
    /// The whole message, where it is not one from the table.
    message: Option<String>,
}

impl Open {
    pub(super) fn new(code: &'static str) -> Failure {
        Box::new(Self {
            code,
            kind: if code.starts_with('S') {
                ErrorKind::Syntax
            } else {
                ErrorKind::Evaluation
            },
            span: None,
            token: None,
            values: Vec::new(),
            message: None,
        })
    }

    /// An error with a message of its own.
    pub(super) fn with_message(code: &'static str, message: impl Into<String>) -> Failure {
        let mut open = Self::new(code);
        open.message = Some(message.into());
        open
    }

    /// A limit of ours or of AWS that was passed.
    pub(super) fn limit(message: &str) -> Failure {
        let mut open = Self::with_message("U1001", message);
        open.kind = ErrorKind::Limit;
        open
    }

    pub(super) fn kind(mut self: Box<Self>, kind: ErrorKind) -> Failure {
        self.kind = kind;
        self
    }

    pub(super) fn at(mut self: Box<Self>, span: Span) -> Failure {
        self.span = Some(span);
        self
    }

    pub(super) fn token(mut self: Box<Self>, token: impl Into<String>) -> Failure {
        self.token = Some(token.into());
        self
    }

    /// Fills the blank `name` with JSON text.
    pub(super) fn value(
        mut self: Box<Self>,
        name: &'static str,
        json: impl Into<String>,
    ) -> Failure {
        self.values.push((name, json.into()));
        self
    }

    pub(super) fn finish(self) -> JsonataError {
        let message = match &self.message {
            Some(message) => message.clone(),
            None => self.fill(template(self.code)),
        };
        JsonataError {
            code: self.code,
            message,
            span: self.span.unwrap_or_default(),
            token: self.token,
            kind: self.kind,
        }
    }

    /// JSONata prints `{{name}}` as JSON and `{{{name}}}` as it is; what is missing prints as `undefined`.
    fn fill(&self, template: &str) -> String {
        let mut message = String::new();
        let mut rest = template;
        while let Some(start) = rest.find("{{") {
            message.push_str(&rest[..start]);
            let raw = rest[start..].starts_with("{{{");
            let (open, close) = if raw { (3, "}}}") } else { (2, "}}") };
            let body = &rest[start + open..];
            let end = body.find(close).unwrap_or(body.len());
            let name = &body[..end];
            let listed = self.values.iter().find(|(known, _)| *known == name);
            match (listed, &self.token) {
                (Some((_, json)), _) if raw => message.push_str(json.trim_matches('"')),
                (Some((_, json)), _) => message.push_str(json),
                (None, Some(token)) if name == "token" && raw => message.push_str(token),
                (None, Some(token)) if name == "token" => {
                    message.push_str(&crate::value::Value::string(token).to_json());
                }
                _ => message.push_str("undefined"),
            }
            rest = body.get(end + close.len()..).unwrap_or_default();
        }
        message.push_str(rest);
        message
    }
}

/// The sentences of JSONata 2.0.6.
fn template(code: &str) -> &'static str {
    match code {
        "S0101" => "String literal must be terminated by a matching quote",
        "S0102" => "Number out of range: {{token}}",
        "S0103" => "Unsupported escape sequence: \\{{token}}",
        "S0104" => "The escape sequence \\u must be followed by 4 hex digits",
        "S0105" => "Quoted property name must be terminated with a backquote (`)",
        "S0106" => "Comment has no closing tag",
        "S0201" => "Syntax error: {{token}}",
        "S0202" => "Expected {{value}}, got {{token}}",
        "S0203" => "Expected {{value}} before end of expression",
        "S0204" => "Unknown operator: {{token}}",
        "S0206" => "Unknown expression type: {{token}}",
        "S0207" => "Unexpected end of expression",
        "S0208" => {
            "Parameter {{value}} of function definition must be a variable name (start with $)"
        }
        "S0209" => "A predicate cannot follow a grouping expression in a step",
        "S0210" => "Each step can only have one grouping expression",
        "S0211" => "The symbol {{token}} cannot be used as a unary operator",
        "S0212" => "The left side of := must be a variable name (start with $)",
        "S0213" => "The literal value {{value}} cannot be used as a step within a path expression",
        "S0214" => "The right side of {{token}} must be a variable name (start with $)",
        "S0215" => "A context variable binding must precede any predicates on a step",
        "S0216" => "A context variable binding must precede the 'order-by' clause on a step",
        "S0217" => "The object representing the 'parent' cannot be derived from this expression",
        "S0301" => "Empty regular expressions are not allowed",
        "S0302" => "No terminating / in regular expression",
        "S0303" => "Invalid regular expression: {{{value}}}",
        "S0401" => "Type parameters can only be applied to functions and arrays",
        "S0402" => "Choice groups containing parameterized types are not supported",
        "T0410" => "Argument {{index}} of function {{token}} does not match function signature",
        "T0411" => {
            "Context value is not a compatible type with argument {{index}} of function {{token}}"
        }
        "T0412" => "Argument {{index}} of function {{token}} must be an array of {{type}}",
        "D1001" => "Number out of range: {{value}}",
        "D1002" => "Cannot negate a non-numeric value: {{value}}",
        "T1003" => "Key in object structure must evaluate to a string; got: {{value}}",
        "D1004" => "Regular expression matches zero length string",
        "T1005" => "Attempted to invoke a non-function. Did you mean ${{{token}}}?",
        "T1006" => "Attempted to invoke a non-function",
        "T1007" => "Attempted to partially apply a non-function. Did you mean ${{{token}}}?",
        "T1008" => "Attempted to partially apply a non-function",
        "D1009" => "Multiple key definitions evaluate to same key: {{value}}",
        "D1010" => "Attempted to access the Javascript object prototype",
        "T1010" => {
            "The matcher function argument passed to function {{token}} does not return the correct object structure"
        }
        "T2001" => "The left side of the {{token}} operator must evaluate to a number",
        "T2002" => "The right side of the {{token}} operator must evaluate to a number",
        "T2003" => "The left side of the range operator (..) must evaluate to an integer",
        "T2004" => "The right side of the range operator (..) must evaluate to an integer",
        "T2006" => "The right side of the function application operator ~> must be a function",
        "T2007" => {
            "Type mismatch when comparing values {{value}} and {{value2}} in order-by clause"
        }
        "T2008" => {
            "The expressions within an order-by clause must evaluate to numeric or string values"
        }
        "T2009" => {
            "The values {{value}} and {{value2}} either side of operator {{token}} must be of the same data type"
        }
        "T2010" => {
            "The expressions either side of operator {{token}} must evaluate to numeric or string values"
        }
        "T2011" => {
            "The insert/update clause of the transform expression must evaluate to an object: {{value}}"
        }
        "T2012" => {
            "The delete clause of the transform expression must evaluate to a string or array of strings: {{value}}"
        }
        "T2013" => {
            "The transform expression clones the input object using the $clone() function.  This has been overridden in the current scope by a non-function."
        }
        "D2014" => {
            "The size of the sequence allocated by the range operator (..) must not exceed 1e6.  Attempted to allocate {{value}}."
        }
        "D3001" => "Attempting to invoke string function on Infinity or NaN",
        "D3010" => "Second argument of replace function cannot be an empty string",
        "D3011" => "Fourth argument of replace function must evaluate to a positive number",
        "D3012" => "Attempted to replace a matched string with a non-string value",
        "D3020" => "Third argument of split function must evaluate to a positive number",
        "D3030" => "Unable to cast value to a number: {{value}}",
        "D3040" => "Third argument of match function must evaluate to a positive number",
        "D3050" => {
            "The second argument of reduce function must be a function with at least two arguments"
        }
        "D3060" => "The sqrt function cannot be applied to a negative number: {{value}}",
        "D3061" => {
            "The power function has resulted in a value that cannot be represented as a JSON number: base={{value}}, exponent={{exp}}"
        }
        "D3070" => {
            "The single argument form of the sort function can only be applied to an array of strings or an array of numbers.  Use the second argument to specify a comparison function"
        }
        "D3080" => "The picture string must only contain a maximum of two sub-pictures",
        "D3081" => {
            "The sub-picture must not contain more than one instance of the 'decimal-separator' character"
        }
        "D3082" => {
            "The sub-picture must not contain more than one instance of the 'percent' character"
        }
        "D3083" => {
            "The sub-picture must not contain more than one instance of the 'per-mille' character"
        }
        "D3084" => "The sub-picture must not contain both a 'percent' and a 'per-mille' character",
        "D3085" => {
            "The mantissa part of a sub-picture must contain at least one character that is either an 'optional digit character' or a member of the 'decimal digit family'"
        }
        "D3086" => {
            "The sub-picture must not contain a passive character that is preceded by an active character and that is followed by another active character"
        }
        "D3087" => {
            "The sub-picture must not contain a 'grouping-separator' character that appears adjacent to a 'decimal-separator' character"
        }
        "D3088" => {
            "The sub-picture must not contain a 'grouping-separator' at the end of the integer part"
        }
        "D3089" => {
            "The sub-picture must not contain two adjacent instances of the 'grouping-separator' character"
        }
        "D3090" => {
            "The integer part of the sub-picture must not contain a member of the 'decimal digit family' that is followed by an instance of the 'optional digit character'"
        }
        "D3091" => {
            "The fractional part of the sub-picture must not contain an instance of the 'optional digit character' that is followed by a member of the 'decimal digit family'"
        }
        "D3092" => {
            "A sub-picture that contains a 'percent' or 'per-mille' character must not contain a character treated as an 'exponent-separator'"
        }
        "D3093" => {
            "The exponent part of the sub-picture must comprise only of one or more characters that are members of the 'decimal digit family'"
        }
        "D3100" => {
            "The radix of the formatBase function must be between 2 and 36.  It was given {{value}}"
        }
        "D3110" => {
            "The argument of the toMillis function must be an ISO 8601 formatted timestamp. Given {{value}}"
        }
        "D3130" => {
            "Formatting or parsing an integer as a sequence starting with {{value}} is not supported by this implementation"
        }
        "D3131" => "In a decimal digit pattern, all digits must be from the same decimal group",
        "D3132" => "Unknown component specifier {{value}} in date/time picture string",
        "D3133" => {
            "The 'name' modifier can only be applied to months and days in the date/time picture string, not {{value}}"
        }
        "D3134" => "The timezone integer format specifier cannot have more than four digits",
        "D3135" => "No matching closing bracket ']' in date/time picture string",
        "D3136" => {
            "The date/time picture string is missing specifiers required to parse the timestamp"
        }
        "D3138" => {
            "The $single() function expected exactly 1 matching result.  Instead it matched more."
        }
        "D3139" => {
            "The $single() function expected exactly 1 matching result.  Instead it matched 0."
        }
        "D3140" => "Malformed URL passed to ${{{functionName}}}(): {{value}}",
        _ => "Evaluation failed",
    }
}
