//! What the coach says, checked sentence by sentence against the texts of positions and moves.
//!
//! Nothing here uses the coach's own tools: a sentence is taken apart, and what it claims is found again
//! from legal moves, from the sections of positions, and from geometry written down here.

use std::collections::{BTreeMap, BTreeSet};

use quincunx::engine::{Engine, Session};
use quincunx::games::{Game, Mistake};
use quincunx::kernel::{Action, SplitMix64};
use quincunx::notation::moves;

use crate::common::{move_texts, position};

/// What a sentence is about.
struct Case<'a, P: Game> {
    rules: P::Rules,
    /// The position before the mistake, the mistake, the better line and the refutation.
    before: &'a str,
    played: &'a str,
    best: &'a [String],
    refutation: &'a [String],
}

fn items<'a>(position: &'a str, key: &str) -> Vec<&'a str> {
    let head = format!("{key}[");
    let found = position
        .match_indices(&head)
        .find(|(at, _)| *at == 0 || position.as_bytes()[at - 1] == b']');
    let Some((at, _)) = found else { return Vec::new() };
    let rest = &position[at + head.len()..];
    let list = &rest[..rest.find(']').unwrap()];
    list.split(',').filter(|item| !item.is_empty()).collect()
}

fn numbers(position: &str, key: &str) -> Vec<i32> {
    items(position, key).iter().map(|number| number.parse().unwrap()).collect()
}

fn names(list: &str) -> BTreeSet<String> {
    list.replace(" and ", ", ").split(", ").map(str::to_owned).collect()
}

fn number(word: &str) -> i32 {
    if word == "none" { 0 } else { word.parse().unwrap() }
}

/// Takes a sentence apart by a pattern in which `{}` stands for anything.
fn parts<'a>(pattern: &str, sentence: &'a str) -> Option<Vec<&'a str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = sentence.strip_prefix(pieces.next()?)?;
    let mut found = Vec::new();
    let pieces: Vec<&str> = pieces.collect();
    for (at, piece) in pieces.iter().enumerate() {
        let end = if at + 1 == pieces.len() {
            rest.len().checked_sub(piece.len()).filter(|end| &rest[*end..] == *piece)?
        } else {
            rest.find(piece)?
        };
        found.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    rest.is_empty().then_some(found)
}

impl<P: Game> Case<'_, P> {
    fn read(&self, text: &str) -> P {
        position(text, &self.rules, "a line")
    }

    fn after(&self, text: &str, m: &str) -> String {
        let mut position = self.read(text);
        let Ok(Action::Move(m)) = position.read_move(m) else { panic!("{m} in {text}") };
        position.make(m);
        position.write_position()
    }

    fn legal(&self, text: &str) -> Vec<String> {
        move_texts(&self.read(text))
    }

    fn walk(&self, line: &str) -> String {
        line.split(' ').fold(self.before.to_owned(), |here, m| self.after(&here, m))
    }

    /// The position behind the mistake, behind the better move, and behind the reply.
    fn behind(&self) -> (String, String, Option<String>) {
        let after = self.after(self.before, self.played);
        let reply = self.refutation.first().map(|reply| self.after(&after, reply));
        (after, self.after(self.before, &self.best[0]), reply)
    }

    fn mover(&self) -> &str {
        items(self.before, "turn")[0]
    }

    fn enemy(&self) -> &'static str {
        P::PLAYERS.into_iter().find(|letter| *letter != self.mover()).unwrap()
    }

    /// The same position with the other side to move.
    fn turned(&self, text: &str) -> String {
        let [one, other] = P::PLAYERS.map(|letter| format!("turn[{letter}]"));
        if text.contains(&one) { text.replace(&one, &other) } else { text.replace(&other, &one) }
    }

    fn winner(&self, text: &str) -> Option<&'static str> {
        self.read(text).outcome()?.winner.map(P::letter)
    }

    /// How much of a unit a player has.
    fn count(&self, text: &str, unit: &str, letter: &str) -> i32 {
        let at = P::PLAYERS.iter().position(|player| *player == letter).unwrap();
        let listed = items(text, letter).len() as i32;
        match unit {
            "man" | "men" => listed + numbers(text, "hand").get(at).unwrap_or(&0),
            "stack" | "stacks" | "piece" | "pieces" => listed,
            "held tiles" => *numbers(text, "held").get(at).unwrap_or(&0),
            "points" if P::NAME == "hexceed" => *numbers(text, "score").get(at).unwrap_or(&0),
            "points" => {
                // Controlled, minus what was not placed of the 63 of one's own.
                let other = P::PLAYERS[1 - at];
                let own_here =
                    items(text, letter).iter().filter(|item| !item.contains('\'')).count();
                let own_there =
                    items(text, other).iter().filter(|item| item.contains('\'')).count();
                listed - (63 - (own_here + own_there) as i32)
            }
            other => panic!("what are {other}?"),
        }
    }

    /// Whether a sentence is true; `None` if no pattern fits.
    fn is_true(&self, sentence: &str) -> Option<bool> {
        let (after, after_best, behind_reply) = self.behind();
        let (own, enemy) = (self.mover().to_owned(), self.enemy());
        let is_reply = |m: &str| self.refutation.first().is_some_and(|reply| reply == m);
        let is_best = |m: &str| self.best[0] == m;
        if let Some([who]) = fit("{} has won with that.", sentence) {
            return Some(who == enemy && self.winner(&after) == Some(enemy));
        }
        if let Some([m]) = fit("{} wins at once.", sentence) {
            return Some(is_reply(m) && self.winner(&self.after(&after, m)) == Some(enemy));
        }
        if let Some([line, who]) = fit("The line {} wins for {}.", sentence) {
            let end = line.split(' ').fold(after, |here, m| self.after(&here, m));
            return Some(who == enemy && self.winner(&end) == Some(enemy));
        }
        for better in ["", "better "] {
            let check = |line: &str, who: [&str; 2], changes: &dyn Fn(&str, &str, &str) -> bool| {
                let first = line.split(' ').next().unwrap();
                let right = if better.is_empty() { first == self.played } else { is_best(first) };
                let end = self.walk(line);
                right && who == [own.as_str(), enemy] && changes(self.before, &end, line)
            };
            let of = |pattern: &str| format!("In the {better}line {pattern}");
            if let Some([rest]) = fit(&of("{}."), sentence) {
                // Moves first; then who loses what.
                let words: Vec<&str> = rest.split(' ').collect();
                let moves = words.iter().take_while(|word| word.contains('[')).count();
                let line = words[..moves].join(" ");
                let told = words[moves..].join(" ");
                if let Some([a, from, to, unit, b, from_b, to_b]) =
                    fit("{} goes from {} to {} {}, {} from {} to {}", &told)
                {
                    let so = check(&line, [a, b], &|start, end, _| {
                        [(a, from, to), (b, from_b, to_b)].iter().all(|(who, from, to)| {
                            self.count(start, unit, who) == number(from)
                                && self.count(end, unit, who) == number(to)
                        })
                    });
                    return Some(so);
                }
                let lost = |unit: &str, who: &str, end: &str| {
                    self.count(self.before, unit, who) - self.count(end, unit, who)
                };
                let (own_lost, enemy_lost) = match words[moves..] {
                    [who, "loses", n, unit] => {
                        assert_eq!(who, enemy);
                        ((0, unit), (number(n), unit))
                    }
                    [who, "loses", n, unit, "and", other, m, ..] => {
                        assert_eq!((who, other), (own.as_str(), enemy));
                        ((number(n), unit), (number(m), unit))
                    }
                    _ => return None,
                };
                let so = check(&line, [&own, enemy], &|_, end, _| {
                    lost(own_lost.1, &own, end) == own_lost.0
                        && lost(enemy_lost.1, enemy, end) == enemy_lost.0
                });
                return Some(so);
            }
        }
        if let Some([reply, who, left, best, answer, more]) =
            fit("After {} {} has {} moves; after {} {} it would have {}.", sentence)
        {
            let here = self.after(&after, reply);
            let there = self.after(&self.after(self.before, best), answer);
            return Some(
                is_reply(reply)
                    && is_best(best)
                    && answer == self.best[1]
                    && who == own
                    && [&here, &there].map(|text| items(text, "turn")[0] == own) == [true; 2]
                    && self.legal(&here).len() as i32 == number(left)
                    && self.legal(&there).len() as i32 == number(more),
            );
        }
        let reply = self.refutation.first().map_or("", String::as_str);
        let behind_reply = behind_reply.unwrap_or_default();
        let places = Places { case: self, after, after_best, reply, behind_reply };
        match P::NAME {
            "morris" => places.morris(sentence),
            "trimok" => places.trimok(sentence),
            "coerceo" => places.coerceo(sentence),
            "hexceed" => places.hexceed(sentence),
            "dominions" => places.dominions(sentence),
            other => panic!("{other} is new"),
        }
    }
}

/// The parts of a sentence that fits a pattern with so many of them.
fn fit<'a, const N: usize>(pattern: &str, sentence: &'a str) -> Option<[&'a str; N]> {
    parts(pattern, sentence)?.try_into().ok()
}

/// The positions that a sentence may speak of.
struct Places<'a, P: Game> {
    case: &'a Case<'a, P>,
    after: String,
    after_best: String,
    reply: &'a str,
    behind_reply: String,
}

impl<P: Game> Places<'_, P> {
    /// The points, cells or fields of a player.
    fn men(&self, text: &str, letter: &str) -> BTreeSet<String> {
        items(text, letter).into_iter().map(str::to_owned).collect()
    }

    fn morris(&self, sentence: &str) -> Option<bool> {
        let case = self.case;
        let enemy = case.enemy();
        let closes = |m: &str| m.contains('x');
        let no_mill = || !case.legal(&self.after_best).iter().any(|m| closes(m));
        if let Some([best]) = fit("It passes over {}, which closes a mill.", sentence) {
            return Some(case.best[0] == best && closes(best) && !closes(case.played));
        }
        if let Some([who, m]) = fit("{} closes a mill with {}.", sentence) {
            return Some(who == enemy && m == self.reply && closes(m));
        }
        if let Some([m, best, who]) =
            fit("It does not stop {}, which closes a mill; after {} {} could close none.", sentence)
        {
            // The enemy could have closed it there before.
            let target = |m: &str| {
                let body = m[2..].trim_end_matches(']').split('x').next().unwrap().to_owned();
                body.rsplit('-').next().unwrap().to_owned()
            };
            let could = case.legal(&case.turned(case.before));
            let was = could.iter().any(|other| closes(other) && target(other) == target(m));
            return Some(
                was && who == enemy
                    && m == self.reply
                    && closes(m)
                    && best == case.best[0]
                    && no_mill(),
            );
        }
        if let Some([who, m, best, again]) =
            fit("It lets {} close a mill with {}; after {} {} could close none.", sentence)
        {
            return Some(
                who == enemy
                    && again == who
                    && m == self.reply
                    && closes(m)
                    && best == case.best[0]
                    && no_mill(),
            );
        }
        let targets = |text: &str| -> BTreeSet<String> {
            let legal = case.legal(&case.turned(text));
            let mills = legal.iter().filter(|m| closes(m)).map(|m| {
                let step = m[2..].split('x').next().unwrap();
                step.rsplit('-').next().unwrap().to_owned()
            });
            mills.collect()
        };
        if let Some([m, who, points]) = fit("After {} {} threatens to close mills on {}.", sentence)
        {
            return Some(
                m == self.reply && who == enemy && targets(&self.behind_reply) == names(points),
            );
        }
        if let Some([m, who, points]) =
            fit("After {} {} threatens to close a mill on {}.", sentence)
        {
            return Some(
                m == self.reply && who == enemy && targets(&self.behind_reply) == names(points),
            );
        }
        if let Some([m, who, points]) =
            fit("With {} {} would threaten to close a mill on {}.", sentence)
        {
            return Some(
                m == case.best[0]
                    && who == case.mover()
                    && targets(&self.after_best) == names(points)
                    && targets(&self.after).is_empty(),
            );
        }
        None
    }

    /// The cells of the stacks of the side to move that the other side could capture.
    fn attacked(&self, text: &str) -> BTreeSet<String> {
        let own = items(text, "turn")[0];
        let other = P::PLAYERS.into_iter().find(|letter| *letter != own).unwrap();
        let place = |stack: &str| {
            let bytes = stack.as_bytes();
            (bytes[0] - b'0', i32::from(bytes[1]), i32::from(bytes[2]))
        };
        let beats = |a: u8, b: u8| matches!((a, b), (3, 2) | (2, 1) | (1, 3));
        let is_attacked = |stack: &&str| {
            let (size, column, row) = place(stack);
            items(text, other).iter().any(|hunter| {
                let (with, c, r) = place(hunter);
                beats(with, size) && (c - column).abs() <= 1 && (r - row).abs() <= 1
            })
        };
        items(text, own)
            .iter()
            .filter(|stack| is_attacked(stack))
            .map(|s| s[1..].to_owned())
            .collect()
    }

    fn trimok(&self, sentence: &str) -> Option<bool> {
        let case = self.case;
        let (own, enemy) = (case.mover(), case.enemy());
        let to = |m: &str| m[5..7].to_owned();
        let on = |text: &str, letter: &str, cell: &str| {
            items(text, letter).into_iter().find(|stack| &stack[1..] == cell).map(str::to_owned)
        };
        if sentence.contains(" captures the stack of size ") {
            let (head, tail) = match sentence.split_once("; after ") {
                Some((head, tail)) => (format!("{head}."), Some(tail)),
                None => (sentence.to_owned(), None),
            };
            let avenged = !head.contains(", which cannot be avenged there");
            let head = head.replace(", which cannot be avenged there", "");
            let [m, size, cell] = fit("{} captures the stack of size {} on {}.", &head)?;
            let taken = on(&self.after, own, cell)?;
            let mut so = m == self.reply && to(m) == cell && taken[..1] == *size;
            let replies = case.legal(&self.behind_reply);
            so &= avenged == replies.iter().any(|m| to(m) == cell);
            if let Some(tail) = tail {
                let [best, who] = fit("{} {} could capture nothing.", tail)?;
                let stacks: BTreeSet<String> = items(&self.after_best, own)
                    .iter()
                    .map(|stack| stack[1..].to_owned())
                    .collect();
                let any = case.legal(&self.after_best).iter().any(|m| stacks.contains(&to(m)));
                so &= best == case.best[0] && who == enemy && !any;
            }
            return Some(so);
        }
        if let Some([m, cells]) = fit("After {} the stacks on {} are attacked.", sentence) {
            return Some(m == self.reply && self.attacked(&self.behind_reply) == names(cells));
        }
        if let Some([m, cell]) = fit("After {} the stack on {} is attacked.", sentence) {
            return Some(m == self.reply && self.attacked(&self.behind_reply) == names(cell));
        }
        if let Some([m, size]) =
            fit("It passes over {}, which captures a stack of size {}.", sentence)
        {
            let taken = on(case.before, enemy, &to(m))?;
            let other = on(case.before, enemy, &to(case.played));
            return Some(m == case.best[0] && taken[..1] == *size && other.is_none());
        }
        None
    }

    /// The pieces of a side that are gone after a move, but for one that was exchanged.
    fn enclosed(&self, text: &str, m: &str, victim: &str) -> BTreeSet<String> {
        let after = self.case.after(text, m);
        let gone = &self.men(text, victim) - &self.men(&after, victim);
        gone.into_iter().filter(|field| !m.contains(&format!("x{field}"))).collect()
    }

    /// All pieces of a side that the side to move can enclose by a step.
    fn in_danger(&self, text: &str, victim: &str) -> BTreeSet<String> {
        let legal = self.case.legal(text);
        let steps = legal.iter().filter(|m| !m.contains('x'));
        steps.flat_map(|m| self.enclosed(text, m, victim)).collect()
    }

    fn taken(&self, text: &str, m: &str) -> usize {
        items(&self.case.after(text, m), "gone").len() - items(text, "gone").len()
    }

    fn coerceo(&self, sentence: &str) -> Option<bool> {
        let case = self.case;
        let (own, enemy) = (case.mover(), case.enemy());
        let is_exchange = |m: &str| m.contains('x');
        if let Some([m, field]) = fit("{} exchanges tiles for the piece on {}.", sentence) {
            return Some(m == self.reply && m == format!("{enemy}[x{field}]"));
        }
        if let Some([m, best, fields]) = fit("It passes over {}, {} the piece on {}.", sentence)
            && best == "the exchange for"
        {
            return Some(
                m == case.best[0] && m == format!("{own}[x{fields}]") && !is_exchange(case.played),
            );
        }
        if let Some([m, fields]) = fit("It passes over {}, which encloses {}.", sentence) {
            return Some(
                m == case.best[0]
                    && self.enclosed(case.before, m, enemy) == names(fields)
                    && self.enclosed(case.before, case.played, enemy).is_empty(),
            );
        }
        if let Some([m, tiles, _]) = fit("It passes over {}, which takes {} tile{}.", sentence) {
            return Some(
                m == case.best[0]
                    && self.taken(case.before, m) == number(tiles) as usize
                    && (self.taken(case.before, case.played) as i32) < number(tiles)
                    && !is_exchange(m),
            );
        }
        if let Some([m, who, fields]) = fit("After {} {} threatens to enclose {}.", sentence) {
            let turned = case.turned(&self.behind_reply);
            return Some(
                m == self.reply && who == enemy && self.in_danger(&turned, own) == names(fields),
            );
        }
        if let Some([m, tiles, _, who, held]) =
            fit("{} takes {} tile{}; {} then holds {}.", sentence)
        {
            let at = P::PLAYERS.iter().position(|letter| *letter == who).unwrap();
            return Some(
                m == self.reply
                    && who == enemy
                    && self.taken(&self.after, m) == number(tiles) as usize
                    && *numbers(&self.behind_reply, "held").get(at).unwrap_or(&0) == number(held),
            );
        }
        if let Some([m, fields, best, who]) =
            fit("{} encloses {}; after {} {} could enclose nothing.", sentence)
        {
            return Some(
                m == self.reply
                    && self.enclosed(&self.after, m, own) == names(fields)
                    && best == case.best[0]
                    && who == enemy
                    && case
                        .legal(&self.after_best)
                        .iter()
                        .all(|m| self.enclosed(&self.after_best, m, own).is_empty()),
            );
        }
        if let Some([m, fields]) = fit("{} encloses {}.", sentence) {
            return Some(m == self.reply && self.enclosed(&self.after, m, own) == names(fields));
        }
        None
    }

    /// What a placement scores.
    fn scored(&self, text: &str, m: &str) -> i32 {
        let sum = |text: &str| numbers(text, "score").iter().sum::<i32>();
        sum(&self.case.after(text, m)) - sum(text)
    }

    /// The most that the piece scores that is handed over by a move.
    fn most(&self, text: &str, hand: &str) -> i32 {
        let held = self.case.after(text, hand);
        self.case.legal(&held).iter().map(|m| self.scored(&held, m)).max().unwrap()
    }

    fn least(&self, text: &str) -> i32 {
        self.case.legal(text).iter().map(|hand| self.most(text, hand)).min().unwrap()
    }

    fn hexceed(&self, sentence: &str) -> Option<bool> {
        let case = self.case;
        if let Some([gain, best, more]) = fit("It scores {}; {} would score {}.", sentence) {
            return Some(
                best == case.best[0]
                    && self.scored(case.before, case.played) == number(gain)
                    && self.scored(case.before, best) == number(more)
                    && number(gain) < number(more),
            );
        }
        if let Some([left, best, less]) = fit(
            "Whatever is handed over next can score {} or more; after {} one piece scores {} at most.",
            sentence,
        ) {
            return Some(
                best == case.best[0]
                    && self.least(&self.after) == number(left)
                    && self.least(&self.after_best) == number(less)
                    && number(less) < number(left),
            );
        }
        if let Some([left, best, less]) = fit(
            "The pieces that are left can score {} points on their best cells; after {} they could score {}.",
            sentence,
        ) {
            return Some(
                best == case.best[0]
                    && self.prospects(&self.after) == number(left)
                    && self.prospects(&self.after_best) == number(less)
                    && number(less) < number(left),
            );
        }
        if let Some([m, points, unit]) = fit("{} scores {} {}.", sentence)
            && unit.starts_with("point")
        {
            return Some(m == self.reply && self.scored(&self.after, m) == number(points));
        }
        if let Some([piece, given, better, less]) =
            fit("{} can score {}; {} scores {} at most.", sentence)
        {
            let own = case.mover();
            return Some(
                case.played == format!("{own}[{piece}]")
                    && case.best[0] == format!("{own}[{better}]")
                    && self.most(case.before, case.played) == number(given)
                    && self.most(case.before, &case.best[0]) == number(less)
                    && number(less) < number(given),
            );
        }
        None
    }

    /// What the pieces that can be handed over score on their best cells, each alone.
    fn prospects(&self, text: &str) -> i32 {
        self.case.legal(text).iter().map(|hand| self.most(text, hand)).sum()
    }

    /// How many tiles a move takes from a side.
    fn lost(&self, text: &str, m: &str, victim: &str) -> i32 {
        let count = |text: &str| items(text, victim).len() as i32;
        count(text) - count(&self.case.after(text, m))
    }

    fn dominions(&self, sentence: &str) -> Option<bool> {
        let case = self.case;
        let (own, enemy) = (case.mover(), case.enemy());
        if let Some([tiles, _]) = fit("It gives {} tile{} away at once.", sentence) {
            return Some(
                -self.lost(case.before, case.played, enemy) == number(tiles) && number(tiles) > 0,
            );
        }
        if let Some([best]) = fit("It passes the turn, though {} adds a tile.", sentence) {
            let tiles = |text: &str| items(text, own).len();
            return Some(
                case.played == format!("{own}[pass]")
                    && best == case.best[0]
                    && tiles(&self.after_best) > tiles(case.before),
            );
        }
        if let Some([best, tiles, _]) =
            fit("It passes over {}, which captures {} tile{}.", sentence)
        {
            return Some(
                best == case.best[0]
                    && self.lost(case.before, best, enemy) == number(tiles)
                    && self.lost(case.before, case.played, enemy) < number(tiles),
            );
        }
        if let Some([m, tiles, _, best]) =
            fit("{} captures {} tile{}; after {} nothing could be captured.", sentence)
        {
            let legal = case.legal(&self.after_best);
            return Some(
                m == self.reply
                    && self.lost(&self.after, m, own) == number(tiles)
                    && best == case.best[0]
                    && legal.iter().all(|m| self.lost(&self.after_best, m, own) <= 0),
            );
        }
        if let Some([m, tiles, _]) = fit("{} captures {} tile{}.", sentence) {
            return Some(m == self.reply && self.lost(&self.after, m, own) == number(tiles));
        }
        None
    }
}

/// A line of legal moves in which captures and the like are preferred.
fn line<P: Game>(start: &P, plies: usize, rng: &mut SplitMix64) -> Vec<P::Move> {
    let (mut here, mut line, mut moves) = (start.clone(), Vec::new(), Vec::new());
    while line.len() < plies && here.outcome().is_none() {
        moves.clear();
        here.legal_moves(&mut moves);
        let noisy: Vec<P::Move> = moves.iter().copied().filter(|m| here.is_noisy(*m)).collect();
        let from = if noisy.is_empty() || rng.below(3) == 0 { &moves } else { &noisy };
        let m = from[rng.below(from.len())];
        line.push(m);
        here.make(m);
    }
    line
}

fn texts<P: Game>(start: &P, line: &[P::Move]) -> Vec<String> {
    let mut here = start.clone();
    let mut texts = Vec::new();
    for m in line {
        texts.push(here.write_move(*m));
        here.make(*m);
    }
    texts
}

/// How many sentences of each game are checked.
const SENTENCES: usize = 420;

/// Random games with random mistakes: what is said must be so, whether the move is a mistake or not.
fn says_nothing_false<P: Game>() {
    let mut rng = SplitMix64::new(5);
    let (mut said, mut kinds) = (0, BTreeMap::<String, usize>::new());
    while said < SENTENCES {
        let plies = 1 + rng.below(70);
        let mut start = P::start(&P::Rules::default());
        for m in line(&start.clone(), plies, &mut rng) {
            start.make(m);
            if start.outcome().is_some() || rng.below(4) != 0 {
                continue;
            }
            let best = line(&start, 6, &mut rng);
            let played = line(&start, 1, &mut rng)[0];
            let mut after = start.clone();
            after.make(played);
            let refutation = line(&after, 6, &mut rng);
            let mistake = Mistake { played, best: &best, refutation: &refutation };
            let case = Case::<P> {
                rules: start.rules(),
                before: &start.write_position(),
                played: &start.write_move(played),
                best: &texts(&start, &best),
                refutation: &texts(&after, &refutation),
            };
            for sentence in start.remarks(mistake) {
                let place = || format!("{sentence} ({} in {})", case.played, case.before);
                match case.is_true(&sentence) {
                    Some(is_true) => assert!(is_true, "{}", place()),
                    None => panic!("nobody checks: {}", place()),
                }
                said += 1;
                let kind =
                    sentence.split(' ').filter(|word| word.bytes().all(|b| b.is_ascii_lowercase()));
                *kinds.entry(kind.take(4).collect::<Vec<_>>().join(" ")).or_default() += 1;
            }
        }
    }
    assert!(kinds.len() >= 4, "{} says always the same: {kinds:?}", P::NAME);
}

macro_rules! of_every_game {
    ($($module:ident :: $game:ident),* $(,)?) => {
        $(#[test]
        fn $module() {
            says_nothing_false::<quincunx::games::$module::$game>();
        })*
    };
}

quincunx::standard_games!(of_every_game);

#[test]
fn a_false_sentence_is_seen() {
    use quincunx::games::morris::Morris;

    let before = "B[a7,d7,b6]W[c5,d5,e4]turn[B]";
    let own = ["B[b6-g7xc5]".to_owned()];
    let refutation = ["W[e4-e5xa7]".to_owned()];
    let case = Case::<Morris> {
        rules: Default::default(),
        before,
        played: "B[b6-a1]",
        best: &own,
        refutation: &refutation,
    };
    for (sentence, is_true) in [
        ("W[e4-e5xa7] wins at once.", Some(true)),
        ("W[e4-e5xd7] wins at once.", Some(false)),
        ("It passes over B[b6-g7xc5], which closes a mill.", Some(true)),
        ("W closes a mill with W[e4-e5xa7].", Some(true)),
        ("B closes a mill with W[e4-e5xa7].", Some(false)),
        ("In the line B[b6-a1] W[e4-e5xa7] B loses 1 man and W none.", Some(true)),
        ("In the line B[b6-a1] W[e4-e5xa7] B loses 2 men and W none.", Some(false)),
        ("B is a fool.", None),
    ] {
        assert_eq!(case.is_true(sentence), is_true, "{sentence}");
    }
}

/// Whether the third occurrence of a position is seen, in the reply, in the answer to the better move, in
/// the better move and in the move itself.
#[test]
fn a_game_that_repetition_ends_is_told_no_further() {
    let engine = Engine::new();
    let mut session = engine.game("morris").unwrap().fresh();
    let start = "B[a7,d6,f6,f4,d2]W[e5,c4,g4,c3,e3,a1,d1,g1]turn[W]";
    let played = "W[e5-d5] B[d2-d3] W[d5-e5] B[d3-d2] W[e5-d5] B[d2-d3]";
    session.set_position(Some(start), &moves(played)).unwrap();
    let line = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let explain = |session: &dyn Session, played: &str, best: &str, refutation: &str| {
        session.explain(played, &line(best), &line(refutation)).unwrap()
    };
    let better = "W[d1-d2] B[f4-f2] W[a1-a4] B[f6-f4] W[d5-c5xf4]";
    assert_eq!(
        explain(&*session, "W[d5-e5]", better, "B[d3-d2] W[e5-d5]"),
        [
            "B[d3-d2] repeats the position once more: a draw.".to_owned(),
            format!("In the better line {better} B loses 1 man."),
        ]
    );
    let mut bare = session.fresh();
    bare.set_position(Some(&session.position()), &[]).unwrap();
    let compares = |session: &dyn Session| {
        let why = explain(session, "W[c4-c5]", "W[d5-e5] B[d3-d2]", "B[a7-a4]");
        why.iter().any(|sentence| sentence.ends_with("W[d5-e5] B[d3-d2] it would have 9."))
    };
    assert_eq!([compares(&*bare), compares(&*session)], [true, false]);
    session.play(&moves("W[d5-e5]")).unwrap();
    assert_eq!(
        explain(&*session, "B[f4-f2]", "B[d3-d2] W[e5-d5]", "W[e5-d5]"),
        ["It passes over B[d3-d2], which repeats the position once more: a draw."]
    );
    let why = explain(&*session, "B[d3-d2]", "B[f4-f2]", "W[e5-d5]");
    assert_eq!(why, ["B[d3-d2] repeats the position once more: a draw."]);
}
