//! The page: the files below `web/`, part of the program. A debug build reads them from disk, so that
//! the page is edited without building.

use std::borrow::Cow;

/// A file: what it is called below `/web/`, and its text.
type File = (&'static str, &'static str);

/// Lists files of `web/` by name.
macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, files!(@text $name))),*]
    };
    (@text $name:literal) => {{
        #[cfg(debug_assertions)]
        { "" }
        #[cfg(not(debug_assertions))]
        { include_str!(concat!("web/", $name)) }
    }};
}

/// Every file of the page; a test compares the list with the folder.
const FILES: &[File] = files![
    "app.js",
    "board.css",
    "board.js",
    "dialog.js",
    "games/coerceo.js",
    "games/dominions.js",
    "games/hexceed.js",
    "games/list.js",
    "games/morris.js",
    "games/trimok.js",
    "graph.js",
    "icon.svg",
    "index.html",
    "lens.js",
    "notation.js",
    "panel.js",
    "picker.js",
    "pointer.js",
    "rules.js",
    "rules/coerceo.txt",
    "rules/dominions.txt",
    "rules/hexceed.txt",
    "rules/morris.txt",
    "rules/trimok.txt",
    "settings.js",
    "socket.js",
    "status.js",
    "svg.js",
    "theme.js",
];

/// Returns a file and its type; `None` if it is none of the page's.
pub(super) fn find(name: &str) -> Option<(Cow<'static, str>, &'static str)> {
    let kind = match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    };
    if cfg!(debug_assertions) {
        return Some((from_disk(name)?.into(), kind));
    }
    let (_, text) = FILES.iter().find(|(known, _)| *known == name)?;
    Some(((*text).into(), kind))
}

/// Reads a file of the folder, whether it is listed yet or not.
fn from_disk(name: &str) -> Option<String> {
    let is_plain = |part: &str| {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        !part.is_empty() && !part.starts_with('.') && part.chars().all(is_letter)
    };
    let path = format!("{}/src/board/web/{name}", env!("CARGO_MANIFEST_DIR"));
    name.split('/').all(is_plain).then(|| std::fs::read_to_string(path).ok())?
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn below(folder: &Path, prefix: &str) -> Vec<String> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                names.extend(below(&entry.path(), &format!("{name}/")));
            } else {
                names.push(name);
            }
        }
        names
    }

    #[test]
    fn the_list_is_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/board/web");
        let mut found = below(&folder, "");
        found.sort();
        let mut listed: Vec<_> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
        listed.sort();
        assert_eq!(found, listed);
        for name in listed {
            assert!(find(&name).is_some(), "{name}");
        }
    }

    #[test]
    fn nothing_else_is_a_file() {
        for name in [
            "",
            "x",
            "../mod.rs",
            "..",
            "/etc/passwd",
            "games/../../mod.rs",
            "../web/index.html",
            "./index.html",
            ".html",
            "games//x.js",
            "a\\b.js",
            "a b.js",
        ] {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
