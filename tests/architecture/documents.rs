//! Links between documents: each file and each heading that a document names is there.

use std::fs;
use std::path::{Path, PathBuf};

use super::source::{root, sources};

/// Returns every document of the project.
fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            found.extend(sources(&path, &["md"]));
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
    found
}

/// Returns the lines of a document outside blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

/// Returns the targets of the links and images of a document.
fn links(text: &str) -> Vec<String> {
    let mut links = Vec::new();
    for line in prose(text) {
        // Every second part stands in backquotes.
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("code");
        let targets = plain.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        links.extend(targets.map(str::to_owned));
    }
    links
}

/// Returns the anchor of each heading of a document: its words in lower case, joined by hyphens.
fn anchors(text: &str) -> Vec<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let heading = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(anchor).collect()
}

/// Returns what is wrong with the links of a document.
fn broken(document: &Path, text: &str) -> Vec<String> {
    let is_broken = |link: &String| {
        if link.contains("://") {
            return false;
        }
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let path = match file {
            "" => document.to_owned(),
            _ => document.parent().unwrap().join(file),
        };
        let has_anchor = || {
            let text = fs::read_to_string(&path).unwrap_or_default();
            anchors(&text).iter().any(|other| other == anchor)
        };
        !path.exists() || !anchor.is_empty() && !has_anchor()
    };
    links(text).into_iter().filter(is_broken).collect()
}

#[test]
fn every_link_between_documents_leads_somewhere() {
    let documents = documents();
    assert!(documents.len() >= 10, "{documents:?}");
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in documents {
        let text = fs::read_to_string(&path).unwrap();
        count += links(&text).len();
        wrong.extend(broken(&path, &text).iter().map(|link| format!("{}: {link}", path.display())));
    }
    assert!(count >= 10, "{count} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_broken_link_is_seen() {
    let readme = root().join("README.md");
    let broken = |text| broken(&readme, text);
    assert_eq!(broken("[a](protocol.md) [b](https://example.org/x) `[c](gone.md)`"), [""; 0]);
    assert_eq!(
        broken("[a](gone.md) and ![b](protocol.md/c.png)"),
        ["gone.md", "protocol.md/c.png"]
    );
    assert_eq!(broken("```\n[a](gone.md)\n```\n[b](gone.md)"), ["gone.md"]);
    assert_eq!(
        broken("[a](#tests), [b](#no-tests), [c](protocol.md#gone)"),
        ["#no-tests", "protocol.md#gone"]
    );
    assert_eq!(anchors("# A `b`, c!\n## D-e\ntext"), ["a-b-c", "d-e"]);
}
