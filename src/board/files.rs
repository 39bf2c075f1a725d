//! The page: the files below `web/`, compiled into the program. A debug build reads them from disk,
//! so that the page can be edited without rebuilding.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A file: its name below `/web/`, and its text.
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
    "analysis.js",
    "app.js",
    "board.css",
    "board.js",
    "dialog.js",
    "dom.js",
    "games/coerceo.js",
    "games/dominions.js",
    "games/hexceed.js",
    "games/list.js",
    "games/morris.js",
    "games/plain.js",
    "games/trimok.js",
    "graph.js",
    "icon.svg",
    "index.html",
    "keys.js",
    "lens.js",
    "look.js",
    "panel.js",
    "picker.js",
    "pointer.js",
    "rules.js",
    "scene.js",
    "settings.js",
    "socket.js",
    "status.js",
    "svg.js",
    "tabs.js",
    "theme.js",
    "tints.js",
];

/// The level of zstd. The whole page takes two milliseconds; higher levels save less than a hundredth.
const LEVEL: i32 = 6;

/// Answers a request for a file, compressed if the browser accepts that.
pub(super) fn serve(name: &str, headers: &HeaderMap) -> Response {
    let Some((text, kind)) = find(name) else { return StatusCode::NOT_FOUND.into_response() };
    send(text, kind, headers)
}

/// The type of JSON.
pub(super) const JSON: &str = "application/json";

/// Sends a text, compressed if the browser reads that.
pub(super) fn send(text: Cow<'static, str>, kind: &'static str, headers: &HeaderMap) -> Response {
    let small = accepts(headers).then(|| zstd::encode_all(text.as_bytes(), LEVEL).ok()).flatten();
    let coding = small.is_some().then(|| HeaderValue::from_static("zstd"));
    let body = small.map_or_else(|| Body::from(text.into_owned()), Body::from);
    let mut response =
        ([(header::CONTENT_TYPE, kind), (header::VARY, "accept-encoding")], body).into_response();
    if let Some(coding) = coding {
        response.headers_mut().insert(header::CONTENT_ENCODING, coding);
    }
    response
}

/// Returns whether a browser accepts zstd: `gzip, zstd`, but not `zstd;q=0`.
fn accepts(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(header::ACCEPT_ENCODING).iter();
    let codings = lists.filter_map(|list| list.to_str().ok()).flat_map(|list| list.split(','));
    codings.map(|coding| coding.split_once(';').unwrap_or((coding, ""))).any(|(name, weight)| {
        let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
        name.trim().eq_ignore_ascii_case("zstd") && weight.is_ok_and(|weight| weight > 0.0)
    })
}

/// Returns a file and its type; `None` if it is not part of the page.
fn find(name: &str) -> Option<(Cow<'static, str>, &'static str)> {
    let kind = match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    if cfg!(debug_assertions) {
        return Some((from_disk(name)?.into(), kind));
    }
    let (_, text) = FILES.iter().find(|(known, _)| *known == name)?;
    Some(((*text).into(), kind))
}

/// Reads a file of the folder, whether or not it is listed yet.
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
