//! Where two histories part, in words.

use super::Style;
use super::diff::{painted, unified};
use super::text::{fit_start, tame, width};
use crate::base::text::count;
use crate::history::{Comparison, Difference};
use crate::value::{Object, Value};

/// How many events are the same, and the first that is not: `-` as it was recorded, `+` as it is here.
pub fn comparison(found: &Comparison, style: Style) -> String {
    let same = count(found.same, "event");
    let Some(Difference { state, left, right }) = &found.difference else {
        return format!("the same: {same}\n");
    };
    let place = match state {
        Some(state) => format!(
            "the first that differs is one of the state `{}`",
            tame(state)
        ),
        None => "the first that differs is one of the execution".to_owned(),
    };
    let verb = if found.same == 1 { "is" } else { "are" };
    let shown = |event: &Option<Value>| match event {
        Some(event) => event.to_pretty_json() + "\n",
        None => "no such event\n".to_owned(),
    };
    let text = unified(("recorded", &shown(left)), ("here", &shown(right)));
    let text = painted(&cut(&text, style), style);
    format!("{same} {verb} the same; {place}\n\n{text}")
}

/// Lines of a diff, cut to the width of the terminal. Of a line that has changed, the place stays in sight where it begins to
/// be another one.
fn cut(diff: &str, style: Style) -> String {
    let lines: Vec<&str> = diff.lines().collect();
    let mut text = String::with_capacity(diff.len());
    let mut at = 0;
    while at < lines.len() {
        let run = |from: usize, mark: char| {
            let rest = lines[from..].iter();
            rest.take_while(|line| line.starts_with(mark)).count()
        };
        let (gone, new) = (run(at, '-'), run(at + run(at, '-'), '+'));
        let (old, new) = (&lines[at..at + gone], &lines[at + gone..at + gone + new]);
        for (index, line) in old.iter().enumerate() {
            text.push_str(&cut_line(line, new.get(index), style));
        }
        for (index, line) in new.iter().enumerate() {
            text.push_str(&cut_line(line, old.get(index), style));
        }
        at += gone + new.len();
        if gone + new.len() == 0 {
            text.push_str(&cut_line(lines[at], None, style));
            at += 1;
        }
    }
    text
}

/// Letters before the place where a line begins to be another one.
const BEFORE: usize = 12;

fn cut_line(line: &str, other: Option<&&str>, style: Style) -> String {
    let columns = style.width;
    let fitted = match other {
        Some(other) if width(line) > columns => {
            let pairs = line.chars().skip(1).zip(other.chars().skip(1));
            let same = 1 + pairs.take_while(|(one, other)| one == other).count();
            let head = columns / 3;
            if same < columns * 2 / 3 {
                fit_start(line, columns, style)
            } else {
                let head = fit_start(line, head, style);
                let skipped = line.chars().skip(same.saturating_sub(BEFORE));
                let rest: String = skipped.collect();
                let left = columns.saturating_sub(width(&head));
                format!("{head}{}", fit_start(&rest, left, style))
            }
        }
        _ => fit_start(line, columns, style),
    };
    format!("{fitted}\n")
}

/// The same for programs: `same`, and where there is a difference `state`, `recorded` and `here`.
pub fn comparison_json(found: &Comparison) -> Value {
    let mut told = Object::new();
    let same = i64::try_from(found.same).unwrap_or(i64::MAX);
    told.insert("same", same.into());
    if let Some(Difference { state, left, right }) = &found.difference {
        let state = state.as_ref().map_or(Value::Null, Value::string);
        told.insert("state", state);
        told.insert("recorded", left.clone().unwrap_or(Value::Null));
        told.insert("here", right.clone().unwrap_or(Value::Null));
    }
    told.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::read;

    #[test]
    fn long_lines_are_cut_and_show_where_they_part() {
        let event = |end: &str| {
            let text = format!(
                r#"{{"id":1,"long":"{}{end}","same":"{}"}}"#,
                "a".repeat(300),
                "b".repeat(99)
            );
            Some(read(&text).expect("it is JSON"))
        };
        let found = Comparison {
            same: 1,
            difference: Some(Difference {
                state: None,
                left: event("one"),
                right: event("two"),
            }),
        };
        let style = Style {
            width: 40,
            ..Style::default()
        };
        let text = comparison(&found, style);
        let lines: Vec<&str> = text.lines().skip(5).collect();
        let expected = [
            " {",
            "   \"id\": 1,",
            "-  \"long\": \"…aaaaaaaaaaaaone\",",
            "+  \"long\": \"…aaaaaaaaaaaatwo\",",
            "   \"same\": \"bbbbbbbbbbbbbbbbbbbbbbbbbbb…",
            " }",
        ];
        assert_eq!(lines, expected, "{text}");
        let wide = Style {
            width: 1000,
            ..style
        };
        assert!(comparison(&found, wide).contains(&"a".repeat(300)));
    }
}
