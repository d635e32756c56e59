//! What a signed URL proves itself with.

/// Parameters of a signed URL that let its holder in (Signature Version 4, "Authenticating requests: using query
/// parameters").
const PARAMETERS: [&str; 3] = [
    "X-Amz-Signature=",
    "X-Amz-Security-Token=",
    "X-Amz-Credential=",
];

/// A text with `stars` for what signed URLs in it prove themselves with; nothing where there is none.
pub(super) fn without_signature(text: &str, stars: &str) -> Option<String> {
    if !PARAMETERS.iter().any(|name| text.contains(name)) {
        return None;
    }
    let struck = PARAMETERS.iter().fold(text.to_owned(), |text, name| {
        let mut struck = String::with_capacity(text.len());
        let mut rest = &text[..];
        while let Some(at) = rest.find(name) {
            let (before, after) = rest.split_at(at + name.len());
            struck.push_str(before);
            struck.push_str(stars);
            let end = after
                .find(|letter: char| {
                    !(letter.is_ascii_alphanumeric() || "%-._~/+=*".contains(letter))
                })
                .unwrap_or(after.len());
            rest = &after[end..];
        }
        struck.push_str(rest);
        struck
    });
    Some(struck)
}
