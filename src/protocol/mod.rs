//! The line protocol: UCI and UGI over any reader and writer.
//!
//! `command` parses a line into a command, what is behind its first word with [`wire`](crate::wire);
//! `server` holds an [`Engine`](crate::engine::Engine), and `dispatch` carries out commands on it, with
//! `answer` for those that only ask and `work` for those that take time; `reply` formats values as
//! lines, `output` writes whole lines. `serve` is the loop over a reader, and `off_switch` ends it from
//! outside.
//! The reference for clients is `protocol.md`.

mod answer;
mod command;
mod dispatch;
mod off_switch;
mod output;
mod reply;
mod serve;
mod server;
mod work;

pub use dispatch::Flow;
pub use off_switch::OffSwitch;
pub use serve::serve;
pub use server::Server;
