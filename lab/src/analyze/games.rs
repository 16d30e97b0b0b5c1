//! Comments on the games of files, one at a time: a game is written whole before the next is read.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use oxide88::files;
use oxide88::search::{Limits, Searcher};

use super::annotate;
use super::judge::judge;
use crate::Failure;
use crate::interrupt::stop_on_ctrl_c;
use crate::pgn::{Game, Reader};
use crate::progress::{Progress, complain};

/// The name of standard input.
pub const STANDARD_INPUT: &str = "-";

/// Bytes of a file for one step of the progress.
const STEP: u64 = 1024;

/// Writes all games of the files with comments. Faults are named on standard error.
///
/// # Errors
/// A file cannot be read or has no games, a game in it is damaged, or `out` cannot be written to. All games before the
/// error, and all others in files with damaged games, are written.
pub fn comment(
    sources: &[PathBuf],
    searcher: &mut Searcher,
    limits: &Limits,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let stop = stop_on_ctrl_c("the game at hand");
    let (mut games, mut damaged) = (0, 0);
    for path in sources {
        let (found, faulty) = comment_file(path, searcher, limits, &stop, out)?;
        games += found;
        damaged += faulty;
        if stop.load(Ordering::Relaxed) {
            return Err(format!("interrupted after {games} games, which are written").into());
        }
        if found == 0 {
            return Err(format!("no games in {}", name_of(path)).into());
        }
    }
    if damaged > 0 {
        return Err(format!(
            "{damaged} of {games} games are damaged, see above; the moves before the damage are commented on"
        )
        .into());
    }
    Ok(())
}

fn name_of(path: &Path) -> String {
    if path == Path::new(STANDARD_INPUT) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Writes the games of a file, and returns their number and that of the damaged ones.
fn comment_file(
    path: &Path,
    searcher: &mut Searcher,
    limits: &Limits,
    stop: &AtomicBool,
    out: &mut dyn Write,
) -> Result<(usize, usize), Failure> {
    let name = name_of(path);
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("epd")) {
        return Err(format!("{name} is a file of positions, not of games: 'oxide88 suite' solves those").into());
    }
    let cannot_read = |error: io::Error| Failure::from(format!("cannot read {name}: {error}"));
    let (source, size) = open(path).map_err(cannot_read)?;
    let read = Rc::new(Cell::new(0));
    let reader = Reader::new(BufReader::new(Counted { source, read: Rc::clone(&read) }));
    let mut progress = match size {
        Some(size) => Progress::new("KiB", size.div_ceil(STEP), 0),
        None => Progress::with_lines_each(0, "KiB", 0, 0),
    };
    let (mut games, mut damaged) = (0, 0);
    for game in reader {
        let game = game.map_err(cannot_read)?;
        let note = describe(&game);
        let mut advance = || progress.advance_to(read.get() / STEP, &note);
        let judgments = match &game.fault {
            Some(_) if game.moves().next().is_none() => Vec::new(),
            _ => match judge(&game, searcher, limits, stop, &mut advance) {
                Some(judgments) => judgments,
                None => return Ok((games, damaged)),
            },
        };
        if let Some(fault) = &game.fault {
            complain(&format!("{name}, game {}: {}", game.number, fault.reason));
            damaged += usize::from(fault.is_damage);
        }
        out.write_all(annotate::text(&game, &judgments).as_bytes())?;
        out.flush()?;
        games += 1;
    }
    Ok((games, damaged))
}

/// Names a game for the progress.
fn describe(game: &Game) -> String {
    let player = |tag| game.tag(tag).unwrap_or("?");
    format!("game {}, {} - {}", game.number, player("White"), player("Black"))
}

/// Opens a file, and returns its size, or standard input and what else this process has open. A pipe that has a name is
/// refused, since opening it could wait for ever.
fn open(path: &Path) -> io::Result<(Box<dyn Read>, Option<u64>)> {
    if path == Path::new(STANDARD_INPUT) {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    if files::is_open(path) {
        return Ok((Box::new(File::open(path)?), None));
    }
    let file = files::open(path)?;
    let size = file.metadata()?.len();
    Ok((Box::new(file), Some(size)))
}

/// A source that counts the bytes read from it.
struct Counted<R> {
    source: R,
    read: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.read.set(self.read.get() + length as u64);
        Ok(length)
    }
}
