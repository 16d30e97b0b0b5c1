//! The numbers of the search, each with its unit, its default and the range in which tuning may look for a better one.
//! A parameter is a function: of a constant in play, of a UCI option of its name in builds with the feature `spsa`.

#[cfg(feature = "spsa")]
pub use tunable::{Param, all, set};

/// Declares the parameters.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident = $default:literal in $min:literal ..= $max:literal;)*) => {
        $(
            $(#[$doc])*
            #[cfg(not(feature = "spsa"))]
            #[inline]
            pub const fn $name() -> i32 {
                $default
            }

            $(#[$doc])*
            #[cfg(feature = "spsa")]
            #[inline]
            pub fn $name() -> i32 {
                tunable::get(tunable::Index::$name)
            }
        )*

        #[cfg(feature = "spsa")]
        mod tunable {
            use std::sync::atomic::{AtomicI32, Ordering};

            #[allow(non_camel_case_types)]
            #[derive(Clone, Copy)]
            pub enum Index {
                $($name),*
            }

            /// A parameter with the range in which it may be set.
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct Param {
                /// Its name, which is also that of the UCI option.
                pub name: &'static str,
                /// The value it has in play.
                pub default: i32,
                /// The least value.
                pub min: i32,
                /// The greatest value.
                pub max: i32,
            }

            const PARAMS: &[Param] =
                &[$(Param { name: stringify!($name), default: $default, min: $min, max: $max }),*];

            static VALUES: [AtomicI32; PARAMS.len()] = [$(AtomicI32::new($default)),*];

            #[inline]
            pub fn get(index: Index) -> i32 {
                VALUES[index as usize].load(Ordering::Relaxed)
            }

            /// All parameters.
            pub fn all() -> &'static [Param] {
                PARAMS
            }

            /// Sets a parameter, given by its place among [`all`], for all searches from now on.
            pub fn set(number: usize, value: i32) {
                if let Some(cell) = VALUES.get(number) {
                    cell.store(value, Ordering::Relaxed);
                }
            }
        }
    };
}

params! {
    /// Half width of the first aspiration window, in centipawns.
    aspiration_width = 22 in 4..=60;
    /// Iterations below this depth use the full window: their values still jump.
    aspiration_depth = 5 in 2..=10;
    /// Percentage by which the window grows when the value falls outside.
    aspiration_growth = 109 in 20..=400;

    /// Plies by which each search after a fail high at the root is shallower: the move is found, its value can wait.
    aspiration_reduction = 1 in 0..=1;

    /// Greatest depth at which razoring is tried.
    razoring_depth = 1 in 0..=8;
    /// How far below alpha the evaluation must be to trust quiescence, in centipawns, at any depth.
    razoring_base = 268 in 50..=600;
    /// More of it for each squared ply of depth, in centipawns.
    razoring_per_depth = 146 in 20..=400;

    /// Greatest depth at which reverse futility pruning is tried.
    reverse_futility_depth = 9 in 0..=16;
    /// How far above beta the evaluation must be, in centipawns a ply.
    reverse_futility_margin = 62 in 20..=200;

    /// Least depth for a null move.
    null_move_depth = 3 in 1..=100;
    /// Plies a null move is reduced by at any depth.
    null_move_base = 5 in 1..=8;
    /// Depth for one ply more.
    null_move_per_depth = 4 in 2..=12;
    /// Centipawns above beta for one ply more.
    null_move_per_eval = 170 in 50..=500;
    /// The static evaluation may lie below beta by so many centipawns a ply, less the margin, for a null move to be
    /// tried.
    null_move_slope = 16 in 0..=40;
    /// At depth 0 it must lie above beta by this, in centipawns.
    null_move_margin = 91 in 0..=400;
    /// From this depth on a null move is verified by a search that may not pass.
    null_move_verify_depth = 14 in 5..=100;
    /// The same with one piece or none, where zugzwang is common.
    zugzwang_verify_depth = 6 in 1..=100;
    /// There the verification is reduced by this many plies at most.
    zugzwang_verify_reduction = 6 in 1..=20;

    /// Least depth for a probe of captures well above beta.
    probcut_depth = 5 in 3..=100;
    /// How far above beta it looks, in centipawns.
    probcut_margin = 191 in 60..=500;

    /// Least depth at which a node without a table move is searched a ply less deep.
    internal_iterative_reduction_depth = 4 in 2..=100;

    /// A table move from a search so much shallower counts as none there.
    internal_iterative_reduction_gap = 4 in 2..=100;

    /// Greatest depth at which late quiet moves are not searched at all.
    late_move_pruning_depth = 8 in 0..=16;
    /// Moves after which late move pruning sets in at depth 0; half as many where the evaluation has not grown.
    late_move_pruning_base = 6 in 1..=12;

    /// Greatest reduced depth at which quiet moves are given up for the evaluation's sake.
    futility_depth = 8 in 0..=16;
    /// How far below alpha the evaluation must be, in centipawns, at any depth.
    futility_base = 62 in 0..=300;
    /// More of it for each ply of reduced depth, in centipawns.
    futility_per_depth = 76 in 20..=250;

    /// Greatest reduced depth at which captures are given up for the evaluation's sake.
    futility_noisy_depth = 6 in 0..=16;
    /// How far below alpha the evaluation and the piece taken must be, in centipawns, at any depth.
    futility_noisy_base = 177 in 50..=600;
    /// More of it for each ply of reduced depth, in centipawns.
    futility_noisy_per_depth = 143 in 50..=400;

    /// Greatest reduced depth at which quiet moves are given up for their history.
    history_pruning_depth = 4 in 0..=12;
    /// How bad the history must be, for each ply.
    history_pruning_margin = 4690 in 500..=10_000;

    /// What a quiet move may lose by exchanges, in centipawns for each squared ply of reduced depth.
    see_quiet_margin = 24 in 5..=100;
    /// What a noisy move may lose by exchanges, in centipawns a ply.
    see_noisy_margin = 91 in 20..=250;
    /// Greatest depth at which losing moves are given up.
    see_pruning_depth = 10 in 0..=20;

    /// Least depth for asking whether the table move is the only good one.
    singular_depth = 7 in 4..=100;
    /// By how much the others must fall short, in 1/16 centipawns a ply.
    singular_margin = 17 in 4..=96;
    /// By how much more for a second ply, in centipawns.
    double_extension_margin = 42 in 0..=200;

    /// Least depth for late move reductions.
    late_move_depth = 2 in 1..=6;
    /// Late move reduction of a quiet move at any depth, in 1/1024 ply.
    late_move_base = 798 in 0..=2000;
    /// 1/1000 of what the product of the logarithms of depth and move number is divided by.
    late_move_divisor = 2167 in 1200..=4000;
    /// More on a node expected to fail high, in 1/1024 ply.
    late_move_cut_node = 1399 in 0..=3000;
    /// Less on the principal variation, in 1/1024 ply.
    late_move_pv = 717 in 0..=3000;
    /// More where the evaluation has not grown, in 1/1024 ply.
    late_move_not_improving = 476 in 0..=2000;
    /// More where the table move is a noisy one, in 1/1024 ply.
    late_move_table_noisy = 613 in 0..=3000;
    /// More where replies have failed high often, in 1/1024 ply.
    late_move_cutoff_count = 600 in 0..=3000;
    /// Less for killers and counter-moves, in 1/1024 ply.
    late_move_killer = 933 in 0..=3000;
    /// Less for noisy moves, in 1/1024 ply.
    late_move_noisy = 965 in 0..=3000;
    /// Less for checks, in 1/1024 ply.
    late_move_check = 1728 in 0..=4000;
    /// History worth one ply of reduction.
    late_move_history = 11_071 in 3000..=30_000;

    /// A move reduced by this many plies that did its side no harm is searched a ply deeper after all.
    hindsight_reduction = 3 in 1..=10;
    /// A reduced move that cost its side so much is searched a ply less deep, in centipawns.
    hindsight_margin = 77 in 20..=400;

    /// Reward of the move that reached beta, for each ply of depth.
    history_bonus = 138 in 40..=400;
    /// The greatest reward.
    history_bonus_max = 1827 in 500..=4000;
    /// Penalty of those tried in vain, for each ply of depth.
    history_malus = 199 in 40..=400;
    /// The greatest penalty.
    history_malus_max = 1055 in 500..=4000;

    /// History that a knight or bishop is worth which leaves a square where a pawn attacks it, and costs if it goes to
    /// one.
    threat_escape_minor = 6000 in 0..=20_000;
    /// The same of a rook and attacks by pawns, knights and bishops.
    threat_escape_rook = 10_000 in 0..=30_000;
    /// The same of a queen and attacks by any other piece.
    threat_escape_queen = 16_000 in 0..=40_000;
    /// Plies that a move which reached beta counts for on top where the evaluation did not expect even alpha.
    history_bonus_depth = 1 in 0..=3;
    /// Reward of a reduced quiet move as an answer to those before it, if its re-search finds it better too, and
    /// penalty if not, for each ply of depth.
    after_lmr_bonus = 80 in 0..=300;

    /// Share of the correction applied to the evaluation, in 1/128.
    correction_weight = 49 in 0..=256;
    /// Share of the correction by the last move, in 1/128.
    move_correction_weight = 72 in 0..=256;
    /// Share of the correction by either side's pieces, in 1/128.
    piece_correction_weight = 30 in 0..=256;
    /// The most that a single search can say the evaluation was off, in centipawns.
    correction_error_max = 256 in 50..=2000;
    /// Reward of the quiet move after which nothing reached alpha, for each ply of depth.
    prior_bonus = 74 in 0..=400;

    /// Reward of a quiet move for each centipawn that it gained, and penalty for each that it lost, by static
    /// evaluation.
    eval_difference_bonus = 20 in 0..=100;
    /// The most of either.
    eval_difference_bonus_max = 869 in 100..=3000;

    /// A capture has to bring the value within this of alpha to be tried in quiescence, in centipawns.
    delta_margin = 190 in 50..=400;
    /// Plies of quiescence that try quiet checks.
    quiescence_checks = 1 in 0..=4;
    /// Quiet answers to a check that quiescence tries.
    quiescence_evasions = 2 in 1..=100;

    /// Moves by which the time left is divided at the beginning of a game.
    time_moves = 26 in 5..=60;
    /// Moves less for each hundred plies of the game.
    time_moves_passed = 16 in 0..=40;
    /// The least moves by which it is divided.
    time_moves_least = 12 in 3..=50;
    /// Share of the increment that a move may use, in percent.
    time_increment = 75 in 20..=100;
    /// Share of its time after which a move of usual factors begins no new iteration, in percent.
    time_soft = 85 in 20..=200;
    /// Share of its time at which a move is broken off, in percent.
    time_hard = 400 in 100..=800;
    /// What the soft bound is multiplied by when the best move has just changed, in percent.
    time_unstable = 140 in 80..=250;
    /// Less of it for each iteration that agreed with the one before, in percent.
    time_stable_step = 10 in 1..=40;
    /// The least that agreement brings it to, in percent.
    time_stable_least = 75 in 30..=100;
    /// Centipawns that the value has to fall by for the soft bound to double.
    time_drop = 120 in 30..=400;
    /// Sum of the best move's share of the nodes and of what the soft bound is multiplied by, in percent.
    time_effort = 155 in 110..=250;
}

/// The part of a late move reduction that depends on depth and move number, in 1/1024 ply: it grows with the logarithms
/// of both, as usual among engines.
#[inline]
pub fn late_move_reduction(depth: i32, number: usize) -> i32 {
    let (depth, number) = (depth.clamp(0, 63) as usize, number.min(63));
    #[cfg(not(feature = "spsa"))]
    return REDUCTIONS[depth][number];
    #[cfg(feature = "spsa")]
    return reduction(depth, number);
}

#[cfg(not(feature = "spsa"))]
static REDUCTIONS: std::sync::LazyLock<[[i32; 64]; 64]> =
    std::sync::LazyLock::new(|| std::array::from_fn(|depth| std::array::from_fn(|number| reduction(depth, number))));

fn reduction(depth: usize, number: usize) -> i32 {
    let product = libm::log(depth.max(1) as f64) * libm::log(number.max(1) as f64);
    late_move_base() + (product * 1024.0 * 1000.0 / f64::from(late_move_divisor())) as i32
}
