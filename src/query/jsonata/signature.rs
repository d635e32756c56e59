//! Signatures of functions: `<s-nn?:s>`.

use super::error::{Failure, Fallible, Open};
use super::function::ValueKind;
use super::val::Val;
use crate::value::Value;

/// Kinds of values, one bit each. `m` stands for a missing one.
const STRING: u16 = 1;
const NUMBER: u16 = 2;
const BOOLEAN: u16 = 4;
const NULL: u16 = 8;
const OBJECT: u16 = 16;
const ARRAY: u16 = 32;
const FUNCTION: u16 = 64;
const MISSING: u16 = 128;
const ANY_JSON: u16 = STRING | NUMBER | BOOLEAN | NULL | OBJECT | ARRAY | MISSING;

/// What a function takes.
#[derive(Clone, Debug, Default)]
pub(super) struct Signature {
    parameters: Vec<Parameter>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Parameter {
    accepts: u16,
    /// `a`: a single value is put into an array.
    array: bool,
    /// What the items of an array must be: the bit and, for messages, the letter.
    subtype: Option<(u16, char)>,
    /// More than one letter stood in the brackets, so that a single value never fits.
    nested: bool,
    optional: bool,
    repeated: bool,
    /// `-`: the context value stands in.
    context: bool,
}

impl Signature {
    /// Reads a signature with its angle brackets.
    ///
    /// # Errors
    /// S0401 and S0402.
    pub(super) fn parse(text: &str) -> Fallible<Self> {
        let letters: Vec<char> = text.chars().collect();
        let mut parameters: Vec<Parameter> = Vec::new();
        let mut at = 1;
        while at < letters.len() && letters[at] != ':' {
            match letters[at] {
                letter @ ('s' | 'n' | 'b' | 'l' | 'o') => parameters.push(Parameter {
                    accepts: bit(letter) | MISSING,
                    ..Parameter::default()
                }),
                'a' => parameters.push(Parameter {
                    accepts: ANY_JSON | FUNCTION,
                    array: true,
                    ..Parameter::default()
                }),
                'f' => parameters.push(Parameter {
                    accepts: FUNCTION,
                    ..Parameter::default()
                }),
                'j' => parameters.push(Parameter {
                    accepts: ANY_JSON,
                    ..Parameter::default()
                }),
                'x' => parameters.push(Parameter {
                    accepts: ANY_JSON | FUNCTION,
                    ..Parameter::default()
                }),
                '-' => {
                    if let Some(last) = parameters.last_mut() {
                        last.context = true;
                        last.optional = true;
                    }
                }
                '?' => {
                    if let Some(last) = parameters.last_mut() {
                        last.optional = true;
                    }
                }
                '+' => {
                    if let Some(last) = parameters.last_mut() {
                        last.repeated = true;
                    }
                }
                '(' => {
                    let end = closing(&letters, at, '(', ')');
                    let choice = &letters[(at + 1).min(end)..end];
                    if choice.contains(&'<') {
                        let choice: String = choice.iter().collect();
                        return Err(
                            Open::new("S0402").value("value", Value::from(choice).to_json())
                        );
                    }
                    let accepts = choice
                        .iter()
                        .map(|letter| bit(*letter))
                        .fold(MISSING, |all, one| all | one);
                    parameters.push(Parameter {
                        accepts,
                        ..Parameter::default()
                    });
                    at = end;
                }
                '<' => {
                    let takes_type = parameters
                        .last()
                        .is_some_and(|last| last.array || last.accepts == FUNCTION);
                    if !takes_type {
                        return Err(Open::new("S0401"));
                    }
                    let end = closing(&letters, at, '<', '>');
                    if let (Some(last), Some(letter)) = (parameters.last_mut(), letters.get(at + 1))
                        && at + 1 < end
                    {
                        last.subtype = Some((bit(*letter), *letter));
                        last.nested = end - at > 2;
                    }
                    at = end;
                }
                _ => {}
            }
            at += 1;
        }
        Ok(Self { parameters })
    }

    /// The least and the most arguments that a call may have; no most where a parameter repeats. What the context can
    /// stand in for need not be given.
    pub(super) fn arguments(&self) -> (usize, Option<usize>) {
        let least = self
            .parameters
            .iter()
            .filter(|parameter| !parameter.optional)
            .count();
        let repeated = self.parameters.iter().any(|parameter| parameter.repeated);
        (least, (!repeated).then_some(self.parameters.len()))
    }

    /// The least arguments that a call may have where there is no context to stand in.
    pub(super) fn without_context(&self) -> usize {
        let needed = |parameter: &&Parameter| !parameter.optional || parameter.context;
        self.parameters.iter().filter(needed).count()
    }

    /// Checks `arguments` and puts them into the shape that the function expects: the context where it stands in,
    /// single values in arrays.
    ///
    /// # Errors
    /// T0410, T0411, T0412.
    pub(super) fn validate<'a>(
        &self,
        arguments: &mut Vec<Val<'a>>,
        context: &Val<'a>,
    ) -> Fallible<()> {
        if self.fits_as_is(arguments) {
            return Ok(());
        }
        let kinds: Vec<u16> = arguments.iter().map(kind).collect();
        let mut taken = vec![0_usize; self.parameters.len()];
        if !matches(&self.parameters, &kinds, &mut taken) {
            return Err(self.mismatch(&kinds));
        }
        let mut valid = Vec::with_capacity(arguments.len().max(self.parameters.len()));
        let mut at = 0;
        for (parameter, count) in self.parameters.iter().zip(taken) {
            if count == 0 && parameter.context {
                if kind(context) & parameter.accepts == 0 {
                    return Err(Open::new("T0411").value("index", (at + 1).to_string()));
                }
                valid.push(context.clone());
                continue;
            }
            let first = at;
            for _ in 0..count.max(1) {
                // A repeated parameter that is no array gets its first argument each time: 2.0.6 does so
                // (function-signatures/case035 in the suite of 2.2.2).
                let from = if parameter.array { at } else { first };
                let argument = arguments.get(from).cloned().unwrap_or(Val::Undefined);
                valid.push(match parameter.array && count > 0 {
                    true => parameter.array_of(argument, at)?,
                    false => argument,
                });
                at += 1;
            }
        }
        *arguments = valid;
        Ok(())
    }

    /// The common case: every parameter has its argument, and none needs to be changed.
    fn fits_as_is(&self, arguments: &[Val<'_>]) -> bool {
        arguments.len() == self.parameters.len()
            && self
                .parameters
                .iter()
                .zip(arguments)
                .all(|(parameter, argument)| {
                    let kind = kind(argument);
                    !parameter.repeated
                        && kind & parameter.accepts != 0
                        && (!parameter.array
                            || kind == MISSING
                            || kind == ARRAY && parameter.items_fit(argument))
                })
    }

    /// The argument (from 0) that is refused, whatever those are of which no type is given.
    pub(super) fn refuses(&self, arguments: &[Option<ValueKind>]) -> Option<usize> {
        let kinds: Vec<u16> = arguments
            .iter()
            .map(|kind| kind.map_or(ANY_JSON | FUNCTION, kind_of_value))
            .collect();
        let mut taken = vec![0; self.parameters.len()];
        if !matches(&self.parameters, &kinds, &mut taken) {
            return Some(self.first_mismatch(&kinds));
        }
        // A single value is put into an array, which must be one of such values.
        let mut at = 0;
        for (parameter, count) in self.parameters.iter().zip(taken) {
            let kind = arguments.get(at).copied().flatten().map(kind_of_value);
            if let (Some(kind), Some((wanted, _)), 1) = (kind, parameter.subtype, count)
                && parameter.array
                && kind != ARRAY
                && kind != wanted
            {
                return Some(at);
            }
            at += count;
        }
        None
    }

    /// The argument (from 0) up to which all fit.
    fn first_mismatch(&self, kinds: &[u16]) -> usize {
        let mut good = 0;
        for count in 1..=self.parameters.len() {
            let mut taken = vec![0; count];
            if !prefix_matches(&self.parameters[..count], kinds, &mut taken) {
                break;
            }
            good = taken.iter().sum();
        }
        good
    }

    fn mismatch(&self, kinds: &[u16]) -> Failure {
        let index = self.first_mismatch(kinds) + 1;
        Open::new("T0410").value("index", index.to_string())
    }
}

impl Parameter {
    fn items_fit(&self, array: &Val<'_>) -> bool {
        let Some((wanted, _)) = self.subtype else {
            return true;
        };
        array
            .items()
            .is_none_or(|mut items| items.all(|item| kind(&item) == wanted))
    }

    fn array_of<'a>(&self, argument: Val<'a>, at: usize) -> Fallible<Val<'a>> {
        let own = kind(&argument);
        if own == MISSING {
            return Ok(Val::Undefined);
        }
        let fits = match self.subtype {
            None => true,
            Some(_) if own == ARRAY => self.items_fit(&argument),
            Some((wanted, _)) => own == wanted && !self.nested,
        };
        if !fits {
            let letter = self.subtype.map_or('x', |(_, letter)| letter);
            let name = match letter {
                'a' => "\"arrays\"",
                'b' => "\"booleans\"",
                'f' => "\"functions\"",
                'n' => "\"numbers\"",
                'o' => "\"objects\"",
                's' => "\"strings\"",
                _ => "undefined",
            };
            return Err(Open::new("T0412")
                .value("index", (at + 1).to_string())
                .value("type", name));
        }
        Ok(if own == ARRAY {
            argument
        } else {
            Val::array(vec![argument])
        })
    }
}

/// Assigns arguments to all parameters, from left to right and as many as possible each, with backtracking.
fn matches(parameters: &[Parameter], kinds: &[u16], taken: &mut [usize]) -> bool {
    Assignment::new(parameters, kinds, true).assign(0, 0, taken)
}

/// The same, but arguments may be left over.
fn prefix_matches(parameters: &[Parameter], kinds: &[u16], taken: &mut [usize]) -> bool {
    Assignment::new(parameters, kinds, false).assign(0, 0, taken)
}

struct Assignment<'p> {
    parameters: &'p [Parameter],
    kinds: &'p [u16],
    whole: bool,
    /// Pairs of parameter and argument from which there is no way on, so that none is tried twice.
    dead: Vec<bool>,
}

impl<'p> Assignment<'p> {
    fn new(parameters: &'p [Parameter], kinds: &'p [u16], whole: bool) -> Self {
        Self {
            parameters,
            kinds,
            whole,
            dead: vec![false; (parameters.len() + 1) * (kinds.len() + 1)],
        }
    }

    fn assign(&mut self, parameter: usize, argument: usize, taken: &mut [usize]) -> bool {
        let Some(own) = self.parameters.get(parameter).copied() else {
            return argument == self.kinds.len() || !self.whole;
        };
        let place = parameter * (self.kinds.len() + 1) + argument;
        if self.dead[place] {
            return false;
        }
        let fitting = self.kinds[argument..]
            .iter()
            .take_while(|kind| **kind & own.accepts != 0)
            .count();
        let most = if own.repeated {
            fitting
        } else {
            fitting.min(1)
        };
        let least = usize::from(!own.optional);
        for count in (least..=most).rev() {
            taken[parameter] = count;
            if self.assign(parameter + 1, argument + count, taken) {
                return true;
            }
        }
        self.dead[place] = true;
        false
    }
}

fn closing(letters: &[char], start: usize, open: char, close: char) -> usize {
    let mut depth = 1;
    let mut at = start;
    while at + 1 < letters.len() {
        at += 1;
        if letters[at] == close {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        } else if letters[at] == open {
            depth += 1;
        }
    }
    letters.len()
}

fn bit(letter: char) -> u16 {
    match letter {
        's' => STRING,
        'n' => NUMBER,
        'b' => BOOLEAN,
        'l' => NULL,
        'o' => OBJECT,
        'a' => ARRAY,
        'f' => FUNCTION,
        'm' => MISSING,
        _ => 0,
    }
}

fn kind(value: &Val<'_>) -> u16 {
    match value {
        Val::Undefined => MISSING,
        Val::Num(_) => NUMBER,
        Val::Bool(_) => BOOLEAN,
        Val::Ref(value) => kind_of_json(value),
        Val::Json(value) => kind_of_json(value),
        Val::List(_) | Val::Tuples(_) => ARRAY,
        Val::Object(_) => OBJECT,
        Val::Func(_) => FUNCTION,
    }
}

fn kind_of_value(kind: ValueKind) -> u16 {
    match kind {
        ValueKind::String => STRING,
        ValueKind::Number => NUMBER,
        ValueKind::Boolean => BOOLEAN,
        ValueKind::Null => NULL,
        ValueKind::Object => OBJECT,
        ValueKind::Array => ARRAY,
    }
}

fn kind_of_json(value: &Value) -> u16 {
    match value {
        Value::Null => NULL,
        Value::Bool(_) => BOOLEAN,
        Value::Number(_) => NUMBER,
        Value::String(_) => STRING,
        Value::Array(_) => ARRAY,
        Value::Object(_) => OBJECT,
    }
}
