//! What was meant by a word that is none.

use clap::CommandFactory;

use super::args::Args;

/// How like each other words must be for the one to have been meant by the other.
const LIKENESS: f64 = 0.8;

/// Returns the subcommand that a word is most like, if it is like any.
pub(super) fn command(word: &[u8]) -> Option<String> {
    let word = std::str::from_utf8(word).ok()?;
    let command = Args::command();
    let names = command.get_subcommands().map(|known| known.get_name());
    let likeness = |name: &&str| strsim::jaro_winkler(word, name);
    let best = names.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(&best) >= LIKENESS).then(|| best.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_understood_and_nothing_else() {
        for (word, meant) in [
            ("analyze", Some("analyse")),
            ("pertf", Some("perft")),
            ("mathc", Some("match")),
            ("tablebases", Some("tablebase")),
            ("xyzzy", None),
            ("", None),
        ] {
            assert_eq!(command(word.as_bytes()).as_deref(), meant, "{word}");
        }
        assert_eq!(command(b"\xff"), None);
    }
}
