//! Writes a game with the verdict of the search. What the game had stays: tags, comments with their commands (`%clk`),
//! annotations, variations, and the text behind the place where parsing stops.

use oxide88::position::{Position, numbered};
use oxide88::types::Move;

use super::judge::{Judgment, verdict};
use crate::pgn::notation::{self, Annotation, Meaning};
use crate::pgn::writer::{Words, one_line, tag};
use crate::pgn::{Entry, Game, Token};

/// Maximum length of a line, in characters.
const WIDTH: usize = 80;

/// Maximum length of a better line, in plies.
const LINE_LENGTH: usize = 6;

/// The marks of moves, in the order of their numeric annotation glyphs, which begin with 1.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// Returns the text of a game, each move with its verdict. `judgments` are of the start position and of the position
/// after each move; without them the game is copied.
pub fn text(game: &Game, judgments: &[Judgment]) -> String {
    let mut text: String = game.tags.iter().map(|(name, value)| tag(name, value)).collect();
    if !game.tags.is_empty() {
        text.push('\n');
    }
    let mut writer = Writer {
        judgments,
        position: game.start.clone(),
        ply: 0,
        variations: 0,
        words: Words::new(WIDTH),
        has_value: false,
        better: None,
        variation: None,
    };
    for entry in &game.entries {
        writer.entry(entry);
    }
    (0..writer.variations).for_each(|_| writer.words.close());
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
    /// The last move got a value, which replaces that of an earlier analysis.
    has_value: bool,
    /// The better line that follows the last move behind its comments and variations: its start and its moves.
    better: Option<(Position, &'a [Move])>,
    /// The open variation of the last move as far as it may repeat the better line: its moves and their end.
    variation: Option<(Position, Vec<Move>)>,
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
        let judgments = self.judgments.get(self.ply..self.ply + 2);
        let costly = judgments.and_then(|judgments| {
            let [before, after] = judgments else { return None };
            // The engine's own move is no mistake, even if a deeper look at what follows makes it look worse.
            let better = before.line.first().filter(|&&better| better != mv)?;
            let sign = f64::from(self.position.side_to_move().sign());
            verdict(before.chances * sign, after.chances * sign).map(|number| (number, better, &before.line))
        });
        let is_mark = |number: u8| (1..=MARKS.len()).contains(&number.into());
        let given = annotations.iter().find_map(|one| match one {
            Annotation::Nag(number) if is_mark(*number) => Some(*number),
            _ => None,
        });
        let mark = given.or(costly.map(|(number, ..)| number));
        // The move number is repeated behind comments, so always.
        let text = numbered(&self.position, &[mv]).concat();
        self.words.push_all(&(text + mark.map_or("", |number| MARKS[usize::from(number) - 1])));
        let others = annotations.iter().filter(|&one| mark.is_none_or(|number| *one != Annotation::Nag(number)));
        self.annotations(others);
        self.has_value = judgments.is_some();
        if let Some([_, after]) = judgments {
            // `[%eval]` has no plus.
            self.words.push_all(&format!("{{ [%eval {}] }}", after.value.trim_start_matches('+')));
            self.ply += 1;
        }
        if let Some((.., line)) = costly {
            self.better = Some((self.position.clone(), &line[..line.len().min(LINE_LENGTH)]));
        }
        self.position.make(mv);
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
        match token {
            Token::Tag(..) => {}
            Token::Number(text) | Token::Word(text) => {
                // Here begins what is not understood.
                if self.variations == 0 {
                    self.end_move();
                    self.has_value = false;
                }
                if self.variations == 1 && matches!(token, Token::Word(_)) {
                    self.follow(text);
                }
                let text = one_line(text);
                if !text.is_empty() {
                    self.words.push(&text);
                }
            }
            Token::Nag(text) => self.words.push(text),
            Token::Comment(text) | Token::Unclosed(text) => {
                let is_replaced = self.has_value && self.variations == 0;
                let text = one_line(&if is_replaced { without_eval(text) } else { text.clone() });
                if !text.is_empty() {
                    self.words.push_all(&format!("{{ {text} }}"));
                }
            }
            Token::LineComment(text) if text.contains('}') => self.words.push_line(&format!("; {}", one_line(text))),
            Token::LineComment(text) => self.words.push_all(&format!("{{ {} }}", one_line(text))),
            Token::Open => {
                if self.variations == 0 {
                    self.variation = self.better.as_ref().map(|(start, _)| (start.clone(), Vec::new()));
                }
                self.variations += 1;
                self.words.open();
            }
            Token::Close => {
                self.variations = self.variations.saturating_sub(1);
                self.words.close();
                if self.variations == 0
                    && let (Some((_, moves)), Some((_, line))) = (self.variation.take(), &self.better)
                    && moves.starts_with(line)
                {
                    self.better = None;
                }
            }
            Token::Result(result) => self.words.push(result),
        }
    }

    /// Follows the variation of the last move by a word.
    fn follow(&mut self, word: &str) {
        if let Some((position, moves)) = &mut self.variation
            && moves.len() < LINE_LENGTH
        {
            match notation::read(position, word) {
                Ok(Meaning::Move(mv, _)) => {
                    position.make(mv);
                    moves.push(mv);
                }
                Ok(Meaning::Annotations(_)) => {}
                _ => self.variation = None,
            }
        }
    }
}

/// A comment without the `[%eval ...]` of an earlier analysis.
fn without_eval(comment: &str) -> String {
    let mut parts = Vec::new();
    let mut rest = comment;
    while let Some((before, (_, after))) =
        rest.split_once("[%eval ").and_then(|(before, rest)| Some((before, rest.split_once(']')?)))
    {
        parts.push(before.trim());
        rest = after;
    }
    parts.push(rest.trim());
    parts.retain(|part| !part.is_empty());
    parts.join(" ")
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
                "1. e4 { a  b } 1... e5 (1... c5 (1... e6) 2. Nf3) 2. Nf3! $14 1-0",
            ),
            ("1. e4 ; to the end } of the line\n e5 *", "1. e4 ; to the end } of the line\n1... e5 *"),
            ("1. e4 ; a\n e5 *", "1. e4 { a } 1... e5 *"),
            ("1. e2-e4 e7-e5 2. Ng1-f3 Sc6 3. Bb5 1/2", "1. e4 1... e5 2. Nf3 Sc6 3. Bb5 1/2-1/2"),
            ("1. e4 {a} !? $14 (1. d4) $1 e5 $300 *", "1. e4!? $14 $1 { a } (1. d4) 1... e5 $300 *"),
            ("1. e4 {a\tb}  e5 ; c\td\n *", "1. e4 { a b } 1... e5 { c d } *"),
            ("1. e4 (1. d4 {[%eval 0.2]}) *", "1. e4 (1. d4 { [%eval 0.2] }) *"),
            ("1. e4 (1. d4 (1. c4 e5 1-0", "1. e4 (1. d4 (1. c4 e5)) 1-0"),
            ("1. e4 ; a } b\n %x e5 *", "1. e4 ; a } b\n{} %x e5 *"),
            ("1. e4 mate e5 *", "1. e4 { mate } 1... e5 *"),
            ("1. e4 e5 -- 2. d4 {x} *", "1. e4 1... e5 -- 2. d4 { x } *"),
        ] {
            assert_eq!(copy(text), format!("{expected}\n\n"), "{text}");
            let again = copy(&copy(text));
            assert_eq!(again, copy(text), "a copy of the copy");
        }
        assert_eq!(copy("[White \"a\tb\"]\n\n*"), "[White \"a b\"]\n\n*\n\n");
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
            ("1. e4?! e5! *", "1. e4?! { [%eval -0.55] } (1. d4) 1... e5! { [%eval -0.55] } *"),
            ("1. e4! *", "1. e4! { [%eval -0.55] } (1. d4) *"),
            ("1. e4 (1. c4 {[%eval 0.2]}) *", "1. e4?! { [%eval -0.55] } (1. c4 { [%eval 0.2] }) (1. d4) *"),
            (
                "1. e4 {[%clk 0:01] [%eval 0.5] good} {[%eval 1]} {[%emt 2]} *",
                "1. e4?! { [%eval -0.55] } { [%clk 0:01] good } { [%emt 2] } (1. d4) *",
            ),
        ] {
            assert_eq!(annotated(text, &verdicts), expected, "{text}");
        }
    }

    #[test]
    fn a_better_line_that_the_game_has_is_not_repeated() {
        let verdicts = [("+0.30", 5.0, "d4 d5"), ("-0.55", -10.0, "")];
        for variation in ["(1. d4 d5)", "(1. d4 { a } d5 2. c4)", "(1. d4 ! d5)", "(1. d4 (1. c4) d5)"] {
            let text = annotated(&format!("1. e4 {variation} *"), &verdicts);
            assert_eq!(text.matches('(').count(), variation.matches('(').count(), "{text}");
        }
        let text = annotated("1. e4 (1. d4 (1. d4 d5)) *", &verdicts);
        assert!(text.ends_with(") (1. d4 d5) *"), "{text}");
    }

    #[test]
    fn lines_are_short_and_begin_with_nothing_that_means_something_else() {
        let words = "x".repeat(60) + " % [Event \"a\"] b";
        let text = copy(&format!("1. e4 {{{words}}} e5 *"));
        assert_eq!(copy(&text), text, "{text}");
        assert!(text.lines().all(|line| !line.starts_with(['%', '['])), "{text}");
        let long = copy(&format!("1. e4 {{{}}} e5 *", "word ".repeat(100)));
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
        let clocks = "x".repeat(70) + " [%clk 0:01:00] " + &"x".repeat(65) + " [%emt 0:00:10]";
        let text = copy(&format!("1. e4 {{{clocks}}} e5 *"));
        assert!(text.contains("\n[%clk 0:01:00]") && text.contains("\n[%emt 0:00:10]"), "{text}");
        let deep = copy(&format!("1. e4 {} *", "(".repeat(100_000)));
        assert!(deep.lines().all(|line| line.len() <= WIDTH));
        assert!(long.lines().count() > 5 && long.lines().all(|line| line.len() <= WIDTH), "{long}");
    }
}
