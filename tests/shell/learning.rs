//! Learning: series of games that can be interrupted, the same for a seed, merged in any order, and of
//! use to those who play by them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use crate::common::program;
use crate::common::transcript::Talk;
use quincunx::engine::Engine;
use quincunx::experience::{
    Experience, Learner, Lesson, POSITIONS, Run, States, Tally, key, merge,
};
use quincunx::games::morris::Morris;
use quincunx::games::{Game, GameList, Standard, Visitor};
use quincunx::kernel::{Player, Position, Record, Score, SplitMix64};
use quincunx::learn::{Opponent, Plan, Progress, learn, trial};
use quincunx::notation::Notation;
use quincunx::store::{Access, Name, Store, Sync, Writer};
use tempfile::TempDir;

fn open(folder: &Path) -> Store {
    Store::open(folder, Access::Write, Sync::Never).unwrap()
}

fn plan(games: u64, seed: u64) -> Plan {
    Plan { games, first: 0, seed, nodes: 0, plies: None, is_literal: false, sync_every: 1000 }
}

fn play<P: Game>(store: &Store, plan: &Plan) -> Progress {
    go_on::<P>(store, plan, &mut |_| true)
}

/// Plays as long as `goes_on` says so.
fn go_on<P: Game>(
    store: &Store,
    plan: &Plan,
    goes_on: &mut dyn FnMut(Progress) -> bool,
) -> Progress {
    let engine = Engine::new();
    let start = P::start(&P::Rules::default());
    learn(store, engine.game(P::NAME).unwrap(), &start, plan, goes_on).unwrap()
}

/// The start of Morris.
fn morris() -> Morris {
    Morris::start(&Default::default())
}

/// Everything that a store has learned, as text.
fn exported(folder: &Path) -> String {
    let folder = folder.to_str().unwrap();
    program::run(&["experience", "export", "--store", folder]).ok()
}

#[test]
fn equal_plans_give_equal_stores_however_often_they_are_interrupted() {
    let folder = TempDir::new().unwrap();
    let [whole, cut, other] = ["whole", "cut", "other"].map(|name| folder.path().join(name));
    let done = play::<Morris>(&open(&whole), &plan(12, 5));
    assert_eq!(done.games, 12);
    assert!(done.new > 100, "{done:?}");
    let store = open(&cut);
    for games in [1, 5, 5, 12] {
        let mut left = 3;
        let step = plan(games, 5);
        go_on::<Morris>(&store, &step, &mut |_| {
            left -= 1;
            left > 0
        });
    }
    assert!(play::<Morris>(&store, &plan(12, 5)).games == 12);
    // What is done is not done again.
    assert_eq!(play::<Morris>(&store, &plan(12, 5)), Progress { games: 12, new: 0 });
    play::<Morris>(&open(&other), &plan(12, 6));
    let [whole, cut, other] = [whole, cut, other].map(|folder| exported(&folder));
    assert_eq!(whole, cut);
    assert_ne!(whole, other);
}

#[test]
fn no_two_seeds_play_the_same_games() {
    let folder = TempDir::new().unwrap();
    let learned = |first, seed: u64| {
        let path = folder.path().join(seed.to_string());
        play::<Morris>(&open(&path), &Plan { first, ..plan(1, seed) });
        exported(&path)
    };
    assert_ne!(learned(3, 5), learned(4, 5 ^ 1 << 20));
}

/// Plays a few games by either scheme, with a search and without one.
struct Few<'a>(&'a Path);

impl Visitor for Few<'_> {
    type Output = ();

    fn visit<P: Game>(self) {
        let store = open(&self.0.join(P::NAME));
        let start = P::start(&P::Rules::default());
        for (is_literal, nodes) in [(false, 0), (true, 0), (false, 20)] {
            let plan = Plan { is_literal, nodes, plies: Some(12), ..plan(2, 1) };
            let done = play::<P>(&store, &plan);
            // Games without a winner teach the literal scheme nothing.
            assert!(done.games == 2 && (is_literal || done.new > 0), "{} {done:?}", P::NAME);
        }
        let experience = Experience::find(&store, &start).unwrap().unwrap();
        let known = experience.behind(&start).unwrap();
        let games: Vec<u64> = known.iter().map(|(_, tally)| tally.games()).collect();
        // Every move of the first ply, and the images of those that were played.
        assert!(games.iter().max() >= Some(&1), "{}", P::NAME);
        assert!(known.iter().any(|(_, tally)| tally.searched.is_some()), "{}", P::NAME);
        let states = States::open(&store, &start).unwrap();
        let moves = states.moves(&start).unwrap();
        assert!(!moves.is_empty());
        for (m, weight) in moves {
            let m = m.decode().unwrap();
            assert_eq!(P::read_literal_move(P::literal_move(m, weight)), Some((m, weight)));
        }
    }
}

#[test]
fn every_game_is_learned() {
    let folder = TempDir::new().unwrap();
    for kind in Standard::ALL {
        Standard::with(*kind, Few(folder.path())).unwrap();
    }
}

/// A learner returns to what won, under all its images, and leaves what lost.
#[test]
fn what_won_is_played_and_what_lost_is_not() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    let start = morris();
    let experience = Experience::open(&store, &start).unwrap();
    let run = Run::open(&store, &start, "by hand").unwrap();
    let mut game = Record::new(start);
    game.play(start.read_move("B[a7]").unwrap()).unwrap();
    // The corners of the outer and the inner ring are images of each other.
    let images = ["a7", "g7", "a1", "g1", "c5", "e5", "c3", "e3"];
    let chosen = |seed| {
        let learner = Learner::Positions(experience.clone());
        let m = learner.choose(&Record::new(start), &mut SplitMix64::new(seed)).unwrap();
        start.write_move(m.unwrap().decode().unwrap())
    };
    let is_image = |text: &str| images.iter().any(|point| text == format!("B[{point}]"));
    assert!((0..60).any(|seed| !is_image(&chosen(seed))), "nothing is known");
    let won = Lesson::of(&game, Some(Player::First), 9, &[]);
    assert_eq!(experience.add(&won, &run, 1).unwrap(), 1);
    assert!((0..60).all(|seed| is_image(&chosen(seed))));
    let lost = Lesson::of(&game, Some(Player::Second), 9, &[(1, Score::centi(300), 4)]);
    for games in 2..=4 {
        assert_eq!(experience.add(&lost, &run, games).unwrap(), 0);
    }
    assert!((0..60).all(|seed| !is_image(&chosen(seed))));
    let known = experience.behind(&start).unwrap();
    let tally = known.iter().map(|(_, tally)| tally).find(|tally| tally.games() > 0).unwrap();
    // The search saw the position from the other side.
    let searched = Some((Score::centi(-300), 4));
    assert_eq!(*tally, Tally { wins: 1, draws: 0, losses: 3, searched });
    // A game that is not the next one of its run is not added.
    assert!(experience.add(&lost, &run, 4).is_err());
    assert_eq!(run.games(&store).unwrap(), 4);
}

#[test]
fn the_winner_gains_weight_and_nobody_else() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    let literal = Plan { is_literal: true, ..plan(1, 3) };
    let start = morris();
    let states = States::open(&store, &start).unwrap();
    assert!(states.moves(&start).unwrap().iter().all(|(_, weight)| *weight == 1));
    let mut sums = Vec::new();
    for games in 1..=8 {
        play::<Morris>(&store, &Plan { games, ..literal });
        let moves = states.moves(&start).unwrap();
        sums.push(moves.iter().map(|(_, weight)| u32::from(*weight)).sum::<u32>());
    }
    // The first player has won some of the games and lost others.
    assert!(sums.windows(2).all(|two| two[1] - two[0] <= 1), "{sums:?}");
    assert!(sums[7] > 24 && sums[7] < 32, "{sums:?}");
}

/// What the winners of several stores have gained comes together, with no end of it beyond the greatest weight.
#[test]
fn states_merge_in_any_order() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let start = morris();
    let states = |name: &str| States::open(&open(&path(name)), &start).unwrap();
    let literal = |seed| Plan { is_literal: true, plies: Some(3), ..plan(20, seed) };
    for (seed, name) in ["a", "b", "c"].into_iter().enumerate() {
        play::<Morris>(&open(&path(name)), &literal(seed as u64));
    }
    let weights = |name: &str, position: &Morris| -> Vec<u16> {
        states(name).moves(position).unwrap().iter().map(|(_, weight)| *weight).collect()
    };
    let merge = |out: &str, stores: &[&str]| {
        let stores: Vec<String> = [out]
            .iter()
            .chain(stores)
            .map(|name| path(name).to_str().unwrap().to_owned())
            .collect();
        let stores: Vec<&str> = stores.iter().map(String::as_str).collect();
        program::run(&[&["experience", "merge"][..], &stores].concat()).ok()
    };
    merge("x", &["a", "b", "c"]);
    merge("y", &["c"]);
    merge("y", &["b", "a"]);
    let mut positions = vec![start];
    let mut moves = Vec::new();
    start.legal_moves(&mut moves);
    positions.extend(moves.iter().map(|m| {
        let mut behind = start;
        behind.make(*m);
        behind
    }));
    let mut gained = 0;
    for position in &positions {
        let [a, b, c, x, y] = ["a", "b", "c", "x", "y"].map(|name| weights(name, position));
        assert_eq!(x, y);
        let sums = a.iter().zip(&b).zip(&c).map(|((a, b), c)| a + b + c - 2);
        assert_eq!(x, sums.collect::<Vec<_>>());
        gained += x.iter().map(|weight| weight - 1).sum::<u16>();
    }
    assert!(gained > 50, "{gained}");
    // States that nobody has tried gain nothing by being kept twice.
    for name in ["k", "l"] {
        assert_eq!(states(name).keep(&[Box::new(start)]).unwrap(), 1);
    }
    merge("z", &["k", "l"]);
    assert!(weights("z", &start).iter().all(|weight| *weight == 1));
    // A game of some other program.
    let name = Name { kind: "states".to_owned(), game: "chess".to_owned(), rules: String::new() };
    open(&path("o")).database(&name, 1).unwrap();
    let stores = ["w", "o"].map(|name| path(name).to_str().unwrap().to_owned());
    let refused = program::run(&["experience", "merge", &stores[0], &stores[1]]);
    assert!(refused.error.contains("/o: there is no game \"chess\" here"), "{refused:?}");
}

/// Where no game has been, a learner plays what did well elsewhere.
#[test]
fn features_of_moves_are_learned() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    play::<Morris>(&store, &plan(100, 1));
    let start = morris();
    let learner = Learner::find(&store, &start, false).unwrap().unwrap();
    let engine = Engine::new();
    let session = engine.game(Morris::NAME).unwrap();
    let score = trial(&learner, 0, Opponent::Dice, (session, &start), 100, 7).unwrap();
    // Dice against dice are at 50 %, with a standard deviation of 5.
    assert!(score > 0.75, "{score}");
    let Learner::Positions(experience) = learner else { unreachable!() };
    // The moves of a position that no game has met are told apart.
    let text = "B[a7,d7,b6,c5]W[a1,d1,g4,e3]hand[5,5]turn[B]";
    let position = Morris::read_position(text, &Default::default()).unwrap();
    let known = experience.known(&position).unwrap();
    assert!(known.iter().all(|known| known.tally.games() == 0));
    let shares = known.iter().map(|known| known.expected);
    let [least, greatest] = [shares.clone().fold(1.0, f64::min), shares.fold(0.0, f64::max)];
    assert!(greatest - least > 0.05, "{least} to {greatest}");
}

#[test]
fn stores_merge_in_any_order() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (seed, name) in ["a", "b", "c"].into_iter().enumerate() {
        play::<Morris>(&open(Path::new(&path(name))), &plan(6, seed as u64));
    }
    let merge = |out: &str, stores: [&str; 3]| {
        let [a, b, c] = stores.map(path);
        program::run(&["experience", "merge", &path(out), &a, &b, &c]).ok()
    };
    merge("x", ["a", "b", "c"]);
    let told = merge("y", ["c", "a", "b"]);
    assert!(told.contains(" positions merged, "), "{told}");
    let [x, y] = ["x", "y"].map(|name| exported(Path::new(&path(name))));
    assert_eq!(x, y);
    // Games add up.
    let store = open(Path::new(&path("x")));
    let experience = Experience::find(&store, &morris()).unwrap().unwrap();
    let known = experience.behind(&morris()).unwrap();
    // 24 first moves are images of four, which share 18 games.
    assert!(known.iter().map(|(_, tally)| tally.games()).max() >= Some(5));
    let refused = program::run(&["experience", "merge", &path("x"), &path("x")]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.error.contains("cannot be merged with itself"), "{refused:?}");
}

/// A process may have few files open, and each store needs some.
#[cfg(unix)]
#[test]
fn many_stores_merge() {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new("sh");
    let line = "ulimit -n 64; exec \"$0\" experience merge out store*";
    command.args(["-c", line, env!("CARGO_BIN_EXE_quincunx")]).current_dir(folder.path());
    let start = morris();
    for number in 0..40 {
        let store = open(&folder.path().join(format!("store{number}")));
        Run::open(&store, &start, "by hand").unwrap();
    }
    program::finish(&mut command, "").ok();
}

/// A store is merged as it is at one moment: it has no games whose positions are missing.
#[test]
fn a_store_that_is_being_filled_merges() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder.path().join("store"));
    let start = morris();
    let experience = Experience::open(&store, &start).unwrap();
    let run = Run::open(&store, &start, "by hand").unwrap();
    let mut game = Record::new(start);
    game.play(start.read_move("B[a7]").unwrap()).unwrap();
    let lesson = Lesson::of(&game, Some(Player::First), 9, &[]);
    thread::scope(|scope| {
        let learner = scope.spawn(|| {
            (1..=1000).for_each(|games| _ = experience.add(&lesson, &run, games).unwrap());
        });
        for number in 0.. {
            let is_last = learner.is_finished();
            let out = open(&folder.path().join(number.to_string()));
            merge(&out, &[store.folder().to_owned()], Standard::ALL).unwrap();
            let experience = Experience::find(&out, &start).unwrap().unwrap();
            let known = experience.behind(&start).unwrap();
            let most = known.iter().map(|(_, tally)| tally.games()).max().unwrap();
            let run = Run::open(&out, &start, "by hand").unwrap();
            assert_eq!(run.games(&out).unwrap(), most);
            if is_last {
                assert_eq!(most, 1000);
                break;
            }
        }
    });
}

/// Two stores, no position of which is in both. `POSITIONS` says how many each has, in round ten thousands,
/// and `--nocapture` tells the time and the size.
#[test]
fn stores_with_nothing_in_common_merge() {
    let positions: u64 =
        std::env::var("POSITIONS").map_or(20_000, |positions| positions.parse().unwrap());
    let folder = TempDir::new().unwrap();
    let name = Name::of::<Morris>(POSITIONS, &Default::default());
    let [one, two, out] = ["one", "two", "out"].map(|name| open(&folder.path().join(name)));
    for (parity, store) in [&one, &two].into_iter().enumerate() {
        let database = store.database(&name, 1).unwrap();
        let mut rng = SplitMix64::new(parity as u64);
        for _ in 0..positions / 10_000 {
            let keys: Vec<u64> = (0..10_000).map(|_| rng.next_u64() & !1 | parity as u64).collect();
            let value = Tally { wins: 1, ..Tally::default() }.encode();
            let fill = |writer: &mut Writer| {
                keys.iter().try_for_each(|key| writer.put(database, &key.to_be_bytes(), &value))
            };
            store.write(fill).unwrap();
        }
    }
    let started = Instant::now();
    let folders = [&one, &two].map(|store| store.folder().to_owned());
    let merged = merge(&out, &folders, Standard::ALL).unwrap();
    let seconds = started.elapsed().as_secs_f64();
    assert_eq!((merged.positions, merged.new), (2 * positions, 2 * positions));
    let [held] = &out.holdings().unwrap()[..] else { panic!("one database") };
    let each = held.bytes / held.entries;
    println!("{seconds:.1} s, {each} bytes a position");
    // Key, tally and checksum alone are 28 bytes, and pages are at least half full.
    assert!((28..100).contains(&each), "{each}");
}

#[test]
fn a_store_without_features_is_of_use() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder.path().join("store"));
    let start = Morris::start(&Default::default());
    let mut moves = Vec::new();
    start.legal_moves(&mut moves);
    let mut behind = start;
    behind.make(moves[0]);
    let tally = Tally { wins: 3, ..Tally::default() };
    let database = store.database(&Name::of::<Morris>(POSITIONS, &Default::default()), 1).unwrap();
    store.write(|writer| writer.put(database, &key(&behind), &tally.encode())).unwrap();
    let experience = Experience::find(&store, &morris()).unwrap().unwrap();
    let known = experience.known(&start).unwrap();
    assert!(known.iter().any(|known| known.m.decode() == Some(moves[0]) && known.tally == tally));
}

#[test]
fn commands_tell_what_is_known() {
    let folder = TempDir::new().unwrap();
    // The folder that leads to it is created as well.
    let store = folder.path().join("new/store");
    let store = store.to_str().unwrap();
    let learned =
        program::run(&["learn", "morris", "--games", "20", "--store", store, "--trials", "4"]);
    let learned = learned.ok();
    assert!(learned.contains("% against random moves"), "{learned}");
    assert!(learned.ends_with(" new positions\n"), "{learned}");
    let stats = program::run(&["experience", "stats", "--store", store]).ok();
    assert!(stats.lines().any(|line| line.starts_with("experience  morris ")), "{stats}");
    let shown = program::run(&["experience", "show", "morris", "--store", store]).ok();
    assert!(shown.starts_with("B[]W[]hand[9,9]turn[B]\nmove "), "{shown}");
    assert!(shown.lines().count() > 4, "{shown}");
    let shown = program::run(&["experience", "show", "morris", "d6; d4", "--store", store]);
    assert!(shown.error.contains("move 2 \"d4\": "), "{shown:?}");
    let checked = program::run(&["experience", "check", "--store", store]).ok();
    assert!(checked.starts_with("every page is sound"), "{checked}");
    let option = "Morris Quiet=50";
    let other =
        program::run(&["experience", "show", "morris", "--store", store, "--option", option]);
    let told = " has no experience of morris under these rules; it has some under\n  Morris ";
    assert!(other.error.contains(told), "{other:?}");
    let other = program::run(&["experience", "show", "trimok", "--store", store]);
    assert!(other.error.ends_with(" has no experience of trimok under these rules\n"), "{other:?}");
    let players = ["learner:store=DIR,name=l", "random"].map(|p| p.replace("DIR", store));
    let [learner, random] = &players;
    let rounds = ["--rounds", "2", "--random-plies", "0"];
    let engines = ["match", "morris", "--engine", learner, "--engine", random];
    let played = program::run(&[&engines[..], &rounds].concat()).ok();
    assert!(played.contains("4 games"), "{played}");
    for (game, player) in
        [("trimok", learner.clone()), ("morris", format!("{learner},scheme=literal"))]
    {
        let engines = ["match", game, "--engine", &player, "--engine", random, "--rounds", "1"];
        let refused = program::run(&engines);
        let told = format!(" has no experience of {game}");
        assert!(refused.code == Some(2) && refused.error.contains(&told), "{refused:?}");
    }
    let missing = learner.replace("store=", "store=/no/");
    let engines = ["match", "morris", "--engine", &missing, "--engine", random];
    let refused = program::run(&[&engines[..], &rounds].concat());
    assert!(refused.error.contains("has no store"), "{refused:?}");
}

/// Key, results, score and depth are one word each.
#[test]
fn exports_have_six_words_behind_the_game() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    let start = morris();
    let experience = Experience::open(&store, &start).unwrap();
    let run = Run::open(&store, &start, "by hand").unwrap();
    let mut ends = Vec::new();
    for (games, (m, score)) in
        (1..).zip([("a7", Score::win_in(2)), ("d6", Score::loss_in(3)), ("d7", Score::centi(125))])
    {
        let mut game = Record::new(start);
        game.play(start.read_move(&format!("B[{m}]")).unwrap()).unwrap();
        let lesson = Lesson::of(&game, None, 9, &[(1, score, 4)]);
        experience.add(&lesson, &run, games).unwrap();
    }
    for line in exported(folder.path()).lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words.len(), 7, "{line}");
        ends.push(words[5..].join(" "));
    }
    // The search saw the positions from the other side.
    for end in ["loss-in-2 4", "win-in-3 4", "-1.25 4", "- -"] {
        assert!(ends.iter().any(|found| found == end), "{end}: {ends:?}");
    }
}

/// Two series of different seeds may fill a store at the same time, and one that is killed loses no game
/// that was told.
#[test]
fn learners_share_a_store_and_are_killed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("store");
    drop(open(&path));
    let start = |seed: &str| {
        Command::new(env!("CARGO_BIN_EXE_quincunx"))
            .args(["learn", "morris", "--games", "100000", "--trials", "0", "--every", "1"])
            .args(["--seed", seed, "--store", path.to_str().unwrap()])
            .stdout(fs::File::create(folder.path().join(seed)).unwrap())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut learners = ["1", "2"].map(start);
    let told =
        |seed: &str| fs::read_to_string(folder.path().join(seed)).unwrap().lines().count() as u64;
    let started = Instant::now();
    while ["1", "2"].into_iter().any(|seed| told(seed) < 5) {
        assert!(started.elapsed() < Duration::from_secs(60), "they do not get on");
        sleep(Duration::from_millis(20));
    }
    for learner in &mut learners {
        learner.kill().unwrap();
        learner.wait().unwrap();
    }
    let store = open(&path);
    store.check().unwrap();
    for seed in ["1", "2"] {
        let told = told(seed);
        let mut found = 0;
        let plan = plan(u64::MAX, seed.parse().unwrap());
        go_on::<Morris>(&store, &plan, &mut |progress| {
            found = progress.games;
            false
        });
        assert!(told >= 5 && found >= told, "{seed}: {told} told, {found} found");
    }
}

#[test]
fn the_engine_plays_by_the_book() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    // White wins every game that begins so, in a book that was made by hand.
    let rules = <Morris as Position>::Rules::default();
    let mut talk = Talk::new();
    let tell = |talk: &mut Talk, line: &str| {
        talk.send(line);
    };
    tell(&mut talk, "setoption name UCI_Variant value morris");
    talk.line_starting("info string variant");
    // With every first move tried a few hundred times one of them is surely better, or none is: the
    // engine says so or searches.
    play::<Morris>(&store, &plan(40, 2));
    tell(&mut talk, &format!("setoption name BookPath value {}", folder.path().display()));
    let told = talk.line();
    assert!(told.starts_with("info string book morris: "), "{told}");
    tell(&mut talk, "setoption name OwnBook value true");
    tell(&mut talk, "setoption name Book Games value 1");
    tell(&mut talk, "setoption name Book Variety value 100");
    let legal: Vec<String> = {
        let start = Morris::start(&rules);
        let mut moves = Vec::new();
        start.legal_moves(&mut moves);
        moves.into_iter().map(|m| start.write_move(m)).collect()
    };
    tell(&mut talk, "go depth 4");
    let book = talk.line();
    let words: Vec<&str> = book.split(' ').collect();
    assert_eq!(
        (words[..3].join(" ").as_str(), words[4], words[6]),
        ("info string book", "games", "share")
    );
    assert!(legal.iter().any(|m| m == words[3]), "{book}");
    assert_eq!(talk.line(), format!("bestmove {}", words[3]));
    // Not in analysis, and not beyond its plies.
    for (set, go, reset) in [
        ("", "go depth 2 searchmoves a7", ""),
        ("setoption name MultiPV value 2", "go depth 2", "setoption name MultiPV value 1"),
        (
            "setoption name UCI_AnalyseMode value true",
            "go depth 2",
            "setoption name UCI_AnalyseMode value false",
        ),
        (
            "setoption name Book Games value 100000",
            "go depth 2",
            "setoption name Book Games value 1",
        ),
        ("setoption name OwnBook value false", "go depth 2", "setoption name OwnBook value true"),
        (
            "position startpos moves a7",
            "setoption name Book Plies value 1\ngo depth 2",
            "position startpos",
        ),
    ] {
        for line in set.lines().chain(go.lines()) {
            tell(&mut talk, line);
        }
        let first = talk.line();
        assert!(first.starts_with("info depth 1 "), "{set} {go}: {first}");
        talk.line_starting("bestmove ");
        tell(&mut talk, reset);
    }
    tell(&mut talk, "go depth 2");
    assert!(talk.line().starts_with("info string book "));
    talk.line_starting("bestmove ");
    tell(&mut talk, "setoption name BookPath value");
    tell(&mut talk, "go depth 2");
    assert!(talk.line().starts_with("info depth 1 "), "it is closed");
}

#[test]
fn a_seed_decides_the_learner() {
    let folder = TempDir::new().unwrap();
    let store = open(folder.path());
    play::<Morris>(&store, &plan(30, 2));
    let learner = Learner::find(&store, &morris(), false).unwrap().unwrap();
    let record = Record::new(morris());
    let choose = |seed| learner.choose(&record, &mut SplitMix64::new(seed)).unwrap();
    assert_eq!(choose(7), choose(7));
    assert!(choose(7).is_some());
}
