//! The program with nothing of the user's own AWS about it.

use std::path::Path;
use std::process::{Command, Stdio};

/// `sfnrun` with `home` for its home, and none of the variables and files that name credentials, regions and endpoints.
pub(crate) fn isolated(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sfnrun"));
    let inherited = std::env::vars_os().map(|(name, _)| name);
    for name in inherited.filter(|name| name.to_string_lossy().starts_with("AWS_")) {
        command.env_remove(name);
    }
    command
        .env("HOME", home)
        .env("XDG_RUNTIME_DIR", home)
        .env("AWS_EC2_METADATA_DISABLED", "true")
        .env("NO_COLOR", "1")
        .stdin(Stdio::null());
    command
}
