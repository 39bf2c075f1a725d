//! The rules for people, taken apart: see [`About::guide`](super::About::guide).

use crate::kernel::Gather;

/// A part of the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block<'a> {
    /// A heading.
    Heading(&'a str),
    /// A paragraph.
    Paragraph(&'a str),
    /// Items, each a sentence or more.
    List(Vec<String>),
    /// A position.
    Picture {
        /// Its text.
        position: &'a str,
        /// Some of its moves, separated by blanks.
        moves: &'a str,
        /// What is to be seen.
        caption: &'a str,
    },
}

/// Takes a text apart.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let parts = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
    parts.map(block).gather()
}

fn block(part: &str) -> Block<'_> {
    if let Some(heading) = part.strip_prefix("# ") {
        return Block::Heading(heading);
    }
    if let Some(picture) = part.strip_prefix("@ ") {
        let mut parts = picture.splitn(3, '|').map(str::trim);
        let mut part = || parts.next().unwrap_or("");
        let (position, moves, caption) = (part(), part(), part());
        return Block::Picture { position, moves, caption };
    }
    if !part.starts_with("* ") {
        return Block::Paragraph(part);
    }
    let mut items: Vec<String> = Vec::new();
    for line in part.lines().map(str::trim) {
        match (line.strip_prefix("* "), items.last_mut()) {
            (None, Some(item)) => *item = format!("{item} {line}"),
            (item, _) => items.push(item.unwrap_or(line).to_owned()),
        }
    }
    Block::List(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_taken_apart() {
        let text = "One\ntwo.\n\n# End\n\n* a\n  b\n* c\n\n@ W[]turn[W] | W[a] W[b] | See.\n";
        assert_eq!(
            blocks(text),
            [
                Block::Paragraph("One\ntwo."),
                Block::Heading("End"),
                Block::List(vec!["a b".into(), "c".into()]),
                Block::Picture { position: "W[]turn[W]", moves: "W[a] W[b]", caption: "See." },
            ]
        );
    }
}
