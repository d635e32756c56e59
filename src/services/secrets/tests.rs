use super::{secret, secret_under, secrets_in};

/// Put together here, so that no scanner takes them for real.
fn made(prefix: &str, rest: &str) -> String {
    format!("{prefix}{rest}")
}

#[test]
fn knows_secrets_by_their_form() {
    let key = made("AKIA", "Q3EGRCTTLAK7XH2B");
    assert_eq!(secret(&key), Some("an access key of AWS"));
    assert_eq!(secret(&format!("key={key};")), Some("an access key of AWS"));
    assert!(secret(&made("ghp_", "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8")).is_some());
    assert!(secret("-----BEGIN RSA PRIVATE KEY-----\nMII").is_some());
    for none in [
        "AKIA",
        &format!("function-{key}"),
        "arn:aws:iam::123456789012:role/x",
        "sk-anthropic",
        "$.token",
    ] {
        assert_eq!(secret(none), None, "{none}");
    }
}

#[test]
fn knows_secrets_by_their_key() {
    assert_eq!(
        secret_under("MasterUserPassword", "hunter22"),
        Some("a password")
    );
    assert_eq!(
        secret_under(
            "Authorization",
            &made("Bearer ", "a8f5f167f44f4964e6c998dee827110c")
        ),
        Some("the credentials of a header")
    );
    assert_eq!(
        secret_under("api_key", "9f86d081884c7d659a2feaa0c55ad015"),
        Some("a key")
    );
    assert_eq!(
        secret_under("X-Api_Key ", "9f86d081884c7d659a2feaa0c55ad015"),
        Some("the credentials of a header")
    );
    for (key, text) in [
        ("password.$", "$.password"),
        ("Password", "${Password}"),
        ("password", "{{resolve:secretsmanager:db}}"),
        ("Authorization", "Bearer token"),
        ("apiKey", "the-name-of-the-key"),
        ("taskToken", "9f86d081884c7d659a2feaa0c55ad015"),
        (
            "proxyAuthorization",
            "Bearer a8f5f167f44f4964e6c998dee827110c",
        ),
        ("-", "hunter22"),
    ] {
        assert_eq!(secret_under(key, text), None, "{key}");
    }
}

fn struck(text: &str) -> Vec<&str> {
    secrets_in(text).into_iter().map(|at| &text[at]).collect()
}

#[test]
fn a_known_beginning_and_its_length_suffice_to_strike_out() {
    for (begin, rest) in [
        ("sk_live_", "abcdefghijklmnop"),
        ("ghp_", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"),
        ("github_pat_", "11ABCDEFG0abcdefghijkl_mnopqrstuv"),
        ("xoxb-", "123456789012-abcdefghijkl"),
        ("AIza", "SyAbcdefghijklmnopqrstuvwxyz_-ABCDE"),
        ("glpat-", "abcdefghij-klmnopqr_"),
        ("npm_", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"),
        ("AKIA", "IOSFODNNSEVENXMP"),
        ("SG.", "abcdefghijklmnopqrstuv.abcdefghijklmnopqrstuvwxyz"),
    ] {
        let secret = made(begin, rest);
        for (before, after) in [
            ("", ""),
            ("token=", "&x=1"),
            ("it is ", ". Yes"),
            ("a\\n", "\\n"),
            ("x%3D", "%20"),
        ] {
            let text = format!("{before}{secret}{after}");
            assert_eq!(struck(&text), [&secret], "{text}");
        }
        // A word that only ends so is another one, and so is a beginning without an end.
        assert_eq!(struck(&format!("x{secret}")), [""; 0]);
        assert_eq!(struck(&format!("{begin} and nothing behind it")), [""; 0]);
    }
}

/// The token of RFC 7519, section 3.1, shortened.
#[test]
fn json_web_tokens_have_three_parts_and_keep_what_stands_around_them() {
    let header = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9";
    let token = format!("{header}.eyJpc3MiOiJqb2UifQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
    assert_eq!(struck(&format!("sent {token}.")), [&token]);
    assert_eq!(
        struck(&format!("{header}.{header}.")),
        [format!("{header}.{header}")]
    );
    let encrypted = format!("{header}.a.b.c.d");
    assert_eq!(struck(&encrypted), [&encrypted]);
    for none in [
        header,
        &format!("{header}.txt.gz"),
        "eyJ.eyJ.x-and-more-than-20",
    ] {
        assert_eq!(struck(none), [""; 0]);
    }
}

#[test]
fn a_private_key_is_struck_out_from_its_beginning_to_its_end() {
    let [begin, end] = ["BEGIN", "END"].map(|word| format!("-----{word} RSA PRIVATE KEY-----"));
    assert_eq!(
        struck(&format!("a\n{begin}\nMIIE\n{end}\nb {begin}MII")),
        [&format!("{begin}\nMIIE\n{end}"), &format!("{begin}MII")]
    );
    assert_eq!(
        struck("-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----"),
        [""; 0]
    );
}
