//! `residuals` on the command line: searches, scores that are kept, games, and messages about bad input.

mod lab;

use std::fs;

use lab::{assert_refused, engine, run, stderr, stdout, text};

/// Positions with scores of the side to move: two of the first are alike but for their color.
const LABELED: &str = "\
r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - hmvc 4; fmvn 3; ce 25; acd 20; acn 1000000;
r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - hmvc 4; fmvn 3; ce 25; acd 20; acn 1000000;
4k3/8/8/8/8/8/4r3/4K3 w - - hmvc 0; fmvn 1; ce -90; acd 20; acn 1000000;
4k3/8/3p4/4p3/3P4/8/8/4K3 w - - hmvc 0; fmvn 1; ce 60; pm dxe5; acd 20; acn 1000000;
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - hmvc 0; fmvn 1; ce 31999; acd 20; acn 1000000;
";

/// Runs `residuals` and returns its tables.
fn tables(arguments: &[&str]) -> String {
    let output = run(&[&["residuals"], arguments].concat());
    assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
    stdout(&output)
}

#[test]
fn scores_are_searched_once_and_tables_made_again_from_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let [source, scores] = ["source.epd", "scores.epd"].map(|name| folder.path().join(name));
    let board = |line: &'static str| &line[..line.find(" hmvc").expect("counters")];
    let bare: Vec<&str> = LABELED.lines().map(board).collect();
    let bare = bare.join(" bm e4; c0 \"a comment\";\n");
    fs::write(&source, format!("# a comment\n{bare}\nhello\n")).expect("a writable file");
    let options = ["--nodes", "3000", "--concurrency", "2", "--worst", "1", "--out", text(&scores)];
    let output = run(&[&["residuals", text(&source)], &options[..]].concat());
    let first = stdout(&output);
    assert!(output.status.success() && stderr(&output).contains("source.epd:7: 'hello': "), "{}", stderr(&output));
    let left_out = "Left out   : 1 in check, 1 with an exchange pending, 1 decided\n";
    assert!(first.starts_with("Positions  : 2\n") && first.contains(left_out), "{first}");

    let written = fs::read_to_string(&scores).expect("the scores");
    assert_eq!(written.matches(" ce ").count(), 5, "{written}");
    // No search: with its own scores the file gives the same tables, and stays as it is.
    let again = ["--nodes", "3000", "--worst", "1", "--out", text(&scores)];
    assert_eq!(tables(&[&[text(&scores)], &again[..]].concat()), first);
    assert_eq!(fs::read_to_string(&scores).expect("the scores"), written);
    // Scores of fewer nodes are not enough.
    tables(&[text(&scores), "--nodes", "6000", "--out", text(&scores)]);
    assert_ne!(fs::read_to_string(&scores).expect("the scores"), written);
}

#[test]
fn tables_say_what_the_scores_say() {
    let folder = tempfile::tempdir().expect("a folder");
    let scores = folder.path().join("scores.epd");
    fs::write(&scores, LABELED).expect("a writable file");
    let shown = tables(&[text(&scores), "--worst", "5"]);
    for part in [
        "Positions  : 2\nLeft out   : 1 in check, 1 with an exchange pending, 1 decided\nSearches   : mean depth 20.0, mean nodes 1000000\n",
        "\nSection ",
        "\nTempo ",
        "\nequal material                     2 ",
        " 25   r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R w KQkq - 4 3   Tempo ",
        " -25   r1bqkb1r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R1BQKB1R b KQkq - 4 3   Tempo ",
    ] {
        assert!(shown.contains(part), "no {part:?} in {shown}");
    }
}

#[test]
fn games_give_the_positions_of_the_plies_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, scores] = ["games.pgn", "scores.epd"].map(|name| folder.path().join(name));
    fs::write(&games, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. Kd9 *\n\n1. d4 d5 2. c4 *\n")
        .expect("a writable file");
    let options = ["--plies", "2-6", "--every", "2", "--nodes", "500", "--out", text(&scores)];
    let output = run(&[&["residuals", text(&games)], &options[..]].concat());
    assert!(output.status.success() && stderr(&output).contains("game 1: move 5.: "), "{}", stderr(&output));
    let written = fs::read_to_string(&scores).expect("the scores");
    let boards: Vec<&str> = written.lines().map(|line| line.split(' ').next().expect("a board")).collect();
    assert_eq!(
        boards,
        [
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R",
            "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R",
            "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR",
        ]
    );
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let [empty, missing, other] = ["empty.epd", "missing.epd", "other.epd"].map(|name| folder.path().join(name));
    fs::write(&empty, "# nothing\n").expect("a writable file");
    fs::write(&other, "8/8/8/8/8/4k3/8/4K2R w K - bm O-O;\n").expect("a writable file");
    let [empty, missing, other] = [&empty, &missing, &other].map(|path| text(path));
    assert_refused(
        "residuals",
        &[
            (vec![empty], "empty.epd: no position"),
            (vec![missing], "cannot read "),
            (vec![other, "--plies", "9"], "such as 20-80"),
            (vec![other, "--nodes", "0"], "'0'"),
            (vec![other, "--nodes", "10", "--out", other], "it holds something other than the scores of positions"),
        ],
    );
    assert_eq!(fs::read_to_string(other).expect("the file"), "8/8/8/8/8/4k3/8/4K2R w K - bm O-O;\n");
}

#[test]
fn prediction_compares_scores_with_results() {
    let folder = tempfile::tempdir().expect("a folder");
    let [games, silent] = ["games.pgn", "silent.pgn"].map(|name| folder.path().join(name));
    let game = |white: &str, black: &str, score: &str, result: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n\n1. e4 {{{score}/9 0.1s}} e5 {{-0.10/9 0.1s}} {result}\n\n")
    };
    let all = [
        ("a", "b", "+1.00", "1-0"),
        ("b", "a", "+0.20", "0-1"),
        ("a", "b", "-0.50", "1/2-1/2"),
        ("a", "b", "+0.00", "0-1"),
    ];
    let text_of_games: String = all.map(|(white, black, score, result)| game(white, black, score, result)).concat();
    fs::write(&games, text_of_games + "1. d4 1-0\n").expect("a writable file");
    fs::write(&silent, "1. e4 e5 1-0\n").expect("a writable file");
    let output = run(&["prediction", text(&games), "--plies", "1-9"]);
    let shown = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    for part in [
        "Games      : 4, 1 left out: forfeits, or no result or scores\nScores     : means over the own moves of plies 1 to 9\n",
        "\na                         4   +0.10   0.44 (-0.90 to 0.98)\n",
        "\nGames of fewer than 80 plies: 2-1-1 for a\n",
    ] {
        assert!(shown.contains(part), "no {part:?} in {shown}");
    }
    let [games, silent, missing] = [text(&games), text(&silent), "missing.pgn"];
    assert_refused(
        "prediction",
        &[
            (vec![silent], "no game has a result and scores"),
            (vec![missing], "cannot read missing.pgn"),
            (vec![games, "--plies", "40-10"], "such as 20-80"),
            (vec![games, "--nodes", "9"], "--engine"),
            (vec![games, "--plies", "1-9", "--engine", "/nowhere/engine"], "/nowhere/engine"),
        ],
    );
}

#[test]
fn engines_that_did_not_play_predict_results_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = folder.path().join("games.pgn");
    // The players see nothing, but who is a rook ahead wins.
    let game = |fen: &str, result: &str| {
        let moves = "1. Ke2 {+0.10/9 0s} Ke7 {+0.10/9 0s} 2. Ke1 {+0.10/9 0s} Ke8 {+0.10/9 0s}";
        format!("[White \"a\"]\n[Black \"b\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} {result}\n\n")
    };
    let all = [
        ("4k2r/5ppp/8/8/8/8/5PPP/4K2R w - - 0 1", "1/2-1/2"),
        ("4k3/5ppp/8/8/8/8/5PPP/4K2R w - - 0 1", "1-0"),
        ("4k2r/5ppp/8/8/8/8/5PPP/4K3 w - - 0 1", "0-1"),
        ("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1", "1-0"),
        ("r3k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1", "0-1"),
    ];
    fs::write(&games, all.map(|(fen, result)| game(fen, result)).concat()).expect("a writable file");
    let engine = engine();
    let asked = ["--engine", text(&engine), "--engine", text(&engine), "--nodes", "500", "--hash", "1"];
    let output = run(&[&["prediction", text(&games), "--plies", "2-3"], &asked[..]].concat());
    let shown = stdout(&output);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(shown.contains("\na                         5   +0.10   unknown\n"), "{shown}");
    let (_, table) = shown.split_once("correlation with the result, for White\n").expect("a second table");
    let lines: Vec<&str> = table.lines().collect();
    let [row, again, difference] = lines[..] else { panic!("{table}") };
    let numbers: Vec<&str> = row.strip_prefix(text(&engine)).expect("the name").split_whitespace().collect();
    assert!(numbers[0] == "5" && numbers[2].parse::<f64>().expect("a correlation") > 0.98, "{row}");
    assert_eq!(again, row);
    assert!(difference.ends_with(": +0.00 ± 0.00"), "{difference}");
}
