//! `sfnrun iam`

use crate::cli::args::{Iam, IamFormat};
use crate::cli::configuration::of_run;
use crate::cli::definition;
use crate::cli::error::CliError;
use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::terminal::Terminal;
use crate::cli::unused_variables;
use crate::iam::{Extras, Granted, Permission, Policy, Scope, requirements};
use crate::report::{policy_gaps, policy_table};

/// Prints the policy that the execution role of a definition needs, or what a given one lacks.
pub(crate) fn run(arguments: &Iam, terminal: &Terminal) -> Result<Exit, CliError> {
    let file = input::source_file(&arguments.definition)?;
    let settings = of_run(
        &arguments.definition,
        &arguments.configuration,
        &arguments.variables,
        None,
        terminal,
    )?;
    let definitions = definition::load(file, &settings.bindings, settings.workflow_type);
    let definition = definition::select(definitions, arguments.resource.as_deref())?;
    unused_variables::tell(&arguments.variables, [&definition.filled], terminal);
    let Some(machine) = &definition.machine else {
        return Err(CliError::new(format!(
            "`{}` holds no state machine definition that can be read",
            arguments.definition
        ))
        .help("`sfnrun validate` says what is wrong with it"));
    };
    let scope = Scope {
        partition: arguments.partition.clone(),
        region: arguments.region.clone(),
        account: arguments.account.clone(),
        machine: arguments.name.clone().unwrap_or_else(|| definition.name()),
    };
    let extras = Extras {
        logging: arguments.logging,
        tracing: arguments.tracing,
    };
    let (needed, notes) = requirements(machine, &scope, extras);
    match &arguments.check {
        Some(path) => check(path, &needed, arguments.format, terminal),
        None => print(&needed, &notes, arguments.format, terminal),
    }
}

fn print(
    needed: &[Permission],
    notes: &[String],
    format: IamFormat,
    terminal: &Terminal,
) -> Result<Exit, CliError> {
    let policy = Policy::new(needed);
    match format {
        IamFormat::Json => {
            terminal.result(&format!("{}\n", policy.to_value().to_pretty_json()))?;
            let of_statements = policy.statements.iter().flat_map(|one| &one.notes);
            for note in of_statements.chain(notes) {
                terminal.story(&format!("note: {note}\n"));
            }
        }
        IamFormat::Human => {
            terminal.result(&policy_table(&policy, notes, terminal.stdout_style()))?;
        }
    }
    Ok(Exit::Success)
}

fn check(
    path: &str,
    needed: &[Permission],
    format: IamFormat,
    terminal: &Terminal,
) -> Result<Exit, CliError> {
    let tree = input::source_file(path)?.read();
    let unreadable = || {
        CliError::new(format!(
            "`{path}` is neither JSON nor YAML that can be read"
        ))
    };
    let root = tree.root.as_ref().ok_or_else(unreadable)?;
    if tree.lossy {
        return Err(unreadable());
    }
    let granted = Granted::read(&root.to_value()).map_err(|error| {
        CliError::new(format!("`{path}` holds no policy: {error}"))
            .help("give a policy document, with `Statement`, or a template that holds one")
    })?;
    let gaps = granted.lacks(needed);
    let text = match format {
        IamFormat::Json => format!("{}\n", gaps.to_value().to_pretty_json()),
        IamFormat::Human => policy_gaps(&gaps, needed, path, terminal.stdout_style()),
    };
    terminal.result(&text)?;
    Ok(if gaps.gaps.is_empty() {
        Exit::Success
    } else {
        Exit::Failure
    })
}
