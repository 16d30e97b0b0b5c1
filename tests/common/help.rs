//! Checks of what `--help` shows, for the engine and the laboratory.

use std::process::{Command, Stdio};

/// Returns what the program shows for these arguments.
fn shown(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().expect("the program starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Checks that the program lists its commands in the order of use, and that the examples and the table of a page of the
/// documentation keep this order, though they may lack some.
pub fn lists_in_the_order_of_use(program: &str, commands: &[&str], page: &str) {
    let help = shown(program, &["--help"]);
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = list.filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, [commands, &["help"]].concat());
    let page = super::text(&super::root().join(page));
    let (_, table) = page.split_once("| command | does |").expect("the table");
    let (table, _) = table.split_once("\n\n").expect("its end");
    for (text, start) in [(help.as_str(), "  oxide88 "), (table, "| `oxide88 ")] {
        let words = text.lines().filter_map(|line| line.strip_prefix(start)?.split([' ', '`']).next());
        let places: Vec<usize> = words.filter_map(|word| commands.iter().position(|name| *name == word)).collect();
        assert!(places.len() >= 4 && places.is_sorted(), "{start}{places:?}");
    }
}

/// Checks that the help of each command has the same layout, however it is asked for.
pub fn has_one_layout(program: &str, commands: &[&str]) {
    assert_eq!(shown(program, &["-h"]), shown(program, &["--help"]));
    for command in commands {
        let [short, long, asked] =
            [[command, "-h"], [command, "--help"], ["help", command]].map(|words| shown(program, &words));
        assert!(short == long && long == asked, "{command}: {short}\n{long}\n{asked}");
        // An option and its help are on one line; the global option comes last before `--help`.
        let options: Vec<&str> = long.lines().filter(|line| line.trim_start().starts_with('-')).collect();
        assert!(options.iter().all(|line| line.trim().contains("  ")), "{command}: {options:?}");
        let [.., before_help, help] = options[..] else { panic!("{command}: {options:?}") };
        assert!(
            before_help.trim().starts_with("--log <LEVEL>") && help.trim().starts_with("-h, --help"),
            "{command}: {long}"
        );
    }
}
