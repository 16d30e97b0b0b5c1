//! Git revisions of Oxide88 as engines. A revision is checked out into a temporary folder and built. Its program stays
//! under `target/revisions/HASH`, so every revision is built once. The name `work` means the working tree, which is
//! built every time.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{self, Path, PathBuf};
use std::process::{Command, Stdio};

use crate::progress::complain;
use oxide88::types::quote;

/// The name of the working tree on the command line.
pub const WORKING_TREE: &str = "work";

/// A version of the engine that is ready to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revision {
    /// The revision as requested, with its hash.
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
    let binary = format!("oxide88{}", env::consts::EXE_SUFFIX);
    if word == WORKING_TREE {
        let program = revisions.join(WORKING_TREE).join(binary);
        compile(&top, &revisions, &program)?;
        return Ok(Revision { name: WORKING_TREE.to_owned(), program });
    }
    let hash = git(&top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{word}^{{commit}}")])
        .map_err(|_| format!("no revision {} in {}", quote(word), top.display()))?;
    let short = hash.get(..8).unwrap_or(&hash);
    let name = if hash.starts_with(word) { short.to_owned() } else { format!("{word}-{short}") };
    let program = revisions.join(&hash).join(binary);
    if !program.is_file() {
        let worktree = Worktree::check_out(&top, &hash)?;
        compile(&worktree.path, &revisions, &program)?;
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

/// Builds the sources in `source` as for a release and copies the program to `program`.
fn compile(source: &Path, revisions: &Path, program: &Path) -> Result<(), String> {
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
    let built = target.join("release").join(format!("oxide88{}", env::consts::EXE_SUFFIX));
    let folder = program.parent().unwrap_or(revisions);
    // The copy has another name until it is complete.
    let part = program.with_extension("part");
    fs::create_dir_all(folder)
        .and_then(|()| fs::copy(&built, &part))
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
