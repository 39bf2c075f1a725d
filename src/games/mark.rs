//! The marks of moves: `?!`, `?`, `??` and `!`.

/// What is to be said of a move at a glance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing.
    None,
    /// The best move, and no other came near.
    Only,
    /// A slip.
    Slight,
    /// A mistake.
    Bad,
    /// A blunder.
    Worst,
}

impl Mark {
    /// The share of the points that a move loses which has the mark `?!`.
    pub const SLIGHT: f64 = 0.1;
    /// The same of `?`.
    pub const BAD: f64 = 0.2;
    /// The same of `??`.
    pub const WORST: f64 = 0.35;
    /// The share that every other move would have lost.
    pub const ONLY: f64 = 0.35;

    /// Returns that of a move which lost a share of the points.
    #[must_use]
    pub fn of_loss(share: f64) -> Self {
        match share {
            Self::WORST.. => Self::Worst,
            Self::BAD.. => Self::Bad,
            Self::SLIGHT.. => Self::Slight,
            _ => Self::None,
        }
    }

    /// Returns its sign, nothing for none.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Only => "!",
            Self::Slight => "?!",
            Self::Bad => "?",
            Self::Worst => "??",
        }
    }

    /// Returns whether the move lost a share that has a mark.
    #[must_use]
    pub fn is_mistake(self) -> bool {
        self >= Self::Slight
    }
}
