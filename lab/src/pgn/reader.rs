//! Reads games one at a time, so that memory is bounded by the longest game, and that by [`MAX_SIZE`].

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::game::{Fault, Game};
use super::lines::Lines;
use super::part::{MAX_SIZE, Part};
use super::token::{Lexer, Token};

/// Number of tokens that are enough to recognize text that is passed over.
const PASSED_OVER: usize = 20;

/// Reads the games of a stream.
pub struct Reader<R> {
    lines: Lines<R>,
    lexer: Lexer,
    /// Tokens that belong to the next game, and whether a blank line comes before them.
    rest: VecDeque<(Token, bool)>,
    is_after_blank: bool,
    is_at_end: bool,
    /// The reason why the rest of the stream cannot be read.
    error: Option<io::Error>,
    passed_over: Option<String>,
    number: usize,
}

impl<R: BufRead> Reader<R> {
    /// A reader of the games in `source`.
    pub fn new(source: R) -> Self {
        Self {
            lines: Lines::new(source),
            lexer: Lexer::default(),
            rest: VecDeque::new(),
            is_after_blank: false,
            is_at_end: false,
            error: None,
            passed_over: None,
            number: 0,
        }
    }

    /// Returns the beginning of text that is not a game, found before the last game returned or at the end; only once.
    pub fn passed_over(&mut self) -> Option<String> {
        self.passed_over.take()
    }

    /// Returns the next game; `None` after the last.
    fn read(&mut self) -> io::Result<Option<Game>> {
        while let Some(part) = self.next_part() {
            let has = |is_one: fn(&Token) -> bool| part.tokens.iter().any(is_one);
            let has_tag = has(|token| matches!(token, Token::Tag(..)));
            let has_number =
                has(|token| matches!(token, Token::Number(_))) && has(|token| matches!(token, Token::Word(_)));
            let beginning: Vec<String> = if has_tag || has_number {
                Vec::new()
            } else {
                part.tokens.iter().take(PASSED_OVER).map(|token| token.text().to_owned()).collect()
            };
            let (is_too_long, has_result) = (part.is_too_long(), part.has_result);
            let mut game = Game::new(self.number + 1, part.tokens);
            // Prose, a comment or a result alone is no game.
            if !has_tag && !has_number && game.moves().next().is_none() {
                self.passed_over.get_or_insert_with(|| beginning.join(" "));
                continue;
            }
            self.number += 1;
            if is_too_long {
                game.fault = Some(Fault::damage(format!("it has more than {} MiB", MAX_SIZE >> 20)));
            } else if self.is_at_end && self.error.is_some() && self.rest.is_empty() && !has_result {
                game.fault.get_or_insert_with(|| Fault::damage("the rest of it cannot be read".to_owned()));
            }
            return Ok(Some(game));
        }
        self.error.take().map_or(Ok(None), Err)
    }

    /// Returns the part of the stream that is the next game, or is none; `None` at the end.
    fn next_part(&mut self) -> Option<Part> {
        let mut part = Part::default();
        while let Some((token, is_after_blank)) = self.next_token() {
            if !part.takes(&token, is_after_blank) {
                self.rest.push_front((token, is_after_blank));
                return Some(part);
            }
            part.add(token, is_after_blank);
        }
        (!part.tokens.is_empty() || part.is_too_long()).then_some(part)
    }

    /// Returns the next token, and whether it comes after a blank line.
    fn next_token(&mut self) -> Option<(Token, bool)> {
        while self.rest.is_empty() && !self.is_at_end {
            let mut tokens = Vec::new();
            match self.lines.next() {
                Some(Ok(line)) if line.is_continued => self.lexer.part(&line.text, &mut tokens),
                Some(Ok(line)) => {
                    self.is_after_blank |= line.text.trim().is_empty();
                    self.lexer.line(&line.text, &mut tokens);
                }
                end => {
                    self.lexer.end(&mut tokens);
                    self.is_at_end = true;
                    self.error = end.and_then(Result::err);
                }
            }
            for token in tokens {
                self.rest.push_back((token, std::mem::take(&mut self.is_after_blank)));
            }
        }
        self.rest.pop_front()
    }
}

/// Text is read to the last game before an error, which is that the stream cannot be read, or is no text. Text without
/// tags, move numbers and moves is [passed over](Reader::passed_over).
impl<R: BufRead> Iterator for Reader<R> {
    type Item = io::Result<Game>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Entry;
    use super::*;

    fn games(text: &[u8]) -> Vec<Game> {
        Reader::new(text).map(Result::unwrap).collect()
    }

    /// Number of moves, result, and fault of each game.
    fn summary(text: &str) -> Vec<(usize, &'static str, String)> {
        let fault = |game: &Game| game.fault.as_ref().map_or_else(String::new, |fault| fault.reason.clone());
        games(text.as_bytes()).iter().map(|game| (game.moves().count(), game.result, fault(game))).collect()
    }

    #[test]
    fn games_end_at_a_result_or_at_the_next_tags() {
        assert_eq!(
            summary("1. e4 e5 *\n\n1. c4 1-0 {and so on} 1. d4"),
            [(2, "*", String::new()), (1, "1-0", String::new()), (1, "*", String::new())]
        );
        assert_eq!(
            summary("[Event \"a\"]\n\n1. e4\n[Event \"b\"]\n[Result \"0-1\"]\n\n1. e4 (1. d4 1-0) e5\n"),
            [(1, "*", String::new()), (2, "0-1", String::new())]
        );
        assert_eq!(summary("1. e4 (1. d4 (1. c4 e5) 1-0) e5 2. Nf3 *"), [(3, "*", String::new())]);
        let found = games(b"1. c4 1-0 {and so on} $1\n[White \"a\"] 1. d4 *");
        assert_eq!(found.iter().map(|game| game.entries.len()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(found[1].tag("White"), Some("a"));
        for text in ["", "\n", "hello world", "*", "% 1. e4", "{1. e4}\n\n1-0\n", "\0\u{feff}"] {
            assert_eq!(summary(text), [], "{text:?}");
        }
        assert_eq!(summary("[Event \"a\"]\n\n*"), [(0, "*", String::new())]);
        assert_eq!(summary("1. hello *"), [(0, "*", "move 1.: 'hello' is not a move".to_owned())]);
    }

    /// The tags of each game without their values, and the number of moves.
    fn sections(text: &str) -> Vec<(String, usize)> {
        let names = |game: &Game| game.tags.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(" ");
        games(text.as_bytes()).iter().map(|game| (names(game), game.moves().count())).collect()
    }

    #[test]
    fn tags_without_movetext_are_a_game() {
        let game = |names: &str, moves| (names.to_owned(), moves);
        for (text, expected) in [
            (
                "[Event \"a\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3",
                vec![game("Event Result", 0), game("Event Result", 3)],
            ),
            ("[Event \"a\"]\n[Event \"b\"]\n1. e4", vec![game("Event", 0), game("Event", 1)]),
            ("[White \"a\"]\n[Black \"b\"]\n[White \"c\"]\n1. e4", vec![game("White Black", 0), game("White", 1)]),
            ("[Site \"a\"]\n[White \"b\"]\n\n[White \"c\"]\n1. e4", vec![game("Site White", 0), game("White", 1)]),
            ("[White \"a\"]\n\n[Event \"b\"]\n1. e4", vec![game("White", 0), game("Event", 1)]),
            ("[Event \"a\"]\n\n{b}\n\n[White \"c\"]\n1. e4", vec![game("Event", 0), game("White", 1)]),
            ("[Event \"a\"]\n[Event \"b\"]\n[Event \"c\"]", vec![game("Event", 0), game("Event", 0), game("Event", 0)]),
        ] {
            assert_eq!(sections(text), expected, "{text}");
        }
    }

    #[test]
    fn the_tags_of_a_game_may_have_blank_lines_and_comments_between_them() {
        for (text, names) in [
            ("[Event \"a\"]\n\n[White \"b\"]\n\n1. e4", "Event White"),
            ("[White \"a\"]\n[Event \"b\"]\n\n1. e4", "White Event"),
            ("[Event \"a\"]\n[Round \"1\"]\n[Round \"1\"]\n1. e4", "Event Round Round"),
            ("[FEN \"\"] {study}\n[Event \"x\"]\n\n1. e4 *", "FEN Event"),
            ("[White \"b\"] ; note\n[Black \"c\"]\n1. e4", "White Black"),
            ("{a database}\n\n[White \"b\"]\n[Black \"c\"]\n\n1. e4", "White Black"),
            ("\n{a database}\n\n[White \"b\"]\n[Black \"c\"]\n\n1. e4", "White Black"),
        ] {
            assert_eq!(sections(text), [(names.to_owned(), 1)], "{text}");
            let comments = games(text.as_bytes())[0].entries.len() - 1;
            assert_eq!(comments, text.matches(['{', ';']).count(), "{text}");
        }
    }

    #[test]
    fn text_that_is_no_game_is_passed_over_and_named() {
        let mut reader = Reader::new(&b"A database of games\n\n[Event \"a\"]\n\n1. e4 *\n\nThe end\n"[..]);
        assert!(reader.next().is_some_and(|game| game.is_ok_and(|game| game.moves().count() == 1)));
        assert_eq!(reader.passed_over().as_deref(), Some("A database of games"));
        assert_eq!(reader.passed_over(), None);
        assert!(reader.next().is_none());
        assert_eq!(reader.passed_over().as_deref(), Some("The end"));
    }

    #[test]
    fn remarks_behind_a_result_and_results_in_open_variations_belong_to_the_game() {
        let fault = "a variation is not closed".to_owned();
        assert_eq!(
            summary("1. e4 1-0 (time 1. d4)\n\n1. c4 c5 *"),
            [(1, "1-0", String::new()), (2, "*", String::new())]
        );
        assert_eq!(summary("1. e4 1-0 (time\n\n1. c4 c5 *"), [(1, "1-0", fault.clone()), (2, "*", String::new())]);
        assert_eq!(summary("[Result \"0-1\"]\n\n1. e4 (1. d4 e5 1-0 {a}"), [(1, "1-0", fault.clone())]);
        assert_eq!(summary("1. e4 (1. d4 e5 1-0\n\n1. c4 c5 0-1"), [(1, "1-0", fault), (2, "0-1", String::new())]);
    }

    #[test]
    fn numbers_are_move_numbers_castling_or_reported() {
        let castles = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. 00 00 5. d3";
        assert_eq!(summary(castles), [(9, "*", String::new())]);
        let long = "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. 000 000. 6. e3";
        assert_eq!(summary(long), [(11, "*", String::new())]);
        for (text, moves, reason) in [
            ("1. e4 e5 2 Nf3 2 ... Nc6 3 {a} Bb5 *", 5, ""),
            ("1. e4 e5 17. 1-0", 2, ""),
            ("1. e4 0000 2. d4 *", 1, "move 1...: '0000' is a null move"),
            ("1. e4 00 *", 1, "move 1...: '00' is not a legal move"),
            ("1. e4 12345 e5 *", 1, "move 1...: '12345' is not a move number"),
            ("1. e4 12345.e5 *", 1, "move 1...: '12345.' is not a move number"),
            ("1. e4 0 e5 *", 1, "move 1...: '0' is not a move number"),
            ("1. e4 e5 17 *", 2, "move 2.: '17' is not a move number"),
            ("1. e4 e5 17 18. Nf3 *", 2, "move 2.: '17' is not a move number"),
            ("1. e4 - e5 *", 1, "move 1...: '-' is not a move"),
            ("1. e4 --- e5 *", 1, "move 1...: '---' is not a move"),
        ] {
            let found = summary(text);
            assert_eq!((found.len(), found[0].0, &*found[0].2), (1, moves, reason), "{text}");
        }
    }

    /// Yields an error behind its text.
    struct Broken<'a>(&'a [u8]);

    impl io::Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match io::Read::read(&mut self.0, buffer)? {
                0 => Err(io::Error::other("broken")),
                length => Ok(length),
            }
        }
    }

    #[test]
    fn games_before_an_error_are_read() {
        for (text, expected) in [
            ("1. e4 e5 *\n\n1. d4 {a", vec![(2, ""), (1, "move 1...: a comment is not closed")]),
            ("1. e4 e5 *\n\n1. d4 d5", vec![(2, ""), (2, "the rest of it cannot be read")]),
            ("1. e4 e5 *\n", vec![(2, "")]),
            ("", vec![]),
        ] {
            let mut found: Vec<_> = Reader::new(io::BufReader::new(Broken(text.as_bytes()))).collect();
            assert_eq!(found.pop().unwrap().unwrap_err().to_string(), "broken");
            let found: Vec<_> = found.into_iter().map(Result::unwrap).collect();
            let fault = |game: &Game| game.fault.as_ref().map_or_else(String::new, |fault| fault.reason.clone());
            let found: Vec<_> = found.iter().map(|game| (game.moves().count(), fault(game))).collect();
            assert_eq!(found, expected.iter().map(|&(moves, fault)| (moves, fault.to_owned())).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_long_line_and_a_game_in_one_line_cost_nothing() {
        let long = "x".repeat(9 << 20);
        for text in [
            format!("1. e4 e5 *\n{{{long}}}\n[Event \"b\"]\n\n1. d4 d5 *\n"),
            format!("1. e4 e5 *\n;{long}\n[Event \"b\"]\n\n1. d4 d5 *\n"),
            format!("1. e4 e5 *\n%{long}\n[Event \"b\"]\n\n1. d4 d5 *\n"),
            "1. e4 e5 * ".repeat(200_000) + "1. d4 d5 *",
        ] {
            let found = summary(&text);
            assert!(found.len() >= 2 && found.iter().all(|game| *game == (2, "*", String::new())));
        }
    }

    #[test]
    fn many_short_tokens_are_too_long_as_well() {
        let found = summary(&("1. e4 ".to_owned() + &"(".repeat(3 << 20) + "\n[Event \"b\"]\n\n1. d4 *"));
        assert_eq!((found.len(), found[0].0, found[1].0), (2, 1, 1));
        assert!(found[0].2.contains("16 MiB"));
    }

    #[test]
    fn a_fault_ends_the_game_and_costs_no_other() {
        for (bad, moves, reason) in [
            ("1. e4 Ke7 2. d4 *", 1, "move 1...: 'Ke7' is not a legal move"),
            ("1. e4 e5 2. Sf3 Sc6 3. d4 *", 2, "move 2.: 'Sf3' has a piece letter that is not English"),
            ("1. e4 ♞f6 *", 1, "move 1...: '♞f6' has a figurine"),
            ("1. e4 e5 -- *", 2, "move 2.: '--' is a null move"),
            ("1. e4 {open", 1, "move 1...: a comment is not closed"),
            ("1. e4 (1. d4 e5 1-0", 1, "a variation is not closed"),
            ("1. e4) e5 1-0", 1, "move 1...: ')' closes nothing"),
        ] {
            let good = |name: &str| format!("[Event \"{name}\"]\n\n1. e4 {{a}} e5 (1... c5) 2. Nf3 1-0\n\n");
            let found = games((good("a") + "[Event \"x\"]\n\n" + bad + "\n\n" + &good("b") + &good("c")).as_bytes());
            assert_eq!(
                found.iter().filter(|game| game.fault.is_none() && game.moves().count() == 3).count(),
                3,
                "{bad}"
            );
            assert_eq!(found.len(), 4, "{bad}");
            let game = &found[1];
            let fault = game.fault.as_ref().unwrap();
            assert!(game.moves().count() == moves && fault.reason.starts_with(reason), "{bad}: {fault:?}");
        }
    }

    #[test]
    fn files_of_other_programs_are_read_to_their_end() {
        for (text, moves, result) in [
            ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7++ 1-0", 7, "1-0"),
            ("[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1. exd6e.p. *", 1, "*"),
            ("1. e4??\u{b1}\u{2192} Nf6?!\u{2213} 2. d4 d5 3. Nc3\u{2a72} *", 5, "*"),
            ("1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 1-0", 6, "1-0"),
            ("1. e4 e5 2. a3+/= a6+/= 3. Nf3 Nc6 4. Bc4 Bc5 1-0", 8, "1-0"),
            ("[FEN \"8/P7/8/8/8/8/k6K/8 w - - 0 1\"]\n\n1. a8Q 1-0", 1, "1-0"),
            ("[FEN \"8/1P4k1/8/8/8/2K5/7r/8 w - - 0 38\"]\n\n38.b8Q Rh8 39.Qxh8 Kxh8 40.Kd4 1-0", 5, "1-0"),
            ("1. e4 e5 2. Nf3 dbl Nc6 ch 3. Bb5 e.p. a6 N 4. Ba4 + 1:0", 7, "1-0"),
            ("1. e4 e5 1/2", 2, "1/2-1/2"),
            ("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3", 3, "1-0"),
            ("[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 0-1", 3, "0-1"),
            ("[RESULT \"1-0\"]\n\n1. e4 e5 2. Nf3", 3, "1-0"),
            ("[Result \"1-0\"]\r\r1. e4 e5 2. Nf3\r", 3, "1-0"),
        ] {
            assert_eq!(summary(text), [(moves, result, String::new())], "{text}");
        }
        let game = games(b"[White \"J\xean Wh\xefte\"]\n\n1. f3 e5 {M\xfcll} 2. g4 Qh4# 0-1\n").remove(0);
        assert_eq!((game.tag("White"), game.moves().count()), (Some("J\u{ea}n Wh\u{ef}te"), 4));
        assert!(game.entries.contains(&Entry::Text(Token::Comment("M\u{fc}ll".to_owned()))));
    }

    #[test]
    fn what_analysis_cannot_follow_is_no_damage() {
        for (text, is_damage) in [
            ("1. e4 e5 -- *", false),
            ("[Variant \"Antichess\"]\n\n1. e4 *", false),
            ("[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *", true),
            ("1. e4 Ke7 *", true),
            ("1. e4 {open", true),
        ] {
            let fault = games(text.as_bytes()).remove(0).fault;
            assert_eq!(fault.map(|fault| fault.is_damage), Some(is_damage), "{text}");
        }
    }

    #[test]
    fn variants_and_positions_that_cannot_be_played_are_reported() {
        let fault = |tags: &str| {
            let game = games(format!("{tags}\n\n1. e4 e5 *\n").as_bytes()).remove(0);
            (game.moves().count(), game.fault.map(|fault| fault.reason).unwrap_or_default())
        };
        assert_eq!(fault("[Variant \"Antichess\"]"), (0, "variant 'Antichess' is not known".to_owned()));
        assert_eq!(fault("[Variant \"Chess960\"]"), (2, String::new()));
        for tags in ["[Variant \"Standard\"]", "[SetUp \"0\"]\n[FEN \"\"]", "[FEN \"?\"]", "[SetUp \"1\"]\n[FEN \" \"]"]
        {
            assert_eq!(fault(tags), (2, String::new()), "{tags}");
        }
        let without_pawns = "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1";
        assert_eq!(fault(&format!("[SetUp \"0\"]\n[FEN \"{without_pawns}\"]")).0, 0, "the FEN counts");
        assert!(fault("[FEN \"8/8/8/8 w - - 0 1\"]").1.starts_with("bad FEN '8/8/8/8 w"));
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1";
        assert_eq!(fault(&format!("[FEN \"{fen}\"]\n[White \"John \"The King\" White\"]")), (2, String::new()));
    }

    #[test]
    fn a_game_too_long_is_cut_and_the_next_one_read() {
        let long = format!(
            "[Event \"a\"]\n\n1. e4 {{{}}}\n{{{}}}\n{{{}}} e5 *\n\n",
            "x".repeat(7 << 20),
            "y".repeat(7 << 20),
            "z".repeat(7 << 20)
        );
        let found = summary(&(long + "[Event \"b\"]\n\n1. d4 *\n"));
        assert_eq!((found.len(), found[0].0, found[1].0), (2, 1, 1));
        assert!(found[0].2.contains("16 MiB"));
    }
}
