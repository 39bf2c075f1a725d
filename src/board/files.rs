//! What the page fetches: the files below `web/`, compiled into the program, and what the server knows
//! of the games. A debug build reads the files from disk, so that the page can be edited without
//! rebuilding.
//!
//! Every address contains a hash of everything, `/web/HASH/NAME`, so that a browser need not ask again.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::catalogue::Catalogue;
use crate::kernel::Gather;

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
    "clock.js",
    "coach.js",
    "dialog.js",
    "dom.js",
    "editor.js",
    "explorer.js",
    "fields.js",
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
    "layout.css",
    "layout.js",
    "lens.js",
    "lines.js",
    "look.js",
    "moves.js",
    "over.js",
    "panel.js",
    "picker.js",
    "pointer.js",
    "puzzles.js",
    "review.js",
    "rules.js",
    "scene.js",
    "settings.js",
    "snapshot.js",
    "socket.js",
    "sounds.js",
    "status.js",
    "svg.js",
    "tabs.js",
    "theme.js",
    "tints.js",
    "tree.js",
    "words.js",
    "words/de.json",
    "words/en.json",
    "words/fi.json",
];

/// The level of zstd. The whole page takes two milliseconds; higher levels save less than a hundredth.
const LEVEL: i32 = 6;
/// The length of a hash.
const DIGITS: usize = 16;
/// What an address that contains the right hash may be cached for.
const FOREVER: HeaderValue = HeaderValue::from_static("private, max-age=31536000, immutable");

/// Where the page has the list of languages.
const LANGUAGES: &str = "<!-- languages -->";

/// The files of the page.
pub(super) struct Files {
    /// Those that the server writes, by name.
    written: Vec<(String, String)>,
    site: OnceLock<Arc<Site>>,
}

/// All files at one time.
struct Site {
    hash: String,
    files: Vec<Asset>,
}

struct Asset {
    name: String,
    kind: &'static str,
    text: Cow<'static, str>,
    small: OnceLock<Option<Bytes>>,
}

impl Files {
    pub(super) fn new(catalogue: &Catalogue) -> Self {
        let mut written = vec![("games.json".to_owned(), catalogue.text())];
        for game in &catalogue.games {
            if let Some(guide) = catalogue.guide(game.name) {
                written.push((format!("rules/{}.json", game.name), guide.to_string()));
            }
        }
        Self { written, site: OnceLock::new() }
    }

    /// Answers a request for a file, `NAME` or `HASH/NAME`, compressed if the browser accepts that.
    pub(super) fn serve(&self, path: &str, headers: &HeaderMap) -> Response {
        let site = self.site();
        let parts = path.split_once('/').filter(|(hash, _)| is_hash(hash));
        let (hash, name) = parts.unwrap_or(("", path));
        let Some(asset) = site.files.iter().find(|asset| asset.name == name) else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let mut response = asset.send(headers);
        if hash == site.hash {
            response.headers_mut().insert(header::CACHE_CONTROL, FOREVER);
        }
        response
    }

    fn site(&self) -> Arc<Site> {
        let site = || Arc::new(Site::new(&self.written));
        if cfg!(debug_assertions) { site() } else { Arc::clone(self.site.get_or_init(site)) }
    }
}

fn is_hash(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl Site {
    fn new(written: &[(String, String)]) -> Self {
        let own = FILES.iter().filter_map(|(name, text)| Some(((*name).into(), find(name, text)?)));
        let written = written.iter().map(|(name, text)| (name.clone(), text.clone().into()));
        let texts: Vec<(String, Cow<'static, str>)> = own.chain(written).gather();
        let mut hasher = DefaultHasher::new();
        texts.hash(&mut hasher);
        let hash = format!("{:0DIGITS$x}", hasher.finish());
        let mut links =
            format!(r#"<link rel="preload" href="/web/{hash}/games.json" as="fetch" crossorigin>"#);
        let names = texts.iter().map(|(name, _)| name);
        for name in names.filter(|name| name.ends_with(".js") && *name != "theme.js") {
            links += &format!("\n<link rel=\"modulepreload\" href=\"/web/{hash}/{name}\">");
        }
        let languages = texts.iter().filter_map(language).gather().concat();
        let asset = |(name, text): (String, Cow<'static, str>)| {
            let kind = kind(&name)?;
            let text = match name.as_str() {
                "index.html" => {
                    let text = text.replace("\"/web/", &format!("\"/web/{hash}/"));
                    let text = text.replace("</head>", &format!("{links}\n</head>"));
                    text.replace(LANGUAGES, &languages).into()
                }
                _ => text,
            };
            Some(Asset { name, kind, text, small: OnceLock::new() })
        };
        let files = texts.into_iter().filter_map(asset).gather();
        Self { hash, files }
    }
}

/// Returns the choice of a language, if a file has its words.
fn language((name, text): &(String, Cow<'static, str>)) -> Option<String> {
    let code = name.strip_prefix("words/")?.strip_suffix(".json")?;
    let words: Value = serde_json::from_str(text).ok()?;
    Some(format!(r#"<option value="{code}" lang="{code}">{}</option>"#, words["name"].as_str()?))
}

impl Asset {
    /// Sends the file, compressed if the browser reads that.
    fn send(&self, headers: &HeaderMap) -> Response {
        let pack = || zstd::encode_all(self.text.as_bytes(), LEVEL).ok().map(Bytes::from);
        let small = accepts(headers).then(|| self.small.get_or_init(pack).clone()).flatten();
        let coding = small.is_some().then(|| HeaderValue::from_static("zstd"));
        let body = small.map_or_else(|| Body::from(self.text.clone().into_owned()), Body::from);
        let mut response =
            ([(header::CONTENT_TYPE, self.kind), (header::VARY, "accept-encoding")], body)
                .into_response();
        if let Some(coding) = coding {
            response.headers_mut().insert(header::CONTENT_ENCODING, coding);
        }
        response
    }
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

/// Returns the type of a file by its name.
fn kind(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        _ => return None,
    })
}

/// Returns the text of a file: that in the program, or in a debug build that on disk.
fn find(name: &str, text: &'static str) -> Option<Cow<'static, str>> {
    if !cfg!(debug_assertions) {
        return Some(text.into());
    }
    let path = format!("{}/src/board/web/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).ok().map(Cow::from)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::engine::Engine;

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
        for (name, text) in FILES {
            assert!(find(name, text).is_some() && kind(name).is_some(), "{name}");
        }
    }

    fn get(files: &Files, path: &str) -> (StatusCode, Option<HeaderValue>) {
        let response = files.serve(path, &HeaderMap::new());
        (response.status(), response.headers().get(header::CACHE_CONTROL).cloned())
    }

    #[test]
    fn what_has_the_hash_is_cached() {
        let files = Files::new(&Catalogue::new(Engine::new()));
        let site = files.site();
        let hash = &site.hash;
        let index = site.files.iter().find(|asset| asset.name == "index.html").unwrap();
        let index = &index.text;
        let found = index.matches("/web/").count();
        assert!(found > 20, "{index}");
        assert_eq!(index.matches(&format!("\"/web/{hash}/")).count(), found, "{index}");
        for part in index.split("\"/web/").skip(1) {
            let path = part.split('"').next().unwrap();
            assert_eq!(get(&files, path), (StatusCode::OK, Some(FOREVER)), "{path}");
        }
        for name in ["app.js", "games/plain.js", "games.json", "rules/morris.json"] {
            assert_eq!(get(&files, name), (StatusCode::OK, None), "{name}");
            let path = format!("{hash}/{name}");
            assert_eq!(get(&files, &path), (StatusCode::OK, Some(FOREVER)), "{name}");
            // The page of another version of the program goes on, but nothing is kept under its hash.
            let path = format!("0123456789abcdef/{name}");
            assert_eq!(get(&files, &path), (StatusCode::OK, None), "{name}");
        }
    }

    #[test]
    fn another_text_has_another_hash() {
        let hash = |text: &str| Site::new(&[("games.json".to_owned(), text.to_owned())]).hash;
        assert_eq!(hash("1"), hash("1"));
        assert_ne!(hash("1"), hash("2"));
    }

    #[test]
    fn nothing_else_is_a_file() {
        let files = Files::new(&Catalogue::new(Engine::new()));
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
            "rules/chess.json",
            "0123456789abcdef",
            "0123456789abcdef/",
            "0123456789abcdef/../app.js",
            "0123456789abcdef/0123456789abcdef/app.js",
            "xyz/app.js",
        ] {
            assert_eq!(get(&files, name), (StatusCode::NOT_FOUND, None), "{name}");
        }
    }
}
