//! Opens endgame tablebases for a tool; files that are left out are named on standard error.

use super::progress::complain;
use oxide88::search::Tablebases;

/// Opens the tables in `folders`, as [`Tablebases::open`] finds them.
///
/// # Errors
/// A message if there are none.
pub fn open_tables(folders: &str) -> Result<Tablebases, String> {
    let tables = Tablebases::open(folders)?;
    tables.left_out().iter().for_each(|line| complain(line));
    Ok(tables)
}
