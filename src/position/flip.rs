//! The position with the colors swapped, for comparisons: a symmetric evaluation gives it the same value.

/// Returns the FEN with the colors swapped: the board upside down, the pieces, the side to move and the castling rights
/// in the other color. Words that are not FEN fields are left alone.
pub fn flipped(fen: &str) -> String {
    let fields = fen.split_whitespace().enumerate().map(|(index, field)| match index {
        0 => swapped_case(&field.rsplit('/').collect::<Vec<_>>().join("/")),
        1 if field == "w" => "b".to_owned(),
        1 if field == "b" => "w".to_owned(),
        2 => swapped_case(field),
        // The square behind the pawn is on the third or the sixth rank.
        3 => {
            let other = |c| match c {
                '3' => '6',
                '6' => '3',
                _ => c,
            };
            field.chars().map(other).collect()
        }
        _ => field.to_owned(),
    });
    fields.collect::<Vec<_>>().join(" ")
}

fn swapped_case(text: &str) -> String {
    let swapped = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    text.chars().map(swapped).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_ranks_rights_and_en_passant_are_swapped() {
        for (fen, expected) in [
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQk f6 0 3",
                "rnbqkbnr/pppp1ppp/8/8/3PpP2/8/PPP1P1PP/RNBQKBNR b kqK f3 0 3",
            ),
            ("4k3/8/8/8/8/8/8/5K1R b H - 7 40", "5k1r/8/8/8/8/8/8/4K3 w h - 7 40"),
        ] {
            assert_eq!(flipped(fen), expected);
            assert_eq!(flipped(expected), fen);
        }
    }
}
