//! A game of its own, in a folder of its own, with the whole program around it:
//! `cargo run --example add_a_game`, or with arguments as any command of `quincunx`:
//! `cargo run --example add_a_game -- play kayles`
//!
//! What a game is made of is in `tests/sixth_game/kayles`: its rules, its moves, its notation, what
//! a position is worth, how it looks and what people call it.

#[path = "../sixth_game/kayles/mod.rs"]
#[allow(dead_code, unused_imports, reason = "other tests use more of it")]
mod kayles;

quincunx::games! {
    /// The games of this program.
    pub struct House: kayles::Kayles
}

fn main() -> std::process::ExitCode {
    let mut words: Vec<_> = std::env::args_os().collect();
    if words.len() == 1 {
        words.extend(["analyse", "kayles", "--depth", "12"].map(Into::into));
    }
    quincunx::cli::run_with::<House>(words)
}
