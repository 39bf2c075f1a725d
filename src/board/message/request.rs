//! Requests of the page.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::refusal::{ErrorCode, RequestError};
use super::seat::Seat;
use super::text::{MemoryName, MoveWord, MoveWords, PositionText, Within};

/// A request of the page.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs, reason = "MESSAGES.md says what each field means")]
pub(in crate::board) enum Request {
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
        moves: Option<MoveWords>,
        speed: Option<Within<0, 10_000>>,
    },
    Move {
        #[serde(rename = "move")]
        word: MoveWord,
        ply: usize,
        truncate: Option<bool>,
    },
    Try {
        things: MoveWords,
        ply: usize,
    },
    Undo {},
    Redo {},
    GoTo {
        ply: usize,
        line: Option<MoveWords>,
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
        name: Option<MemoryName>,
    },
    SaveMemory {},
    Forget {
        name: MemoryName,
        game: Option<String>,
    },
    Restart {},
}

/// The number of a request, repeated in its answers.
pub(in crate::board) type RequestNumber = Option<u64>;

/// Reads a message; the number is returned even if the rest makes no sense.
pub(in crate::board) fn read(text: &str) -> (RequestNumber, Result<Request, RequestError>) {
    let bad = |error: serde_json::Error| RequestError::new(ErrorCode::BadMessage, error);
    let mut fields: Map<String, Value> = match serde_json::from_str(text) {
        Ok(fields) => fields,
        Err(error) => return (None, Err(bad(error))),
    };
    let n = match fields.remove("n") {
        None | Some(Value::Null) => None,
        Some(n) => match n.as_u64() {
            Some(n) => Some(n),
            None => {
                return (
                    None,
                    Err(RequestError::new(ErrorCode::BadMessage, "n is a whole number")),
                );
            }
        },
    };
    (n, serde_json::from_value(Value::Object(fields)).map_err(bad))
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
        assert_eq!(refusal.code, ErrorCode::BadMessage, "{text}");
        refusal.text
    }

    #[test]
    fn the_requests_of_the_reference_are_read() {
        let reference = include_str!("../MESSAGES.md");
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
        }
        for word in ["a b", "a\\nquit", "moves", "", "\\u007f"] {
            let seats = r#"[{"who":"human"},{"who":"human"}]"#;
            let text = format!(r#"{{"do":"new","game":"x","seats":{seats},"position":"{word}"}}"#);
            refusal(&text);
        }
        refusal(&format!(r#"{{"do":"move","move":"{}","ply":0}}"#, "x".repeat(65)));
        refusal(&format!(r#"{{"do":"go-to","ply":0,"line":"{}"}}"#, "x ".repeat(5001)));
        // Any separator may stand between the moves of a list; none of them reaches an engine.
        let Request::GoTo { line, .. } = request(r#"{"do":"go-to","ply":0,"line":"a;b\nc  d"}"#)
        else {
            panic!("go-to")
        };
        assert_eq!(
            line.unwrap().0.iter().map(MoveWord::as_str).collect::<Vec<_>>(),
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
}
