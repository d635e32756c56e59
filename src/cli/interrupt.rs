//! What stops a run from outside: Ctrl-C, and the signals by which a system tells a program to end.

use std::future::pending;
#[cfg(unix)]
use std::io::IsTerminal;

/// Waits for Ctrl-C; on Unix for SIGTERM and SIGHUP too, which timeouts, CI and closed terminals send.
pub(super) async fn interrupted() {
    tokio::select! {
        () = interrupt() => {}
        () = ending() => {}
    }
}

async fn interrupt() {
    // Without a handler for it, Ctrl-C ends the program as it always does.
    if tokio::signal::ctrl_c().await.is_err() {
        pending::<()>().await;
    }
}

#[cfg(unix)]
async fn ending() {
    use tokio::signal::unix::SignalKind;
    tokio::select! {
        () = signalled(SignalKind::terminate()) => {}
        () = signalled(SignalKind::hangup()), if !outlives_terminal() => {}
    }
}

#[cfg(unix)]
async fn signalled(kind: tokio::signal::unix::SignalKind) {
    match tokio::signal::unix::signal(kind) {
        Ok(mut signal) => drop(signal.recv().await),
        Err(_) => pending().await,
    }
}

/// Whether SIGHUP is ignored, as `nohup` has it: a handler would undo that. Where the system does not tell (proc(5): `SigIgn` is
/// a mask in hexadecimal, its lowest bit of signal 1), a program whose story goes to no terminal counts as one that stays.
#[cfg(unix)]
fn outlives_terminal() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").ok();
    let ignored = status.as_deref().and_then(ignored_signals);
    ignored.map_or_else(|| !std::io::stderr().is_terminal(), |mask| mask & 1 == 1)
}

#[cfg(unix)]
fn ignored_signals(status: &str) -> Option<u64> {
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(mask.trim(), 16).ok()
}

#[cfg(not(unix))]
async fn ending() {
    pending().await
}
