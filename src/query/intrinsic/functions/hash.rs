//! `States.Hash`.

use super::{LONGEST_TEXT, java_length};
use crate::query::java_text::java_text;
use crate::value::Value;
use md5::{Digest, Md5};
use sha1::Sha1;
use sha2::{Sha256, Sha384, Sha512};

/// The algorithms' names are exact (tiny-asl-machine: States.Hash-021 to -025). Data that is no string is hashed as the
/// text that Java gives it (notes on 014 and 015: AWS hashes numbers and objects; the digests are not known).
pub(super) fn digest(data: &Value, algorithm: &Value) -> Option<Value> {
    let data = java_text(data);
    if java_length(&data) > LONGEST_TEXT {
        return None;
    }
    let data = data.as_bytes();
    let digest = match algorithm.as_str()? {
        "MD5" => hexadecimal(&Md5::digest(data)),
        "SHA-1" => hexadecimal(&Sha1::digest(data)),
        "SHA-256" => hexadecimal(&Sha256::digest(data)),
        "SHA-384" => hexadecimal(&Sha384::digest(data)),
        "SHA-512" => hexadecimal(&Sha512::digest(data)),
        _ => return None,
    };
    Some(Value::from(digest))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
