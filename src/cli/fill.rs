//! Inserting the games' texts into the arguments (names, examples, letters), and letting clap wrap what
//! follows the options.

use clap::builder::{PossibleValuesParser, StringValueParser, StyledStr};
use clap::{Command, CommandFactory};

use super::args::Args;
use super::completions::Offering;
use super::examples::unusual;
use crate::engine::{Engine, Session};
use crate::games::{GameKind, titles};
use crate::kernel::{Gather, sort};

/// Returns the arguments of the program for the games of an engine. Their names are the values of
/// every argument `game`, the letters of their players are offered for `side`, and they replace these placeholders in the help:
///
/// | placeholder | replaced by |
/// |---|---|
/// | `{titles}` | the names of the games |
/// | `{examples}` | the games' examples of the command, one per line |
/// | `{units}` | the units of scores |
/// | `{letters}` | the letters of the players in each game |
/// | `{rule}` | an option that sets a rule |
pub(super) fn command(engine: &Engine) -> Command {
    let games: Vec<&dyn Session> = engine.sessions().gather();
    filled(Args::command(), &games, "")
}

/// Returns the program for its short help: without the commands that few need.
pub(super) fn shortened(mut command: Command) -> Command {
    command.build();
    for name in RARE_COMMANDS {
        command = command.mut_subcommand(name, |command| command.hide(true));
    }
    let also = format!("Also: {}. See COMMAND --help.", RARE_COMMANDS.join(", "));
    command.about("An engine for abstract games").after_help(also)
}

/// Fills the help of a command, `parent` being the one that it belongs to.
fn filled(mut command: Command, games: &[&dyn Session], parent: &str) -> Command {
    let name = command.get_name().to_owned();
    if !["", PROGRAM].contains(&parent) {
        let begin = format!("  $ {PROGRAM} {parent} {name} ");
        let lines = examples(games, parent);
        let own = lines.lines().filter(|line| line.starts_with(&begin)).gather().join("\n");
        command = command.after_long_help(format!("Examples:\n{own}"));
    }
    // `None` for a text without placeholders, as most are: it stays.
    let fill = |text: &StyledStr| {
        let mut text = text.ansi().to_string();
        if !text.contains('{') {
            return None;
        }
        for (place, words) in PLACES {
            if text.contains(place) {
                text = text.replace(place, &words(games, &name));
            }
        }
        Some(text)
    };
    if let Some(text) = command.get_about().and_then(fill) {
        command = command.about(text);
    }
    if let Some(text) = command.get_long_about().and_then(fill) {
        command = command.long_about(text);
    }
    if let Some(text) = command.get_after_long_help() {
        let text = fill(text).unwrap_or_else(|| text.ansi().to_string());
        command = command.after_long_help(paragraphs(&text));
    }
    command = command.mut_args(|mut arg| {
        if let Some(text) = arg.get_help().and_then(fill) {
            arg = arg.help(text);
        }
        if let Some(text) = arg.get_long_help().and_then(fill) {
            arg = arg.long_help(text);
        }
        // Daily options alone on the first screen.
        if arg.get_help_heading().is_some() {
            arg = arg.hide_short_help(true);
        }
        if arg.get_id() == "game" {
            let names = games.iter().map(|game| game.name());
            arg = arg.value_parser(PossibleValuesParser::new(names));
        }
        if arg.get_id() == "subject" {
            let names = games.iter().map(|game| game.name());
            let parser = Offering::new(StringValueParser::new(), names);
            arg = arg.value_parser(parser);
        }
        if arg.get_id() == "side" {
            let mut letters: Vec<&str> = Vec::new();
            games.iter().for_each(|game| letters.extend(game.players()));
            sort::by(&mut letters, Ord::cmp);
            letters.dedup();
            let sides = letters.into_iter().chain(["both", "none"]);
            let parser = Offering::new(StringValueParser::new(), sides);
            arg = arg.value_parser(parser).hide_possible_values(true);
        }
        arg
    });
    command.mut_subcommands(|command| filled(command, games, &name))
}

/// The main command.
const PROGRAM: &str = "quincunx";

/// Joins the lines of each paragraph, so that it can be wrapped at any width. Indented lines stay as
/// they are.
fn paragraphs(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut is_prose = false;
    for line in text.lines() {
        let goes_on = is_prose && !line.is_empty() && !line.starts_with(' ');
        if !joined.is_empty() {
            joined.push(if goes_on { ' ' } else { '\n' });
        }
        joined.push_str(line);
        is_prose = !line.is_empty() && !line.starts_with(' ');
    }
    joined
}

/// The text for a placeholder, in the help of a command.
type Words = fn(&[&dyn Session], &str) -> String;

/// What the short help mentions alone.
const RARE_COMMANDS: [&str; 6] = ["solve", "experience", "states", "completions", "man", "help"];

const PLACES: [(&str, Words); 5] = [
    ("{titles}", |games, _| titles(&kinds(games))),
    ("{examples}", examples),
    ("{units}", |games, _| units(games)),
    ("{letters}", |games, _| letters(games)),
    ("{rule}", |games, _| rule(games)),
];

fn kinds(games: &[&dyn Session]) -> Vec<GameKind> {
    games.iter().map(|game| game.kind()).gather()
}

fn examples(games: &[&dyn Session], command: &str) -> String {
    let lines = super::examples::examples(games).into_iter().filter(|(of, _)| *of == command);
    lines.map(|(_, line)| format!("  $ {line}")).gather().join("\n")
}

/// Returns the units of scores in the games.
fn units(games: &[&dyn Session]) -> String {
    let mut units: Vec<&str> = Vec::new();
    for unit in games.iter().map(|game| game.kind().units()) {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    match units.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => units.concat(),
    }
}

/// Returns the letters of each game, with neighbouring games that share letters grouped.
fn letters(games: &[&dyn Session]) -> String {
    let groups = games.chunk_by(|one, other| one.players() == other.players());
    let groups = groups.map(|group| {
        let [first, second] = group[0].players();
        format!("{first} and {second} in {}", titles(&kinds(group)))
    });
    groups.gather().join(", ")
}

/// Returns an option with a value other than its default, a rule if any game has one.
fn rule(games: &[&dyn Session]) -> String {
    let found = games.iter().find_map(|game| game.rule_options().iter().find_map(unusual));
    found.unwrap_or_else(|| "Skill Level=5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_joined_and_lists_are_kept() {
        let text = "One paragraph\nof two lines.\n\nCodes:\n  0  fine\n  1  not\nAnd a\nlast one.";
        let joined = "One paragraph of two lines.\n\nCodes:\n  0  fine\n  1  not\nAnd a last one.";
        assert_eq!(paragraphs(text), joined);
    }

    /// The short help of every command fits a terminal of 80 columns and 24 rows, below the line that was
    /// typed.
    #[test]
    fn short_helps_fit_a_screen() {
        fn measure(command: &mut Command, path: &str, long: &mut Vec<String>) {
            let help = command.clone().term_width(80).render_help().to_string();
            let lines = help.trim_end().lines().count();
            if lines > 23 || help.lines().any(|line| line.len() > 80) {
                long.push(format!("{path}: {lines} lines\n{help}"));
            }
            for nested in command.get_subcommands_mut() {
                let path = format!("{path} {}", nested.get_name());
                measure(nested, &path, long);
            }
        }
        let mut command = shortened(command(&Engine::new()));
        let mut long = Vec::new();
        measure(&mut command, "quincunx", &mut long);
        assert!(long.is_empty(), "{}", long.join("\n"));
    }

    /// Every example appears in the help of its command, and no placeholder is left.
    #[test]
    fn all_places_are_filled() {
        let engine = Engine::new();
        let mut command = command(&engine);
        command.build();
        fn collect(command: &mut Command, helps: &mut Vec<(String, String)>) {
            helps.push((command.get_name().to_owned(), command.render_long_help().to_string()));
            command.get_subcommands_mut().for_each(|nested| collect(nested, helps));
        }
        let mut helps = Vec::new();
        collect(&mut command, &mut helps);
        for (name, help) in &helps {
            for (place, _) in PLACES {
                assert!(!help.contains(place), "{name}: {place} in {help}");
            }
        }
        let games: Vec<&dyn Session> = engine.sessions().collect();
        let examples = super::super::examples::examples(&games);
        for (of, line) in &examples {
            if *of == "board" && cfg!(not(feature = "board")) {
                continue;
            }
            let (_, help) = helps.iter().find(|(name, _)| name == of).unwrap();
            assert!(help.contains(&format!("  $ {line}\n")), "{line}: {help}");
        }
        let all: String = examples.into_iter().map(|(_, line)| line).collect();
        assert!(games.iter().all(|game| all.contains(game.name())), "{all}");
        assert!(!all.contains(['{', '}']), "{all}");
    }
}
