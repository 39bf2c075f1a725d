//! A person at the board: the loop of turns and commands.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use super::command::{Command, HELP};
use super::typed::{Typed, find};
use super::{people, save, wanted};
use crate::cli::interrupt;
use crate::cli::screen::{BAD, BOLD, DIM, Screen, fold, painted, styled};
use crate::cli::source::Source;
use crate::cli::think::think;
use crate::cli::words;
use crate::engine::{Engine, Level, Session};
use crate::kernel::{MoveError, PerPlayer, Player, Quoted, SplitMix64};
use crate::notation::{Text, moves};
use crate::search::{Limits, Line};

/// How many moves a list shows at most.
const LISTED: usize = 200;
/// The longest line that is read, in bytes: room for a record of the longest game.
const LONGEST_LINE: u64 = 1 << 16;
/// How many moves an ambiguous text is answered with.
const MEANT: usize = 8;

/// How the engine plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Strength {
    Level(Level),
    /// As the arguments say.
    Limits(Limits),
}

/// A game being played.
pub(super) struct Sitting {
    engine: Engine,
    /// Which players a person plays.
    people: PerPlayer<bool>,
    strength: Strength,
    dice: SplitMix64,
    screen: Screen,
    /// Where a game begins under these rules.
    start: String,
    /// The drawing that was shown last.
    shown: String,
    /// Whether the end of the game was told.
    is_told: bool,
    /// The file that this sitting has written, and may write again.
    saved: Option<PathBuf>,
}

/// Whether the sitting goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

impl Sitting {
    pub(super) fn new(
        engine: Engine,
        people: PerPlayer<bool>,
        strength: Strength,
        seed: u64,
        screen: Screen,
    ) -> Self {
        let start = engine.session().first_position();
        Self {
            engine,
            people,
            strength,
            dice: SplitMix64::new(seed),
            screen,
            start,
            shown: String::new(),
            is_told: false,
            saved: None,
        }
    }

    /// Plays until the person quits or the input ends.
    pub(super) fn run(mut self, mut input: impl BufRead) -> anyhow::Result<()> {
        self.introduce()?;
        loop {
            let is_engines = !self.people[self.session().to_move()];
            if is_engines && self.session().outcome().is_none() {
                // A person sees the board when it is their turn; without one every move is shown.
                if self.people.0 == [false, false] {
                    self.show()?;
                }
                self.engine_moves()?;
                continue;
            }
            self.show()?;
            self.tell_end()?;
            let prompt = match self.session().outcome() {
                None => format!("{}> ", self.letter(self.session().to_move())),
                Some(_) => "> ".to_owned(),
            };
            self.screen.prompt(styled(BOLD, prompt))?;
            let mut bytes = Vec::new();
            if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
                self.screen.prompt("\n")?;
                break;
            }
            if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
                anyhow::bail!("a line has more than {LONGEST_LINE} bytes: that is nobody typing");
            }
            if self.carry_out(String::from_utf8_lossy(&bytes).trim())? == Flow::Quit {
                break;
            }
        }
        self.engine.memory().save_news()?;
        Ok(())
    }

    fn session(&self) -> &dyn Session {
        self.engine.session()
    }

    fn letter(&self, player: Player) -> &'static str {
        self.session().players()[player.index()]
    }

    fn say(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        self.screen.line(text)
    }

    fn introduce(&mut self) -> io::Result<()> {
        let name = self.session().name();
        self.say(format!("{}{}", name[..1].to_ascii_uppercase(), &name[1..]))?;
        self.say_sides()?;
        self.say(styled(DIM, "Type a move, moves for the legal ones, or help."))
    }

    /// Says who plays whom and how strong.
    fn say_sides(&mut self) -> io::Result<()> {
        let strength = match &self.strength {
            Strength::Level(level) => level.describe(),
            Strength::Limits(_) => "limits from the command line".to_owned(),
        };
        let [first, second] = Player::ALL.map(|player| self.letter(player));
        let text = match self.people.0 {
            [true, false] => format!("You play {first}, the engine {second} ({strength})."),
            [false, true] => format!("You play {second}, the engine {first} ({strength})."),
            [true, true] => format!("You play both {first} and {second}."),
            [false, false] => format!("The engine plays both {first} and {second} ({strength})."),
        };
        self.say(text)
    }

    /// Shows the board if it is not as it was shown last.
    fn show(&mut self) -> io::Result<()> {
        let drawing = painted(&self.session().drawing());
        if drawing == self.shown {
            return Ok(());
        }
        self.say(format!("\n{drawing}"))?;
        self.shown = drawing;
        Ok(())
    }

    /// Tells the result, once.
    fn tell_end(&mut self) -> io::Result<()> {
        match self.session().outcome() {
            None => self.is_told = false,
            Some(outcome) if !self.is_told => {
                self.is_told = true;
                let result = words::result(outcome, self.session());
                self.say(format!("{} {result}", styled(BOLD, "The game is over:")))?;
                let count = self.session().played().len();
                self.say(styled(DIM, format!("{count} moves; undo, new, save FILE or quit")))?;
            }
            Some(_) => {}
        }
        Ok(())
    }

    fn carry_out(&mut self, line: &str) -> anyhow::Result<Flow> {
        match Command::parse(line) {
            Command::Nothing => {}
            Command::Quit => return Ok(Flow::Quit),
            Command::Help => {
                self.say(HELP)?;
                let example = self.session().legal_moves().into_iter().next();
                if let Some(example) = example {
                    self.say(format!("A legal move here is {example}."))?;
                }
            }
            Command::Board => {
                self.shown.clear();
                self.show()?;
                let position = self.session().position();
                self.say(format!("Position: {position}"))?;
            }
            Command::Hint => self.hint()?,
            Command::Undo(count) => self.undo(&count)?,
            Command::Moves(text) => self.list_moves(&text)?,
            Command::Level(number) => self.set_level(&number)?,
            Command::Side(who) if who.is_empty() => self.say_sides()?,
            Command::Side(who) => match people(&who, self.session()) {
                Some(people) => {
                    self.people = people;
                    self.say_sides()?;
                }
                None => {
                    let wanted = wanted(self.session());
                    self.refuse(format!("side {}: {wanted}", Quoted(who.as_bytes())))?;
                }
            },
            Command::Flip => {
                let [first, second] = self.people.0;
                self.people = PerPlayer::new(second, first);
                self.say_sides()?;
            }
            Command::New => {
                self.engine.session_mut().new_game();
                self.shown.clear();
            }
            Command::Save(path) => self.save(&path)?,
            Command::Load(path) => self.load(&path)?,
            Command::Move(text) => self.person_moves(&text)?,
        }
        Ok(Flow::Continue)
    }

    fn refuse(&mut self, text: impl std::fmt::Display) -> io::Result<()> {
        self.say(styled(BAD, text))
    }

    /// Plays what the person typed: one move in any form, or several as a record has them.
    fn person_moves(&mut self, line: &str) -> io::Result<()> {
        match self.play_typed(line) {
            Ok(()) => Ok(()),
            Err(refusal) => {
                let texts = moves(line);
                if texts.len() < 2 {
                    return self.refuse(refusal);
                }
                // A line of several moves is carried out up to the first that is refused.
                for text in texts {
                    if let Err(refusal) = self.play_typed(text.text) {
                        return self.refuse(refusal);
                    }
                }
                Ok(())
            }
        }
    }

    /// Plays one move, or says why not.
    fn play_typed(&mut self, typed: &str) -> Result<(), String> {
        let shown = Quoted(typed.as_bytes());
        let session = self.engine.session_mut();
        if session.outcome().is_some() {
            return Err(format!("{shown}: the game is over; undo takes the last move back"));
        }
        // The rules' own words say best why a move is not legal, so every way to write it is tried.
        let joined = typed.split_whitespace().collect::<Vec<_>>().join("-");
        let forms = [typed, &joined, &joined.to_ascii_lowercase(), &joined.to_ascii_uppercase()];
        let mut refusal = None;
        for form in forms {
            match session.play(&[Text::whole(form)]).map_err(|refused| refused.error) {
                Ok(()) => return Ok(()),
                Err(MoveError::Illegal(why)) => {
                    refusal = Some(format!("{shown} is not legal: {why}"));
                    break;
                }
                Err(MoveError::Syntax(why)) => {
                    refusal.get_or_insert_with(|| {
                        format!("{shown} is no move: {why}; moves lists the legal ones")
                    });
                }
            }
        }
        let legal = session.legal_moves();
        match find(typed, &legal) {
            Typed::Move(text) => {
                session.play(&[Text::whole(text)]).map_err(|error| error.to_string())
            }
            Typed::Several(meant) => {
                let list = meant.iter().take(MEANT).copied().collect::<Vec<_>>().join(", ");
                let more = meant.len().saturating_sub(MEANT);
                let more = if more > 0 { format!(" and {more} more") } else { String::new() };
                Err(format!("{shown} may be {list}{more}"))
            }
            Typed::Nothing => Err(refusal.unwrap_or_default()),
        }
    }

    fn think(&mut self, limits: &Limits) -> anyhow::Result<Line<String>> {
        let settings = self.engine.settings();
        self.screen.begin_progress(None);
        self.screen.set_progress(0, "thinking; Ctrl-C makes it move");
        let found = think(self.engine.session_mut(), limits, settings, &mut |_| Ok(()));
        self.screen.end_progress();
        found
    }

    fn verdict(&self, line: &Line<String>) -> String {
        let player = self.letter(self.session().to_move());
        words::verdict(self.session().kind(), player, line.worth)
    }

    /// Lets the engine make the move that is due.
    fn engine_moves(&mut self) -> anyhow::Result<()> {
        let letter = self.letter(self.session().to_move());
        let (text, comment) = if matches!(&self.strength, Strength::Level(l) if l.is_random()) {
            let legal = self.session().legal_moves();
            (legal[self.dice.below(legal.len())].clone(), "at random".to_owned())
        } else {
            let limits = match &self.strength {
                Strength::Level(level) => level.limits(),
                Strength::Limits(limits) => *limits,
            };
            let found = self.think(&limits)?;
            let Some(best) = found.best() else { anyhow::bail!("the engine found no move") };
            (best, format!("{}, depth {}", self.verdict(&found), found.depth))
        };
        self.engine.session_mut().play(&[Text::whole(&text)])?;
        self.say(format!(
            "{letter} plays {} {}",
            styled(BOLD, &text),
            styled(DIM, format!("({comment})"))
        ))?;
        if interrupt::take() && self.people.0 == [false, false] {
            self.people = PerPlayer::new(true, true);
            self.say("The engine stops here; side none lets it go on.")?;
        }
        Ok(())
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if self.session().outcome().is_some() {
            self.refuse("hint: the game is over")?;
            return Ok(());
        }
        // Whoever plays against a weak level wants better advice.
        let limits = match &self.strength {
            Strength::Level(level) => level.at_least_default().limits(),
            Strength::Limits(limits) => *limits,
        };
        let found = self.think(&limits)?;
        interrupt::take();
        if let Some(best) = found.best() {
            let verdict = self.verdict(&found);
            let answer =
                found.answer().map_or(String::new(), |answer| format!(", expecting {answer}"));
            self.say(format!("Hint: {}{answer} ({verdict})", styled(BOLD, best)))?;
        }
        Ok(())
    }

    /// Takes back so many moves, or to the turn that the person had before.
    fn undo(&mut self, count: &str) -> io::Result<()> {
        let shown = Quoted(count.as_bytes());
        let played = self.session().played().len();
        if played == 0 {
            return self.refuse("undo: no move has been made");
        }
        if !count.is_empty() {
            return match count.parse::<usize>() {
                Ok(count) if (1..=played).contains(&count) => {
                    self.engine.session_mut().undo(count);
                    self.say(format!("Took back {count}."))
                }
                _ => {
                    self.refuse(format!("undo {shown}: there are 1 to {played} moves to take back"))
                }
            };
        }
        let all = self.session().played();
        let mut taken = 0;
        while self.engine.session_mut().undo(1) {
            taken += 1;
            if self.people[self.session().to_move()] {
                return self.say(format!("Took back {}.", all[played - taken..].join(" ")));
            }
        }
        // The person has had no turn: leave the game as it was.
        let texts: Vec<Text> = all.iter().map(|text| Text::whole(text)).collect();
        if let Err(error) = self.engine.session_mut().play(&texts) {
            return self.refuse(error);
        }
        self.refuse("undo: you have made no move")
    }

    fn list_moves(&mut self, part: &str) -> io::Result<()> {
        let legal = self.session().legal_moves();
        let part = part.to_ascii_lowercase();
        let wanted: Vec<String> = legal
            .iter()
            .enumerate()
            .filter(|(_, text)| text.to_ascii_lowercase().contains(&part))
            .map(|(i, text)| format!("{:>3} {text}", i + 1))
            .collect();
        if wanted.is_empty() {
            return self.refuse(format!("no legal move contains {}", Quoted(part.as_bytes())));
        }
        let column = 2 + wanted.iter().take(LISTED).map(String::len).max().unwrap_or(0);
        let mut cells: Vec<String> =
            wanted.iter().take(LISTED).map(|text| format!("{text:<0$}", column - 1)).collect();
        if let Some(last) = cells.last_mut() {
            last.truncate(last.trim_end().len());
        }
        let width = self.screen.width().min(100);
        let text: Vec<String> =
            fold(&cells, 0, width).lines().map(|line| line.trim_end().to_owned()).collect();
        self.say(text.join("\n"))?;
        let more = wanted.len().saturating_sub(LISTED);
        if more > 0 {
            self.say(format!("and {more} more; moves TEXT lists those with TEXT in them"))?;
        }
        Ok(())
    }

    fn set_level(&mut self, number: &str) -> io::Result<()> {
        if number.is_empty() {
            let text: Vec<String> = Level::all().map(Level::describe).collect();
            return self.say(text.join("\n"));
        }
        match number.parse().ok().and_then(Level::new) {
            Some(level) => {
                self.strength = Strength::Level(level);
                self.say(level.describe())
            }
            None => {
                let (least, greatest) = (Level::LEAST, Level::GREATEST);
                let shown = Quoted(number.as_bytes());
                self.refuse(format!("level {shown}: there are the levels {least} to {greatest}"))
            }
        }
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return self.refuse("save wants the name of a file");
        }
        let engine = match &self.strength {
            Strength::Level(level) => level.describe().split(':').next().unwrap_or("").to_owned(),
            Strength::Limits(_) => "own limits".to_owned(),
        };
        let engine = format!("quincunx {engine}");
        let names = PerPlayer(
            self.people.0.map(|person| if person { "human".to_owned() } else { engine.clone() }),
        );
        let record = save::record(self.session(), &self.start, &names);
        let file = Path::new(path);
        match save::write(&record, file, self.saved.as_deref() == Some(file)) {
            Ok(()) => {
                self.saved = Some(file.to_owned());
                self.say(format!("Saved {} moves in {path}.", record.moves.len()))
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.refuse(format!("save: {path} exists; take another name"))
            }
            Err(error) => self.refuse(format!("save: {path} cannot be written: {error}")),
        }
    }

    fn load(&mut self, path: &str) -> io::Result<()> {
        if !Path::new(path).is_file() {
            return self.refuse(format!("load: there is no file {path:?}"));
        }
        match Source::read(path).and_then(|source| source.load(&mut self.engine, None)) {
            Ok(_) => {
                self.start = self.session().first_position();
                self.shown.clear();
                let count = self.session().played().len();
                self.say(format!("Loaded {count} moves."))
            }
            Err(error) => self.refuse(format!("load: {error:#}")),
        }
    }
}
