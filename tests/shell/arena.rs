//! Matches as a person runs them: fakes that misbehave, records that read back, matches that were
//! killed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use quincunx::games::{Game, GameList, Standard, Visitor};
use quincunx::kernel::Record;
use quincunx::notation::{GameResult, GameText, Games, tag};

const PROGRAM: &str = env!("CARGO_BIN_EXE_quincunx");

/// A program that speaks just enough UCI and then does what its argument says.
const FAKE: &str = r#"
while read -r line; do
    case $line in
    uci) echo "option name Power type spin default 1 min 0 max 9"; echo uciok ;;
    isready) echo readyok ;;
    go*) case $1 in
        crash) echo "it hurts" >&2; exit 3 ;;
        hang) exec sleep 60 ;;
        illegal) echo "bestmove B[a7-a7]" ;;
        nonsense) echo "bestmove e2e4" ;;
        esac ;;
    stop) [ "$1" != late ] || echo "bestmove a1" ;;
    quit) exit 0 ;;
    esac
done
"#;

struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("fake.sh"), FAKE).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a match by arguments that are written as in a shell.
    fn line(&self, arguments: &str) -> Output {
        let words = shlex::split(arguments).unwrap();
        self.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(PROGRAM)
            .arg("match")
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    fn games(&self, name: &str) -> Vec<GameText> {
        games(&self.path(name))
    }
}

fn games(path: &Path) -> Vec<GameText> {
    Games::new(&fs::read_to_string(path).unwrap()).map(Result::unwrap).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Plays a recorded game again and returns how the rules say that it ended.
struct Replay<'a>(&'a GameText);

impl Visitor for Replay<'_> {
    type Output = GameResult;

    fn visit<P: Game>(self) -> GameResult {
        let Self(game) = self;
        let rules = P::Rules::default();
        let start = match game.tag(tag::START) {
            Some(text) => P::read_position(text, &rules).unwrap(),
            None => P::start(&rules),
        };
        let mut record = Record::new(start);
        for text in &game.moves {
            let action = record.current().read_move(text).unwrap();
            record.play(action).unwrap();
        }
        record.outcome().map_or(GameResult::Unknown, |outcome| GameResult::of(outcome.winner))
    }
}

#[test]
fn who_misbehaves_loses_and_the_record_says_how() {
    let bench = Bench::new();
    for (fake, termination, reason) in [
        ("crash", "crash", "it ended (status 3): it hurts"),
        ("hang", "stalled", "no move within"),
        ("late", "time forfeit", "for a move within 300 ms"),
        ("illegal", "illegal move", "\"B[a7-a7]\""),
        ("nonsense", "illegal move", "\"e2e4\" expected"),
    ] {
        let file = format!("{fake}.games");
        let engine = format!("name=fake,cmd=sh fake.sh {fake},option.Power=3");
        let output = bench.run(&[
            "morris",
            "--engine",
            &engine,
            "--engine",
            "name=good,builtin:depth=1",
            "--rounds",
            "1",
        ]);
        assert_eq!(output.status.code(), Some(2), "a built-in player is named behind its limits");
        let output = bench.run(&[
            "morris",
            "--engine",
            &engine,
            "--engine",
            "builtin:depth=1,name=good",
            "--rounds",
            "1",
            "--random-plies",
            "0",
            "--nodes",
            "100",
            "--timeout",
            "300",
            "--record",
            &file,
        ]);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{fake}: {out}{err}");
        assert!(out.contains(&format!("Forfeits of fake: {termination} 2")), "{fake}: {out}");
        assert_eq!(err.lines().count(), 2, "each is told at once: {err}");
        let games = bench.games(&file);
        assert_eq!(games.len(), 2);
        for game in games {
            let loser = game.tag(tag::FIRST) == Some("fake");
            assert_eq!(game.result.name(), if loser { "0-1" } else { "1-0" });
            assert_eq!(game.tag(tag::TERMINATION), Some(termination));
            let told = game.tag(tag::REASON).unwrap();
            assert!(told.contains(reason), "{fake}: {told}");
            assert_eq!(
                Replay(&game).visit::<quincunx::games::morris::Morris>(),
                GameResult::Unknown
            );
        }
    }
}

#[test]
fn matches_that_make_no_sense_are_refused_in_a_sentence() {
    let bench = Bench::new();
    fs::write(bench.path("bad.txt"), "B[d6]\nB[d6];W[d6]\n").unwrap();
    for (arguments, error) in [
        ("morris --engine random", "a match needs two players, not 1"),
        ("morris --engine random --engine random", "two players are called \"random\""),
        (
            "morris --engine random --engine 'name=fake,cmd=sh fake.sh illegal'",
            "nothing limits the moves of",
        ),
        (
            "morris --engine random --engine cmd=no-such-program --nodes 1",
            "\"no-such-program\" cannot play: cannot run \"no-such-program\": No such file",
        ),
        (
            "morris --nodes 1 --engine random --engine 'name=fake,cmd=sh fake.sh x,option.Powr=1'",
            "\"fake\" cannot play: it has no option \"Powr\"",
        ),
        (
            "morris --nodes 1 --engine random --engine builtin --openings bad.txt",
            "the openings, line 2: \"W[d6]\" at column 7: ",
        ),
        (
            "morris --engine random --engine builtin:nodes=x",
            "expected a number of nodes, found \"x\" at column 15",
        ),
        (
            "trimok --engine random --engine builtin:nodes=9 --option A=1",
            "\"A\" is not a rule of trimok",
        ),
        ("--resume bad.txt", "bad.txt: not the file of a match"),
        ("--resume bad.txt --partial", "--partial is for --merge"),
        // The record says all that.
        ("morris --resume bad.txt", "cannot be used with"),
        ("--resume bad.txt --nodes 9", "cannot be used with"),
        ("--sprt elo1=9 --merge bad.txt", "cannot be used with"),
    ] {
        let output = bench.line(arguments);
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {err}");
        assert!(err.contains(error), "{arguments:?}: {err}");
    }
}

#[test]
fn every_game_is_played_by_the_rules_and_reads_back() {
    let bench = Bench::new();
    for &kind in Standard::ALL {
        let file = format!("{kind}.games");
        // This program over pipes against itself without them: equals at equal nodes.
        let engine = format!("name=pipes,cmd='{PROGRAM}',option.Hash=4");
        let output = bench.run(&[
            kind.name(),
            "--engine",
            &engine,
            "--engine",
            "builtin:name=inside",
            "--nodes",
            "60",
            "--rounds",
            "2",
            "--concurrency",
            "2",
            "--record",
            &file,
        ]);
        let out = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{out}{}", text(&output.stderr));
        assert!(out.contains("Pairs of pipes: 0:0 1/2:0 1:2 3/2:0 2:0"), "{kind}: {out}");
        let games = bench.games(&file);
        assert_eq!(games.len(), 4);
        for game in &games {
            assert_eq!(game.tag(tag::GAME), Some(kind.name()));
            assert_eq!(game.tag(tag::RESULT), Some(game.result.name()));
            assert_eq!(Standard::with(kind, Replay(game)), Some(game.result), "{kind}");
        }
        let moves = |label| {
            let with = |game: &&GameText| game.tag(tag::ROUND) == Some(label);
            games.iter().find(with).map(|game| game.moves.clone())
        };
        assert!(moves("1.1").is_some());
        assert_eq!(moves("1.1"), moves("1.2"), "equals play the same game on either side");
        assert_ne!(moves("1.1"), moves("2.1"), "each round has its own opening");
    }
}

/// The results of a match by game.
fn results(path: &Path) -> BTreeMap<String, GameResult> {
    let games = games(path);
    let results: BTreeMap<_, _> =
        games.iter().map(|game| (game.tag(tag::ROUND).unwrap().to_owned(), game.result)).collect();
    assert_eq!(results.len(), games.len(), "no game is recorded twice");
    results
}

#[test]
fn a_killed_match_goes_on_and_counts_every_game_once() {
    let bench = Bench::new();
    let arguments = [
        "match",
        "morris",
        "--engine",
        "builtin:nodes=300,name=more",
        "--engine",
        "builtin:nodes=100,name=less",
        "--rounds",
        "40",
        "--seed",
        "5",
        "--concurrency",
        "2",
        "--sprt",
        "elo0=-400,elo1=400,alpha=0.001,beta=0.001,model=logistic",
    ];
    // Such a test is decided by a few pairs, so nothing may be missing or doubled before it is.
    let start = |file: &str, plain: bool| {
        let shown = arguments.iter().filter(|word| !plain || !word.contains("sprt"));
        let shown = shown.filter(|word| !plain || !word.contains("elo0"));
        let mut command = Command::new(PROGRAM);
        command.args(shown).args(["--record", file]).current_dir(bench.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(start("whole.games", true).status().unwrap().success());
    let whole = results(&bench.path("whole.games"));
    assert_eq!(whole.len(), 80);

    let mut child = start("killed.games", true).spawn().unwrap();
    let since = Instant::now();
    let written = |file: &str| fs::read_to_string(bench.path(file)).unwrap_or_default();
    while written("killed.games").matches("[Result ").count() < 10 {
        assert!(since.elapsed() < Duration::from_secs(60), "games should end");
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = results_of_whole_games(&written("killed.games"));
    // The tenth game may be half written.
    assert!((9..80).contains(&before), "it was killed in the middle: {before}");
    // As if the system had died in the middle of writing a game.
    let mut bytes = written("killed.games");
    bytes.push_str("[Game \"morris\"]\n[Round \"39.2\"]\nB[d6];W[d");
    fs::write(bench.path("killed.games"), bytes).unwrap();

    let output = bench.run(&["--resume", "killed.games", "--concurrency", "1"]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{err}");
    assert!(err.contains("cut off 41 bytes"), "{err}");
    assert!(out.contains(&format!("{before} of 80 games: ")), "{out}");
    assert!(out.contains("morris: 80 games"), "{out}");
    assert_eq!(results(&bench.path("killed.games")), whole);

    // Once more: nothing is left to play, and the same is said.
    let again = text(&bench.run(&["--resume", "killed.games"]).stdout);
    let standings =
        |out: &str| out.lines().find(|line| line.starts_with("Pairs")).map(str::to_owned);
    assert_eq!(standings(&again), standings(&out));
    assert_eq!(results(&bench.path("killed.games")), whole);

    // With more rounds it goes on behind its end.
    let longer = bench.run(&["--resume", "killed.games", "--rounds", "41"]);
    assert!(text(&longer.stdout).contains("morris: 82 games"));
    let short = bench.run(&["--merge", "killed.games"]);
    let refused = "[Round \"41.1\"]: the match has no such game; if it was given more rounds, say --rounds again";
    assert!(text(&short.stderr).contains(refused));
    let merged = ["--merge", "killed.games", "--rounds", "41", "--record", "merged.games"];
    assert!(text(&bench.run(&merged).stdout).contains("morris: 82 games"));
    assert_eq!(results(&bench.path("merged.games")), results(&bench.path("killed.games")));
    let again = bench.run(&["--resume", "merged.games"]);
    assert!(text(&again.stdout).contains("morris: 82 games"), "it knows of all its rounds");

    // The test ends the match long before its last round, and a resumed match knows that.
    assert!(start("tested.games", false).status().unwrap().code() < Some(2));
    let tested = results(&bench.path("tested.games")).len();
    assert!((2..80).contains(&tested), "{tested} games");
    let output = bench.run(&["--resume", "tested.games"]);
    assert!(text(&output.stdout).contains("was accepted"), "{}", text(&output.stdout));
    assert_eq!(results(&bench.path("tested.games")).len(), tested);
}

fn results_of_whole_games(text: &str) -> usize {
    Games::new(text).filter(|game| game.is_ok()).count()
}

#[test]
fn records_of_another_match_are_refused() {
    let bench = Bench::new();
    let players = ["--engine", "random:name=a", "--engine", "random:name=b"];
    let mut arguments = vec!["trimok", "--rounds", "1", "--max-plies", "20", "--record", "x.games"];
    arguments.extend(players);
    assert!(bench.run(&arguments).status.success());
    let good = fs::read_to_string(bench.path("x.games")).unwrap();
    let refused = bench.run(&arguments);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("x.games exists; go on with its match by --resume"));
    // As they were written before games had checksums, and as they are.
    let older = without_checksums(&good);
    let moves = |record: &str, number: usize| {
        record.lines().filter(|line| line.starts_with("R[")).nth(number).unwrap().to_owned()
    };
    let second = moves(&good, 1);
    let (fewer, last) = second.rsplit_once(';').unwrap();
    let (other, end) = (format!("{fewer};Q[zz]"), format!("{last}\n1/2-1/2"));
    let drawn = ("[Result \"1/2-1/2\"]", "\n1/2-1/2\n");
    for (edits, error) in [
        (
            vec![("[First \"a\"]", "[First \"c\"]")],
            "line 6, game \"1.1\": [First \"c\"]: it should be \"a\"",
        ),
        (
            vec![("[Round \"1.2\"]", "[Round \"1.1\"]")],
            "line 18, game \"1.1\": [Round \"1.1\"]: x.games has this game, too",
        ),
        (
            vec![("[Round \"1.2\"]", "[Round \"2.1\"]")],
            "[Round \"2.1\"]: the match has no such game",
        ),
        (vec![("--rounds 1", "--rounds 1 --seed 2")], "line 14, game \"1.1\": move 1, "),
        (
            vec![("[Termination \"adjudication\"]\n", "")],
            "line 4, game \"1.1\": there is no [Termination ..]",
        ),
        (
            vec![("[Termination \"adjudication\"]", "[Termination \"boredom\"]")],
            "line 9, game \"1.1\": [Termination \"boredom\"]: no game ends like that",
        ),
        (
            vec![("[Termination \"adjudication\"]", "[Termination \"quiet\"]")],
            "[Termination \"quiet\"]: the game is not over by the rules",
        ),
        (
            vec![("[Termination \"adjudication\"]", "[Termination \"crash\"]")],
            "line 8, game \"1.1\": [Result \"1/2-1/2\"]: it should be \"0-1\"",
        ),
        // Both of the players' words for it, so that they agree.
        (
            vec![(drawn.0, "[Result \"1-0\"]"), (drawn.1, "\n1-0\n")],
            "line 9, game \"1.1\": [Termination \"adjudication\"]: no condition of the match ends it so after 20 plies",
        ),
        (vec![(drawn.1, "\n1-0\n")], "no condition of the match ends it so"),
        (
            vec![(drawn.0, "[Result \"banana\"]")],
            "line 8, game \"1.1\": [Result \"banana\"]: it should be \"1/2-1/2\"",
        ),
        (vec![("[Seed \"1\"]", "[Seed \"3\"]")], "[Seed \"3\"]: it should be \"1\""),
        (vec![("[Seed \"1\"]", "[Sfed \"1\"]")], "[Sfed \"1\"]: a match writes no such tag here"),
        (
            vec![(&second, fewer)],
            "line 22, game \"1.2\": [Termination \"adjudication\"]: no condition of the match ends it so after 19 plies",
        ),
        (vec![(&second, &other)], "line 27, game \"1.2\": move 20, \"Q[zz]\": "),
        (vec![(&end, &format!("{last};{end}"))], "line 27, game \"1.2\": move 21, "),
        (
            vec![("[Round \"1.1\"]", "[Round 1.1]")],
            "line 5, column 8: expected a value in double quotes",
        ),
    ] {
        for (record, is_older) in [(&older, true), (&good, false)] {
            let bad =
                edits.iter().fold(record.clone(), |text, (from, to)| text.replacen(from, to, 1));
            assert_ne!(&bad, record, "{edits:?}");
            fs::write(bench.path("x.games"), &bad).unwrap();
            for option in ["--resume", "--merge"] {
                let output = bench.run(&[option, "x.games"]);
                let err = text(&output.stderr);
                assert_eq!(output.status.code(), Some(2), "{option}, {edits:?}: {err}");
                let is_as_told = match is_older {
                    true => err.contains(error),
                    // A file that cannot be read has no checksums.
                    false => {
                        ["the checksum", "expected a value"].iter().any(|part| err.contains(part))
                    }
                };
                assert!(is_as_told && err.contains("x.games: line "), "{option}, {edits:?}: {err}");
                assert_eq!(fs::read_to_string(bench.path("x.games")).unwrap(), bad);
            }
        }
    }
    // What was written before goes on.
    fs::write(bench.path("x.games"), &older).unwrap();
    let output = bench.run(&["--resume", "x.games", "--rounds", "2"]);
    assert!(text(&output.stdout).contains("trimok: 4 games"), "{}", text(&output.stderr));
    let longer = fs::read_to_string(bench.path("x.games")).unwrap();
    assert_eq!(longer.matches("[Checksum ").count(), 2, "of the games that were added");
    let again = bench.run(&["--resume", "x.games", "--rounds", "2"]);
    assert!(text(&again.stdout).contains("4 were recorded before"), "{}", text(&again.stderr));
}

/// A record as it was written before games had checksums.
pub(crate) fn without_checksums(record: &str) -> String {
    let lines = record.split_inclusive('\n');
    lines.filter(|line| !line.starts_with("[Checksum ")).collect()
}

/// A match that nobody hears of any more.
#[cfg(unix)]
#[test]
fn an_unrecorded_match_ends_with_its_last_listener() {
    use std::io::{BufRead, BufReader};

    let bench = Bench::new();
    let line = "match trimok --engine random:name=a --engine random:name=b --rounds 1000000 --random-plies 0 --every 1";
    for (is_recorded, file) in [(false, ""), (true, " --record x.games")] {
        let words = shlex::split(&format!("{line}{file}")).unwrap();
        let mut command = Command::new(PROGRAM);
        command.args(words).current_dir(bench.folder.path()).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(first.starts_with("1 of 2000000 games: "), "{first}");
        let limit = Duration::from_secs(if is_recorded { 2 } else { 60 });
        let since = Instant::now();
        while child.try_wait().unwrap().is_none() && since.elapsed() < limit {
            std::thread::sleep(Duration::from_millis(10));
        }
        let ended = child.try_wait().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(ended.is_some(), !is_recorded, "its record is read later");
    }
}

#[cfg(unix)]
#[test]
fn openings_from_a_pipe_without_a_writer_are_refused() {
    let bench = Bench::new();
    let made = Command::new("mkfifo").arg(bench.path("pipe")).status().unwrap();
    assert!(made.success());
    for option in ["--openings", "--opening-cache"] {
        let players = "--engine random:name=a --engine random:name=b";
        let output = bench.line(&format!("trimok {players} {option} pipe"));
        let err = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains(&format!("{option}: pipe is empty")), "{err}");
    }
}

#[test]
fn three_players_meet_each_other_or_the_first() {
    let bench = Bench::new();
    let players = [
        "--engine",
        "random",
        "--engine",
        "builtin:nodes=50,name=b",
        "--engine",
        "builtin:nodes=20,name=c",
        "--rounds",
        "1",
    ];
    let with = |more: &[&str]| {
        let arguments: Vec<&str> =
            ["hexceed"].iter().chain(&players).chain(more).copied().collect();
        text(&bench.run(&arguments).stdout)
    };
    let all = with(&[]);
    assert!(all.contains("hexceed: 6 games") && all.contains("  b against c: "), "{all}");
    let gauntlet = with(&["--gauntlet"]);
    assert!(gauntlet.contains("hexceed: 4 games"), "{gauntlet}");
    assert!(!gauntlet.contains("b against c"), "{gauntlet}");
}
