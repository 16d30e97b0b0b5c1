//! Git revisions of Oxide88 as engines. A revision is checked out into a temporary folder and built. Its program stays
//! under `target/revisions/HASH`, so every revision is built once. The name `work` means the working tree, which is
//! built every time; its program is called by its checksum, so that a match is not resumed, and no engine of a running
//! match started again, with another one.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{self, Path, PathBuf};
use std::process::{Command, Stdio};

use crate::progress::complain;
use oxide88::types::quote;

/// The name of the working tree on the command line.
pub const WORKING_TREE: &str = "work";

/// File name of the program.
const BINARY: &str = if cfg!(windows) { "oxide88.exe" } else { "oxide88" };

/// A version of the engine that is ready to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revision {
    /// The revision as requested, with its hash; of the working tree the checksum of its program.
    pub name: String,
    /// The program.
    pub program: PathBuf,
}

/// Builds the revision `word`, unless its program exists.
///
/// # Errors
/// A message if this is no git repository, it has no such revision, or the revision does not build.
pub fn build(word: &str) -> Result<Revision, String> {
    let top = PathBuf::from(git(Path::new("."), &["rev-parse", "--show-toplevel"])?);
    // The worktree is another folder, in which a relative path would mean something else.
    let target = match env::var_os("CARGO_TARGET_DIR") {
        Some(target) => path::absolute(&target).map_err(|error| format!("CARGO_TARGET_DIR: {error}"))?,
        None => top.join("target"),
    };
    let revisions = target.join("revisions");
    if word == WORKING_TREE {
        let built = compile(&top, &revisions)?;
        let content = fs::read(&built).map_err(|error| format!("cannot read {}: {error}", built.display()))?;
        let name = format!("{WORKING_TREE}-{:08x}", crc32fast::hash(&content));
        let program = revisions.join(&name).join(BINARY);
        if !program.is_file() {
            copy(&built, &program)?;
        }
        return Ok(Revision { name, program });
    }
    let hash = git(&top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{word}^{{commit}}")])
        .map_err(|_| format!("no revision {} in {}", quote(word), top.display()))?;
    let short = hash.get(..8).unwrap_or(&hash);
    let name = if hash.starts_with(word) { short.to_owned() } else { format!("{word}-{short}") };
    let program = revisions.join(&hash).join(BINARY);
    if !program.is_file() {
        let worktree = Worktree::check_out(&top, &hash)?;
        copy(&compile(&worktree.path, &revisions)?, &program)?;
    }
    Ok(Revision { name, program })
}

/// A checked-out revision; removed when dropped.
struct Worktree {
    top: PathBuf,
    path: PathBuf,
}

impl Worktree {
    fn check_out(top: &Path, hash: &str) -> Result<Self, String> {
        let path = env::temp_dir().join(format!("oxide88-{}-{hash}", std::process::id()));
        let worktree = Self { top: top.to_owned(), path };
        git(
            top,
            &[OsStr::new("worktree"), "add".as_ref(), "--detach".as_ref(), worktree.path.as_ref(), hash.as_ref()],
        )?;
        Ok(worktree)
    }
}

impl Drop for Worktree {
    fn drop(&mut self) {
        let remove = [OsStr::new("worktree"), "remove".as_ref(), "--force".as_ref(), self.path.as_ref()];
        let _ = git(&self.top, &remove);
    }
}

/// Builds the sources in `source` as for a release and returns the program, which the next build replaces.
fn compile(source: &Path, revisions: &Path) -> Result<PathBuf, String> {
    complain(&format!("building {}", source.display()));
    let target = revisions.join("build");
    let status = Command::new("cargo")
        .args(["build", "--release", "--locked", "--bin", "oxide88", "--target-dir"])
        .arg(&target)
        .current_dir(source)
        .stdout(Stdio::null())
        .status()
        .map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err(format!("{} does not build", source.display()));
    }
    Ok(target.join("release").join(BINARY))
}

/// Copies a program to a folder that may not exist yet.
fn copy(built: &Path, program: &Path) -> Result<(), String> {
    // The copy has another name until it is complete.
    let part = program.with_extension("part");
    program
        .parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::copy(built, &part))
        .and_then(|_| fs::rename(&part, program))
        .map_err(|error| format!("cannot write {}: {error}", program.display()))
}

fn git<S: AsRef<OsStr>>(folder: &Path, args: &[S]) -> Result<String, String> {
    let output = Command::new("git").args(args).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot run git: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let error = text.lines().last().unwrap_or("failed").to_owned();
    Err(format!("git: {error}"))
}
