//! Texts about the program, and what can be typed.

/// The greeting of a person at a terminal.
pub const GREETING: &str =
    concat!("Oxide88 ", env!("CARGO_PKG_VERSION"), ", a chess engine; 'help' says what can be typed");

/// The answer to `compiler`.
pub const COMPILER: &str = concat!("Compiled by: ", env!("OXIDE88_COMPILER"), " for ", env!("OXIDE88_BUILD"));

/// The answer to `license`.
pub const LICENSE: &str = "\
Oxide88 is free software: you may use it, pass it on and
change it under the terms of the GNU General Public License,
version 3 or, at your choice, any later version. It comes
without any warranty. The license is in the file LICENSE of
the source code, and at https://www.gnu.org/licenses/.";

/// The answer to `help`, at most 60 columns wide.
pub const HELP: &str = "\
Oxide88 is a chess engine that speaks UCI: usually a chess
program (CuteChess, Arena ...) talks to it. By hand:

  position startpos moves e4 e5 g1f3
                     set up the start position, play moves
  position fen 8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - -
  go depth 15        search to a depth; also: nodes 100000,
                     movetime 2000 (ms), mate 3,
                     wtime 60000 btime 60000 winc 1000
                     binc 1000, searchmoves e2e4 d2d4
  go infinite        search until 'stop' (or Ctrl-C)
  setoption name Hash value 256
                     'uci' lists the options
  ucinewgame         forget the last game

  d                  show the board; d ascii, d unicode
  flip               swap the colors
  eval               explain the evaluation
  eval map           show where pieces belong in this
                     pawn structure
  perft 5            count the move sequences of five plies
  bench              search a fixed set of positions
  speedtest          measure the speed of all threads
  compiler, license  about this program
  quit";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_at_most_60_columns_wide() {
        for line in HELP.lines().chain(LICENSE.lines()) {
            assert!(line.chars().count() <= 60, "{line}");
        }
    }
}
