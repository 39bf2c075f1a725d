//! The two forms of the protocol.

use super::uci_score::UciScore;
use crate::kernel::{Player, Score};

/// The two forms of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// As chess programs speak it: a distance to the end counts the moves of the side to move.
    Uci,
    /// Its form for any game of two players: a distance to the end counts plies.
    Ugi,
}

impl Dialect {
    /// Returns the command that begins the handshake.
    #[must_use]
    pub const fn hello(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Ugi => "ugi",
        }
    }

    /// Returns the answer that ends the handshake.
    #[must_use]
    pub const fn ok(self) -> &'static str {
        match self {
            Self::Uci => "uciok",
            Self::Ugi => "ugiok",
        }
    }

    /// Returns the command that announces a new game.
    #[must_use]
    pub const fn new_game(self) -> &'static str {
        match self {
            Self::Uci => "ucinewgame",
            Self::Ugi => "uginewgame",
        }
    }

    /// Returns the words for a player's clock and increment. UCI calls the player who moves first in
    /// the start position white.
    pub(super) const fn clock(self, player: Player) -> [&'static str; 2] {
        match (self, player) {
            (Self::Uci, Player::First) => ["wtime", "winc"],
            (Self::Uci, Player::Second) => ["btime", "binc"],
            (Self::Ugi, Player::First) => ["p1time", "p1inc"],
            (Self::Ugi, Player::Second) => ["p2time", "p2inc"],
        }
    }

    /// Returns a score as this dialect tells it.
    #[must_use]
    pub fn tell(self, score: Score) -> UciScore {
        let Some(plies) = score.plies() else { return UciScore::Cp(score.value()) };
        let distance = match self {
            Self::Ugi => plies,
            Self::Uci => plies.div_ceil(2),
        };
        let distance = i32::try_from(distance).unwrap_or(i32::MAX);
        UciScore::Mate(if score.is_loss() { -distance } else { distance })
    }

    /// Returns the score that this dialect tells so.
    #[must_use]
    pub fn hear(self, reported: UciScore) -> Score {
        let moves = match reported {
            UciScore::Cp(value) => return Score::centi(value),
            UciScore::Mate(moves) => moves,
        };
        let distance = moves.unsigned_abs();
        let plies = match self {
            Self::Ugi => distance,
            // The winner has the last move, and the first if it is to move.
            Self::Uci => distance.saturating_mul(2).saturating_sub(u32::from(moves > 0)),
        };
        if moves > 0 { Score::win_in(plies) } else { Score::loss_in(plies) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn distances_count_moves_or_plies() {
        for (score, uci, ugi) in [
            (Score::win_in(1), "mate 1", "mate 1"),
            (Score::win_in(5), "mate 3", "mate 5"),
            (Score::loss_in(4), "mate -2", "mate -4"),
            (Score::loss_in(0), "mate 0", "mate 0"),
            (Score::centi(-35), "cp -35", "cp -35"),
        ] {
            for (dialect, text) in [(Dialect::Uci, uci), (Dialect::Ugi, ugi)] {
                assert_eq!(dialect.tell(score).to_string(), text);
                assert_eq!(dialect.hear(dialect.tell(score)), score);
            }
        }
    }

    proptest! {
        #[test]
        fn any_score_is_heard(cp in any::<i32>(), mate in any::<i32>()) {
            for dialect in [Dialect::Uci, Dialect::Ugi] {
                prop_assert!(!dialect.hear(UciScore::Cp(cp)).is_decisive());
                let score = dialect.hear(UciScore::Mate(mate));
                prop_assert_eq!((score.is_win(), score.is_loss()), (mate > 0, mate <= 0));
            }
        }
    }
}
