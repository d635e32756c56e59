//! Secrets of which only what is beside them tells: another member, another parameter, the command.

use super::kinds_tests::{assert_texts, assert_untouched, scrubbed};

#[test]
fn what_is_beside_it_tells_of_a_secret_whose_name_is_common() {
    for (was, is) in [
        (
            r#"{"credentials":{"user":"ann","pass":"hunter22"}}"#,
            r#"{"credentials":{"user":"ann","pass":"***"}}"#,
        ),
        (
            r#"{"auth":{"pass":"hunter22"},"otp":"491734","otps":7,"loginOtp":491734}"#,
            r#"{"auth":{"pass":"***"},"otp":"***","otps":7,"loginOtp":"***"}"#,
        ),
        (
            r#"{"grant_type":"authorization_code","code":"c-1"}"#,
            r#"{"grant_type":"authorization_code","code":"***"}"#,
        ),
        (
            r#"{"connectionString":"Server=x;Key=1","secrets":["hunter22"],"secretsCount":"2 of 3"}"#,
            r#"{"connectionString":"***","secrets":["***"],"secretsCount":"2 of 3"}"#,
        ),
    ] {
        assert_eq!(scrubbed(was), is);
    }
    for untouched in [
        r#"{"pass":"Silver","season":"2026"}"#,
        r#"{"code":"E-1","state":"open"}"#,
        r#"{"secrets":[{"name":"DB","valueFrom":"arn:aws:ssm:us-east-1:123456789012:parameter/db"}]}"#,
    ] {
        assert_eq!(scrubbed(untouched), untouched);
    }
    assert_texts([
        (
            "https://h/cb?code=4f8a9c2b7d1e&state=x",
            "https://h/cb?code=***&state=x",
        ),
        ("client_id=web&code=4f8a9c2b7d1e", "client_id=web&code=***"),
        (
            "https://chat.googleapis.com/v1/spaces/A/messages?key=AbC&token=t-12",
            "https://chat.googleapis.com/v1/spaces/A/messages?key=***&token=***",
        ),
        (
            "jdbc:oracle:thin:scott/tiger@//h:1521/s",
            "jdbc:oracle:thin:scott/***@//h:1521/s",
        ),
    ]);
    assert_untouched([
        "https://h/find?code=US&state=CA",
        "https://h/find?code=4f8a9c2b7d1e&page=2",
        "https://h/find?key=AbC1d2E3&state=x",
        "jdbc:oracle:thin:@//h:1521/s",
        "jdbc:oracle:thin:scott/${PASSWORD}@//h:1521/s",
    ]);
}

#[test]
fn commands_lose_the_passwords_of_their_options() {
    assert_texts([
        (
            "docker login -u AWS -p hunter2 h.example.com; mysql -phunter2 db",
            "docker login -u AWS -p *** h.example.com; mysql -p*** db",
        ),
        (
            "run && /usr/bin/mysqldump -u a '-phunter2'",
            "run && /usr/bin/mysqldump -u a '-p***'",
        ),
    ]);
    assert_eq!(
        scrubbed(
            r#"[["docker","login","-p","hunter2"],["mysql","-phunter2","db"],["ssh","-p","2222"]]"#
        ),
        r#"[["docker","login","-p","***"],["mysql","-p***","db"],["ssh","-p","2222"]]"#
    );
    assert_untouched([
        "mkdir -p a/b && ssh -p 2222 h; docker run -p 80:80 img",
        "docker login; cp -p a1 b1",
        "mysql -p db",
        "docker login -p $PASSWORD h",
        "use docker login -p to give a password",
        "the option --token is required, and --password with it",
        "docker run --user node:node img",
    ]);
}
