//! Certificates of tables: what is committed, what differs, and what the guide says of them.
//!
//! Small tables are built here; `scripts/deep.sh certified` compares whole sets.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::path;
use crate::common::program::run;
use crate::tablebase::{BY_DEFAULT, PLACING, TO_THE_END};
use crate::{coerceo_tables, trimok_tables};
use quincunx::tablebase::{Certificate, Certified};
use tempfile::TempDir;

/// Returns the file of a certificate, called as its game, or `GAME-end` when that is not the metric by default.
fn name_of(certificate: &str) -> String {
    path(&format!("certificates/{certificate}.txt")).to_string_lossy().into_owned()
}

fn certificate(name: &str) -> Certificate {
    let text = fs::read_to_string(name_of(name)).unwrap();
    let read = Certificate::parse(&text).unwrap();
    assert_eq!(read.game, name.trim_end_matches("-end"));
    // But for the program's version.
    let said = read.to_string();
    let without_version = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.starts_with("program")).map(str::to_owned).collect()
    };
    assert_eq!(without_version(&text), without_version(&said));
    read
}

/// Compares the tables of some units in a folder with the certificate in a file. Returns whether they are as
/// certified, and what is said.
fn check(folder: &Path, pairs: &str, file: &str) -> (bool, String) {
    let folder = folder.to_string_lossy();
    let words = ["tablebase", "certify", "--path", &*folder, "--pairs", pairs, "--check", file];
    let done = run(&words);
    assert_eq!(done.error, "");
    (done.code == Some(0), done.out)
}

#[test]
fn small_sets_are_as_certified() {
    for (name, folder, pairs, sectors) in [
        ("morris", BY_DEFAULT.path(), "3-3..4-4", 4),
        ("morris", PLACING.path(), "p17-2-3", 1),
        ("morris", PLACING.path(), "p17-3-4", 1),
        ("morris-end", TO_THE_END.path(), "3-3..4-4", 4),
        ("trimok", trimok_tables::BY_DEFAULT.path(), "1-1..2-1", 3),
        ("trimok-end", trimok_tables::TO_THE_END.path(), "1-1..2-1", 3),
        ("coerceo", coerceo_tables::TO_THE_END.path(), "single", 12),
        ("coerceo", coerceo_tables::TO_THE_END.path(), "pair", 42),
        ("coerceo", coerceo_tables::TO_THE_END.path(), "triangle-2-3", 2),
    ] {
        let (is_right, said) = check(folder, pairs, &name_of(name));
        assert!(is_right, "{name} {pairs}: {said}");
        let are = if sectors == 1 { "sector is" } else { "sectors are" };
        assert_eq!(said, format!("{sectors} {are} as certified\n"), "{name} {pairs}");
    }
}

#[test]
fn the_first_difference_is_named() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("kept.txt");
    let file_name = file.to_string_lossy().into_owned();
    let whole = fs::read_to_string(name_of("morris")).unwrap();
    let line = |name: &str| {
        let start = format!("{name} ");
        whole.lines().find(|line| line.starts_with(&start)).unwrap().to_owned()
    };
    let (old, last) = (line("4-3"), line("3-4"));
    let digit = if old.ends_with('0') { "1" } else { "0" };
    let other_hash = format!("{}{digit}", &old[..old.len() - 1]);
    let other_count = old.replacen("75397", "75396", 1);
    assert_ne!(old, other_count);
    for (text, expected) in [
        (whole.replace(&old, &other_hash), "DIFFERENT: 4-3: the tables say"),
        (whole.replace(&old, &other_count), "DIFFERENT: 4-3: the tables say"),
        (whole.replace(&format!("{last}\n"), ""), "DIFFERENT: 3-4 is not in the certificate"),
        (
            format!("{whole}{}\n", last.replace("3-4", "x-y")),
            "DIFFERENT: x-y is in the certificate, but there is no table of it",
        ),
        (
            whole.replace("limit of 100", "limit of 50"),
            "DIFFERENT: the metric: conversion under a quiet limit of 100 in the tables, \
             conversion under a quiet limit of 50 in the certificate",
        ),
        (whole.replace("game morris", "game chess"), "DIFFERENT: the game: morris in the tables"),
        (
            whole.replace("4324646368", "4324646367"),
            "DIFFERENT: all pairs of the certificate is not the sum of its sectors",
        ),
    ] {
        assert_ne!(text, whole);
        fs::write(&file, text).unwrap();
        let (is_right, said) = check(BY_DEFAULT.path(), "3-3..4-4", &file_name);
        assert!(!is_right && said.starts_with(expected), "{said}");
    }
    // Without a choice of tables, those that are missing count as well.
    let folder_name = BY_DEFAULT.path().to_string_lossy().into_owned();
    let all = run(&["tablebase", "certify", "--path", &folder_name, "--check", &name_of("morris")]);
    assert_eq!(all.code, Some(1), "{all:?}");
    let missing = "DIFFERENT: 5-3 is in the certificate, but there is no table of it\n";
    assert_eq!(all.out, missing);

    for (text, expected) in [
        ("", "it names no game, or no sector: it is not a certificate"),
        ("game morris\n3-3 1 2 3 4 5 6\n", "line 2: \"3-3 1 2 3 4 5 6\" is not a sector with"),
        ("game morris\n3-3 1 2\n", "line 2: \"3-3 1 2\" is not a sector with"),
    ] {
        fs::write(&file, text).unwrap();
        let words = ["tablebase", "certify", "--path", &folder_name, "--check", &file_name];
        let refused = run(&words);
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.error.contains(expected), "{refused:?}");
    }
}

/// Tables of two metrics have the same values where games that are not drawn end without a removal before,
/// and so the same hash, in files with other headers; elsewhere they have others.
#[test]
fn a_certificate_is_of_values_alone() {
    let text = |folder: &Path| {
        let folder = folder.to_string_lossy();
        run(&["tablebase", "certify", "--pairs", "3-3..4-4", "--path", &*folder]).out
    };
    let by_default = Certificate::parse(&text(BY_DEFAULT.path())).unwrap();
    let to_the_end = Certificate::parse(&text(TO_THE_END.path())).unwrap();
    assert_eq!(by_default.sectors.len(), 4);
    for ((name, one), (_, other)) in by_default.sectors.iter().zip(&to_the_end.sectors) {
        assert_eq!(one.hash == other.hash, ["3-3", "4-4"].contains(&name.as_str()), "{name}");
    }
    assert_eq!(to_the_end.metric, "end of the game");
}

/// Returns a number with commas.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut parts: Vec<&str> = Vec::new();
    let mut rest = digits.as_str();
    while rest.len() > 3 {
        let (first, last) = rest.split_at(rest.len() - 3);
        parts.push(last);
        rest = first;
    }
    parts.push(rest);
    parts.reverse();
    parts.join(",")
}

/// The sums of each certificate are those of its sectors, and stand in the guide.
#[test]
fn the_guide_lists_what_is_proven() {
    let guide = path("../src/guide/tables.md");
    let guide = fs::read_to_string(guide).unwrap();
    let mut expected = Vec::new();
    for name in ["coerceo", "morris", "morris-end", "trimok", "trimok-end"] {
        let kept = certificate(name);
        let metric = if name.ends_with("-end") { ", `--metric end`" } else { "" };
        assert!(!kept.sums.is_empty());
        let mut rest = &kept.sectors[..];
        for (kind, sum) in &kept.sums {
            // A kind follows the other: as many sectors as it takes.
            let is_sum = |count: &usize| {
                Certified::sum(rest[..*count].iter().map(|(_, holds)| holds)) == *sum
            };
            let count = (1..=rest.len()).find(is_sum);
            let count = count.unwrap_or_else(|| panic!("{name}: {kind} is no sum of its sectors"));
            rest = &rest[count..];
            let [won, drawn, lost] = sum.results;
            let numbers = [won + drawn + lost, won, drawn, lost].map(grouped).join(" | ");
            let hash: String = sum.hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            let (game, longest) = (&kept.game, sum.longest[0]);
            expected.push(format!("| {game}, {kind}{metric} | {numbers} | {longest} | `{hash}` |"));
        }
        assert!(rest.is_empty(), "{name}: sectors without a sum");
    }
    let there: BTreeSet<&str> = guide.lines().filter(|line| line.contains("` |")).collect();
    let wanted: BTreeSet<&str> = expected.iter().map(String::as_str).collect();
    assert_eq!(there, wanted, "\n{}", expected.join("\n"));
}
