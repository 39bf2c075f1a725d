//! What an analysis of one position tells, whoever reads it.

use std::io;

use crate::engine::Session;
use crate::search::Line;

/// Where the analysis of a position goes.
pub(super) trait View: Send {
    /// Shows the position before the search.
    fn begin(&mut self, session: &dyn Session) -> io::Result<()>;

    /// Shows a line that the search has found.
    fn report(&mut self, line: Line<String>) -> io::Result<()>;

    /// Shows the end of the search, with the line to play.
    fn conclude(&mut self, found: &Line<String>, is_interrupted: bool) -> io::Result<()>;
}
