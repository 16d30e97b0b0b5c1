//! `src/eval/weights.rs` as a text whose numbers can be replaced. Docs, sections and order are kept; only the scores
//! are rewritten, laid out by fixed rules so that an unchanged file is reproduced byte for byte.

use std::fmt::{self, Write};

/// The line before the weights.
const BEGIN: &str = "weights! {";

/// Maximum length of a line.
const WIDTH: usize = 120;

/// Indentation of a weight.
const INDENT: &str = "        ";

/// A middlegame and an endgame value.
pub type Pair = [i32; 2];

/// The file of the weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    items: Vec<Item>,
}

/// An element of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Item {
    /// A line that is kept as it is.
    Line(String),
    /// A weight.
    Weight {
        /// Name and dimensions, as they are written.
        head: String,
        /// The dimensions; none for a single value without brackets.
        sizes: Vec<usize>,
        values: Vec<Pair>,
    },
}

impl Source {
    /// Reads the text of the file.
    ///
    /// # Errors
    /// A message if the text has no weights, or one that cannot be parsed.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut items = Vec::new();
        let mut lines = text.lines();
        let mut is_inside = false;
        while let Some(line) = lines.next() {
            let is_weight = is_inside && line.starts_with(INDENT) && !line.trim_start().starts_with("//");
            if is_weight {
                let mut statement = line.trim().to_owned();
                while !statement.ends_with(';') {
                    let next = lines.next().ok_or_else(|| format!("'{statement}' has no end"))?;
                    statement.push_str(next.trim());
                }
                items.push(weight(&statement)?);
            } else {
                is_inside = line == BEGIN || is_inside && line != "}";
                items.push(Item::Line(line.to_owned()));
            }
        }
        let source = Self { items };
        if source.values().next().is_none() { Err("it has no weights".to_owned()) } else { Ok(source) }
    }

    /// Returns all values in order.
    pub fn values(&self) -> impl Iterator<Item = Pair> {
        self.items.iter().flat_map(|item| match item {
            Item::Weight { values, .. } => values.iter().copied(),
            Item::Line(_) => [].iter().copied(),
        })
    }

    /// Replaces all values; `new` must have as many.
    pub fn set(&mut self, new: &[Pair]) {
        let mut new = new.iter();
        for item in &mut self.items {
            if let Item::Weight { values, .. } = item {
                values.iter_mut().zip(&mut new).for_each(|(value, &new)| *value = new);
            }
        }
    }
}

/// Parses `name[rows][columns] = values;`.
fn weight(statement: &str) -> Result<Item, String> {
    let not_understood = || format!("'{statement}' is not understood");
    let (head, body) = statement.split_once(" = ").ok_or_else(not_understood)?;
    let sizes: Option<Vec<usize>> =
        head.split('[').skip(1).map(|size| size.strip_suffix(']').and_then(|size| size.parse().ok())).collect();
    let sizes = sizes.ok_or_else(not_understood)?;
    let pair = |text: &str| -> Option<Pair> {
        let (mg, eg) = text.split_once(')')?.0.split_once(", ")?;
        Some([mg.parse().ok()?, eg.parse().ok()?])
    };
    let values: Option<Vec<Pair>> = body.split("S(").skip(1).map(pair).collect();
    let values = values.filter(|values| values.len() == sizes.iter().product::<usize>()).ok_or_else(not_understood)?;
    Ok(Item::Weight { head: head.to_owned(), sizes, values })
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for item in &self.items {
            match item {
                Item::Line(line) => writeln!(f, "{line}")?,
                Item::Weight { head, sizes, values } => {
                    let texts: Vec<String> = values.iter().map(|[mg, eg]| format!("S({mg}, {eg})")).collect();
                    let on_one_line = format!("{INDENT}{head} = {};", nested(sizes, &texts));
                    // A table of two dimensions is always written row by row.
                    if sizes.len() < 2 && on_one_line.len() <= WIDTH {
                        writeln!(f, "{on_one_line}")?;
                    } else {
                        writeln!(f, "{INDENT}{head} = [")?;
                        write_elements(f, INDENT, sizes, &texts)?;
                        writeln!(f, "{INDENT}];")?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns a table of these dimensions on one line.
fn nested(sizes: &[usize], texts: &[String]) -> String {
    let Some((size, rest)) = sizes.split_first() else { return texts.concat() };
    let elements: Vec<String> = texts.chunks(texts.len() / size).map(|texts| nested(rest, texts)).collect();
    format!("[{}]", elements.join(", "))
}

/// Writes the elements of a table of these dimensions, which is indented by `indent`: values over as few lines as
/// possible, tables each on a line if it fits, else over several.
fn write_elements(f: &mut fmt::Formatter<'_>, indent: &str, sizes: &[usize], texts: &[String]) -> fmt::Result {
    let indent = format!("{indent}    ");
    if sizes.len() == 1 {
        return write_filled(f, &indent, texts);
    }
    for texts in texts.chunks(texts.len() / sizes[0]) {
        let line = format!("{indent}{},", nested(&sizes[1..], texts));
        if line.len() <= WIDTH {
            writeln!(f, "{line}")?;
        } else {
            writeln!(f, "{indent}[")?;
            write_elements(f, &indent, &sizes[1..], texts)?;
            writeln!(f, "{indent}],")?;
        }
    }
    Ok(())
}

/// Writes a list over several lines, each as long as possible.
fn write_filled(f: &mut fmt::Formatter<'_>, indent: &str, texts: &[String]) -> fmt::Result {
    let mut line = String::new();
    for text in texts {
        if !line.is_empty() && indent.len() + line.len() + text.len() + 2 > WIDTH {
            writeln!(f, "{indent}{line}")?;
            line.clear();
        }
        let gap = if line.is_empty() { "" } else { " " };
        write!(line, "{gap}{text},")?;
    }
    writeln!(f, "{indent}{line}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use oxide88::eval::tuning;

    const FILE: &str = include_str!("../../../src/eval/weights.rs");

    #[test]
    fn an_unchanged_file_comes_out_as_it_went_in() {
        let source = Source::parse(FILE).unwrap();
        let written = source.to_string();
        let difference = FILE.lines().zip(written.lines()).find(|(one, other)| one != other);
        assert_eq!(difference, None);
        assert_eq!(written, FILE);
    }

    #[test]
    fn the_values_are_the_weights_in_use() {
        let source = Source::parse(FILE).unwrap();
        assert_eq!(source.values().collect::<Vec<_>>(), tuning::weights());
    }

    #[test]
    fn new_values_are_found_again_and_nothing_else_changes() {
        let mut source = Source::parse(FILE).unwrap();
        let new: Vec<Pair> = (0..source.values().count() as i32).map(|number| [number - 300, -7 * number]).collect();
        source.set(&new);
        let written = source.to_string();
        assert_eq!(Source::parse(&written).unwrap(), source);
        assert_eq!(source.values().collect::<Vec<_>>(), new);
        let comments = |text: &str| -> Vec<String> {
            text.lines().filter(|line| line.contains("///") || line.contains("section")).map(str::to_owned).collect()
        };
        assert_eq!(comments(&written), comments(FILE));
        assert_eq!(written.lines().find(|line| line.chars().count() > WIDTH), None);
    }

    #[test]
    fn tables_of_several_dimensions_are_laid_out_by_the_room_they_need() {
        let values = |range: std::ops::Range<i32>| -> String {
            range.map(|number| format!("S({number}, -1000)")).collect::<Vec<_>>().join(", ")
        };
        let table = format!(
            "weights! {{\n    section A {{\n        small[2][1][2] = [\n            [[{}]],\n            [[{}]],\n        \
             ];\n        large[2][2][4] = [\n            [\n                [{}],\n                [{}],\n            \
             ],\n            [\n                [{}],\n                [{}],\n            ],\n        ];\n    }}\n}}\n",
            values(0..2),
            values(2..4),
            values(0..4),
            values(4..8),
            values(8..12),
            values(12..16),
        );
        let source = Source::parse(&table).unwrap();
        assert_eq!(source.values().count(), 20);
        assert_eq!(source.to_string(), table);
    }

    #[test]
    fn a_line_that_is_no_weight_is_named() {
        let file = |weight: &str| format!("weights! {{\n    section A {{\n        {weight}\n    }}\n}}\n");
        assert!(Source::parse(&file("a[2] = [S(1, 2), S(3, -4)];")).is_ok());
        for (weight, culprit) in [
            ("a[2] = [S(1, 2)];", "'a[2] = [S(1, 2)];'"),
            ("a = S(1, x);", "'a = S(1, x);'"),
            ("a: S(1, 2);", "'a: S(1, 2);'"),
            ("a[2] = [S(1, 2),", "no end"),
        ] {
            let error = Source::parse(&file(weight)).unwrap_err();
            assert!(error.contains(culprit), "{weight}: {error}");
        }
        assert!(Source::parse("fn main() {}\n").unwrap_err().contains("no weights"));
    }
}
