//! The line protocol: UCI and UGI over any reader and writer.
//!
//! `command` turns a line into a command with nom, `reply` turns values into
//! lines, `server` runs commands on an [`Engine`](crate::engine::Engine), `input` cuts bytes into
//! lines and `output` keeps lines whole. The reference for clients is `protocol.md`.

mod command;
mod go;
mod input;
mod output;
mod reply;
mod server;

pub use server::{Flow, Server, serve};
