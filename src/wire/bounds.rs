//! How much of what an engine sends is read and kept.

/// The longest line, in bytes.
pub(super) const LONGEST_LINE: usize = 1 << 18;
/// The most bytes of the answer to a question.
pub(super) const LONGEST_ANSWER: usize = 32 * LONGEST_LINE;
/// Who sends more lines within a second floods.
pub(super) const MOST_LINES: usize = 100_000;
/// Who sends more bytes within a second floods.
pub(super) const MOST_BYTES: usize = 32 << 20;
/// How many lines wait to be taken. An engine that sends more has to wait, as with a full pipe.
pub(super) const QUEUE: usize = 64;
/// How many lines wait until the engine reads them.
pub(super) const UNREAD: usize = 1024;
/// How many bytes of standard error are kept.
pub(super) const COMPLAINTS: usize = 400;
