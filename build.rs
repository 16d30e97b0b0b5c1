//! Describes the build for `oxide88 --version`: the commit, if known, the target machine and the compiler.

use std::env::var;
use std::path::Path;
use std::process::Command;

fn main() {
    // A commit changes the log of HEAD; uncommitted changes are in the sources.
    for path in ["build.rs", "src", "Cargo.toml", ".git/HEAD", ".git/logs/HEAD"] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    let mut parts = Vec::new();
    parts.extend(commit());
    parts.push(format!("{}-{}", setting("CARGO_CFG_TARGET_ARCH"), setting("CARGO_CFG_TARGET_OS")));
    let features = setting("CARGO_CFG_TARGET_FEATURE");
    let telling = ["popcnt", "bmi2", "avx2", "avx512f", "neon"];
    parts.extend(features.split(',').filter(|feature| telling.contains(feature)).map(str::to_owned));
    if var("CARGO_FEATURE_SPSA").is_ok() {
        parts.push("spsa".to_owned());
    }
    if setting("PROFILE") == "debug" {
        parts.push("debug".to_owned());
    }
    println!("cargo::rustc-env=OXIDE88_BUILD={}", parts.join(" "));
    println!("cargo::rustc-env=OXIDE88_COMPILER={}", compiler());
}

/// Returns name and version of the compiler.
fn compiler() -> String {
    let output = Command::new(setting("RUSTC")).arg("--version").output();
    let version = output.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    version.and_then(|version| Some(version.lines().next()?.trim().to_owned())).unwrap_or_else(|| "rustc".to_owned())
}

/// Returns the abbreviated commit, marked dirty if the sources differ from it.
fn commit() -> Option<String> {
    let output = Command::new("git").args(["describe", "--always", "--dirty", "--exclude=*"]).output().ok()?;
    let name = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !name.is_empty()).then_some(name)
}

fn setting(name: &str) -> String {
    var(name).unwrap_or_default()
}
