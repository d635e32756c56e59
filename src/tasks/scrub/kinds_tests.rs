//! Each kind of secret, and what is like it and none. Forms of tokens are put together here, so that no scanner takes them for real.

use super::Scrubber;
use crate::value::{Value, read};

pub(super) fn scrubbed(value: &str) -> String {
    let value = read(value).unwrap_or_else(|fault| panic!("{fault}: {value}"));
    let once = Scrubber::default().value(&value);
    // What was struck out comes back in a replay, and stays what it is.
    assert_eq!(Scrubber::default().value(&once), once);
    once.to_json()
}

/// A text, alone.
fn text(text: &str) -> String {
    let struck = scrubbed(&Value::from(text).to_compact_json());
    let struck = read(&struck).expect("it is JSON");
    struck.as_str().expect("a text").to_owned()
}

pub(super) fn assert_texts<'t>(texts: impl IntoIterator<Item = (&'t str, &'t str)>) {
    for (was, is) in texts {
        assert_eq!(text(was), is, "{was}");
    }
}

pub(super) fn assert_untouched<'t>(texts: impl IntoIterator<Item = &'t str>) {
    for untouched in texts {
        assert_eq!(text(untouched), untouched);
    }
}

#[test]
fn names_tell_of_secrets_and_counters_and_places_do_not() {
    for name in [
        "pwd",
        "token",
        "auth",
        "apikey",
        "api_key",
        "sessionToken",
        "X-Amz-Security-Token",
        "DB_PASS",
        "smtpPass",
        "secret",
        "webhookSecret",
        "jwt",
        "refresh_token",
        "AWS_SECRET_ACCESS_KEY",
        "cookie",
        "passwordHash",
        "csrf-token",
        "credentials",
        "TaskToken",
        "ocp-apim-subscription-key",
    ] {
        let value = format!(r#"{{"{name}":"tok1x"}}"#);
        assert_eq!(scrubbed(&value), format!(r#"{{"{name}":"***"}}"#));
    }
    for untouched in [
        r#"{"maxTokens":"4200","inputTokens":"12","tokenCount":"7","tokens":["a1b2c3d4"],"tokenType":"Bearer","token":7}"#,
        r#"{"NextToken":"eyJ2IjoiMiIsInMiOiIxIn0=","nextPageToken":"a1b2","ContinuationToken":"x1y2","ClientRequestToken":"id-1"}"#,
        r#"{"SecretArn":"s-1","secretId":"s-1","passwordPolicy":"p-1","bypass":"b-1","compass":"n","authType":"NONE","cwd":"/var"}"#,
        r#"{"password":"arn:aws:secretsmanager:us-east-1:123456789012:secret:db","token":"$.token","secret":"${SECRET}","auth":"none"}"#,
        r#"{"password":"{{resolve:secretsmanager:db}}","Authorization":"AWS_IAM","apiKey":"<your key>","token":"expired","OLDPWD":"/var/task"}"#,
        r#"{"encryptionKey":"1234abcd-12ab-34cd-56ef-1234567890ab","accessKey":"alias/mine","token":null,"secret":true,"password":""}"#,
        r#"{"token":" the","logprob":-0.1}"#,
    ] {
        assert_eq!(scrubbed(untouched), untouched);
    }
    assert_eq!(
        scrubbed(r#"{"password":123456,"passwords":["a","b"],"access_key":"k-123456"}"#),
        r#"{"password":"***","passwords":["***","***"],"access_key":"***"}"#
    );
}

/// Parameters as ECS, Batch, CodeBuild, SSM, SQS, DynamoDB and the Data API of RDS write them.
#[test]
fn pairs_are_named_by_one_of_their_members() {
    assert_eq!(
        scrubbed(
            r#"{"Environment":[{"Name":"DB_PASSWORD","Value":"ev1"},{"name":"API_KEY","value":"ev2"},{"Name":"STAGE","Value":"prod"}],
                "Headers":[{"Key":"Authorization","Value":"x 1"},{"Key":"Accept","Value":"text/html"}]}"#
        )
        .replace(char::is_whitespace, ""),
        r#"{"Environment":[{"Name":"DB_PASSWORD","Value":"***"},{"name":"API_KEY","value":"***"},{"Name":"STAGE","Value":"prod"}],"Headers":[{"Key":"Authorization","Value":"***"},{"Key":"Accept","Value":"text/html"}]}"#
    );
    for (was, is) in [
        (
            r#"{"Parameter":{"Name":"/prod/db/password","Type":"String","Value":"v1"}}"#,
            r#"{"Parameter":{"Name":"/prod/db/password","Type":"String","Value":"***"}}"#,
        ),
        (
            r#"{"Name":"/prod/url","Type":"SecureString","Value":"v1"}"#,
            r#"{"Name":"/prod/url","Type":"SecureString","Value":"***"}"#,
        ),
        (
            r#"{"Item":{"password":{"S":"v1"},"pins":{"SS":["1"]},"name":{"S":"ann"}}}"#,
            r#"{"Item":{"password":{"S":"***"},"pins":{"SS":["1"]},"name":{"S":"ann"}}}"#,
        ),
        (
            r#"{"MessageAttributes":{"token":{"DataType":"String","StringValue":"t-12"}}}"#,
            r#"{"MessageAttributes":{"token":{"DataType":"String","StringValue":"***"}}}"#,
        ),
        (
            r#"{"parameters":[{"name":"password","value":{"stringValue":"v1"}},{"name":"id","value":{"longValue":1}}]}"#,
            r#"{"parameters":[{"name":"password","value":{"stringValue":"***"}},{"name":"id","value":{"longValue":1}}]}"#,
        ),
        (
            r#"[["password","v-1"],["password","username"],{"key":"token","val":"t-12"}]"#,
            r#"[["password","***"],["password","username"],{"key":"token","val":"***"}]"#,
        ),
        (
            r#"{"Command":["run","--password","v1","--token","--verbose","--user","ann"]}"#,
            r#"{"Command":["run","--password","***","--token","--verbose","--user","ann"]}"#,
        ),
    ] {
        assert_eq!(scrubbed(was), is);
    }
}

/// RFC 3986, section 3.2.1: what follows the colon of the user.
#[test]
fn passwords_of_urls_go_and_the_rest_stays() {
    assert_texts([
        ("postgres://user:pw@host/db", "postgres://user:***@host/db"),
        ("redis://:pw@host:6379/0", "redis://:***@host:6379/0"),
        (
            "mongodb+srv://u:p%40ss@a.example.com,b.example.com/db?w=1",
            "mongodb+srv://u:***@a.example.com,b.example.com/db?w=1",
        ),
        (
            "postgres://user:p/w@x@host/db",
            "postgres://user:***@host/db",
        ),
        (
            "clone https://ann:pw@git.example.com/a.git and \"amqp://b:c@d\"",
            "clone https://ann:***@git.example.com/a.git and \"amqp://b:***@d\"",
        ),
    ]);
    assert_untouched([
        "https://example.com:8443/a?b=c@d",
        "ssh://git@github.com/a/b.git",
        "postgres://user@host/db",
        "http://[::1]:8080/x",
        "postgres://${USER}:${PASSWORD}@host",
        "s3://bucket/a:b@c",
    ]);
}

#[test]
fn queries_forms_and_connection_strings_lose_what_is_assigned_to_secrets() {
    assert_texts([
        (
            "https://h/p?token=abc1&page=2&X-Amz-Signature=0af9&sig=a%2Fb%3D#end",
            "https://h/p?token=***&page=2&X-Amz-Signature=***&sig=***#end",
        ),
        (
            "Server=x;Password=pw 3!;Database=y",
            "Server=x;Password=***;Database=y",
        ),
        ("Server=x;Uid=a;Pwd=b{c}d", "Server=x;Uid=a;Pwd=***"),
        (
            "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=abc+/12==;EndpointSuffix=x",
            "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=***;EndpointSuffix=x",
        ),
        (
            "grant_type=client_credentials&client_secret=a-1&scope=x",
            "grant_type=client_credentials&client_secret=***&scope=x",
        ),
        (
            "export DB_PASSWORD=hunter2 && run",
            "export DB_PASSWORD=*** && run",
        ),
        (
            "login(password='hunter 2', user='ann')",
            "login(password='***', user='ann')",
        ),
        (
            "run --password hunter2 --api-key=abc --user ann",
            "run --password *** --api-key=*** --user ann",
        ),
        (
            "curl -u ann:hunter2 'https://h' --user 'b:c d' -u 0:0",
            "curl -u ann:*** 'https://h' --user 'b:***' -u 0:0",
        ),
        (
            "https://h/cb?next=https%3A%2F%2Fh%3Ftoken%3Dabc-1%26n%3D1&x=2",
            "https://h/cb?next=https%3A%2F%2Fh%3Ftoken%3D***%26n%3D1&x=2",
        ),
        ("export TOKEN='a b c'", "export TOKEN='***'"),
        ("host=h password=p,w user=u", "host=h password=*** user=u"),
    ]);
    assert_untouched([
        "https://h/p?NextToken=abc1&maxTokens=5&page=2&signatures=2",
        "https://h/p?signature=none&hmac=required&sig=",
        "token = getToken(x)",
        "if password == other: password=self.password",
        "SELECT * FROM users WHERE password=:password AND token=?",
        "a=b;c=d",
        "curl --token-file t.txt --password $PASSWORD",
        "Sig=1 of 2",
        "const secret = alice.computeSecret(bob.getPublicKey());",
        "git add -u :path",
        "<a accesskey=\"n\" rel=\"next\">",
    ]);
}

#[test]
fn messages_with_json_headers_or_xml_lose_the_secrets_in_them() {
    assert_texts([
        (
            r#"failed: {"user":"ann","password":"hunter 2","token":"t-12"} (3 times)"#,
            r#"failed: {"user":"ann","password":"***","token":"***"} (3 times)"#,
        ),
        (
            "login(password: \"hunter 2\", n: 1)",
            "login(password: \"***\", n: 1)",
        ),
        (
            "got {'api_key': 'abc', 'n': 1}",
            "got {'api_key': '***', 'n': 1}",
        ),
        (
            r#"log "{\"password\":\"a\\\"b\",\"n\":1}" end"#,
            r#"log "{\"password\":\"***\",\"n\":1}" end"#,
        ),
        (
            "GET / HTTP/1.1\r\nAuthorization: Digest a=b\r\nX-Api-Key: abc-12\r\nAccept: x",
            "GET / HTTP/1.1\r\nAuthorization: ***\r\nX-Api-Key: ***\r\nAccept: x",
        ),
        (
            "curl -H 'x-api-key: abc-12' https://h",
            "curl -H 'x-api-key: ***' https://h",
        ),
        (
            "<r><User>ann</User><SessionToken>t-12</SessionToken></r>",
            "<r><User>ann</User><SessionToken>***</SessionToken></r>",
        ),
    ]);
    assert_untouched([
        "Error: invalid token: the signature has expired",
        "Enter your password: it must have eight letters",
        "password: required",
        r#"{"a": "no JSON", 'token': 5"#,
        "<token/><password></password>",
        "Secret: none",
    ]);
}

/// RFC 6750, section 2.1, and RFC 7617, section 2, whose example it is (`Aladdin:open sesame`).
#[test]
fn credentials_go_behind_their_schemes() {
    let token = [
        "eyJhbGciOiJIUzI1NiJ9",
        "eyJzdWIiOiIxMjM0NTY3ODkwIn0",
        "dozjgNryP4J3jVmNHl0w5N",
    ]
    .join(".");
    assert_texts([
        ("sent Bearer mF_9.B5f-4.1JqM to h", "sent Bearer *** to h"),
        (
            "sent Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ== to h",
            "sent Basic *** to h",
        ),
        ("BEARER a1b2c3d4, x", "BEARER ***, x"),
        ("Bearer a1b2c3d4", "Bearer ***"),
        ("a=Bearer%20a1b2c3d4", "a=Bearer%20***"),
        ("basic YTpi", "basic ***"),
        (&format!("it was {token}."), "it was ***."),
    ]);
    assert_eq!(
        scrubbed(&format!(r#"{{"auth":"Bearer {token}"}}"#)),
        r#"{"auth":"***"}"#
    );
    assert_eq!(scrubbed(&format!(r#"{{"x":"{token}"}}"#)), r#"{"x":"***"}"#);
    assert_untouched([
        "Basic authentication is required",
        "the bearer of this letter",
        "a Bearer token, a basic plan",
        "Bearers and basics",
        "forbearer abc123",
        "WWW-Authenticate: Basic realm=\"x\"",
        "Basic plan",
        "Basic English",
        "BASIC",
        "Basic 1234",
        "basic tier-2",
        "Bearer bond",
        "Bearer GitHub-Enterprise",
        "bearer bonds/shares-2024",
        "Bearer 123456789012",
    ]);
}

#[test]
fn webhooks_are_secret_from_their_path_on() {
    assert_texts([
        (
            "post to https://hooks.slack.com/services/T000/B000/XXXXSECRET now",
            "post to https://hooks.slack.com/services/*** now",
        ),
        (
            "https://discord.com/api/webhooks/1/abc?wait=true",
            "https://discord.com/api/webhooks/***?wait=true",
        ),
        (
            "https://discord.com/api/v10/webhooks/1/abc",
            "https://discord.com/api/v10/webhooks/***",
        ),
        (
            "https://x.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d",
            "https://x.webhook.office.com/webhookb2/***",
        ),
        (
            "https://prod-1.westus.logic.azure.com/workflows/a/triggers/manual/paths/invoke?api-version=1&sig=aB1c",
            "https://prod-1.westus.logic.azure.com/workflows/a/triggers/manual/paths/invoke?api-version=1&sig=***",
        ),
        (
            "https://api.telegram.org/bot1:abc/sendMessage",
            "https://api.telegram.org/bot***",
        ),
    ]);
    assert_untouched([
        "https://slack.com/help/hooks",
        "https://discord.com/api/v10/channels/1",
        "https://api.github.com/repos/o/r/hooks/1",
    ]);
}

#[test]
fn blocks_of_pem_and_keys_beside_access_keys_go() {
    let [begin, end] = ["BEGIN", "END"].map(|word| format!("-----{word} PRIVATE KEY-----"));
    let pair = [
        "AKIA",
        "IOSFODNN7EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    ]
    .concat();
    assert_texts([
        (&*format!("a\n{begin}\nMIIE\n{end}\nb"), "a\n***\nb"),
        (&format!("use {pair}."), "use *** and ***."),
    ]);
    // Alone it could be the digest of anything.
    assert_untouched(["wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"]);
}

#[test]
fn accounts_go_from_hosts_and_buckets_and_wherever_they_come_again() {
    assert_texts([
        (
            "987654321098.dkr.ecr.us-east-1.amazonaws.com/x:1",
            "123456789012.dkr.ecr.us-east-1.amazonaws.com/x:1",
        ),
        (
            "https://987654321098.signin.aws.amazon.com/console",
            "https://123456789012.signin.aws.amazon.com/console",
        ),
        (
            "sqs.us-east-1.amazonaws.com/987654321098/q",
            "sqs.us-east-1.amazonaws.com/123456789012/q",
        ),
        (
            "s3://my-bucket-987654321098/k",
            "s3://my-bucket-123456789012/k",
        ),
        (
            "arn:aws:s3:::logs-987654321098-us-east-1/k",
            "arn:aws:s3:::logs-123456789012-us-east-1/k",
        ),
        (
            "https://b-987654321098.s3.eu-west-1.amazonaws.com/k",
            "https://b-123456789012.s3.eu-west-1.amazonaws.com/k",
        ),
        (
            "https://s3.amazonaws.com/b-987654321098/k",
            "https://s3.amazonaws.com/b-123456789012/k",
        ),
        (
            "https://c.aws.amazon.com/#/arn%3Aaws%3Asqs%3Aeu-west-1%3A987654321098%3Aq",
            "https://c.aws.amazon.com/#/arn%3Aaws%3Asqs%3Aeu-west-1%3A123456789012%3Aq",
        ),
    ]);
    for (was, is) in [
        (
            r#"{"Bucket":"my-bucket-987654321098"}"#,
            r#"{"Bucket":"my-bucket-123456789012"}"#,
        ),
        (
            r#"{"accountId":987654321098}"#,
            r#"{"accountId":123456789012}"#,
        ),
        (
            r#"["arn:aws:iam::987654321098:root","app-987654321098-x","a987654321098"]"#,
            r#"["arn:aws:iam::123456789012:root","app-123456789012-x","a987654321098"]"#,
        ),
    ] {
        assert_eq!(scrubbed(was), is);
    }
    assert_untouched([
        "order-987654321098",
        "987654321098",
        "https://example.com/987654321098/q",
        "s3://bucket/k-987654321098",
        "987654321098.example.com",
    ]);
}

/// A body, as API Gateway hands it on, and the end of a log, as `lambda:invoke` gives it: by base64(1).
#[test]
fn what_is_encoded_as_a_whole_stays_encoded() {
    assert_texts([
        // {"user":"ann","password":"hunter2"}
        (
            "eyJ1c2VyIjoiYW5uIiwicGFzc3dvcmQiOiJodW50ZXIyIn0=",
            // {"user":"ann","password":"***"}
            "eyJ1c2VyIjoiYW5uIiwicGFzc3dvcmQiOiIqKioifQ==",
        ),
        // START\nDB_PASSWORD=hunter2\nEND
        (
            "U1RBUlQKREJfUEFTU1dPUkQ9aHVudGVyMgpFTkQ=",
            // START\nDB_PASSWORD=***\nEND
            "U1RBUlQKREJfUEFTU1dPUkQ9KioqCkVORA==",
        ),
    ]);
    assert_untouched(["eyJ1c2VyIjoiYW5uIiwicGFnZSI6InR3byJ9"]);
}

#[test]
fn what_its_surroundings_tell_is_a_secret_wherever_it_comes_again() {
    let mut scrubber = Scrubber::default();
    let first: Value = "postgres://ann:hunter-22x@host/db?password=password&token=tok-12345".into();
    scrubber.value(&first);
    let again = read(
        r#"{"said":"hunter-22x or tok-12345","in":"aHVudGVyLTIyeA==","password-free":"password","tok-12345":1}"#,
    );
    assert_eq!(
        scrubber.value(&again.expect("it is JSON")).to_json(),
        r#"{"said":"*** or ***","in":"***","password-free":"password","***":1}"#
    );
}

/// Two members that are named by secrets are still two.
#[test]
fn no_member_is_lost_where_names_are_struck_out() {
    let mut scrubber = Scrubber::default();
    scrubber.value(&"?token=tok-12345&token=tok-67890".into());
    let value = read(r#"{"tok-12345":1,"tok-67890":2}"#).expect("it is JSON");
    assert_eq!(scrubber.value(&value).to_json(), r#"{"***":1,"****":2}"#);
}
