//! Every machine that a file defines.

use super::definition::Deployed;
use super::{Definition, WorkflowType};
use crate::base::{Span, text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::source::embedded::{
    self, Body, Contents, FileReference, Inline, Machine, Substitutions, Template,
};
use crate::source::{Bindings, Directive, Engine, Node, SourceFile, Tree, Unreadable, rule};
use thiserror::Error;

/// Reads the file that another one, the second, names: its path is relative to the other's folder.
pub type ReadFile<'f> = dyn Fn(&str, &str) -> Result<SourceFile, Unreadable> + 'f;

/// How to load.
#[derive(Clone, Copy)]
pub struct LoadOptions<'o> {
    /// What fills placeholders, before what a template fills in.
    pub bindings: &'o Bindings,
    /// What AWS is to run the machines as; nothing for what their template says, or STANDARD.
    pub workflow_type: Option<WorkflowType>,
    /// Reads files that a template names.
    pub read: &'o ReadFile<'o>,
}

/// What a file defines.
#[derive(Clone, Debug)]
pub struct Definitions {
    /// The file.
    pub file: SourceFile,
    /// Whose template it is, if it is one.
    pub engine: Option<Engine>,
    /// The machines, each with what was found in its definition.
    pub list: Vec<Definition>,
    /// What was found in the file itself, where it is a template or holds no definition.
    pub diagnostics: Vec<Diagnostic>,
    /// What the comments of a template say to the linter.
    pub remarks: Remarks,
}

/// What the comments of a template say to the linter.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    /// The directives, in the order of the text.
    pub directives: Vec<Directive>,
    /// Where machines were left out, so that what is said of them finds nothing: the places of those that were not.
    pub kept: Option<Vec<Span>>,
}

/// No machine of a name, or too many to take one of.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SelectError {
    /// There are several, and none is named.
    #[error("`{file}` defines {}", text::count(names.len(), "state machine"))]
    Several {
        /// The file.
        file: String,
        /// Their names.
        names: Vec<String>,
    },
    /// None has the name.
    #[error("`{file}` defines no state machine `{wanted}`")]
    Unknown {
        /// The file.
        file: String,
        /// What was asked for.
        wanted: String,
        /// The names that there are.
        names: Vec<String>,
    },
}

impl SelectError {
    /// What to do.
    pub fn help(&self) -> String {
        let list = |names: &[String]| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            text::alternatives(&names)
        };
        match self {
            Self::Several { names, .. } => format!("name one with `--resource`: {}", list(names)),
            Self::Unknown { names, wanted, .. } => {
                match text::nearest(wanted, names.iter().map(String::as_str)) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if names.is_empty() => "it is a definition, and has no other".to_owned(),
                    None => format!("there is {}", list(names)),
                }
            }
        }
    }
}

impl Definitions {
    /// The file, and those that it names.
    pub fn files(&self) -> Vec<SourceFile> {
        let mut files = vec![self.file.clone()];
        for definition in &self.list {
            let home = definition.file.home();
            if files.iter().all(|one| one.name != home.name) {
                files.push(home.clone());
            }
        }
        files
    }

    /// Leaves out the machines of a template that have another name.
    pub fn keep(&mut self, resource: &str) {
        self.list.retain(|one| {
            let deployed = one.deployment.as_ref();
            deployed.is_some_and(|deployed| deployed.name == resource)
        });
        self.remarks.kept = Some(self.list.iter().flat_map(places).collect());
    }

    /// The machine `resource`, or the only one; where the file defines none, a definition without a machine.
    ///
    /// # Errors
    /// Where there is none of that name, or more than one and no name.
    pub fn select(mut self, resource: Option<&str>) -> Result<Definition, SelectError> {
        let file = self.file.name.to_string();
        let names = || -> Vec<String> {
            let deployed = self.list.iter().filter_map(|one| one.deployment.as_ref());
            deployed.map(|one| one.name.clone()).collect()
        };
        let index = match resource {
            Some(wanted) => {
                let found = self.list.iter().position(|one| {
                    one.deployment
                        .as_ref()
                        .is_some_and(|deployed| deployed.name == wanted)
                });
                found.ok_or_else(|| SelectError::Unknown {
                    file,
                    wanted: wanted.to_owned(),
                    names: names(),
                })?
            }
            None => match self.list.len() {
                0 => {
                    let nothing = Definition::nothing(self.file, WorkflowType::default());
                    return Ok(Definition {
                        diagnostics: self.diagnostics,
                        ..nothing
                    });
                }
                1 => 0,
                _ => {
                    return Err(SelectError::Several {
                        file,
                        names: names(),
                    });
                }
            },
        };
        let mut definition = self.list.swap_remove(index);
        if definition.machine.is_none() && definition.diagnostics.is_empty() {
            // Why it is not known stands in the template.
            definition.diagnostics.extend(self.diagnostics);
        }
        Ok(definition)
    }
}

/// The places in the template of a machine: its name, and its definition where that stands there.
fn places(definition: &Definition) -> impl Iterator<Item = Span> {
    let deployed = definition.deployment.as_ref();
    let name = deployed.map(|one| one.deployment.place);
    let root = definition.tree.root.as_ref().map(|root| root.span);
    let home = root.map(|span| match &definition.file.origin {
        Some(origin) => origin.span(span),
        None => span,
    });
    name.into_iter().chain(home)
}

/// Reads every machine that a file defines, and the files that it names.
pub fn load(file: SourceFile, options: &LoadOptions<'_>) -> Definitions {
    match embedded::contents(&file) {
        Contents::Definition(tree) => {
            let workflow_type = options.workflow_type.unwrap_or_default();
            let definition =
                Definition::of_tree(file.clone(), tree, &[options.bindings], workflow_type);
            Definitions {
                file,
                engine: None,
                list: vec![definition],
                diagnostics: Vec::new(),
                remarks: Remarks::default(),
            }
        }
        Contents::Neither(tree) => Definitions {
            file,
            engine: None,
            list: Vec::new(),
            diagnostics: tree.diagnostics,
            remarks: Remarks::default(),
        },
        Contents::Template(template) => of_template(file, template, options),
    }
}

fn of_template(file: SourceFile, template: Template, options: &LoadOptions<'_>) -> Definitions {
    let loader = Loader {
        template: &file,
        options,
    };
    let mut diagnostics = template.diagnostics;
    for machine in &template.machines {
        if let Body::Inline(inline) = &machine.body
            && inline.file.origin.is_none()
        {
            super::written::mend(&mut diagnostics, inline.tree.root.as_ref());
        }
    }
    let machines = template.machines.into_iter();
    let list = machines.map(|machine| loader.machine(machine)).collect();
    Definitions {
        file,
        engine: Some(template.engine),
        list,
        diagnostics,
        remarks: Remarks {
            directives: template.directives,
            kept: None,
        },
    }
}

struct Loader<'l> {
    template: &'l SourceFile,
    options: &'l LoadOptions<'l>,
}

impl Loader<'_> {
    fn machine(&self, machine: Machine) -> Definition {
        let Machine {
            name,
            body,
            express,
            mut substitutions,
            deployment,
        } = machine;
        let told = express.map(|express| match express {
            true => WorkflowType::Express,
            false => WorkflowType::Standard,
        });
        let workflow_type = self.options.workflow_type.or(told).unwrap_or_default();
        let mut findings = Vec::new();
        let mut definition = match body {
            Body::Inline(inline) => {
                let Inline { file, tree } = *inline;
                let checked = substitutions.check(&tree, self.options.bindings);
                findings.extend(checked.unused);
                self.definition(file, tree, &substitutions, checked.unfilled, workflow_type)
            }
            Body::File(reference) => match self.file(&reference, &mut substitutions) {
                Ok((file, tree)) => {
                    let checked = substitutions.check(&tree, self.options.bindings);
                    findings.extend(checked.unused);
                    self.definition(file, tree, &substitutions, checked.unfilled, workflow_type)
                }
                Err(finding) => {
                    let mut definition = Definition::nothing(self.template.clone(), workflow_type);
                    definition.diagnostics.push(*finding);
                    definition
                }
            },
            Body::Unknown => Definition::nothing(self.template.clone(), workflow_type),
        };
        definition.found = true;
        definition.deployment = Some(Deployed {
            name: name.value.to_string(),
            findings,
            deployment,
        });
        definition
    }

    fn definition(
        &self,
        file: SourceFile,
        tree: Tree,
        substitutions: &Substitutions,
        unfilled: Vec<Diagnostic>,
        workflow_type: WorkflowType,
    ) -> Definition {
        let bindings = substitutions.bindings();
        let mut definition = Definition::of_tree(
            file,
            tree,
            &[self.options.bindings, &bindings],
            workflow_type,
        );
        definition.diagnostics.extend(unfilled);
        definition
    }

    /// The file that is a machine's definition.
    fn file(
        &self,
        reference: &FileReference,
        substitutions: &mut Substitutions,
    ) -> Result<(SourceFile, Tree), Box<Diagnostic>> {
        let read = (self.options.read)(&reference.path, &self.template.name);
        let file = read.map_err(|fault| Box::new(unreadable(reference, &fault)))?;
        let file = match embedded::terraform_text(&file) {
            Some(cut) if reference.reading.terraform => cut,
            _ => file,
        };
        let mut tree = match embedded::contents(&file) {
            Contents::Definition(tree) | Contents::Neither(tree) => tree,
            Contents::Template(_) => Tree::default(),
        };
        let at_keys = |root: Node| {
            let mut keys = reference.reading.keys.iter();
            keys.try_fold(root, |node, key| node.get(key).cloned())
        };
        if !reference.reading.keys.is_empty() {
            tree = file.read();
            tree.root = tree.root.and_then(at_keys);
        }
        if tree.root.is_none() && tree.diagnostics.is_empty() {
            let fault = Diagnostic::error(
                rule::DEFINITION_FILE,
                reference.span,
                format!("`{}` holds no definition", reference.path),
            )
            .help("a definition is an object with `StartAt` and `States`");
            return Err(Box::new(fault));
        }
        if reference.reading.intrinsics {
            let implied = embedded::carry_out_intrinsics(&mut tree);
            substitutions.implied.extend(implied);
        }
        Ok((file, tree))
    }
}

fn unreadable(reference: &FileReference, fault: &Unreadable) -> Diagnostic {
    let (severity, message) = if reference.reading.optional {
        (
            Severity::Note,
            format!("the definition is not followed: {fault}"),
        )
    } else {
        (
            Severity::Error,
            format!("the definition cannot be read: {fault}"),
        )
    };
    let finding = Diagnostic::new(rule::DEFINITION_FILE, severity, reference.span, message);
    match &fault.help {
        Some(help) => finding.help(help.clone()),
        None => finding.help("the path is relative to the folder of the template"),
    }
}
