//! Oxide88.

pub mod position;
pub mod search;
pub mod types;
