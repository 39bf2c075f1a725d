//! What an engine tells while it searches.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::uci_score::UciScore;
use crate::kernel::Gather;

/// `info ...`: what a search has found so far, or a text. Every field may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info<'a> {
    /// The iteration, in plies.
    pub depth: Option<u32>,
    /// The deepest ply that was looked at.
    pub seldepth: Option<u32>,
    /// Which of the best lines this is, 1 for the best.
    pub multipv: Option<u32>,
    /// What the line is worth.
    pub score: Option<UciScore>,
    /// The chances of a win, a draw and a loss, in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// The proven margin at the end of a game of points.
    pub margin: Option<i32>,
    /// The nodes up to now.
    pub nodes: Option<u64>,
    /// The nodes of a second.
    pub nps: Option<u64>,
    /// How full the table is, in thousandths.
    pub hashfull: Option<u32>,
    /// How many positions tables have judged.
    pub tbhits: Option<u64>,
    /// The time up to now, in milliseconds.
    pub time: Option<Duration>,
    /// The root move that is being searched.
    pub currmove: Option<&'a str>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The moves of the line.
    pub pv: Vec<&'a str>,
    /// A text instead.
    pub string: Option<&'a str>,
}

impl<'a> Info<'a> {
    /// Returns the line of a text.
    #[must_use]
    pub fn text(text: &'a str) -> Self {
        Self { string: Some(text), ..Self::default() }
    }

    /// Reads a line; `None` if it is another one. Words that are unknown or make no sense are
    /// skipped. `info string margin N exact` came before the line that it belongs to in earlier
    /// versions, and is read as a margin alone.
    #[must_use]
    pub fn parse(line: &'a str) -> Option<Self> {
        let mut rest = line;
        let ("info", mut info) = (next(&mut rest)?, Self::default()) else { return None };
        while let Some(word) = next(&mut rest) {
            match word {
                "depth" => info.depth = number(&mut rest),
                "seldepth" => info.seldepth = number(&mut rest),
                "multipv" => info.multipv = number(&mut rest),
                "score" => info.score = score(&mut rest),
                "wdl" => info.wdl = odds(&mut rest),
                "margin" => info.margin = number(&mut rest),
                "nodes" => info.nodes = number(&mut rest),
                "nps" => info.nps = number(&mut rest),
                "hashfull" => info.hashfull = number(&mut rest),
                "tbhits" => info.tbhits = number(&mut rest),
                "time" => info.time = number(&mut rest).map(Duration::from_millis),
                "currmove" => info.currmove = next(&mut rest),
                "currmovenumber" => info.currmovenumber = number(&mut rest),
                "pv" => {
                    info.pv = rest.split_ascii_whitespace().gather();
                    break;
                }
                "string" => {
                    let text = rest.trim();
                    info.margin = earlier_margin(text);
                    info.string = info.margin.is_none().then_some(text);
                    break;
                }
                _ => {}
            }
        }
        Some(info)
    }
}

/// Takes the next word from a text.
fn next<'a>(rest: &mut &'a str) -> Option<&'a str> {
    let text = rest.trim_ascii_start();
    let end = text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len());
    let (word, after) = text.split_at(end);
    *rest = after;
    (!word.is_empty()).then_some(word)
}

/// Takes the next word from a text if it is a number.
fn number<T: FromStr>(rest: &mut &str) -> Option<T> {
    let mut after = *rest;
    let number = next(&mut after)?.parse().ok()?;
    *rest = after;
    Some(number)
}

fn score(rest: &mut &str) -> Option<UciScore> {
    match next(rest)? {
        "cp" => number(rest).map(UciScore::Cp),
        "mate" => number(rest).map(UciScore::Mate),
        _ => None,
    }
}

fn odds(rest: &mut &str) -> Option<[u32; 3]> {
    Some([number(rest)?, number(rest)?, number(rest)?])
}

fn earlier_margin(text: &str) -> Option<i32> {
    text.strip_prefix("margin ")?.strip_suffix(" exact")?.parse().ok()
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn field<T: fmt::Display>(
            f: &mut fmt::Formatter,
            name: &str,
            value: Option<T>,
        ) -> fmt::Result {
            value.map_or(Ok(()), |value| write!(f, " {name} {value}"))
        }
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score", self.score)?;
        field(f, "wdl", self.wdl.map(|[win, draw, loss]| format!("{win} {draw} {loss}")))?;
        field(f, "margin", self.margin)?;
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "tbhits", self.tbhits)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "currmove", self.currmove)?;
        field(f, "currmovenumber", self.currmovenumber)?;
        field(f, "pv", Some(self.pv.join(" ")).filter(|pv| !pv.is_empty()))?;
        field(f, "string", self.string)
    }
}

/// Returns the line that refuses a command.
pub fn refused(why: impl fmt::Display) -> String {
    format!("info string error {why}")
}

/// Returns why a line refuses a command; `None` if it is another line.
#[must_use]
pub fn refusal(line: &str) -> Option<&str> {
    line.strip_prefix("info string error ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_of_other_engines_are_read() {
        let of = |line| Info::parse(line).unwrap();
        let info = of("info depth 3 score cp -35 lowerbound nodes 7 cpuload 30 pv a b");
        assert_eq!(
            (info.score, info.depth, info.nodes),
            (Some(UciScore::Cp(-35)), Some(3), Some(7))
        );
        assert_eq!(info.pv, ["a", "b"]);
        assert_eq!(of(" info multipv 2\tscore  mate -3").score, Some(UciScore::Mate(-3)));
        assert_eq!(of("info string score cp 5"), Info::text("score cp 5"));
        assert_eq!(of("info score cp pv a").pv, ["a"], "a number that is missing hides nothing");
        assert_eq!(of("info depth 99999999999 wdl 1 2").depth, None);
        assert_eq!(of("info"), Info::default());
        for other in ["score cp 5", "information", ""] {
            assert_eq!(Info::parse(other), None, "{other:?}");
        }
    }

    #[test]
    fn a_margin_is_read_in_both_forms() {
        let margin = |line| Info::parse(line).unwrap().margin;
        assert_eq!(margin("info depth 3 score cp 700 margin 7 nodes 5"), Some(7));
        assert_eq!(margin("info string margin -7 exact"), Some(-7));
        assert_eq!(margin("info string margin 7 about"), None);
    }

    #[test]
    fn a_refusal_is_read() {
        assert_eq!(refusal(&refused("busy: wait")), Some("busy: wait"));
        assert_eq!(refusal("info string variant x"), None);
    }

    fn infos() -> impl Strategy<Value = (Info<'static>, Vec<String>, Option<String>)> {
        let few = || prop::option::of(any::<u32>());
        let many = || prop::option::of(any::<u64>());
        let score = prop::option::of(prop_oneof![
            any::<i32>().prop_map(UciScore::Cp),
            any::<i32>().prop_map(UciScore::Mate)
        ]);
        let values = (score, prop::option::of(any::<[u32; 3]>()), prop::option::of(any::<i32>()));
        let moves = prop::collection::vec("[!-~]{1,9}", 0..6);
        let counts = (few(), few(), few(), few(), few());
        (counts, (many(), many(), many(), many()), values, moves, prop::option::of("[!-~]{1,9}"))
            .prop_map(|(few, many, (score, wdl, margin), pv, currmove)| {
                let (depth, seldepth, multipv, hashfull, currmovenumber) = few;
                let (nodes, nps, tbhits, time) = many;
                let time = time.map(Duration::from_millis);
                let info = Info {
                    depth,
                    seldepth,
                    multipv,
                    score,
                    wdl,
                    margin,
                    nodes,
                    nps,
                    hashfull,
                    tbhits,
                    time,
                    currmovenumber,
                    ..Info::default()
                };
                (info, pv, currmove)
            })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read((info, pv, currmove) in infos()) {
            let pv = pv.iter().map(String::as_str).collect();
            let written = Info { pv, currmove: currmove.as_deref(), ..info };
            let line = written.to_string();
            prop_assert_eq!(Info::parse(&line), Some(written.clone()));
        }

        #[test]
        fn a_text_that_is_written_is_read(text in "[a-z]([ -~]{0,20}[!-~])?") {
            let line = Info::text(&text).to_string();
            prop_assert_eq!(Info::parse(&line), Some(Info::text(&text)));
        }

        #[test]
        fn any_text_is_read_or_is_another_line(
            text in "(info)?(([ \t]{1,2}(depth|score|cp|mate|wdl|time|pv|string|currmove|-?[0-9]{0,25}|é))|\\PC){0,20}",
        ) {
            if let Some(info) = Info::parse(&text) {
                prop_assert!(info.pv.iter().all(|word| text.contains(word)));
            }
        }
    }
}
