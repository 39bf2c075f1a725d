//! What a network reads of a position: nothing yet.

use super::state::Dominions;
use crate::network::Learned;

impl Learned for Dominions {}
