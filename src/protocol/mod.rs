//! The line protocol: UCI and UGI over any reader and writer.
//!
//! `input` cuts bytes into lines, `command` and `go` turn a line into a command with nom, `server`
//! carries commands out on an [`Engine`](crate::engine::Engine), with `answer` for those that only
//! ask and `work` for those that take time; `reply` turns values into lines, `output` keeps lines
//! whole. `serve` is the loop over a reader, and `off_switch` ends it from outside. The reference for
//! clients is `protocol.md`.

mod answer;
mod command;
mod go;
mod input;
mod off_switch;
mod output;
mod reply;
mod serve;
mod server;
mod work;

pub use off_switch::OffSwitch;
pub use serve::serve;
pub use server::{Flow, Server};
