//! `quincunx man`: the manual pages.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Command;
use clap_mangen::Man as Page;

use super::arguments::arguments;
use crate::kernel::{Gather, file};

arguments! {
    /// Write a manual page
    #[command(after_long_help = "\
Examples:
  $ quincunx man > quincunx.1
  $ quincunx man analyse > quincunx-analyse.1
  $ quincunx man --path .

To read a page without installing it: quincunx man > quincunx.1; man ./quincunx.1")]
    pub(super) struct Man {
        /// The command to describe, as in `man tablebase build` [default: the whole program]
        command: Vec<String>,

        /// Write the pages of the program and of all its commands into this folder
        #[arg(long = "path", alias = "dir", value_name = "DIR", conflicts_with = "command")]
        dir: Option<PathBuf>,
    }
}

pub(super) fn run(task: &Man, program: Command) -> anyhow::Result<ExitCode> {
    let mut root = program.disable_help_subcommand(true);
    root.build();
    if let Some(dir) = &task.dir {
        file::create_folder(dir).with_context(|| format!("{dir:?} cannot be created"))?;
        let mut pages = vec![&root];
        while let Some(command) = pages.pop() {
            let page = Page::new(command.clone());
            let path = dir.join(page.get_filename());
            fs::write(&path, render(&page)?)
                .with_context(|| format!("{path:?} cannot be written"))?;
            pages.extend(command.get_subcommands());
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut command = &root;
    for name in &task.command {
        command = command.find_subcommand(name).with_context(|| {
            let names = command.get_subcommands().map(Command::get_name).gather();
            match names.is_empty() {
                true => format!("{} has no commands", command.get_name()),
                false => format!("there is no command {name:?}; there are {}", names.join(", ")),
            }
        })?;
    }
    io::stdout().write_all(render(&Page::new(command.clone()))?.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns a page as roff. In the text after the options, indented lines keep their breaks; all else
/// is filled, as elsewhere.
fn render(page: &Page) -> io::Result<String> {
    let mut text = Vec::new();
    page.render(&mut text)?;
    let text = String::from_utf8(text).map_err(io::Error::other)?;
    let Some((before, notes)) = text.split_once(".SH EXTRA\n") else { return Ok(text) };
    let (notes, behind) = notes.split_at(notes.find("\n.SH ").map_or(notes.len(), |at| at + 1));
    let mut page = format!("{before}.SH NOTES\n");
    let mut is_kept = false;
    for line in notes.lines() {
        if line.starts_with(' ') != is_kept {
            is_kept = !is_kept;
            page += if is_kept { ".nf\n" } else { ".fi\n" };
        }
        page += line;
        page.push('\n');
    }
    Ok(page + ".fi\n" + behind)
}
