//! A browser driven by the Chrome DevTools Protocol over two pipes: JSON messages, each ended by NUL.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Value, json};

/// How long anything may take on a machine that is busy with other work.
const PATIENCE: Duration = Duration::from_secs(60);

struct Pipe {
    child: Child,
    input: ChildStdin,
    output: Receiver<Value>,
    last: u64,
    events: VecDeque<Value>,
}

/// A browser of its own, with a profile of its own; it ends with the value.
#[derive(Clone)]
pub(crate) struct Browser {
    pipe: Rc<RefCell<Pipe>>,
    _profile: Rc<tempfile::TempDir>,
}

/// One tab.
pub(crate) struct Tab {
    browser: Browser,
    session: String,
}

impl Browser {
    /// Starts `$BROWSER_PROGRAM`, or `chromium-headless-shell`.
    pub(crate) fn start() -> Self {
        let program =
            env::var("BROWSER_PROGRAM").unwrap_or_else(|_| "chromium-headless-shell".to_owned());
        let profile = tempfile::tempdir().expect("a folder for the profile");
        // The browser reads the descriptor 3 and writes 4.
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null 2>&1"#, &program])
            .args([
                "--headless",
                "--no-sandbox",
                "--remote-debugging-pipe",
                "--hide-scrollbars",
                "--disable-gpu",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let input = child.stdin.take().expect("a pipe to the browser");
        let mut reader = BufReader::new(child.stdout.take().expect("a pipe from the browser"));
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            while reader.read_until(0, &mut bytes).is_ok_and(|read| read > 0) {
                bytes.pop();
                let message = serde_json::from_slice(&bytes).expect("JSON from the browser");
                bytes.clear();
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let pipe = Pipe { child, input, output, last: 0, events: VecDeque::new() };
        Self { pipe: Rc::new(RefCell::new(pipe)), _profile: Rc::new(profile) }
    }

    fn call(&self, method: &str, params: &Value, session: Option<&str>) -> Value {
        self.ask(method, params, session).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Returns the result or the error of a call.
    fn ask(&self, method: &str, params: &Value, session: Option<&str>) -> Result<Value, Value> {
        let mut pipe = self.pipe.borrow_mut();
        pipe.last += 1;
        let id = pipe.last;
        let mut message = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        pipe.input.write_all(format!("{message}\0").as_bytes()).expect("the browser reads");
        loop {
            let answer = pipe
                .output
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|_| panic!("no answer to {method}"));
            if answer["id"] == id {
                let error = &answer["error"];
                return if error.is_null() {
                    Ok(answer["result"].clone())
                } else {
                    Err(error.clone())
                };
            }
            if answer["id"].is_null() {
                pipe.events.push_back(answer);
            }
        }
    }

    /// Opens a tab of a size; `mobile` has a touch screen.
    pub(crate) fn tab(&self, width: u32, height: u32, mobile: bool) -> Tab {
        let target = self.call("Target.createTarget", &json!({"url": "about:blank"}), None);
        let attached = self.call(
            "Target.attachToTarget",
            &json!({"targetId": target["targetId"], "flatten": true}),
            None,
        );
        let session = attached["sessionId"].as_str().expect("a session").to_owned();
        let tab = Tab { browser: self.clone(), session };
        for domain in ["Runtime", "Page", "Log", "Network"] {
            tab.call(&format!("{domain}.enable"), json!({}));
        }
        tab.resize(width, height, mobile);
        tab.call(
            "Emulation.setTouchEmulationEnabled",
            json!({"enabled": mobile, "maxTouchPoints": if mobile { 2 } else { 1 }}),
        );
        tab.media("light", false);
        tab
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Tab {
    pub(crate) fn resize(&self, width: u32, height: u32, mobile: bool) {
        self.call(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile}),
        );
    }

    pub(crate) fn call(&self, method: &str, params: Value) -> Value {
        self.browser.call(method, &params, Some(&self.session))
    }

    /// Another tab of the same browser.
    pub(crate) fn another(&self) -> Self {
        self.browser.tab(1280, 800, false)
    }

    pub(crate) fn open(&self, address: &str) {
        self.call("Page.navigate", json!({"url": address}));
    }

    /// Which theme the system asks for, and whether it asks for little motion.
    pub(crate) fn media(&self, scheme: &str, reduce: bool) {
        let motion = if reduce { "reduce" } else { "no-preference" };
        self.call(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": motion}]}),
        );
    }

    /// The value of an expression in the page; a promise is waited for.
    pub(crate) fn value(&self, expression: &str) -> Value {
        self.ask_value(expression).unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The value of an expression, or the browser's error.
    fn ask_value(&self, expression: &str) -> Result<Value, Value> {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let answer = self.browser.ask("Runtime.evaluate", &params, Some(&self.session))?;
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {}",
            answer["exceptionDetails"]
        );
        Ok(answer["result"]["value"].clone())
    }

    pub(crate) fn text(&self, expression: &str) -> String {
        self.value(expression).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an expression is true. A page that is just being left has no answer yet.
    pub(crate) fn until(&self, expression: &str) {
        let begun = Instant::now();
        let question = format!("Boolean({expression})");
        loop {
            match self.ask_value(&question) {
                Ok(answer) if answer == true => return,
                Err(error) if !error.to_string().contains("navigated") => {
                    panic!("{expression}: {error}")
                }
                _ => {}
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "never true: {expression}; the page says {}",
                self.state()
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// What the page shows, for the message of a failure.
    fn state(&self) -> String {
        self.text("['expected', 'help', 'refused', 'toast'].map((id) => document.getElementById(id)?.textContent).join(' | ') + ' | ' + window.quincunx?.picked + ' | ' + window.quincunx?.state?.position")
    }

    pub(crate) fn mouse(&self, kind: &str, (x, y): (f64, f64), buttons: u32) {
        self.call(
            "Input.dispatchMouseEvent",
            json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1}),
        );
    }

    pub(crate) fn touch(&self, kind: &str, points: &[(f64, f64)]) {
        let points: Vec<_> = points.iter().map(|(x, y)| json!({"x": x, "y": y})).collect();
        self.call("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points}));
    }

    /// Presses a key.
    pub(crate) fn key(&self, key: &str) {
        self.hold(key);
        self.release(key);
    }

    /// Presses a key that is held: again and again, it repeats.
    pub(crate) fn hold(&self, key: &str) {
        let text = match key {
            "Enter" => "\r",
            key if key.len() == 1 => key,
            _ => "",
        };
        self.key_event("keyDown", key, text);
    }

    pub(crate) fn release(&self, key: &str) {
        self.key_event("keyUp", key, "");
    }

    fn key_event(&self, kind: &str, key: &str, text: &str) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "Tab" => 9,
            _ => 0,
        };
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code}),
        );
    }

    /// How many colours a picture of each element has that a selector finds.
    pub(crate) fn colours(&self, selector: &str) -> Vec<u64> {
        let boxes = self.value(&format!(
            "[...document.querySelectorAll('{selector}')].map((el) => el.getBoundingClientRect().toJSON())"
        ));
        let count = |place: &Value| {
            let mut clip = place.clone();
            clip["scale"] = json!(1);
            let answer =
                self.call("Page.captureScreenshot", json!({"format": "png", "clip": clip}));
            self.value(&format!(
                "(async () => {{
                    const bytes = Uint8Array.from(atob({}), (byte) => byte.charCodeAt(0));
                    const image = await createImageBitmap(new Blob([bytes]));
                    const {{ width, height }} = image;
                    const pen = new OffscreenCanvas(width, height).getContext('2d');
                    pen.drawImage(image, 0, 0);
                    return new Set(new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer)).size;
                }})()",
                answer["data"]
            ))
        };
        let boxes = boxes.as_array().expect("a list");
        boxes.iter().map(|place| count(place).as_u64().expect("a number")).collect()
    }

    /// Writes a picture of the tab to `target/pictures/`.
    pub(crate) fn picture(&self, name: &str) {
        let answer = self.call("Page.captureScreenshot", json!({"format": "png"}));
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/target/pictures");
        fs::create_dir_all(folder).expect("a folder for pictures");
        let data = answer["data"].as_str().expect("a picture");
        let bytes = BASE64_STANDARD.decode(data).expect("Base64");
        fs::write(format!("{folder}/{name}.png"), bytes).expect("a picture on disk");
    }

    /// What the page complained of so far: errors, exceptions, what its content policy stopped.
    pub(crate) fn complaints(&self) -> Vec<String> {
        self.events(&["Log.entryAdded", "Runtime.exceptionThrown"])
            .iter()
            .map(|event| {
                format!("{}{}", event["params"]["entry"], event["params"]["exceptionDetails"])
            })
            .collect()
    }

    /// The addresses that the page has asked for.
    pub(crate) fn requests(&self) -> Vec<String> {
        let events = self.events(&["Network.requestWillBeSent", "Network.webSocketCreated"]);
        let address = |event: &Value| {
            let params = &event["params"];
            params["request"]["url"]
                .as_str()
                .or(params["url"].as_str())
                .unwrap_or_default()
                .to_owned()
        };
        events.iter().map(address).collect()
    }

    fn events(&self, methods: &[&str]) -> Vec<Value> {
        self.value("1");
        let pipe = self.browser.pipe.borrow();
        let mine = |event: &&Value| {
            event["sessionId"] == self.session.as_str()
                && methods.iter().any(|method| event["method"] == *method)
        };
        pipe.events.iter().filter(mine).cloned().collect()
    }
}
