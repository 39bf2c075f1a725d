//! The packed forms of the original description.

use super::super::geometry::{Field, Tile};
use super::super::packing::{UnpackError, pack_board, pack_move, unpack_board, unpack_move};
use super::super::{Coerceo, CoerceoMove, Flaw, Rules};
use super::{G7, known_positions, legal, position};
use crate::kernel::{Action, Position};
use crate::notation::Notation;

#[test]
fn packed_positions_come_back() {
    let known = known_positions();
    assert!(known.len() > 400, "{}", known.len());
    for here in &known {
        let bytes = pack_board(here);
        let back = unpack_board(&bytes, here.rules()).unwrap();
        // The start among the rules is not the board's business, but the caller's.
        assert_eq!(back, *here);
        assert_eq!(pack_board(&back), bytes);
        // Whose tiles they are counts, not which ones: the statuses of gone tiles may be exchanged.
        let mut other = bytes;
        let gone: Vec<usize> = (1..20).filter(|i| bytes[*i] >> 6 != 0).collect();
        for (to, from) in gone.iter().zip(gone.iter().rev()) {
            other[*to] = bytes[*from];
        }
        assert_eq!(unpack_board(&other, here.rules()), Ok(*here));
    }
}

#[test]
fn packed_boards_have_the_documented_layout() {
    let mut bytes = pack_board(&Coerceo::start(&Rules::default()));
    assert_eq!(bytes[0], 0);
    // Tile 00 has pieces on the fields 1 and 5, tile 09 none, tile 12 on 2 and 4.
    assert_eq!([bytes[1], bytes[10], bytes[19]], [0b0010_0010, 0, 0b0001_0100]);
    let here = position(&format!("W[061,073,095]B[042,090,0B2,0C0,0E2]{G7}held[2,1]turn[B]"));
    bytes = pack_board(&here);
    assert_eq!(bytes[0], 0x80);
    // 00 and 01 are White's, 02 is Black's, 03 and the rest are nobody's, 04 is on the board.
    assert_eq!(bytes[1..6], [0x40, 0x40, 0x80, 0xC0, 0b0000_0100]);

    let refused = |at: usize, byte: u8| {
        let mut damaged = bytes;
        damaged[at] = byte;
        unpack_board(&damaged, Rules::default()).unwrap_err()
    };
    assert_eq!(refused(0, 0x81), UnpackError::Reserved(0));
    assert_eq!(refused(1, 0x41), UnpackError::PieceOffBoard(Tile::new(0).unwrap()));
    assert_eq!(refused(1, 0), UnpackError::Flaw(Flaw::Removable(Tile::new(0).unwrap())));
    let empty = [0x80; 20];
    assert_eq!(unpack_board(&empty, Rules::default()), Err(UnpackError::Flaw(Flaw::NoTile)));
}

#[test]
fn packed_moves_have_the_documented_layout_and_come_back() {
    let start = Coerceo::start(&Rules::default());
    let pack = |text: &str, score| {
        let action = start.read_move(text).unwrap();
        (action, pack_move(action, score).unwrap())
    };
    // Tile 11 and field 5; from W5 the step to F:W3 has the direction 2.
    let (action, bytes) = pack("115-113", 0x0102);
    assert_eq!(bytes, [0b1000_1101, 0b0100_0000, 1, 2]);
    assert_eq!(unpack_move(bytes), Ok((action, 0x0102)));
    let (action, bytes) = pack("resign", -2);
    assert_eq!(bytes, [0, 0b0001_0000, 0xFF, 0xFE]);
    assert_eq!(unpack_move(bytes), Ok((action, -2)));
    let exchange = CoerceoMove::exchange(Field::new(Tile::new(18).unwrap(), 4));
    let bytes = pack_move(Action::Move(exchange), 0).unwrap();
    assert_eq!(bytes, [0b1001_0100, 0b0000_1000, 0, 0]);

    let (a, b) = (Field::new(Tile::new(0).unwrap(), 1), Field::new(Tile::new(18).unwrap(), 1));
    assert_eq!(pack_move(Action::Move(CoerceoMove::step(a, b)), 0), None);
    for (bytes, error) in [
        ([0, 1, 0, 0], UnpackError::Reserved(1)),
        ([0, 0b0010_1000, 0, 0], UnpackError::Reserved(1)),
        ([1, 0b0001_0000, 0, 0], UnpackError::Reserved(0)),
        ([0b1001_1000, 0, 0, 0], UnpackError::NoField(0b1001_1000)),
        ([6, 0, 0, 0], UnpackError::NoField(6)),
        ([0, 0, 0, 0], UnpackError::NoStep(Field::new(Tile::new(0).unwrap(), 0), 0)),
        ([0, 0b1110_0000, 0, 0], UnpackError::NoStep(Field::new(Tile::new(0).unwrap(), 0), 7)),
        ([0, 0b0001_1000, 0, 0], UnpackError::NoType(3)),
    ] {
        assert_eq!(unpack_move(bytes), Err(error));
    }

    for here in known_positions() {
        for (i, m) in legal(&here).into_iter().enumerate() {
            let score = i as i16 * 407 - 9_000;
            let bytes = pack_move(Action::Move(m), score).unwrap();
            assert_eq!(unpack_move(bytes), Ok((Action::Move(m), score)), "{m}");
        }
    }
    // Every pair of bytes either means nothing or packs to itself.
    let mut moves = 0;
    for bits in 0..=u16::MAX {
        let [place, what] = bits.to_be_bytes();
        if let Ok((action, score)) = unpack_move([place, what, 3, 4]) {
            assert_eq!(pack_move(action, score), Some([place, what, 3, 4]));
            moves += 1;
        }
    }
    let steps: u32 = Field::all().map(|field| field.steps().count_ones()).sum();
    assert_eq!(moves, steps + 114 + 1);
}
