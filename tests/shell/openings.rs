//! The openings that matches of two builds are played from, `benches/openings`.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::common::program::run;

#[test]
fn every_game_has_openings_that_can_be_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/openings");
    for game in ["coerceo", "dominions", "hexceed", "morris", "trimok"] {
        let path = folder.join(format!("{game}.txt"));
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let different: HashSet<&str> = lines.iter().copied().collect();
        assert!(lines.len() >= 2500 && different.len() == lines.len(), "{game}: {}", lines.len());
        assert!(text.len() < 100 * lines.len(), "{game}: {} bytes", text.len());
        let made = format!("\n# quincunx match {game} --print-openings --rounds {} ", lines.len());
        assert!(text.starts_with(&format!("# openings of {game}: ")) && text.contains(&made));
        // A match reads all of them, and stops at the first that is wrong.
        let words = ["match", game, "--engine", "random", "--engine", "random:name=other"];
        let found =
            run(&[&words[..], &["--rounds", "1", "--openings", path.to_str().unwrap()]].concat());
        assert_eq!(found.code, Some(0), "{found:?}");
    }
}
