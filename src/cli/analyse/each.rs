//! A whole game, move by move.

use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context, bail};

use super::judge::{Comparison, Judged, SECOND_LOOK, SearchedLines, share};
use super::review::{Report, Review};
use super::{chart, json};
use crate::cli::arguments::values;
use crate::cli::interrupt;
use crate::cli::record::{self, Facts};
use crate::cli::source::Loaded;
use crate::cli::think::think_of;
use crate::engine::{Session, Settings};
use crate::games::{GameKind, Mark};
use crate::kernel::{Gather, MoveBits, PerPlayer, Worth, file};
use crate::notation::{GameText, MoveTree, Step, Text};
use crate::search::Limits;

/// What is judged, and what is written beside the report.
#[derive(Clone, Debug, Default)]
pub(super) struct Outputs {
    /// The moves to judge; all of them unless said.
    pub(super) plies: Option<Plies>,
    /// The file of the chart.
    pub(super) svg: Option<PathBuf>,
    /// The file of the record with comments.
    pub(super) record: Option<PathBuf>,
    /// Whether that has better lines as variations.
    pub(super) variations: bool,
}

/// Some moves of a game that follow each other, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plies(RangeInclusive<usize>);

values! { Plies }

impl Plies {
    /// Returns their places from 0, of those that a game with so many moves has.
    fn places(&self, moves: usize) -> Range<usize> {
        self.0.start() - 1..(*self.0.end()).min(moves)
    }
}

impl FromStr for Plies {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) if 1 <= first && first <= last => Ok(Self(first..=last)),
            _ => Err("expected the number of a move, from 1, or two with a hyphen"),
        }
    }
}

/// How long the others may be searched when the best move was played, or a move that is not the best,
/// in multiples of the nodes that the search of all moves took.
const OTHERS: u64 = 4;

/// A game to be judged.
struct Walk<'a> {
    session: &'a mut dyn Session,
    limits: Limits,
    settings: Settings,
    start: String,
    played: Vec<String>,
}

/// Judges every move of the game that the session holds. Ctrl-C ends it with the moves so far.
pub(super) fn run(
    kind: GameKind,
    session: &mut dyn Session,
    limits: &Limits,
    settings: Settings,
    loaded: &Loaded,
    is_json: bool,
    outputs: &Outputs,
) -> anyhow::Result<()> {
    let (start, played) = (session.start(), session.played());
    if played.is_empty() {
        bail!("--each needs a game with at least one move");
    }
    let places = match &outputs.plies {
        Some(plies) => plies.places(played.len()),
        None => 0..played.len(),
    };
    if places.is_empty() {
        bail!("--plies: the last move of the game is number {}", played.len());
    }
    for path in outputs.svg.iter().chain(&outputs.record) {
        if path.exists() {
            bail!("{} exists; take another name", path.display());
        }
        file::try_write(path).with_context(|| path.display().to_string())?;
    }
    let record = match &loaded.record {
        Some(record) => record.clone(),
        None => {
            let names = PerPlayer::new("?".to_owned(), "?".to_owned());
            record::record(session, &session.first_position(), &Facts { names, ..Facts::default() })
        }
    };
    let mut report: Box<dyn Report> = match is_json {
        true => Box::new(json::Json::new(kind)),
        false => Box::new(Review::new(kind, loaded)),
    };
    let mut walk = Walk { session, limits: *limits, settings, start, played };
    walk.go_to(0)?;
    report.start(walk.session, walk.played.len())?;
    let (judged, is_interrupted) = walk.judge_all(places, report.as_mut())?;
    walk.go_to(walk.played.len())?;
    report.end(walk.session, &judged, is_interrupted)?;
    let players = walk.session.players();
    if let Some(path) = &outputs.svg {
        let title = format!("{}: the share of {}", kind.about().title, players[0]);
        let svg = chart::svg(&judged, players, &title);
        record::write(&svg, path, None).with_context(|| format!("{}", path.display()))?;
    }
    if let Some(path) = &outputs.record {
        let text = annotated(&record, &loaded.tree, &judged, players[0], outputs.variations);
        record::write(&text, path, None).with_context(|| format!("{}", path.display()))?;
    }
    Ok(())
}

/// Returns a record with a comment behind each move that has a mark, in its own tree of moves.
fn annotated(
    record: &GameText,
    tree: &MoveTree,
    judged: &[Judged],
    first: &str,
    with_variations: bool,
) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut tree = match tree.line.len() == record.moves.len() {
        true => tree.clone(),
        false => MoveTree::of(&record.moves),
    };
    let judge = format!("Judged by quincunx {version}; the shares are those of {first}.");
    if !tree.comments.contains(&judge) {
        tree.comments.push(judge);
    }
    for one in judged.iter().filter(|one| !one.mark.sign().is_empty()) {
        let Some(step) = tree.line.get_mut(one.ply - 1) else { continue };
        let [best, played] =
            [one.found.best_share, one.found.played_share].map(|share| 100.0 * one.of_first(share));
        let mark = one.mark.sign();
        let better = &one.found.best.pv;
        let head = format!("{}. {} {mark}", one.ply, one.text);
        let better_words = if with_variations {
            String::new()
        } else {
            format!("; best was {}", better.join(" "))
        };
        step.comments.push(match one.mark.is_mistake() {
            true => format!("{head} {best:.0}% to {played:.0}%{better_words}"),
            false => format!("{head} the only good move, {best:.0}%"),
        });
        step.comments.extend(one.why.iter().cloned());
        if !with_variations {
            continue;
        }
        mark.clone_into(&mut step.mark);
        let variation: Vec<Step> = better.iter().map(Step::new).gather();
        if one.mark.is_mistake() && !step.variations.contains(&variation) {
            step.variations.push(variation);
        }
    }
    record.with_moves(&tree)
}

impl Walk<'_> {
    /// Goes to the position after so many moves.
    fn go_to(&mut self, plies: usize) -> anyhow::Result<()> {
        let moves: Vec<Text> = self.played[..plies].iter().map(|text| Text::whole(text)).gather();
        Ok(self.session.set_position(Some(&self.start), &moves)?)
    }

    /// Judges one move after the other of some, and says whether Ctrl-C has ended that.
    fn judge_all(
        &mut self,
        places: Range<usize>,
        report: &mut dyn Report,
    ) -> anyhow::Result<(Vec<Judged>, bool)> {
        let mut judged = Vec::new();
        let mut look = None;
        for at in places {
            // A resignation is not judged: it changes no position.
            if self.played[at].ends_with("[resign]") {
                break;
            }
            report.progress(at);
            let first = match look.take() {
                Some(look) => look,
                None => {
                    self.go_to(at)?;
                    self.look(&[], self.limits)?
                }
            };
            // What the search of the next position finds is used twice.
            self.go_to(at + 1)?;
            let next = match self.session.outcome() {
                None => Some(self.look(&[], self.limits)?),
                Some(_) => None,
            };
            let one = self.judge(at, first, next.as_ref())?;
            if interrupt::take() {
                return Ok((judged, true));
            }
            report.tell(&one)?;
            judged.push(one);
            look = next;
        }
        Ok((judged, false))
    }

    /// Judges a move, `next` being what is known of the position behind it if the game goes on there.
    fn judge(
        &mut self,
        at: usize,
        first: SearchedLines,
        next: Option<&SearchedLines>,
    ) -> anyhow::Result<Judged> {
        let odds = self.session.kind().about().odds;
        let (after, outcome) = (self.session.to_move(), self.session.outcome());
        self.go_to(at)?;
        let player = self.session.to_move();
        let share_of = |look: &SearchedLines| look.share(odds, look.depth());
        let worth_of = |look: &SearchedLines| look.line(look.depth()).worth;
        let (share_after, worth) = match (next, outcome) {
            (Some(look), _) if after == player => (share_of(look), worth_of(look)),
            (Some(look), _) => (1.0 - share_of(look), -worth_of(look)),
            (None, outcome) => {
                let worth = outcome.map_or(Worth::Draw, |outcome| Worth::finished(outcome, player));
                (share(odds, worth), worth)
            }
        };
        let found = if self.session.legal_moves().len() == 1 {
            // A search does not look deep where there is no choice; the next position tells more.
            Comparison::forced(first.line(first.depth()), worth.delayed(1), share_after)
        } else {
            let found = self.compare(at, first, self.limits)?;
            if found.is_suspicious(share_after) {
                let limits = longer(self.limits);
                let second = self.look(&[], limits)?;
                self.compare(at, second, limits)?
            } else {
                found
            }
        };
        let (text, position) = (self.played[at].clone(), self.session.position());
        let mark = found.mark();
        let refutation = next.map_or(Vec::new(), |look| look.line(look.depth()).pv.clone());
        let why = match mark.is_mistake() {
            // The lines are those of searches, so they can be made.
            true => self.session.explain(&text, &found.best.pv, &refutation).unwrap_or_default(),
            false => Vec::new(),
        };
        Ok(Judged { ply: at + 1, player, text, position, found, mark, refutation, why })
    }

    /// Compares the move played in the current position with the best one, all of which are known
    /// from a look within those limits.
    fn compare(
        &mut self,
        at: usize,
        all: SearchedLines,
        limits: Limits,
    ) -> anyhow::Result<Comparison> {
        let odds = self.session.kind().about().odds;
        let played = self.session.legal_move(&self.played[at]);
        let depth = all.depth();
        let best = all.line(depth).clone();
        let is_best = best.pv.first() == Some(&self.played[at]);
        let best_share = all.share(odds, depth);
        let mut found = Comparison {
            depth,
            played: best.worth,
            best_share,
            played_share: best_share,
            others_share: None,
            best,
        };
        let legal = self.session.legal_moves();
        let others: Vec<MoveBits> = match is_best {
            // Who has lost finds no move that others would have missed.
            true if best_share < Mark::ONLY => return Ok(found),
            true => {
                let others = legal.iter().filter(|text| **text != self.played[at]);
                others.filter_map(|text| self.session.legal_move(text)).gather()
            }
            false => played.into_iter().gather(),
        };
        let nodes = found.best.nodes.max(1000) * OTHERS;
        let nodes = limits.nodes.map_or(nodes, |limit| nodes.max(limit * OTHERS));
        let within = Limits { depth: Some(depth), nodes: Some(nodes), ..Limits::default() };
        let look = self.look(&others, within)?;
        // The same depth for both, though one of them be known deeper.
        let depth = depth.min(look.depth());
        let (line, share) = (look.line(depth), look.share(odds, depth));
        let all_share = all.share(odds, depth);
        found.best_share = all_share;
        if is_best {
            found.played_share = all_share;
            found.others_share = Some(share.min(all_share));
        } else {
            found.depth = depth;
            found.best = all.line(depth).clone();
            found.played = line.worth;
            found.played_share = share.min(all_share);
        }
        Ok(found)
    }

    /// Searches the current position.
    fn look(&mut self, moves: &[MoveBits], limits: Limits) -> anyhow::Result<SearchedLines> {
        let mut reported = Vec::new();
        let found = think_of(self.session, moves, &limits, self.settings, &mut |line| {
            reported.push(line);
            Ok(())
        })?;
        let is_cut = limits.depth.is_none_or(|depth| found.depth < depth)
            || limits.nodes.is_some_and(|nodes| found.nodes >= nodes)
            || limits.move_time.is_some_and(|time| found.time >= time);
        Ok(SearchedLines::new(reported, found, is_cut))
    }
}

/// Returns the limits of a second look.
fn longer(limits: Limits) -> Limits {
    Limits {
        depth: limits.depth.map(|depth| depth + 2),
        nodes: limits.nodes.map(|nodes| nodes * u64::from(SECOND_LOOK)),
        move_time: limits.move_time.map(|time| time * SECOND_LOOK),
        ..limits
    }
}
