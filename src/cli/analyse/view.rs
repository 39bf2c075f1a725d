//! What an analysis of one position tells, whoever reads it.

use std::io;

use crate::engine::{Analysis, Conclusion, Session};

/// Where the analysis of a position goes.
pub(super) trait View: Send {
    /// Shows the position before the search.
    fn begin(&mut self, session: &dyn Session) -> io::Result<()>;

    /// Shows a line that the search has found.
    fn report(&mut self, analysis: &Analysis) -> io::Result<()>;

    /// Shows the end of the search.
    fn conclude(&mut self, found: &Conclusion, is_interrupted: bool) -> io::Result<()>;
}
