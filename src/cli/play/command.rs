//! What a person types: a command, or else a move.

/// A line taken apart. The texts are as they were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// Nothing.
    Nothing,
    /// Show the board.
    Board,
    /// What the engine would play.
    Hint,
    /// Take moves back: the last of the person, or so many.
    Undo(String),
    /// Keep what was taken back as a variation.
    Keep,
    /// List the legal moves that contain a text.
    Moves(String),
    /// Set the level, or list the levels.
    Level(String),
    /// Who plays: a player's letter, `both` or `none`.
    Side(String),
    /// The person and the engine change sides.
    Flip,
    /// The rules of the game.
    Rules,
    /// Judge the moves of the game.
    Review,
    /// Begin again.
    New,
    /// Write the game to a file.
    Save(String),
    /// Take a game from a file.
    Load(String),
    Help,
    Quit,
    /// What may be short for this command, and may be a move as well.
    Either(&'static str),
    /// A command that takes nothing, and what stands behind it.
    Surplus(&'static str, String),
    /// Anything else.
    Move(String),
}

/// What `help` says; the moves of the game come behind it.
pub(super) const HELP: &str = "Commands:
  board         shows the whole board and the position
  rules         shows the rules of the game
  moves [TEXT]  lists the legal moves, or those with TEXT in them
  hint          what the engine would play, in a second, whatever the level
  resign        gives the game up
  undo [N]      takes back your last move and the answer, or N moves
  keep          keeps what was taken back as a variation when you play another move
  review        judges the moves of both, with what was better
  level [N]     sets how strong the engine plays, or lists the levels; auto is about your strength
  side [WHO]    you play WHO: first, second, a colour or letter, both, or none
  flip          you and the engine change sides
  new           begins again
  save FILE     writes the game to FILE; quincunx analyse FILE --each reads it
  load FILE     continues a game from FILE
  quit          ends the program

Short: b or d for board, h for help, q for quit, m for moves, u for undo.

A move may be typed as it is listed, without the player and the signs (d6d5 for B[d6-d5]), as its number \
in the list, or by its first or last part alone where only one move has that; where several have, they \
are listed.

On a terminal, Tab completes moves and commands, and the arrow keys bring back earlier lines. Ctrl-C \
while the engine thinks makes it move at once; elsewhere it clears the line, and twice it ends the \
program.";

/// The commands that take nothing.
static ALONE: [(&str, Command); 13] = [
    ("board", Command::Board),
    ("show", Command::Board),
    ("position", Command::Board),
    ("review", Command::Review),
    ("rules", Command::Rules),
    ("hint", Command::Hint),
    ("keep", Command::Keep),
    ("flip", Command::Flip),
    ("new", Command::New),
    ("help", Command::Help),
    ("?", Command::Help),
    ("quit", Command::Quit),
    ("exit", Command::Quit),
];

impl Command {
    /// The words that begin a line, for those who type them.
    pub(super) const WORDS: [&str; 17] = [
        "board", "flip", "help", "hint", "keep", "level ", "load ", "moves ", "new", "quit",
        "resign", "review", "rules", "save ", "side ", "undo", "position",
    ];

    /// The short names of commands.
    pub(super) const SHORT: [(&str, &str); 6] = [
        ("b", "board"),
        ("d", "board"),
        ("h", "help"),
        ("m", "moves"),
        ("q", "quit"),
        ("u", "undo"),
    ];

    /// Takes a line apart. Short names that are in `taken` may be moves as well.
    pub(super) fn parse(line: &str, taken: &[&str]) -> Self {
        let mut line = line.trim();
        if let Some((short, long)) = Self::SHORT.iter().find(|(s, _)| s.eq_ignore_ascii_case(line))
        {
            if taken.contains(short) {
                return Self::Either(long);
            }
            line = long;
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim().to_owned();
        match word.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "undo" => Self::Undo(rest),
            "moves" => Self::Moves(rest),
            "level" => Self::Level(rest),
            "side" => Self::Side(rest),
            "save" => Self::Save(rest),
            "load" => Self::Load(rest),
            word => match ALONE.iter().find(|(name, _)| *name == word) {
                Some((_, command)) if rest.is_empty() => command.clone(),
                Some((name, _)) => Self::Surplus(name, rest),
                None => Self::Move(line.to_owned()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_command_is_a_move() {
        let text = |text: &str| text.to_owned();
        for (line, command) in [
            ("", Command::Nothing),
            ("  HINT ", Command::Hint),
            ("undo", Command::Undo(text(""))),
            ("undo 3", Command::Undo(text("3"))),
            ("save a game.games", Command::Save(text("a game.games"))),
            ("d6 d5", Command::Move(text("d6 d5"))),
            ("quit now", Command::Surplus("quit", text("now"))),
            ("?", Command::Help),
            ("rules", Command::Rules),
            ("resign", Command::Move(text("resign"))),
            (" Q ", Command::Quit),
            ("u", Command::Undo(text(""))),
            ("B", Command::Either("board")),
            ("x", Command::Move(text("x"))),
        ] {
            assert_eq!(Command::parse(line, &["b", "d"]), command, "{line:?}");
        }
    }
}
