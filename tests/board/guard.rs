//! What does not come in: forged messages, strangers, floods, too many tabs and games.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::client::{PATIENCE, Page, Server, ai, human, seen, wait_until};

#[test]
fn forged_messages_change_nothing() {
    let server = Server::start();
    let mut page = server.page();
    let name = page.first_game();
    let mut state = page.begin(&name, [human(), human()]);
    let engines = server.engines().len();
    for text in [
        "quit",
        "{",
        "[]",
        "\u{0}",
        r#"{"do":"quit"}"#,
        r#"{"do":"move","move":"x\nquit","ply":0}"#,
        r#"{"do":"move","move":"x quit","ply":0}"#,
        r#"{"do":"move","move":"moves","ply":0}"#,
        r#"{"do":"try","things":"x\u0000y","ply":0}"#,
        r#"{"do":"go-to","ply":0,"line":"x\u0000y"}"#,
        r#"{"do":"remember","seat":1,"name":"x\nquit"}"#,
        r#"{"do":"remember","seat":1,"name":"../../x"}"#,
        r#"{"do":"forget","name":"..","game":null}"#,
        r#"{"do":"analyse","ply":0,"lines":99}"#,
        r#"{"do":"judge","ms":999999999}"#,
        r#"{"do":"hello","token":"x","session":null,"more":1}"#,
    ] {
        page.send(text);
        let answer = page.read();
        assert_eq!(
            (&answer["is"], &answer["code"]),
            (&json!("refused"), &json!("bad-message")),
            "{text}: {answer}"
        );
    }
    for request in [
        json!({"do": "forget", "name": "x", "game": "../../etc"}),
        json!({"do": "new", "game": format!("{name}\nquit"), "seats": [human(), human()]}),
        json!({"do": "load", "text": format!("[Game \"{name}\"]\n[Rules \"Hash=1\"]\n*\n")}),
        json!({"do": "load", "text": format!("[Game \"{name}\"]\n[Start \"x\ry\"]\n*\n")}),
    ] {
        let answer = page.ask(request.clone());
        assert_eq!(answer["is"], "refused", "{request}: {answer}");
    }
    page.socket.send(Message::binary(vec![0; 10])).unwrap();
    assert_eq!(page.read()["code"], "bad-message");
    // A message that is too long costs the socket, and nothing else.
    let session = page.session().to_owned();
    let long = format!(r#"{{"do":"move","move":"{}","ply":0}}"#, "x".repeat(1 << 20));
    let _ = page.socket.send(Message::text(long));
    assert!(matches!(page.closed(), Some(CloseCode::Size) | None));
    let now = seen(&server, &session);
    state.as_object_mut().unwrap().remove("n");
    assert_eq!(now, state);
    assert_eq!(server.engines().len(), engines);
}

#[test]
fn nobody_gets_in_without_host_origin_and_token() {
    let server = Server::start();
    let port = server.port;
    let status = |answer: &str| answer.split(' ').nth(1).unwrap_or_default().to_owned();
    let page = server.http(&format!("GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}"));
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src \
         'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "cache-control: no-store",
        "cross-origin-resource-policy: same-origin",
    ] {
        assert!(page.contains(header), "{header}: {page}");
    }
    for host in ["evil.example", "127.0.0.1", "localhost:1", "0.0.0.0"] {
        for path in ["/", "/web/app.js", "/ws", "/x"] {
            let answer = server.http(&format!("GET {path} HTTP/1.1\r\nHost: {host}"));
            assert_eq!(status(&answer), "403", "{host}{path}");
            assert!(answer.contains("content-security-policy: "), "{answer}");
        }
    }
    assert_eq!(status(&server.http("GET / HTTP/1.1")), "403", "no host is none of ours");
    for path in ["/x", "/web/../mod.rs", "/web/%2e%2e/mod.rs", "/web/..%2fmod.rs", "/src", "/web/"]
    {
        let answer = server.http(&format!("GET {path} HTTP/1.1\r\nHost: localhost:{port}"));
        assert_eq!(status(&answer), "404", "{path}");
    }
    for origin in ["", "null", "http://evil.example", "https://127.0.0.1", "http://127.0.0.1:1"] {
        assert_eq!(Page::connect(port, origin).err().map(|s| s.as_u16()), Some(403), "{origin}");
    }
    let ours = format!("http://localhost:{port}");
    for hello in [
        json!({"n": 1, "do": "hello", "token": "", "session": null}),
        json!({"n": 1, "do": "hello", "token": "0".repeat(32), "session": null}),
        json!({"n": 1, "do": "hello", "token": server.token.to_uppercase() + "0", "session": null}),
        json!({"n": 1, "do": "undo"}),
        json!({"n": 1, "do": "memories"}),
        json!("hello"),
    ] {
        let mut page = Page::connect(port, &ours).unwrap();
        page.send(&hello.to_string());
        assert_eq!(page.closed(), Some(CloseCode::Policy), "{hello}");
    }
    let mut page = Page::connect(port, &ours).unwrap();
    let _ = page.socket.send(Message::text("x".repeat(1 << 20)));
    assert!(matches!(page.closed(), Some(CloseCode::Size) | None));
    // Sockets that say nothing keep nobody out: the oldest makes room.
    let mut strangers: Vec<_> = (0..17).map(|_| Page::connect(port, &ours).unwrap()).collect();
    server.page();
    assert_eq!(strangers[0].closed(), Some(CloseCode::Policy));
}

#[test]
fn silence_is_cut_off() {
    let server = Server::start();
    let mut page =
        Page::connect(server.port, &format!("http://127.0.0.1:{}", server.port)).unwrap();
    let began = Instant::now();
    assert_eq!(page.closed(), Some(CloseCode::Policy));
    assert!(began.elapsed() >= Duration::from_millis(4900));
}

#[test]
fn half_a_request_is_cut_off() {
    let server = Server::start();
    for half in ["", "GET / HTTP/1.1\r\nHost: "] {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(half.as_bytes()).unwrap();
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap_or_else(|error| panic!("{half:?}: {error}"));
    }
}

#[test]
fn idle_connections_keep_nobody_out() {
    let server = Server::start();
    let connect = |_| TcpStream::connect(("127.0.0.1", server.port)).unwrap();
    let idle: Vec<_> = (0..150).map(connect).collect();
    let answer = server.http(&format!("GET / HTTP/1.1\r\nHost: localhost:{}", server.port));
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let files = std::fs::read_dir(format!("/proc/{}/fd", server.process.id())).unwrap().count();
    assert!(files < 64, "{files} open files");
    drop(idle);
}

#[test]
fn a_flood_is_refused_and_then_cut_off() {
    let server = Server::start();
    let mut page = server.page();
    for _ in 0..100 {
        page.send(r#"{"do":"stop"}"#);
    }
    let codes: Vec<_> =
        (0..100).map(|_| page.read()["code"].as_str().unwrap().to_owned()).collect();
    let taken = codes.iter().filter(|code| *code == "no-game").count();
    assert!((60..100).contains(&taken), "{taken} of 100");
    assert_eq!(codes.iter().filter(|code| *code == "too-much").count(), 100 - taken);
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(page.ask(json!({"do": "stop"}))["code"], "no-game");
    for _ in 0..1000 {
        if page.socket.send(Message::text("{}")).is_err() {
            break;
        }
    }
    assert!(matches!(page.closed(), Some(CloseCode::Policy) | None));
}

#[test]
fn tabs_and_games_have_limits() {
    let server = Server::start();
    let first = server.page();
    let session = first.session().to_owned();
    let tabs: Vec<Page> = (0..3).map(|_| server.join(Some(&session))).collect();
    let refused = |session: Option<&str>| {
        let mut page =
            Page::connect(server.port, &format!("http://127.0.0.1:{}", server.port)).unwrap();
        let answer = page.ask(json!({"do": "hello", "token": server.token, "session": session}));
        assert_eq!(answer["code"], "too-much", "{answer}");
        assert_eq!(page.closed(), Some(CloseCode::Again));
    };
    refused(Some(&session));
    let mut others: Vec<Page> = (0..7).map(|_| server.page()).collect();
    refused(None);
    // A session that nobody looks at makes room for another.
    drop(others.pop());
    wait_until("there is room", || {
        let mut page =
            Page::connect(server.port, &format!("http://127.0.0.1:{}", server.port)).unwrap();
        page.ask(json!({"do": "hello", "token": server.token, "session": null}))["is"] == "welcome"
    });
    drop(tabs);
}

#[test]
fn the_game_that_was_left_first_makes_room() {
    let server = Server::start();
    let pages: Vec<Page> = (0..8).map(|_| server.page()).collect();
    let ids: Vec<String> = pages.iter().map(|page| page.session().to_owned()).collect();
    for mut page in pages {
        page.socket.close(None).unwrap();
        page.closed();
    }
    let _ninth = server.page();
    let kept: Vec<Page> = ids[1..].iter().map(|id| server.join(Some(id))).collect();
    for (page, id) in kept.iter().zip(&ids[1..]) {
        assert_eq!(page.session(), id);
    }
}

/// Men that step to and fro for ever.
const CIRCLE: [&str; 4] = ["W[c5-c4]", "B[f2-f4]", "W[c4-c5]", "B[f4-f2]"];

#[test]
fn a_game_ends_after_five_thousand_plies() {
    let server = Server::start();
    let mut page = server.page();
    let moves: Vec<&str> = CIRCLE.into_iter().cycle().take(4998).collect();
    let begin = |page: &mut Page, seats: [Value; 2]| {
        let state = page.ask(json!({
            "do": "new", "game": "morris", "seats": seats, "speed": 0,
            "options": {"Morris Quiet": 0, "Morris Repetition": 0},
            "position": "B[d7,b6,d6,f2]W[c5,d5,e4,g1]turn[W]", "moves": moves.join(" "),
        }));
        assert_eq!((&state["is"], &state["ply"]), (&json!("state"), &json!(4998)), "{state}");
    };
    begin(&mut page, [human(), human()]);
    for ply in 4998..5000 {
        let state = page.ask(json!({"do": "move", "move": CIRCLE[ply % 4], "ply": ply}));
        assert_eq!((&state["is"], &state["ply"]), (&json!("state"), &json!(ply + 1)), "{state}");
        let waits = if ply == 4999 { "over" } else { "human" };
        assert_eq!((&state["waits"], &state["result"]), (&json!(waits), &Value::Null));
    }
    let refused = page.ask(json!({"do": "move", "move": CIRCLE[0], "ply": 5000}));
    assert_eq!(refused["code"], "too-much", "{refused}");
    // What was played can be saved, loaded and taken back.
    let file = page.ask(json!({"do": "export"}));
    let loaded = page.ask(json!({"do": "load", "text": file["text"]}));
    assert_eq!((&loaded["ply"], &loaded["waits"]), (&json!(5000), &json!("over")), "{loaded}");
    assert_eq!(page.ask(json!({"do": "undo"}))["waits"], "human");
    // Engines stop there as well.
    begin(&mut page, [ai(1), ai(1)]);
    let state = page.state(|state| state["ply"] == 5000);
    assert_eq!((&state["waits"], &state["result"]), (&json!("over"), &Value::Null));
}

/// The files that a browser fetches for the page: what `index.html` names, and what its modules import.
fn files_of_the_page(server: &Server) -> Vec<String> {
    let web = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/board/web");
    let mut found = vec!["/".to_owned()];
    for at in 0.. {
        let Some(file) = found.get(at).cloned() else { break };
        let name = file.strip_prefix("/web/").unwrap_or("index.html");
        let text = std::fs::read_to_string(web.join(name)).unwrap();
        let marks = if at == 0 { ["href=\"", "src=\""] } else { ["import '", "from '"] };
        for mark in marks {
            for (start, _) in text.match_indices(mark) {
                let path = &text[start + mark.len()..];
                let path = &path[..path.find(['"', '\'']).unwrap()];
                let folder = file.rsplit_once('/').unwrap().0;
                let path = match (path.strip_prefix("../"), path.strip_prefix("./")) {
                    (Some(rest), _) => format!("/web/{rest}"),
                    (_, Some(rest)) => format!("{folder}/{rest}"),
                    _ => path.to_owned(),
                };
                if !found.contains(&path) {
                    found.push(path);
                }
            }
        }
    }
    assert!(found.len() > 20, "{found:?} on {}", server.port);
    found
}

#[test]
fn the_page_is_small_on_the_wire() {
    let server = Server::start();
    let mut sizes = [0, 0];
    for path in files_of_the_page(&server) {
        let get = |coding: &str| {
            let head = format!("GET {path} HTTP/1.1\r\nHost: localhost:{}", server.port);
            let (head, body) = server.fetch(&format!("{head}\r\nAccept-Encoding: {coding}"));
            assert!(head.starts_with("HTTP/1.1 200 "), "{path}: {head}");
            assert!(head.contains("vary: accept-encoding"), "{path}: {head}");
            (head.contains("content-encoding: zstd"), body)
        };
        let (is_small, plain) = get("gzip, deflate, zstd;q=0");
        assert!(!is_small && !plain.is_empty(), "{path}");
        let (is_small, small) = get("gzip, deflate, br, zstd");
        assert!(is_small, "{path}");
        assert_eq!(zstd::decode_all(&small[..]).unwrap(), plain, "{path}");
        sizes[0] += plain.len();
        sizes[1] += small.len();
    }
    println!("the page has {} bytes, {} on the wire", sizes[0], sizes[1]);
    assert!(sizes[1] < 100_000, "{sizes:?}");
}

#[test]
fn the_rules_are_those_of_the_games() {
    let server = Server::start();
    let get = |name: &str| {
        let head = format!("GET /web/rules/{name} HTTP/1.1\r\nHost: localhost:{}", server.port);
        let (head, body) = server.fetch(&head);
        (head.split(' ').nth(1).unwrap_or_default().to_owned(), body)
    };
    for game in ["coerceo", "dominions", "hexceed", "morris", "trimok"] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
        let rules = std::fs::read_to_string(folder.join(game).join("rules.txt")).unwrap();
        let (code, body) = get(&format!("{game}.json"));
        let blocks: Vec<Value> = serde_json::from_slice(&body).unwrap();
        assert_eq!((code.as_str(), blocks.len()), ("200", rules.trim().split("\n\n").count()));
        let text = rules.lines().next().unwrap();
        assert!(blocks[0]["paragraph"].as_str().unwrap().starts_with(text), "{game}: {text}");
        let pictures = blocks.iter().filter(|block| block["picture"]["pieces"].is_string());
        assert_eq!(pictures.count(), rules.matches("\n@ ").count(), "{game}");
    }
    for name in ["chess.json", "morris", "", "../app.js", "morris.json/x"] {
        assert_eq!(get(name).0, "404", "{name:?}");
    }
}
