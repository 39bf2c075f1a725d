//! Parts of the set of all positions of a game.

/// Positions that can be listed one after the other.
pub struct Sector<P> {
    /// What they have in common.
    pub name: String,
    /// How many there are.
    pub count: u64,
    /// Some of them, from all over the sector, to judge the others by.
    pub sample: Vec<P>,
    /// All of them, in order.
    pub positions: Box<dyn Iterator<Item = P>>,
}
