//! Quincunx plays five abstract games: Coerceo, Dominions, Nine Men's Morris, Hexceed and Trimok.
//!
//! ```text
//! bytes on stdin -> protocol (nom) -> engine session (one game, one position, its record) -> search
//!                                       |                      |                               |
//!                                    notation               games (rule sets)         table, clock, limits
//! lines on stdout <- protocol replies <- search events (values and callbacks, never text)
//! ```
//!
//! The engine knows no text, the search knows no game, a game knows no search. The protocol is a
//! thin skin over the same session that a shell command uses.
//!
//! # Floors
//!
//! A module may name only the modules in its row; `tests/architecture.rs` reads this table and
//! compares it with the source.
//!
//! | floor | module | may name | outside crates |
//! |---|---|---|---|
//! | 0 | `kernel` | - | rayon |
//! | 1 | `notation` | kernel | nom |
//! | 1 | `search` | kernel | rayon, zerocopy |
//! | 2 | `games` | kernel, notation | - |
//! | 3 | `tablebase` | kernel, notation, games | memmap2, rayon, zstd |
//! | 4 | `engine` | kernel, notation, search, games, tablebase | ahash, dashmap |
//! | 5 | `protocol` | kernel, notation, search, games, engine | nom |
//! | 5 | `arena` | kernel, notation, search, games | shlex |
//! | 5 | `tune` | kernel, search, games | rayon |
//! | 6 | `board` | kernel, notation, engine | axum, getrandom, serde, serde_json, tokio |
//! | 7 | `cli` | kernel, notation, search, games, tablebase, engine, protocol, arena, tune, board | anstream, anstyle, anyhow, clap, clap_complete, clap_mangen, ctrlc, indicatif, rayon, serde, serde_json, terminal_size |
//!
//! # Invariants
//!
//! - `search` names no game and prints nothing. `games` never names the search. Nothing below
//!   `cli` writes to a terminal except `protocol::server`, through the writer it was given.
//! - The search negates only when the turn changed: a Hexceed player acts twice running.
//! - Below `engine` everything is deterministic for a given input: clocks and randomness come in
//!   as arguments. One thread, the same limits and an empty table give the same nodes everywhere,
//!   and so does the engine in a session of the same commands that begins with the same memory.
//! - No move generator allocates except into the caller's vector.
//! - `unsafe` is denied; a module that needs it is named here with its reason: `tablebase::map`,
//!   because a file as memory cannot be had without.
//! - No parser panics on any bytes.
//! - Incremental state is compared with recomputation in tests.

#![warn(clippy::print_stderr, clippy::print_stdout, clippy::unwrap_used)]

pub mod arena;
#[cfg(feature = "board")]
pub mod board;
pub mod cli;
pub mod engine;
pub mod games;
pub mod kernel;
pub mod notation;
pub mod protocol;
pub mod search;
pub mod tablebase;
pub mod tune;
