//! Runs the instructions of a pattern over a text.

use super::program::{Instruction, Op, Program};

/// How a pattern treats letters and lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flags {
    pub(super) ignore_case: bool,
    pub(super) multiline: bool,
}

/// The steps ran out.
pub(super) struct OutOfSteps;

pub(super) struct Run<'r> {
    program: &'r Program,
    text: &'r str,
    flags: Flags,
    /// Start and end of each group; the first pair is unused.
    pub(super) slots: Vec<Option<usize>>,
    rounds: Vec<usize>,
    undo: Vec<Undo>,
    pub(super) steps: u64,
    most_steps: u64,
}

/// What to do where matching goes back.
enum Undo {
    /// Go on here.
    Branch {
        code: usize,
        at: usize,
    },
    Slot {
        slot: usize,
        old: Option<usize>,
    },
    Round {
        round: usize,
        old: usize,
    },
}

impl<'r> Run<'r> {
    pub(super) fn new(
        program: &'r Program,
        groups: usize,
        text: &'r str,
        flags: Flags,
        most_steps: u64,
    ) -> Self {
        Self {
            program,
            text,
            flags,
            slots: vec![None; (groups + 1) * 2],
            rounds: vec![usize::MAX; program.rounds],
            undo: Vec::new(),
            steps: 0,
            most_steps,
        }
    }

    /// Matches at byte `at`; gives the end.
    pub(super) fn match_at(&mut self, at: usize) -> Result<Option<usize>, OutOfSteps> {
        self.slots.fill(None);
        self.undo.clear();
        self.run(0, at)
    }

    fn run(&mut self, mut code: usize, mut at: usize) -> Result<Option<usize>, OutOfSteps> {
        let base = self.undo.len();
        loop {
            self.steps += 1;
            if self.steps > self.most_steps {
                return Err(OutOfSteps);
            }
            let Instruction { op, behind } = &self.program.code[code];
            let next = match op {
                Op::Done => {
                    self.undo_branches(base);
                    return Ok(Some(at));
                }
                Op::Char(_) | Op::Any | Op::Class(_) => {
                    self.letter(op, at, *behind).map(|at| (code + 1, at))
                }
                Op::Split(first, second) => {
                    self.undo.push(Undo::Branch { code: *second, at });
                    Some((*first, at))
                }
                Op::Jump(place) => Some((*place, at)),
                Op::Save(slot) => {
                    self.save(*slot, Some(at));
                    Some((code + 1, at))
                }
                Op::Forget(from, to) => {
                    for slot in *from..*to {
                        self.save(slot, None);
                    }
                    Some((code + 1, at))
                }
                Op::RoundStart(round) => {
                    self.undo.push(Undo::Round {
                        round: *round,
                        old: self.rounds[*round],
                    });
                    self.rounds[*round] = at;
                    Some((code + 1, at))
                }
                Op::RoundEnd(round) => (self.rounds[*round] != at).then_some((code + 1, at)),
                Op::Back(number) => self.back(*number, at, *behind).map(|at| (code + 1, at)),
                Op::Start => self.at_start(at).then_some((code + 1, at)),
                Op::End => self.at_end(at).then_some((code + 1, at)),
                Op::Word(inside) => (self.at_word_edge(at) == *inside).then_some((code + 1, at)),
                Op::Look { negative, after } => {
                    self.look(code + 1, at, *negative)?.then_some((*after, at))
                }
            };
            match next.or_else(|| self.go_back(base)) {
                Some(place) => (code, at) = place,
                None => return Ok(None),
            }
        }
    }

    /// Undoes until there is another way on.
    fn go_back(&mut self, base: usize) -> Option<(usize, usize)> {
        while self.undo.len() > base {
            match self.undo.pop()? {
                Undo::Branch { code, at } => return Some((code, at)),
                Undo::Slot { slot, old } => self.slots[slot] = old,
                Undo::Round { round, old } => self.rounds[round] = old,
            }
        }
        None
    }

    /// A look-around that matched has no other ways; what it changed can still be undone.
    fn undo_branches(&mut self, base: usize) {
        let mut kept = base;
        for at in base..self.undo.len() {
            if !matches!(self.undo[at], Undo::Branch { .. }) {
                self.undo.swap(kept, at);
                kept += 1;
            }
        }
        self.undo.truncate(kept);
    }

    /// Patterns nest no deeper than the parser allows, and so does this recursion.
    fn look(&mut self, code: usize, at: usize, negative: bool) -> Result<bool, OutOfSteps> {
        let base = self.undo.len();
        let matched = self.run(code, at)?.is_some();
        if negative {
            while self.go_back(base).is_some() {}
        }
        Ok(matched != negative)
    }

    fn save(&mut self, slot: usize, value: Option<usize>) {
        let old = std::mem::replace(&mut self.slots[slot], value);
        if old != value {
            self.undo.push(Undo::Slot { slot, old });
        }
    }

    /// The character at a place, reading forwards or backwards, and the place behind it.
    fn read(&self, at: usize, behind: bool) -> Option<(char, usize)> {
        if behind {
            let letter = self.text[..at].chars().next_back()?;
            Some((letter, at - letter.len_utf8()))
        } else {
            let letter = self.text[at..].chars().next()?;
            Some((letter, at + letter.len_utf8()))
        }
    }

    fn letter(&self, op: &Op, at: usize, behind: bool) -> Option<usize> {
        let (letter, next) = self.read(at, behind)?;
        let fits = match op {
            Op::Char(own) => *own == letter || self.flags.ignore_case && same_letter(*own, letter),
            Op::Class(class) => {
                let mut inside = class.contains(letter);
                if !inside && self.flags.ignore_case {
                    inside =
                        cases(letter).any(|case| same_letter(case, letter) && class.contains(case));
                }
                inside != class.negative
            }
            _ => !is_line_end(letter),
        };
        fits.then_some(next)
    }

    /// What a group took, once more. A group that took no part matches nothing at all.
    fn back(&self, number: usize, at: usize, behind: bool) -> Option<usize> {
        let (Some(start), Some(end)) = (self.slots[number * 2], self.slots[number * 2 + 1]) else {
            return Some(at);
        };
        let mut at = at;
        let taken = &self.text[start..end];
        let fits = |own: char, letter: char| {
            own == letter || self.flags.ignore_case && same_letter(own, letter)
        };
        if behind {
            for own in taken.chars().rev() {
                let (letter, next) = self.read(at, true)?;
                at = fits(own, letter).then_some(next)?;
            }
        } else {
            for own in taken.chars() {
                let (letter, next) = self.read(at, false)?;
                at = fits(own, letter).then_some(next)?;
            }
        }
        Some(at)
    }

    fn at_start(&self, at: usize) -> bool {
        at == 0
            || self.flags.multiline
                && self
                    .read(at, true)
                    .is_some_and(|(letter, _)| is_line_end(letter))
    }

    fn at_end(&self, at: usize) -> bool {
        at == self.text.len()
            || self.flags.multiline
                && self
                    .read(at, false)
                    .is_some_and(|(letter, _)| is_line_end(letter))
    }

    fn at_word_edge(&self, at: usize) -> bool {
        let is_word = |found: Option<(char, usize)>| {
            found.is_some_and(|(letter, _)| letter.is_ascii_alphanumeric() || letter == '_')
        };
        is_word(self.read(at, true)) != is_word(self.read(at, false))
    }
}

fn is_line_end(letter: char) -> bool {
    matches!(letter, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// A letter for comparison without case: its capital, where that is one letter and not ASCII for what is not.
fn canonical(letter: char) -> char {
    let mut capitals = letter.to_uppercase();
    match (capitals.next(), capitals.next()) {
        (Some(capital), None) if letter.is_ascii() || !capital.is_ascii() => capital,
        _ => letter,
    }
}

fn same_letter(left: char, right: char) -> bool {
    canonical(left) == canonical(right)
}

/// The letter in its cases.
fn cases(letter: char) -> impl Iterator<Item = char> {
    let small = letter
        .to_lowercase()
        .chain(canonical(letter).to_lowercase());
    std::iter::once(canonical(letter)).chain(small)
}
