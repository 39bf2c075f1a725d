//! A person at the board: the loop of turns and commands.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::clock::{Clock, TimeControl, reading};
use super::command::{Command, HELP};
use super::input::{Entry, Input};
use super::list::{grouped, numbered};
use super::side::{people, wanted};
use super::strength::{AUTO, Strength};
use super::typed::{Typed, find};
use super::variations::Variations;
use crate::cli::record::{self, Facts};
use crate::cli::screen::{BAD, BOLD, DIM, Reading, Screen, painted, styled, wrapped};
use crate::cli::source::Source;
use crate::cli::think::think;
use crate::cli::{analyse, complain, interrupt, rules, words};
use crate::engine::{Engine, Level, Session, Settings};
use crate::kernel::{Gather, MoveError, PerPlayer, Player, Quoted};
use crate::notation::{Drawing, GameText, Text, moves};
use crate::search::{Limits, Line};

/// The rows that a board has at least, however small the terminal is.
const LEAST_ROWS: usize = 20;
/// The rows of a terminal that are for what was typed and answered.
const OTHER_ROWS: usize = 4;

/// How a game is to be played.
#[derive(Clone, Debug)]
pub(super) struct GameSetup {
    /// Which players a person plays.
    pub(super) people: PerPlayer<bool>,
    /// What a person is called in a record.
    pub(super) name: String,
    pub(super) strength: Strength,
    pub(super) clock: Option<TimeControl>,
    /// The seed of the errors of a level.
    pub(super) seed: u64,
    /// The file that the game is written to when the program ends.
    pub(super) save: Option<PathBuf>,
    /// What its record has besides the moves.
    pub(super) variations: Variations,
}

/// A game being played.
pub(super) struct Sitting {
    engine: Engine,
    /// Which players a person plays.
    people: PerPlayer<bool>,
    /// What a person is called in a record.
    name: String,
    strength: Strength,
    clock: Option<Clock>,
    /// Who ran out of time.
    late: Option<Player>,
    seed: u64,
    screen: Screen,
    /// Whether a person is there to type.
    is_attended: bool,
    /// The short names of commands that name moves of this game.
    taken: Vec<&'static str>,
    variations: Variations,
    /// The file that the game is written to when the program ends.
    save_at_end: Option<PathBuf>,
    /// The day on which the game began.
    date: String,
    /// Where a game begins under these rules.
    start: String,
    /// The drawing that was shown last.
    shown: String,
    /// Whether the end of the game was told.
    is_told: bool,
    /// The file that this game was written to, and its text.
    saved: Option<(PathBuf, String)>,
    /// Why this game could not be written where it was to be.
    unsaved: Option<String>,
}

/// Whether the sitting goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

impl Sitting {
    pub(super) fn new(engine: Engine, terms: GameSetup, screen: Screen) -> Self {
        let start = engine.session().first_position();
        let played = engine.session().played().len();
        Self {
            taken: taken(engine.session()),
            engine,
            people: terms.people,
            name: terms.name,
            strength: terms.strength,
            clock: terms.clock.map(|control| Clock::new(control, played)),
            late: None,
            seed: terms.seed,
            screen,
            is_attended: terms.people.0 != [false, false],
            variations: terms.variations,
            save_at_end: terms.save,
            date: record::today(),
            start,
            shown: String::new(),
            is_told: false,
            saved: None,
            unsaved: None,
        }
    }

    /// Plays until the person quits or the input ends, or the game if nobody is there. The game is not
    /// lost, whatever ends it.
    pub(super) fn run(mut self) -> anyhow::Result<ExitCode> {
        let ended = self.play();
        let kept = self.keep();
        if let Some(why) = self.unsaved.take() {
            let unsaved =
                format!("The game is not saved. This is its record:\n\n{}", self.record_text());
            if self.say(&unsaved).is_err() {
                complain(unsaved);
            }
            anyhow::bail!(why);
        }
        kept?;
        self.engine.memory().save_news()?;
        ended
    }

    fn play(&mut self) -> anyhow::Result<ExitCode> {
        self.introduce()?;
        let mut input = None;
        let mut interrupts = 0;
        loop {
            let played = self.session().played();
            self.variations.follow(&played);
            self.provide_for_the_end();
            let is_engines = !self.people[self.session().to_move()];
            if is_engines && !self.is_over() {
                // A person sees the board when it is their turn; without one every move is shown.
                if self.people.0 == [false, false] {
                    self.show()?;
                }
                self.engine_moves()?;
                continue;
            }
            self.show()?;
            self.tell_end()?;
            if !self.is_attended {
                break;
            }
            if input.is_none() {
                input = Some(Input::new()?);
            }
            let Some(input) = &mut input else { break };
            let prompt = self.prompt();
            let moves = if self.is_over() { Vec::new() } else { self.session().legal_moves() };
            let started = Instant::now();
            let running = self.running_clock();
            let entry = input.line(&prompt, moves, running, &self.screen)?;
            interrupts = if entry == Entry::Interrupted { interrupts + 1 } else { 0 };
            if entry != Entry::End && !self.is_over() && self.spend(started.elapsed())? {
                continue;
            }
            let flow = match entry {
                Entry::Line(line) => self.carry_out(&line)?,
                Entry::End => {
                    self.screen.prompt("\n")?;
                    break;
                }
                Entry::Interrupted if interrupts == 1 => {
                    self.say(styled(DIM, "Ctrl-C again ends the program."))?;
                    Flow::Continue
                }
                Entry::Interrupted => self.ask_to_end(input)?,
            };
            // Who cannot write the game to one file may write it to another, if they are still there.
            if flow == Flow::Quit {
                if self.keep()? || !self.screen.is_terminal() {
                    let code = if interrupts > 0 { interrupt::INTERRUPTED } else { 0 };
                    return Ok(ExitCode::from(code as u8));
                }
                self.say("save FILE writes the game elsewhere; quit ends the program without.")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Asks whether to end the program, if that loses moves, and provides for them.
    fn ask_to_end(&mut self, input: &mut Input) -> anyhow::Result<Flow> {
        let text = self.record_text();
        let is_saved = self.saved.as_ref().is_some_and(|(_, saved)| *saved == text);
        if is_saved || self.session().played().is_empty() {
            return Ok(Flow::Quit);
        }
        let path = self.save_at_end.clone();
        let path = path.unwrap_or_else(|| record::new_name(self.session()));
        let question = format!("End the program, with the game in {}? [y/N] ", path.display());
        match input.line(&question, Vec::new(), None, &self.screen)? {
            Entry::Line(answer) if !answer.to_ascii_lowercase().starts_with('y') => {
                Ok(Flow::Continue)
            }
            _ => {
                self.save_at_end = Some(path);
                Ok(Flow::Quit)
            }
        }
    }

    /// Writes the game to the file for the end, if there is one. Returns whether it is there.
    fn keep(&mut self) -> io::Result<bool> {
        let Some(path) = self.save_at_end.take() else { return Ok(true) };
        self.save(&path.to_string_lossy())?;
        Ok(self.unsaved.is_none())
    }

    /// Lets a signal that ends the program write the game to the file for the end.
    fn provide_for_the_end(&self) {
        let Some(path) = self.save_at_end.clone() else { return };
        let text = self.record_text();
        let before = self.saved.clone().filter(|(file, _)| *file == path).map(|(_, text)| text);
        interrupt::before_end(move || {
            if let Err(error) = record::write(&text, &path, before.as_deref()) {
                complain(format_args!("{} cannot be written: {error}\n{text}", path.display()));
            }
        });
    }

    /// Returns whether nobody can move any more.
    fn is_over(&self) -> bool {
        self.late.is_some() || self.session().outcome().is_some()
    }

    /// Returns what stands before the line that a person types.
    fn prompt(&self) -> String {
        if self.is_over() {
            return "> ".to_owned();
        }
        let player = self.session().to_move();
        let clock = self.clock.as_ref().map(|clock| format!(" {}", clock.show(player)));
        format!("{}{}> ", self.letter(player), clock.unwrap_or_default())
    }

    /// Returns what both clocks show when the player to move has thought for a time.
    fn running_clock(&self) -> Option<Reading> {
        let clock = self.clock.clone().filter(|_| !self.is_over())?;
        let mover = self.session().to_move();
        let letters = self.session().players();
        Some(Arc::new(move |passed| {
            let shown = Player::both(|player| {
                let passed = if player == mover { passed } else { Duration::ZERO };
                let left = clock.left(player).saturating_sub(passed);
                format!("{} {}", letters[player.index()], reading(left))
            });
            shown.join("  ")
        }))
    }

    /// Takes time from the player to move, if there is a clock. Returns whether that ends the game.
    fn spend(&mut self, time: Duration) -> io::Result<bool> {
        let player = self.session().to_move();
        let Some(clock) = &mut self.clock else { return Ok(false) };
        if clock.spend(player, time) {
            return Ok(false);
        }
        self.late = Some(player);
        self.is_told = false;
        Ok(true)
    }

    /// Presses the clock of a player who has moved.
    fn press_clock(&mut self, player: Player) {
        let played = self.session().played().len();
        if let Some(clock) = &mut self.clock {
            clock.press(player, played);
        }
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
        let strength = self.strength.describe();
        let [first, second] = Player::both(|player| self.letter(player));
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
        self.shown = drawing;
        let drawing = self.session().drawing();
        let (rows, columns) = self.room_for(&drawing);
        match drawing.window(rows, columns) {
            Some(part) => {
                self.say(format!("\n{}", painted(&part)))?;
                self.say(styled(DIM, "This is a part of the board; type board for all of it."))
            }
            None => self.say(format!("\n{}", painted(&drawing))),
        }
    }

    /// Returns the lines and columns that the terminal has for the board of a drawing.
    fn room_for(&self, drawing: &Drawing) -> (usize, usize) {
        let Some(rows) = self.screen.rows() else { return (usize::MAX, usize::MAX) };
        let columns = self.screen.width();
        let text = wrapped(&drawing.to_string(), columns);
        let board = wrapped(&drawing.clone().into_board().to_string(), columns);
        let others = text.lines().count() - board.lines().count();
        (rows.saturating_sub(others + OTHER_ROWS).max(LEAST_ROWS), columns)
    }

    /// Tells the result, once.
    fn tell_end(&mut self) -> io::Result<()> {
        let result = match (self.session().outcome(), self.late) {
            (None, None) => {
                self.is_told = false;
                return Ok(());
            }
            (Some(outcome), _) => words::result(outcome, self.session()),
            (None, Some(late)) => {
                let [winner, loser] = [!late, late].map(|player| self.letter(player));
                format!("{winner} wins: {loser} has no time left")
            }
        };
        if std::mem::replace(&mut self.is_told, true) {
            return Ok(());
        }
        self.say(format!("{} {result}", styled(BOLD, "The game is over:")))?;
        self.count_result()?;
        let count = self.session().played().len();
        let next = if self.is_attended { "; review, undo, new, save FILE or quit" } else { "" };
        self.say(styled(DIM, format!("{count} moves{next}")))
    }

    /// Counts the result of the person, if the engine plays about as strong as he does.
    fn count_result(&mut self) -> io::Result<()> {
        let game = self.session().name();
        let winner = match self.late {
            Some(late) => Some(!late),
            None => self.session().outcome().and_then(|outcome| outcome.winner),
        };
        let score = match (self.people.0, winner) {
            ([true, true] | [false, false], _) => return Ok(()),
            (_, None) => 0.5,
            (_, Some(winner)) => f64::from(self.people[winner]),
        };
        let Strength::Auto(opponent) = &mut self.strength else { return Ok(()) };
        match opponent.count(game, score) {
            Ok(None) => Ok(()),
            Ok(Some(rating)) => {
                let next = rating.level().number();
                self.say(styled(DIM, format!("Your next game is against level {next}.")))
            }
            Err(why) => self.refuse(format!("the result is not counted: {why}")),
        }
    }

    fn carry_out(&mut self, line: &str) -> anyhow::Result<Flow> {
        let taken = if self.is_over() { &[][..] } else { &self.taken };
        match Command::parse(line, taken) {
            Command::Nothing => {}
            Command::Quit => return Ok(Flow::Quit),
            Command::Help => {
                let help = wrapped(HELP, self.screen.width());
                self.say(help)?;
                let example = self.session().legal_moves().into_iter().next();
                if let Some(example) = example {
                    self.say(format!("A legal move here is {example}."))?;
                }
            }
            Command::Board => {
                let drawing = painted(&self.session().drawing());
                self.say(format!("\n{drawing}"))?;
                let position = self.session().position();
                self.say(format!("Position: {position}"))?;
            }
            Command::Hint => self.hint()?,
            Command::Undo(count) => self.undo(&count)?,
            Command::Keep => self.keep_variation()?,
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
            Command::Rules => {
                let text = rules::text(self.session(), self.screen.width());
                self.say(text)?;
            }
            Command::Review => self.review()?,
            Command::New => {
                self.engine.session_mut().new_game();
                self.variations = Variations::default();
                self.begin_game();
                let game = self.session().name();
                if let Strength::Auto(opponent) = &mut self.strength {
                    let told = opponent.begin(game).map_err(|why| why.to_string());
                    let told = told.err().unwrap_or_else(|| self.strength.describe());
                    self.say(told)?;
                }
            }
            Command::Save(path) => self.save(&path)?,
            Command::Load(path) => self.load(&path)?,
            Command::Either(command) => {
                let line = line.trim();
                self.refuse(format!("{line:?}: type {command} for that, or @{line} for the move"))?;
            }
            Command::Surplus(name, rest) => {
                let rest = Quoted(rest.as_bytes());
                self.refuse(format!("{name} takes nothing, got {rest}"))?;
            }
            Command::Move(text) => self.person_moves(&text)?,
        }
        Ok(Flow::Continue)
    }

    /// Forgets the game before.
    fn begin_game(&mut self) {
        self.shown.clear();
        self.saved = None;
        self.unsaved = None;
        self.late = None;
        self.date = record::today();
        let played = self.session().played().len();
        self.clock = self.clock.as_ref().map(|clock| Clock::new(clock.control(), played));
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
        if self.is_over() {
            return Err(format!("{shown}: the game is over; undo takes the last move back"));
        }
        let player = self.session().to_move();
        self.play_legal(typed)?;
        self.press_clock(player);
        Ok(())
    }

    fn play_legal(&mut self, typed: &str) -> Result<(), String> {
        let shown = Quoted(typed.as_bytes());
        let session = self.engine.session_mut();
        // The rules' own words say best why a move is not legal, so every way to write it is tried.
        let joined = typed.split_whitespace().gather().join("-");
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
                    refusal.get_or_insert_with(|| match command_meant(typed) {
                        Some(word) => format!("{shown} is no move; did you mean {word}?"),
                        None => format!("{shown} is no move: {why}; moves lists the legal ones"),
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
                let is_meant = |text: &str| meant.contains(&text);
                let (list, count) = numbered(&legal, is_meant, self.screen.width());
                Err(format!("{shown} may be one of {count} moves:\n{list}"))
            }
            Typed::Nothing => Err(refusal.unwrap_or_default()),
        }
    }

    fn think(&mut self, limits: &Limits, level: Level) -> anyhow::Result<Line<String>> {
        let settings = Settings { level, seed: self.seed, ..self.engine.settings() };
        match self.running_clock() {
            Some(clock) => self.screen.begin_clock(clock),
            None => self.screen.begin_progress(None),
        }
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
        let player = self.session().to_move();
        let letter = self.letter(player);
        let started = Instant::now();
        let (level, limits) = self.strength.play();
        let limits = self.clock.as_ref().map_or(limits, |clock| clock.limit(limits));
        let found = self.think(&limits, level)?;
        let Some(text) = found.best() else { anyhow::bail!("the engine found no move") };
        // What a weak level sees through its blur says nothing of the position, unless it is certain.
        let about = self.session().kind().about();
        let is_blurred = level.rung(about).is_some_and(|rung| rung.blur > 0);
        let verdict = match is_blurred && !found.worth.is_certain() {
            true => String::new(),
            false => format!("{}, ", self.verdict(&found)),
        };
        let comment = format!("{verdict}depth {}", found.depth);
        if self.spend(started.elapsed())? {
            return Ok(());
        }
        self.engine.session_mut().play(&[Text::whole(&text)])?;
        self.press_clock(player);
        self.say(format!(
            "{letter} plays {} {}",
            styled(BOLD, &text),
            styled(DIM, format!("({comment})"))
        ))?;
        if interrupt::take() && self.people.0 == [false, false] {
            self.people = PerPlayer::new(true, true);
            self.is_attended = true;
            self.say("The engine has stopped; type side none to continue.")?;
        }
        Ok(())
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if self.is_over() {
            self.refuse("hint: the game is over")?;
            return Ok(());
        }
        // Whoever plays against a weak level wants better advice.
        let limits = match self.strength {
            Strength::Level(_) | Strength::Auto(_) => Level::hint(),
            Strength::Limits(limits) => limits,
        };
        let found = self.think(&limits, Level::FULL)?;
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
                    self.turn_back();
                    self.say(format!("Took back {count}."))
                }
                _ => self.refuse(format!("undo {shown}: expected a number from 1 to {played}")),
            };
        }
        let all = self.session().played();
        let mut taken = 0;
        while self.engine.session_mut().undo(1) {
            taken += 1;
            self.turn_back();
            if self.people[self.session().to_move()] {
                return self.say(format!("Took back {}.", all[played - taken..].join(" ")));
            }
        }
        // The person has had no turn: leave the game as it was.
        let texts: Vec<Text> = all.iter().map(|text| Text::whole(text)).gather();
        if let Err(error) = self.engine.session_mut().play(&texts) {
            return self.refuse(error);
        }
        self.refuse("undo: you have made no move")
    }

    /// Keeps what was taken back.
    fn keep_variation(&mut self) -> io::Result<()> {
        let played = self.session().played();
        match self.variations.keep(&played) {
            0 => self.refuse("keep: no move has been taken back"),
            1 => self.say("That move stays as a variation once you play another."),
            count => {
                self.say(format!("Those {count} moves stay as a variation once you play another."))
            }
        }
    }

    /// Sets the clock to what it showed before the moves that were taken back.
    fn turn_back(&mut self) {
        let played = self.session().played().len();
        self.late = None;
        if let Some(clock) = &mut self.clock {
            clock.turn_back(played);
        }
    }

    fn list_moves(&mut self, part: &str) -> io::Result<()> {
        let width = self.screen.width();
        if part.is_empty()
            && let Some(list) = grouped(self.session(), width)
        {
            return self.say(list);
        }
        let part = part.to_ascii_lowercase();
        let has_part = |text: &str| text.to_ascii_lowercase().contains(&part);
        let (list, count) = numbered(&self.session().legal_moves(), has_part, width);
        match count {
            0 => self.refuse(format!("no legal move contains {}", Quoted(part.as_bytes()))),
            _ => self.say(list),
        }
    }

    /// Judges the moves of the game, and leaves the game as it is.
    fn review(&mut self) -> anyhow::Result<()> {
        if self.session().played().is_empty() {
            self.refuse("review: no move has been made")?;
            return Ok(());
        }
        let (record, settings) = (self.record(), self.engine.settings());
        analyse::review(self.engine.session_mut(), settings, record)
    }

    fn set_level(&mut self, number: &str) -> io::Result<()> {
        if number.is_empty() {
            let text: Vec<String> = Level::all().map(Level::describe).gather();
            return self.say(format!("{}\nlevel {AUTO}: about your strength", text.join("\n")));
        }
        let told = |why: String| format!("level {}: {why}", Quoted(number.as_bytes()));
        let found = number.parse().map_err(told);
        let found = found.and_then(|it| {
            Strength::of(it, self.session().name()).map_err(|error| error.to_string())
        });
        match found {
            Ok(strength) => {
                self.strength = strength;
                self.say(self.strength.describe())
            }
            Err(why) => self.refuse(why),
        }
    }

    /// Returns the game as a record.
    fn record(&self) -> GameText {
        let engine = self.strength.name();
        let name = |is_person| if is_person { self.name.clone() } else { engine.clone() };
        let facts = Facts {
            names: PerPlayer(self.people.0.map(name)),
            date: Some(self.date.clone()),
            clock: self.clock.as_ref().map(|clock| clock.control().to_string()),
            forfeit: self.late.map(|late| !late),
        };
        record::record(self.session(), &self.start, &facts)
    }

    /// Returns the record with its variations as text.
    fn record_text(&self) -> String {
        let record = self.record();
        record.with_moves(&self.variations.of(&record.moves))
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return self.refuse("save wants the name of a file");
        }
        let count = self.session().played().len();
        let (file, text) = (Path::new(path), self.record_text());
        // What this game wrote to the file is a part of what is written now; all else is kept.
        let before = self.saved.as_ref().filter(|(saved, _)| saved == file);
        match record::write(&text, file, before.map(|(_, text)| text.as_str())) {
            Ok(()) => {
                self.saved = Some((file.to_owned(), text));
                self.unsaved = None;
                self.say(format!("Saved {count} moves in {path}."))
            }
            Err(error) => {
                let why = match error.kind() {
                    io::ErrorKind::AlreadyExists => format!("{path} exists; take another name"),
                    _ => format!("{path} cannot be written: {error}"),
                };
                let why = self.unsaved.insert(format!("save: {why}")).clone();
                self.refuse(why)
            }
        }
    }

    fn load(&mut self, path: &str) -> io::Result<()> {
        let file = Path::new(path);
        if !file.is_file() {
            return self.refuse(match file.is_dir() {
                true => format!("load: {path:?} is a folder"),
                false => format!("load: there is no file {path:?}"),
            });
        }
        match Source::read(path).and_then(|source| source.load(&mut self.engine, None)) {
            Ok(loaded) => {
                self.start = self.session().first_position();
                self.variations = Variations::new(loaded.tree);
                self.begin_game();
                let count = self.session().played().len();
                let variations = match self.variations.count() {
                    0 => String::new(),
                    1 => " and a variation".to_owned(),
                    count => format!(" and {count} variations"),
                };
                self.say(format!("Loaded {count} moves{variations}."))
            }
            Err(error) => self.refuse(format!("load: {error:#}")),
        }
    }
}

/// Returns the command that a text was meant for, if any.
fn command_meant(typed: &str) -> Option<&'static str> {
    let word = typed.split_whitespace().next()?.to_ascii_lowercase();
    words::nearest(&word, Command::WORDS.into_iter().map(str::trim_end))
}

/// Returns the short names of commands that name a move in the first turns of a game, such as the
/// letter of a cell.
fn taken(session: &dyn Session) -> Vec<&'static str> {
    let mut session = session.fresh();
    let mut taken = Vec::new();
    for _ in 0..2 {
        let legal = session.legal_moves();
        let names = Command::SHORT.iter().map(|(name, _)| *name);
        taken.extend(names.filter(|name| find(name, &legal) != Typed::Nothing));
        let Some(first) = legal.first() else { break };
        if session.play(&[Text::whole(first)]).is_err() {
            break;
        }
    }
    taken
}
