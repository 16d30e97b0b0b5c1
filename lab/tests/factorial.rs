//! The factorial experiments on the command line: `screen` and `ablate` with small sizes, and their messages about bad
//! input.

mod lab;

use lab::assert_refused;
#[cfg(any(feature = "spsa", feature = "ablation"))]
use lab::stdout;
#[cfg(feature = "spsa")]
use lab::text;
#[cfg(any(feature = "spsa", feature = "ablation"))]
use lab::{run, stderr};

#[test]
fn ablate_refuses_bad_arguments_in_one_line() {
    let mut cases = vec![(vec!["wall", "--pairs", "1"], "'wall'"), (vec!["space"], "--pairs")];
    if !cfg!(feature = "ablation") {
        cases.push((vec!["space", "--pairs", "1"], "--features ablation"));
    }
    assert_refused("ablate", &cases);
}

#[test]
fn screen_refuses_bad_arguments_in_one_line() {
    let mut cases = vec![
        (vec!["razoring_base", "--pairs", "1"], "'razoring_base'"),
        (vec!["razoring_base=180", "--pairs", "1", "--engine", "/nowhere/engine"], "/nowhere/engine"),
        (vec!["--pairs", "1"], "PARAM=VALUE"),
        (vec!["razoring_base=180"], "--pairs"),
    ];
    if cfg!(feature = "spsa") {
        cases.push((vec!["no_such_parameter=1", "--pairs", "1"], "'no_such_parameter'"));
        cases.push((vec!["razoring_base=7", "--pairs", "1"], "50 to 600"));
        cases.push((vec!["razoring_base=180", "razoring_base=190", "--pairs", "1"], "named twice"));
    } else {
        cases.push((vec!["razoring_base=180", "--pairs", "1"], "--features spsa"));
    }
    assert_refused("screen", &cases);
}

#[cfg(feature = "spsa")]
#[test]
fn screening_plays_its_pairs_and_resumes_with_the_same_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, parts) = (folder.path().join("whole"), folder.path().join("parts"));
    let run_to = |pairs, state, resume: &[&str]| {
        let changes = ["screen", "reverse_futility_margin=20+delta_margin=50", "null_move_verify_depth=100"];
        let run = run(&[&changes[..], &["--pairs", pairs, "--nodes", "300", "--state", state], resume].concat());
        assert!(run.status.success(), "{}", stderr(&run));
        stdout(&run)
    };
    let shown = run_to("60", text(&whole), &[]);
    assert!(shown.starts_with("Games: 120\n"), "{shown}");
    for change in ["reverse_futility_margin=20+delta_margin=50", "null_move_verify_depth=100"] {
        assert!(shown.lines().any(|line| line.starts_with(change) && line.ends_with(" %")), "{shown}");
    }
    run_to("20", text(&parts), &[]);
    assert_eq!(run_to("60", text(&parts), &["--resume", "--concurrency", "2"]), shown);
    assert_eq!(std::fs::read(&parts).expect("the state"), std::fs::read(&whole).expect("the state"));
}

#[cfg(all(feature = "ablation", unix))]
#[test]
fn ablation_plays_its_pairs_and_reports_the_worth_of_each_term() {
    let arguments = ["ablate", "space", "rook_on_file+outpost", "--pairs", "6", "--nodes", "50"];
    let output = run(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let shown = stdout(&output);
    assert!(shown.starts_with("Games: 12\n"), "{shown}");
    for term in ["space", "rook_on_file+outpost"] {
        assert!(shown.lines().any(|line| line.starts_with(term) && line.ends_with(" %")), "{shown}");
    }
    // The result depends on nothing random but the seed.
    assert_eq!(stdout(&run(&[&arguments[..], &["--concurrency", "2"]].concat())), shown);
}
