//! What a command is about: a game with its rules and where it stands, or a record, which says all that.

use std::path::Path;

use anyhow::{anyhow, bail};

use super::arguments::arguments;
use super::setup::RuleArgs;
use super::source::{Loaded, Source};
use super::words;
use crate::engine::Engine;
use crate::kernel::Gather;

arguments! {
    /// A game or a record.
    pub(super) struct Subject {
        /// The game; or a file of games, which names its own
        ///
        /// A file of games (.games), written by `match` or `play`, has the rules too.
        #[arg(value_name = "GAME|RECORD")]
        subject: String,

        #[command(flatten)]
        rules: RuleArgs,
    }
}

impl Subject {
    /// Sets an engine to the game and its rules, and to what is known of where it stands: game `number`,
    /// from 1, if that is a file of several.
    pub(super) fn load(
        &self,
        what: Option<&str>,
        number: Option<usize>,
        engine: &mut Engine,
    ) -> anyhow::Result<Loaded> {
        let (game, source) = match (engine.game(&self.subject), what) {
            (Some(game), what) => (game.name().to_owned(), what.map(Source::read).transpose()?),
            (None, None) => {
                let source = self.record(engine)?;
                let name = source.name();
                let game = source.game(number.unwrap_or(1))?.ok_or_else(|| {
                    let game = engine.session().name();
                    anyhow!("{name} does not name its game; put it first, as in: {game} {name}")
                })?;
                (game, Some(source))
            }
            (None, Some(what)) if Path::new(&self.subject).is_file() => {
                bail!("expected a game before {what:?}, found the file {:?}", self.subject)
            }
            (None, Some(_)) => bail!("{}", self.unknown(engine)),
        };
        if engine.game(&game).is_none() {
            bail!("{:?} is a game of {game:?}; {}", self.subject, games(engine));
        }
        self.rules.apply(&game, engine)?;
        source.map_or_else(|| Ok(Loaded::default()), |source| source.load(engine, number))
    }

    /// Returns whether it is to be read from standard input.
    pub(super) fn is_piped(&self, what: Option<&str>) -> bool {
        what.unwrap_or(&self.subject) == "-"
    }

    /// Returns the text of the record.
    fn record(&self, engine: &Engine) -> anyhow::Result<Source> {
        match Source::read(&self.subject) {
            Ok(source) if source.is_typed() => bail!("{}", self.unknown(engine)),
            read => read,
        }
    }

    /// Says that the word is no game.
    fn unknown(&self, engine: &Engine) -> String {
        let names = engine.sessions().map(|session| session.name());
        let hint = match words::nearest(&self.subject, names) {
            Some(name) => format!("did you mean {name}?"),
            None => games(engine),
        };
        format!("{:?} is neither a game nor a file; {hint}", self.subject)
    }
}

/// Says which games there are.
fn games(engine: &Engine) -> String {
    let names: Vec<&str> = engine.sessions().map(|session| session.name()).gather();
    format!("the games are {}", names.join(", "))
}
