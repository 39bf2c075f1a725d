//! The explorer against tables: every value is that of a probe, and every reply is counted.

use crate::tablebase::{BY_DEFAULT, pair};
use quincunx::engine::{Engine, Explored, KnownBy};
use quincunx::games::morris::{Morris, Rules};
use quincunx::kernel::{Position, SplitMix64, Verdict, Worth};
use quincunx::notation::Notation;
use quincunx::tablebase::{ExactValue, Place, Solved, Unit, Wdl};

use crate::common::json_lines;

/// Returns the explorer's list for a position of a game.
fn explore(engine: &mut Engine, game: &str, position: &str) -> Explored {
    engine.set_option("UCI_Variant", Some(game)).unwrap();
    engine.session_mut().set_position(Some(position), &[]).unwrap();
    engine.session().explorer().explore()
}

fn with_tables() -> Engine {
    let mut engine = Engine::new();
    engine.set_option("TablePath", BY_DEFAULT.path().to_str()).unwrap();
    engine
}

/// Returns positions of the tables, as they come.
fn positions(count: usize) -> Vec<Morris> {
    let mut rng = SplitMix64::new(11);
    let units = [pair(3, 3), pair(4, 3), pair(4, 4)];
    let mut found = Vec::new();
    while found.len() < count {
        let unit = units[rng.below(units.len())];
        let sector = rng.below(unit.sectors());
        let number = rng.below(unit.blocks() * unit.block_len());
        let place = Place { sector, number };
        let position = Morris::at(unit, place, &Rules::default());
        found.extend(position.filter(|position| position.outcome().is_none()));
    }
    found
}

#[test]
fn values_are_those_of_a_probe_and_losing_replies_are_counted() {
    let (tables, mut engine) = (&BY_DEFAULT.tables, with_tables());
    let (mut values, mut draws) = (0, 0);
    for position in positions(60) {
        let text = position.write_position();
        let explored = explore(&mut engine, "morris", &text);
        let probed = tables.probe_moves(&position).unwrap();
        assert_eq!(explored.moves.len(), probed.len(), "{text}");
        for (m, value) in probed {
            let name = position.write_move(m);
            let found = explored.moves.iter().find(|found| found.text == name).unwrap();
            let shown = match found.worth {
                Worth::Table(Verdict::Draw) | Worth::Draw => ExactValue::Draw,
                worth if worth.score().is_win() => ExactValue::Win(found.plies().unwrap() as u8),
                _ => ExactValue::Loss(found.plies().unwrap() as u8),
            };
            assert_eq!(Some(shown), value, "{name} in {text}");
            values += 1;
            // A second count of the replies, by probes alone.
            let Some(replies) = found.replies else {
                assert!(
                    shown != ExactValue::Draw || found.by == KnownBy::Rules,
                    "{name} in {text}"
                );
                continue;
            };
            let mut behind = position;
            behind.make(m);
            let answers = tables.probe_moves(&behind).unwrap();
            let losing = answers.iter().filter(|(_, value)| value.unwrap().wdl() == Wdl::Loss);
            assert_eq!((replies.losing, replies.all), (losing.count(), answers.len()), "{text}");
            draws += 1;
        }
        let shares: Vec<f64> = explored.moves.iter().map(|found| found.share()).collect();
        assert!(shares.is_sorted_by(|a, b| a >= b), "{text}: the best first");
    }
    assert!(values > 1_000 && draws > 100, "{values} values, {draws} draws");
}

/// Within a class short wins and long losses come first, and draws in which many replies lose.
#[test]
fn moves_of_a_class_are_sorted_by_what_helps() {
    let mut engine = with_tables();
    for position in positions(40) {
        let explored = explore(&mut engine, "morris", &position.write_position());
        for pair in explored.moves.windows(2) {
            let [a, b] = [&pair[0], &pair[1]];
            if a.share() > b.share() {
                continue;
            }
            match a.worth.score().value().signum() {
                1 => assert!(a.plies() <= b.plies()),
                -1 => assert!(a.plies() >= b.plies()),
                _ => {
                    let share = |found: &quincunx::engine::Found| {
                        found.replies.map_or(0.0, |it| it.losing as f64 / it.all as f64)
                    };
                    assert!(share(a) >= share(b));
                }
            }
        }
    }
}

/// The solver's margins are those that others have found, wherever the explorer has them.
#[test]
fn margins_are_exact() {
    let mut engine = Engine::new();
    let mut compared = 0;
    for row in json_lines("vectors/hexceed.exact.jsonl") {
        let text = row.value["position"].as_str().expect(&row.place);
        let explored = explore(&mut engine, "hexceed", text);
        if explored.moves.is_empty()
            || explored.moves.iter().any(|found| found.by == KnownBy::Network)
        {
            continue;
        }
        let Worth::Margin(best) = explored.moves[0].worth else { panic!("{}", row.place) };
        let margin = row.value["margin"].as_i64().expect(&row.place) as i32;
        let sign = if text.ends_with("turn[1]") { 1 } else { -1 };
        assert_eq!(best * sign, margin, "{}", row.place);
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}
