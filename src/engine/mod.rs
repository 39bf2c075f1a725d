//! The engine: a session of a game with its record, its rules and its search, behind one
//! object-safe face.
//!
//! Start with [`Engine`]. Everything that crosses [`Session`] is a plain value or the notation's
//! text; below it all is monomorphic. This floor prints nothing.

mod analysis;
pub mod bench;
mod level;
mod machine;
mod memory;
mod odds;
mod options;
mod session;
mod skill;

pub use analysis::{Analysis, Conclusion, Go, Job, PerftJob, Settings};
pub use level::Level;
pub use memory::{BadFile, FileError, Memory};
pub use odds::Odds;
pub use options::{Engine, OptionChange, OptionError};
pub use session::{MoveRefused, Session, SetRefused};
pub use skill::Skill;
