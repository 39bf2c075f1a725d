//! The engine: a session of a game with its record, its rules and its search, behind one
//! object-safe interface.
//!
//! Start with [`Engine`]: [`play_str`](Engine::play_str), [`best_move`](Engine::best_move). Everything that crosses [`Session`] is a plain value or notation text;
//! everything below it is monomorphic. This floor prints nothing.

pub mod bench;

mod book;
mod explorer;
mod job;
mod level;
mod machine;
mod memory;
mod options;
mod play;
mod rating;
mod searcher;
mod session;
mod settings;
mod tree;
mod weak;

pub use book::open_book;
pub use explorer::{Explored, Explorer, Found, KnownBy, Replies};
pub use job::{CountReport, Job, PerftJob, Report};
pub use level::Level;
pub use memory::Memory;
pub use options::{Engine, OptionChange, OptionError};
pub use play::SearchError;
pub use rating::{Rating, Ratings};
pub use searcher::{AnySearcher, Lines, NetworkChoice, NoSearcher};
pub use session::{MoveRefused, Session, SetRefused};
pub use settings::Settings;
pub use tree::play_tree;
pub use weak::{Weakness, hands_over, wins};

pub use crate::games::Mark;
pub use crate::games::guide;
pub use crate::games::scene::{BOARD, Description, Scene, Setup, Sketch};
