//! Quincunx plays five abstract games: Coerceo, Dominions, Nine Men's Morris, Hexceed and Trimok.
//!
//! ```
//! use quincunx::engine::Engine;
//! use quincunx::search::Limits;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut engine = Engine::playing("morris")?;
//! engine.play_str("d6 d2 f4")?;
//! let best = engine.best_move(&Limits::depth(6))?.expect("the game is not over");
//! engine.play_str(&best)?;
//! println!("{}", engine.session().picture());
//! # Ok(())
//! # }
//! ```
//!
//! [`Engine`](engine::Engine) has the games, the options of the protocol and the search; its
//! [`Session`](engine::Session) has everything about the game that is played. `tests/examples` has
//! programs of twenty lines: play a game, analyse, match two settings, count leaves, add a game.
//!
//! # How it is built
//!
//! ```text
//! bytes on stdin -> protocol (nom) -> engine session (one game, one position, its record) -> search
//!                                       |                      |                               |
//!                                    notation               games (rule sets)         table, clock, limits
//! lines on stdout <- protocol replies <- search events (values and callbacks, never text)
//! ```
//!
//! The engine knows no text, the search knows no game, and a game knows no search. The protocol is
//! a thin layer over the same session that a shell command uses.
//!
//! # Floors
//!
//! A module may name only the modules in its row; `tests/architecture` reads this table and
//! compares it with the source.
//!
//! | floor | module | may name | outside crates |
//! |---|---|---|---|
//! | 0 | `kernel` | - | fnv, rayon, rustix, tempfile, thiserror |
//! | 1 | `notation` | kernel | nom, thiserror |
//! | 1 | `network` | kernel | thiserror, wide |
//! | 1 | `search` | kernel | libm, parking_lot, rayon, thiserror, zerocopy |
//! | 1 | `tablebase` | kernel | crc32fast, parking_lot, rayon, rustix, sha2, thiserror, zerocopy, zstd |
//! | 1 | `store` | kernel | crc32fast, parking_lot, thiserror |
//! | 1 | `wire` | kernel | nom, parking_lot, thiserror |
//! | 2 | `games` | kernel, network, notation, tablebase | crc32fast, libm, parking_lot, rayon, serde, thiserror, wide, zerocopy |
//! | 3 | `experience` | kernel, games, store | libm |
//! | 4 | `engine` | kernel, network, notation, search, games, store, experience, tablebase | ahash, dashmap, libm, parking_lot, thiserror |
//! | 5 | `protocol` | kernel, notation, wire, search, games, engine | nom, parking_lot |
//! | 5 | `learn` | kernel, search, games, store, experience, engine | thiserror |
//! | 5 | `arena` | kernel, notation, wire, search, games, store, experience, engine | libm, parking_lot, shlex, thiserror |
//! | 5 | `puzzles` | kernel, search, games, engine | ahash, thiserror |
//! | 5 | `proof` | kernel, search, games, engine | crc32fast, libm, thiserror |
//! | 5 | `train` | kernel, network, search, games, engine | libm, parking_lot, rayon, thiserror |
//! | 6 | `board` | kernel, notation, wire, engine, puzzles | axum, getrandom, hyper, hyper_util, miniz_oxide, serde, serde_json, tokio, zstd |
//! | 7 | `cli` | kernel, network, notation, wire, search, games, store, experience, tablebase, engine, protocol, learn, arena, puzzles, proof, train, board | anstream, anstyle, anyhow, clap, clap_complete, clap_mangen, ctrlc, indicatif, libm, parking_lot, rayon, rustix, rustyline, serde, serde_json, sha2, shlex, strsim, terminal_size, toml, tz |
//!
//! Within a module no files use each other in a circle, and the files of a game form floors as well:
//! the table in each game's `mod.rs` lists them from the bottom up. The same test checks both.
//!
//! # Invariants
//!
//! - `search` names no game and prints nothing. `games` never names the search. Nothing below
//!   `cli` writes to a terminal except `protocol::server`, through the writer it was given.
//! - Nothing outside `games` names a game: a game is a folder and a name in a list, and the floors
//!   above learn about it from its `about.rs`.
//! - The search negates only when the turn changed: a player may act twice in a row.
//! - Below `engine` everything is deterministic for a given input: clocks and randomness come in as
//!   arguments. One thread, the same limits and an empty table give the same nodes everywhere, and
//!   so does a session of the engine with the same commands and the same initial memory.
//! - Move generators allocate only in the caller's vector.
//! - `unsafe` is denied but in `kernel::pages`, because advice on memory and prefetching need it, and in the
//!   program's `processor`, because asking the processor does.
//! - No parser panics, whatever the bytes. What a child process sends is bounded, and so is every wait
//!   for it (`wire::Client`).
//! - Tests compare incremental state with recomputed state.

#![warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

pub mod arena;
#[cfg(feature = "board")]
pub mod board;
pub mod cli;
pub mod engine;
pub mod experience;
pub mod games;
pub mod kernel;
pub mod learn;
pub mod network;
pub mod notation;
pub mod proof;
pub mod protocol;
pub mod puzzles;
pub mod search;
pub mod store;
pub mod tablebase;
pub mod train;
pub mod wire;
