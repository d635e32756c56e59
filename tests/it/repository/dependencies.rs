//! What the program is built from.

use super::{root, text};

#[test]
fn encryption_is_built_from_ring_alone() {
    // One dependency with default features brings AWS-LC back, and with it a C compiler's minutes in every build.
    let lock = text(&root().join("Cargo.lock"));
    assert!(lock.contains("name = \"ring\""));
    for name in [
        "aws-lc-sys",
        "aws-lc-rs",
        "aws-lc-fips-sys",
        "openssl-sys",
        "s2n-tls-sys",
    ] {
        assert!(
            !lock.contains(&format!("name = \"{name}\"")),
            "`cargo tree -i {name}` tells which dependency needs `default-features = false`"
        );
    }
}
