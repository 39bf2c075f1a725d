//! What a network reads, compared with a plain look at each stack.

use std::collections::BTreeSet;

use super::super::stacks::{Size, Stack};
use super::{Cell, Move, Player, Position, Rules, Symmetry, Trimok, moves, random_positions};
use crate::network::{Learned, flags_of};

/// Returns the flag of a stack by the documentation of the shape.
fn flag(position: &Trimok, cell: Cell, stack: Stack) -> usize {
    let beside = |cell: Cell| Cell::all().filter(move |other| other.touches(cell));
    let stacks = |cells: &[Cell]| -> Vec<Stack> {
        cells.iter().filter_map(|cell| position.board().at(*cell)).collect()
    };
    let next = stacks(&beside(cell).collect::<Vec<_>>());
    let near = stacks(&beside(cell).flat_map(beside).collect::<Vec<_>>());
    let is_attacked = next.iter().any(|other| other.beats(stack));
    let is_near = near.iter().any(|other| other.beats(stack));
    let hunter = stack.size.hunter();
    let is_own = |other: &&Stack| other.player == stack.player;
    let is_defended = next.iter().filter(is_own).any(|other| other.size.prey() == hunter);
    let danger = if is_attacked { 2 } else { usize::from(is_near) };
    let class = danger + 3 * usize::from(is_defended);
    let us = position.to_move();
    let kind = 3 * usize::from(stack.player != us) + stack.size.index();
    let row = if us == Player::First { cell.row() } else { 5 - cell.row() };
    36 * (6 * kind + class) + 6 * usize::from(row) + usize::from(cell.column())
}

/// The flags of the stacks, 36 cells for six classes of six kinds, and of the material, 3^6.
const STACKS: usize = 36 * 36;
const MATERIAL: usize = 729;

/// Returns the flag of the material: a digit in base 3 for each kind, the own ones last.
fn material(position: &Trimok) -> usize {
    let us = position.to_move();
    let number = |player: Player, size: Size| {
        let stack = Some(Stack { player, size });
        Cell::all().filter(|cell| position.board().at(*cell) == stack).count()
    };
    let kinds = [!us, us].into_iter().flat_map(|player| {
        [Size::Three, Size::Two, Size::One].into_iter().map(move |size| (player, size))
    });
    STACKS + kinds.fold(0, |sum, (player, size)| 3 * sum + number(player, size).min(2))
}

/// Returns the flags of the duels: how far an enemy stack is from an own one, as the side to move sees it.
fn duels(position: &Trimok) -> BTreeSet<usize> {
    let us = position.to_move();
    let ahead = |cell: Cell| i32::from(cell.row()) * us.sign();
    let of = |player: Player| {
        let stacks = Cell::all().filter_map(|cell| Some((cell, position.board().at(cell)?)));
        stacks.filter(move |(_, stack)| stack.player == player).collect::<Vec<_>>()
    };
    let mut flags = BTreeSet::new();
    for (from, own) in of(us) {
        for (to, enemy) in of(!us) {
            let relation = match (own.beats(enemy), enemy.beats(own)) {
                (false, false) => 0,
                (true, _) => 1,
                _ => 2,
            };
            let rows = 5 + ahead(to) - ahead(from);
            let columns = 5 + i32::from(to.column()) - i32::from(from.column());
            flags.insert(STACKS + MATERIAL + 121 * relation + (11 * rows + columns) as usize);
        }
    }
    flags
}

/// The image of a position under a symmetry has the images of its flags.
#[test]
fn images_have_the_images_of_the_flags() {
    let symmetries: Vec<_> = Symmetry::all().filter(|symmetry| !symmetry.swap_sides).collect();
    assert_eq!(symmetries.len(), Trimok::SYMMETRIES);
    for here in random_positions(&Rules::default()) {
        let flags = flags_of(&here);
        for (number, symmetry) in symmetries.iter().enumerate() {
            let images = flags.iter().map(|flag| Trimok::image(*flag, number)).collect();
            assert_eq!(flags_of(&symmetry.position(&here)), images, "{symmetry:?} {here:?}");
        }
    }
}

#[test]
fn stacks_are_told_by_who_stands_near_them() {
    let mut seen = BTreeSet::new();
    let mut endings = 0;
    for position in random_positions(&Rules::default()) {
        let stacks = Cell::all().filter_map(|cell| Some((cell, position.board().at(cell)?)));
        let mut expected: BTreeSet<usize> =
            stacks.map(|(cell, stack)| flag(&position, cell, stack)).collect();
        seen.extend(expected.iter().map(|flag| flag / 36));
        let stacks = expected.len();
        expected.insert(material(&position));
        if stacks <= 8 {
            expected.append(&mut duels(&position));
            endings += 1;
        }
        assert_eq!(flags_of(&position), expected);
        // The enemy stacks that are attacked are those that legal moves capture.
        let captured: BTreeSet<Cell> = moves(&position)
            .into_iter()
            .map(Move::to)
            .filter(|to| position.board().at(*to).is_some())
            .collect();
        for (cell, stack) in Cell::all().filter_map(|cell| Some((cell, position.board().at(cell)?)))
        {
            if stack.player != position.to_move() {
                let is_attacked = flag(&position, cell, stack) / 36 % 3 == 2;
                assert_eq!(is_attacked, captured.contains(&cell), "{cell}");
            }
        }
    }
    assert_eq!(seen.len(), 6 * 6, "every class of every kind");
    assert!(endings > 100, "{endings} endings");
}
