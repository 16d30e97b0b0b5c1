//! Oxide88.

pub mod position;
pub mod types;
