//! The boundary between one game and the next.

use std::collections::HashSet;

use super::token::Token;

/// Maximum size of a game, in bytes of its tokens.
pub const MAX_SIZE: usize = 16 << 20;

/// Maximum number of tag names that are remembered.
const MAX_NAMES: usize = 1000;

/// The tokens of a game so far.
#[derive(Default)]
pub struct Part {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// Size of the tokens.
    size: usize,
    /// Names of the tags, in lower case, and the first of them.
    names: HashSet<String>,
    first_name: Option<String>,
    has_movetext: bool,
    /// The result of the game is among them.
    pub has_result: bool,
    /// The last token is a result, of the game or of a variation.
    is_after_result: bool,
    /// Number of variations that are open.
    variations: usize,
}

impl Part {
    /// Returns true if there were too many tokens, the rest of which was dropped.
    pub fn is_too_long(&self) -> bool {
        self.size > MAX_SIZE
    }

    /// Returns false for a token that belongs to the next game.
    pub fn takes(&self, token: &Token, is_after_blank: bool) -> bool {
        match token {
            Token::Tag(name, _) => !self.has_movetext && !self.begins_next_game(name, is_after_blank),
            // A comment or annotation behind the result still belongs to the game.
            Token::Comment(_) | Token::LineComment(_) | Token::Unclosed(_) | Token::Nag(_) => true,
            // So does a remark in parentheses.
            Token::Open if self.has_result => !is_after_blank,
            _ if self.has_result => self.variations > 0 && !is_after_blank,
            // A variation may not be closed.
            Token::Number(number) if self.is_after_result && is_after_blank => number.trim_end_matches('.') != "1",
            _ => true,
        }
    }

    /// Returns true for a tag that begins a game though no movetext comes before it. A blank line alone does not tell:
    /// some files have one among the tags of a game.
    fn begins_next_game(&self, name: &str, is_after_blank: bool) -> bool {
        let name = name.to_lowercase();
        match &self.first_name {
            None => false,
            Some(first) if *first == name => true,
            Some(_) if name == "event" => is_after_blank || self.names.contains(&name),
            Some(_) => is_after_blank && self.names.contains(&name),
        }
    }

    /// Adds a token.
    pub fn add(&mut self, token: Token, is_after_blank: bool) {
        self.see(&token, is_after_blank);
        self.size += token.size();
        if !self.is_too_long() {
            self.tokens.push(token);
        }
    }

    fn see(&mut self, token: &Token, is_after_blank: bool) {
        match token {
            Token::Tag(name, _) => {
                let name = name.to_lowercase();
                self.first_name.get_or_insert_with(|| name.clone());
                if self.names.len() < MAX_NAMES {
                    self.names.insert(name);
                }
                return;
            }
            // A comment may stand before the tags, or between two of them.
            Token::Comment(_) | Token::LineComment(_) if !is_after_blank || self.first_name.is_none() => return,
            Token::Open => self.variations += 1,
            Token::Close => self.variations = self.variations.saturating_sub(1),
            Token::Result(_) if self.variations == 0 => self.has_result = true,
            _ => {}
        }
        self.has_movetext = true;
        self.is_after_result = matches!(token, Token::Result(_));
    }
}
