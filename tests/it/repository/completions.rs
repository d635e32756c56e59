//! The committed completion scripts are those that the program prints.

use super::{root, text};
use std::process::Command;

#[test]
fn completion_scripts_are_current() {
    let scripts = [
        ("bash", "sfnrun.bash"),
        ("zsh", "_sfnrun"),
        ("fish", "sfnrun.fish"),
        ("powershell", "_sfnrun.ps1"),
        ("elvish", "sfnrun.elv"),
    ];
    for (shell, file) in scripts {
        let printed = Command::new(env!("CARGO_BIN_EXE_sfnrun"))
            .args(["completions", shell])
            .output()
            .expect("the program runs");
        assert!(printed.status.success());
        let committed = text(&root().join("completions").join(file));
        assert!(
            committed == String::from_utf8_lossy(&printed.stdout),
            "completions/{file} is stale: run `sfnrun completions {shell} > completions/{file}`"
        );
    }
}
