//! What a network reads of a position: nothing yet.

use super::position::Hexceed;
use crate::network::Learned;

impl Learned for Hexceed {}
