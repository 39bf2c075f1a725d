//! Whole proofs of late positions against their margins, in one go, in shards and with files that are damaged.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use super::chances::settled;
use super::*;
use crate::engine::{Engine, NetworkChoice};
use crate::games::{
    AnyGame, AnyPosition, Bounds, Claim, ClaimReader, Claims, GameList, Standard, write_claims,
};
use crate::kernel::{Effort, Part, Player, Score, SplitMix64};

const EFFORT: Effort = Effort { mib: 1, nodes: u64::MAX, gives_up: &|| false, threads: 1 };

/// The games that have a solver which answers questions.
fn games() -> Vec<&'static dyn AnyGame> {
    let games: Vec<_> = Standard::ALL.iter().map(|kind| kind.game()).collect();
    let found: Vec<_> = games.into_iter().filter(|game| game.solver_reach() > 0).collect();
    assert!(!found.is_empty());
    found
}

/// A position of random play with so many plies to the end.
fn random(game: &dyn AnyGame, plies: u32, rng: &mut SplitMix64) -> Box<dyn AnyPosition> {
    let mut position = game.start(&[]).unwrap();
    while position.plies_to_end().unwrap() > plies {
        let moves = position.moves();
        position = position.behind(moves[rng.below(moves.len())]);
    }
    position
}

/// The final margin, by trying everything.
fn minimax(position: &dyn AnyPosition) -> i32 {
    if let Some(outcome) = position.ending() {
        return outcome.margin.unwrap();
    }
    let sign = position.mover().sign();
    let behind = position.moves().into_iter().map(|m| sign * minimax(&*position.behind(m)));
    sign * behind.max().unwrap()
}

fn sampler(game: &dyn AnyGame) -> Sampler {
    let engine = Engine::new();
    let session = engine.game(game.about().name).unwrap();
    Sampler::new(session.searcher(1, &NetworkChoice::Own).unwrap())
}

/// Asks until a question about the first position is decided or a shard has nothing left, and returns how many
/// questions that took.
fn ask(tree: &mut Tree, store: &mut Store, margin: i32, shard: Part) -> usize {
    let mut log = store.log(shard).unwrap();
    let mut count = 0;
    while !tree.is_decided(margin) {
        let plan = Plan::shared(store, tree, margin, &settled).unwrap();
        let Some(question) = plan.next(tree, shard, 1).pop() else { break };
        assert!(plan.left(tree) > 0);
        let before = tree.open(margin, Part::default());
        assert!(before.binary_search(&question).is_ok());
        let answer = tree.position(question).reaches(question.margin, EFFORT);
        let claim = tree.answer(question, answer.reached.unwrap()).unwrap();
        store.add(&claim, &mut log).unwrap();
        let after = tree.open(margin, Part::default());
        assert!(after.len() < before.len());
        assert!(after.iter().all(|one| before.binary_search(one).is_ok()));
        count += 1;
    }
    count
}

fn opened(start: &dyn AnyPosition, plies: u32, folder: &Path) -> (Tree, Store) {
    let mut tree = Tree::new(start, plies);
    let store = Store::open(folder, start).unwrap();
    tree.learn(&store).unwrap();
    (tree, store)
}

/// The answer to a question about the first position.
fn decide(tree: &Tree, margin: i32) -> Option<bool> {
    tree.margins().next().unwrap().1.decide(margin)
}

#[test]
fn proofs_of_late_positions_agree_with_minimax() {
    let mut rng = SplitMix64::new(1);
    for game in games() {
        for left in [0, 1, 2, 5, 6, 7, 8, 8, 8, 9] {
            let start = random(game, left, &mut rng);
            let margin = minimax(&*start);
            for plies in 0..=5 {
                let folder = tempfile::tempdir().unwrap();
                let (mut tree, mut store) = opened(&*start, plies, folder.path());
                for asked in [margin - 1, margin, margin + 1, margin + 40, 0] {
                    ask(&mut tree, &mut store, asked, Part::default());
                    assert_eq!(decide(&tree, asked), Some(margin >= asked), "{}", start.text());
                }
                let (_, known) = tree.margins().next().unwrap();
                assert_eq!((known.lower, known.upper), (margin, margin), "{}", start.text());
            }
        }
    }
}

#[test]
fn shards_in_any_order_make_the_whole() {
    let mut rng = SplitMix64::new(2);
    for game in games() {
        for _ in 0..4 {
            let start = random(game, 10, &mut rng);
            let asked = start.settled_margin().unwrap();
            let whole = tempfile::tempdir().unwrap();
            let (mut tree, mut store) = opened(&*start, 4, whole.path());
            let least = ask(&mut tree, &mut store, asked, Part::default());
            let answer = decide(&tree, asked);
            assert!(answer.is_some() && least > 1);
            for of in [1, 2, 5] {
                let merged = tempfile::tempdir().unwrap();
                let mut text = String::new();
                let mut count = 0;
                for number in (1..=of).rev() {
                    // None of them sees what the others find.
                    let folder = tempfile::tempdir().unwrap();
                    let (mut tree, mut store) = opened(&*start, 4, folder.path());
                    let shard: Part = format!("{number}/{of}").parse().unwrap();
                    count += ask(&mut tree, &mut store, asked, shard);
                    let file = format!("{number}-of-{of}.txt");
                    text += &fs::read_to_string(folder.path().join(file)).unwrap();
                }
                assert!(count >= least, "the order of the whole is no worse");
                fs::write(merged.path().join("all.txt"), format!("{text}# twice\n\n{text}"))
                    .unwrap();
                let (tree, _) = opened(&*start, 4, merged.path());
                assert_eq!(decide(&tree, asked), answer);
                let plan = Plan::new(&tree, asked, &settled);
                assert_eq!(plan.next(&tree, Part::default(), 9), []);
                assert_eq!(plan.left(&tree), 0);
            }
        }
    }
}

#[test]
fn each_position_after_some_plies_is_proven() {
    let mut rng = SplitMix64::new(14);
    for game in games() {
        for (left, plies, each) in [(8, 5, 1), (8, 4, 2), (9, 4, 4), (7, 3, 3), (9, 6, 2)] {
            let start = random(game, left, &mut rng);
            let folder = tempfile::tempdir().unwrap();
            let (tree, mut store) = opened(&*start, plies, folder.path());
            let mut tree = tree.asking_each(each);
            let values: Vec<i32> = tree.margins().map(|(position, _)| minimax(position)).collect();
            for asked in values.iter().flat_map(|margin| [*margin, margin + 1]) {
                ask(&mut tree, &mut store, asked, Part::default());
                assert!(tree.is_decided(asked), "{}", start.text());
            }
            let mut boards = HashSet::new();
            for ((position, known), margin) in tree.margins().zip(values) {
                assert_eq!((known.lower, known.upper), (margin, margin), "{}", position.text());
                assert!(boards.insert(position.canonical_board()), "one of each");
            }
            let mut level = vec![start.copied()];
            for _ in 0..each {
                let mut behind = Vec::new();
                for position in level {
                    behind.extend(position.moves().into_iter().map(|m| position.behind(m)));
                }
                level = behind;
            }
            let all: HashSet<_> = level.iter().map(|position| position.canonical_board()).collect();
            assert_eq!(boards, all);
        }
    }
}

/// One plan for several positions uses answers that serve more than one of them.
#[test]
fn positions_share_the_answers_of_a_plan() {
    let mut rng = SplitMix64::new(15);
    for game in games() {
        let start = random(game, 12, &mut rng);
        let margin = start.settled_margin().unwrap();
        let tree = Tree::new(&*start, 5).asking_each(1);
        let plan = Plan::new(&tree, margin, &settled);
        assert!(plan.decides(&tree, margin));
        let alone = tree.margins().map(|(position, _)| {
            let tree = Tree::new(position, 4);
            Plan::new(&tree, margin, &settled).left(&tree)
        });
        let (alone, together) = (alone.sum::<usize>(), plan.left(&tree));
        assert!(together < alone, "{together} {alone}");
    }
}

/// When as much is to come in every part, few questions are asked whose answers do not help.
#[test]
fn what_answers_to_expect_is_learned() {
    let mut rng = SplitMix64::new(5);
    for game in games() {
        for to_come in [-1, 0, 1] {
            let start = random(game, 16, &mut rng);
            let mut tree = Tree::new(&*start, 4);
            let final_margin = |tree: &Tree, question| {
                let part: &dyn AnyPosition = tree.position(question);
                part.settled_margin().unwrap() + part.mover().sign() * to_come
            };
            for margin in -9..=9 {
                let mut counts = [0; 2];
                let mut plan = Plan::default();
                while !tree.is_decided(margin) {
                    if !plan.decides(&tree, margin) {
                        plan = Plan::new(&tree, margin, &settled);
                    }
                    let question = plan.next(&tree, Part::default(), 1)[0];
                    let is_reached = final_margin(&tree, question) >= question.margin;
                    tree.answer(question, is_reached).unwrap();
                    counts[usize::from(is_reached)] += 1;
                }
                let decided = decide(&tree, margin).unwrap();
                assert!(counts[usize::from(!decided)] < 3, "{to_come} {margin} {counts:?}");
            }
        }
    }
}

/// Returns whether so many answers more to some of the questions, all of one kind, decide a claim.
fn is_decided_by(tree: &Tree, margin: i32, more: usize, open: &[Question], answer: bool) -> bool {
    if more == 0 {
        return tree.is_decided(margin);
    }
    (0..open.len()).any(|at| {
        let mut tree = tree.clone();
        tree.assume(&[(open[at], answer)]).unwrap();
        is_decided_by(&tree, margin, more - 1, &open[at + 1..], answer)
    })
}

/// Three turns to the end, where two placements lead to one board in either order.
#[test]
fn plans_need_the_fewest_answers() {
    let mut rng = SplitMix64::new(11);
    for game in games() {
        for _ in 0..4 {
            let start = random(game, 6, &mut rng);
            let tree = Tree::new(&*start, 4);
            let margin = start.settled_margin().unwrap() + rng.below(3) as i32 - 1;
            let plan = Plan::new(&tree, margin, &settled);
            assert!(plan.decides(&tree, margin) && !plan.decides(&tree, margin + 1));
            let (open, fewer) = (tree.open(margin, Part::default()), plan.left(&tree) - 1);
            let by = |answer| is_decided_by(&tree, margin, fewer, &open, answer);
            assert!(fewer > 2 && !by(true) && !by(false), "{}", start.text());
        }
    }
}

#[test]
fn all_go_by_the_plan_in_the_folder() {
    let mut rng = SplitMix64::new(12);
    let start = random(games()[0], 12, &mut rng);
    let margin = start.settled_margin().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (mut tree, store) = opened(&*start, 4, folder.path());
    let path = folder.path().join(format!("at-least-{margin}.plan"));
    let plan = |tree: &Tree| Plan::shared(&store, tree, margin, &settled).unwrap();
    let first = plan(&tree);
    assert_eq!(first, Plan::new(&tree, margin, &settled));
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), first.left(&tree));
    // Another order of the same questions is another plan.
    let turned: Vec<&str> = text.lines().rev().collect();
    fs::write(&path, turned.join("\n")).unwrap();
    let second = plan(&tree);
    assert!(second != first && second.left(&tree) == first.left(&tree));
    // An answer as expected is one less; another one overthrows the plan.
    let question = second.next(&tree, Part::default(), 1)[0];
    let wanted = turned[0].contains(" >= ");
    let mut contrary = tree.clone();
    contrary.answer(question, !wanted).unwrap();
    assert!(!second.decides(&contrary, margin));
    tree.answer(question, wanted).unwrap();
    assert_eq!(plan(&tree), second);
    assert_eq!(second.left(&tree), text.lines().count() - 1);
    let third = plan(&contrary);
    assert!(third != second && third.decides(&contrary, margin));
    // What is no plan is replaced.
    for damaged in ["words", "on[] >= x\n", &text[..text.len() - 3], "\u{0}", ""] {
        fs::write(&path, damaged).unwrap();
        let plan = plan(&tree);
        assert!(plan.decides(&tree, margin), "{damaged}");
        assert_ne!(fs::read_to_string(&path).unwrap(), damaged);
    }
}

/// Where estimates tell which parts reach a margin, those are asked about that do.
#[test]
fn estimates_say_what_to_ask() {
    let to_come = |position: &dyn AnyPosition| (position.key() % 5) as i32 - 2;
    let estimate =
        |position: &dyn AnyPosition| Score::points(to_come(position)) + settled(position).value();
    let count = |seed: u64, estimate: &Estimate| {
        let start = random(games()[0], 12, &mut SplitMix64::new(seed));
        let margin = start.settled_margin().unwrap();
        let mut tree = Tree::new(&*start, 4);
        let (mut plan, mut plans, mut all) = (Plan::default(), 0, 0);
        while !tree.is_decided(margin) {
            if !plan.decides(&tree, margin) {
                plan = Plan::new(&tree, margin, estimate);
                plans += 1;
            }
            let question = plan.next(&tree, Part::default(), 1)[0];
            let part = tree.position(question);
            let sign = part.mover().sign();
            let is_reached =
                part.settled_margin().unwrap() + sign * to_come(part) >= question.margin;
            tree.answer(question, is_reached).unwrap();
            all += 1;
        }
        [plans, all]
    };
    let sum = |estimate: &Estimate| {
        let counts = (13..23).map(|seed| count(seed, estimate));
        counts.fold([0, 0], |sum, count| [sum[0] + count[0], sum[1] + count[1]])
    };
    let (blind, told) = (sum(&settled), sum(&estimate));
    assert!(told[0] < blind[0] && told[1] < blind[1], "{told:?} {blind:?}");
}

#[test]
fn what_was_cut_off_is_asked_again_and_the_file_is_the_same() {
    let start = random(games()[0], 10, &mut SplitMix64::new(3));
    let asked = start.settled_margin().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("1-of-1.txt");
    let run = || {
        let (mut tree, mut store) = opened(&*start, 5, folder.path());
        ask(&mut tree, &mut store, asked, Part::default());
        fs::read(&path).unwrap()
    };
    let whole = run();
    for cut in [0, 1, whole.len() / 3, whole.len() / 2, whole.len() - 1, whole.len()] {
        fs::write(&path, &whole[..cut]).unwrap();
        assert_eq!(run(), whole, "{cut} bytes");
    }
}

#[test]
fn two_processes_do_not_write_one_file() {
    let start = random(games()[0], 6, &mut SplitMix64::new(4));
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path(), &*start).unwrap();
    let log = store.log(Part::default()).unwrap();
    assert!(matches!(store.log(Part::default()), Err(ProofError::Busy(_))));
    assert!(store.log("2/2".parse().unwrap()).is_ok());
    drop(log);
    assert!(store.log(Part::default()).is_ok());
}

#[test]
fn what_others_add_to_the_same_file_is_read() {
    let start = random(games()[0], 8, &mut SplitMix64::new(5));
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path(), &*start).unwrap();
    let claims = [2, 3].map(|margin| Claim::of_answer(&*start, margin, true));
    // A process that ends before its file is locked.
    fs::write(folder.path().join("1-of-1.txt"), claims[0].line() + "\n").unwrap();
    let mut log = store.log(Part::default()).unwrap();
    store.add(&claims[1], &mut log).unwrap();
    assert!(store.refresh(&*start).unwrap());
    assert!(!store.refresh(&*start).unwrap());
}

#[test]
fn a_store_reads_what_others_add() {
    let start = random(games()[0], 8, &mut SplitMix64::new(5));
    let folder = tempfile::tempdir().unwrap();
    let (mut tree, mut store) = opened(&*start, 3, folder.path());
    let claim = Claim::of_answer(&*start, 3, true);
    fs::write(folder.path().join("x.txt"), claim.line()).unwrap();
    assert!(!store.refresh(&*start).unwrap(), "the line is not finished");
    fs::write(folder.path().join("x.txt"), claim.line() + "\n").unwrap();
    fs::write(folder.path().join("x.md"), "no answers").unwrap();
    assert!(store.refresh(&*start).unwrap());
    assert!(!store.refresh(&*start).unwrap());
    tree.learn(&store).unwrap();
    assert_eq!(
        (decide(&tree, 3), decide(&tree, 4)),
        (Some(true), None),
        "a claim about the start itself"
    );
}

#[test]
fn damage_and_contradictions_are_quoted() {
    let mut rng = SplitMix64::new(6);
    let start = random(games()[0], 8, &mut rng);
    let (good, other) = (Claim::of_answer(&*start, 3, true), Claim::of_answer(&*start, 3, false));
    let text = good.text();
    let signed = |text: &str| format!("{text} {:08x}", crc32fast::hash(text.as_bytes()));
    assert_eq!(signed(&text), good.line());
    for (line, what) in [
        (good.line().replacen(">= 3", ">= 4", 1), "the checksum should be "),
        (good.line().replacen('[', "(", 1), "the checksum should be "),
        (text.clone(), "no checksum follows"),
        ("words".to_owned(), "expected POSITION >= MARGIN CHECKSUM, or <="),
        (signed("on[] = 3"), "expected POSITION >= MARGIN CHECKSUM, or <="),
        (signed("on[] >= x"), "expected POSITION >= MARGIN CHECKSUM, or <="),
        (signed("on[] >= 2147483647"), "expected POSITION >= MARGIN CHECKSUM, or <="),
        (signed("nowhere >= 3"), " at column 1"),
        (other.line(), "line 1 of "),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.txt");
        fs::write(folder.path().join("a.txt"), good.line() + "\n").unwrap();
        fs::write(&path, format!("# more\n{line}\n")).unwrap();
        let error = Store::open(folder.path(), &*start).unwrap_err().to_string();
        let place = format!("{}: line 2, \"{line}\": ", path.display());
        assert!(error.starts_with(&place) && error.contains(what), "{error}");
    }
    // Of two images, too.
    let mut tree = Tree::new(&*start, 2);
    let plan = Plan::new(&tree, start.settled_margin().unwrap(), &settled);
    let question = plan.next(&tree, Part::default(), 1)[0];
    tree.answer(question, true).unwrap();
    assert!(matches!(tree.answer(question, false), Err(ProofError::Inconsistent(_))));
    // Any bytes are read or refused.
    for _ in 0..500 {
        let mut bytes = good.line().into_bytes();
        for _ in 0..=rng.below(3) {
            let at = rng.below(bytes.len());
            bytes[at] = rng.below(256) as u8;
        }
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.txt"), [&bytes[..], b"\n"].concat()).unwrap();
        let is_same = bytes == good.line().into_bytes();
        let is_read = Store::open(folder.path(), &*start).is_ok();
        assert!(is_read == is_same || bytes[0] == b'#' || bytes.contains(&b'\n'));
    }
}

#[test]
fn one_checksum_may_confirm_many_claims() {
    let mut rng = SplitMix64::new(7);
    let start = random(games()[0], 8, &mut rng);
    let claims = [1, 2].map(|margin| Claim::of_answer(&*start, margin, true));
    let both = write_claims(&claims);
    let [first, second] = claims.each_ref().map(Claim::text);
    let sum = crc32fast::hash(format!("{first}\n{second}\n").as_bytes());
    assert_eq!(both, format!("{first}\n{second}\nchecksum {sum:08x}\n"));
    let more = write_claims(&[Claim::of_answer(&*start, 3, true)]);
    let own = Claim::of_answer(&*start, 4, true).line();

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    let opened = |text: &[u8]| {
        fs::write(&path, text).unwrap();
        Store::open(folder.path(), &*start)
    };
    let least = |text: &str| {
        let bounds = opened(text.as_bytes()).unwrap().bounds(&start.canonical_board());
        start.settled_margin().unwrap() + bounds.lower
    };
    assert_eq!(least(&both), 2);
    assert_eq!(least(&format!("# of two\n{both}{more}")), 3, "one file behind the other");
    assert_eq!(least(&format!("{first}\n{own}\n\n{second}\nchecksum {sum:08x}\n")), 4);

    let says_otherwise = Claim::of_answer(&*start, 0, false).line();
    for (text, line, quoted, what) in [
        (format!("{more}{first}\n"), 3, &first, "no checksum follows, neither its own nor one of"),
        (both.replacen("checksum ", "", 1), 3, &format!("{sum:08x}"), "expected POSITION >= "),
        (format!("{both}checksum \n"), 4, &"checksum".to_owned(), "expected POSITION >= "),
        (format!("{both}{says_otherwise}\n"), 4, &says_otherwise, "line "),
        (format!("{says_otherwise}\n{both}"), 2, &first, "line 1 of "),
    ] {
        let error = opened(text.as_bytes()).unwrap_err().to_string();
        let place = format!("{}: line {line}, \"{quoted}", path.display());
        assert!(error.starts_with(&place) && error.contains(what), "{error}");
    }
    for at in 0..both.len() {
        let mut bytes = both.clone().into_bytes();
        bytes[at] ^= 1 << rng.below(8);
        let is_read = opened(&bytes).is_ok();
        assert!(!is_read || bytes[0] == b'#', "byte {at}");
    }
    for end in 0..both.len() {
        let whole =
            both[..end].lines().count() - usize::from(end > 0 && !both[..end].ends_with('\n'));
        assert_eq!(opened(&both.as_bytes()[..end]).is_ok(), whole == 0, "cut at {end}");
    }
}

/// Compares claims about a position and those behind it with its margin, and returns how many say anything.
fn check_claims(claims: &Claims, position: &dyn AnyPosition) -> usize {
    let value = |position: &dyn AnyPosition, of: Player| of.sign() * minimax(position);
    let mover = position.mover();
    let margin = value(position, mover);
    let proven = claims.proven(position);
    for bounds in [claims.margin(position), proven.bounds] {
        assert!(bounds.lower <= margin && margin <= bounds.upper, "{}", position.text());
    }
    for m in &proven.moves {
        assert!(value(&*position.behind(*m), mover) >= proven.bounds.lower);
    }
    let mut count = usize::from(proven.bounds.has_lower() || proven.bounds.has_upper());
    position.each_behind(&mut |_, behind| count += check_claims(claims, behind));
    count
}

#[test]
fn claims_say_what_answers_prove() {
    let mut rng = SplitMix64::new(10);
    for game in games() {
        for left in [5, 6, 7, 8] {
            let start = random(game, left, &mut rng);
            let margin = minimax(&*start);
            let folder = tempfile::tempdir().unwrap();
            let (mut tree, mut store) = opened(&*start, 3, folder.path());
            for asked in [margin, margin + 1] {
                ask(&mut tree, &mut store, asked, Part::default());
            }
            let lines = tree.claims();
            let text = format!("# proven\n\n{}", write_claims(&lines));
            let claims = Claims::read(&text, &*start).unwrap();
            assert!(check_claims(&claims, &*start) > 4);
            let known = tree.nodes.iter().zip(&tree.bounds);
            for (node, known) in known.filter(|(node, _)| node.position.ending().is_none()) {
                let settled = node.position.mover().sign() * node.settled();
                assert_eq!(claims.margin(&*node.position), known.plus(settled), "nothing is lost");
            }
            let sides = |bounds: &Bounds| bounds.sides().into_iter().flatten().count();
            assert!(lines.len() < tree.bounds.iter().map(sides).sum());
            // Both sides' best moves keep the margin as far as the tree goes.
            let mut here = start.copied();
            for _ in 0..3 {
                let proven = claims.proven(&*here);
                assert_eq!(proven.bounds.exact(), Some(here.mover().sign() * margin));
                here = here.behind(proven.moves[0]);
            }
            assert!(claims.proven(&*here).moves.is_empty());
            let damaged = text.replacen("turn", "turm", 1);
            assert!(Claims::read(&damaged, &*start).unwrap_err().contains("turm"), "it is quoted");
        }
    }
}

#[test]
fn the_claims_that_come_with_games_are_read() {
    for game in Standard::ALL.iter().map(|kind| kind.game()) {
        let claims = Claims::of(game).unwrap();
        let start = game.start(&[]).unwrap();
        let mut reader = ClaimReader::new(&*start);
        for (number, line) in game.claims().lines().enumerate() {
            for line in reader.read(number, line).unwrap() {
                let [lower, upper] = claims.margin(&*line.claim.position).sides();
                assert!(lower.or(upper).is_some(), "{}", line.text);
                assert!(game.rule_options().is_empty(), "they hold under the usual rules");
            }
        }
        assert!(reader.finish().is_ok());
    }
}

#[test]
fn a_forecast_recovers_the_power_and_the_nodes_of_parts() {
    let mut rng = SplitMix64::new(7);
    let sample: Vec<Vec<Rung>> = (0..40)
        .map(|_| {
            let hard = 1000.0 * libm::exp(2.0 * (rng.fraction() + rng.fraction() - 1.0));
            let mut rung = |plies: u32, ways: f64| Rung {
                plies,
                ways,
                nodes: (hard * libm::exp(0.5 * (30.0 - ways))) as u64,
                is_reached: rng.fraction() < 0.25,
            };
            [(18, 20.0), (20, 15.0), (22, 10.0)].map(|(plies, ways)| rung(plies, ways)).to_vec()
        })
        .collect();
    let forecast = Forecast::new(&sample, 1).unwrap();
    assert_eq!(Forecast::new(&sample, 1), Some(forecast), "the same seed");
    let power = forecast.power.unwrap();
    assert!((power.value - 0.5).abs() < 0.001 && power.low <= power.value, "{power:?}");
    let mean = sample.iter().map(|rungs| rungs[2].nodes as f64).sum::<f64>() / 40.0;
    let expected = mean * libm::exp(5.0);
    let Spread { value, low, high } = forecast.nodes;
    assert!((value / expected - 1.0).abs() < 0.05, "{value} of {expected}");
    assert!(low < value && value < high && high < 2.0 * value, "{forecast:?}");
    assert!(forecast.parts == 40 && (4..16).contains(&forecast.reached));
    assert_eq!(Forecast::new(&[], 1), None);
}

#[test]
fn samples_are_later_positions_of_a_part() {
    let game = games()[0];
    let start = random(game, 16, &mut SplitMix64::new(8));
    let mut sampler = sampler(game);
    let rungs = sampler.rungs(&*start, 0, 13, EFFORT).unwrap();
    assert_eq!(sampler.rungs(&*start, 0, 13, EFFORT).unwrap(), rungs, "the same again");
    let plies: Vec<u32> = rungs.iter().map(|rung| rung.plies).collect();
    assert_eq!(plies, [9, 11, 13]);
    assert!(rungs[2].ways > 0.0 && rungs[0].ways > rungs[1].ways);
    assert!(rungs[2].nodes > rungs[0].nodes);
    let itself = sampler.rungs(&*start, 0, 30, EFFORT).unwrap();
    assert_eq!(itself[2].ways, 0.0);
    assert_eq!(itself[2].nodes, start.reaches(0, EFFORT).nodes);
    let forecast = Forecast::new(std::slice::from_ref(&itself), 1).unwrap();
    assert_eq!((forecast.power, forecast.nodes.value), (None, itself[2].nodes as f64));
    let gives_up = Effort { gives_up: &|| true, ..EFFORT };
    assert_eq!(sampler.rungs(&*random(game, 24, &mut SplitMix64::new(9)), 0, 24, gives_up), None);
}
