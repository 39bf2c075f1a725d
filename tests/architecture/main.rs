//! The structure of the source: which module may name which, and that nobody names a game.
//!
//! | file | checks |
//! |---|---|
//! | `source` | nothing: reads the source |
//! | `floors` | the table of modules in the documentation of `src/lib.rs` |
//! | `circles` | that no files of a module use each other in a circle, and the table of files of each game |
//! | `games` | that nobody outside `src/games` names a game |
//! | `documents` | that links between documents lead somewhere |

mod circles;
mod documents;
mod floors;
mod games;
mod source;
