//! Requests of the page.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::fields::Fields;
use super::refusal::{ErrorCode, RequestError};
use super::seat::Seat;
use super::text::{CommentText, MarkText, MemoryName, MoveWord, MoveWords, PositionText, Within};

/// Declares the requests and reads them: `"name" => Variant { field: type }`.
macro_rules! requests {
    ($($name:literal => $variant:ident { $($field:ident: $type:ty),* })*) => {
        /// A request of the page.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "MESSAGES.md says what each field means")]
        pub(in crate::board) enum Request {
            $($variant { $($field: $type),* },)*
        }

        impl TryFrom<Fields> for Request {
            type Error = String;

            fn try_from(mut fields: Fields) -> Result<Self, String> {
                let request = match fields.take::<String>("do")?.as_str() {
                    $($name => Self::$variant {
                        $($field: fields.take(stringify!($field).trim_start_matches("r#"))?),*
                    },)*
                    name => return Err(format!("there is no request {name:?}")),
                };
                fields.end().map(|()| request)
            }
        }
    };
}

requests! {
    "hello" => Hello { token: String, session: Option<String> }
    "new" => New {
        game: String,
        seats: [Seat; 2],
        options: Option<BTreeMap<String, Value>>,
        position: Option<PositionText>,
        moves: Option<MoveWords>,
        speed: Option<Within<0, 10_000>>,
        clock: Option<ClockRequest>
    }
    "move" => Move { r#move: MoveWord, ply: usize }
    "try" => Try { things: MoveWords, ply: usize }
    "undo" => Undo {}
    "redo" => Redo {}
    "vary" => Vary { ply: usize, line: MoveWords }
    "note" => Note { ply: usize, line: Option<MoveWords>, mark: MarkText, comment: CommentText }
    "promote" => Promote { ply: usize, line: MoveWords }
    "prune" => Prune { ply: usize, line: Option<MoveWords> }
    "play-on" => PlayOn { ply: usize, line: Option<MoveWords> }
    "go-to" => GoTo { ply: usize, line: Option<MoveWords> }
    "seats" => Seats { seats: [Seat; 2] }
    "pause" => Pause { on: bool }
    "speed" => Speed { ms: Within<0, 10_000> }
    "now" => Now {}
    "resign" => Resign {}
    "load" => Load {
        text: String,
        game: Option<String>,
        index: Option<usize>,
        seats: Option<[Seat; 2]>
    }
    "export" => Export {}
    "drawing" => Drawing { ply: usize, line: Option<MoveWords> }
    "games" => Games {}
    "analyse" => Analyse {
        ply: usize,
        lines: Within<1, 5>,
        ms: Option<Within<1, 600_000>>,
        moves: Option<MoveWords>,
        line: Option<MoveWords>
    }
    "compose" => Compose {
        game: String,
        options: Option<BTreeMap<String, Value>>,
        pieces: String,
        turn: String,
        points: [i32; 2]
    }
    "explore" => Explore { ply: usize, line: Option<MoveWords> }
    "tables" => Tables {}
    "build-tables" => BuildTables { game: String, few: bool }
    "pause-build" => PauseBuild {}
    "puzzles" => Puzzles {}
    "puzzle" => Puzzle { theme: Option<String>, level: Option<Within<1, 10>> }
    "solve" => Solve { r#move: MoveWord }
    "clue" => Clue { whole: bool }
    "solution" => Solution {}
    "hint" => Hint {}
    "judge" => Judge { ms: Within<10, 10_000>, from: Option<usize>, to: Option<usize> }
    "stop" => Stop {}
    "memories" => Memories {}
    "remember" => Remember { seat: Within<1, 2>, name: Option<MemoryName> }
    "save-memory" => SaveMemory {}
    "forget" => Forget { name: MemoryName, game: Option<String> }
    "restart" => Restart {}
}

/// The clocks that are asked for, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::board) struct ClockRequest {
    pub(in crate::board) time: Within<1000, 86_400_000>,
    pub(in crate::board) increment: Within<0, 600_000>,
}

/// The number of a request, repeated in its answers.
pub(in crate::board) type RequestNumber = Option<u64>;

/// Reads a message; the number is returned even if the rest makes no sense.
pub(in crate::board) fn read(text: &str) -> (RequestNumber, Result<Request, RequestError>) {
    let bad = |error| RequestError { code: ErrorCode::BadMessage, text: error };
    let mut fields = match serde_json::from_str::<Map<_, _>>(text) {
        Ok(fields) => Fields(fields),
        Err(error) => return (None, Err(bad(error.to_string()))),
    };
    match fields.take("n") {
        Ok(n) => (n, fields.try_into().map_err(bad)),
        Err(error) => (None, Err(bad(error))),
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
            r#"{"do":"note","ply":1,"mark":"???","comment":""}"#,
            r#"{"do":"note","ply":1,"mark":"","comment":"a\u0007"}"#,
            r#"{"do":"vary","ply":1}"#,
            r#"{"do":"remember","seat":3,"name":null}"#,
            r#"{"do":"seats","seats":[{"who":"human"}]}"#,
            r#"{"do":"seats","seats":[{"who":"human","level":3},{"who":"human"}]}"#,
            r#"{"do":"seats","seats":[{"who":"ai","level":0},{"who":"human"}]}"#,
            r#"{"do":"seats","seats":[{"who":"ai","level":11},{"who":"human"}]}"#,
        ] {
            assert!(!refusal(text).is_empty());
        }
        assert_eq!(refusal(r#"{"do":"quit"}"#), r#"there is no request "quit""#);
        assert_eq!(refusal(r#"{"do":"pause"}"#), r#"there is no field "on""#);
        let text = refusal(r#"{"do":"undo","count":3}"#);
        assert_eq!(text, r#"there is no use for the field "count""#);
        let text = refusal(r#"{"do":"pause","on":"yes"}"#);
        assert_eq!(text, r#"on: invalid type: string "yes", expected a boolean"#);
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
