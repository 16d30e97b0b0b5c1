//! A scaling run on the command line: its table, its files, and that it is resumed.

mod lab;

use std::fs;
use std::path::PathBuf;

use lab::{run, stderr, stdout, text};
use serde_json::Value;

/// A run in a folder of its own.
struct Scaling {
    folder: tempfile::TempDir,
}

impl Scaling {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Plays the games at 20 and 40 nodes, or what is left of them, and returns the output.
    fn play(&self, games: &str) -> String {
        let [pgn, json, svg] = ["games.pgn", "results.json", "picture.svg"].map(|name| self.path(name));
        let arguments = [
            &["match", "oxide88", "oxide88", "--nodes", "20,40", "--games", games, "--proof", "--progress", "0"][..],
            &["--max-plies", "40", "--resume", "--pgn", text(&pgn), "--json", text(&json), "--svg", text(&svg)],
        ]
        .concat();
        let output = run(&arguments);
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output)
    }

    fn results(&self) -> Value {
        serde_json::from_slice(&fs::read(self.path("results.json")).expect("results")).expect("JSON")
    }

    fn games(&self) -> String {
        fs::read_to_string(self.path("games.pgn")).expect("games")
    }

    fn picture(&self) -> String {
        fs::read_to_string(self.path("picture.svg")).expect("a picture")
    }
}

/// Returns a field of each row.
fn column(rows: &Value, name: &str) -> Vec<Value> {
    rows.as_array().expect("rows").iter().map(|row| row[name].clone()).collect()
}

/// Returns the values of a tag in the order of the games.
fn tags<'a>(games: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("[{name} \"");
    games.lines().filter_map(|line| line.strip_prefix(start.as_str())?.strip_suffix("\"]")).collect()
}

#[test]
fn a_scaling_run_is_reported_for_people_for_programs_for_commits_and_as_a_picture() {
    let scaling = Scaling::new();
    let shown = scaling.play("2");
    assert!(shown.starts_with("4 of 4 games at 20 and 40 nodes, openings: random, seed 1\n"), "{shown}");
    let rows: Vec<&str> = shown.lines().filter(|line| line.starts_with("oxide88  ")).collect();
    assert!(rows.iter().any(|row| row.contains("  20 nodes  ")) && rows.iter().any(|row| row.contains("  40 nodes  ")));
    // A single pair of games has no error.
    assert!(shown.contains("Elo per doubling of the nodes\noxide88  oxide88-2  "), "{shown}");
    let proofs: Vec<&str> = shown.split("Match: ").skip(1).collect();
    assert_eq!(proofs.len(), 2, "{shown}");
    for (proof, nodes) in proofs.iter().zip([20, 40]) {
        let words = proof.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(" Elo, 2 games, ") && words.contains(", pentanomial ["), "{words}");
        assert!(words.ends_with(&format!(", {nodes} nodes a move, random openings, seed 1")), "{words}");
        assert!(proof.is_ascii() && proof.lines().all(|line| line.len() <= 72), "{proof}");
    }

    let results = scaling.results();
    assert_eq!(column(&results["pairings"], "limit"), ["20 nodes", "40 nodes"]);
    assert_eq!(column(&results["scaling"], "second"), ["oxide88-2"]);
    assert_eq!(column(&results["scaling"], "elo_per_doubling"), [Value::Null]);

    let games = scaling.games();
    assert_eq!(tags(&games, "TimeControl"), ["20 nodes", "20 nodes", "40 nodes", "40 nodes"]);
    let openings: Vec<&str> = games.split("[PlyCount ").skip(1).filter_map(|game| game.split("2. ").next()).collect();
    assert!(openings.iter().all(|opening| opening.lines().nth(2) == openings[0].lines().nth(2)), "{openings:?}");

    let picture = scaling.picture();
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
    for word in ["Elo of oxide88 by nodes", "oxide88-2", "20", "40", "Nodes a move"] {
        assert!(picture.lines().any(|line| line == word), "{word}: {picture}");
    }
}

#[test]
fn an_interrupted_scaling_run_is_resumed_also_with_more_games() {
    let scaling = Scaling::new();
    scaling.play("4,2");
    let (whole, results) = (scaling.games(), scaling.results());
    assert_eq!(tags(&whole, "GameNumber"), ["1", "2", "3", "4", "5", "6"]);
    // As a kill leaves it: three games, and the beginning of one more.
    let fourth = whole.match_indices("[Event ").nth(3).expect("four games").0;
    fs::write(scaling.path("games.pgn"), &whole[..fourth + 40]).expect("a writable file");
    scaling.play("4,2");
    let resumed = scaling.games();
    assert_eq!(tags(&resumed, "GameNumber"), ["1", "2", "3", "4", "5", "6"]);
    assert!(resumed.starts_with(&whole[..fourth]));
    for name in ["pairings", "scaling", "games"] {
        assert_eq!(scaling.results()[name], results[name], "{name}");
    }
    // Numbers that fall to the pairing whose games are done are left out.
    scaling.play("6,2");
    assert_eq!(tags(&scaling.games(), "GameNumber"), ["1", "2", "3", "4", "5", "6", "9", "10"]);
    scaling.play("6,4");
    assert_eq!(tags(&scaling.games(), "GameNumber"), ["1", "2", "3", "4", "5", "6", "9", "10", "7", "8"]);
    assert_eq!(scaling.results()["games"], 10);
    assert!(scaling.games().starts_with(&resumed));
}

#[test]
fn a_file_of_other_node_counts_is_not_resumed() {
    let scaling = Scaling::new();
    scaling.play("2");
    let pgn = scaling.path("games.pgn");
    let engines = ["match", "oxide88", "oxide88", "--games", "2", "--max-plies", "40", "--progress", "0"];
    for nodes in ["20", "20,80", "40,20"] {
        let output = run(&[&engines[..], &["--nodes", nodes, "--pgn", text(&pgn), "--resume"]].concat());
        assert_eq!((output.status.code(), stderr(&output).lines().count()), (Some(2), 1), "{nodes}");
        assert!(stderr(&output).contains("this match has no game 3") || stderr(&output).contains("another match"));
    }
}
