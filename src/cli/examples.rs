//! Command lines for the help texts: templates, filled with what the games give as samples.

use crate::engine::Session;
use crate::kernel::{Gather, OptionKind, OptionSpec};

/// The lines of each command; `quincunx` stands for the main help. Lines that belong together are
/// about one game, which has all that they need; the games take turns.
///
/// | placeholder | replaced by |
/// |---|---|
/// | `{game}` `{second}` | the name of the game; the letter of the player who moves second |
/// | `{first}` `{moves}` `{line}` | the first move of a game; the first moves, quoted one by one; the same in a line |
/// | `{solver}` | the name of a game whose solver answers questions |
/// | `{ending}` | a position near the end, if it is short |
/// | `{depth}` | a depth of perft that takes a moment |
/// | `{rule}` | a rule that is not the usual one |
/// | `{sectors}` `{tables}` `{solved}` | all states by numbers of men; some tables; a position in them |
const TEMPLATES: [(&str, &[&str]); 35] = [
    ("quincunx", &["quincunx play {game}"]),
    ("quincunx", &["quincunx --game {game} \"position startpos moves {first}\" \"go depth 1\""]),
    ("quincunx", &["echo \"{line}\" | quincunx analyse {game} - --movetime 500ms"]),
    ("quincunx", &["quincunx analyse {game} --depth 8"]),
    ("analyse", &["quincunx analyse {game} --moves {moves} --nodes 50000"]),
    ("analyse", &["quincunx analyse {game} --option \"{rule}\" --movetime 500ms"]),
    ("analyse", &["quincunx analyse {game} --movetime 500ms"]),
    ("analyse", &["quincunx analyse {game} \"{line}\" --depth 4 --json"]),
    ("analyse", &["quincunx analyse {game} \"{ending}\" --depth 5 --multipv 3"]),
    ("analyse", &["echo \"{line}\" | quincunx analyse {game} - --each --movetime 100ms"]),
    ("analyse", &["quincunx analyse {game} \"{ending}\" --explore --movetime 300ms"]),
    ("play", &["quincunx play {game}"]),
    ("play", &["quincunx play {game} --side {second} --level 3"]),
    (
        "play",
        &["printf '%s\\n' \"{first}\" hint undo quit | quincunx play {game} --side both --level 2"],
    ),
    ("play", &["quincunx play {game} --side none --level 1 --seed 7"]),
    ("rules", &["quincunx rules {game}"]),
    ("puzzles", &["quincunx puzzles {game} --level 4"]),
    (
        "puzzles",
        &[
            "quincunx puzzles {solver} --games 4 --out found.puzzles",
            "quincunx puzzles --solve found.puzzles",
        ],
    ),
    ("perft", &["quincunx perft {game} {depth}"]),
    ("perft", &["quincunx perft {game} \"{ending}\" 2"]),
    ("perft", &["quincunx perft {game} {depth} --threads 2 --option \"{rule}\""]),
    ("bench", &["quincunx bench {game} --deeper -2"]),
    ("solve", &["quincunx solve {solver} --store answers --forecast 5 --deepest 14"]),
    ("board", &["quincunx board --game {game}"]),
    ("match", &["quincunx match {game} --engine builtin:nodes=500 --engine random --rounds 5"]),
    (
        "match",
        &["quincunx match {game} --engine builtin --engine random --depth 2 --sprt elo0=0,elo1=50"],
    ),
    (
        "match",
        &[
            "quincunx match {game} --engine cmd=quincunx --engine builtin --nodes 99 --record x.games",
        ],
    ),
    ("learn", &["quincunx learn {game} --games 20 --path experience --trials 10"]),
    ("train", &["quincunx train {game} --odds --games 100 --nodes 100 --threads 2"]),
    (
        "states",
        &[
            "quincunx states {game} --path states --men {sectors} --count",
            "quincunx states {game} --path states --plies 2",
        ],
    ),
    (
        "train",
        &[
            "quincunx train {game} --path data --rounds 2 --games 40 --nodes 50 --epochs 1 --match 4",
        ],
    ),
    (
        "experience",
        &[
            "quincunx learn {game} --games 20 --path experience --trials 0",
            "quincunx experience stats --path experience",
            "quincunx experience show {game} \"{first}\" --path experience",
            "quincunx experience merge all experience",
            "quincunx experience export --path all",
            "quincunx experience check --path all",
        ],
    ),
    ("bench", &["quincunx bench {game} --deeper -4 --json"]),
    (
        "learn",
        &["quincunx learn {game} --games 3 --path experience --nodes 100 --plies 12 --trials 2"],
    ),
    (
        "tablebase",
        &[
            "quincunx tablebase build {game} --path tables --pairs {tables}",
            "quincunx tablebase stats --path tables",
            "quincunx tablebase verify --path tables",
            "quincunx tablebase verify --path tables --claims 20",
            "quincunx tablebase certify --path tables > tables.txt",
            "quincunx tablebase certify --path tables --check tables.txt",
            "quincunx tablebase probe --path tables \"{solved}\"",
            "quincunx tablebase prove {game} --path tables \"{solved}\"",
            "quincunx tablebase openings --path tables --count 2",
            "quincunx tablebase list --path tables",
        ],
    ),
];

/// The longest position that a help text shows, in bytes.
const LONGEST: usize = 60;
/// The most leaves that an example counts.
const LEAVES: f64 = 1e6;

/// Returns the examples of all commands, each with its command. Those that no game has the samples
/// for are left out.
pub(super) fn examples(games: &[&dyn Session]) -> Vec<(&'static str, String)> {
    let samples: Vec<Samples> = games.iter().map(|game| samples(*game)).gather();
    let mut turn = 0;
    let mut found = Vec::new();
    for (command, lines) in TEMPLATES {
        let all = lines.join("\n");
        let mut filled = (turn..turn + samples.len())
            .filter_map(|at| Some((at, filled(&all, &samples[at % samples.len()])?)));
        let Some((at, text)) = filled.next() else { continue };
        found.extend(text.lines().map(|line| (command, line.to_owned())));
        turn = (at + 1) % samples.len();
    }
    found
}

/// What replaces each placeholder, if the game has it.
type Samples = [(&'static str, Option<String>); 12];

fn samples(game: &dyn Session) -> Samples {
    let about = game.kind().about();
    let samples = about.samples;
    let ending = about.bench.last().map(|position| position.text).filter(|t| t.len() <= LONGEST);
    let branches = libm::pow(about.perft.leaves as f64, 1.0 / f64::from(about.perft.depth));
    let quoted: Vec<String> = samples.moves.iter().map(|m| format!("\"{m}\"")).gather();
    let text = |text: &str| Some(text.to_owned());
    [
        ("{game}", text(game.name())),
        ("{solver}", (game.kind().game().solver_reach() > 0).then(|| game.name().to_owned())),
        ("{second}", text(game.players()[1])),
        ("{first}", samples.moves.first().and_then(|m| text(m))),
        ("{moves}", Some(quoted.join(" "))),
        ("{line}", Some(samples.moves.join("; "))),
        ("{ending}", ending.and_then(text)),
        ("{depth}", Some(((libm::log(LEAVES) / libm::log(branches)) as u32).max(1).to_string())),
        ("{rule}", game.rule_options().iter().find_map(unusual)),
        ("{sectors}", samples.sectors.and_then(text)),
        ("{tables}", samples.tables.and_then(|tables| text(tables.chosen))),
        ("{solved}", samples.tables.and_then(|tables| text(tables.position))),
    ]
}

/// Fills a template; `None` if a sample that it needs is missing.
fn filled(template: &str, samples: &Samples) -> Option<String> {
    let mut text = template.to_owned();
    for (place, sample) in samples {
        if text.contains(place) {
            text = text.replace(*place, sample.as_deref()?);
        }
    }
    Some(text)
}

/// Returns an option with a value other than its default: `NAME=VALUE`.
pub(super) fn unusual(spec: &OptionSpec) -> Option<String> {
    let value = match spec.kind {
        OptionKind::Check { default } => (!default).to_string(),
        OptionKind::Spin { default, min, max } => {
            if default == min { max } else { min }.to_string()
        }
        OptionKind::Combo { default, choices } => {
            (*choices.iter().enumerate().find(|(at, _)| *at != default)?.1).to_owned()
        }
        OptionKind::Button | OptionKind::Text { .. } => return None,
    };
    Some(format!("{}={value}", spec.name))
}
