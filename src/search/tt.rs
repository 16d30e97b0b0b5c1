//! stub being written
/// Bound
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The value is exact.
    Exact = 0,
    /// The true value is at most this (the search failed low).
    Alpha = 1,
    /// The true value is at least this (the search failed high).
    Beta = 2,
}
