use super::Hidden;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

const TOKEN: &str = "8d1f0c47e2b95a36a0b1c2d3e4f50617";

fn hidden(texts: &[&str]) -> Hidden {
    let mut hidden = Hidden::default();
    for text in texts {
        hidden.add(text);
    }
    hidden
}

fn masked(hidden: &Hidden, text: &str) -> String {
    let mut text = text.to_owned();
    hidden.mask(&mut text);
    text
}

#[test]
fn what_is_hidden_is_found_among_many_and_nothing_else() {
    let known = hidden(&["AAAAKgAAAAIAAAAA-one", "AAAAKgAAAAIAAAAA-two", "p/w\"1"]);
    assert_eq!(
        masked(
            &known,
            "é AAAAKgAAAAIAAAAA-two, AAAAKgAAAAIAAAAA-one; p/w\"1."
        ),
        "é ***, ***; ***."
    );
    assert_eq!(
        masked(&known, "AAAAKgAAAAIAAAAA-three p/w"),
        "AAAAKgAAAAIAAAAA-three p/w"
    );
    assert_eq!(masked(&Hidden::default(), "anything"), "anything");
    assert_eq!(format!("{known:?}"), "Hidden(3)");
}

#[test]
fn the_longest_counts_of_texts_that_begin_alike() {
    let known = hidden(&["0123456789abcdef", "0123456789abcdef-and-more", "0123"]);
    assert_eq!(masked(&known, "<0123456789abcdef-and-more>"), "<***>");
    assert_eq!(masked(&known, "0123456789abcdef0123456789abcdef"), "******");
    assert_eq!(masked(&known, "01230"), "***0");
}

#[test]
fn less_than_four_bytes_are_not_hidden() {
    let known = hidden(&["abc", ""]);
    assert!(known.is_empty());
    assert_eq!(masked(&known, "abc"), "abc");
}

/// Base64 of each place that a text can have in what is encoded: RFC 4648, section 4, has three bytes in four letters.
#[test]
fn base64_is_found_wherever_it_begins() {
    let known = hidden(&[TOKEN]);
    for before in ["", "a", "ab", "abc", "{\"token\":\""] {
        for after in ["", "z", "zz", "\"}"] {
            for encoded in [
                STANDARD.encode(format!("{before}{TOKEN}{after}")),
                URL_SAFE_NO_PAD.encode(format!("{before}{TOKEN}{after}")),
            ] {
                for text in [
                    encoded.clone(),
                    format!("https://example.com/approve/{encoded}?x=1"),
                    format!("{{\"t\":\"{encoded}\"}}"),
                    STANDARD.encode(&encoded),
                    format!("x/approve/{}", STANDARD.encode(&encoded)),
                ] {
                    let masked = masked(&known, &text);
                    assert!(masked.contains("***"), "{text}");
                    // Six letters of base64 could be four bytes of the token.
                    for part in encoded.as_bytes().windows(6) {
                        let part = std::str::from_utf8(part).expect("base64");
                        let plain = STANDARD.decode(format!("{part}==")).unwrap_or_default();
                        let of_token = String::from_utf8_lossy(&plain);
                        assert!(
                            plain.len() < 4
                                || !TOKEN.contains(&*of_token)
                                || !masked.contains(part),
                            "{text} {masked}"
                        );
                    }
                }
            }
        }
    }
    assert_eq!(
        masked(&known, &format!("<{}>", STANDARD.encode(TOKEN))),
        "<***>"
    );
}

#[test]
fn other_encodings_are_found_and_those_of_encodings() {
    let known = hidden(&["pass w/rd\"1+é"]);
    for (text, shown) in [
        ("?p=pass%20w%2Frd%221%2B%C3%A9&x=1", "?p=***&x=1"),
        ("?p=pass%20w%2frd%221+%c3%a9", "?p=***"),
        (r#"{"p":"pass w\/rd\"1+\u00e9"}"#, r#"{"p":"***"}"#),
        (r#""{\"p\":\"pass w/rd\\\"1+é\"}""#, r#""{\"p\":\"***\"}""#),
        ("pass%2520w%252Frd%25221%252B%25C3%25A9", "***"),
        ("<b>pass w/rd&quot;1+é</b>", "<b>***</b>"),
        ("pass&#32;w&#x2F;rd&#34;1+&#233;.", "***."),
        ("0x7061737320772f726422312bc3a9", "0x***"),
        ("a7061737320772F726422312BC3A9f", "a***f"),
        (
            "100% of é \\x & &amp; &#; &nope; 7061",
            "100% of é \\x & &amp; &#; &nope; 7061",
        ),
    ] {
        assert_eq!(masked(&known, text), shown);
    }
}
