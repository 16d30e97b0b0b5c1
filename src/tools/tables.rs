//! Endgame tables for a tool; what is left out of them is told on standard error.

use super::progress::complain;
use crate::search::Tablebases;

/// The tables in `folders`, as [`Tablebases::open`] finds them.
///
/// # Errors
/// In a sentence: there are none.
pub fn open_tables(folders: &str) -> Result<Tablebases, String> {
    let tables = Tablebases::open(folders)?;
    tables.left_out().iter().for_each(|line| complain(line));
    Ok(tables)
}
