//! State machines that templates define: CloudFormation, SAM, the CDK's output, the Serverless Framework, Terraform.
//!
//! What a template fills in when it is deployed becomes a placeholder, `${name}`, in strings and for whole values. What is
//! not followed is told by a note. Nothing here opens files: a machine whose definition is a file of its own names it.

mod cloudformation;
mod deployment;
mod inline;
mod intrinsic;
mod serverless;
mod terraform;
mod terraform_json;
#[cfg(test)]
mod tests;

use super::definition::{Engine, Finding, looks_like_definition};
use super::{
    Bindings, Comment, Directive, Key, Node, Notation, SourceFile, Tree, directive, hcl, rule,
};
use crate::base::{Span, Spanned};
use crate::diagnostics::{Diagnostic, Severity};
use crate::value::Str;
pub use deployment::{Deployment, Logging, Setting};
use indexmap::IndexSet;

/// What a file holds.
#[derive(Clone, Debug)]
pub enum Contents {
    /// A definition, which is the root of the tree.
    Definition(Tree),
    /// A template, with the machines that it defines.
    Template(Template),
    /// Neither.
    Neither(Tree),
}

/// A template.
#[derive(Clone, Debug)]
pub struct Template {
    /// Whose.
    pub engine: Engine,
    /// The machines in it.
    pub machines: Vec<Machine>,
    /// What was found in the template itself.
    pub diagnostics: Vec<Diagnostic>,
    /// What the comments of the template say to the linter.
    pub directives: Vec<Directive>,
}

/// A state machine that a template defines.
#[derive(Clone, Debug)]
pub struct Machine {
    /// What the template calls it: a logical id, the label of a resource.
    pub name: Spanned<Str>,
    /// Its definition.
    pub body: Body,
    /// The type it is created with, if the template tells.
    pub express: Option<bool>,
    /// What fills the placeholders of the definition.
    pub substitutions: Substitutions,
    /// What else the template says of it.
    pub deployment: Deployment,
}

/// Where the definition of a machine is.
#[derive(Clone, Debug)]
pub enum Body {
    /// In the template, or in a text that is cut out of it.
    Inline(Box<Inline>),
    /// In a file of its own.
    File(FileReference),
    /// Not known; a finding tells why.
    Unknown,
}

/// A definition that stands in a template.
#[derive(Clone, Debug)]
pub struct Inline {
    /// The text that the tree was read from: the template's own, or one that is cut out of it.
    pub file: SourceFile,
    /// The definition.
    pub tree: Tree,
}

/// A file that a template names as a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReference {
    /// As it is written, relative to the template.
    pub path: String,
    /// Where it is named.
    pub span: Span,
    /// How the file is read.
    pub reading: Reading,
}

/// How a file that a template names is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Whether `${…}` in it is an expression of Terraform, as for `templatefile`.
    pub terraform: bool,
    /// Whether functions of CloudFormation in it are carried out.
    pub intrinsics: bool,
    /// Keys that lead to the definition in it.
    pub keys: Vec<String>,
    /// Whether it may be elsewhere, so that a note says so where it is not there.
    pub optional: bool,
}

/// What a template fills into the placeholders of a definition.
#[derive(Clone, Debug, Default)]
pub struct Substitutions {
    /// How they are given: `DefinitionSubstitutions`, `templatefile`.
    pub how: &'static str,
    /// Those that are listed.
    pub list: Vec<Substitution>,
    /// Names that the template fills by itself, as `Fn::Sub` does.
    pub implied: IndexSet<String>,
    /// What it means that a placeholder is not among them; nothing where that is not known.
    pub missing: Option<Severity>,
}

/// A name and what takes its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Substitution {
    /// The name.
    pub name: Spanned<Str>,
    /// The value, where it is known before the deployment.
    pub value: Option<Node>,
}

impl Substitutions {
    /// The values that are known.
    pub fn bindings(&self) -> Bindings {
        let mut bindings = Bindings::default();
        for substitution in &self.list {
            if let Some(value) = &substitution.value {
                bindings.set_node(&substitution.name.value, value);
            }
        }
        bindings
    }

    /// Holds the placeholders of a definition against the list, and against what the user gives. Findings on placeholders
    /// are of the definition's text, those on substitutions of the template's.
    pub fn check(&self, tree: &Tree, given: &Bindings) -> SubstitutionFindings {
        let mut found = SubstitutionFindings::default();
        let unread = |one: &Diagnostic| one.rule == rule::TEMPLATE_NOT_READ;
        if tree.root.is_none() || tree.diagnostics.iter().any(unread) {
            // What stands in it is not known.
            return found;
        }
        let mut asked: IndexSet<String> = IndexSet::new();
        for placeholder in super::placeholders(tree) {
            if !asked.insert(placeholder.name.clone()) {
                continue;
            }
            let listed = self
                .list
                .iter()
                .any(|one| is_asked(&one.name.value, &placeholder.name));
            let filled =
                listed || self.implied.contains(&placeholder.name) || given.has(&placeholder.name);
            // Of an expression of Terraform the name does not tell what it is made of.
            let plain = placeholder
                .name
                .chars()
                .all(|found| found.is_alphanumeric() || found == '_');
            let Some(severity) = self
                .missing
                .filter(|severity| !filled && (plain || *severity != Severity::Error))
            else {
                continue;
            };
            found
                .unfilled
                .push(self.unfilled(&placeholder.name, placeholder.span, severity));
        }
        for one in &self.list {
            let name = &one.name.value;
            let can_stand = super::placeholder::is_name(name);
            if !can_stand || asked.iter().any(|asked| is_asked(name, asked)) {
                continue;
            }
            let mut finding = Diagnostic::warning(
                rule::UNUSED_SUBSTITUTION,
                one.name.span,
                format!("no placeholder `${{{name}}}` stands in the definition"),
            );
            if let Some(near) = crate::base::text::nearest(name, asked.iter().map(String::as_str)) {
                finding = finding.help(format!("did you mean `{near}`?"));
            }
            found.unused.push(finding);
        }
        found
    }

    fn unfilled(&self, name: &str, span: Span, severity: Severity) -> Diagnostic {
        let how = self.how;
        let finding = Diagnostic::new(
            rule::UNFILLED_PLACEHOLDER,
            severity,
            span,
            format!("nothing fills the placeholder `${{{name}}}`"),
        );
        let names = self.list.iter().map(|one| &*one.name.value);
        let finding = match crate::base::text::nearest(name, names) {
            Some(near) => finding.help(format!("did you mean `${{{near}}}`?")),
            None => finding.help(format!("add `{name}` to {how}")),
        };
        match severity {
            Severity::Error => finding.note(format!("{how} fails where a name has no value")),
            _ => finding.note("Step Functions is given these very characters"),
        }
    }
}

/// Whether the substitution `name` fills the placeholder `asked`: Terraform's may be parts of an expression.
fn is_asked(name: &str, asked: &str) -> bool {
    asked == name
        || asked
            .split(|found: char| !(found.is_alphanumeric() || found == '_' || found == '-'))
            .any(|word| word == name)
}

/// What a check of substitutions found.
#[derive(Clone, Debug, Default)]
pub struct SubstitutionFindings {
    /// In the definition.
    pub unfilled: Vec<Diagnostic>,
    /// In the template.
    pub unused: Vec<Diagnostic>,
}

/// Reads a file: as a definition, or as a template of machines.
pub fn contents(file: &SourceFile) -> Contents {
    if file.notation == Notation::Hcl {
        let template = terraform::template(file);
        let concerns = template
            .diagnostics
            .iter()
            .any(|found| found.severity > Severity::Note);
        return if template.machines.is_empty() && !concerns {
            Contents::Neither(Tree::default())
        } else {
            Contents::Template(template)
        };
    }
    let mut tree = file.read();
    let path = match looks_like_definition(&tree) {
        Finding::Definition { node, .. } => Some(node.span),
        Finding::Template { engine, .. } => {
            return template(file, tree, engine).map_or_else(Contents::Neither, Contents::Template);
        }
        Finding::Neither => None,
    };
    match path {
        Some(span) => {
            if let Some(root) = tree.root.take() {
                tree.root = Some(at(root, span));
            }
            Contents::Definition(tree)
        }
        None => Contents::Neither(tree),
    }
}

/// The root, or the value of its member that stands at `span`.
fn at(root: Node, span: Span) -> Node {
    if root.span == span {
        return root;
    }
    match root.kind {
        super::Kind::Object(members) => members
            .into_iter()
            .map(|member| member.value)
            .find(|value| value.span == span)
            .unwrap_or_else(|| Node::new(super::Kind::Null, root.span)),
        kind => Node { kind, ..root },
    }
}

/// The machines of a template; the tree again where it has none.
fn template(file: &SourceFile, tree: Tree, engine: Engine) -> Result<Template, Tree> {
    let mut found = Found::new(file, &tree);
    if let Some(root) = &tree.root {
        match engine {
            Engine::CloudFormation | Engine::Sam => cloudformation::machines(root, &mut found),
            Engine::Serverless => serverless::machines(root, &mut found),
            Engine::Terraform => terraform_json::machines(root, &mut found),
        }
    }
    if found.machines.is_empty() && found.diagnostics.is_empty() {
        return Err(tree);
    }
    let directives = in_comments(file, &tree.comments, &found.machines, found.owners);
    let (machines, notes) = (found.machines, found.diagnostics);
    let mut diagnostics = tree.diagnostics;
    diagnostics.extend(notes);
    Ok(Template {
        engine,
        machines,
        diagnostics,
        directives,
    })
}

/// The directives in the comments of a template. `owners` are the places of machines and their definitions.
fn in_comments(
    file: &SourceFile,
    comments: &[Comment],
    machines: &[Machine],
    owners: Vec<Span>,
) -> Vec<Directive> {
    let definitions = machines.iter().filter_map(|machine| match &machine.body {
        // The states of a text that is cut out have places of their own.
        Body::Inline(inline) if inline.file.origin.is_none() => inline.tree.root.as_ref(),
        _ => None,
    });
    directive::in_template(file, comments, definitions, owners)
}

/// What is found in a template on the way through it.
struct Found<'t> {
    file: &'t SourceFile,
    tree: &'t Tree,
    machines: Vec<Machine>,
    /// The places of machines and of their definitions.
    owners: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Found<'t> {
    fn new(file: &'t SourceFile, tree: &'t Tree) -> Self {
        Self {
            file,
            tree,
            machines: Vec::new(),
            owners: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// Says that a member is a machine, or the definition of one.
    fn own(&mut self, key: &Key, value: &Node) {
        self.owners.push(key.span.join(value.span));
    }

    /// Notes that something is not followed.
    fn not_followed(&mut self, span: Span, what: &str, help: &str) {
        self.diagnostics.push(not_followed(span, what, help));
    }
}

/// The note that something is not followed.
fn not_followed(span: Span, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(
        rule::NOT_FOLLOWED,
        Severity::Note,
        span,
        format!("{what} is not followed"),
    )
    .help(help)
}

/// The text of a file that Terraform's `templatefile` fills in, with a plain placeholder for each expression; nothing
/// where it has no others.
pub fn terraform_text(file: &SourceFile) -> Option<SourceFile> {
    let template = hcl::of_text(&file.text);
    if template.value == *file.text {
        return None;
    }
    let mut cutting = super::cutting::Cutting::default();
    let writing = super::cutting::Writing::Lines { indent: 0 };
    cutting.copy(&template.value, template.parts, Some(writing));
    Some(cutting.finish(file, file.notation))
}

/// Carries out the functions of CloudFormation in a tree: see [`Reading::intrinsics`].
pub fn carry_out_intrinsics(tree: &mut Tree) -> IndexSet<String> {
    let mut implied = IndexSet::new();
    if let Some(root) = tree.root.take() {
        tree.root = Some(intrinsic::resolve(&root, &mut implied));
    }
    implied
}
