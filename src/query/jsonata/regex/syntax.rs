//! Patterns of regular expressions: ECMAScript without the `u` flag, with the leniency of its Annex B.

use std::collections::HashMap;

/// A part of a pattern.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Empty,
    Char(char),
    /// `.`
    Any,
    Class(Class),
    Sequence(Vec<Self>),
    Choice(Vec<Self>),
    /// A group that captures, from 1.
    Group(usize, Box<Self>),
    /// The group of that number again.
    Back(usize),
    Repeat(Box<Repeat>),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`, or `\B` where `false`.
    Word(bool),
    Look(Box<Look>),
}

#[derive(Clone, Debug)]
pub(super) struct Repeat {
    pub(super) part: Part,
    pub(super) least: u32,
    pub(super) most: Option<u32>,
    pub(super) greedy: bool,
    /// The groups inside, which each round forgets.
    pub(super) groups: std::ops::Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) struct Look {
    pub(super) part: Part,
    pub(super) behind: bool,
    pub(super) negative: bool,
}

/// A set of characters.
#[derive(Clone, Debug, Default)]
pub(super) struct Class {
    pub(super) ranges: Vec<(char, char)>,
    pub(super) negative: bool,
}

impl Class {
    pub(super) fn contains(&self, letter: char) -> bool {
        self.ranges
            .iter()
            .any(|(low, high)| (*low..=*high).contains(&letter))
    }
}

const DIGITS: [(char, char); 1] = [('0', '9')];
const WORDS: [(char, char); 4] = [('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')];
const SPACES: [(char, char); 10] = [
    ('\t', '\r'),
    (' ', ' '),
    ('\u{a0}', '\u{a0}'),
    ('\u{1680}', '\u{1680}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202f}', '\u{202f}'),
    ('\u{205f}', '\u{205f}'),
    ('\u{3000}', '\u{3000}'),
    ('\u{feff}', '\u{feff}'),
];

/// Groups may nest this deep.
const MAX_NESTING: u32 = 100;

/// A pattern that was read, and its number of groups.
pub(super) fn parse(pattern: &str) -> Result<(Part, usize), &'static str> {
    let letters: Vec<char> = pattern.chars().collect();
    let (count, names) = groups_of(&letters)?;
    let mut parser = Parser {
        letters,
        at: 0,
        opened: 0,
        nesting: 0,
        count,
        names,
    };
    let part = parser.choice()?;
    if parser.at < parser.letters.len() {
        return Err("unmatched ')'");
    }
    Ok((part, count))
}

/// Counts the groups and lists their names before the pattern is read: a reference may come before its group.
fn groups_of(letters: &[char]) -> Result<(usize, HashMap<String, usize>), &'static str> {
    let (mut count, mut names, mut in_class, mut at) = (0, HashMap::new(), false, 0);
    while at < letters.len() {
        match letters[at] {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                let next = letters.get(at + 1);
                let third = (letters.get(at + 2), letters.get(at + 3));
                if next != Some(&'?') {
                    count += 1;
                } else if third.0 == Some(&'<') && !matches!(third.1, Some('=' | '!')) {
                    count += 1;
                    let name: String = letters[at + 3..]
                        .iter()
                        .take_while(|letter| **letter != '>')
                        .collect();
                    let valid = |(at, letter): (usize, char)| {
                        letter == '_'
                            || letter == '$'
                            || letter.is_alphabetic()
                            || at > 0 && letter.is_numeric()
                    };
                    if name.is_empty() || !name.chars().enumerate().all(valid) {
                        return Err("invalid name of a group");
                    }
                    if names.insert(name, count).is_some() {
                        return Err("two groups have the same name");
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    Ok((count, names))
}

struct Parser {
    letters: Vec<char>,
    at: usize,
    /// Groups that were opened so far.
    opened: usize,
    nesting: u32,
    count: usize,
    names: HashMap<String, usize>,
}

impl Parser {
    fn peek(&self, ahead: usize) -> Option<char> {
        self.letters.get(self.at + ahead).copied()
    }

    fn take(&mut self, letter: char) -> bool {
        let found = self.peek(0) == Some(letter);
        self.at += usize::from(found);
        found
    }

    fn choice(&mut self) -> Result<Part, &'static str> {
        self.nesting += 1;
        if self.nesting > MAX_NESTING {
            return Err("groups nest too deep");
        }
        let mut choices = vec![self.sequence()?];
        while self.take('|') {
            choices.push(self.sequence()?);
        }
        self.nesting -= 1;
        Ok(match choices.len() {
            1 => choices.swap_remove(0),
            _ => Part::Choice(choices),
        })
    }

    fn sequence(&mut self) -> Result<Part, &'static str> {
        let mut parts = Vec::new();
        while let Some(letter) = self.peek(0) {
            if letter == '|' || letter == ')' {
                break;
            }
            let before = self.opened;
            let part = self.term()?;
            parts.push(self.quantified(part, before)?);
        }
        Ok(match parts.len() {
            0 => Part::Empty,
            1 => parts.swap_remove(0),
            _ => Part::Sequence(parts),
        })
    }

    fn quantified(&mut self, part: Part, before: usize) -> Result<Part, &'static str> {
        let (least, most) = match self.peek(0) {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => match self.braces() {
                Some((bounds, length)) => {
                    self.at += length - 1;
                    bounds
                }
                None => return Ok(part),
            },
            _ => return Ok(part),
        };
        self.at += 1;
        if most.is_some_and(|most| most < least) {
            return Err("numbers out of order in a quantifier");
        }
        let fixed = matches!(part, Part::Start | Part::End | Part::Word(_));
        if fixed || matches!(&part, Part::Look(look) if look.behind) {
            return Err("nothing to repeat");
        }
        let greedy = !self.take('?');
        Ok(Part::Repeat(Box::new(Repeat {
            part,
            least,
            most,
            greedy,
            groups: before + 1..self.opened + 1,
        })))
    }

    /// `{2}`, `{2,}`, `{2,3}` and its length; anything else is plain text.
    fn braces(&self) -> Option<((u32, Option<u32>), usize)> {
        let rest = &self.letters[self.at..];
        let length = rest.iter().position(|letter| *letter == '}')? + 1;
        let body: String = rest[1..length - 1].iter().collect();
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().unwrap_or(u32::MAX))
        };
        let bounds = match body.split_once(',') {
            None => (number(&body)?, Some(number(&body)?)),
            Some((least, "")) => (number(least)?, None),
            Some((least, most)) => (number(least)?, Some(number(most)?)),
        };
        Some((bounds, length))
    }

    fn term(&mut self) -> Result<Part, &'static str> {
        let letter = self.peek(0).unwrap_or('\\');
        self.at += 1;
        Ok(match letter {
            '^' => Part::Start,
            '$' => Part::End,
            '.' => Part::Any,
            '(' => return self.group(),
            '[' => Part::Class(self.class()?),
            '\\' => return self.escape(),
            '*' | '+' | '?' => return Err("nothing to repeat"),
            '{' => {
                self.at -= 1;
                if self.braces().is_some() {
                    return Err("nothing to repeat");
                }
                self.at += 1;
                Part::Char('{')
            }
            other => Part::Char(other),
        })
    }

    fn group(&mut self) -> Result<Part, &'static str> {
        let (look, length) = match (self.peek(0), self.peek(1), self.peek(2)) {
            (Some('?'), Some(':'), _) => (None, 2),
            (Some('?'), Some('='), _) => (Some((false, false)), 2),
            (Some('?'), Some('!'), _) => (Some((false, true)), 2),
            (Some('?'), Some('<'), Some('=')) => (Some((true, false)), 3),
            (Some('?'), Some('<'), Some('!')) => (Some((true, true)), 3),
            (Some('?'), Some('<'), _) => {
                while !self.take('>') {
                    self.at += 1;
                    if self.at > self.letters.len() {
                        return Err("invalid group");
                    }
                }
                return self.capture();
            }
            (Some('?'), ..) => return Err("invalid group"),
            _ => return self.capture(),
        };
        self.at += length;
        let part = self.choice()?;
        if !self.take(')') {
            return Err("unterminated group");
        }
        Ok(match look {
            None => part,
            Some((behind, negative)) => Part::Look(Box::new(Look {
                part,
                behind,
                negative,
            })),
        })
    }

    fn capture(&mut self) -> Result<Part, &'static str> {
        self.opened += 1;
        let number = self.opened;
        let part = self.choice()?;
        if !self.take(')') {
            return Err("unterminated group");
        }
        Ok(Part::Group(number, Box::new(part)))
    }

    fn escape(&mut self) -> Result<Part, &'static str> {
        let Some(letter) = self.peek(0) else {
            return Err("\\ at the end of the pattern");
        };
        match letter {
            'b' | 'B' => {
                self.at += 1;
                return Ok(Part::Word(letter == 'b'));
            }
            '1'..='9' => {
                let digits = self.letters[self.at..]
                    .iter()
                    .take_while(|letter| letter.is_ascii_digit());
                let text: String = digits.collect();
                if let Some(number) = text.parse().ok().filter(|number| *number <= self.count) {
                    self.at += text.len();
                    return Ok(Part::Back(number));
                }
            }
            'k' if !self.names.is_empty() => {
                let rest = &self.letters[self.at + 1..];
                let name: String = rest
                    .iter()
                    .skip(1)
                    .take_while(|letter| **letter != '>')
                    .collect();
                let known = self.names.get(&name).filter(|_| rest.first() == Some(&'<'));
                let number = *known.ok_or("invalid reference to a named group")?;
                self.at += name.chars().count() + 3;
                return Ok(Part::Back(number));
            }
            _ => {}
        }
        if let Some(class) = self.class_escape() {
            return Ok(Part::Class(class));
        }
        Ok(Part::Char(self.char_escape()))
    }

    /// `\d`, `\w`, `\s` and their opposites.
    fn class_escape(&mut self) -> Option<Class> {
        let letter = self.peek(0)?;
        let ranges: &[(char, char)] = match letter.to_ascii_lowercase() {
            'd' => &DIGITS,
            'w' => &WORDS,
            's' => &SPACES,
            _ => return None,
        };
        self.at += 1;
        Some(Class {
            ranges: ranges.to_vec(),
            negative: letter.is_ascii_uppercase(),
        })
    }

    /// A character that stands behind a backslash.
    fn char_escape(&mut self) -> char {
        let letter = self.peek(0).unwrap_or('\\');
        self.at += 1;
        match letter {
            't' => '\t',
            'n' => '\n',
            'v' => '\u{b}',
            'f' => '\u{c}',
            'r' => '\r',
            'x' => self.hex(2).unwrap_or('x'),
            'u' => self.hex(4).unwrap_or('u'),
            'c' => match self.peek(0) {
                Some(control) if control.is_ascii_alphabetic() => {
                    self.at += 1;
                    char::from(control as u8 % 32)
                }
                _ => {
                    self.at -= 1;
                    '\\'
                }
            },
            '0'..='7' => {
                let mut value = letter as u32 - '0' as u32;
                while let Some(digit @ '0'..='7') = self.peek(0) {
                    let next = value * 8 + digit as u32 - '0' as u32;
                    if next > 0o377 {
                        break;
                    }
                    value = next;
                    self.at += 1;
                }
                char::from_u32(value).unwrap_or('\0')
            }
            other => other,
        }
    }

    fn hex(&mut self, count: usize) -> Option<char> {
        let digits: String = self.letters.get(self.at..self.at + count)?.iter().collect();
        if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let mut code = u32::from_str_radix(&digits, 16).ok()?;
        self.at += count;
        if (0xD800..0xDC00).contains(&code)
            && self.peek(0) == Some('\\')
            && self.peek(1) == Some('u')
        {
            let low: String = self.letters.get(self.at + 2..self.at + 6)?.iter().collect();
            if let Ok(low @ 0xDC00..=0xDFFF) = u32::from_str_radix(&low, 16) {
                self.at += 6;
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            }
        }
        // Half a pair, which no text holds, matches what stands for it.
        Some(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn class(&mut self) -> Result<Class, &'static str> {
        let mut class = Class {
            negative: self.take('^'),
            ..Class::default()
        };
        loop {
            match self.peek(0) {
                None => return Err("unterminated character class"),
                Some(']') => {
                    self.at += 1;
                    return Ok(class);
                }
                Some(_) => {}
            }
            let low = self.class_atom(&mut class);
            let is_range = self.peek(0) == Some('-') && !matches!(self.peek(1), Some(']') | None);
            if !is_range {
                class.ranges.extend(low.map(|low| (low, low)));
                continue;
            }
            self.at += 1;
            let high = self.class_atom(&mut class);
            match (low, high) {
                (Some(low), Some(high)) if low <= high => class.ranges.push((low, high)),
                (Some(_), Some(_)) => return Err("range out of order in a character class"),
                // A class on either side makes the hyphen a plain one.
                (one, other) => {
                    class
                        .ranges
                        .extend(one.into_iter().chain(other).map(|letter| (letter, letter)));
                    class.ranges.push(('-', '-'));
                }
            }
        }
    }

    /// One character of a class; nothing where it was a set, which is added.
    fn class_atom(&mut self, class: &mut Class) -> Option<char> {
        let letter = self.peek(0)?;
        self.at += 1;
        if letter != '\\' {
            return Some(letter);
        }
        if let Some(set) = self.class_escape() {
            if set.negative {
                complement(&set.ranges, &mut class.ranges);
            } else {
                class.ranges.extend(set.ranges);
            }
            return None;
        }
        if self.take('b') {
            return Some('\u{8}');
        }
        if self.peek(0).is_none() {
            return Some('\\');
        }
        Some(self.char_escape())
    }
}

/// Adds all characters outside of sorted ranges.
fn complement(ranges: &[(char, char)], out: &mut Vec<(char, char)>) {
    let mut from = '\0';
    for (low, high) in ranges {
        if let Some(before) = (from..*low).next_back() {
            out.push((from, before));
        }
        from = (*high..=char::MAX).nth(1).unwrap_or(char::MAX);
    }
    out.push((from, char::MAX));
}
