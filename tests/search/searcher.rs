//! What a searcher keeps from one search to the next, and what it reports.

use std::time::Instant;

use quincunx::games::morris::Morris;
use quincunx::kernel::{Action, Position, Record};
use quincunx::notation::Notation;
use quincunx::search::{Control, Event, Limits, Searcher};

/// Plays a game against itself with a tiny table; returns the nodes of each search.
fn nodes(before: impl Fn(&mut Searcher<Morris>)) -> Vec<u64> {
    let mut searcher = Searcher::new(0).unwrap();
    let mut record = Record::new(Morris::start(&Default::default()));
    let limits = Limits { depth: Some(5), ..Limits::default() };
    let search = |_| {
        before(&mut searcher);
        let control = Control::new(Instant::now());
        let found = searcher.search(&record, &limits, &control, &mut |_| {});
        record.play(Action::Move(found.best().unwrap())).unwrap();
        found.nodes
    };
    (0..8).map(search).collect()
}

#[test]
fn to_learn_nothing_changes_nothing() {
    assert_eq!(nodes(|_| ()), nodes(|searcher| searcher.learn(Vec::new())));
}

#[test]
fn the_selective_depth_is_that_of_the_iteration() {
    let mut searcher = Searcher::new(1).unwrap();
    let mut record = Record::new(Morris::start(&Default::default()));
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let mut falls = 0;
    for _ in 0..30 {
        let mut depths = Vec::new();
        let control = Control::new(Instant::now());
        let found = searcher.search(&record, &limits, &control, &mut |event| {
            if let Event::Line(line) = event {
                depths.push(line.selective_depth);
            }
        });
        falls += depths.windows(2).filter(|pair| pair[0] > pair[1]).count();
        let Some(best) = found.best() else { break };
        record.play(Action::Move(best)).unwrap();
    }
    assert!(falls > 0, "no iteration looked less far than the one before");
}

#[test]
fn a_line_cut_short_goes_on_as_before() {
    let text = "B[f6] W[d3] B[e4] W[f4] B[a4] W[b2] B[c3] W[b6] B[g7]";
    let mut record = Record::new(Morris::start(&Default::default()));
    for m in text.split(' ') {
        let m = record.current().read_move(m).unwrap();
        record.play(m).unwrap();
    }
    let mut same = 0;
    for nodes in (5_000..50_000).step_by(2_500) {
        let mut searcher = Searcher::<Morris>::new(1).unwrap();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut lines = Vec::new();
        searcher.search(&record, &limits, &Control::new(Instant::now()), &mut |event| {
            if let Event::Line(line) = event {
                lines.push(line.pv);
            }
        });
        let [.., before, last] = &lines[..] else { panic!("{lines:?}") };
        same += usize::from(last[0] == before[0]);
        assert!(last.len() > 1 || last[0] != before[0], "{nodes} nodes: {lines:?}");
    }
    assert!(same > 10, "{same}");
}

/// As the search ends the last move looked at may have been found to lose, and the others not at all.
#[test]
fn no_line_is_made_up_for_a_move_that_loses() {
    let text = "B[b2,d1,c5]W[a7,d7,e3]turn[B]";
    let start = Morris::read_position(text, &Default::default()).unwrap();
    for nodes in 262..=360 {
        let mut searcher = Searcher::new(1).unwrap();
        searcher.set_multi_pv(4);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let control = Control::new(Instant::now());
        let found = searcher.search(&Record::new(start), &limits, &control, &mut |_| {});
        // White answers it by W[e3-g7xd2].
        assert_ne!(start.write_move(found.best().unwrap()), "B[c5-d2]", "{nodes} nodes");
    }
}
