//! What every session of a server uses.

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::catalogue::Catalogue;
use super::files::Files;
use super::library::Library;
use super::memory::Memories;
use super::shelf::Shelf;
use super::trainer::Trainer;
use crate::engine::Ratings;

/// What runs beside other tasks. Of one type, since the runtime is compiled again for every type of task.
pub(super) type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The settings of a server and what its sessions share.
pub(super) struct ServerContext {
    /// The engine that searches.
    pub(super) program: Arc<Path>,
    pub(super) catalogue: Catalogue,
    pub(super) files: Files,
    pub(super) memories: Arc<Memories>,
    pub(super) shelf: Shelf,
    pub(super) trainer: Trainer,
    /// How strong the humans here are.
    pub(super) ratings: Option<Ratings>,
    pub(super) library: Arc<Library>,
    /// The game to offer first.
    pub(super) game: Option<String>,
    /// How long a session without tabs is kept.
    pub(super) kept: Duration,
}
