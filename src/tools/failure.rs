//! The failure of a tool. The command line turns it into a line on standard error and an exit code: 2 for what the
//! user can put right, 1 for lost output.

use std::io;

/// A reason why a tool failed.
#[derive(Debug)]
pub enum Failure {
    /// Wrong input, explained in a sentence.
    Input(String),
    /// The output could not be written.
    Output(io::Error),
}

impl From<String> for Failure {
    fn from(sentence: String) -> Self {
        Self::Input(sentence)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
