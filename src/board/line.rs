//! The output of a search, from the first player's view and at a readable rate.

use std::time::Duration;

use tokio::time::Instant;

use super::message::{LineScore, SearchLine};
use crate::kernel::Gather;
use crate::wire::{Info, UciScore};

/// The least time between two messages with lines.
const PAUSE: Duration = Duration::from_millis(100);

/// The most lines that a search reports.
const RANKS: usize = 256;

/// The output of one search so far.
#[derive(Debug)]
pub(super) struct SearchOutput {
    reader: InfoReader,
    throttle: Throttle,
    /// The newest best line.
    best: Option<SearchLine>,
}

impl SearchOutput {
    /// Returns a search without output, of a position at that ply, or behind a line from there, with the
    /// first player to move or not.
    pub(super) fn new(from: &'static str, ply: usize, line: &[String], is_first: bool) -> Self {
        let reader = InfoReader { from, ply, line: line.join(" "), is_first, exact: None };
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
    pub(super) fn take_due(&mut self, now: Instant) -> Vec<SearchLine> {
        self.throttle.take(now)
    }

    /// Returns the remaining lines when the search is over.
    pub(super) fn rest(&mut self) -> Vec<SearchLine> {
        self.throttle.drain()
    }

    /// Drops what was found, which is of a position that the game has not any more.
    pub(super) fn forget(&mut self) {
        self.throttle.drain();
        self.best = None;
    }

    /// Returns when the next line may be sent.
    pub(super) fn due(&self) -> Option<Instant> {
        self.throttle.due()
    }

    pub(super) const fn ply(&self) -> usize {
        self.reader.ply
    }

    /// Returns whether the position is one of the game.
    pub(super) const fn is_of_game(&self) -> bool {
        self.reader.line.is_empty()
    }

    /// Returns the first player's chance, if it is known.
    pub(super) fn chance(&self) -> Option<f64> {
        self.best.as_ref()?.chance
    }

    /// Returns whether the chance is certain.
    pub(super) fn is_proven(&self) -> bool {
        let wdl = self.best.as_ref().and_then(|line| line.wdl);
        wdl.is_some_and(|wdl| wdl.contains(&1000))
    }

    /// Returns the best line so far, or the best move alone if that is not of it.
    pub(super) fn line_of(&self, best: &str) -> Vec<String> {
        let line = self.best.as_ref().map_or(&[][..], |line| &line.pv);
        match line.first() {
            Some(first) if first == best => line.to_vec(),
            _ => vec![best.to_owned()],
        }
    }

    /// Returns the best move so far.
    pub(super) fn best(&self) -> Option<&String> {
        self.best.as_ref()?.pv.first()
    }
}

/// Reads the `info` lines of one search.
#[derive(Debug)]
struct InfoReader {
    from: &'static str,
    ply: usize,
    /// The moves from there.
    line: String,
    /// Whether the first player is to move, so that scores need not be negated.
    is_first: bool,
    /// The proven margin that came before the line it belongs to.
    exact: Option<i64>,
}

impl InfoReader {
    /// Reads a line; `None` if it has no score.
    fn read(&mut self, text: &str) -> Option<SearchLine> {
        let turn = |number: i32| i64::from(number) * if self.is_first { 1 } else { -1 };
        let info = Info::parse(text)?;
        let margin = info.margin.map(turn);
        let Some(score) = info.score else {
            self.exact = margin;
            return None;
        };
        let wdl = info.wdl.map(|[w, d, l]| if self.is_first { [w, d, l] } else { [l, d, w] });
        Some(SearchLine {
            from: self.from,
            ply: self.ply,
            line: self.line.clone(),
            k: info.multipv.map_or(1, |k| (k as usize).clamp(1, RANKS)),
            depth: info.depth.unwrap_or(0).into(),
            seldepth: info.seldepth.unwrap_or(0).into(),
            score: match score {
                UciScore::Cp(value) => LineScore::Cp(turn(value)),
                UciScore::Mate(distance) => LineScore::Mate(turn(distance)),
            },
            wdl: wdl.map(|odds| odds.map(u64::from)),
            chance: wdl.map(|[w, d, _]| (f64::from(w) + f64::from(d) / 2.0) / 1000.0),
            exact: margin.or(self.exact.take()),
            nodes: info.nodes.unwrap_or(0),
            nps: info.nps.unwrap_or(0),
            time: info.time.map_or(0, |time| time.as_millis() as u64),
            pv: info.pv.into_iter().map(str::to_owned).gather(),
        })
    }
}

/// Throttles lines: all that wait are sent together, and of those of a rank the newest is always sent in the end.
#[derive(Debug, Default)]
struct Throttle {
    sent: Option<Instant>,
    /// What waits, by rank.
    held: Vec<Option<SearchLine>>,
}

impl Throttle {
    /// Takes in a line, replacing a waiting one of the same rank.
    fn offer(&mut self, line: SearchLine) {
        let rank = line.k - 1;
        if self.held.len() <= rank {
            self.held.resize_with(rank + 1, || None);
        }
        self.held[rank] = Some(line);
    }

    /// Returns the lines that may be sent now.
    fn take(&mut self, now: Instant) -> Vec<SearchLine> {
        if self.sent.is_some_and(|sent| now < sent + PAUSE) {
            return Vec::new();
        }
        let lines = self.drain();
        if !lines.is_empty() {
            self.sent = Some(now);
        }
        lines
    }

    /// Returns all waiting lines, due or not.
    fn drain(&mut self) -> Vec<SearchLine> {
        self.held.iter_mut().filter_map(Option::take).gather()
    }

    /// Returns when the next lines may be sent.
    fn due(&self) -> Option<Instant> {
        let waits = self.held.iter().any(Option::is_some);
        waits.then(|| self.sent.map_or_else(Instant::now, |sent| sent + PAUSE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INFO: &str = "info depth 10 seldepth 15 multipv 2 score cp 16 wdl 513 24 463 nodes 412000 \
                        nps 260119 hashfull 7 tbhits 0 time 1522 pv B[A6-B5] R[E3-E4]";

    fn reader(from: &'static str, ply: usize, is_first: bool) -> InfoReader {
        InfoReader { from, ply, line: String::new(), is_first, exact: None }
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
    fn a_proven_margin_belongs_to_its_line_or_the_next() {
        let mut reader = reader("seat1", 5, false);
        let line = INFO.replace(" nodes", " margin 3 nodes");
        assert_eq!(reader.read(&line).unwrap().exact, Some(-3));
        assert_eq!(reader.read("info string margin 7 exact"), None);
        assert_eq!(reader.read(INFO).unwrap().exact, Some(-7));
        assert_eq!(reader.read(INFO).unwrap().exact, None);
        assert_eq!(reader.read("info depth 3 currmove x currmovenumber 3"), None);
        assert_eq!(reader.read("info string something new"), None);
        let far = reader.read("info multipv 4000000000 score cp 1").unwrap();
        assert_eq!(far.k, RANKS, "the number of lines is bounded");
        let mate = "info depth 3 multipv 1 score mate -4 nodes 1 time 0";
        let line = reader.read(mate).unwrap();
        assert_eq!((line.score, line.chance, line.pv.len()), (LineScore::Mate(4), None, 0));
    }

    #[test]
    fn the_newest_best_line_counts() {
        let mut search = SearchOutput::new("look", 31, &[], false);
        assert_eq!((search.chance(), search.best()), (None, None));
        search.hear(&INFO.replace("multipv 2", "multipv 1"));
        search.hear("info depth 11 multipv 2 score cp 500 wdl 900 50 50 pv B[A1-A2]");
        assert_eq!(search.chance(), Some(0.475));
        assert_eq!(search.best().unwrap(), "B[A6-B5]");
        assert_eq!(search.take_due(Instant::now()).len(), 2);
    }

    #[test]
    fn ten_lines_a_second_and_the_last_one() {
        let start = Instant::now();
        let mut throttle = Throttle::default();
        let mut reader = reader("look", 0, true);
        let mut sent = 0;
        for ms in 0..1000 {
            let mut line = reader.read(INFO).unwrap();
            line.nodes = ms;
            throttle.offer(line);
            sent += throttle.take(start + Duration::from_millis(ms)).len();
        }
        assert_eq!(sent, 10);
        assert!(throttle.due().is_some());
        assert_eq!(throttle.drain()[0].nodes, 999);
        assert_eq!((throttle.due(), throttle.drain().len()), (None, 0));
    }

    /// A search of many moves at once would else be more messages than may be queued for a tab.
    #[test]
    fn lines_of_all_ranks_are_sent_together() {
        let start = Instant::now();
        let mut throttle = Throttle::default();
        let mut reader = reader("look", 0, true);
        let mut sent = Vec::new();
        for (at, k) in (1..=RANKS).chain(1..=RANKS).enumerate() {
            throttle
                .offer(reader.read(&INFO.replace("multipv 2", &format!("multipv {k}"))).unwrap());
            let now = start + PAUSE * at as u32 / RANKS as u32;
            sent.push(throttle.take(now).len());
        }
        sent.retain(|count| *count > 0);
        assert_eq!(sent, [1, RANKS]);
    }
}
