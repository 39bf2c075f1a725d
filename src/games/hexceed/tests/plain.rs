//! The solver against a second one that shares nothing with it but the text of the rules: plain
//! alpha-beta without a table, which looks at every trio again for every placement.

use super::random;
use crate::games::hexceed::solve::{Budget, Solver};
use crate::kernel::SplitMix64;
use crate::notation::Notation;

/// Cells `A` to `R`: columns and rows as in the drawing of the rules, a neighbour in the same row being
/// two columns away.
const CELLS: [(i32, i32); 18] = [
    (2, 0),
    (4, 0),
    (6, 0),
    (1, 1),
    (3, 1),
    (5, 1),
    (7, 1),
    (0, 2),
    (2, 2),
    (6, 2),
    (8, 2),
    (1, 3),
    (3, 3),
    (5, 3),
    (7, 3),
    (2, 4),
    (4, 4),
    (6, 4),
];

/// The board: the three letters of each piece, and three blanks where there is none.
type Letters = [[u8; 3]; 18];

struct Plain {
    trios: Vec<[usize; 3]>,
}

impl Plain {
    fn new() -> Self {
        let is_near = |a: (i32, i32), b: (i32, i32)| {
            let (x, y) = (b.0 - a.0, b.1 - a.1);
            [(2, 0), (1, 1), (1, -1)].iter().any(|step| *step == (x, y) || *step == (-x, -y))
        };
        let mut trios = Vec::new();
        for (i, a) in CELLS.into_iter().enumerate() {
            for (j, b) in CELLS.into_iter().enumerate().skip(i + 1) {
                for (k, c) in CELLS.into_iter().enumerate().skip(j + 1) {
                    let is_straight = a.0 + c.0 == 2 * b.0 && a.1 + c.1 == 2 * b.1;
                    if is_near(a, b) && is_near(b, c) && (is_near(a, c) || is_straight) {
                        trios.push([i, j, k]);
                    }
                }
            }
        }
        assert_eq!(trios.len(), 36);
        Self { trios }
    }

    fn points(&self, board: &Letters, piece: [u8; 3], cell: usize) -> i32 {
        let mut points = 0;
        for trio in self.trios.iter().filter(|trio| trio.contains(&cell)) {
            points += (0..3)
                .filter(|i| trio.iter().all(|at| *at == cell || board[*at][*i] == piece[*i]))
                .count();
        }
        points as i32
    }

    /// The margin to come of the side that hands a piece over.
    fn hand(&self, board: &mut Letters, free: &[[u8; 3]], mut alpha: i32, beta: i32) -> i32 {
        let mut best = if free.is_empty() { 0 } else { i32::MIN };
        for (i, piece) in free.iter().enumerate() {
            let rest: Vec<_> = [&free[..i], &free[i + 1..]].concat();
            best = best.max(-self.place(board, *piece, &rest, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The margin to come of the side that places a piece.
    fn place(
        &self,
        board: &mut Letters,
        piece: [u8; 3],
        free: &[[u8; 3]],
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut cells: Vec<_> = (0..18)
            .filter(|cell| board[*cell] == *b"   ")
            .map(|cell| (self.points(board, piece, cell), cell))
            .collect();
        cells.sort_unstable();
        let mut best = i32::MIN;
        for (points, cell) in cells.into_iter().rev() {
            board[cell] = piece;
            best = best.max(points + self.hand(board, free, alpha - points, beta - points));
            board[cell] = *b"   ";
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The final margin of a position that is given as text.
    fn margin(&self, position: &str) -> i32 {
        let section = |name: &str| {
            let (_, text) = position.split_once(&format!("{name}["))?;
            Some(text.split(']').next().unwrap_or_default())
        };
        let letters = |name: &str| <[u8; 3]>::try_from(name.as_bytes()).unwrap();
        let mut board = [*b"   "; 18];
        for item in section("on").unwrap_or_default().split(',') {
            let (piece, cell) = item.split_once('@').unwrap();
            board[(cell.as_bytes()[0] - b'A') as usize] = letters(piece);
        }
        let held = section("hold").map(letters);
        let mut free = Vec::new();
        for colour in *b"RGB" {
            for symbol in *b"XO-" {
                free.extend(b"KW".map(|ink| [colour, symbol, ink]));
            }
        }
        free.retain(|piece| !board.contains(piece) && held != Some(*piece));
        let to_come = match held {
            Some(piece) => self.place(&mut board, piece, &free, -100, 100),
            None => self.hand(&mut board, &free, -100, 100),
        };
        let score = section("score").unwrap_or("0,0").split_once(',').unwrap();
        let [first, second] = [score.0, score.1].map(|score| score.parse::<i32>().unwrap());
        first - second + if section("turn") == Some("1") { to_come } else { -to_come }
    }
}

#[test]
fn endings_are_worth_what_a_plain_solver_says() {
    let plain = Plain::new();
    let mut rng = SplitMix64::new(16);
    // From eight cells on the way ahead is searched, from six on it is computed.
    for actions in [24, 25, 22, 23].repeat(70).into_iter().chain([20, 21].repeat(5)) {
        let at = random(&mut rng, actions);
        let place = at.write_position();
        let margin = plain.margin(&place);
        assert_eq!(Solver::new(1).margin(&at, Budget::UNLIMITED), Some(margin), "{place}");
        // Questions below the margin are answered by other bounds than those above it.
        for asked in margin - 4..margin + 6 {
            let answer = Solver::new(1).reaches(&at, asked, Budget::UNLIMITED);
            assert_eq!(answer, Some(margin >= asked), "{place}, {asked} of {margin}");
        }
    }
}
