//! What a network reads, compared with a plain look at each stack.

use std::collections::BTreeSet;

use super::super::stacks::Stack;
use super::{Cell, Move, Player, Position, Rules, Trimok, moves, random_positions};
use crate::network::flags_of;

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

#[test]
fn stacks_are_told_by_who_stands_near_them() {
    let mut seen = BTreeSet::new();
    for position in random_positions(&Rules::default()) {
        let stacks = Cell::all().filter_map(|cell| Some((cell, position.board().at(cell)?)));
        let expected: BTreeSet<usize> =
            stacks.map(|(cell, stack)| flag(&position, cell, stack)).collect();
        assert_eq!(flags_of(&position), expected);
        seen.extend(expected.iter().map(|flag| flag / 36));
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
}
