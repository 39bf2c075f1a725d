//! Remembered positions: kept beyond the table, never believed where they are not true, and saved
//! in a store that several engines may share.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::common::transcript::Talk;
use quincunx::games::dominions::Dominions;
use quincunx::games::morris::Morris;
use quincunx::games::trimok::Trimok;
use quincunx::games::{BenchPosition, GameKind, GameList, Standard};
use quincunx::network::{Hybrid, Learned, Network};
use tempfile::TempDir;

/// What a search to some depth told in the end.
#[derive(Debug, PartialEq)]
struct Answer {
    nodes: u64,
    score: String,
    best: String,
}

fn go(talk: &mut Talk, limits: &str) -> Answer {
    talk.send(format!("go {limits}"));
    let (mut nodes, mut score) = (0, String::new());
    loop {
        let line = talk.line();
        if let Some(best) = line.strip_prefix("bestmove ") {
            return Answer { nodes, score, best: best.to_owned() };
        }
        assert!(!line.contains(" error "), "{line}");
        let words: Vec<&str> = line.split(' ').collect();
        if let Some(at) = words.iter().position(|word| *word == "nodes") {
            nodes = words[at + 1].parse().unwrap();
            let at = words.iter().position(|word| *word == "score").unwrap();
            score = words[at + 1..at + 3].join(" ");
        }
    }
}

/// Sends a command that is answered by nothing.
fn quietly(talk: &mut Talk, line: &str) {
    talk.send(line);
    assert_eq!(talk.early_line(), None, "{line}");
}

/// Returns a server that plays a game.
fn forgetful(kind: GameKind) -> Talk {
    let mut talk = Talk::new();
    talk.send(format!("setoption name UCI_Variant value {kind}"));
    talk.line_starting("info string variant");
    talk
}

/// Returns a server that plays a game and remembers.
fn talk(kind: GameKind) -> Talk {
    let mut talk = forgetful(kind);
    quietly(&mut talk, "setoption name Remember value true");
    talk
}

fn at(talk: &mut Talk, position: &str) {
    quietly(talk, &format!("position fen {position}"));
}

/// The file of a store.
fn data(store: &Path) -> PathBuf {
    store.join("data.mdb")
}

fn use_file(talk: &mut Talk, path: &Path) {
    quietly(talk, &format!("setoption name MemoryPath value {}", path.display()));
}

/// The answer to `save` without a place.
const NO_STORE: &str = "info string error bad-file: save wants a store, and MemoryPath is empty";

/// Tries to use a store and returns the refusal.
fn refused_file(talk: &mut Talk, path: &Path) -> String {
    talk.send(format!("setoption name MemoryPath value {}", path.display()));
    talk.line()
}

fn saved(talk: &mut Talk) -> usize {
    talk.send("save");
    let line = talk.line();
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!((words[..3].join(" ").as_str(), words.len()), ("info string saved", 6), "{line}");
    words[3].parse().unwrap()
}

fn remembered(talk: &mut Talk) -> usize {
    talk.send("query remembered");
    talk.line().strip_prefix("response ").unwrap().parse().unwrap()
}

/// Morris in the middle game, and how deep it is searched here.
const MIDDLE: &str = "B[a7,d7,b6,f6]W[c5,d5,e5,a4]hand[5,5]turn[B]";
const DEPTH: &str = "depth 7";

/// Returns a server that remembers a search of [`MIDDLE`], and what that search told.
fn experienced() -> (Talk, Answer) {
    let mut talk = talk(GameKind::of::<Morris>());
    at(&mut talk, MIDDLE);
    let answer = go(&mut talk, DEPTH);
    (talk, answer)
}

/// Searches [`MIDDLE`] in a new game.
fn again(talk: &mut Talk) -> Answer {
    quietly(talk, "ucinewgame");
    at(talk, MIDDLE);
    go(talk, DEPTH)
}

/// Saves the memory of a search of [`MIDDLE`] and returns the nodes of that search.
fn save_experience(path: &Path) -> u64 {
    let (mut talk, answer) = experienced();
    use_file(&mut talk, path);
    assert!(saved(&mut talk) > 1);
    assert_eq!(talk.finish(), [""; 0]);
    answer.nodes
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A position of each game, and how deep it is searched here.
fn searched() -> impl Iterator<Item = (GameKind, BenchPosition, String)> {
    Standard::ALL.iter().map(|&kind| {
        let is_wide = kind == GameKind::of::<Dominions>();
        let position = kind.about().bench[if is_wide { 4 } else { 1 }];
        let depth = position.depth.max(4) + u32::from(kind == GameKind::of::<Morris>());
        (kind, position, format!("depth {}", if is_wide { 4 } else { depth }))
    })
}

#[test]
fn an_engine_forgets_unless_it_is_told_to_remember() {
    for (kind, position, depth) in searched() {
        let mut talk = forgetful(kind);
        at(&mut talk, position.text);
        let first = go(&mut talk, &depth);
        for forget in ["ucinewgame", "setoption name Clear Hash"] {
            quietly(&mut talk, forget);
            at(&mut talk, position.text);
            assert_eq!(go(&mut talk, &depth), first, "{kind}: {forget}");
        }
        assert_eq!(remembered(&mut talk), 0);
    }
    // A store is for remembering.
    let folder = TempDir::new().unwrap();
    let mut talk = forgetful(GameKind::of::<Morris>());
    use_file(&mut talk, &folder.path().join("memory"));
    let first = again(&mut talk);
    assert!(again(&mut talk).nodes < first.nodes);
    use_file(&mut talk, Path::new("<empty>"));
    assert_eq!(again(&mut talk), first);
}

#[test]
fn what_a_weak_player_estimates_is_its_own() {
    let weak = |talk: &mut Talk| {
        quietly(talk, "setoption name Skill Level value 5");
        again(talk)
    };
    let alone = weak(&mut talk(GameKind::of::<Morris>()));
    let (mut talk, _) = experienced();
    let known = remembered(&mut talk);
    assert!(known > 1);
    assert_eq!(weak(&mut talk), alone);
    // Nor has it made anybody forget.
    quietly(&mut talk, "setoption name Skill Level value 10");
    let (mut undisturbed, _) = experienced();
    assert_eq!(again(&mut talk), again(&mut undisturbed));
}

/// Writes a network that differs from a game's own.
fn other_network<P: Learned>(folder: &Path) -> PathBuf {
    let own = Hybrid::<P>::default();
    let mut layers = own.network().unwrap().layers().clone();
    let terms = layers.terms.len();
    layers.constant += 320;
    let other = Network::new(layers, P::SHAPE, terms).unwrap();
    let origin = Hybrid::<P>::read(P::NETWORK.unwrap()).unwrap().1;
    let path = folder.join("other.net");
    fs::write(&path, other.to_bytes(P::SHAPE, &origin)).unwrap();
    path
}

fn use_network(talk: &mut Talk, path: &Path) {
    quietly(talk, &format!("setoption name EvalFile value {}", path.display()));
}

/// An estimate belongs to the network that made it, in the process and in a store; a proof does not.
#[test]
fn what_another_network_estimated_is_not_believed() {
    let folder = TempDir::new().unwrap();
    let network = other_network::<Morris>(folder.path());
    let mut fresh = talk(GameKind::of::<Morris>());
    use_network(&mut fresh, &network);
    let truth = again(&mut fresh);
    // Deeper than what comes later.
    let (mut talk, _) = experienced();
    at(&mut talk, MIDDLE);
    go(&mut talk, "depth 8");
    use_network(&mut talk, &network);
    assert_eq!(again(&mut talk), truth);
    assert!(again(&mut talk).nodes < truth.nodes, "its own estimate is in their place");

    let path = folder.path().join("memory");
    save_experience(&path);
    let mut other = self::talk(GameKind::of::<Morris>());
    use_network(&mut other, &network);
    use_file(&mut other, &path);
    assert_eq!(again(&mut other), truth);
    saved(&mut other);
    let mut third = self::talk(GameKind::of::<Morris>());
    use_file(&mut third, &path);
    use_network(&mut third, &network);
    assert!(again(&mut third).nodes < truth.nodes, "the store took the later estimate");
}

#[test]
fn what_is_proven_is_believed_whatever_the_network() {
    let folder = TempDir::new().unwrap();
    let network = other_network::<Trimok>(folder.path());
    let position = "R[2B1,1F1]B[3D6]turn[R]";
    let mut fresh = talk(GameKind::of::<Trimok>());
    use_network(&mut fresh, &network);
    at(&mut fresh, position);
    let truth = go(&mut fresh, "depth 10");
    let mut talk = talk(GameKind::of::<Trimok>());
    at(&mut talk, position);
    let first = go(&mut talk, "depth 10");
    assert!(first.score.starts_with("mate"), "{first:?}");
    use_network(&mut talk, &network);
    let second = go(&mut talk, "depth 10");
    assert_eq!(second.score, truth.score);
    assert!(second.nodes < truth.nodes, "{second:?} after {truth:?}");
}

#[test]
fn a_position_that_is_remembered_is_searched_quicker() {
    for (kind, position, depth) in searched() {
        let mut talk = talk(kind);
        at(&mut talk, position.text);
        let first = go(&mut talk, &depth);
        for forget in ["ucinewgame", "setoption name Clear Hash"] {
            quietly(&mut talk, forget);
            at(&mut talk, position.text);
            let second = go(&mut talk, &depth);
            assert!(second.nodes < first.nodes, "{kind}: {first:?} then {second:?}");
        }
        quietly(&mut talk, "setoption name Clear Memory");
        quietly(&mut talk, "setoption name Clear Hash");
        assert_eq!(go(&mut talk, &depth), first, "{kind}: forgotten");
    }
}

/// The best of some moves is no fact of the position: neither the table nor the memory takes it for
/// one.
#[test]
fn a_loss_of_some_moves_is_not_remembered_of_the_position() {
    for forget in [None, Some("ucinewgame")] {
        let mut talk = talk(GameKind::of::<Morris>());
        at(&mut talk, "B[b6,d6,f6]W[c4,e3,b2]turn[W]");
        assert_eq!(go(&mut talk, "depth 6 searchmoves b2-a7").score, "mate -4");
        if let Some(forget) = forget {
            quietly(&mut talk, forget);
        }
        // Into that position, which White wins with another move.
        at(&mut talk, "B[a1,b6,d6]W[c4,e3,b2,g7]turn[B]");
        let answer = go(&mut talk, "depth 6 searchmoves a1-f6xg7");
        assert_eq!(answer.score, "mate -4", "{forget:?}");
    }
}

#[test]
fn the_same_session_gives_the_same_nodes() {
    let session = || {
        let (mut talk, first) = experienced();
        let mut answers = vec![first, again(&mut talk)];
        quietly(&mut talk, &format!("position fen {MIDDLE} moves {}", answers[0].best));
        answers.push(go(&mut talk, DEPTH));
        answers.push(again(&mut talk));
        answers
    };
    assert_eq!(session(), session());
}

#[test]
fn other_rules_and_other_games_remember_nothing_of_it() {
    let (mut talk, first) = experienced();
    for (rule, usual) in [("Morris Quiet value 60", "100"), ("Morris Repetition value 4", "3")] {
        talk.send(format!("setoption name {rule}"));
        talk.line_starting("info string variant");
        at(&mut talk, MIDDLE);
        assert_eq!(go(&mut talk, DEPTH).nodes, first.nodes, "{rule}");
        let name = rule.split(" value").next().unwrap();
        talk.send(format!("setoption name {name} value {usual}"));
        talk.line_starting("info string variant");
    }
    assert!(again(&mut talk).nodes < first.nodes, "under its own rules it is there still");

    // Another game in between changes nothing.
    talk.send("setoption name UCI_Variant value trimok");
    talk.line_starting("info string variant");
    let fresh = go(&mut self::talk(GameKind::of::<Trimok>()), "depth 4");
    assert_eq!(go(&mut talk, "depth 4"), fresh);
    talk.send("setoption name UCI_Variant value morris");
    talk.line_starting("info string variant");
    assert!(again(&mut talk).nodes < first.nodes);
}

#[test]
fn a_remembered_win_is_not_claimed_where_the_quiet_limit_spoils_it() {
    // Trimok endings and their exact distance to the end without regard to the limit.
    let mut spoilt = 0;
    for (position, plies) in [
        ("R[2B1,1F1]B[3D6]turn[R]", 9),
        ("R[2D2]B[3F2,1A4]turn[B]", 9),
        ("R[2B3]B[3C4]turn[R]", 6),
        ("R[3A2,3B4]B[2A3,2C5]turn[R]", 5),
        ("R[3B1,3A2]B[1B2,1B3]turn[R]", 6),
    ] {
        let mut talk = talk(GameKind::of::<Trimok>());
        at(&mut talk, position);
        let first = go(&mut talk, "depth 10");
        assert!(first.score.starts_with("mate"), "{position}: {first:?}");
        quietly(&mut talk, "ucinewgame");
        at(&mut talk, position);
        let second = go(&mut talk, "depth 10");
        assert_eq!(second.score, first.score, "{position}");
        assert!(second.nodes < first.nodes, "{position}: {first:?} then {second:?}");
        for left in 1..plies {
            let late = position.replace("turn", &format!("quiet[{}]turn", 100 - left));
            let mut fresh = self::talk(GameKind::of::<Trimok>());
            at(&mut fresh, &late);
            let truth = go(&mut fresh, "depth 10").score;
            quietly(&mut talk, "ucinewgame");
            at(&mut talk, &late);
            let claimed = go(&mut talk, "depth 10").score;
            // A capture on the way lets some of them win even so.
            if claimed.starts_with("mate") {
                assert_eq!(claimed, truth, "{late}");
            }
            spoilt += u32::from(!truth.starts_with("mate"));
        }
    }
    assert!(spoilt > 10, "the limit spoils only {spoilt}");
}

#[test]
fn what_a_near_quiet_limit_says_is_not_remembered() {
    // With four plies to the limit everything is a draw; that is no fact of the board.
    let quiet = "B[a7,d7,b6,d5,a4]W[g7,e5,e4,c3,d3]quiet[96]turn[B]";
    let board = quiet.replace("quiet[96]", "");
    let mut fresh = talk(GameKind::of::<Morris>());
    at(&mut fresh, &board);
    let truth = go(&mut fresh, DEPTH);
    let mut talk = talk(GameKind::of::<Morris>());
    at(&mut talk, quiet);
    go(&mut talk, "depth 8");
    quietly(&mut talk, "ucinewgame");
    at(&mut talk, &board);
    assert_eq!(go(&mut talk, DEPTH), truth);
}

#[test]
fn a_remembered_win_is_not_claimed_where_the_record_spoils_it() {
    // Black shuffles a man and so does White, until two of the positions have stood twice: then
    // nothing is recalled, and the search is the one of an engine without memory.
    let start = "B[a7,d7,b6,c3]W[c5,d5,e4]turn[W]";
    let shuffle = "e4-f4 c3-d3 f4-e4 d3-c3";
    let moves: Vec<String> = shuffle
        .split(' ')
        .enumerate()
        .map(|(i, m)| format!("{}[{m}]", ["W", "B"][i % 2]))
        .collect();
    let game = format!("position fen {start} moves {}", moves.join(" "));
    let mut fresh = talk(GameKind::of::<Morris>());
    quietly(&mut fresh, &game);
    let truth = go(&mut fresh, "depth 6");
    let mut talk = talk(GameKind::of::<Morris>());
    at(&mut talk, start);
    let first = go(&mut talk, "depth 6");
    quietly(&mut talk, "ucinewgame");
    at(&mut talk, start);
    assert!(go(&mut talk, "depth 6").nodes < first.nodes);
    quietly(&mut talk, "ucinewgame");
    quietly(&mut talk, &game);
    assert_eq!(go(&mut talk, "depth 6"), truth);
    // Nor is anything remembered of it.
    quietly(&mut talk, "setoption name Clear Memory");
    quietly(&mut talk, "ucinewgame");
    quietly(&mut talk, &game);
    go(&mut talk, "depth 6");
    quietly(&mut talk, "ucinewgame");
    at(&mut talk, start);
    assert_eq!(go(&mut talk, "depth 6"), first);
}

#[test]
fn a_file_carries_it_to_another_engine() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a file.memory");
    let nodes = save_experience(&path);
    assert_eq!(names(folder.path()), ["a file.memory"], "nothing else is left in the folder");
    let mut other = talk(GameKind::of::<Morris>());
    use_file(&mut other, &path);
    assert!(again(&mut other).nodes < nodes);
    // Saved again, it holds at least as much; loaded and saved by a third one, it is the same.
    let count = saved(&mut other);
    let bytes = fs::read(data(&path)).unwrap();
    other.finish();
    let mut third = talk(GameKind::of::<Trimok>());
    use_file(&mut third, &path);
    assert_eq!(remembered(&mut third), count);
    assert_eq!(saved(&mut third), count);
    assert_eq!(fs::read(data(&path)).unwrap(), bytes);
    // Forgetting reaches the store with the next save.
    quietly(&mut third, "setoption name Clear Memory");
    assert_eq!(remembered(&mut third), 0);
    assert_eq!(fs::read(data(&path)).unwrap(), bytes);
    // Naming the same store again brings nothing back.
    use_file(&mut third, &path);
    assert_eq!(remembered(&mut third), 0);
    assert_eq!(saved(&mut third), 0);
}

#[test]
fn two_engines_share_a_store() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("memory");
    let mut first = talk(GameKind::of::<Morris>());
    let mut second = talk(GameKind::of::<Morris>());
    use_file(&mut first, &path);
    use_file(&mut second, &path);
    let nodes = again(&mut first).nodes;
    saved(&mut first);
    // The second had no store to read from when it was told the folder: it has one from its first save
    // on, and loses nothing of the first.
    saved(&mut second);
    assert!(again(&mut second).nodes < nodes);
    at(&mut second, "B[a7,d7,b6]W[c5,d5,e4]turn[B]");
    go(&mut second, "depth 5");
    let count = saved(&mut second);
    assert_eq!(saved(&mut first), count);
    assert_eq!(remembered(&mut first), count);
}

#[test]
fn the_end_of_a_session_saves_what_is_new() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("memory");
    // Nothing found, nothing written.
    let mut idle = talk(GameKind::of::<Morris>());
    use_file(&mut idle, &path);
    idle.send("quit");
    assert_eq!(names(folder.path()), [""; 0]);
    // At `quit`.
    let mut talk = talk(GameKind::of::<Morris>());
    use_file(&mut talk, &path);
    let first = again(&mut talk);
    talk.send("quit");
    assert_eq!(names(folder.path()), ["memory"]);
    // At the end of the input, by the program itself.
    fs::remove_dir_all(&path).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_quincunx"))
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let script = format!(
        "setoption name UCI_Variant value morris\nsetoption name MemoryPath value {}\n\
         position fen {MIDDLE}\ngo {DEPTH}\n",
        path.display()
    );
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
    let mut other = self::talk(GameKind::of::<Morris>());
    use_file(&mut other, &path);
    assert!(again(&mut other).nodes < first.nodes);
}

#[test]
fn a_process_that_is_killed_leaves_the_store_whole() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("memory");
    save_experience(&path);
    let mut before = 0;
    for round in 0..10 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quincunx"))
            .args(["--game", "morris"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut script = format!("setoption name MemoryPath value {}\n", path.display());
        for m in ["a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4"] {
            script.push_str(&format!("position startpos moves {m}\ngo depth 4\nsave\n"));
        }
        child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
        let started = Instant::now();
        while started.elapsed().as_millis() < 10 + 7 * round {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let mut talk = talk(GameKind::of::<Morris>());
        use_file(&mut talk, &path);
        let count = remembered(&mut talk);
        assert!(count > 1 && count >= before, "killed {:?} after its start", started.elapsed());
        before = count;
    }
}

#[test]
fn a_damaged_store_is_refused_and_left_alone() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("memory");
    save_experience(&path);
    let whole = fs::read(data(&path)).unwrap();
    let mut talk = talk(GameKind::of::<Morris>());
    for length in (1..whole.len() / 4096 * 3 / 4).map(|pages| pages * 4096 - 100) {
        fs::write(data(&path), &whole[..length]).unwrap();
        let error = refused_file(&mut talk, &path);
        assert!(error.starts_with("info string error bad-file: "), "{length}: {error}");
        assert!(error.contains(path.to_str().unwrap()), "{length}: {error}");
        talk.send("save");
        assert_eq!(talk.line(), NO_STORE);
        assert_eq!(fs::read(data(&path)).unwrap(), &whole[..length]);
    }
    assert_eq!(names(folder.path()), ["memory"]);
    // The whole one is taken still.
    fs::write(data(&path), &whole).unwrap();
    use_file(&mut talk, &path);
}

/// A value whose bytes have changed is not believed: the store is refused.
#[test]
fn a_damaged_value_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("memory");
    save_experience(&path);
    let mut bytes = fs::read(data(&path)).unwrap();
    // A value stands behind its key; the score begins with its third byte.
    let key = morris_key(MIDDLE);
    let places = bytes.windows(8).enumerate().filter(|(_, window)| *window == key);
    let places: Vec<usize> = places.map(|(at, _)| at).collect();
    assert!(!places.is_empty());
    places.into_iter().for_each(|at| bytes[at + 8 + 2] ^= 1);
    fs::write(data(&path), &bytes).unwrap();
    let error = refused_file(&mut talk(GameKind::of::<Morris>()), &path);
    assert!(error.contains(" is damaged: page "), "{error}");
    assert!(error.ends_with(" was changed since it was written"), "{error}");
}

/// The key under which a store keeps a position.
fn morris_key(position: &str) -> [u8; 8] {
    use quincunx::kernel::Position;
    use quincunx::notation::Notation;
    let at = Morris::read_position(position, &Default::default()).unwrap();
    let [word] = at.packed();
    word.to_be_bytes()
}

#[test]
fn what_is_wrong_is_said() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("memory");
    save_experience(&path);
    let whole = fs::read(data(&path)).unwrap();
    let mut talk = talk(GameKind::of::<Morris>());
    for (bytes, wanted) in [
        (&b"# notes\n"[..], " is not a store"),
        (&whole[..100], " is damaged: it is truncated within its roots"),
        (&whole[..9000], " is damaged: it is truncated before page "),
    ] {
        fs::write(data(&path), bytes).unwrap();
        let error = refused_file(&mut talk, &path);
        let start = format!("info string error bad-file: {}{wanted}", path.display());
        assert!(error.starts_with(&start), "{error}");
    }
    let notes = folder.path().join("notes");
    fs::write(&notes, "mine").unwrap();
    for other in [notes.as_path(), folder.path(), Path::new("/dev/zero")] {
        let error = refused_file(&mut talk, other);
        assert!(error.ends_with("is not a store"), "{error}");
    }
    let error = refused_file(&mut talk, &folder.path().join("missing/memory"));
    assert!(error.ends_with("cannot be created: there is no such folder"), "{error}");
    let error = refused_file(&mut talk, Path::new(&"long".repeat(100)));
    assert!(error.starts_with("info string error bad-file: "), "{error}");
}

#[test]
fn nothing_but_a_store_is_written_to() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("memory");
    let (mut talk, _) = experienced();
    use_file(&mut talk, &path);
    // Something else has come to that place before anything was saved.
    fs::write(&path, "somebody's notes").unwrap();
    talk.send("save");
    let error = talk.line();
    assert!(error.ends_with("is not a store"), "{error}");
    assert_eq!(fs::read(&path).unwrap(), b"somebody's notes");
    fs::remove_file(&path).unwrap();
    let count = saved(&mut talk);
    // A refused folder does not become the place, and the one before stays.
    refused_file(&mut talk, folder.path());
    assert_eq!(saved(&mut talk), count);
    talk.finish();
    // Marked as read-only, it is read and not written to.
    let mut permissions = fs::metadata(data(&path)).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(data(&path), permissions).unwrap();
    let bytes = fs::read(data(&path)).unwrap();
    let mut talk = self::talk(GameKind::of::<Morris>());
    use_file(&mut talk, &path);
    assert_eq!(remembered(&mut talk), count);
    quietly(&mut talk, "setoption name Clear Memory");
    talk.send("save");
    assert!(talk.line().ends_with(" may only be read"));
    assert_eq!(fs::read(data(&path)).unwrap(), bytes);
}

#[test]
fn a_folder_that_takes_no_store_is_an_error_at_saving() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("memory");
    let (mut talk, _) = experienced();
    use_file(&mut talk, &path);
    drop(folder);
    talk.send("save");
    let error = talk.line();
    assert!(error.starts_with("info string error bad-file: "), "{error}");
    // At the end as well, once.
    let rest = talk.finish();
    assert_eq!(rest, [error]);
    #[cfg(target_os = "linux")]
    {
        // Where nobody may make a folder, whoever runs this.
        let (mut talk, _) = experienced();
        use_file(&mut talk, Path::new("/proc/quincunx.memory"));
        talk.send("save");
        let error = talk.line();
        assert!(
            error.starts_with("info string error bad-file: /proc/quincunx.memory: "),
            "{error}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = TempDir::new().unwrap();
    let (path, link) = (folder.path().join("memory"), folder.path().join("link"));
    save_experience(&path);
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let mut talk = talk(GameKind::of::<Morris>());
    use_file(&mut talk, &link);
    quietly(&mut talk, "setoption name Clear Memory");
    assert_eq!(saved(&mut talk), 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(names(&path), ["data.mdb", "readers.lock", "writer.lock"]);
}

#[test]
fn without_a_file_nothing_is_saved() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("memory");
    let (mut talk, _) = experienced();
    use_file(&mut talk, &path);
    quietly(&mut talk, "setoption name MemoryPath value <empty>");
    talk.send("save");
    assert_eq!(talk.line(), NO_STORE);
    assert_eq!(talk.finish(), [""; 0]);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn saving_waits_for_a_search() {
    let mut talk = talk(GameKind::of::<Morris>());
    talk.send("go infinite");
    for command in ["save", "setoption name Clear Memory", "setoption name MemoryPath value x"] {
        talk.send(command);
        talk.line_starting("info string error busy: ");
    }
    talk.send("stop");
    talk.line_starting("bestmove ");
}
