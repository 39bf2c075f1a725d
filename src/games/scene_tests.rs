//! What holds of the description of every game.

use std::collections::{BTreeMap, BTreeSet};

use super::scene::*;
use super::{Game, GameList, Standard, Visitor};
use crate::kernel::{Action, OptionKind, Player, Record, Rules, SplitMix64};

/// Calls `look` with the records of some random games of a game, one longer than the other.
pub(in crate::games) fn played<G: Game>(games: u64, look: &mut dyn FnMut(&Record<G>)) {
    for seed in 0..games {
        let mut dice = SplitMix64::new(seed);
        let mut record = Record::new(G::start(&G::Rules::default()));
        let mut moves = Vec::new();
        for _ in 0..200 {
            look(&record);
            moves.clear();
            record.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            // A pass is always legal where it is, and ends games early.
            let m = moves[dice.below(moves.len().max(2) - 1).min(moves.len() - 1)];
            record.play(Action::Move(m)).unwrap();
        }
    }
}

/// Returns the pieces of a scene on the things of an area, as `(thing, kind)`.
pub(in crate::games) fn pieces_in<G: Game>(position: &G, area: &str) -> Vec<(String, String)> {
    let things: BTreeMap<String, Thing> =
        G::things().into_iter().map(|thing| (thing.id.clone(), thing)).collect();
    let text = pieces(&position.pieces());
    let item = |item: &str| {
        let (at, kind) = item.split_once(',').unwrap_or((item, item));
        (at.to_owned(), kind.to_owned())
    };
    text.split(' ').map(item).filter(|(at, _)| things[at].area == area).collect()
}

/// Reads what [`paths`] writes.
fn read(text: &str) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    for item in text.split(' ').filter(|item| !item.is_empty()) {
        let before = all.last().cloned().unwrap_or_default();
        let thing = |(place, thing): (usize, &str)| match thing {
            "" => before[place].clone(),
            thing => thing.to_owned(),
        };
        all.push(item.split(',').enumerate().map(thing).collect());
    }
    all
}

/// Returns all orders in which the things of a path may be clicked.
fn orders(path: Vec<String>, face: &Face, area: &dyn Fn(&str) -> &'static str) -> Vec<Vec<String>> {
    let mut all = vec![path.clone()];
    if path.len() == 2 && path.iter().any(|thing| face.either.contains(&area(thing))) {
        all.push(path.iter().rev().cloned().collect());
    }
    if face.optional.contains(&area(&path[0])) {
        all.push(path[1..].to_vec());
    }
    all
}

/// What is composed of the pieces of a position is that position, but for what was played before.
#[test]
fn positions_are_composed_of_their_pieces() {
    struct Composed;
    impl Visitor for Composed {
        type Output = usize;

        fn visit<G: Game>(self) -> usize {
            let mut composed = 0;
            played::<G>(3, &mut |record| {
                let position = record.current();
                let turn = G::letter(position.to_move());
                let points = Player::ALL.map(|player| position.points(player).unwrap_or(0));
                let setup = Setup::new(&pieces(&position.pieces()), turn, points);
                let Some(text) = G::compose(&setup) else { return };
                let written = position.write_position();
                let sections = written.split_inclusive(']');
                let past =
                    |section: &&str| !["quiet[", "pass["].iter().any(|it| section.starts_with(it));
                assert_eq!(text, sections.filter(past).collect::<String>());
                composed += 1;
            });
            composed
        }
    }
    for kind in Standard::ALL {
        assert!(Standard::with(*kind, Composed).unwrap() > 20, "{kind}");
    }
}

#[test]
fn paths_are_written_shortly() {
    let path = |text: &str| -> Vec<String> { text.split(',').map(str::to_owned).collect() };
    for (list, text) in [
        (vec![], ""),
        (vec!["a", "b"], "a b"),
        (vec!["a,b", "a,c", "d,c"], "a,b ,c d,c"),
        (vec!["a,b,c", "a,b,d", "a,e,d", "a,b,d"], "a,b,c ,,d ,e,d ,b,d"),
        (vec!["a", "a", "a,b", "b,b", "b"], "a a ,b b,b b"),
    ] {
        let list: Vec<_> = list.into_iter().map(path).collect();
        assert_eq!(paths(list.len(), &mut |at| list[at].clone()), text);
        assert_eq!(read(text), list);
    }
}

struct Words;

impl Visitor for Words {
    type Output = ();

    fn visit<G: Game>(self) {
        let game = G::NAME;
        let is_id = |id: &str| {
            !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_graphic() && byte != b',')
        };
        let described = describe::<G>();
        let (things, kinds) = (&described.things, &described.kinds);
        let ids: BTreeSet<&str> = things.iter().map(|thing| thing.id.as_str()).collect();
        assert_eq!(ids.len(), things.len(), "{game}: no thing twice");
        let names: BTreeSet<&str> = kinds.iter().map(|kind| kind.id.as_str()).collect();
        assert_eq!(names.len(), kinds.len(), "{game}: no kind twice");
        assert!(ids.iter().chain(&names).all(|id| is_id(id)), "{game}");
        assert!(kinds.iter().all(|kind| !kind.name.is_empty()), "{game}");
        for thing in things {
            assert!(thing.shows.as_deref().is_none_or(|kind| names.contains(kind)), "{thing:?}");
            assert!(thing.area != BOARD || thing.at.is_some(), "{game}: {thing:?}");
            assert!(thing.owner.is_none_or(|owner| G::PLAYERS.contains(&owner)), "{thing:?}");
        }
        let places: BTreeSet<String> = things
            .iter()
            .filter(|thing| thing.area == BOARD)
            .map(|thing| format!("{:?}", thing.at))
            .collect();
        let cells = things.iter().filter(|thing| thing.area == BOARD).count();
        assert_eq!(places.len(), cells, "{game}: each cell has its own place");
        assert!(!described.line.is_empty() && G::FACE.sample.is_some(), "{game}");
        assert!(described.looks.iter().all(|look| look.name != look.colour), "{game}");
        // The sample is a position, and not the start.
        assert_ne!(described.sample, sketch(&G::start(&G::Rules::default()), &[]), "{game}");
        for (index, option) in G::Rules::OPTIONS.iter().enumerate() {
            let words = option.words.unwrap_or_else(|| panic!("{} has no words", option.name));
            assert!(!words.label.is_empty() && !words.meaning.is_empty(), "{}", option.name);
            let mut seen = BTreeSet::new();
            for (value, meaning) in words.values {
                let read = option.kind.parse(Some(value));
                let read = read.unwrap_or_else(|wanted| panic!("{}: {wanted}", option.name));
                let mut rules = G::Rules::default();
                rules.set(index, &read);
                assert_eq!(rules.get(index), read, "{}: {value} is set", option.name);
                assert!(!meaning.is_empty() && seen.insert(value), "{}: {value}", option.name);
            }
            let first = option.kind.parse(words.values.first().map(|(value, _)| *value)).unwrap();
            assert_eq!(first, G::Rules::default().get(index), "{}: the default", option.name);
            // Words are left out only where there is a number to type.
            let all = match option.kind {
                OptionKind::Check { .. } => 2,
                OptionKind::Combo { choices, .. } => choices.len(),
                _ => continue,
            };
            assert_eq!(words.values.len(), all, "{}", option.name);
        }
    }
}

#[test]
fn games_are_described_in_words() {
    for kind in Standard::ALL {
        Standard::with(*kind, Words).unwrap();
    }
}

struct Clicks;

impl Visitor for Clicks {
    type Output = ();

    /// Every order of clicks makes exactly one move, and all that is shown is known.
    fn visit<G: Game>(self) {
        let areas: BTreeMap<String, &str> =
            G::things().into_iter().map(|thing| (thing.id, thing.area)).collect();
        let kinds: BTreeSet<String> = G::kinds().into_iter().map(|kind| kind.id).collect();
        let area = |thing: &str| *areas.get(thing).unwrap_or_else(|| panic!("no thing {thing:?}"));
        let phases = G::phases();
        let mut count = 0;
        played::<G>(4, &mut |record| {
            let position = record.current();
            // The first plies of the game with most moves are much alike.
            if G::MAX_MOVES > 1000 && record.steps().len() % 20 != 0 {
                return;
            }
            let shown = position.write_position();
            for Piece { at, kind } in position.pieces() {
                assert!(areas.contains_key(&at) && kinds.contains(&kind), "{at} {kind}");
            }
            let mut moves = Vec::new();
            record.legal_moves(&mut moves);
            let scene = scene(record);
            let found = read(&scene.paths);
            assert_eq!(found.len(), moves.len(), "{shown}");
            let mut ends: BTreeMap<Vec<String>, String> = BTreeMap::new();
            for (m, path) in moves.iter().zip(found) {
                let text = position.write_move(*m);
                assert_eq!(path, position.path(*m), "{shown}: {text}");
                assert!(!position.words(*m).is_empty(), "{shown}: {text}");
                for order in orders(path, &G::FACE, &area) {
                    let things: Vec<&str> = order.iter().map(String::as_str).collect();
                    assert_eq!(position.attempt(&things).as_ref(), Some(&text), "{shown}");
                    if let Some(other) = ends.insert(order.clone(), text.clone()) {
                        panic!("{shown}: {order:?} is {other} and {text}");
                    }
                    count += 1;
                }
            }
            let mut prompts: BTreeSet<&str> = BTreeSet::new();
            let mut needed: BTreeSet<String> = BTreeSet::new();
            for order in ends.keys() {
                for so_far in 1..order.len() {
                    assert!(!ends.contains_key(&order[..so_far]), "{shown}: {order:?} goes on");
                    let picked = order[..so_far].iter().map(|thing| area(thing));
                    let counted: Vec<_> =
                        picked.filter(|area| !G::FACE.optional.contains(area)).collect();
                    if !counted.is_empty() {
                        let next = area(&order[so_far]);
                        needed.insert(format!("{}>{next}", counted.join(" ")));
                    }
                }
            }
            for prompt in &phases[scene.phase] {
                assert!(prompts.insert(prompt.after), "{shown}: {prompt:?} twice");
            }
            let told = |after: &String| prompts.contains(after.as_str());
            assert!(needed.iter().all(told), "{shown}: {needed:?}, {prompts:?}");
            assert!(prompts.contains(""), "{shown}");
        });
        assert!(count > 300, "{}: {count} orders", G::NAME);
    }
}

#[test]
fn each_order_of_clicks_makes_one_move() {
    for kind in Standard::ALL {
        Standard::with(*kind, Clicks).unwrap();
    }
}

struct Turns;

impl Visitor for Turns {
    type Output = ();

    /// What the last turn touched and how it is read aloud.
    fn visit<G: Game>(self) {
        played::<G>(1, &mut |record| {
            let scene = scene(record);
            let Some(last) = record.steps().last() else {
                assert_eq!((scene.touched.as_str(), scene.said), ("", None));
                return;
            };
            assert_eq!(scene.said, Some(last.before.words(last.played)));
            let touched: Vec<&str> = scene.touched.split(' ').collect();
            let path = last.before.path(last.played);
            assert!(path.iter().all(|thing| touched.contains(&thing.as_str())), "{touched:?}");
            let steps = record.steps();
            let is_alone =
                steps.len() < 2 || steps[steps.len() - 2].before.to_move() != last.before.to_move();
            assert_eq!(touched.len() > path.len(), !is_alone, "{touched:?} after {path:?}");
        });
        let mut record = Record::new(G::start(&G::Rules::default()));
        if describe::<G>().resigns {
            record.play(Action::Resign).unwrap();
            let scene = scene(&record);
            assert_eq!((scene.said.as_deref(), scene.paths.as_str()), (Some("resigns"), ""));
        }
    }
}

#[test]
fn the_last_turn_is_told() {
    for kind in Standard::ALL {
        Standard::with(*kind, Turns).unwrap();
    }
}

struct Size;

impl Visitor for Size {
    type Output = (usize, usize);

    /// Returns the bytes of the texts of moves, and of their paths, over a game.
    fn visit<G: Game>(self) -> (usize, usize) {
        let mut bytes = (0, 0);
        played::<G>(1, &mut |record| {
            let mut moves = Vec::new();
            record.legal_moves(&mut moves);
            let position = record.current();
            bytes.0 += moves.iter().map(|m| position.write_move(*m).len() + 1).sum::<usize>();
            bytes.1 += paths(moves.len(), &mut |at| position.path(moves[at])).len();
        });
        bytes
    }
}

#[test]
fn paths_are_shorter_than_the_moves() {
    for kind in Standard::ALL {
        let (texts, paths) = Standard::with(*kind, Size).unwrap();
        assert!(paths < texts, "{kind}: {paths} bytes against {texts}");
    }
}
