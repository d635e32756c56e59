//! Reads a scenario file and everything it names.

use super::case::{Case, Prepared};
use super::files::{Files, Known, Library};
use super::findings::{Findings, RULE};
use super::layer::Layer;
use super::model::{Expectation, Expected, Input, MockLayer, Scenario, Settings};
use super::options::options;
use super::reading::read;
use super::result::Broken;
use crate::asl::StateMachine;
use crate::base::{Span, Spanned, text};
use crate::diagnostics::{Diagnostic, Severity};
use crate::engine::Options;
use crate::source::{Key, Kind, Member, Node, Notation, SourceFile, Tree, Unreadable};
use crate::tasks::{FolderStore, LocalMachine, LocalMachines, MockFile, RecordedRun, split_case};
use crate::value::{Number, Str, Value, read as read_json};
use std::collections::HashMap;
use std::sync::Arc;

/// A scenario file, read with everything it names.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The file.
    pub file: SourceFile,
    /// Its scenarios in order; none where the file has errors.
    pub cases: Vec<Case>,
    /// What was found in it, under the rule `scenario-file` and those of the readers.
    pub diagnostics: Vec<Diagnostic>,
    /// What was found in mock files that it names, below errors.
    pub mock_findings: Vec<(SourceFile, Vec<Diagnostic>)>,
}

impl Loaded {
    /// Whether the file can be used.
    pub fn is_valid(&self) -> bool {
        !has_errors(&self.diagnostics)
    }

    /// What to call the file's scenarios together: of `podcast.scenarios.yaml` and of `podcast/scenarios.yaml` it is
    /// `podcast`.
    pub fn group(&self) -> &str {
        let name = &*self.file.name;
        let mut parts = name.rsplit(['/', '\\']);
        let file = parts.next().unwrap_or(name);
        let stem = self.file.stem().unwrap_or(file);
        match parts.next() {
            Some(folder) if stem == "scenarios" && !matches!(folder, "" | "." | "..") => folder,
            _ => stem,
        }
    }
}

/// Reads a scenario file and everything it names. Faults of the file itself are its diagnostics; where a definition or
/// a mock file that it names is at fault, the scenarios that need it are broken.
pub fn load(file: SourceFile, files: &dyn Files) -> Loaded {
    let mut tree = file.read();
    let mut read_before = std::mem::take(&mut tree.diagnostics);
    let mut findings = Findings::new();
    let scenarios = match &tree.root {
        Some(root) => read(root, &mut findings),
        None => {
            // The reader's words on an empty text are about definitions.
            read_before.retain(|_| !file.text.trim().is_empty());
            if !has_errors(&read_before) {
                findings
                    .format
                    .error(Span::default(), "this scenario file is empty")
                    .help("write `version: 1` and the scenarios under `scenarios`");
            }
            Vec::new()
        }
    };
    let mut loading = Loading {
        library: Library::new(files, &file.name),
        file: &file,
        findings,
        variables: HashMap::new(),
        mock_findings: Vec::new(),
    };
    let mut cases: Vec<Case> = scenarios
        .into_iter()
        .map(|scenario| loading.case(scenario))
        .collect();
    loading.tell_unused_variables();
    let Loading {
        findings,
        mock_findings,
        ..
    } = loading;
    let diagnostics = findings.into_list(read_before);
    if has_errors(&diagnostics) {
        cases.clear();
    }
    Loaded {
        file,
        cases,
        diagnostics,
        mock_findings,
    }
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics
        .iter()
        .any(|found| found.severity == Severity::Error)
}

struct Loading<'f> {
    library: Library<'f>,
    file: &'f SourceFile,
    findings: Findings,
    /// By place: the variable's name, whether a placeholder asks for it, and which it was likely meant for.
    variables: HashMap<Span, (Str, bool, Option<String>)>,
    mock_findings: Vec<(SourceFile, Vec<Diagnostic>)>,
}

impl Loading<'_> {
    fn case(&mut self, scenario: Scenario) -> Case {
        let Scenario {
            name,
            settings,
            expect,
        } = scenario;
        Case {
            prepared: self.prepare(&settings, expect),
            name: name.value,
            span: name.span,
        }
    }

    /// Everything that a scenario needs. All is looked at before the first fault is given back, so that one run tells of
    /// every fault of the scenario file.
    fn prepare(
        &mut self,
        settings: &Settings,
        expect: Vec<Expectation>,
    ) -> Result<Prepared, Broken> {
        let definition = self.definition(settings);
        let input = self.input(settings);
        let expect = self.outputs(expect);
        let known = definition.as_ref().ok();
        let machine = known.and_then(|known| known.machine.as_deref());
        if let Some(machine) = machine {
            self.check_names(&expect, machine);
        }
        let name = known.and_then(|known| known.definition.given_name());
        let mocks = self.mocks(settings, name.as_deref(), machine);
        let layers = mocks.as_deref().unwrap_or_default();
        let recorded = RecordedRun::of(layers.iter().map(|layer| &layer.mocks));
        let workflow_type = known.map(|known| known.definition.workflow_type);
        let local: Str = name.as_deref().unwrap_or("local").into();
        let options = options(settings, workflow_type.unwrap_or_default(), local, recorded);
        let mocks = mocks.map(|layers| asked_by(&options, layers));
        let machines = match &mocks {
            Ok(mocks) => self.machines(settings, mocks),
            Err(_) => Ok(LocalMachines::default()),
        };
        let s3 = match &settings.s3 {
            None => Ok(None),
            Some(path) => match self.library.folder(&path.value) {
                Ok(folder) => Ok(Some(FolderStore::new(folder))),
                Err(error) => Err(self.unreadable(path.span, &error)),
            },
        };
        let known = definition.as_ref().map_err(Clone::clone)?;
        let machine = machine_of(known)?;
        Ok(Prepared {
            definition: known.definition.file.clone(),
            machine,
            options,
            input: input?,
            mocks: mocks?,
            machines: machines?,
            s3: s3?,
            expect,
        })
    }

    fn unreadable(&mut self, span: Span, error: &Unreadable) -> Broken {
        self.findings.format.error(span, error.message.clone());
        let help = error.help.clone();
        self.findings.format.help(
            help.unwrap_or_else(|| {
                "paths are relative to the folder of the scenario file".to_owned()
            }),
        );
        Broken::new(error.message.clone())
    }

    fn definition(&mut self, settings: &Settings) -> Result<Arc<Known>, Broken> {
        match &settings.definition {
            Some(path) => self.definition_at(path, settings),
            None => Err(Broken::new("there is no definition")),
        }
    }

    fn definition_at(
        &mut self,
        path: &Spanned<Str>,
        settings: &Settings,
    ) -> Result<Arc<Known>, Broken> {
        let known = match self.library.definition(&path.value, settings) {
            Ok(known) => known,
            Err(error) => return Err(self.unreadable(path.span, &error)),
        };
        for variable in &settings.variables {
            let filled = &known.definition.filled;
            let unused = filled
                .unused
                .iter()
                .find(|unused| *unused.name == *variable.name.value);
            let nearest = unused.and_then(|unused| unused.nearest.clone());
            let entry = self.variables.entry(variable.name.span);
            let variable = entry.or_insert_with(|| (variable.name.value.clone(), false, nearest));
            variable.1 |= unused.is_none();
        }
        Ok(known)
    }

    /// The machines that the execution may start, with what the mock files have for them.
    fn machines(&mut self, settings: &Settings, mocks: &[Layer]) -> Result<LocalMachines, Broken> {
        // Type and resource are those of the execution itself.
        let settings_of_them = Settings {
            workflow_type: None,
            resource: None,
            ..settings.clone()
        };
        let mut machines = Vec::with_capacity(settings.machines.len());
        for file in &settings.machines {
            let known = self.definition_at(&file.path, &settings_of_them)?;
            let machine = machine_of(&known)?;
            let mut local = LocalMachine::new(&file.name.value, machine);
            for layer in mocks {
                let Some(mocks) = layer.mocks.of_machine(local.name()) else {
                    continue;
                };
                let found = mocks.check(local.machine());
                if has_errors(&found) {
                    return Err(unusable(layer.file.clone(), found));
                }
                self.note(&layer.file, found);
                local.answer_with(mocks);
            }
            machines.push(local);
        }
        let machines: LocalMachines = machines.into_iter().collect();
        for layer in mocks {
            self.note(&layer.file, layer.mocks.check_machines(machines.names()));
        }
        Ok(machines)
    }

    /// A variable that no placeholder of any of its definitions asks for is likely a slip.
    fn tell_unused_variables(&mut self) {
        let mut unused: Vec<_> = self
            .variables
            .drain()
            .filter(|(_, (_, used, _))| !used)
            .collect();
        unused.sort_by_key(|(span, _)| *span);
        for (span, (name, _, nearest)) in unused {
            let message = format!("no placeholder `${{{name}}}` stands in the definition");
            self.findings.format.warning(span, message);
            if let Some(nearest) = nearest {
                self.findings
                    .format
                    .help(format!("did you mean `{nearest}`?"));
            }
        }
    }

    fn input(&mut self, settings: &Settings) -> Result<Value, Broken> {
        match &settings.input {
            None => Ok(Value::empty_object()),
            Some(Spanned {
                value: Input::Inline(value),
                ..
            }) => Ok(value.clone()),
            Some(Spanned {
                value: Input::File(path),
                span,
            }) => self.value_file(path, *span),
        }
    }

    /// The value in a JSON or YAML file.
    fn value_file(&mut self, path: &str, span: Span) -> Result<Value, Broken> {
        let file = match self.library.file(path) {
            Ok(file) => file,
            Err(error) => return Err(self.unreadable(span, &error)),
        };
        let found = match file.notation {
            // Strictly, and with the text kept as `exec --input` has it.
            Notation::Json => match read_json(&file.text) {
                Ok(value) => return Ok(value),
                Err(error) => {
                    let place = Span::at(usize::min(error.offset, file.text.len()));
                    vec![Diagnostic::error(
                        RULE,
                        place,
                        format!("this is no JSON: {}", error.message),
                    )]
                }
            },
            Notation::Yaml | Notation::Hcl => {
                let tree = file.read();
                match tree.root {
                    Some(root) if !has_errors(&tree.diagnostics) => return Ok(root.to_value()),
                    _ => tree.diagnostics,
                }
            }
        };
        let notation = file.notation.name();
        Err(Broken::new(format!("`{}` is no {notation}", file.name)).found(file, found))
    }

    /// Puts the values of `output-file` in their places.
    fn outputs(&mut self, mut expect: Vec<Expectation>) -> Vec<Expectation> {
        for expectation in &mut expect {
            let Expected::OutputFile(path) = &expectation.expected else {
                continue;
            };
            match self.value_file(path, expectation.span) {
                Ok(value) => expectation.expected = Expected::Output(value),
                Err(broken) => {
                    // What should be there cannot be known, so the scenario file cannot be used.
                    if broken.findings.is_some() {
                        self.findings.format.error(expectation.span, broken.message);
                    }
                }
            }
        }
        expect
    }

    /// Tells of states that the machine does not have: a slip in `not-visited` would hold for ever.
    fn check_names(&mut self, expect: &[Expectation], machine: &StateMachine) {
        for expectation in expect {
            let (names, known): (_, Vec<String>) = match &expectation.expected {
                Expected::Visits(names) => {
                    let states = machine.root().states.iter();
                    (
                        names,
                        states
                            .map(|id| machine.state(*id).name.value.to_string())
                            .collect(),
                    )
                }
                Expected::Visited(names) | Expected::NotVisited(names) => (names, machine.keys()),
                _ => continue,
            };
            for name in names
                .iter()
                .filter(|name| !known.iter().any(|known| **known == *name.value))
            {
                self.tell_unknown_state(name, &expectation.expected, &known, machine);
            }
        }
    }

    fn tell_unknown_state(
        &mut self,
        name: &Spanned<Str>,
        within: &Expected,
        known: &[String],
        machine: &StateMachine,
    ) {
        let inner =
            matches!(within, Expected::Visits(_)) && machine.named(&name.value).next().is_some();
        if inner {
            let message = format!("`{}` is no state of the machine's own flow", name.value);
            self.findings.format.error(name.span, message);
            self.findings.format.help("`visits` lists the outermost states; write those in a Map or Parallel under `visited`");
            return;
        }
        self.findings.format.error(
            name.span,
            format!("the machine has no state `{}`", name.value),
        );
        if let Some(near) = text::nearest(&name.value, known.iter().map(String::as_str)) {
            self.findings.format.help(format!("did you mean `{near}`?"));
        }
    }

    /// The mocks, who answers first before the others. Without a machine they are only read.
    fn mocks(
        &mut self,
        settings: &Settings,
        stem: Option<&str>,
        machine: Option<&StateMachine>,
    ) -> Result<Vec<Layer>, Broken> {
        let mut layers = Vec::with_capacity(settings.mocks.len());
        let mut broken = None;
        for layer in &settings.mocks {
            let read = match layer {
                MockLayer::Inline(node) => self.inline_mocks(node, machine),
                MockLayer::File(named) => self.mock_file(named, stem, machine),
            };
            match read {
                Ok(layer) => layers.push(layer),
                Err(fault) => broken = broken.or(Some(fault)),
            }
        }
        broken.map_or(Ok(layers), Err)
    }

    /// The states of a mock file, in the scenario file: what is wrong with them is wrong with it.
    fn inline_mocks(
        &mut self,
        node: &Node,
        machine: Option<&StateMachine>,
    ) -> Result<Layer, Broken> {
        let tree = Tree {
            root: Some(mock_file_of(node)),
            ..Tree::default()
        };
        let (mocks, mut found) = MockFile::from_tree(&self.file.name, &tree);
        let selected = mocks.select(None, None).map_err(|error| {
            self.findings.format.add(*error.diagnostic);
            Broken::new("the mocks cannot be used")
        })?;
        if let (Some(machine), false) = (machine, has_errors(&found)) {
            found.extend(selected.check(machine));
        }
        for finding in found {
            self.findings.format.add_once(finding);
        }
        Ok(Layer {
            file: self.file.clone(),
            mocks: selected,
        })
    }

    fn mock_file(
        &mut self,
        named: &Spanned<Str>,
        stem: Option<&str>,
        machine: Option<&StateMachine>,
    ) -> Result<Layer, Broken> {
        let (path, case) = split_case(&named.value);
        let file = match self.library.file(path) {
            Ok(file) => file,
            Err(error) => return Err(self.unreadable(named.span, &error)),
        };
        let mut tree = file.read();
        let mut found = std::mem::take(&mut tree.diagnostics);
        let side_file = |path: &str| self.library.beside(path, &file.name);
        let (mocks, findings) = MockFile::with_files(&file.name, &tree, &side_file);
        found.extend(findings);
        let selected = match mocks.select(stem, case) {
            Ok(selected) if !has_errors(&found) => selected,
            Ok(_) => return Err(unusable(file, found)),
            Err(error) => {
                // A case that is not there is told at the place that names it.
                if !has_errors(&found) {
                    let mut diagnostic = *error.diagnostic;
                    self.findings
                        .format
                        .error(named.span, format!("{}: {}", file.name, diagnostic.message));
                    for help in diagnostic.help.drain(..) {
                        self.findings.format.help(help);
                    }
                }
                return Err(unusable(file, found));
            }
        };
        if let Some(machine) = machine {
            found.extend(selected.check(machine));
        }
        if has_errors(&found) {
            return Err(unusable(file, found));
        }
        self.note(&file, found);
        Ok(Layer {
            file,
            mocks: selected,
        })
    }

    /// Keeps what was found in a mock file, each finding once.
    fn note(&mut self, file: &SourceFile, found: Vec<Diagnostic>) {
        for diagnostic in found {
            match self
                .mock_findings
                .iter_mut()
                .find(|(known, _)| known.name == file.name)
            {
                Some((_, list)) if list.contains(&diagnostic) => {}
                Some((_, list)) => list.push(diagnostic),
                None => self.mock_findings.push((file.clone(), vec![diagnostic])),
            }
        }
    }
}

fn unusable(file: SourceFile, found: Vec<Diagnostic>) -> Broken {
    Broken::new(format!("the mock file `{}` cannot be used", file.name)).found(file, found)
}

/// The machine of a definition without errors.
fn machine_of(known: &Known) -> Result<Arc<StateMachine>, Broken> {
    let Known {
        definition,
        machine,
    } = known;
    let (file, all) = definition.at_home();
    let name = &file.name;
    let errors: Vec<Diagnostic> = all
        .iter()
        .filter(|found| found.severity == Severity::Error)
        .cloned()
        .collect();
    if !errors.is_empty() {
        let count = text::count(errors.len(), "error");
        return Err(
            Broken::new(format!("the definition `{name}` is invalid: {count}"))
                .found(file.clone(), errors),
        );
    }
    machine.clone().ok_or_else(|| {
        Broken::new(format!("`{name}` holds no state machine definition"))
            .help("a definition is an object with `StartAt` and `States`")
            .found(file.clone(), all)
    })
}

fn asked_by(options: &Options, layers: Vec<Layer>) -> Vec<Layer> {
    let layers = layers.into_iter().map(|layer| Layer {
        mocks: layer.mocks.asked_by(options),
        ..layer
    });
    layers.collect()
}

/// The mock file that holds nothing but these states.
fn mock_file_of(states: &Node) -> Node {
    let span = states.span;
    let member = |key: &str, value: Node| Member {
        key: Key {
            text: key.into(),
            span,
        },
        value,
    };
    let version = Node::new(Kind::Number(Number::from(1)), span);
    Node::new(
        Kind::Object(vec![
            member("version", version),
            member("states", states.clone()),
        ]),
        span,
    )
}
