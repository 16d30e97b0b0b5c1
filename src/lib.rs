//! Oxide88.

pub mod eval;
pub mod position;
pub mod search;
pub mod tools;
pub mod types;
pub mod uci;
