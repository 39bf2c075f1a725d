//! The games of `published.jsonl` against the rules: each is legal to its end or refused at the ply
//! that the file names, and its result and points are those of the file.

use crate::common::{json_lines, position, result, text};
use quincunx::games::Game;
use quincunx::games::hexceed::Hexceed;
use quincunx::games::morris::Morris;
use quincunx::games::trimok::Trimok;
use quincunx::kernel::{Player, Record};

#[test]
fn published_games_are_refereed_as_stated() {
    let rows = json_lines("published.jsonl").len();
    assert_eq!(replay::<Morris>() + replay::<Trimok>() + replay::<Hexceed>(), rows);
}

/// Replays the rows of a game and returns how many there are.
fn replay<P: Game>() -> usize {
    let mut rows = json_lines("published.jsonl");
    rows.retain(|row| row.value["game"] == P::NAME);
    for row in &rows {
        let (value, place) = (&row.value, &row.place);
        let rules = P::Rules::default();
        let start = match value["start"].as_str() {
            Some(start) => position::<P>(start, &rules, place),
            None => P::start(&rules),
        };
        let mut record = Record::new(start);
        let refused = text(value, "moves", place)
            .split(' ')
            .position(|typed| {
                let action = record.current().read_move(typed);
                !action.is_ok_and(|action| record.play(action).is_ok())
            })
            .map(|plies| plies as u64 + 1);
        assert_eq!(refused, value["illegal"].as_u64(), "{place}");
        let expected = (text(value, "result", place), value["reason"].as_str().unwrap_or(""));
        assert_eq!(result::<P>(record.outcome()), expected, "{place}");
        if let Some(points) = value["points"].as_array() {
            let points = points.iter().map(serde_json::Value::as_i64);
            let scored = Player::ALL.map(|player| record.current().points(player).map(i64::from));
            assert!(points.eq(scored), "{place}: {scored:?}");
        }
    }
    rows.len()
}
