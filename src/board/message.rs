//! What the page asks and what the server says: the types of `MESSAGES.md`.
//!
//! A request that was read holds nothing that an engine should not see: moves and positions are
//! printable ASCII without blanks, names are names, numbers are in range.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::catalogue::GameEntry;
use super::game::Verdict;
use crate::engine::Level;

/// The longest move, in bytes.
const LONGEST_MOVE: usize = 64;
/// The longest position, in bytes: several times what any game has.
const LONGEST_POSITION: usize = 8192;
/// The most moves of a game.
pub(super) const LONGEST_GAME: usize = 5000;

/// A move as the page wrote it: one word of printable ASCII.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Word(String);

impl Word {
    /// Returns the text of a move, if it can be one.
    ///
    /// # Errors
    ///
    /// Says what is wrong with it.
    pub(super) fn new(text: &str) -> Result<Self, String> {
        check(text, LONGEST_MOVE, "a move")?;
        if text.contains(';') {
            return Err("a move has no semicolon".to_owned());
        }
        Ok(Self(text.to_owned()))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Checks that a text can stand in a command as one word.
fn check(text: &str, longest: usize, what: &str) -> Result<(), String> {
    if text.is_empty() || text.len() > longest {
        return Err(format!("{what} has 1 to {longest} characters"));
    }
    if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(format!("{what} is printable ASCII without blanks"));
    }
    // It would be taken for the word of the command.
    if text == "moves" {
        return Err(format!("\"moves\" is not {what}"));
    }
    Ok(())
}

impl TryFrom<String> for Word {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Self::new(&text)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Moves as the page wrote them, separated by blanks or semicolons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Words(pub(super) Vec<Word>);

impl TryFrom<String> for Words {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let words = text.split([' ', ';', '\t', '\r', '\n']).filter(|word| !word.is_empty());
        let words = words.map(Word::new).collect::<Result<Vec<_>, _>>()?;
        if words.len() > LONGEST_GAME {
            return Err(format!("a game has {LONGEST_GAME} moves at most"));
        }
        Ok(Self(words))
    }
}

/// A position as the page wrote it: one word of printable ASCII.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct PositionText(pub(super) String);

impl TryFrom<String> for PositionText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        check(&text, LONGEST_POSITION, "a position")?;
        Ok(Self(text))
    }
}

/// The name of a memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Name(String);

impl Name {
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Name {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if (1..=32).contains(&text.len()) && text.bytes().all(is_plain) {
            Ok(Self(text))
        } else {
            Err("the name of a memory is 1 to 32 of a-z, 0-9 and -".to_owned())
        }
    }
}

/// A whole number from a range, in serde's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub(super) struct Within<const LEAST: u64, const MOST: u64>(pub(super) u64);

impl<const LEAST: u64, const MOST: u64> TryFrom<u64> for Within<LEAST, MOST> {
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        let range = LEAST..=MOST;
        let text = || format!("{number} is not from {LEAST} to {MOST}");
        range.contains(&number).then_some(Self(number)).ok_or_else(text)
    }
}

/// Who plays a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "who", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Seat {
    /// Somebody at the page.
    Human {},
    /// An engine.
    Ai {
        /// How strong it plays.
        #[serde(deserialize_with = "level", serialize_with = "number")]
        level: Level,
        /// The name of what it remembers.
        #[serde(default)]
        remember: Option<Name>,
    },
}

fn level<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
    let number = u8::deserialize(deserializer)?;
    let (least, greatest) = (Level::LEAST, Level::GREATEST);
    let text = format!("there are the levels {least} to {greatest}");
    Level::new(number).ok_or_else(|| serde::de::Error::custom(text))
}

fn number<S: serde::Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(level.number())
}

/// What the page asks.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "MESSAGES.md says what each field means")]
pub(super) enum Request {
    Hello {
        token: String,
        session: Option<String>,
    },
    New {
        game: String,
        seats: [Seat; 2],
        #[serde(default)]
        options: BTreeMap<String, Value>,
        position: Option<PositionText>,
        moves: Option<Words>,
        speed: Option<Within<0, 10_000>>,
    },
    Move {
        #[serde(rename = "move")]
        word: Word,
        ply: usize,
        truncate: Option<bool>,
    },
    Try {
        #[serde(rename = "move")]
        word: Word,
        ply: usize,
    },
    Undo {},
    Redo {},
    GoTo {
        ply: usize,
        line: Option<Words>,
    },
    Seats {
        seats: [Seat; 2],
    },
    Pause {
        on: bool,
    },
    Speed {
        ms: Within<0, 10_000>,
    },
    Now {},
    Resign {},
    Load {
        text: String,
        game: Option<String>,
        index: Option<usize>,
        seats: Option<[Seat; 2]>,
    },
    Export {},
    Analyse {
        ply: usize,
        lines: Within<1, 5>,
        ms: Option<Within<1, 600_000>>,
    },
    Hint {},
    Judge {
        ms: Within<10, 10_000>,
    },
    Stop {},
    Memories {},
    Remember {
        seat: Within<1, 2>,
        name: Option<Name>,
    },
    SaveMemory {},
    Forget {
        name: Name,
        game: Option<String>,
    },
    Restart {},
}

/// The number of a request, which its answers carry.
pub(super) type Number = Option<u64>;

/// Reads a message; the number is returned even if the rest makes no sense.
pub(super) fn read(text: &str) -> (Number, Result<Request, Refusal>) {
    let bad = |error: serde_json::Error| Refusal::new(Code::BadMessage, error);
    let mut fields: Map<String, Value> = match serde_json::from_str(text) {
        Ok(fields) => fields,
        Err(error) => return (None, Err(bad(error))),
    };
    let n = match fields.remove("n") {
        None | Some(Value::Null) => None,
        Some(n) => match n.as_u64() {
            Some(n) => Some(n),
            None => {
                return (None, Err(Refusal::new(Code::BadMessage, "n is a whole number")));
            }
        },
    };
    (n, serde_json::from_value(Value::Object(fields)).map_err(bad))
}

/// Why a request was refused: the codes that the board adds to those of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Code {
    BadMessage,
    BadValue,
    BadFile,
    Stale,
    NotYours,
    Busy,
    TooMuch,
    NoGame,
    Over,
    Engine,
}

impl Code {
    const fn name(self) -> &'static str {
        match self {
            Self::BadMessage => "bad-message",
            Self::BadValue => "bad-value",
            Self::BadFile => "bad-file",
            Self::Stale => "stale",
            Self::NotYours => "not-yours",
            Self::Busy => "busy",
            Self::TooMuch => "too-much",
            Self::NoGame => "no-game",
            Self::Over => "over",
            Self::Engine => "engine",
        }
    }
}

/// A request that was not carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// One of ours or one of the protocol's.
    pub(super) code: String,
    pub(super) text: String,
}

impl Refusal {
    pub(super) fn new(code: Code, text: impl fmt::Display) -> Self {
        Self { code: code.name().to_owned(), text: text.to_string() }
    }
}

/// What the server says. The texts of a state are shared with the game.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(super) enum Reply {
    Welcome {
        session: String,
        version: &'static str,
        game: Option<String>,
        levels: Vec<LevelEntry>,
        games: Vec<GameEntry>,
    },
    State(Box<State>),
    Look(Box<Look>),
    Legal {
        ply: usize,
        #[serde(rename = "move")]
        word: String,
    },
    Refused {
        code: String,
        text: String,
    },
    File {
        name: String,
        text: String,
    },
    Line(Box<Line>),
    Done {
        ply: usize,
        best: Option<String>,
        stopped: bool,
    },
    Judged {
        ply: usize,
        chance: f64,
        best: Option<String>,
        loss: Option<f64>,
    },
    Memories {
        names: Vec<MemoryEntry>,
    },
    Trouble {
        child: &'static str,
        text: String,
        can: Option<&'static str>,
    },
}

#[derive(Clone, Debug, Serialize)]
pub(super) struct LevelEntry {
    pub(super) level: u8,
    pub(super) text: String,
}

/// A game as it stands.
#[derive(Clone, Debug, Serialize)]
pub(super) struct State {
    pub(super) session: String,
    pub(super) game: String,
    pub(super) players: [String; 2],
    pub(super) seats: [Seat; 2],
    pub(super) options: BTreeMap<String, Value>,
    pub(super) start: Option<String>,
    pub(super) ply: usize,
    pub(super) plies: usize,
    pub(super) redo: usize,
    pub(super) record: String,
    pub(super) position: String,
    pub(super) before: Option<String>,
    pub(super) turn: String,
    pub(super) last: Option<String>,
    pub(super) moves: String,
    pub(super) score: Option<[i64; 2]>,
    pub(super) result: Option<Verdict>,
    pub(super) waits: Waits,
    pub(super) paused: bool,
    pub(super) speed: u64,
}

/// Who is to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Waits {
    Human,
    Ai,
    Paused,
    Over,
    Engine,
}

/// A position that somebody looks at.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Look {
    pub(super) ply: usize,
    pub(super) line: String,
    pub(super) position: String,
    pub(super) before: Option<String>,
    pub(super) last: Option<String>,
    pub(super) turn: String,
    pub(super) moves: String,
    pub(super) score: Option<[i64; 2]>,
    pub(super) result: Option<Verdict>,
}

/// A line of a search, from the view of the first player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Line {
    pub(super) from: &'static str,
    pub(super) ply: usize,
    pub(super) k: usize,
    pub(super) depth: u64,
    pub(super) seldepth: u64,
    pub(super) score: LineScore,
    pub(super) wdl: Option<[u64; 3]>,
    pub(super) chance: Option<f64>,
    pub(super) exact: Option<i64>,
    pub(super) nodes: u64,
    pub(super) nps: u64,
    pub(super) time: u64,
    pub(super) pv: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum LineScore {
    Cp(i64),
    Mate(i64),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct MemoryEntry {
    pub(super) name: String,
    pub(super) game: String,
    pub(super) bytes: u64,
    pub(super) positions: Option<u64>,
    pub(super) used: bool,
}

impl From<Refusal> for Reply {
    fn from(Refusal { code, text }: Refusal) -> Self {
        Self::Refused { code, text }
    }
}

impl Reply {
    /// Returns the message as it is sent.
    pub(super) fn write(&self, n: Number) -> String {
        #[derive(Serialize)]
        struct Numbered<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            n: Number,
            #[serde(flatten)]
            reply: &'a Reply,
        }
        // Nothing in a reply can fail to be written: keys are text and numbers finite.
        serde_json::to_string(&Numbered { n, reply: self }).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Request {
        let (_, request) = read(text);
        request.unwrap_or_else(|refusal| panic!("{text}: {refusal:?}"))
    }

    fn refusal(text: &str) -> String {
        let refusal = read(text).1.expect_err(text);
        assert_eq!(refusal.code, "bad-message", "{text}");
        refusal.text
    }

    #[test]
    fn the_requests_of_the_reference_are_read() {
        let reference = include_str!("MESSAGES.md");
        let requests = reference.lines().filter(|line| line.contains("\"do\":"));
        let requests: Vec<_> = requests.filter(|line| line.starts_with('{')).collect();
        assert!(requests.len() >= 20, "{requests:?}");
        for line in requests {
            request(line);
        }
    }

    #[test]
    fn numbers_come_back() {
        assert_eq!(read(r#"{"n":7,"do":"undo"}"#), (Some(7), Ok(Request::Undo {})));
        assert_eq!(read(r#"{"do":"undo"}"#), (None, Ok(Request::Undo {})));
        assert_eq!(read(r#"{"n":7,"do":"dance"}"#).0, Some(7));
        assert!(read(r#"{"n":-1,"do":"undo"}"#).1.is_err());
        assert!(read(r#"{"n":"1","do":"undo"}"#).1.is_err());
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for text in [
            "",
            "hello",
            "[]",
            "{}",
            r#"{"do":"quit"}"#,
            r#"{"do":"undo","count":3}"#,
            r#"{"do":"pause"}"#,
            r#"{"do":"pause","on":"yes"}"#,
            r#"{"do":"go-to","ply":-1}"#,
            r#"{"do":"analyse","ply":0,"lines":6}"#,
            r#"{"do":"analyse","ply":0,"lines":1,"ms":600001}"#,
            r#"{"do":"speed","ms":10001}"#,
            r#"{"do":"remember","seat":3,"name":null}"#,
            r#"{"do":"seats","seats":[{"who":"human"}]}"#,
            r#"{"do":"seats","seats":[{"who":"human","level":3},{"who":"human"}]}"#,
            r#"{"do":"seats","seats":[{"who":"ai","level":0},{"who":"human"}]}"#,
            r#"{"do":"seats","seats":[{"who":"ai","level":11},{"who":"human"}]}"#,
        ] {
            assert!(!refusal(text).is_empty());
        }
        let deep = "[".repeat(60_000);
        refusal(&format!(r#"{{"do":{deep}"#));
    }

    #[test]
    fn no_move_or_position_smuggles_a_command() {
        for word in
            ["a b", "a\\nquit", "a\\rquit", "a\\u0000", "\\u00e9", "", "moves", "a;b", "a\\tb"]
        {
            refusal(&format!(r#"{{"do":"move","move":"{word}","ply":0}}"#));
            refusal(&format!(r#"{{"do":"try","move":"{word}","ply":0}}"#));
        }
        for word in ["a b", "a\\nquit", "moves", "", "\\u007f"] {
            let seats = r#"[{"who":"human"},{"who":"human"}]"#;
            let text = format!(r#"{{"do":"new","game":"x","seats":{seats},"position":"{word}"}}"#);
            refusal(&text);
        }
        refusal(&format!(r#"{{"do":"move","move":"{}","ply":0}}"#, "x".repeat(65)));
        refusal(&format!(r#"{{"do":"go-to","ply":0,"line":"{}"}}"#, "x ".repeat(5001)));
        // Between the moves of a list every separator is one; none of them reaches an engine.
        let Request::GoTo { line, .. } = request(r#"{"do":"go-to","ply":0,"line":"a;b\nc  d"}"#)
        else {
            panic!("go-to")
        };
        assert_eq!(
            line.unwrap().0.iter().map(Word::as_str).collect::<Vec<_>>(),
            ["a", "b", "c", "d"]
        );
    }

    #[test]
    fn names_of_memories_are_no_paths() {
        for name in ["", "../x", "a/b", "A", "a.b", "a b", "a\\nb", &"a".repeat(33), "\\u0000"] {
            refusal(&format!(r#"{{"do":"forget","name":"{name}"}}"#));
            refusal(&format!(r#"{{"do":"remember","seat":1,"name":"{name}"}}"#));
            let ai = format!(r#"{{"who":"ai","level":3,"remember":"{name}"}}"#);
            refusal(&format!(r#"{{"do":"seats","seats":[{ai},{ai}]}}"#));
        }
        request(r#"{"do":"forget","name":"club-2"}"#);
    }

    #[test]
    fn replies_carry_the_number() {
        let done = Reply::Done { ply: 3, best: None, stopped: true };
        assert_eq!(
            done.write(Some(8)),
            r#"{"n":8,"is":"done","ply":3,"best":null,"stopped":true}"#
        );
        assert_eq!(done.write(None), r#"{"is":"done","ply":3,"best":null,"stopped":true}"#);
        let refused = Reply::from(Refusal::new(Code::NotYours, "it is the engine's turn"));
        assert_eq!(
            refused.write(Some(1)),
            r#"{"n":1,"is":"refused","code":"not-yours","text":"it is the engine's turn"}"#
        );
    }
}
