//! Commands that ask and change nothing.

use std::io::Write;

use super::reply::{self, Code, Refusal};
use super::server::Server;
use crate::kernel::{Gather, Player, Quoted};
use crate::notation::ascii;
use crate::wire::{Dialect, OptionLine};

const HELP: &str = include_str!("help.txt");

impl<W: Write + Send + 'static> Server<W> {
    pub(super) fn introduce(&mut self, dialect: Dialect) {
        self.dialect = dialect;
        let mut text = format!(
            "id name Quincunx {}\nid author the Quincunx developers\n",
            env!("CARGO_PKG_VERSION")
        );
        for spec in self.engine.options() {
            text.push_str(&format!("{}\n", OptionLine::from(&spec)));
        }
        text.push_str(dialect.ok());
        self.write(&text);
    }

    pub(super) fn ready(&mut self) {
        if !self.is_searching() {
            self.prepare();
        }
        self.write("readyok");
    }

    /// Allocates the memory that a search needs. A failure is reported once; the engine keeps using
    /// the table that it has.
    pub(super) fn prepare(&mut self) {
        let session = self.engine.session_mut();
        if let Err(error) = session.prepare() {
            let text = format!("{error}, Hash stays at {} MiB", session.hash());
            self.refuse(&Refusal::new(Code::OutOfMemory, text));
        }
    }

    pub(super) fn help(&self) {
        self.write(HELP);
    }

    pub(super) fn list_moves(&self) {
        let legal = self.engine.session().legal_moves();
        let mut line = "moves".to_owned();
        for text in legal {
            line.push(' ');
            line.push_str(&text);
        }
        self.write(&line);
    }

    pub(super) fn display(&self) {
        let session = self.engine.session();
        let mut text = format!(
            "{}Game: {}\nFen: {}\nKey: {:016x}\nMoves: {}",
            session.picture(),
            session.name(),
            session.position(),
            session.key(),
            session.legal_moves().len()
        );
        if let Some(conclusion) = session.conclusion() {
            text.push_str("\nResult: ");
            text.push_str(&conclusion);
        }
        self.write(&text);
    }

    pub(super) fn eval(&self) {
        let session = self.engine.session();
        let mut text = String::new();
        let score = if session.outcome().is_some() {
            text.push_str("the game is over\n");
            0
        } else {
            let (score, terms) = session.evaluate();
            for term in terms {
                text.push_str(&format!("{:<28}{:>7}\n", term.name, term.centi));
            }
            score.value()
        };
        text.push_str(&format!("eval cp {score}"));
        self.write(&text);
    }

    /// Every query gets one response, even one that is refused.
    pub(super) fn query(&mut self, what: &[u8], argument: &[u8]) {
        let session = self.engine.session();
        let response = match what {
            b"gameover" => session.outcome().is_some().to_string(),
            b"p1turn" => (session.to_move() == Player::First).to_string(),
            b"p2turn" => (session.to_move() == Player::Second).to_string(),
            b"result" => reply::result(session.outcome()).to_owned(),
            b"ending" => {
                session.outcome().map_or("none", |outcome| outcome.ending.name()).to_owned()
            }
            b"fen" => session.position(),
            b"moves" => session.legal_moves().join(" "),
            b"explorer" => {
                let explored = session.explorer().explore();
                for complaint in explored.complaints {
                    self.write(&reply::told(complaint));
                }
                let rows = explored.moves.iter().map(reply::found);
                rows.gather().join("; ")
            }
            b"islegal" => {
                ascii(argument).is_ok_and(|text| session.legal_move(text).is_some()).to_string()
            }
            b"game" => session.name().to_owned(),
            b"played" => session.played().join(" "),
            b"remembered" => match self.engine.memory().count() {
                Ok(count) => count.to_string(),
                Err(error) => {
                    self.refuse(&Refusal::new(Code::BadFile, error));
                    "unknown".to_owned()
                }
            },
            b"turn" => session.players()[session.to_move().index()].to_owned(),
            b"key" => format!("{:016x}", session.key()),
            b"score" => session
                .points()
                .map_or_else(|| "none".to_owned(), |[first, second]| format!("{first},{second}")),
            other => match ascii(other).ok().and_then(|query| session.answer(query)) {
                Some(answer) => answer,
                None => {
                    self.refuse(&Refusal::new(Code::UnknownQuery, Quoted(what)));
                    "unknown".to_owned()
                }
            },
        };
        self.write(format!("response {response}").trim_end());
    }
}
