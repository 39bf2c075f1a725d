//! Access control: only this machine's browser, with the token, at a limited rate.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue, header};
use tokio::sync::oneshot;
use tokio::time::Instant;

use crate::kernel::Gather;

/// The longest message of a page, in bytes.
pub(super) const LONGEST_MESSAGE: usize = 64 << 10;
/// The most sessions at a time.
pub(super) const SESSIONS: usize = 8;
/// The most sockets of a session.
pub(super) const TABS: usize = 4;
/// The most connections of HTTP. A browser opens six.
pub(super) const CONNECTIONS: usize = 32;
/// How long a request may take for its headers, and how long a connection may idle.
pub(super) const HEAD: Duration = Duration::from_secs(5);
/// The most sockets that have not sent a hello.
pub(super) const STRANGERS: usize = 16;
/// How long a socket may take for its hello.
pub(super) const HELLO: Duration = Duration::from_secs(5);

/// The headers of every answer.
const HEADERS: [(header::HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Adds the headers of every answer, but for one that says how long it may be cached.
pub(super) fn protect(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}

/// The host names of this server. A page of another site whose name points to this machine sends
/// that name as `Host`; one that opens a socket sends its own as `Origin`.
#[derive(Clone, Debug)]
pub(super) struct HostNames {
    hosts: Vec<String>,
}

impl HostNames {
    pub(super) fn new(port: u16) -> Self {
        let names = ["127.0.0.1", "localhost"];
        let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).gather();
        if port == 80 {
            hosts.extend(names.map(str::to_owned));
        }
        Self { hosts }
    }

    fn is_ours(&self, host: &str) -> bool {
        self.hosts.iter().any(|known| known == host)
    }

    /// Returns whether a request is meant for this server.
    pub(super) fn has_host(&self, headers: &HeaderMap) -> bool {
        only(headers, header::HOST).is_some_and(|host| self.is_ours(host))
    }

    /// Returns whether a socket is opened by this server's own page.
    pub(super) fn has_origin(&self, headers: &HeaderMap) -> bool {
        let origin = only(headers, header::ORIGIN);
        origin.and_then(|origin| origin.strip_prefix("http://")).is_some_and(|h| self.is_ours(h))
    }
}

/// Returns the value of a header that occurs exactly once.
fn only(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?.to_str().ok()?;
    values.next().is_none().then_some(value)
}

/// The secret that a page must know to be let in.
pub(super) struct Token(String);

impl Token {
    /// Returns a new one: 128 random bits.
    ///
    /// # Errors
    ///
    /// The system gives no random numbers.
    pub(super) fn new() -> Result<Self, getrandom::Error> {
        Ok(Self(random()?))
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns whether `text` is the token, in constant time.
    pub(super) fn is(&self, text: &str) -> bool {
        let differ = |(a, b): (u8, u8)| a ^ b;
        let pairs = self.0.bytes().zip(text.bytes());
        self.0.len() == text.len() && pairs.map(differ).fold(0, |all, one| all | one) == 0
    }
}

/// Returns 128 random bits in hexadecimal.
///
/// # Errors
///
/// The system gives no random numbers.
pub(super) fn random() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Room for the newest of those who come: the oldest leaves when it is full, so that nobody can keep
/// others out by waiting.
pub(super) struct Newest {
    most: usize,
    inside: Mutex<VecDeque<oneshot::Sender<()>>>,
}

/// Says when its owner must leave; dropped by those who leave by themselves.
pub(super) type Displaced = oneshot::Receiver<()>;

impl Newest {
    pub(super) const fn new(most: usize) -> Self {
        Self { most, inside: Mutex::new(VecDeque::new()) }
    }

    /// Lets somebody in.
    pub(super) fn enter(&self) -> Displaced {
        let (displace, displaced) = oneshot::channel();
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.retain(|other| !other.is_closed());
        if inside.len() >= self.most {
            // The sender is dropped, which its receiver notices.
            inside.pop_front();
        }
        inside.push_back(displace);
        displaced
    }
}

/// The rate limit of a page: messages per second in the long run, with bursts of twice as many.
#[derive(Debug)]
pub(super) struct Rate {
    /// How many messages may be sent now.
    left: f64,
    seen: Instant,
    /// How many recent messages were over the limit.
    over: u32,
}

/// What happens to a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Admission {
    Welcome,
    /// It is refused.
    TooMuch,
    /// The socket is closed.
    Flood,
}

impl Rate {
    const PER_SECOND: f64 = 30.0;
    const AT_ONCE: f64 = 60.0;
    /// This many refusals without a pause are a flood.
    const PATIENCE: u32 = 300;

    pub(super) const fn new(now: Instant) -> Self {
        Self { left: Self::AT_ONCE, seen: now, over: 0 }
    }

    /// Counts a message.
    pub(super) fn admit(&mut self, now: Instant) -> Admission {
        let passed = (now - self.seen).as_secs_f64();
        self.left = (self.left + passed * Self::PER_SECOND).min(Self::AT_ONCE);
        self.seen = now;
        if self.left >= 1.0 {
            self.left -= 1.0;
            if self.left >= Self::AT_ONCE / 2.0 {
                self.over = 0;
            }
            return Admission::Welcome;
        }
        self.over += 1;
        if self.over > Self::PATIENCE { Admission::Flood } else { Admission::TooMuch }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;

    fn headers(list: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in list {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    #[test]
    fn only_our_own_names_are_ours() {
        let names = HostNames::new(7000);
        for host in ["127.0.0.1:7000", "localhost:7000"] {
            assert!(names.has_host(&headers(&[("host", host)])), "{host}");
            let origin = format!("http://{host}");
            assert!(names.has_origin(&headers(&[("origin", &origin)])), "{origin}");
        }
        for host in [
            "127.0.0.1",
            "localhost",
            "127.0.0.1:7001",
            "evil.example:7000",
            "",
            "127.0.0.1:70000",
            "localhost.evil.example:7000",
            "[::1]:7000",
            "127.0.0.1:7000 ",
        ] {
            assert!(!names.has_host(&headers(&[("host", host)])), "{host}");
            let origin = format!("http://{host}");
            assert!(!names.has_origin(&headers(&[("origin", &origin)])), "{origin}");
        }
        for origin in ["null", "https://127.0.0.1:7000", "127.0.0.1:7000", "http://127.0.0.1:7000/"]
        {
            assert!(!names.has_origin(&headers(&[("origin", origin)])), "{origin}");
        }
        assert!(!names.has_host(&headers(&[])));
        assert!(!names.has_origin(&headers(&[])));
        let two = [("host", "127.0.0.1:7000"), ("host", "evil.example")];
        assert!(!names.has_host(&headers(&two)), "two names are none");
        assert!(HostNames::new(80).has_host(&headers(&[("host", "localhost")])));
    }

    #[test]
    fn the_token_is_all_of_it() {
        let token = Token::new().unwrap();
        let text = token.as_str().to_owned();
        assert_eq!(text.len(), 32);
        assert!(token.is(&text));
        assert!(!token.is(""));
        assert!(!token.is(&text[1..]));
        assert!(!token.is(&format!("{text}0")));
        assert!(!token.is(&text.to_uppercase().replace(|c: char| c.is_ascii_digit(), "0")));
        assert_ne!(Token::new().unwrap().as_str(), text);
    }

    #[test]
    fn the_oldest_makes_room() {
        let newest = Newest::new(2);
        let mut displaced: Vec<_> = (0..2).map(|_| newest.enter()).collect();
        let is_displaced = |one: &mut Displaced| one.try_recv() == Err(TryRecvError::Closed);
        assert!(!displaced.iter_mut().any(is_displaced));
        displaced.push(newest.enter());
        assert!(is_displaced(&mut displaced[0]));
        // Whoever has left makes room as well.
        displaced.pop();
        displaced.push(newest.enter());
        assert!(!displaced[1..].iter_mut().any(is_displaced));
    }

    #[test]
    fn a_page_may_speak_thirty_times_a_second() {
        let start = Instant::now();
        let mut rate = Rate::new(start);
        let mut admitted = 0;
        for ms in 0..10_000 {
            let now = start + Duration::from_millis(ms);
            if ms % 20 == 0 && rate.admit(now) == Admission::Welcome {
                admitted += 1;
            }
        }
        assert!((355..=365).contains(&admitted), "60 at once, then 30 a second: {admitted}");
        let mut rate = Rate::new(start);
        let first: Vec<_> = (0..61).map(|_| rate.admit(start)).collect();
        assert!(first[..60].iter().all(|a| *a == Admission::Welcome));
        assert_eq!(first[60], Admission::TooMuch);
        assert_eq!(rate.admit(start + Duration::from_millis(34)), Admission::Welcome);
        let found = (0..301).map(|_| rate.admit(start + Duration::from_millis(34))).last();
        assert_eq!(found, Some(Admission::Flood));
    }
}
