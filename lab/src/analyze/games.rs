//! Comments on the games of files, one at a time: a game is written whole before the next is read.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};

use oxide88::files;
use oxide88::search::{Limits, Searcher};
use oxide88::types::quote;

use super::annotate;
use super::judge::judge;
use crate::Failure;
use crate::interrupt::stop_on_ctrl_c;
use crate::pgn::{Game, Reader};
use crate::progress::{Progress, complain};

/// The name of standard input.
pub const STANDARD_INPUT: &str = "-";

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
    let mut reader = Reader::new(Counted { source: BufReader::new(source), read: Rc::clone(&read) });
    let mut progress = Progress::new("positions", 0, 0);
    let (mut games, mut damaged) = (0, 0);
    loop {
        let share = share(read.get(), size);
        let game = reader.next().transpose().map_err(cannot_read)?;
        if let Some(text) = reader.passed_over()
            && (games > 0 || game.is_some())
        {
            complain(&format!("{name}, after game {games}: no game in {}", quote(&text)));
        }
        let Some(game) = game else { break };
        let note = describe(&game) + &share;
        progress.start_over(game.moves().count() as u64 + 1);
        let mut advance = || progress.advance(&note);
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

/// Names the share of the file that is done, if its size is known.
fn share(read: u64, size: Option<u64>) -> String {
    let percent = size.and_then(|size| (100 * read).checked_div(size));
    percent.map_or_else(String::new, |percent| format!(", after {percent} % of the file"))
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

/// A source that counts the bytes that its reader has used.
struct Counted<R> {
    source: R,
    read: Rc<Cell<u64>>,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.read.set(self.read.get() + length as u64);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.source.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        self.source.consume(length);
        self.read.set(self.read.get() + length as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_a_file_is_that_of_the_games_before() {
        let text = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n\n";
        let read = Rc::new(Cell::new(0));
        let mut reader = Reader::new(Counted { source: text.as_bytes(), read: Rc::clone(&read) });
        let mut shares = vec![share(read.get(), Some(text.len() as u64))];
        while reader.next().is_some() {
            shares.push(share(read.get(), Some(text.len() as u64)));
        }
        assert_eq!(shares, ["0", "77", "100"].map(|percent| format!(", after {percent} % of the file")));
        assert_eq!(share(7, None), "");
        assert_eq!(share(0, Some(0)), "");
    }
}
