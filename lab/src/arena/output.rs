//! The results of a match on standard output and in files: the table, the lines for a commit, JSON and a picture.

use std::io::{self, Write};
use std::path::PathBuf;

use super::proof::Proof;
use super::report::Report;
use super::runner::{Match, Outcome};
use super::scaling_chart;
use crate::Failure;
use crate::chart::PICTURE;
use crate::files::{Kind, check_replaceable, check_writable, is_object_with, write_json};

/// The kind of file that holds the results.
const RESULTS: Kind =
    Kind { name: "the results of a match", is_own: |content| is_object_with(&["engines", "pairings"], content) };

/// The options about the results.
#[derive(clap::Args, Debug)]
pub struct Output {
    /// Write the results to this file as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw Elo over the nodes of a scaling run into this SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print the results as the lines that a commit carries as its proof
    #[arg(long)]
    proof: bool,
}

impl Output {
    /// Checks that the files can be written at the end. Existing files stay as they are.
    ///
    /// # Errors
    /// A message that names the file.
    pub fn check(&self) -> Result<(), String> {
        self.json.as_ref().map_or(Ok(()), |path| check_writable(path, &RESULTS))?;
        self.svg.as_ref().map_or(Ok(()), |path| check_replaceable(path, &PICTURE))
    }

    /// Writes the results to `out` and to the files.
    ///
    /// # Errors
    /// A file or `out` cannot be written.
    pub fn write(&self, this_match: &Match, outcome: &Outcome, out: &mut dyn Write) -> Result<(), Failure> {
        let report = Report::new(this_match, outcome);
        // The table comes first, because it cannot be recovered. The files are written even if the table is lost.
        let shown = self.show(&report, Proof::of_all(this_match, outcome), out);
        let saved = self.json.as_ref().map_or(Ok(()), |path| write_json(path, &RESULTS, &report));
        let drawn = self.svg.as_ref().map_or(Ok(()), |path| scaling_chart::chart(&report).save(path));
        saved.and(drawn)?;
        Ok(shown?)
    }

    /// Writes the table, and the proofs below it.
    fn show<'a>(
        &self,
        report: &Report,
        mut proofs: impl Iterator<Item = Proof<'a>>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        write!(out, "{report}")?;
        if !self.proof {
            return Ok(());
        }
        writeln!(out)?;
        proofs.try_for_each(|proof| write!(out, "{proof}"))
    }
}
