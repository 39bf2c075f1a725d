//! Kayles: a row of pins. The rules are in `RULES.md` beside this file.
#![allow(unreachable_pub, reason = "the folder is as it would be in a crate")]

mod about;
mod evaluate;
mod moves;
mod notation;
mod position;
mod rules;
mod scene;
mod weights;

pub use position::{Kayles, PINS};
pub use rules::Rules;
