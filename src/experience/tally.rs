//! What is known about a position: the results of games through it, and the score of a search.
//!
//! ```text
//! key     the words of the canonical packed board, the high byte first; in games of points then the
//!         i16 of what is settled, the sign bit turned over, from the view of the side to move
//! value   u32  games that the player who moved there has won
//!         u32  games drawn
//!         u32  games that this player has lost
//!         i16  score of a search in hundredths, from the same view
//!         u8   its depth in plies, 0 for no search
//!         u8   0
//! ```
//!
//! Numbers in values are little-endian.

use crate::games::{AnyPosition, Odds};
use crate::kernel::bytes::Fields;
use crate::kernel::{Player, Score};
use crate::store::Name;

/// What is known about a position, from the view of the player who moved there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The games that this player has won.
    pub wins: u32,
    /// The games drawn.
    pub draws: u32,
    /// The games that this player has lost.
    pub losses: u32,
    /// The score of the deepest search, and its depth in plies.
    pub searched: Option<(Score, u8)>,
}

/// The bounds on a share of points, in standard deviations from what was observed: the true share
/// is above the lower bound in 97.5 % of cases.
const DEVIATIONS: f64 = 1.96;

/// The number of virtual games with the result expected beforehand. Values from 1 to 20 make no
/// difference beyond chance against random play.
const EXPECTED: f64 = 2.0;

impl Tally {
    /// Returns how many games came through the position.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins as u64 + self.draws as u64 + self.losses as u64
    }

    /// Returns the points of the player who moved: a win counts 1, a draw a half.
    #[must_use]
    pub fn points(&self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    /// Counts a game; `winner` is whoever won it, `mover` who moved there.
    pub fn count(&mut self, winner: Option<Player>, mover: Player) {
        let counter = match winner {
            None => &mut self.draws,
            Some(winner) if winner == mover => &mut self.wins,
            Some(_) => &mut self.losses,
        };
        *counter = counter.saturating_add(1);
    }

    /// Merges what another tally knows about the same position. The order does not matter: games
    /// add up, and of two searches the deeper one counts, of equally deep ones that with the
    /// greater score.
    #[must_use]
    pub fn merged(&self, other: &Self) -> Self {
        let rank =
            |searched: Option<(Score, u8)>| searched.map(|(score, depth)| (depth, score.value()));
        let is_deeper = rank(other.searched) > rank(self.searched);
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
            searched: if is_deeper { other.searched } else { self.searched },
        }
    }

    /// Returns the expected share of points of the next game, from 0 to 1: the observed share,
    /// weighted with the score of a search or other expectation as long as there are few games.
    #[must_use]
    pub fn weight(&self, odds: Odds, otherwise: f64) -> f64 {
        let expected = match self.searched {
            Some((score, _)) if score.is_win() => 1.0,
            Some((score, _)) if score.is_loss() => 0.0,
            Some((score, _)) => {
                let [win, draw, _] = odds.thousandths(score, false);
                (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
            }
            None => otherwise,
        };
        (self.points() + EXPECTED * expected) / (self.games() as f64 + EXPECTED)
    }

    /// Returns bounds on the share of points: Wilson's 95 % interval, or 0 to 1 without any games.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let games = self.games() as f64;
        if games == 0.0 {
            return [0.0, 1.0];
        }
        let (share, z) = (self.points() / games, DEVIATIONS * DEVIATIONS / games);
        let middle = (share + z / 2.0) / (1.0 + z);
        let spread = (share * (1.0 - share) * z + z * z / 4.0).sqrt() / (1.0 + z);
        [middle - spread, middle + spread]
    }

    /// Returns the value as stored.
    #[must_use]
    pub fn encode(&self) -> [u8; 16] {
        let mut value = [0; 16];
        value[..4].copy_from_slice(&self.wins.to_le_bytes());
        value[4..8].copy_from_slice(&self.draws.to_le_bytes());
        value[8..12].copy_from_slice(&self.losses.to_le_bytes());
        if let Some((score, depth)) = self.searched {
            value[12..14].copy_from_slice(&score.to_bits().to_le_bytes());
            value[14] = depth;
        }
        value
    }

    /// Reads a stored value, if it is a tally.
    #[must_use]
    pub fn decode(value: &[u8]) -> Option<Self> {
        let mut fields = Fields::new(value);
        let (wins, draws, losses) = (fields.u32()?, fields.u32()?, fields.u32()?);
        let score = Score::from_bits(fields.u16()?);
        let [depth, reserved] = fields.array()?;
        let is_score = score < Score::INFINITY && -score < Score::INFINITY;
        let searched = (depth > 0).then_some((score, depth));
        (reserved == 0 && is_score && fields.is_empty()).then_some(Self {
            wins,
            draws,
            losses,
            searched,
        })
    }
}

/// Returns the name of the database of one kind of data about a game under the rules of a position.
pub(super) fn name(kind: &str, position: &dyn AnyPosition) -> Name {
    let game = position.game();
    Name::new(kind, game.about().name, game.rule_options(), &position.choices())
}

/// Returns the key of a position, the same for all its symmetric images.
#[must_use]
pub fn key(position: &dyn AnyPosition) -> Vec<u8> {
    let canonical = position.canonical_board();
    let mut key = Vec::with_capacity(8 * canonical.len() + 2);
    for word in canonical {
        key.extend_from_slice(&word.to_be_bytes());
    }
    // The packed board leaves it out, and it decides who wins.
    if let Some(settled) = position.settled_margin() {
        let settled = (settled * position.mover().sign()) as i16;
        key.extend_from_slice(&(settled as u16 ^ 0x8000).to_be_bytes());
    }
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u32, draws: u32, losses: u32) -> Tally {
        Tally { wins, draws, losses, searched: None }
    }

    #[test]
    fn tallies_come_back() {
        for searched in [None, Some((Score::centi(-120), 7)), Some((Score::loss_in(4), 255))] {
            let tally = Tally { searched, ..tally(1, 2, u32::MAX) };
            assert_eq!(Tally::decode(&tally.encode()), Some(tally));
        }
        let whole = tally(1, 2, 3).encode();
        assert_eq!(Tally::decode(&whole[..15]), None);
        assert_eq!(Tally::decode(&[&whole[..], &[0]].concat()), None);
        let mut other = whole;
        other[15] = 1;
        assert_eq!(Tally::decode(&other), None);
    }

    #[test]
    fn merging_knows_no_order() {
        let searched =
            |centi, depth| Tally { searched: Some((Score::centi(centi), depth)), ..tally(1, 0, 2) };
        let all =
            [tally(5, 1, 0), searched(40, 3), searched(60, 3), searched(-90, 5), Tally::default()];
        let merge = |order: [usize; 5]| {
            order.iter().fold(Tally::default(), |sum, at| sum.merged(&all[*at]))
        };
        let sum = merge([0, 1, 2, 3, 4]);
        assert_eq!(sum, Tally { searched: Some((Score::centi(-90), 5)), ..tally(8, 1, 6) });
        for order in [[4, 3, 2, 1, 0], [2, 0, 4, 1, 3], [3, 1, 2, 4, 0]] {
            assert_eq!(merge(order), sum);
        }
        assert_eq!(searched(40, 3).merged(&searched(60, 3)).searched, Some((Score::centi(60), 3)));
        let full = tally(u32::MAX, 0, 0);
        assert_eq!(full.merged(&full).wins, u32::MAX);
    }

    #[test]
    fn bounds_close_in_on_the_share() {
        assert_eq!(Tally::default().bounds(), [0.0, 1.0]);
        // The published interval of 8 of 10: 0.490 to 0.943.
        let [low, high] = tally(8, 0, 2).bounds();
        assert!((low - 0.490).abs() < 0.001 && (high - 0.943).abs() < 0.001, "{low} {high}");
        let [low, high] = tally(8_000, 0, 2_000).bounds();
        assert!(low > 0.79 && high < 0.81);
        for (points, draws) in [(0, 0), (0, 10), (10, 0)] {
            let [low, high] = tally(points, draws, 3).bounds();
            assert!((0.0..=1.0).contains(&low) && (low..=1.0).contains(&high));
        }
    }

    #[test]
    fn searches_count_where_games_are_few() {
        let odds = Odds { even: 100.0, spread: 100.0 };
        let weight = |tally: Tally| tally.weight(odds, 0.5);
        assert_eq!(weight(Tally::default()), 0.5);
        let good = Tally { searched: Some((Score::centi(500), 4)), ..Tally::default() };
        assert!(weight(good) > 0.9);
        assert_eq!(
            weight(Tally { searched: Some((Score::win_in(3), 4)), ..Tally::default() }),
            1.0
        );
        let lost = Tally { losses: 100, ..good };
        assert!(weight(lost) < 0.05, "{}", weight(lost));
        assert!(weight(tally(3, 0, 1)) > weight(tally(1, 0, 1)));
        assert_eq!(Tally::default().weight(odds, 0.25), 0.25);
        assert_eq!(good.weight(odds, 0.25), weight(good));
    }
}
