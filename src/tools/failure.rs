//! Why a tool did not do its work. The command line turns it into a line on standard error and an exit code: 2 for what
//! the user can put right, 1 for output that was lost.

use std::io;

/// Why a tool did not do its work.
#[derive(Debug)]
pub enum Failure {
    /// The user's input, in a sentence.
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
