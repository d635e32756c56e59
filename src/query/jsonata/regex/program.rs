//! Patterns as instructions for a matcher that goes back where it fails.

use super::syntax::{Class, Look, Part, Repeat};

#[derive(Debug)]
pub(super) enum Op {
    Char(char),
    /// Any character that ends no line.
    Any,
    Class(Class),
    /// Goes on at the first place; at the second where that fails.
    Split(usize, usize),
    Jump(usize),
    /// Notes the position in a slot.
    Save(usize),
    /// Forgets the slots of groups.
    Forget(usize, usize),
    /// Notes where a round of a loop starts.
    RoundStart(usize),
    /// Fails where the round took nothing.
    RoundEnd(usize),
    Back(usize),
    Start,
    End,
    Word(bool),
    /// Matches what lies between here and the place as a whole.
    Look {
        negative: bool,
        after: usize,
    },
    Done,
}

/// An instruction and whether it reads backwards.
#[derive(Debug)]
pub(super) struct Instruction {
    pub(super) op: Op,
    pub(super) behind: bool,
}

#[derive(Debug, Default)]
pub(super) struct Program {
    pub(super) code: Vec<Instruction>,
    /// Loops that notice rounds without progress.
    pub(super) rounds: usize,
}

/// Instructions that a pattern may take: `{n}` is written out.
const MAX_CODE: usize = 50_000;

impl Program {
    pub(super) fn new(part: &Part) -> Result<Self, &'static str> {
        let mut program = Self::default();
        program.add(part, false)?;
        program.push(Op::Done, false)?;
        Ok(program)
    }

    fn push(&mut self, op: Op, behind: bool) -> Result<usize, &'static str> {
        if self.code.len() >= MAX_CODE {
            return Err("the pattern is too big");
        }
        self.code.push(Instruction { op, behind });
        Ok(self.code.len() - 1)
    }

    fn add(&mut self, part: &Part, behind: bool) -> Result<(), &'static str> {
        match part {
            Part::Empty => {}
            Part::Char(letter) => drop(self.push(Op::Char(*letter), behind)?),
            Part::Any => drop(self.push(Op::Any, behind)?),
            Part::Class(class) => drop(self.push(Op::Class(class.clone()), behind)?),
            Part::Start => drop(self.push(Op::Start, behind)?),
            Part::End => drop(self.push(Op::End, behind)?),
            Part::Word(inside) => drop(self.push(Op::Word(*inside), behind)?),
            Part::Back(number) => drop(self.push(Op::Back(*number), behind)?),
            Part::Sequence(parts) if behind => {
                for part in parts.iter().rev() {
                    self.add(part, behind)?;
                }
            }
            Part::Sequence(parts) => {
                for part in parts {
                    self.add(part, behind)?;
                }
            }
            Part::Choice(parts) => self.choice(parts, behind)?,
            Part::Group(number, part) => {
                let (first, second) = if behind { (1, 0) } else { (0, 1) };
                self.push(Op::Save(number * 2 + first), behind)?;
                self.add(part, behind)?;
                self.push(Op::Save(number * 2 + second), behind)?;
            }
            Part::Repeat(repeat) => self.repeat(repeat, behind)?,
            Part::Look(look) => self.look(look)?,
        }
        Ok(())
    }

    fn choice(&mut self, parts: &[Part], behind: bool) -> Result<(), &'static str> {
        let mut ends = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            if at + 1 == parts.len() {
                self.add(part, behind)?;
                break;
            }
            let split = self.push(Op::Split(0, 0), behind)?;
            self.add(part, behind)?;
            ends.push(self.push(Op::Jump(0), behind)?);
            self.code[split].op = Op::Split(split + 1, self.code.len());
        }
        for end in ends {
            self.code[end].op = Op::Jump(self.code.len());
        }
        Ok(())
    }

    fn look(&mut self, look: &Look) -> Result<(), &'static str> {
        let start = self.push(Op::Done, false)?;
        self.add(&look.part, look.behind)?;
        self.push(Op::Done, false)?;
        self.code[start].op = Op::Look {
            negative: look.negative,
            after: self.code.len(),
        };
        Ok(())
    }

    fn repeat(&mut self, repeat: &Repeat, behind: bool) -> Result<(), &'static str> {
        for _ in 0..repeat.least {
            self.round(repeat, behind)?;
        }
        let Some(most) = repeat.most else {
            let split = self.push(Op::Split(0, 0), behind)?;
            let round = self.rounds;
            self.rounds += 1;
            self.push(Op::RoundStart(round), behind)?;
            self.round(repeat, behind)?;
            self.push(Op::RoundEnd(round), behind)?;
            self.push(Op::Jump(split), behind)?;
            self.branch(split, repeat.greedy);
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in repeat.least..most {
            splits.push(self.push(Op::Split(0, 0), behind)?);
            let round = self.rounds;
            self.rounds += 1;
            self.push(Op::RoundStart(round), behind)?;
            self.round(repeat, behind)?;
            self.push(Op::RoundEnd(round), behind)?;
        }
        for split in splits {
            self.branch(split, repeat.greedy);
        }
        Ok(())
    }

    /// Once what is repeated, with the groups of the round before forgotten.
    fn round(&mut self, repeat: &Repeat, behind: bool) -> Result<(), &'static str> {
        // An empty part can be written out without end; the limit on instructions needs one to count.
        let groups = &repeat.groups;
        self.push(
            Op::Forget(groups.start * 2, groups.end.max(groups.start) * 2),
            behind,
        )?;
        self.add(&repeat.part, behind)
    }

    /// Lets a split go into the loop or past it, to where the code ends now.
    fn branch(&mut self, split: usize, greedy: bool) {
        let (into, past) = (split + 1, self.code.len());
        self.code[split].op = if greedy {
            Op::Split(into, past)
        } else {
            Op::Split(past, into)
        };
    }
}
