//! The tables of Coerceo: small ones are built and compared with a solver that shares nothing with
//! the builder.
//!
//! What belongs to all games is tested with the tables of Morris, in `tablebase`.
//! `scripts/tables-deep-coerceo.sh` checks whole tables.

use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use crate::coerceo_endings::{LINE, children, random_positions, read};
use crate::common::closure::Closure;
use crate::common::program::run;
use crate::common::set_rule;
use crate::common::shelf::{self, Shelf};
use crate::common::transcript::Talk;
use quincunx::games::coerceo::symmetry::Symmetry;
use quincunx::games::coerceo::tablebase::{CoerceoEnding, Shape};
use quincunx::games::coerceo::{Coerceo, Rules};
use quincunx::kernel::{Action, Position, Record, Score, SplitMix64};
use quincunx::notation::Notation;
use quincunx::search::{Control, Limits, Searcher};
use quincunx::tablebase::{ExactValue, Metric, Place, Solved, Tablebase, Unit, Wdl, open};

type Tables = Tablebase<Coerceo>;

/// The most pieces on three tiles in the tables of the tests; all on fewer tiles are there.
const MOST: u8 = 3;

fn shelf(metric: Metric) -> Shelf<Coerceo> {
    Shelf::new(metric, CoerceoEnding::all().filter(|ending| is_small(*ending)))
}

fn is_small(ending: CoerceoEnding) -> bool {
    matches!(ending.shape(), Shape::Single | Shape::Pair)
        || ending.pieces().0.iter().all(|pieces| *pieces <= MOST)
}

/// Plies to the end.
pub(super) static TO_THE_END: LazyLock<Shelf<Coerceo>> = LazyLock::new(|| shelf(Metric::End));

/// Returns a random position of an ending; `None` if 1,000 numbers have none.
fn random(ending: CoerceoEnding, rng: &mut SplitMix64) -> Option<Coerceo> {
    let mut numbers = std::iter::repeat_with(|| {
        let place = Place { sector: rng.below(2), number: rng.below(ending.places() as usize) };
        Coerceo::at(ending, place, &Rules::default())
    });
    numbers.by_ref().take(1_000).flatten().next()
}

#[test]
fn numbers_and_coerceo_positions_name_each_other() {
    let mut rng = SplitMix64::new(11);
    for ending in CoerceoEnding::all() {
        let places = ending.places() as usize;
        let is_small = places < 5_000;
        for try_number in 0..if is_small { places } else { 500 } {
            let number = if is_small { try_number } else { rng.below(places) };
            for sector in 0..ending.sectors() {
                let place = Place { sector, number };
                let Some(at) = Coerceo::at(ending, place, &Rules::default()) else { continue };
                assert_eq!(at.locate(), Some((ending, place)), "{}", at.write_position());
            }
        }
        // A block has its positions in the order of their numbers.
        let (block, sector) = (rng.below(ending.blocks()), rng.below(ending.sectors()));
        let rules = Rules::default();
        let listed = Coerceo::block(ending, sector, block, &rules);
        for (rank, listed) in listed.enumerate().take(500) {
            let place = Place { sector, number: block * ending.block_len() + rank };
            assert_eq!(listed, Coerceo::at(ending, place, &Rules::default()), "{ending}");
        }
    }
}

#[test]
fn images_of_a_coerceo_position_have_its_value() {
    let tables = &TO_THE_END.tables;
    let mut rng = SplitMix64::new(12);
    let mut others = 0;
    for ending in CoerceoEnding::all().filter(|ending| is_small(*ending)) {
        for _ in 0..20 {
            let Some(at) = random(ending, &mut rng) else { continue };
            let value = tables.probe(&at).unwrap();
            assert!(value.is_some(), "{}", at.write_position());
            for symmetry in Symmetry::all() {
                let image = symmetry.image(&at);
                assert_eq!(tables.probe(&image).unwrap(), value, "{}", image.write_position());
                others += usize::from(image.locate() != at.locate());
            }
        }
    }
    assert!(others > 0, "images have numbers of their own where a shape lies on itself");
}

#[test]
fn other_positions_of_coerceo_have_no_number() {
    let mut cheap = Rules::default();
    set_rule::<Coerceo>(&mut cheap, "Coerceo Exchange", "1", "a rule");
    let gone = "gone[00,01,02,03,04,05,06,07,08,0A,0B,0C,0D,0F,10,11,12]";
    let two = format!("W[091]B[0E2]{gone}turn[W]");
    assert!(read(&two).locate().is_some());
    assert_eq!(Coerceo::read_position(&two, &cheap).unwrap().locate(), None, "another price");
    for text in [
        &format!("W[091,0E1]B[]{gone}turn[W]"),
        "W[041,091,0E1,0B1]B[0E2]gone[00,01,02,03,05,06,07,08,0A,0C,0D,0F,10,11,12]turn[W]",
    ] {
        assert_eq!(read(text).locate(), None, "{text}");
    }
}

/// Held tiles beyond what buys every enemy piece change nothing.
#[test]
fn more_tiles_than_an_enemy_is_worth_count_no_more() {
    let at = |held: &str| {
        let gone = "gone[00,01,02,03,04,05,06,07,08,0A,0B,0C,0D,0F,10,11,12]";
        read(&format!("W[091,093]B[0E2,0E4]{gone}held{held}turn[W]")).locate().unwrap()
    };
    assert_eq!(at("[4,0]"), at("[9,0]"));
    assert_ne!(at("[3,0]"), at("[4,0]"));
    assert_eq!(at("[1,4]"), at("[1,7]"));
}

/// Compares positions with the other solver: results and plies to the end. They follow random
/// positions of the endings in which both sides hold few tiles, so that few positions follow.
fn compare_solved(tables: &Tables, endings: &[CoerceoEnding], positions: usize) {
    let mut rng = SplitMix64::new(19);
    let mut seen = [0; 3];
    for _ in 0..positions {
        let ending = endings[rng.below(endings.len())];
        let Some(mut setup) = random(ending, &mut rng).map(|at| at.setup()) else { continue };
        for held in &mut setup.held.0 {
            *held = (*held).min(rng.below(3) as u8);
        }
        let root = Coerceo::from_setup(setup, Rules::default()).expect("a position");
        let Some(closure) = Closure::of(&root, 100_000) else { continue };
        for at in random_positions(&root, 5) {
            if at.outcome().is_some() {
                continue;
            }
            let found = tables.probe(&at).unwrap().expect("a table");
            let score = closure.score(&at);
            let expected = score.plies().map_or(ExactValue::Draw, |plies| {
                let wdl = if score.is_win() { Wdl::Win } else { Wdl::Loss };
                ExactValue::new(wdl, plies as u8)
            });
            assert_eq!(found, expected, "{}", at.write_position());
            seen[found.wdl() as usize] += 1;
        }
    }
    eprintln!("{seen:?} draws, wins and losses are those of the other solver");
    assert!(seen.iter().all(|count| *count > 50), "{seen:?}");
}

#[test]
fn coerceo_tables_agree_with_another_solver() {
    let endings: Vec<CoerceoEnding> = CoerceoEnding::all().filter(|one| is_small(*one)).collect();
    compare_solved(&TO_THE_END.tables, &endings, 50);
}

#[test]
fn every_entry_of_coerceo_follows_from_its_moves() {
    for metric in [Metric::End, Metric::Conversion { quiet: 0 }] {
        let shelf = if metric == Metric::End { &*TO_THE_END } else { &shelf(metric) };
        for file in shelf.tables.files() {
            let ending: CoerceoEnding = file.header().unit.unit();
            for step in [1, 97] {
                let verified = shelf.tables.verify(ending, step, 3, &|_| {}).unwrap();
                assert_eq!(verified.mismatches, [], "{ending}");
            }
        }
    }
}

/// Each position of an ending is counted once among its images.
#[test]
fn positions_up_to_symmetry_are_counted_once() {
    for file in TO_THE_END.tables.files() {
        let ending: CoerceoEnding = file.header().unit.unit();
        if ending.places() > 20_000 {
            continue;
        }
        let mut classes = std::collections::HashSet::new();
        for sector in 0..ending.sectors() {
            for number in 0..ending.places() as usize {
                let at = Coerceo::at(ending, Place { sector, number }, &Rules::default());
                classes.extend(at.map(|at| canonical_anywhere(&at)));
            }
        }
        let counted: u64 = file.header().all_counts().orbits.iter().sum();
        assert_eq!(counted, classes.len() as u64, "{ending}");
    }
}

/// Returns the least image of a position, wherever its tiles lie on the board.
fn canonical_anywhere(at: &Coerceo) -> Vec<(i8, i8, usize, bool, u8, u8, bool)> {
    use quincunx::games::coerceo::geometry::{Field, Tile};
    use quincunx::kernel::Player;
    let images = Symmetry::all().map(|symmetry| {
        let image = symmetry.image(at);
        let tiles: Vec<Tile> = Tile::all().filter(|tile| image.has_tile(*tile)).collect();
        let corner = tiles.iter().map(|tile| (tile.middle().q, tile.middle().r)).min().unwrap();
        let mut fields: Vec<_> = Field::all()
            .filter(|field| tiles.contains(&field.tile()))
            .map(|field| {
                let middle = field.tile().middle();
                (
                    middle.q - corner.0,
                    middle.r - corner.1,
                    field.number(),
                    image.has_piece(field),
                    image.held(Player::First),
                    image.held(Player::Second),
                    image.to_move() == Player::First,
                )
            })
            .collect();
        fields.sort_unstable();
        fields
    });
    images.min().unwrap()
}

/// With tables a search of a few nodes wins what one of 5,000 without them only draws.
#[test]
fn the_longest_wins_are_won_with_tables() {
    let root = read(LINE);
    let closure = Closure::of(&root, 100_000).expect("few positions");
    let mut won: Vec<Coerceo> = random_positions(&root, 500);
    won.retain(|at| closure.score(at).is_win());
    won.sort_by_key(|at| std::cmp::Reverse(closure.score(at).plies()));
    assert!(closure.score(&won[0]).plies() >= Some(25));
    let mut searcher = Searcher::new(4).unwrap();
    searcher.set_oracle(Some(open::<Coerceo>(TO_THE_END.path()).unwrap().oracle));
    for start in &won[..20] {
        let plies = closure.score(start).plies().expect("a win");
        let mut record = Record::new(*start);
        while record.outcome().is_none() {
            let at = record.current();
            let m = if at.to_move() == start.to_move() {
                let limits = Limits { nodes: Some(100), ..Limits::default() };
                let control = Control::new(Instant::now());
                let found = searcher.search(&record, &limits, &control, &mut |_| {});
                assert!(found.score().is_win(), "{}", at.write_position());
                found.best().expect("a move")
            } else {
                children(&closure, at).into_iter().max_by_key(|(_, score)| *score).unwrap().0
            };
            record.play(Action::Move(m)).expect("a legal move");
        }
        let outcome = record.outcome().expect("an end");
        assert_eq!(outcome.winner, Some(start.to_move()), "{}", start.write_position());
        assert_eq!(record.steps().len(), plies as usize, "{}", start.write_position());
    }
    let drawn = random_positions(&root, 50)
        .into_iter()
        .find(|at| at.outcome().is_none() && closure.score(at) == Score::ZERO);
    let record = Record::new(drawn.expect("a draw"));
    let limits = Limits { nodes: Some(100), ..Limits::default() };
    let found = searcher.search(&record, &limits, &Control::new(Instant::now()), &mut |_| {});
    assert_eq!(found.score(), Score::ZERO);
}

#[test]
fn the_engine_plays_by_coerceo_tables() {
    let mut talk = Talk::new();
    talk.send("setoption name Game value coerceo");
    talk.line();
    talk.send(format!("setoption name TablePath value {}", TO_THE_END.path().display()));
    let told = talk.line();
    let expected = "info string tablebase coerceo: 6 of 6 endings on one tile, 21 of 21 on a pair, \
                    6 of 45 on a line, 9 of 81 on a bend, 6 of 45 on a triangle, plies to end of the \
                    game; missing line-1-4 ";
    assert!(told.starts_with(expected), "{told}");
    talk.send(
        "position fen W[061,063,091]B[090,0C4]gone[00,01,02,03,04,05,07,08,0A,0B,0D,0E,0F,10,11,12]\
         held[2,0]turn[W]",
    );
    talk.send("go nodes 100");
    assert_eq!(talk.line(), "info string tablebase win progress 27 end 27");
    while !talk.line().starts_with("bestmove") {}
}

/// Some endings have no position at all, such as one piece each on three tiles that touch.
#[test]
fn claims_are_judged_where_some_endings_are_empty() {
    let path = TO_THE_END.path().to_string_lossy();
    let endings = 2 * TO_THE_END.tables.files().count();
    let claims = endings.to_string();
    let output =
        run(&["tablebase", "verify", "--path", &path, "--claims", &claims, "--nodes", "500"]);
    assert!(output.out.starts_with(&format!("{endings} positions, ")), "{output:?}");
    assert!(output.out.ends_with(" of a loss, 0 false\n"), "{output:?}");
    assert!(!output.out.contains(": 0 claims of a win"), "{output:?}");
}

/// Whole tables; see `scripts/tables-deep-coerceo.sh`.
#[test]
#[ignore = "needs a folder with all endings"]
fn whole_coerceo_tables_are_right() {
    let folder = std::env::var("TABLES").expect("TABLES is set");
    let tables = shelf::open(Path::new(&folder));
    assert_eq!(tables.missing().count(), 0, "{tables}");
    assert_eq!(tables.metric(), Some(Metric::End), "{tables}");
    let endings: Vec<CoerceoEnding> = CoerceoEnding::all().collect();
    compare_solved(&tables, &endings, 1_000);
}
