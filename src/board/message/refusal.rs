//! Why a request was refused.

use std::fmt;

use serde::Serialize;

/// The kind of reason why a request was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::board) enum ErrorCode {
    IllegalMove,
    BadPosition,
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

/// A refused request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(in crate::board) struct RequestError {
    pub(in crate::board) code: ErrorCode,
    pub(in crate::board) text: String,
}

impl RequestError {
    pub(in crate::board) fn new(code: ErrorCode, text: impl fmt::Display) -> Self {
        Self { code, text: text.to_string() }
    }
}
