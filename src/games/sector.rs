//! Sets of positions of a game that can be listed.

/// A set of positions that can be listed.
pub struct Sector<P> {
    /// What they have in common.
    pub name: String,
    /// The number of positions.
    pub count: u64,
    /// A sample from the whole sector.
    pub sample: Vec<P>,
    /// All of them, in order.
    pub positions: Box<dyn Iterator<Item = P>>,
}
