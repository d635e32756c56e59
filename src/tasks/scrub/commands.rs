//! Passwords behind `-p`, which other commands than these take for something else: a port, a project, a path.

use super::cuts::Cuts;
use super::names::stands_for_another;
use super::words::is_of_sentence;
use memchr::memmem::find;

/// Commands that take the password right behind `-p`.
const ATTACHED: [&str; 8] = [
    "mysql",
    "mysqladmin",
    "mysqldump",
    "mysqlimport",
    "mariadb",
    "mariadb-admin",
    "mariadb-dump",
    "sshpass",
];

/// Commands whose `login` takes the password behind `-p`.
const LOGINS: [&str; 8] = [
    "docker", "podman", "buildah", "nerdctl", "skopeo", "helm", "oc", "az",
];

/// Finds passwords of commands.
pub(super) fn find_in(cuts: &mut Cuts<'_>) {
    let text = cuts.text();
    if find(text.as_bytes(), b"-p").is_none() {
        return;
    }
    let mut before = Vec::new();
    let ends = |letter: char| letter.is_whitespace() || matches!(letter, ';' | '|' | '"' | '\'');
    for word in text.split_inclusive(ends) {
        let command_ends = word.ends_with([';', '|', '\n']);
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let word = word.trim_end_matches(ends);
        let behind = &text[start + word.len()..];
        if let Some(at) = password(&before, word)
            && !is_of_sentence(&word[at..], behind)
        {
            cuts.strike_everywhere(start + at..start + word.len());
        }
        if !word.is_empty() {
            before.push(word);
        }
        if command_ends || word == "&&" {
            before.clear();
        }
    }
}

/// Where the password begins in a word of a command, by the words before it; nothing where it is none.
pub(super) fn password(before: &[&str], word: &str) -> Option<usize> {
    let is_behind = before.last() == Some(&"-p");
    let start = match word.strip_prefix("-p") {
        Some(attached) if !attached.is_empty() => 2,
        _ if is_behind && !word.starts_with('-') => 0,
        _ => return None,
    };
    let names = |commands: &[&str]| {
        let mut names = before.iter().map(|word| word.rsplit('/').next());
        names.any(|name| name.is_some_and(|name| commands.contains(&name)))
    };
    let takes = match start {
        0 => names(&["sshpass"]) || names(&LOGINS) && before.contains(&"login"),
        _ => names(&ATTACHED),
    };
    let password = &word[start..];
    let is_one = !password.is_empty()
        && !stands_for_another(password)
        && !password.starts_with(['$', '`', '(']);
    (takes && is_one).then_some(start)
}
