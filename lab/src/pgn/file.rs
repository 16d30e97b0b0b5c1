//! The games of a file.

use std::io::BufReader;
use std::path::Path;

use oxide88::files;

use super::{Game, Reader};
use crate::progress::complain;

/// Reads the games of the file at `path` one after the other. What is wrong with a game is named on standard error; the
/// moves before it count.
///
/// # Errors
/// A message if the file cannot be opened, or in place of a game if it cannot be read.
pub fn games(path: &Path) -> Result<impl Iterator<Item = Result<Game, String>>, String> {
    let name = path.display().to_string();
    let source = files::open(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    Ok(Reader::new(BufReader::new(source)).map(move |game| {
        let game = game.map_err(|error| format!("cannot read {name}: {error}"))?;
        if let Some(fault) = &game.fault {
            complain(&format!("{name}, game {}: {}", game.number, fault.reason));
        }
        Ok(game)
    }))
}
