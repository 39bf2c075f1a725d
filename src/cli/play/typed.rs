//! Short forms of moves.

use crate::kernel::Gather;

/// What a text means among the legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Typed<'a> {
    Move(&'a str),
    /// Several moves could be meant.
    Several(Vec<&'a str>),
    Nothing,
}

/// A move's letters and digits in lower case, and where its parts begin.
struct Folded {
    text: Vec<u8>,
    /// Whether a sign stood before the letter or digit of that place.
    after_sign: Vec<bool>,
}

impl Folded {
    /// Folds a move; a wrapper `PLAYER[...]` is left out. A small `x` stands for a capture and is
    /// a sign if `x_is_sign`.
    fn new(text: &str, x_is_sign: bool) -> Self {
        let body = text.split_once('[').map_or(text, |(_, body)| body);
        let is_sign = |byte: u8| !byte.is_ascii_alphanumeric() || byte == b'x' && x_is_sign;
        let mut folded = Self { text: Vec::new(), after_sign: Vec::new() };
        let mut after_sign = true;
        for byte in body.bytes() {
            if !is_sign(byte) {
                folded.text.push(byte.to_ascii_lowercase());
                folded.after_sign.push(after_sign);
            }
            after_sign = is_sign(byte);
        }
        folded
    }

    /// Whether a part begins at a place: behind a sign or, unless a bare number follows, where
    /// digits meet letters.
    fn has_part_at(&self, at: usize) -> bool {
        let is_digit = |at: usize| self.text[at].is_ascii_digit();
        let is_number = (at..self.text.len()).all(is_digit);
        self.after_sign[at] || !is_number && is_digit(at) != is_digit(at - 1)
    }

    /// Whether `short` is the beginning of this move up to a sign.
    fn begins_with(&self, short: &[u8]) -> bool {
        self.text.starts_with(short) && self.after_sign.get(short.len()) == Some(&true)
    }

    /// Whether `short` is the end of this move from the beginning of a part on.
    fn ends_with(&self, short: &[u8]) -> bool {
        self.text.ends_with(short)
            && self.text.len() > short.len()
            && self.has_part_at(self.text.len() - short.len())
    }
}

/// Finds the legal move that a person means: by its number in the list, from 1, by its letters and
/// digits, or by its first or last part where that tells it from all others.
pub(super) fn find<'a>(typed: &str, legal: &'a [String]) -> Typed<'a> {
    let short = Folded::new(typed, false).text;
    // Whoever writes the wrapper writes the move in full.
    if short.is_empty() || typed.contains('[') {
        return Typed::Nothing;
    }
    let those = |is_it: &dyn Fn(&Folded) -> bool| -> Vec<&'a str> {
        let is_it = |text: &&String| [false, true].iter().any(|x| is_it(&Folded::new(text, *x)));
        legal.iter().filter(is_it).map(String::as_str).gather()
    };
    if let Some(number) = typed.trim().strip_prefix('#') {
        return number_of(number, legal).map_or(Typed::Nothing, Typed::Move);
    }
    let mut found = those(&|m| m.text == short);
    if found.is_empty() {
        found = those(&|m| m.begins_with(&short) || m.ends_with(&short));
        // A number that is a short form too stands for neither.
        if let Some(listed) = number_of(typed.trim(), legal)
            && !found.contains(&listed)
        {
            found.insert(0, listed);
        }
    }
    match found.as_slice() {
        [] => Typed::Nothing,
        [one] => Typed::Move(one),
        _ => Typed::Several(found),
    }
}

fn number_of<'a>(text: &str, legal: &'a [String]) -> Option<&'a str> {
    let number: usize = text.parse().ok()?;
    legal.get(number.checked_sub(1)?).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn signs_and_wrappers_may_be_left_out() {
        let morris = list(&["B[d6-d5]", "B[d6-f6]", "B[a1-a4xg7]", "B[a1-a4xd2]", "B[b2-b4]"]);
        for (typed, m) in [
            ("d6d5", "B[d6-d5]"),
            ("D6 F6", "B[d6-f6]"),
            ("a1 a4 g7", "B[a1-a4xg7]"),
            ("a1-a4xg7", "B[a1-a4xg7]"),
            ("xg7", "B[a1-a4xg7]"),
            ("d2", "B[a1-a4xd2]"),
            ("b2", "B[b2-b4]"),
            ("b4", "B[b2-b4]"),
            ("d5", "B[d6-d5]"),
            ("1", "B[d6-d5]"),
            ("#5", "B[b2-b4]"),
        ] {
            assert_eq!(find(typed, &morris), Typed::Move(m), "{typed}");
        }
        assert_eq!(find("d6", &morris), Typed::Several(vec!["B[d6-d5]", "B[d6-f6]"]));
        assert_eq!(find("a1a4", &morris), Typed::Several(vec!["B[a1-a4xg7]", "B[a1-a4xd2]"]));
        for wrong in ["", "-", "c3", "0", "6", "#0", "#6", "#", "d", "B[d6-d5]"] {
            assert_eq!(find(wrong, &morris), Typed::Nothing, "{wrong:?}");
        }
    }

    #[test]
    fn each_game_has_its_natural_forms() {
        let dominions = list(&["W[P1i9]", "W[P61i9]", "W[P63i9]", "W[pass]"]);
        assert_eq!(find("63i9", &dominions), Typed::Move("W[P63i9]"));
        assert_eq!(find("1i9", &dominions), Typed::Move("W[P1i9]"));
        assert_eq!(find("PASS", &dominions), Typed::Move("W[pass]"));
        let hexceed = list(&["2[B-W@D]", "2[B-W@E]"]);
        assert_eq!(find("rxk", &list(&["1[R-K]", "1[RXK]", "1[ROK]"])), Typed::Move("1[RXK]"));
        assert_eq!(find("rk", &list(&["1[R-K]", "1[RXK]", "1[ROK]"])), Typed::Move("1[R-K]"));
        assert_eq!(find("e", &hexceed), Typed::Move("2[B-W@E]"));
        assert_eq!(find("bw@d", &hexceed), Typed::Move("2[B-W@D]"));
        let trimok = list(&["R[A6-B1=2]", "R[A6-B1=1]", "R[C2-C3]"]);
        assert_eq!(find("a6b1=2", &trimok), Typed::Move("R[A6-B1=2]"));
        assert_eq!(find("c3", &trimok), Typed::Move("R[C2-C3]"));
        let coerceo = list(&["W[101-103]", "W[0D1-0D3]", "W[x042]"]);
        assert_eq!(find("101", &coerceo), Typed::Move("W[101-103]"));
        assert_eq!(find("0d10d3", &coerceo), Typed::Move("W[0D1-0D3]"));
        assert_eq!(find("042", &coerceo), Typed::Move("W[x042]"));
        let many: Vec<String> = (1..=101)
            .map(|n| if n == 1 { "W[101-103]".into() } else { format!("W[0{n:03X}]") })
            .collect();
        assert!(matches!(find("101", &many), Typed::Several(_)), "a number and a form");
    }
}
