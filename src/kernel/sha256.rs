//! SHA-256, the published hash function (FIPS 180-4): what certificates of tables hash values with, since
//! whoever checks them has it at hand in any language.

/// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
const START: [u32; 8] = {
    let mut start = [0; 8];
    let mut at = 0;
    while at < start.len() {
        start[at] = fraction(PRIMES[at], 2);
        at += 1;
    }
    start
};

/// The same of the cube roots of the first 64 primes.
const ROUNDS: [u32; 64] = {
    let mut rounds = [0; 64];
    let mut at = 0;
    while at < rounds.len() {
        rounds[at] = fraction(PRIMES[at], 3);
        at += 1;
    }
    rounds
};

const PRIMES: [u128; 64] = {
    let mut primes = [2; 64];
    let (mut found, mut number) = (1, 3);
    while found < primes.len() {
        let mut at = 0;
        while at < found && number % primes[at] != 0 {
            at += 1;
        }
        if at == found {
            primes[found] = number;
            found += 1;
        }
        number += 2;
    }
    primes
};

/// Returns the first 32 bits of the fractional part of a root of a number below 2^9.
const fn fraction(number: u128, degree: u32) -> u32 {
    // The greatest number whose power is not more than `number` shifted by 32 bits for each degree.
    let (mut root, mut bit) = (0_u128, 1 << 36);
    while bit > 0 {
        if (root | bit).pow(degree) <= number << (32 * degree) {
            root |= bit;
        }
        bit >>= 1;
    }
    root as u32
}

/// The length of a block in bytes.
const BLOCK: usize = 64;

/// A hash of bytes that come piece by piece.
#[derive(Clone, Debug)]
pub struct Sha256 {
    state: [u32; 8],
    /// The bytes that do not fill a block yet.
    rest: [u8; BLOCK],
    length: u64,
}

impl Default for Sha256 {
    fn default() -> Self {
        Self { state: START, rest: [0; BLOCK], length: 0 }
    }
}

impl Sha256 {
    /// Takes more bytes.
    pub fn update(&mut self, mut bytes: &[u8]) {
        let filled = (self.length % BLOCK as u64) as usize;
        self.length += bytes.len() as u64;
        if filled > 0 {
            let (first, others) = bytes.split_at(bytes.len().min(BLOCK - filled));
            self.rest[filled..filled + first.len()].copy_from_slice(first);
            bytes = others;
            if filled + first.len() < BLOCK {
                return;
            }
            compress(&mut self.state, &self.rest);
        }
        let (blocks, rest) = bytes.as_chunks();
        for block in blocks {
            compress(&mut self.state, block);
        }
        self.rest[..rest.len()].copy_from_slice(rest);
    }

    /// Returns the hash of all bytes taken.
    #[must_use]
    pub fn finish(mut self) -> [u8; 32] {
        let bits = 8 * self.length;
        let filled = (self.length % BLOCK as u64) as usize;
        let zeros = (2 * BLOCK - 9 - filled) % BLOCK;
        let mut end = [0; BLOCK + 8];
        end[0] = 0x80;
        end[1 + zeros..9 + zeros].copy_from_slice(&bits.to_be_bytes());
        self.update(&end[..9 + zeros]);
        let mut hash = [0; 32];
        for (four, word) in hash.chunks_exact_mut(4).zip(self.state) {
            four.copy_from_slice(&word.to_be_bytes());
        }
        hash
    }
}

fn compress(state: &mut [u32; 8], block: &[u8; BLOCK]) {
    let mut words = [0_u32; 64];
    let (fours, _) = block.as_chunks();
    for (word, four) in words.iter_mut().zip(fours) {
        *word = u32::from_be_bytes(*four);
    }
    for at in 16..64 {
        let (early, late) = (words[at - 15], words[at - 2]);
        let low = early.rotate_right(7) ^ early.rotate_right(18) ^ early >> 3;
        let high = late.rotate_right(17) ^ late.rotate_right(19) ^ late >> 10;
        let sum = words[at - 16].wrapping_add(words[at - 7]);
        words[at] = sum.wrapping_add(low).wrapping_add(high);
    }
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
    for (word, round) in words.into_iter().zip(ROUNDS) {
        let turned = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
        let chosen = g ^ e & (f ^ g);
        let one =
            h.wrapping_add(turned).wrapping_add(chosen).wrapping_add(round).wrapping_add(word);
        let turned = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
        let two = turned.wrapping_add(a & b | c & (a | b));
        (h, g, f, e) = (g, f, e, d.wrapping_add(one));
        (d, c, b, a) = (c, b, a, one.wrapping_add(two));
    }
    for (sum, word) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
        *sum = sum.wrapping_add(word);
    }
}

/// Returns bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8]) -> String {
        let mut hash = Sha256::default();
        hash.update(bytes);
        hex(&hash.finish())
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // The examples of FIPS 180-4.
        let known: [(&[u8], &str); 3] = [
            (b"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            ),
        ];
        for (bytes, hash) in known {
            assert_eq!(of(bytes), hash);
        }
        let million = of(&vec![b'a'; 1_000_000]);
        assert_eq!(million, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }

    #[test]
    fn pieces_have_the_hash_of_the_whole() {
        let bytes: Vec<u8> = (0..=255).collect();
        for piece in [1, 3, 55, 56, 63, 64, 65, 130] {
            let mut hash = Sha256::default();
            bytes.chunks(piece).for_each(|piece| hash.update(piece));
            assert_eq!(hex(&hash.finish()), of(&bytes), "{piece}");
        }
    }
}
