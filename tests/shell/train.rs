//! `quincunx train` from end to end, with toy budgets.

use std::fs;
use std::path::Path;

use crate::common::program::{Run, pipe, run, text};

/// Trains Trimok in a folder.
fn train(data: &Path, more: &[&str]) -> Run {
    let data = data.to_str().unwrap();
    let always =
        ["train", "trimok", "--data", data, "--nodes", "40", "--epochs", "2", "--hidden", "8"];
    run(&[&always[..], more].concat())
}

/// Returns the number behind some words.
fn number(text: &str, before: &str) -> f64 {
    let rest = text.split_once(before).unwrap_or_else(|| panic!("no {before:?} in {text}")).1;
    let end = rest.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().unwrap()
}

/// Returns the files of a folder whose names end so, by name.
fn files(folder: &Path, ending: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
    let mut files: Vec<_> = named
        .filter(|(name, _)| name.ends_with(ending))
        .map(|(name, path)| (name, fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_network_learns_loads_and_plays() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let curve = data.join("curve.svg");
    let match_and_curve = ["--games", "400", "--match", "6", "--match-nodes", "50"];
    let svg = ["--svg", curve.to_str().unwrap()];
    let found = train(data, &[&match_and_curve[..], &svg].concat());
    assert_eq!(found.code, Some(0), "{found:?}");
    let before = number(&found.out, "held-out loss ");
    let after = number(&found.out, "by the terms, ");
    assert!(after < before, "{}", found.out);
    assert!(fs::read_to_string(&curve).unwrap().starts_with("<svg "));
    let table = fs::read_to_string(data.join("trimok-rounds.tsv")).unwrap();
    assert_eq!(table.lines().count(), 2, "{table}");

    let network = data.join("trimok-01.net");
    let commands = format!(
        "setoption name UCI_Variant value trimok\neval\nsetoption name EvalFile value {}\neval\n\
         setoption name EvalFile value\neval\ngo nodes 100\n",
        network.display()
    );
    let talk = pipe(&[], &commands);
    assert_eq!(talk.code, Some(0), "{talk:?}");
    assert!(!talk.out.contains("error"), "{talk:?}");
    let values: Vec<&str> = talk.out.lines().filter(|line| line.starts_with("eval ")).collect();
    assert_eq!(values.len(), 3, "{talk:?}");
    assert_eq!(values[0], values[2], "the game's own network is back");

    let path = network.to_str().unwrap();
    let player = format!("builtin:nodes=50,net={path},name=learned");
    let game = [
        "match",
        "trimok",
        "--engine",
        &player,
        "--engine",
        "builtin:nodes=50,net=none,name=terms",
    ];
    let found = run(&[&game[..], &["--rounds", "1"]].concat());
    assert_eq!(found.code, Some(0), "{found:?}");
    assert!(found.out.contains("learned"), "{found:?}");
}

/// Whatever two games come to, they say nothing of the error of an Elo.
#[test]
fn a_pair_of_games_tells_no_elo() {
    let folder = tempfile::tempdir().unwrap();
    let curve = folder.path().join("curve.svg");
    let pair = ["--games", "20", "--match", "2", "--match-nodes", "1", "--svg", text(&curve)];
    let told = train(folder.path(), &pair).ok();
    assert!(told.contains(" at 1 nodes a move: ") && !told.contains("Elo"), "{told}");
    let table = fs::read_to_string(folder.path().join("trimok-rounds.tsv")).unwrap();
    assert!(table.contains("\t-\ttrue\t") || table.contains("\t-\tfalse\t"), "{table}");
    let files = told + &table + &fs::read_to_string(&curve).unwrap();
    assert!(!files.contains("NaN") && !files.contains("inf"), "{files}");
}

#[test]
fn a_resumed_training_is_the_unbroken_one() {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let games = ["--games", "300", "--match", "0"];
    let found = train(whole.path(), &[&games[..], &["--rounds", "2"]].concat());
    assert_eq!(found.code, Some(0), "{found:?}");
    // The first games of the first round, the rest of it on two threads, then the second round after
    // a break that lost a file.
    let steps: [&[&str]; 3] = [
        &["--games", "250", "--match", "0"],
        &["--games", "300", "--match", "0", "--threads", "2"],
        &["--games", "300", "--match", "0", "--rounds", "2"],
    ];
    for (step, arguments) in steps.into_iter().enumerate() {
        let found = train(parts.path(), arguments);
        assert_eq!(found.code, Some(0), "{found:?}");
        if step == 0 {
            fs::remove_file(parts.path().join("trimok-rounds.tsv")).unwrap();
        }
        if step == 1 {
            fs::remove_file(parts.path().join("trimok-01-000000.games")).unwrap();
            fs::remove_file(parts.path().join("trimok-rounds.tsv")).unwrap();
        }
    }
    for ending in [".games", ".net"] {
        let (found, wanted) = (files(parts.path(), ending), files(whole.path(), ending));
        assert_eq!(found.len(), if ending == ".net" { 2 } else { 4 });
        assert!(found == wanted, "the files {ending} are the same");
    }
}

#[test]
fn a_round_may_learn_from_the_last_rounds_alone() {
    let folder = tempfile::tempdir().unwrap();
    let learn = |more: &[&str]| {
        let three = ["--games", "60", "--match", "0", "--rounds", "3"];
        let found = train(folder.path(), &[&three[..], more].concat());
        assert_eq!(found.code, Some(0), "{found:?}");
        let counted = |line: &str| line.split_once(" games in ").map(|(start, _)| start.to_owned());
        let counts: Vec<String> = found.out.lines().filter_map(counted).collect();
        (counts, files(folder.path(), ".net"))
    };
    let (counts, all) = learn(&[]);
    assert_eq!(counts, ["round 1: 60", "round 2: 120", "round 3: 180"]);
    fs::remove_file(folder.path().join("trimok-rounds.tsv")).unwrap();
    let (counts, two) = learn(&["--last", "2"]);
    assert_eq!(counts, ["round 1: 60", "round 2: 120", "round 3: 120"]);
    assert_eq!(all[..2], two[..2]);
    assert!(all[2] != two[2]);

    // More rounds than there are mean all.
    fs::remove_file(folder.path().join("trimok-rounds.tsv")).unwrap();
    let (_, many) = learn(&["--last", "9"]);
    assert!(many == all);
}

#[test]
fn rounds_may_have_rules_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let round = |round: &str, more: &[&str]| {
        train(
            folder.path(),
            &[&["--games", "60", "--match", "4", "--rounds", round], more].concat(),
        )
    };
    assert_eq!(round("1", &[]).code, Some(0));
    let any = ["--option", "Trimok Change=any"];
    let found = round("2", &any);
    assert_eq!(found.code, Some(0), "{found:?}");
    assert!(found.out.contains("round 2: 120 games"), "{found:?}");
    let names_rules =
        |(_, bytes): &(String, Vec<u8>)| bytes.windows(17).any(|part| part == b"Trimok Change=any");
    let files = files(folder.path(), ".games");
    assert_eq!(files.iter().map(names_rules).collect::<Vec<_>>(), [false, true]);

    let only = |rules: &[&str]| round("3", &[&["--games-only"], rules].concat());
    assert_eq!(only(&any).code, Some(0));
    let refused = only(&[]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(
        refused
            .error
            .contains("round 3: games 0 to 59 were begun with other options; give --first-game"),
        "{refused:?}"
    );
    let refused = only(&["--option", "Trimok Colour=red"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.error.contains("\"Trimok Colour\" is not a rule of trimok"), "{refused:?}");
}

#[test]
fn games_may_come_from_elsewhere() {
    let [whole, part] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let found = train(whole.path(), &["--games", "500", "--match", "0"]);
    assert_eq!(found.code, Some(0), "{found:?}");
    for first in ["0", "250"] {
        let found = train(part.path(), &["--games", "250", "--first-game", first, "--match", "0"]);
        assert_eq!(found.code, Some(0), "{found:?}");
        fs::remove_file(part.path().join("trimok-rounds.tsv")).unwrap();
    }
    assert!(files(part.path(), ".games") == files(whole.path(), ".games"));
    assert!(files(part.path(), ".net") == files(whole.path(), ".net"));
}

#[test]
fn the_first_round_may_start_from_a_network() {
    let [terms, own, file] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let few = ["--games", "60", "--match", "0"];
    assert_eq!(train(terms.path(), &few).code, Some(0));
    let network = terms.path().join("trimok-01.net");
    let from_file = ["--from", network.to_str().unwrap()];
    for (folder, from) in [(&own, ["--from", "own"]), (&file, from_file)] {
        let found = train(folder.path(), &[&few[..], &from].concat());
        assert_eq!(found.code, Some(0), "{found:?}");
    }
    let [terms, own, file] = [&terms, &own, &file].map(|data| files(data.path(), ".games"));
    assert!(terms != own && terms != file && own != file, "each plays games of its own");
}

#[test]
fn move_scores_are_fitted() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let fit = |game: &str, file: &str, threads: &str| {
        let fixed = ["--games", "12", "--nodes", "64", "--threads", threads];
        run(&[&["train", game, "--ordering", file], &fixed[..]].concat())
    };
    let (one, two) = (path("one"), path("two"));
    let found = fit("dominions", &one, "1");
    assert_eq!(found.code, Some(0), "{found:?}");
    assert!(found.out.contains(" choices at 64 nodes, and "), "{found:?}");
    for name in ["used", "found"] {
        let line = found.out.lines().find(|line| line.starts_with(name)).unwrap();
        let share: f64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        assert!((0.0..=100.0).contains(&share), "{line}");
    }
    let text = fs::read_to_string(&one).unwrap();
    let (head, array) = text.split_once("\n[\n").unwrap();
    assert!(
        head.contains("train dominions --ordering FILE --games 12 --nodes 64 --seed 1"),
        "{head}"
    );
    let lines = array.lines().filter(|line| !line.contains("//") && *line != "]");
    let weights: Vec<i16> = lines
        .flat_map(|line| line.split(',').map(str::trim).filter(|weight| !weight.is_empty()))
        .map(|weight| weight.parse().unwrap())
        .collect();
    let used = include_str!("../../src/games/dominions/ordering.txt");
    assert_eq!(text.matches("//").count(), used.matches("//").count(), "as many kinds");
    assert_eq!(
        text.matches(',').count() - head.matches(',').count(),
        weights.len(),
        "nothing but weights"
    );
    assert!(weights.iter().any(|weight| *weight > 0) && weights.iter().any(|weight| *weight < 0));
    assert_eq!(fit("dominions", &two, "2").code, Some(0));
    assert_eq!(text, fs::read_to_string(&two).unwrap(), "the same on any threads");

    let refused = fit("morris", &path("three"), "1");
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.error.contains("morris has no features of moves to weigh"), "{refused:?}");
    // Found out before the games, of which these would take hours.
    for option in ["--ordering", "--promise"] {
        let nowhere = [option, "/no/such/folder/file", "--games", "1000000"];
        let refused = run(&[&["train", "dominions"], &nowhere[..]].concat());
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.error.contains("/no/such/folder/file"), "{refused:?}");
    }
}

#[test]
fn what_cannot_be_used_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path();
    let refused = train(data, &["--games", "19"]);
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""), "{refused:?}");
    assert!(refused.error.contains("round 1: 19 games are too few to train on"), "{refused:?}");
    let few = ["--games", "60", "--match", "0"];
    assert_eq!(train(data, &few).code, Some(0));
    let games = data.join("trimok-01-000000.games");
    let whole = fs::read(&games).unwrap();
    fs::remove_file(data.join("trimok-rounds.tsv")).unwrap();
    for (bytes, reason) in [
        (&whole[..whole.len() - 3], "the file is damaged"),
        (b"something else".as_slice(), "this is not a file of training games"),
    ] {
        fs::write(&games, bytes).unwrap();
        let found = train(data, &few);
        assert_eq!(found.code, Some(2), "{found:?}");
        assert!(found.error.contains(reason) && found.error.contains(".games"), "{found:?}");
    }
    fs::write(&games, &whole).unwrap();
    assert_eq!(train(data, &few).code, Some(0));
    let table = fs::read_to_string(data.join("trimok-rounds.tsv")).unwrap();
    for (changed, reason) in [
        ("round\nnine\n".to_owned(), "it begins with \"round\""),
        (table.replacen("\t60\t", "\t61\t", 1), "line 2 is damaged, its checksum is wrong"),
        (table.replacen("\ttrue\t", "\tfalse\t", 1), "line 2 is damaged, its checksum is wrong"),
    ] {
        assert_ne!(changed, table);
        fs::write(data.join("trimok-rounds.tsv"), changed).unwrap();
        let found = train(data, &few);
        assert_eq!(found.code, Some(2), "{found:?}");
        assert!(found.error.contains(reason), "{found:?}");
    }

    for arguments in [
        &["train", "trimok"][..],
        &["train", "trimok", "--data", "x", "--hidden", "513"],
        &["train", "trimok", "--data", "x", "--odds"],
        &["train", "dominions", "--ordering", "x", "--odds"],
        &["train", "dominions", "--ordering", "x", "--data", "x"],
        &["train", "dominions", "--ordering", "x", "--last", "2"],
        &["train", "trimok", "--data", "x", "--last", "0"],
        &["train", "chess", "--data", "x"],
    ] {
        assert_eq!(run(arguments).code, Some(2), "{arguments:?}");
    }

    for (arguments, reason) in [
        (["--from", "/no/such/file"], "/no/such/file"),
        (["--tables", "/no/such/folder"], "/no/such/folder cannot be opened as a folder"),
        (["--svg", "/no/such/folder/curve.svg"], "/no/such/folder/curve.svg"),
    ] {
        let found = train(&data.join("more"), &[&few[..], &arguments].concat());
        assert_eq!(found.code, Some(2), "{found:?}");
        assert!(found.error.contains(reason), "{found:?}");
    }

    let more = data.join("more");
    let to =
        ["train", "dominions", "--data", more.to_str().unwrap(), "--tables", "/no/such/folder"];
    let found = run(&to);
    assert_eq!(found.code, Some(2), "{found:?}");
    assert!(found.error.contains("dominions has no tables"), "{found:?}");

    // Who only plays needs no tables.
    let elsewhere = data.join("elsewhere");
    let only_plays = ["--games-only", "--tables", "/no/such/folder"];
    assert_eq!(train(&elsewhere, &[&few[..], &only_plays].concat()).code, Some(0));

    let network = data.join("trimok-01.net");
    let bytes = fs::read(&network).unwrap();
    let damaged = data.join("damaged.net");
    fs::write(&damaged, &bytes[..bytes.len() - 1]).unwrap();
    for (path, reason) in [
        (damaged.to_str().unwrap(), "the network is damaged"),
        ("/dev/zero", "not a plain file"),
        ("/no/such/file", "No such file"),
        (games.to_str().unwrap(), "this is not a network"),
    ] {
        let commands = format!("setoption name EvalFile value {path}\nisready\n");
        let talk = pipe(&[], &commands);
        let error = talk.out.lines().find(|line| line.contains("error")).unwrap_or_default();
        assert!(error.starts_with("info string error bad-file"), "{talk:?}");
        assert!(error.contains(reason) && error.contains(path), "{talk:?}");
        assert!(talk.out.contains("readyok"), "the loop goes on: {talk:?}");
        let player = format!("builtin:nodes=9,net={path}");
        let found =
            run(&["match", "trimok", "--engine", &player, "--engine", "random", "--rounds", "1"]);
        assert_eq!(found.code, Some(2), "{found:?}");
        assert!(found.error.contains(reason), "{found:?}");
    }
    let player = format!("builtin:nodes=9,net={}", network.display());
    let found =
        run(&["match", "morris", "--engine", &player, "--engine", "random", "--rounds", "1"]);
    assert!(found.error.contains("the network is for trimok, not for morris"), "{found:?}");
}
