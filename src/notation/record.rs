//! Records: sequences of moves.

use nom::bytes::complete::{take_till1, take_while};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{IResult, Parser};

use super::text::Text;

fn is_separator(c: char) -> bool {
    c == ';' || c.is_ascii_whitespace()
}

/// Splits a record at `;` and white space into the texts of its moves. Separators may be repeated
/// and may stand at either end, so that a record can be pasted as published.
#[must_use]
pub fn moves(record: &str) -> Vec<Text<'_>> {
    let one = preceded(take_while(is_separator), take_till1(is_separator));
    let split: IResult<&str, Vec<&str>> = many0(one).parse(record);
    split
        .map(|(_, texts)| texts.into_iter().map(|text| Text::part_of(record, text)).collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_record_splits_into_its_moves() {
        let record = "W[P63i9];B[P55h8];\n W[P30h9]\t;;B[pass]; ";
        let texts: Vec<_> = moves(record).into_iter().map(|t| (t.text, t.column)).collect();
        assert_eq!(texts, [("W[P63i9]", 1), ("B[P55h8]", 10), ("W[P30h9]", 21), ("B[pass]", 32)]);
        assert_eq!(moves(" ;; "), []);
        assert_eq!(moves(""), []);
    }
}
