//! The board: a page in the browser, and engines behind it.
//!
//! Start with [`BoardServer`]. It serves one page on the loopback interface and talks to it over a
//! WebSocket (`MESSAGES.md`). All knowledge about games comes from the engine: a session of it in
//! this process knows the rules, child processes that speak the protocol over pipes search.
//!
//! `server.rs` has the routes, `socket.rs` a socket, `packer.rs` what it sends, `lobby.rs` which tab is in which session,
//! `guard.rs` access control, `files.rs` the page, `message/` the messages. A room (`room/`) is a session:
//! one game (`game.rs`) with its moves and variations (`tree.rs`), its clocks (`clock.rs`), its referee (`referee.rs`), the engines that play and the one that
//! analyses (`analyser.rs`), all of them children (`child.rs`, `post.rs`).
//! `memory.rs` has the stores of remembered positions, `library.rs` tables and the store of games, `shelf.rs` the games that outlive the server,
//! `trainer.rs` which puzzle comes next.

mod analyser;
mod catalogue;
mod child;
mod clock;
mod context;
mod files;
mod game;
mod guard;
mod library;
mod line;
mod lobby;
mod memory;
mod message;
mod packer;
mod post;
mod record;
mod referee;
mod room;
mod server;
mod shelf;
mod snapshot;
mod socket;
mod trainer;
mod tree;
#[cfg(test)]
mod words;

pub use library::Folders;
pub use server::{BoardServer, BoardSetup, KEPT, config_file};
