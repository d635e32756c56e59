//! Checksums of bodies, as S3 wants them beside the name of the algorithm that the parameters choose.

use super::Request;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha1::{Digest, Sha1};
use sha2::Sha256;

/// Adds the checksum of the body by the algorithm that `ChecksumAlgorithm` names: S3 refuses the name without it ("Checking object
/// integrity in Amazon S3"). Of algorithms that are not computed here S3 says so itself.
pub(super) fn apply(request: &mut Request) {
    let named = request
        .headers
        .iter()
        .find(|(name, _)| name == "x-amz-sdk-checksum-algorithm");
    let Some((_, algorithm)) = named else { return };
    let (name, sum) = match algorithm.as_str() {
        "SHA256" => (
            "x-amz-checksum-sha256",
            Sha256::digest(&request.body).to_vec(),
        ),
        "SHA1" => ("x-amz-checksum-sha1", Sha1::digest(&request.body).to_vec()),
        "CRC32" => {
            let sum = crc32fast::hash(&request.body);
            ("x-amz-checksum-crc32", sum.to_be_bytes().to_vec())
        }
        _ => return,
    };
    request.set_default_header(name, &STANDARD.encode(sum));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of `x` by `sha256sum`, `sha1sum` and Python's `zlib.crc32`, in base64.
    #[test]
    fn sums_stand_beside_the_algorithm() {
        for (algorithm, header, sum) in [
            (
                "SHA256",
                "x-amz-checksum-sha256",
                "LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE=",
            ),
            (
                "SHA1",
                "x-amz-checksum-sha1",
                "EfatjsUqKYSrqv18O1FlA3hcIHI=",
            ),
            ("CRC32", "x-amz-checksum-crc32", "jNwWgw=="),
        ] {
            let mut request = Request {
                body: b"x".to_vec(),
                ..Request::default()
            };
            apply(&mut request);
            assert_eq!(request.headers, []);
            let name = "x-amz-sdk-checksum-algorithm".to_owned();
            request.headers.push((name, algorithm.to_owned()));
            apply(&mut request);
            let found = request.headers.iter().find(|(name, _)| name == header);
            assert_eq!(
                found.map(|(_, value)| value.as_str()),
                Some(sum),
                "{algorithm}"
            );
        }
    }
}
