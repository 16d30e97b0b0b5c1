//! Writes a game with the verdict of the search. What the game had stays: tags, comments with their commands (`%clk`),
//! annotations, variations, and the text behind the place where it stops to be understood.

use oxide88::position::{Position, numbered};
use oxide88::types::{Move, without_hidden};

use super::judge::{Judgment, mark};
use crate::pgn::notation::Annotation;
use crate::pgn::{Entry, Game, Token};

/// Maximum length of a line, in characters.
const WIDTH: usize = 80;

/// Maximum length of a better line, in plies.
const LINE_LENGTH: usize = 6;

/// Returns the text of a game, each move with its verdict. `judgments` are of the start position and of the position
/// after each move; without them the game is copied.
pub fn text(game: &Game, judgments: &[Judgment]) -> String {
    let mut text = String::new();
    for (name, value) in &game.tags {
        let value = without_hidden(value).replace('\\', "\\\\").replace('"', "\\\"");
        text.extend(["[", name, " \"", &value, "\"]\n"]);
    }
    if !game.tags.is_empty() {
        text.push('\n');
    }
    let mut writer = Writer {
        judgments,
        position: game.start.clone(),
        ply: 0,
        variations: 0,
        words: Words::default(),
        better: None,
    };
    for entry in &game.entries {
        writer.entry(entry);
    }
    writer.end_move();
    writer.words.push(game.result);
    text + &writer.words.finish() + "\n\n"
}

/// Writes the entries of a game in order.
struct Writer<'a> {
    judgments: &'a [Judgment],
    position: Position,
    ply: usize,
    /// Number of variations that are open.
    variations: usize,
    words: Words,
    /// The better line that follows the last move behind its comments and variations: its start and its moves.
    better: Option<(Position, &'a [Move])>,
}

impl Writer<'_> {
    fn entry(&mut self, entry: &Entry) {
        match entry {
            Entry::Move(mv, annotations) => {
                self.end_move();
                self.one_move(*mv, annotations);
            }
            Entry::Annotations(annotations) => self.annotations(annotations),
            Entry::Text(token) => self.token(token),
        }
    }

    /// Writes a move with the verdict on it.
    fn one_move(&mut self, mv: Move, annotations: &[Annotation]) {
        // The move number is repeated behind comments, so always.
        let text = numbered(&self.position, &[mv]).concat();
        let Some([before, after]) = self.judgments.get(self.ply..self.ply + 2) else {
            self.words.push_all(&text);
            self.annotations(annotations);
            self.position.make(mv);
            return;
        };
        let loss = (before.chances - after.chances) * f64::from(self.position.side_to_move().sign());
        // The engine's own move is no mistake, even if a deeper look at what follows makes it look worse.
        let mark = mark(loss).filter(|_| before.line.first().is_some_and(|&better| better != mv));
        self.words.push_all(&(text + mark.map_or("", |(mark, _)| mark)));
        let same = mark.map(|(_, number)| Annotation::Nag(number));
        self.annotations(annotations.iter().filter(|&one| Some(one) != same.as_ref()));
        // `[%eval]` has no plus.
        self.words.push_all(&format!("{{ [%eval {}] }}", after.value.trim_start_matches('+')));
        if mark.is_some() {
            self.better = Some((self.position.clone(), &before.line[..before.line.len().min(LINE_LENGTH)]));
        }
        self.position.make(mv);
        self.ply += 1;
    }

    /// Writes the better line of the last move.
    fn end_move(&mut self) {
        if let Some((start, line)) = self.better.take() {
            self.words.open();
            self.words.push_all(&numbered(&start, line).join(" "));
            self.words.close();
        }
    }

    fn annotations<'b>(&mut self, annotations: impl IntoIterator<Item = &'b Annotation>) {
        for annotation in annotations {
            match annotation {
                Annotation::Nag(number) => self.words.push(&format!("${number}")),
                Annotation::Sign(sign) => self.words.push_all(&format!("{{ {sign} }}")),
            }
        }
    }

    fn token(&mut self, token: &Token) {
        let visible = |text: &str| without_hidden(text);
        match token {
            Token::Tag(..) => {}
            Token::Number(text) | Token::Word(text) => {
                // Here begins what is not understood.
                if self.variations == 0 {
                    self.end_move();
                }
                self.words.push(&visible(text));
            }
            Token::Nag(text) => self.words.push(text),
            Token::Comment(text) | Token::Unclosed(text) => {
                let text = if self.judgments.is_empty() { text.clone() } else { without_eval(text) };
                let text = visible(&text);
                if !text.is_empty() {
                    self.words.push_all(&format!("{{ {text} }}"));
                }
            }
            Token::LineComment(text) if text.contains('}') => self.words.push_line(&format!("; {}", visible(text))),
            Token::LineComment(text) => self.words.push_all(&format!("{{ {} }}", visible(text))),
            Token::Open => {
                self.variations += 1;
                self.words.open();
            }
            Token::Close => {
                self.variations = self.variations.saturating_sub(1);
                self.words.close();
            }
            Token::Result(result) => self.words.push(result),
        }
    }
}

/// A comment without the `[%eval ...]` of an earlier analysis.
fn without_eval(comment: &str) -> String {
    let Some((before, rest)) = comment.split_once("[%eval ") else { return comment.to_owned() };
    let Some((_, after)) = rest.split_once(']') else { return comment.to_owned() };
    format!("{} {}", before.trim_end(), after.trim_start()).trim().to_owned()
}

/// Words in lines of at most [`WIDTH`] characters.
#[derive(Default)]
struct Words {
    text: String,
    column: usize,
    /// The last word was an opening parenthesis, to which the next word is glued.
    is_open: bool,
}

impl Words {
    fn push(&mut self, word: &str) {
        let length = word.chars().count();
        // At the start of a line, `%` would hide the line, and a bracket could begin a tag.
        let may_begin_line = !word.starts_with(['%', '[']) && !self.is_open;
        if self.column > 0 && may_begin_line && self.column + 1 + length > WIDTH {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 && !self.is_open {
            self.text.push(' ');
            self.column += 1;
        }
        self.text += word;
        self.column += length;
        self.is_open = false;
    }

    /// Adds words that are separated by blanks.
    fn push_all(&mut self, words: &str) {
        words.split(' ').for_each(|word| self.push(word));
    }

    fn open(&mut self) {
        self.push("(");
        self.is_open = true;
    }

    fn close(&mut self) {
        self.text.push(')');
        self.column += 1;
        self.is_open = false;
    }

    /// Adds words that end their line, however long it becomes.
    fn push_line(&mut self, words: &str) {
        if self.column > 0 {
            self.text.push(' ');
        }
        self.text += words;
        self.text.push('\n');
        (self.column, self.is_open) = (0, false);
    }

    fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::Reader;

    /// The first game of a text, copied.
    fn copy(text: &str) -> String {
        super::text(&Reader::new(text.as_bytes()).next().unwrap().unwrap(), &[])
    }

    #[test]
    fn a_copy_says_the_same() {
        for (text, expected) in [
            (
                "1. e4 {a  b} e5 (1... c5 (1... e6) 2. Nf3) 2. Nf3! $14 1-0",
                "1. e4 { a  b } 1... e5 (1... c5 (1... e6) 2. Nf3) 2. Nf3 $1 $14 1-0",
            ),
            ("1. e4 ; to the end } of the line\n e5 *", "1. e4 ; to the end } of the line\n1... e5 *"),
            ("1. e4 ; a\n e5 *", "1. e4 { a } 1... e5 *"),
            ("1. e2-e4 e7-e5 2. Ng1-f3 Sc6 3. Bb5 1/2", "1. e4 1... e5 2. Nf3 Sc6 3. Bb5 1/2-1/2"),
            ("1. e4 e5 -- 2. d4 {x} *", "1. e4 1... e5 -- 2. d4 { x } *"),
        ] {
            assert_eq!(copy(text), format!("{expected}\n\n"), "{text}");
            let again = copy(&copy(text));
            assert_eq!(again, copy(text), "a copy of the copy");
        }
        let tags = "[White \"John \\\"The King\\\" White\"]\n[Result \"1-0\"]\n\n";
        assert_eq!(copy(&format!("{tags}1. e4 1-0")), format!("{tags}1. e4 1-0\n\n"));
    }

    /// The first game of a text with verdicts: value, White's chances and best line at its start and after each move.
    fn annotated(text: &str, verdicts: &[(&str, f64, &str)]) -> String {
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let (mut position, mut moves) = (game.start.clone(), game.moves());
        let mut judgments = Vec::new();
        for &(value, chances, words) in verdicts {
            let (mut end, mut line) = (position.clone(), Vec::new());
            for word in words.split_whitespace() {
                line.push(end.read_move(word).unwrap());
                end.make(line[line.len() - 1]);
            }
            judgments.push(Judgment { value: value.to_owned(), chances, line });
            moves.next().into_iter().for_each(|mv| position.make(mv));
        }
        super::text(&game, &judgments).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_that_cost_their_side_chances_are_marked_and_followed_by_the_better_line() {
        let verdicts = [
            ("+0.30", 5.0, "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7"),
            ("-0.55", -10.0, "c5"),
            ("+1.41", 25.0, "Nc3"),
            ("+0.27", 5.0, "Nc6"),
            ("+0.27", 5.0, ""),
        ];
        assert_eq!(
            annotated("1. e4 e5 {a} (1... e6) 2. Nf3 Nc6 *", &verdicts),
            "1. e4?! { [%eval -0.55] } (1. d4 d5 2. c4 e6 3. Nc3 Nf6) 1... e5?? { [%eval 1.41] } { a } (1... e6) \
             (1... c5) 2. Nf3? { [%eval 0.27] } (2. Nc3) 2... Nc6 { [%eval 0.27] } *"
        );
        // A deeper look makes the best move look worse, and a move gains chances.
        assert_eq!(
            annotated("1. e4 e5 *", &[("+0.30", 5.0, "e4"), ("-2.00", -35.0, "c5"), ("-4.00", -65.0, "")]),
            "1. e4 { [%eval -2.00] } 1... e5 { [%eval -4.00] } *"
        );
    }

    #[test]
    fn marks_and_comments_stay_but_for_the_values_of_an_earlier_analysis() {
        let verdicts = [("+0.30", 5.0, "d4"), ("-0.55", -10.0, "c5"), ("-0.55", -10.0, "")];
        for (text, expected) in [
            ("1. e4?! e5! *", "1. e4?! { [%eval -0.55] } (1. d4) 1... e5 $1 { [%eval -0.55] } *"),
            ("1. e4! *", "1. e4?! $1 { [%eval -0.55] } (1. d4) *"),
            (
                "1. e4 {[%clk 0:01] [%eval 0.5] good} {[%eval 1]} {[%emt 2]} *",
                "1. e4?! { [%eval -0.55] } { [%clk 0:01] good } { [%emt 2] } (1. d4) *",
            ),
        ] {
            assert_eq!(annotated(text, &verdicts), expected, "{text}");
        }
    }

    #[test]
    fn lines_are_short_and_begin_with_nothing_that_means_something_else() {
        let words = "x".repeat(78) + " % [Event \"a\"] b";
        let text = copy(&format!("1. e4 {{{words}}} e5 *"));
        assert_eq!(copy(&text), text, "{text}");
        assert!(text.lines().all(|line| !line.starts_with(['%', '['])), "{text}");
        let long = copy(&format!("1. e4 {{{}}} e5 *", "word ".repeat(100)));
        assert!(long.lines().count() > 5 && long.lines().all(|line| line.len() <= WIDTH), "{long}");
    }
}
