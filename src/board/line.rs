//! The output of a search, from the first player's view and at a readable rate.

use std::time::Duration;

use tokio::time::Instant;

use super::message::{Line, LineScore};

/// The least time between two lines of the same rank.
const PAUSE: Duration = Duration::from_millis(100);

/// The output of one search so far.
#[derive(Debug)]
pub(super) struct Search {
    reader: Reader,
    throttle: Throttle,
    /// The newest best line.
    best: Option<Line>,
}

impl Search {
    /// Returns a search without output, of a position at that ply, with the first player to move or
    /// not.
    pub(super) fn new(from: &'static str, ply: usize, is_first: bool) -> Self {
        let reader = Reader { from, ply, is_first, exact: None };
        Self { reader, throttle: Throttle::default(), best: None }
    }

    /// Takes in a line of the engine.
    pub(super) fn hear(&mut self, text: &str) {
        if let Some(line) = self.reader.read(text) {
            if line.k == 1 {
                self.best = Some(line.clone());
            }
            self.throttle.offer(line);
        }
    }

    /// Returns the lines that may be sent now.
    pub(super) fn told(&mut self, now: Instant) -> Vec<Line> {
        self.throttle.take(now)
    }

    /// Returns the remaining lines when the search is over.
    pub(super) fn rest(&mut self) -> Vec<Line> {
        self.throttle.drain()
    }

    /// Returns when the next line may be sent.
    pub(super) fn due(&self) -> Option<Instant> {
        self.throttle.due()
    }

    pub(super) const fn ply(&self) -> usize {
        self.reader.ply
    }

    /// Returns the first player's chance, if it is known.
    pub(super) fn chance(&self) -> Option<f64> {
        self.best.as_ref()?.chance
    }

    /// Returns the best move so far.
    pub(super) fn best(&self) -> Option<&String> {
        self.best.as_ref()?.pv.first()
    }
}

/// Reads the `info` lines of one search.
#[derive(Debug)]
struct Reader {
    from: &'static str,
    ply: usize,
    /// Whether the first player is to move, so that scores need not be negated.
    is_first: bool,
    /// The proven margin announced for the next line.
    exact: Option<i64>,
}

impl Reader {
    /// Reads a line; `None` if it has no score.
    fn read(&mut self, text: &str) -> Option<Line> {
        let turn = |number: i64| if self.is_first { number } else { -number };
        if let Some(rest) = text.strip_prefix("info string margin ") {
            self.exact = rest.split(' ').next().and_then(|n| n.parse().ok()).map(turn);
            return None;
        }
        let fields = text.strip_prefix("info ")?;
        let (fields, pv) = fields.split_once(" pv ").unwrap_or((fields, ""));
        let words: Vec<&str> = fields.split(' ').collect();
        let at = |key| words.iter().position(|word| *word == key);
        let behind = |key, n: usize| at(key).and_then(|at| words.get(at + n)).copied();
        let number = |key| behind(key, 1).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
        let value = turn(behind("score", 2)?.parse().ok()?);
        let score = match behind("score", 1)? {
            "cp" => LineScore::Cp(value),
            "mate" => LineScore::Mate(value),
            _ => return None,
        };
        let odds = || -> Option<[u64; 3]> {
            let mut odds = [0; 3];
            for (i, part) in odds.iter_mut().enumerate() {
                *part = behind("wdl", i + 1)?.parse().ok()?;
            }
            Some(odds)
        };
        let wdl = odds().map(|[w, d, l]| if self.is_first { [w, d, l] } else { [l, d, w] });
        Some(Line {
            from: self.from,
            ply: self.ply,
            k: usize::try_from(number("multipv")).unwrap_or(1).max(1),
            depth: number("depth"),
            seldepth: number("seldepth"),
            score,
            wdl,
            chance: wdl.map(|[w, d, _]| (w as f64 + d as f64 / 2.0) / 1000.0),
            exact: self.exact.take(),
            nodes: number("nodes"),
            nps: number("nps"),
            time: number("time"),
            pv: pv.split(' ').filter(|m| !m.is_empty()).map(str::to_owned).collect(),
        })
    }
}

/// Throttles lines: of those of a rank, the newest is always sent in the end.
#[derive(Debug, Default)]
struct Throttle {
    ranks: Vec<Rank>,
}

#[derive(Debug, Default)]
struct Rank {
    told: Option<Instant>,
    held: Option<Line>,
}

impl Rank {
    /// Returns when its waiting line may be sent, if there is one.
    fn due(&self, now: Instant) -> Option<Instant> {
        self.held.as_ref().map(|_| self.told.map_or(now, |told| told + PAUSE))
    }
}

impl Throttle {
    /// Takes in a line, replacing a waiting one of the same rank.
    fn offer(&mut self, line: Line) {
        let rank = line.k - 1;
        if self.ranks.len() <= rank {
            self.ranks.resize_with(rank + 1, Rank::default);
        }
        self.ranks[rank].held = Some(line);
    }

    /// Returns the lines that may be sent now.
    fn take(&mut self, now: Instant) -> Vec<Line> {
        let is_due = |rank: &Rank| rank.due(now).is_some_and(|due| due <= now);
        let ranks = self.ranks.iter_mut().filter(|rank| is_due(rank));
        ranks
            .filter_map(|rank| {
                rank.told = Some(now);
                rank.held.take()
            })
            .collect()
    }

    /// Returns all waiting lines, due or not.
    fn drain(&mut self) -> Vec<Line> {
        self.ranks.iter_mut().filter_map(|rank| rank.held.take()).collect()
    }

    /// Returns when the next line may be sent.
    fn due(&self) -> Option<Instant> {
        let now = Instant::now();
        self.ranks.iter().filter_map(|rank| rank.due(now)).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INFO: &str = "info depth 10 seldepth 15 multipv 2 score cp 16 wdl 513 24 463 nodes 412000 \
                        nps 260119 hashfull 7 tbhits 0 time 1522 pv B[A6-B5] R[E3-E4]";

    fn reader(from: &'static str, ply: usize, is_first: bool) -> Reader {
        Reader { from, ply, is_first, exact: None }
    }

    #[test]
    fn scores_are_the_first_players() {
        let line = reader("look", 31, false).read(INFO).unwrap();
        assert_eq!(line.score, LineScore::Cp(-16));
        assert_eq!(line.wdl, Some([463, 24, 513]));
        assert_eq!(line.chance, Some(0.475));
        assert_eq!((line.k, line.depth, line.seldepth, line.time), (2, 10, 15, 1522));
        assert_eq!(line.pv, ["B[A6-B5]", "R[E3-E4]"]);
        let line = reader("look", 30, true).read(INFO).unwrap();
        assert_eq!((line.score, line.wdl), (LineScore::Cp(16), Some([513, 24, 463])));
    }

    #[test]
    fn a_proven_margin_belongs_to_the_next_line() {
        let mut reader = reader("seat1", 5, false);
        assert_eq!(reader.read("info string margin 7 exact"), None);
        assert_eq!(reader.read(INFO).unwrap().exact, Some(-7));
        assert_eq!(reader.read(INFO).unwrap().exact, None);
        assert_eq!(reader.read("info depth 3 currmove x currmovenumber 3"), None);
        assert_eq!(reader.read("info string something new"), None);
        let mate = "info depth 3 multipv 1 score mate -4 nodes 1 time 0";
        let line = reader.read(mate).unwrap();
        assert_eq!((line.score, line.chance, line.pv.len()), (LineScore::Mate(4), None, 0));
    }

    #[test]
    fn the_newest_best_line_counts() {
        let mut search = Search::new("look", 31, false);
        assert_eq!((search.chance(), search.best()), (None, None));
        search.hear(&INFO.replace("multipv 2", "multipv 1"));
        search.hear("info depth 11 multipv 2 score cp 500 wdl 900 50 50 pv B[A1-A2]");
        assert_eq!(search.chance(), Some(0.475));
        assert_eq!(search.best().unwrap(), "B[A6-B5]");
        assert_eq!(search.told(Instant::now()).len(), 2);
    }

    #[test]
    fn ten_lines_a_second_and_the_last_one() {
        let start = Instant::now();
        let mut throttle = Throttle::default();
        let mut reader = reader("look", 0, true);
        let mut told = 0;
        for ms in 0..1000 {
            let mut line = reader.read(INFO).unwrap();
            line.nodes = ms;
            throttle.offer(line);
            told += throttle.take(start + Duration::from_millis(ms)).len();
        }
        assert_eq!(told, 10);
        assert!(throttle.due().is_some());
        assert_eq!(throttle.drain()[0].nodes, 999);
        assert_eq!((throttle.due(), throttle.drain().len()), (None, 0));
    }
}
