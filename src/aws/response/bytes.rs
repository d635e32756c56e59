//! Bytes in results.

use crate::value::Value;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// Bytes as a result has them: as text where they are UTF-8 (recorded:
/// services/aws_sdk_task_service.s3_get_object~bytearray), else as base64. What Step Functions makes of other bytes is
/// not recorded anywhere; base64 loses nothing.
pub(super) fn result(bytes: &[u8]) -> Value {
    std::str::from_utf8(bytes).map_or_else(|_| STANDARD.encode(bytes).into(), Value::from)
}

/// Bytes that stand on the wire as base64; what is none stays as it is.
pub(super) fn decoded(text: &str) -> Value {
    STANDARD
        .decode(text.trim())
        .map_or_else(|_| text.into(), |bytes| result(&bytes))
}
