//! The packed board that the search compares positions by.

use std::collections::HashMap;

use super::super::geometry::{ALL_TILES, fields_of};
use super::super::{Coerceo, Rules, Setup};
use super::{G7, legal, position, random_positions};
use crate::kernel::{PerPlayer, Player, Position, SplitMix64};
use crate::notation::Notation;

/// Sets up positions at random, about a third of them with a tile on which all fields are full.
fn random_setups(count: usize) -> Vec<Coerceo> {
    let mut rng = SplitMix64::new(7);
    let mut found = Vec::new();
    while found.len() < count {
        let mut tiles = ALL_TILES;
        for _ in 0..rng.below(18) {
            tiles &= !(1 << rng.below(19));
        }
        let density = rng.below(4);
        let mut pieces =
            [0, 1].map(|_| (0..density).fold(fields_of(tiles), |board, _| board & rng.next_u64()));
        if rng.below(2) == 0 {
            let full = 7 << (3 * rng.below(19)) & fields_of(tiles);
            pieces = pieces.map(|board| board | full);
        }
        let setup = Setup {
            pieces: PerPlayer(pieces),
            tiles,
            held: PerPlayer([0, 1].map(|_| rng.below(10) as u8)),
            to_move: Player::from_index(rng.below(2)),
        };
        found.extend(Coerceo::from_setup(setup, Rules::default()).ok());
    }
    found
}

#[test]
fn packed_boards_are_equal_exactly_when_positions_are() {
    // Walks among few pieces on few tiles come back to the same positions again and again.
    let mut repeated = 0;
    let mut crowded = 0;
    let mut by_text: HashMap<String, [u64; 2]> = HashMap::new();
    let mut by_packed: HashMap<[u64; 2], String> = HashMap::new();
    let mut visit = |here: &Coerceo| {
        let (text, packed) = (here.write_position(), here.packed());
        crowded += usize::from(packed[0] >> 57 & 1 == 1);
        if let Some(earlier) = by_text.insert(text.clone(), packed) {
            assert_eq!(earlier, packed, "{text}");
            repeated += 1;
        }
        if let Some(earlier) = by_packed.insert(packed, text.clone()) {
            assert_eq!(earlier, text, "{packed:x?}");
        }
    };
    let endgames = [
        format!("W[061,073,0B3]B[042,0C0,0E2]{G7}held[1,1]turn[W]"),
        "W[091,093,095]B[090,092,094,0C0]gone[00,01,02,03,04,05,06,07,08,0A,0B,0D,0E,0F,10,11,12]turn[B]"
            .to_owned(),
    ];
    for (seed, start) in endgames.iter().cycle().take(60).enumerate() {
        let mut rng = SplitMix64::new(seed as u64);
        let mut here = position(start);
        for _ in 0..300 {
            visit(&here);
            let moves = legal(&here);
            if moves.is_empty() {
                break;
            }
            here.make(moves[rng.below(moves.len())]);
        }
    }
    random_positions(20, 400, |here, _| visit(here));
    for here in random_setups(20_000) {
        visit(&here);
        // What is next to it: another turn, other tiles held, one piece less.
        let mut setup = here.setup();
        setup.to_move = !setup.to_move;
        visit(&Coerceo::from_setup(setup, here.rules()).unwrap());
        setup.held = PerPlayer([0, 0]);
        visit(&Coerceo::from_setup(setup, here.rules()).unwrap());
        for player in Player::ALL {
            let mut less = setup;
            less.pieces[player] &= less.pieces[player].wrapping_sub(1);
            if let Ok(less) = Coerceo::from_setup(less, here.rules()) {
                visit(&less);
            }
        }
    }
    assert!(repeated > 1_000 && crowded > 10_000, "{repeated} repeated, {crowded} crowded");
}

#[test]
fn a_full_tile_and_a_tile_that_is_gone_differ() {
    let full = "W[041,091,093,095]B[044,090,092,094]\
                gone[00,01,02,03,05,06,07,08,0A,0B,0C,0D,0E,0F,10,11,12]turn[W]";
    let gone = "W[041]B[044]gone[00,01,02,03,05,06,07,08,09,0A,0B,0C,0D,0E,0F,10,11,12]turn[W]";
    assert_ne!(position(full).packed(), position(gone).packed());
}
