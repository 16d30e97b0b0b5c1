//! Search parameters, each with its unit, default and tuning range. A parameter is a function: it returns a constant in
//! play, and the value of a UCI option of its name in builds with the feature `spsa`.

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

            /// A parameter with its range.
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct Param {
                /// Name, also of the UCI option.
                pub name: &'static str,
                /// Default value.
                pub default: i32,
                /// Minimum.
                pub min: i32,
                /// Maximum.
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

            /// Sets the parameter at an index of [`all`] for all later searches.
            pub fn set(number: usize, value: i32) {
                if let Some(parameter) = VALUES.get(number) {
                    parameter.store(value, Ordering::Relaxed);
                }
            }
        }
    };
}

params! {
    /// Initial half width of the aspiration window, in centipawns.
    aspiration_width = 22 in 4..=60;
    /// Minimum depth for an aspiration window; values of shallower iterations still jump.
    aspiration_depth = 5 in 2..=10;
    /// Growth of the aspiration window after a fail high or fail low, in percent.
    aspiration_growth = 109 in 20..=400;

    /// Reduction after each fail high at the root, in plies: the move is known, its exact value can wait.
    aspiration_reduction = 1 in 0..=1;

    /// Maximum depth for razoring.
    razoring_depth = 1 in 0..=8;
    /// Razoring margin below alpha at depth 0, in centipawns.
    razoring_base = 268 in 50..=600;
    /// Razoring margin for each squared ply of depth, in centipawns.
    razoring_per_depth = 146 in 20..=400;

    /// Maximum depth for reverse futility pruning (RFP).
    reverse_futility_depth = 9 in 0..=16;
    /// RFP margin above beta, in centipawns a ply.
    reverse_futility_margin = 62 in 20..=200;

    /// Minimum depth for null move pruning (NMP).
    null_move_depth = 3 in 1..=100;
    /// NMP reduction, in plies.
    null_move_base = 5 in 1..=8;
    /// Depth for each additional ply of NMP reduction.
    null_move_per_depth = 4 in 2..=12;
    /// Centipawns above beta for each additional ply of NMP reduction.
    null_move_per_eval = 170 in 50..=500;
    /// Centipawns a ply by which the static evaluation may be below beta, less the margin, for a null move.
    null_move_slope = 16 in 0..=40;
    /// NMP margin at depth 0, in centipawns.
    null_move_margin = 130 in 0..=400;
    /// Minimum depth at which a null move is verified by a search without null moves.
    null_move_verify_depth = 14 in 5..=100;
    /// The same with at most one piece, where zugzwang is common.
    zugzwang_verify_depth = 6 in 1..=100;
    /// Maximum reduction of that verification search, in plies.
    zugzwang_verify_reduction = 6 in 1..=20;

    /// Minimum depth for `ProbCut`.
    probcut_depth = 5 in 3..=100;
    /// `ProbCut` margin above beta, in centipawns.
    probcut_margin = 191 in 60..=500;

    /// Minimum depth for internal iterative reduction (IIR).
    internal_iterative_reduction_depth = 4 in 2..=100;

    /// IIR also applies if the table entry is this many plies shallower.
    internal_iterative_reduction_gap = 5 in 2..=100;

    /// Maximum depth for late move pruning (LMP).
    late_move_pruning_depth = 8 in 0..=16;
    /// LMP move count at depth 0; half as many if the evaluation is not improving.
    late_move_pruning_base = 6 in 1..=12;

    /// Maximum reduced depth for futility pruning.
    futility_depth = 8 in 0..=16;
    /// Futility margin below alpha at depth 0, in centipawns.
    futility_base = 62 in 0..=300;
    /// Futility margin for each ply of reduced depth, in centipawns.
    futility_per_depth = 76 in 20..=250;

    /// Maximum reduced depth for futility pruning of captures.
    futility_noisy_depth = 6 in 0..=16;
    /// Futility margin of captures at depth 0, in centipawns.
    futility_noisy_base = 177 in 50..=600;
    /// Futility margin of captures for each ply of reduced depth, in centipawns.
    futility_noisy_per_depth = 143 in 50..=400;

    /// Maximum reduced depth for history pruning.
    history_pruning_depth = 4 in 0..=12;
    /// History below which a quiet move is pruned, for each ply of depth (negated).
    history_pruning_margin = 4690 in 500..=10_000;

    /// SEE margin of quiet moves, in centipawns for each squared ply of reduced depth.
    see_quiet_margin = 24 in 5..=100;
    /// SEE margin of noisy moves, in centipawns a ply.
    see_noisy_margin = 91 in 20..=250;
    /// Maximum depth for SEE pruning.
    see_pruning_depth = 10 in 0..=20;

    /// Minimum depth for singular extensions.
    singular_depth = 7 in 4..=100;
    /// Singular margin, in 1/16 centipawn a ply.
    singular_margin = 17 in 4..=96;
    /// Additional margin for a double extension, in centipawns.
    double_extension_margin = 20 in 0..=200;

    /// Minimum depth for late move reductions (LMR).
    late_move_depth = 2 in 1..=6;
    /// Base of the LMR formula, in 1/1024 ply.
    late_move_base = 798 in 0..=2000;
    /// Divisor of the product of logarithms in the LMR formula, in 1/1000.
    late_move_divisor = 2167 in 1200..=4000;
    /// More LMR in cut nodes, in 1/1024 ply.
    late_move_cut_node = 1399 in 0..=3000;
    /// Less LMR in PV nodes, in 1/1024 ply.
    late_move_pv = 717 in 0..=3000;
    /// Less LMR in other nodes whose position has been on a PV, in 1/1024 ply.
    late_move_former_pv = 1024 in 0..=3000;
    /// More LMR if the evaluation is not improving, in 1/1024 ply.
    late_move_not_improving = 476 in 0..=2000;
    /// More LMR if the table move is noisy, in 1/1024 ply.
    late_move_table_noisy = 613 in 0..=3000;
    /// Less LMR if the table move is singular, in 1/1024 ply.
    late_move_singular = 768 in 0..=3000;
    /// More LMR if the children of the node and of its earlier siblings had many beta cutoffs, in 1/1024 ply.
    late_move_cutoff_count = 1000 in 0..=3000;
    /// Less LMR for killers and countermoves, in 1/1024 ply.
    late_move_killer = 933 in 0..=3000;
    /// Less LMR for noisy moves, in 1/1024 ply.
    late_move_noisy = 965 in 0..=3000;
    /// Less LMR for checks, in 1/1024 ply.
    late_move_check = 1728 in 0..=4000;
    /// History value worth one ply of LMR.
    late_move_history = 11_071 in 3000..=30_000;
    /// History value of the opponent's last move that is worth one ply more of LMR.
    late_move_prior_history = 24_576 in 5000..=100_000;
    /// Maximum change of LMR by that history, in 1/1024 ply.
    late_move_prior_history_max = 512 in 0..=3000;
    /// Less LMR for each centipawn of correction of the static evaluation, in 1/1024 ply, at most a ply.
    late_move_correction = 16 in 0..=64;

    /// Depth below which the moves after one that raised alpha are searched a ply less deep.
    alpha_raised_depth = 12 in 3..=30;

    /// Reduction in plies from which hindsight extends a node whose move did not worsen the position of its side.
    hindsight_reduction = 3 in 1..=10;
    /// Loss in centipawns from which hindsight reduces a node after a reduced move.
    hindsight_margin = 77 in 20..=400;

    /// History bonus for each ply of depth.
    history_bonus = 138 in 40..=400;
    /// Maximum history bonus.
    history_bonus_max = 1827 in 500..=4000;
    /// History malus for each ply of depth.
    history_malus = 199 in 40..=400;
    /// Maximum history malus.
    history_malus_max = 1055 in 500..=4000;

    /// Threat bonus in the move order for a minor piece that leaves a square attacked by a pawn, and malus for entering
    /// one.
    threat_escape_minor = 6000 in 0..=20_000;
    /// The same for a rook and squares attacked by pawns and minor pieces.
    threat_escape_rook = 10_000 in 0..=30_000;
    /// The same for a queen and squares attacked by any lesser piece.
    threat_escape_queen = 16_000 in 0..=30_000;
    /// Additional plies in the history bonus and malus of a cutoff where the static evaluation was not above alpha.
    history_bonus_depth = 1 in 0..=3;
    /// Post-LMR bonus in the continuation history, and malus, for each ply of depth.
    after_lmr_bonus = 80 in 0..=300;

    /// Weight of the correction by the pawns, in 1/128.
    pawn_correction_weight = 80 in 0..=256;
    /// Weight of the correction by the last move, in 1/128.
    move_correction_weight = 60 in 0..=256;
    /// Weight of the correction by the move before the last, in 1/128.
    second_correction_weight = 50 in 0..=256;
    /// Weight of the correction by each side's pieces, in 1/128.
    piece_correction_weight = 60 in 0..=256;
    /// Share of the error that an entry of the correction history learns for each ply of depth, in 1/4096.
    correction_rate = 60 in 5..=250;
    /// Maximum error that one search contributes to the correction history, in centipawns.
    correction_error_max = 256 in 50..=2000;
    /// Prior move bonus, for each ply of depth.
    prior_bonus = 74 in 0..=400;

    /// Evaluation-difference bonus for each centipawn.
    eval_difference_bonus = 20 in 0..=100;
    /// Maximum evaluation-difference bonus.
    eval_difference_bonus_max = 869 in 100..=3000;

    /// Delta pruning margin in quiescence search, in centipawns.
    delta_margin = 190 in 50..=400;
    /// Plies of quiescence search with quiet checks.
    quiescence_checks = 1 in 0..=4;
    /// Quiet evasions searched in quiescence search.
    quiescence_evasions = 2 in 1..=100;

    /// Expected number of moves at the start of a game.
    time_moves = 26 in 5..=60;
    /// Decrease of that number for each hundred plies of the game.
    time_moves_passed = 16 in 0..=40;
    /// Minimum expected number of moves.
    time_moves_least = 12 in 3..=50;
    /// Share of the increment used for a move, in percent.
    time_increment = 75 in 20..=100;
    /// Soft limit as a share of the time for a move, in percent.
    time_soft = 85 in 20..=200;
    /// Hard limit as a share of the time for a move, in percent.
    time_hard = 400 in 100..=800;
    /// Factor of the soft limit when the best move has just changed, in percent.
    time_unstable = 140 in 80..=250;
    /// Decrease of that factor for each iteration with the same best move, in percent.
    time_stable_step = 10 in 1..=40;
    /// Minimum of that factor, in percent.
    time_stable_least = 75 in 30..=100;
    /// Drop of the value in centipawns for which the soft limit doubles.
    time_drop = 120 in 30..=400;
    /// Sum of the best move's share of the nodes and of the factor of the soft limit, in percent.
    time_effort = 155 in 110..=250;
}

/// The late move reduction by depth and move number, in 1/1024 ply; it grows with the logarithms of both, as in most
/// engines.
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
