//! Search values, depths and plies. Values are in centipawns from the side to move's point of view. All are plain
//! integers; other engines tried newtypes here and went back.

use super::Color;

/// A search value or static evaluation in centipawns; positive is good for the side to move.
pub type Value = i32;

/// Remaining depth in plies.
pub type Depth = i32;

/// Distance from the root in plies.
pub type Ply = usize;

/// The greatest ply the search visits, and the greatest depth that can be requested.
pub const MAX_PLY: Ply = 240;

/// The value of a draw.
pub const DRAW: Value = 0;
/// A bound beyond every value a node can return, for the full window.
pub const INFINITE: Value = 32_001;
/// The value of a mate; a mate `n` plies away is worth `MATE - n`.
pub const MATE: Value = 32_000;
/// The least value of a forced mate.
pub const MATE_BOUND: Value = MATE - MAX_PLY as Value;
/// The value of a tablebase win; one `n` plies away is worth `TABLEBASE_WIN - n`.
pub const TABLEBASE_WIN: Value = 30_000;
/// The least value of a proven win, by mate or tablebase.
pub const WIN_BOUND: Value = TABLEBASE_WIN - MAX_PLY as Value;
/// The lowest value that is not a proven loss.
pub const NO_LOSS: Value = 1 - WIN_BOUND;
/// The greatest static evaluation; proven results lie above it.
pub const EVAL_LIMIT: Value = 20_000;

/// Returns the value of giving mate `ply` plies from the root.
#[inline]
pub const fn mate_in(ply: Ply) -> Value {
    MATE - ply as Value
}

/// Returns the value of being mated `ply` plies from the root.
#[inline]
pub const fn mated_in(ply: Ply) -> Value {
    ply as Value - MATE
}

/// Returns whether `value` is a forced mate by either side.
#[inline]
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_BOUND
}

/// Returns whether `value` is a proven win of either side, by mate or tablebase.
#[inline]
pub const fn is_proven(value: Value) -> bool {
    value.abs() >= WIN_BOUND
}

/// Converts a proven value relative to the root into one relative to a node `ply` plies below it. The transposition
/// table stores the latter, because the node may be reached at another ply next time.
#[inline]
pub const fn to_table(value: Value, ply: Ply) -> Value {
    if value >= WIN_BOUND {
        value + ply as Value
    } else if value <= -WIN_BOUND {
        value - ply as Value
    } else {
        value
    }
}

/// Returns the inverse of [`to_table`].
#[inline]
pub const fn from_table(value: Value, ply: Ply) -> Value {
    if value >= WIN_BOUND {
        value - ply as Value
    } else if value <= -WIN_BOUND {
        value + ply as Value
    } else {
        value
    }
}

/// Returns the number of full moves to mate if `value` is a mate: positive if the side to move mates, negative if it is
/// mated.
pub const fn moves_to_mate(value: Value) -> Option<i32> {
    if value >= MATE_BOUND {
        Some((MATE - value + 1) / 2)
    } else if value <= -MATE_BOUND {
        Some(-(MATE + value) / 2)
    } else {
        None
    }
}

/// Formats a value from the point of view of `us` for people: from White's point of view, in pawns or as moves to mate
/// (`#3`, `#-3`); a tablebase win is `+won` or `-won`.
pub fn readable(value: Value, us: Color) -> String {
    let for_white = value * us.sign();
    match moves_to_mate(value) {
        Some(0) => "#0".to_owned(),
        Some(moves) => format!("#{}", moves * us.sign()),
        None if is_proven(value) => format!("{}won", if for_white > 0 { '+' } else { '-' }),
        None => format!("{:+.2}", f64::from(for_white) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_values_survive_the_table_at_any_ply() {
        for ply in [0, 1, 7, 100] {
            for value in [0, 150, -150, mate_in(ply + 3), mated_in(ply + 4), TABLEBASE_WIN - ply as Value - 5] {
                assert_eq!(from_table(to_table(value, ply), ply), value);
            }
            assert_eq!(to_table(mate_in(ply + 3), ply), mate_in(3));
        }
    }

    #[test]
    fn readable_values_are_in_pawns_or_moves_to_mate() {
        let values = [37, -5, 0, mate_in(5), mated_in(4), mated_in(0), TABLEBASE_WIN - 3, 3 - TABLEBASE_WIN];
        let expected = ["+0.37", "-0.05", "+0.00", "#3", "#-2", "#0", "+won", "-won"];
        assert_eq!(values.map(|value| readable(value, Color::White)), expected);
        assert_eq!([mate_in(5), mated_in(4), 120].map(|value| readable(value, Color::Black)), ["#-3", "#2", "-1.20"]);
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(moves_to_mate(mate_in(1)), Some(1));
        assert_eq!(moves_to_mate(mate_in(5)), Some(3));
        assert_eq!(moves_to_mate(mated_in(0)), Some(0));
        assert_eq!(moves_to_mate(mated_in(2)), Some(-1));
        assert_eq!(moves_to_mate(300), None);
    }
}
