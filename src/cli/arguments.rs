//! Structs of arguments. `arguments!` reads what clap's derive reads, and makes a table of it where the derive
//! makes code for each argument three times over.

use std::path::PathBuf;

use clap::builder::{Resettable, StyledStr, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};

use crate::kernel::{Assignment, Gather, Part};

/// Declares a struct whose fields are arguments: options, flags, positions, or such a struct. The comment of a
/// field is its help, the first paragraph of it alone the short one.
macro_rules! arguments {
    (
        $(#[doc = $about:literal])*
        $(#[derive($($derive:ident),*)])?
        $(#[command($($name:ident = $value:expr),* $(,)?)])?
        $visible:vis struct $Arguments:ident {$(
            $(#[doc = $help:literal])*
            $(#[arg($($key:ident $(= $with:expr)?),* $(,)?)])?
            $(#[command(flatten)])?
            $seen:vis $field:ident: $Type:ty
        ),* $(,)?}
    ) => {
        $(#[doc = $about])*
        $(#[derive($($derive),*)])?
        $visible struct $Arguments {
            $($(#[doc = $help])* $seen $field: $Type),*
        }

        impl clap::Args for $Arguments {
            fn augment_args(command: clap::Command) -> clap::Command {
                use $crate::cli::arguments::{Entry, Field, augment};
                const ENTRIES: &[Entry] = &[$(Entry {
                    id: stringify!($field),
                    help: &[$($help),*],
                    add: <$Type as Field>::add,
                    adjust: |arg| {
                        $($(let arg = arguments!(@ arg $field $key $(= $with)?);)*)?
                        arg
                    },
                }),*];
                augment(command, ENTRIES, &[$($about),*]) $($(.$name($value))*)?
            }

            fn augment_args_for_update(command: clap::Command) -> clap::Command {
                Self::augment_args(command)
            }
        }

        impl clap::FromArgMatches for $Arguments {
            fn from_arg_matches(matches: &clap::ArgMatches) -> Result<Self, clap::Error> {
                Ok($crate::cli::arguments::take_copy(matches))
            }

            fn from_arg_matches_mut(matches: &mut clap::ArgMatches) -> Result<Self, clap::Error> {
                Ok($crate::cli::arguments::Field::take(matches, ""))
            }

            fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
                *self = $crate::cli::arguments::take_copy(matches);
                Ok(())
            }
        }

        impl $crate::cli::arguments::Field for $Arguments {
            fn add(_: &$crate::cli::arguments::Entry, command: clap::Command) -> clap::Command {
                <Self as clap::Args>::augment_args(command)
            }

            fn take(matches: &mut clap::ArgMatches, _: &str) -> Self {
                Self { $($field: $crate::cli::arguments::Field::take(matches, stringify!($field))),* }
            }
        }
    };
    (@ $arg:ident $field:ident long) => { $arg.long($crate::cli::arguments::kebab(stringify!($field))) };
    (@ $arg:ident $field:ident $key:ident = $with:expr) => { $arg.$key($with) };
}

pub(super) use arguments;

/// A field of a struct of arguments.
pub(super) struct Entry {
    pub(super) id: &'static str,
    /// The lines of its comment.
    pub(super) help: &'static [&'static str],
    pub(super) add: fn(&Self, Command) -> Command,
    /// Adds what the attribute says.
    pub(super) adjust: fn(Arg) -> Arg,
}

impl Entry {
    fn add(
        &self,
        command: Command,
        action: ArgAction,
        parser: ValueParser,
        is_required: bool,
    ) -> Command {
        let (short, long) = comment(self.help);
        let is_list = matches!(action, ArgAction::Append);
        let arg = Arg::new(self.id).help(short).long_help(long).value_parser(parser).action(action);
        let mut arg = (self.adjust)(arg.value_name(&*self.id.to_uppercase().leak()));
        if is_list && arg.is_positional() && arg.get_num_args().is_none() {
            arg = arg.num_args(1..);
        }
        if is_required && arg.get_default_values().is_empty() {
            arg = arg.required(true);
        }
        command.arg(arg)
    }
}

/// What a field of a struct of arguments can be.
pub(super) trait Field {
    fn add(entry: &Entry, command: Command) -> Command;

    /// Returns what was given, removed from the matches.
    fn take(matches: &mut ArgMatches, id: &str) -> Self;
}

impl Field for bool {
    fn add(entry: &Entry, command: Command) -> Command {
        entry.add(command, ArgAction::SetTrue, value_parser!(bool), false)
    }

    fn take(matches: &mut ArgMatches, id: &str) -> Self {
        matches.get_flag(id)
    }
}

impl<T: Value> Field for T {
    fn add(entry: &Entry, command: Command) -> Command {
        entry.add(command, ArgAction::Set, T::parser(), true)
    }

    fn take(matches: &mut ArgMatches, id: &str) -> Self {
        matches.remove_one(id).expect("clap requires it")
    }
}

impl<T: Value> Field for Option<T> {
    fn add(entry: &Entry, command: Command) -> Command {
        entry.add(command, ArgAction::Set, T::parser(), false)
    }

    fn take(matches: &mut ArgMatches, id: &str) -> Self {
        matches.remove_one(id)
    }
}

impl<T: Value> Field for Vec<T> {
    fn add(entry: &Entry, command: Command) -> Command {
        entry.add(command, ArgAction::Append, T::parser(), false)
    }

    fn take(matches: &mut ArgMatches, id: &str) -> Self {
        matches.remove_many(id).map(Iterator::collect).unwrap_or_default()
    }
}

/// Returns what was given, which stays in the matches.
pub(super) fn take_copy<T: Field>(matches: &ArgMatches) -> T {
    T::take(&mut copy(matches), "")
}

fn copy(matches: &ArgMatches) -> ArgMatches {
    matches.clone()
}

/// What an argument can be, read from a word.
pub(super) trait Value: Clone + Send + Sync + 'static {
    fn parser() -> ValueParser;
}

macro_rules! values {
    ($($Type:ty)*) => {$(
        impl $crate::cli::arguments::Value for $Type {
            fn parser() -> clap::builder::ValueParser {
                clap::value_parser!($Type).into()
            }
        }
    )*};
}

pub(super) use values;

values! { u8 u16 u32 u64 usize i32 f64 String PathBuf Assignment Part }

/// Adds the entries of a struct and the comment on it.
pub(super) fn augment(command: Command, entries: &[Entry], about: &[&str]) -> Command {
    let command = entries.iter().fold(command, |command, entry| (entry.add)(entry, command));
    let (short, long) = comment(about);
    command.about(short).long_about(long)
}

/// Returns the first paragraph of a comment, and all of it if there are more.
fn comment(lines: &[&str]) -> (String, Resettable<StyledStr>) {
    let paragraphs = lines.split(|line| line.trim().is_empty());
    let paragraphs: Vec<String> = paragraphs.map(|lines| lines.concat().trim().to_owned()).gather();
    let long = (paragraphs.len() > 1).then(|| paragraphs.join("\n\n").into());
    (paragraphs[0].trim_end_matches('.').to_owned(), long.into())
}

/// Returns the name of an option, which clap wants for as long as the program runs.
pub(super) fn kebab(id: &str) -> &'static str {
    id.replace('_', "-").leak()
}
