//! Recipes of `quincunx train`: the same bytes again, however often the training is cut short or divided.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::program::{Run, finish, quincunx, run, wait_for};

const GAMES: [&str; 5] = ["coerceo", "dominions", "hexceed", "morris", "trimok"];

/// A recipe of a second or two: two kinds of games in the first round, all of its network in the second.
fn toy(game: &str) -> String {
    format!(
        "game = \"{game}\"\n\n[[round]]\ngames = 20\nnodes = 20\nhidden = 8\nepochs = 1\nmatch = 0\n\n\
         [[round.more]]\ngames = 8\nrandom-plies = 1\n\n[[round]]\ngames = 20\nnodes = 20\nseed = 7\n\
         epochs = 2\nmatch = 2\nmatch-nodes = 10\nlast = 1\nhidden = 16\n"
    )
}

/// A folder with a recipe.
struct Kitchen(TempDir);

impl Kitchen {
    fn with(recipe: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("recipe.toml"), recipe).unwrap();
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Follows the recipe in a folder.
    fn follow(&self, folder: &str, more: &[&str]) -> Run {
        self.follow_file("recipe.toml", folder, more)
    }

    fn follow_file(&self, recipe: &str, folder: &str, more: &[&str]) -> Run {
        let words = ["train", "--recipe", recipe, "--path", folder];
        finish(quincunx().current_dir(self.path()).args(words).args(more), "")
    }

    /// Returns the networks of a folder and the recipe that it is left with, by name.
    fn made(&self, folder: &str) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(self.path().join(folder)).unwrap().map(|entry| entry.unwrap());
        let named = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
        let is_made = |name: &str| name.ends_with(".net") || name.ends_with(".toml");
        let mut made: Vec<_> = named
            .filter(|(name, _)| is_made(name))
            .map(|(name, path)| (name, fs::read(path).unwrap()))
            .collect();
        made.sort();
        made
    }

    /// Copies the games from one folder into another.
    fn carry(&self, from: &str, to: &str, ending: &str) {
        fs::create_dir_all(self.path().join(to)).unwrap();
        for entry in fs::read_dir(self.path().join(from)).unwrap() {
            let path = entry.unwrap().path();
            if path.to_str().unwrap().ends_with(ending) {
                fs::copy(&path, self.path().join(to).join(path.file_name().unwrap())).unwrap();
            }
        }
    }
}

#[test]
fn a_recipe_makes_the_same_bytes_on_any_threads_and_in_shards() {
    for game in GAMES {
        let kitchen = Kitchen::with(&toy(game));
        kitchen.follow("one", &[]).ok();
        kitchen.follow("two", &["--threads", "2"]).ok();
        let made = kitchen.made("one");
        let names: Vec<&str> = made.iter().map(|(name, _)| name.as_str()).collect();
        let [first, second] = [1, 2].map(|round| format!("{game}-0{round}.net"));
        assert_eq!(names, [&*first, &*second, &*format!("{game}.toml")]);
        assert!(made[0].1 != made[1].1, "{game}: rounds differ");
        assert!(kitchen.made("two") == made, "{game}: on two threads");

        for round in ["1", "2"] {
            for shard in ["1/2", "2/2"] {
                let helper = format!("helper-{}", &shard[..1]);
                for ending in [".net", ".tsv", ".toml"] {
                    if round == "2" {
                        kitchen.carry("whole", &helper, ending);
                    }
                }
                let found = kitchen.follow(&helper, &["--games-only", "--shard", shard]).ok();
                assert!(found.contains(&format!("round {round}: ")), "{game}: {found}");
                kitchen.carry(&helper, "whole", ".games");
                let found = kitchen.follow("whole", &["--learn-only"]).ok();
                let lacks = format!("round {round}: missing games: shards 2/2\n");
                assert_eq!(
                    found.contains(&lacks),
                    shard == "1/2" && round == "1",
                    "{game}: {found}"
                );
            }
        }
        assert!(kitchen.made("whole") == made, "{game}: in shards");
    }
}

#[test]
fn a_killed_training_resumes_to_the_same_bytes() {
    let recipe =
        toy("trimok").replace("games = 20\n", "games = 600\n").replace("match = 2", "match = 40");
    let kitchen = Kitchen::with(&recipe);
    kitchen.follow("whole", &[]).ok();
    for file in
        ["trimok-01-000000.games", "trimok-01.net", "trimok-02-000250.games", "trimok-02.net"]
    {
        let mut command = quincunx();
        let words = ["train", "--recipe", "recipe.toml", "--path", "broken"];
        let mut child = command.current_dir(kitchen.path()).args(words).spawn().unwrap();
        let there = kitchen.path().join("broken").join(file);
        wait_for(file, || there.exists());
        child.kill().unwrap();
        child.wait().unwrap();
    }
    kitchen.follow("broken", &[]).ok();
    assert!(kitchen.made("broken") == kitchen.made("whole"));
}

#[test]
fn every_training_leaves_a_recipe_that_repeats_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let first = path("first");
    let train = |more: &[&str]| {
        let always = ["train", "trimok", "--path", &first, "--nodes", "20", "--epochs", "1"];
        run(&[&always[..], more].concat()).ok();
    };
    // As people go on: rules of their own, more games of a round, another round.
    train(&["--from", "own", "--games", "20", "--match", "2", "--match-nodes", "10"]);
    let other = ["--games", "10", "--first-game", "1000000", "--option", "Trimok Change=any"];
    train(&[&["--rounds", "2", "--games-only", "--seed", "4"], &other[..]].concat());
    train(&["--rounds", "2", "--games", "20", "--seed", "4", "--match", "0", "--fine-tune"]);
    let left = fs::read_to_string(folder.path().join("first/trimok.toml")).unwrap();
    for line in [
        "from = \"trimok-00.net\"",
        "fine-tune = true",
        "first-game = 1000000",
        "option = [\"Trimok Change=any\"]",
        "\"trimok-02.net\" = \"",
    ] {
        assert_eq!(left.matches(line).count(), 1, "{line} in {left}");
    }
    run(&["train", "--recipe", &path("first/trimok.toml"), "--path", &path("second")]).ok();
    for name in ["trimok-00.net", "trimok-01.net", "trimok-02.net", "trimok.toml"] {
        let [one, other] =
            ["first", "second"].map(|at| fs::read(folder.path().join(at).join(name)));
        assert!(one.unwrap() == other.unwrap(), "{name}");
    }

    // The recipe knows what should come out.
    let last = left.trim_end().len() - 2;
    let digit = if left.as_bytes()[last] == b'0' { "1" } else { "0" };
    let changed = left[..last].to_owned() + digit + &left[last + 1..];
    fs::write(folder.path().join("first/changed.toml"), changed).unwrap();
    let found = run(&["train", "--recipe", &path("first/changed.toml"), "--path", &path("third")]);
    assert_eq!(found.code, Some(2), "{found:?}");
    assert!(found.error.contains("trimok-02.net: not the network of the recipe"), "{found:?}");
    assert!(!fs::read_to_string(path("third/trimok-rounds.tsv")).unwrap().contains("\n2\t"));
}

#[test]
fn what_a_folder_has_is_not_mixed_with_another_recipe() {
    let kitchen = Kitchen::with(&toy("trimok"));
    kitchen.follow("made", &["--rounds", "1"]).ok();
    kitchen.follow("made", &["--games-only"]).ok();
    let refused = |recipe: String, reason: &str| {
        fs::write(kitchen.path().join("recipe.toml"), recipe).unwrap();
        let found = kitchen.follow("made", &[]);
        assert_eq!(found.code, Some(2), "{found:?}");
        assert!(found.error.contains(reason), "{reason}: {found:?}");
    };
    let toy = toy("trimok");
    refused(
        toy.replacen("nodes = 20", "nodes = 30", 1),
        "round 1 is finished there, and is not that",
    );
    refused(
        toy.replace("seed = 7", "seed = 8"),
        "trimok-02-000000.games: games with the seed 7, by the recipe 8",
    );
    let at_end = |line: &str| toy.replace("last = 1", line);
    refused(at_end("random-plies = 1"), "games with 4 random plies at least, by the recipe 1");
    refused(at_end("proof-nodes = 0"), "games with proofs of 4000 nodes, by the recipe 0");
    refused(
        at_end("option = [\"Trimok Change=any\"]"),
        "games under other rules than the recipe's",
    );
    refused(at_end("first-game = 5"), "the recipe's round 2 has no games 0 to 19");
    refused(
        toy.split("\n[[round]]\ngames = 20\nnodes = 20\nseed")
            .next()
            .unwrap()
            .replace("round]]", "round]]\nlast = 3"),
        "round 1 is finished",
    );

    // Games of another network.
    let games = kitchen.path().join("made/trimok-02-000000.games");
    let other = Kitchen::with(&toy.replace("epochs = 1", "epochs = 2"));
    other.follow("made", &["--rounds", "1"]).ok();
    other.follow("made", &["--games-only"]).ok();
    fs::copy(other.path().join("made/trimok-02-000000.games"), &games).unwrap();
    refused(toy.clone(), "games of another network than that which the round plays with");
    fs::remove_file(&games).unwrap();
    fs::write(kitchen.path().join("recipe.toml"), &toy).unwrap();
    kitchen.follow("made", &[]).ok();

    // Rounds of which nobody knows what made them.
    fs::remove_file(kitchen.path().join("made/trimok.toml")).unwrap();
    refused(toy, "has finished rounds but not their recipe, made/trimok.toml");
}

#[test]
fn bad_fields_are_quoted_with_line_and_column() {
    let round = |line: &str| format!("game = \"trimok\"\n\n[[round]]\n{line}\n");
    let cases = [
        (
            "game = \"trimok\"\n[[round]\n".to_owned(),
            "line 2, column 9: `[[round]`: unclosed array table, expected `]`",
        ),
        ("game = trimok\n[[round]]\n".to_owned(), "line 1, column 8: `game = trimok`: "),
        (
            "game = 5\n[[round]]\n".to_owned(),
            "line 1, column 8: `game = 5`: expected a text in quotation marks",
        ),
        (
            "game = \"chess\"\n[[round]]\n".to_owned(),
            "line 1, column 8: `game = \"chess\"`: there is no such game",
        ),
        ("[[round]]\n".to_owned(), "recipe.toml: there is no field game"),
        ("game = \"trimok\"\n".to_owned(), "recipe.toml: there is no field round"),
        ("game = \"trimok\"\nround = []\n".to_owned(), "`round = []`: no rounds"),
        ("game = \"trimok\"\nround = [7]\n".to_owned(), "`round = [7]`: expected tables [[round]]"),
        (
            "game = \"trimok\"\nthreads = 2\n[[round]]\n".to_owned(),
            "line 2, column 1: `threads = 2`: there is no such field",
        ),
        (
            "game = \"trimok\"\nfrom = \"no.net\"\n[[round]]\n".to_owned(),
            "line 2, column 8: `from = \"no.net\"`: no.net: No such file",
        ),
        (
            round("games = 3"),
            "line 4, column 9: `games = 3`: invalid value '3' for '--games <GAMES>': 3 is not in 5..=1000000",
        ),
        (round("nodes = \"many\""), "line 4, column 9: `nodes = \"many\"`: invalid value 'many'"),
        (round("hidden = 600"), "line 4, column 10: `hidden = 600`: invalid value '600'"),
        (round("hidden = 8.5"), "`hidden = 8.5`: expected a number"),
        (
            round("gmes = 30"),
            "line 4, column 1: `gmes = 30`: there is no such field; did you mean games?",
        ),
        (round("fine-tune = 1"), "line 4, column 13: `fine-tune = 1`: expected true or false"),
        (
            round("fine-tune = true"),
            "`fine-tune = true`: the first round has no network to train further",
        ),
        (
            round("fine-tune = true\nhidden = 8"),
            "line 3, column 1: `[[round]]`: the argument '--fine-tune' cannot be used with '--hidden <N>'",
        ),
        (
            round("option = \"Trimok Change=any\""),
            "`option = \"Trimok Change=any\"`: expected a list of texts",
        ),
        (
            round("option = [\"Trimok Colour=red\"]"),
            "line 4, column 10: `option = [\"Trimok Colour=red\"]`: \"Trimok Colour\" is not a rule of trimok",
        ),
        (round("times = 0"), "line 4, column 9: `times = 0`: expected a number from 1 to 999"),
        (round("times = 999\n[[round]]"), "line 5, column 1: `[[round]]`: more than 999 rounds"),
        (round("times = 1000"), "`times = 1000`: expected a number from 1 to 999"),
        (round("seed = 1\nseed = 2"), "line 5, column 1: `seed = 2`: duplicate key"),
        (round("[[round.more]]\nseed = 2"), "line 5, column 1: `seed = 2`: there is no such field"),
        (
            round("[[round.more]]\nfirst-game = 9"),
            "line 4, column 1: `[[round.more]]`: games 0 to 9999 of the round are already listed",
        ),
        (
            round("[sha256]\n\"trimok-02.net\" = \"\""),
            "line 5, column 19: `\"trimok-02.net\" = \"\"`: no round makes such a network",
        ),
        (
            round("[sha256]\n\"trimok-01.net\" = \"0F\""),
            "`\"trimok-01.net\" = \"0F\"`: expected 64 hexadecimal digits",
        ),
        (
            round("tables = \"3 of 28 pairs\""),
            "round 1 learns from tables, 3 of 28 pairs: give their folder by --tables",
        ),
    ];
    let kitchen = Kitchen::with("");
    for (recipe, reason) in cases {
        fs::write(kitchen.path().join("recipe.toml"), &recipe).unwrap();
        let found = kitchen.follow("made", &[]);
        assert_eq!(found.code, Some(2), "{recipe}: {found:?}");
        assert!(found.error.contains(reason), "{recipe}\nwants {reason}\nfound {}", found.error);
    }
    for bytes in [&b"\xff"[..], b"game = \"\xc3\xa4\x1b", b"\xef\xbb\xbf[[", b"a.b.c=[{d=[[[1,"] {
        fs::write(kitchen.path().join("recipe.toml"), bytes).unwrap();
        let found = kitchen.follow("made", &[]);
        assert!(
            found.code == Some(2) && found.error.contains("recipe.toml"),
            "{bytes:?}: {found:?}"
        );
    }
    let words = ["train", "--recipe", "recipe.toml", "--path", "x"];
    for more in [&["--nodes", "5"][..], &["--from", "own"], &["--shard", "1/2"], &["trimok"]] {
        assert_eq!(run(&[&words[..], more].concat()).code, Some(2), "{more:?}");
    }
}

#[test]
fn the_recipes_beside_the_networks_can_be_followed() {
    let kitchen = Kitchen::with("");
    for game in GAMES {
        let path = format!("{}/src/games/{game}/{game}.toml", env!("CARGO_MANIFEST_DIR"));
        // Without tables, which Morris wants, only playing is possible.
        if game == "morris" {
            let found = kitchen.follow_file(&path, game, &["--learn-only"]);
            assert!(
                found.error.contains("round 1 learns from tables, 28 of 28 pairs"),
                "{found:?}"
            );
        } else {
            let found = kitchen.follow_file(&path, game, &["--learn-only"]).ok();
            assert!(
                found.starts_with(&format!("{game}, round 1: missing games: shards 1/")),
                "{found}"
            );
            let left = fs::read_to_string(kitchen.path().join(game).join(format!("{game}.toml")));
            assert_eq!(
                left.unwrap().matches("[[round").count(),
                fields(&path, "[[round"),
                "{game}"
            );
        }
    }
}

#[test]
fn a_round_learns_from_the_tables_of_its_recipe() {
    let kitchen = Kitchen::with(&toy("morris"));
    let tables = kitchen.path().join("tables").to_str().unwrap().to_owned();
    run(&["tablebase", "build", "morris", "--path", &tables, "--pairs", "3-3..4-3"]).ok();
    kitchen.follow("plain", &["--rounds", "1"]).ok();
    let found = kitchen.follow("plain", &["--tables", &tables]);
    assert!(found.error.contains("by the recipe round 2 learns from no tables"), "{found:?}");

    let first = kitchen.path().join("first").to_str().unwrap().to_owned();
    let few = ["--games", "200", "--nodes", "4", "--epochs", "1", "--hidden", "8", "--match", "0"];
    let words = ["train", "morris", "--path", &first, "--tables", &tables];
    run(&[&words[..], &few].concat()).ok();
    fs::copy(format!("{first}/morris.toml"), kitchen.path().join("recipe.toml")).unwrap();
    let found = kitchen.follow("second", &[]);
    assert!(
        found.error.contains("round 1 learns from tables, 2 of 28 pairs; missing 4-4 "),
        "{found:?}"
    );
    kitchen.follow("second", &["--tables", &tables]).ok();
    assert!(kitchen.made("first") == kitchen.made("second"));
    let without =
        run(&[&["train", "morris", "--path", &format!("{first}-plain")], &few[..]].concat());
    without.ok();
    let of = |name: &str| kitchen.made(name).remove(0);
    assert!(of("first") != of("first-plain"), "the tables know some endings");
}

/// Returns how many lines of a file begin so.
fn fields(path: &str, start: &str) -> usize {
    fs::read_to_string(path).unwrap().lines().filter(|line| line.starts_with(start)).count()
}

#[test]
fn a_recipe_of_another_program_is_followed_with_a_warning() {
    let kitchen = Kitchen::with(&format!("program = \"quincunx 0.0.1\"\n{}", toy("hexceed")));
    let found = kitchen.follow("made", &["--rounds", "1"]);
    assert_eq!(found.code, Some(0), "{found:?}");
    assert!(found.error.contains("quincunx 0.0.1 made these networks"), "{found:?}");
}
