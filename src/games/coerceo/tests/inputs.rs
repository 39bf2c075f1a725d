//! What a network reads, compared with a plain look at each piece.

use std::collections::BTreeSet;

use super::super::symmetry::Symmetry;
use super::{Coerceo, Field, Position, Rules, SplitMix64, Tile};
use crate::kernel::Player;
use crate::network::{Learned, flags_of};

/// Returns the flag of a piece by the documentation of the shape.
fn flag(position: &Coerceo, field: Field) -> usize {
    let (us, owner) = (position.to_move(), field.colour());
    let is_open = |side: &Field| position.has_tile(side.tile()) && !position.has_piece(*side);
    let sides = |of: Field| {
        Field::all()
            .filter(move |side| of.sides() & side.mask() != 0 && side.colour() != of.colour())
    };
    let open: Vec<Field> = sides(field).filter(is_open).collect();
    let is_reached = |to: &Field| {
        let mut pieces =
            Field::all().filter(|from| from.colour() != owner && position.has_piece(*from));
        pieces.any(|from| (0..6).any(|direction| from.step(direction) == Some(*to)))
    };
    let is_threatened = open.iter().all(is_reached);
    let class = match open.len() {
        1 if !is_threatened => panic!("a last open side is in reach"),
        0 | 1 => 0,
        2 => 1 + usize::from(!is_threatened),
        _ => 3,
    };
    let tile = field.tile().index();
    let tile = if us == Player::First { tile } else { 18 - tile };
    57 * (4 * usize::from(owner != us) + class) + 3 * tile + field.bit() % 3
}

/// Returns the flags of the pieces on each tile together by the documentation of the shape.
fn patterns(position: &Coerceo) -> Vec<usize> {
    let us = position.to_move();
    let turned = |tile: usize| if us == Player::First { tile } else { 18 - tile };
    let pattern = |at: usize| {
        let pieces = Field::all().filter(|field| turned(field.tile().index()) == at);
        let pieces = pieces.filter(|field| position.has_piece(*field));
        pieces.map(|field| 1 << (3 * usize::from(field.colour() != us) + field.bit() % 3)).sum()
    };
    let patterns = (0..19).map(|at| (at, pattern(at))).filter(|(_, pattern)| *pattern > 0);
    patterns.map(|(at, pattern): (usize, usize)| 57 * 8 + 19 + 16 + 64 * at + pattern).collect()
}

/// The positions of a random game.
fn positions(seed: u64, plies: usize) -> Vec<Coerceo> {
    let mut rng = SplitMix64::new(seed);
    let mut here = Coerceo::start(&Rules::default());
    let mut positions = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        here.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        positions.push(here);
        here.make(moves[rng.below(moves.len())]);
    }
    positions
}

/// The image of a position under a symmetry has the images of its flags.
#[test]
fn images_have_the_images_of_the_flags() {
    let symmetries: Vec<_> = Symmetry::all().filter(|s| !s.swaps_colours()).collect();
    assert_eq!(symmetries.len(), Coerceo::SYMMETRIES);
    for here in (0..10).flat_map(|seed| positions(seed, 100)) {
        let flags = flags_of(&here);
        for (number, symmetry) in symmetries.iter().enumerate() {
            let images = flags.iter().map(|flag| Coerceo::image(*flag, number)).collect();
            let here = symmetry.image(&here);
            assert_eq!(flags_of(&here), images, "{symmetry:?} {here:?}");
        }
    }
}

#[test]
fn pieces_are_told_by_how_near_they_are_to_being_enclosed() {
    let mut seen = BTreeSet::new();
    for here in (0..30).flat_map(|seed| positions(seed, 150)) {
        let flags = flags_of(&here);
        let pieces = Field::all().filter(|field| here.has_piece(*field));
        let expected: BTreeSet<usize> = pieces.map(|field| flag(&here, field)).collect();
        let found: BTreeSet<usize> = flags.range(..57 * 8).copied().collect();
        assert_eq!(found, expected);
        let gone = Tile::all().filter(|tile| !here.has_tile(*tile)).count();
        let patterns = patterns(&here);
        assert_eq!(flags.range(57 * 8 + 19 + 16..).copied().collect::<Vec<_>>(), patterns);
        assert_eq!(flags.len(), expected.len() + gone + 2 + patterns.len());
        seen.extend(expected.iter().map(|flag| flag / 57));
    }
    assert_eq!(seen, (0..8).collect(), "every class of both sides");
}
