//! Steps on a hexagonal grid, in axial coordinates.

/// A cell of a hexagonal grid, or the offset from one cell to another.
///
/// `q` and `r` are two of the three axes, 60 degrees apart; the third coordinate is `-q - r`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// The first axial coordinate.
    pub q: i8,
    /// The second axial coordinate.
    pub r: i8,
}

impl Hex {
    /// The six neighbours of the origin, each 60 degrees from the one before.
    pub const STEPS: [Self; 6] = [
        Self::new(1, 0),
        Self::new(0, 1),
        Self::new(-1, 1),
        Self::new(-1, 0),
        Self::new(0, -1),
        Self::new(1, -1),
    ];

    /// Returns the cell with those coordinates.
    #[must_use]
    pub const fn new(q: i8, r: i8) -> Self {
        Self { q, r }
    }

    /// Returns the cell at offset `other` from this one.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self::new(self.q + other.q, self.r + other.r)
    }

    /// Returns the number of steps from the origin.
    #[must_use]
    pub const fn distance(self) -> u8 {
        let s = -self.q - self.r;
        (self.q.unsigned_abs() + self.r.unsigned_abs() + s.unsigned_abs()) / 2
    }

    /// Returns the cell turned about the origin by one step of 60 degrees, in the direction in
    /// which [`STEPS`](Self::STEPS) is listed.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self::new(-self.r, self.q + self.r)
    }

    /// Returns the cell mirrored in an axis through the origin that exchanges the coordinates.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::new(self.r, self.q)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_is_the_one_before_turned() {
        for (i, step) in Hex::STEPS.into_iter().enumerate() {
            assert_eq!(step.turned(), Hex::STEPS[(i + 1) % 6]);
            assert_eq!(step.distance(), 1);
            assert_eq!(step.mirrored().mirrored(), step);
        }
        assert_eq!(Hex::new(3, -5).distance(), 5);
    }
}
