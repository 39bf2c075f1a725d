//! What a game looks like, as data: for a front end that knows neither rules nor notation.
//!
//! A game is a set of *things* that can be clicked: cells of the board, places of a rack or a hand,
//! buttons. A position is a list of pieces, each on a thing; a move is a *path*, the things that are
//! clicked one after the other to make it. A front end draws the things, puts the pieces on them and
//! offers what the paths of the legal moves begin with. How it all looks is up to the front end.

use serde::Serialize;

use super::Game;
use crate::kernel::{Action, Gather, Player, Record};
use crate::notation::{Notation, body};

/// The area of the cells of the board.
pub const BOARD: &str = "board";
/// The area of what has no place of its own: shown as a choice once something was picked.
pub const CHOICE: &str = "choice";
/// The area of what has no place of its own: a button beside the board.
pub const BUTTON: &str = "button";

/// The description of a game. Every part has a default, so that a game that describes nothing still
/// has its moves as buttons.
pub trait Describe: Notation {
    /// The game in words.
    const FACE: Face =
        Face { line: "", players: [None; 2], sample: None, either: &[], optional: &[] };

    /// Whether what the players have scored is part of a position.
    const SETTLES: bool = false;

    /// Returns everything that can be clicked.
    #[must_use]
    fn things() -> Vec<Thing> {
        Vec::new()
    }

    /// Returns the kinds of pieces.
    #[must_use]
    fn kinds() -> Vec<Kind> {
        Vec::new()
    }

    /// Returns the pieces, on the board and off it.
    #[must_use]
    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }

    /// Returns the things of a legal move in the order in which they are clicked. No path of a
    /// position is another's beginning.
    #[must_use]
    fn path(&self, m: Self::Move) -> Vec<String> {
        vec![self.words(m)]
    }

    /// Returns the text of the move that these things stand for, legal or not, so that the rules
    /// can say what is wrong with it; `None` if it would be no move at all.
    #[must_use]
    fn attempt(&self, _things: &[&str]) -> Option<String> {
        None
    }

    /// Returns a legal move as it is read aloud.
    #[must_use]
    fn words(&self, m: Self::Move) -> String {
        body(&self.write_move(m)).to_owned()
    }

    /// Returns what a player has.
    #[must_use]
    fn status(&self, _player: Player) -> Status {
        Status::default()
    }

    /// Returns what stands above the areas beside the board.
    #[must_use]
    fn captions(&self) -> Vec<Caption> {
        Vec::new()
    }

    /// Returns what is expected of the side to move, in each phase of the game.
    #[must_use]
    fn phases() -> Vec<Vec<Prompt>> {
        vec![Vec::new()]
    }

    /// Returns which of the [`phases`](Self::phases) the game is in.
    #[must_use]
    fn phase(&self) -> usize {
        0
    }

    /// Returns the text of a position set up by hand; the notation says what is wrong with it. `None` if
    /// the game does not say how.
    #[must_use]
    fn compose(_setup: &Setup) -> Option<String> {
        None
    }

    /// Returns the name of a player.
    #[must_use]
    fn player_name(player: Player) -> &'static str {
        Self::FACE.players[player.index()].map_or(Self::letter(player), |look| look.name)
    }
}

/// A game in words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// What it is about, in a sentence.
    pub line: &'static str,
    /// The players; those without a look are called by their letters.
    pub players: [Option<PlayerLook>; 2],
    /// A position that shows the game well; the start position if there is none.
    pub sample: Option<&'static str>,
    /// Areas whose things may be clicked before or after the other thing of their move.
    pub either: &'static [&'static str],
    /// Areas whose things need not be clicked at all.
    pub optional: &'static [&'static str],
}

/// A player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlayerLook {
    /// The name.
    pub name: &'static str,
    /// The colour, one English word.
    pub colour: &'static str,
}

impl PlayerLook {
    /// White, with white pieces.
    pub const WHITE: Self = Self { name: "White", colour: "white" };
    /// Black, with black pieces.
    pub const BLACK: Self = Self { name: "Black", colour: "black" };
}

/// Something that can be clicked.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Thing {
    /// Its name, different from all others: printable ASCII without blanks and commas.
    pub id: String,
    /// [`BOARD`], [`CHOICE`], [`BUTTON`], or an area beside the board that the game names.
    pub area: &'static str,
    /// What it is called in a sentence, if not by its id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The letter of the player whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<&'static str>,
    /// Where it lies: right and down, the distance between neighbours being about 1. Things without
    /// a place are laid out one beside the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<[f64; 2]>,
    /// What else a drawing of this game needs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub look: Vec<u8>,
    /// For a place of many alike pieces: their kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<String>,
    /// For a choice: the kind of piece that results, if not the piece as it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shows: Option<String>,
}

impl Thing {
    /// Returns a thing of an area.
    #[must_use]
    pub fn new(area: &'static str, id: impl ToString) -> Self {
        let id = id.to_string();
        Self {
            id,
            area,
            name: None,
            owner: None,
            at: None,
            look: Vec::new(),
            holds: None,
            shows: None,
        }
    }

    /// Returns the thing with a name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Returns the thing as that of the player with that letter.
    #[must_use]
    pub fn of(self, owner: &'static str) -> Self {
        Self { owner: Some(owner), ..self }
    }

    /// Returns the thing at a place.
    #[must_use]
    pub fn at(self, x: f64, y: f64) -> Self {
        // Five digits are more than any screen shows.
        let short = |value: f64| (value * 1e5).round() / 1e5;
        Self { at: Some([short(x), short(y)]), ..self }
    }

    /// Returns the thing with what else its drawing needs.
    #[must_use]
    pub fn with_look(self, look: impl Into<Vec<u8>>) -> Self {
        Self { look: look.into(), ..self }
    }

    /// Returns the place of many pieces with their kind.
    #[must_use]
    pub fn holding(self, kind: impl Into<String>) -> Self {
        Self { holds: Some(kind.into()), ..self }
    }

    /// Returns the choice with the kind of piece that results.
    #[must_use]
    pub fn showing(self, kind: impl Into<String>) -> Self {
        Self { shows: Some(kind.into()), ..self }
    }
}

/// A kind of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kind {
    /// Its name, different from all others: printable ASCII without blanks and commas.
    pub id: String,
    /// What it is called, read aloud: `red stack of 3`.
    pub name: String,
    /// The letter of the player whose it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<&'static str>,
    /// A few characters that tell it from other kinds of its owner.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub face: String,
    /// The kinds that the same piece may become share a family: a tile that changes sides, a stack
    /// that changes its size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// What else a drawing of this game needs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub look: Vec<u8>,
}

impl Kind {
    /// Returns a kind.
    #[must_use]
    pub fn new(id: impl ToString, name: impl Into<String>) -> Self {
        let (id, name) = (id.to_string(), name.into());
        Self { id, name, owner: None, face: String::new(), family: None, look: Vec::new() }
    }

    /// Returns the kind as that of the player with that letter.
    #[must_use]
    pub fn of(self, owner: &'static str) -> Self {
        Self { owner: Some(owner), ..self }
    }

    /// Returns the kind with a face.
    #[must_use]
    pub fn with_face(self, face: impl ToString) -> Self {
        Self { face: face.to_string(), ..self }
    }

    /// Returns the kind as one of a family.
    #[must_use]
    pub fn in_family(self, family: impl Into<String>) -> Self {
        Self { family: Some(family.into()), ..self }
    }

    /// Returns the kind with what else its drawing needs.
    #[must_use]
    pub fn with_look(self, look: impl Into<Vec<u8>>) -> Self {
        Self { look: look.into(), ..self }
    }
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The id of the thing that it lies on.
    pub at: String,
    /// The id of its kind.
    pub kind: String,
}

impl Piece {
    /// Returns a piece.
    #[must_use]
    pub fn new(at: impl ToString, kind: impl ToString) -> Self {
        Self { at: at.to_string(), kind: kind.to_string() }
    }
}

/// A position set up by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces, on the board and off it.
    pub pieces: Vec<Piece>,
    /// The letter of the player to move.
    pub turn: String,
    /// What both players have scored, in games of points.
    pub points: [i32; 2],
}

impl Setup {
    /// Reads pieces as [`Scene::pieces`] lists them.
    #[must_use]
    pub fn new(pieces: &str, turn: &str, points: [i32; 2]) -> Self {
        let piece = |item: &str| {
            let (at, kind) = item.split_once(',').unwrap_or((item, item));
            Piece::new(at, kind)
        };
        let pieces = pieces.split(' ').filter(|item| !item.is_empty()).map(piece).gather();
        Self { pieces, turn: turn.to_owned(), points }
    }

    /// Returns the things with pieces of a kind.
    pub fn of<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a str> {
        self.pieces.iter().filter(move |piece| piece.kind == kind).map(|piece| &*piece.at)
    }

    /// Returns how many pieces lie on a thing.
    #[must_use]
    pub fn count(&self, thing: &str) -> usize {
        self.pieces.iter().filter(|piece| piece.at == thing).count()
    }
}

/// What a player has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Status {
    /// In words.
    pub text: String,
    /// In fewer words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// What the words mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Whether it is what the game is about.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_score: bool,
}

/// What stands above an area beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Caption {
    /// The area.
    pub area: &'static str,
    /// The letter of the player whose part of the area it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<&'static str>,
    /// What it is.
    pub text: String,
    /// How much there is.
    pub count: String,
}

/// What is expected of a player who has picked some things of a move.
///
/// In both texts `{1}` is the name of the first thing picked, `{2}` of the second; `{n:man|men}` is
/// the number of things that may follow, with its noun; `{me}` and `{them}` are the names of the side
/// to move and of the other; `{on:THING}` is the name of the kind of piece that lies on a thing.
/// Things of [`optional`](Face::optional) areas are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    /// The areas of the things picked, and after `>` that of the first thing that may follow:
    /// `board board>choice`. Empty before anything is picked.
    pub after: &'static str,
    /// Whose turn it is for what, if more is to be said than who is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<&'static str>,
    /// What to do.
    pub help: &'static str,
}

impl Prompt {
    /// Returns what to do.
    #[must_use]
    pub const fn new(after: &'static str, help: &'static str) -> Self {
        Self { after, title: None, help }
    }

    /// Returns the prompt with a title.
    #[must_use]
    pub const fn titled(self, title: &'static str) -> Self {
        Self { title: Some(title), ..self }
    }
}

/// What does not change during a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Description {
    /// The name as people write it.
    pub title: &'static str,
    /// What it is about, in a sentence.
    pub line: &'static str,
    /// The names and colours of the players, in moving order.
    pub looks: [PlayerLook; 2],
    /// Whether a player may resign.
    pub resigns: bool,
    /// Whether positions can be [composed](Describe::compose).
    pub composes: bool,
    /// Whether what the players have scored is part of a position.
    pub settles: bool,
    /// See [`Face::either`].
    pub either: &'static [&'static str],
    /// See [`Face::optional`].
    pub optional: &'static [&'static str],
    /// Everything that can be clicked.
    pub things: Vec<Thing>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// See [`Describe::phases`].
    pub phases: Vec<Vec<Prompt>>,
    /// A position that shows the game well.
    pub sample: Sketch,
}

/// A position for a still picture, with some of its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sketch {
    /// The letter of the player to move.
    pub turn: &'static str,
    /// See [`Scene::pieces`].
    pub pieces: String,
    /// See [`Scene::paths`].
    pub paths: String,
}

/// A position of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// The pieces: `a7,B d7,W`, or the thing alone if its kind has the same id.
    pub pieces: String,
    /// The paths of the legal moves, in their order. A path lists its things, separated by commas;
    /// what it has in common with the one before is left out: `A2,A3 ,B3` is A2 to A3, A2 to B3.
    pub paths: String,
    /// What the players have, in moving order.
    pub status: [Status; 2],
    /// What stands above the areas beside the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub captions: Vec<Caption>,
    /// Which of the [phases](Description::phases) the game is in.
    pub phase: usize,
    /// The things of the last turn, separated by blanks.
    pub touched: String,
    /// The last move as it is read aloud.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

impl Scene {
    /// Returns the path of each legal move, in their order.
    #[must_use]
    pub fn each_path(&self) -> Vec<Vec<&str>> {
        let mut paths: Vec<Vec<&str>> = Vec::new();
        for text in self.paths.split(' ').filter(|text| !text.is_empty()) {
            let before = paths.last();
            let things = text.split(',').enumerate().map(|(place, thing)| match before {
                Some(before) if thing.is_empty() => before[place],
                _ => thing,
            });
            let path = things.gather();
            paths.push(path);
        }
        paths
    }
}

/// Describes a game.
#[must_use]
pub fn describe<G: Game>() -> Description {
    let [first, second] = Player::both(|player| {
        let colour = if player == Player::First { "white" } else { "black" };
        let plain = PlayerLook { name: G::letter(player), colour };
        G::FACE.players[player.index()].unwrap_or(plain)
    });
    let start = G::start(&G::Rules::default());
    let sample = G::FACE.sample.and_then(|text| G::read_position(text, &start.rules()).ok());
    Description {
        title: G::ABOUT.title,
        line: G::FACE.line,
        looks: [first, second],
        resigns: matches!(start.read_move("resign"), Ok(Action::Resign)),
        composes: G::compose(&Setup::new("", "", [0; 2])).is_some(),
        settles: G::SETTLES,
        either: G::FACE.either,
        optional: G::FACE.optional,
        things: G::things(),
        kinds: G::kinds(),
        phases: G::phases(),
        sample: sketch(&sample.unwrap_or(start), &[]),
    }
}

/// Describes a position and some of its moves.
#[must_use]
pub fn sketch<G: Game>(position: &G, moves: &[G::Move]) -> Sketch {
    let paths = paths(moves.len(), &mut |at| position.path(moves[at]));
    let turn = G::letter(position.to_move());
    Sketch { turn, pieces: pieces(&position.pieces()), paths }
}

/// Describes the end of a record.
#[must_use]
pub fn scene<G: Game>(record: &Record<G>) -> Scene {
    let position = record.current();
    let mut moves = Vec::new();
    record.legal_moves(&mut moves);
    let steps = record.steps();
    let mut touched: Vec<String> = Vec::new();
    if record.resigned().is_none() {
        // A player may have moved several times in a row.
        for step in record.last_turn().iter().rev() {
            for thing in step.before.path(step.played) {
                if !touched.contains(&thing) {
                    touched.push(thing);
                }
            }
        }
    }
    let said = match (record.resigned(), steps.last()) {
        (Some(_), _) => Some("resigns".to_owned()),
        (None, last) => last.map(|step| step.before.words(step.played)),
    };
    Scene {
        pieces: pieces(&position.pieces()),
        paths: paths(moves.len(), &mut |at| position.path(moves[at])),
        status: Player::both(|player| position.status(player)),
        captions: position.captions(),
        phase: position.phase(),
        touched: touched.join(" "),
        said,
    }
}

/// Writes pieces.
pub(super) fn pieces(pieces: &[Piece]) -> String {
    let item = |Piece { at, kind }: &Piece| match at == kind {
        true => at.clone(),
        false => format!("{at},{kind}"),
    };
    pieces.iter().map(item).gather().join(" ")
}

/// Writes paths, each without what it has in common with the one before but for its commas.
pub(super) fn paths(count: usize, path: &mut dyn FnMut(usize) -> Vec<String>) -> String {
    let mut text = String::new();
    let mut before: Vec<String> = Vec::new();
    for at in 0..count {
        let path = path(at);
        if at > 0 {
            text.push(' ');
        }
        let mut is_alike = true;
        for (place, thing) in path.iter().enumerate() {
            if place > 0 {
                text.push(',');
            }
            // The last thing stands, so that no path is empty.
            is_alike &= place + 1 < path.len() && before.get(place) == Some(thing);
            if !is_alike {
                text += thing;
            }
        }
        before = path;
    }
    text
}
