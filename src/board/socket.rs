//! A socket: its hello, then messages both ways.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{FromRequestParts, Request as HttpRequest};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use super::guard::{Admission, Displaced, HELLO, LONGEST_MESSAGE, Rate};
use super::lobby::{Lobby, Tab};
use super::message::{self, ErrorCode, Reply, Request, RequestError, RequestNumber};
use super::packer::Packer;
use super::room::TabEvent;

/// How many messages may be queued for a tab that reads slowly.
const WAITING: usize = 256;
/// How long a tab may take to read one message.
const SLOW: Duration = Duration::from_secs(10);

/// Opens a socket, if this server's own page asks for it.
pub(super) async fn open(lobby: Arc<Lobby>, request: HttpRequest) -> Response {
    let (mut head, _) = request.into_parts();
    let upgrade = match WebSocketUpgrade::from_request_parts(&mut head, &()).await {
        Ok(upgrade) => upgrade,
        Err(rejection) => return rejection.into_response(),
    };
    if !lobby.names.has_origin(&head.headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let displaced = lobby.greet();
    let upgrade = upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE);
    upgrade.on_upgrade(|socket| serve(socket, lobby, displaced))
}

fn close(code: u16, reason: &'static str) -> Message {
    Message::Close(Some(CloseFrame { code, reason: reason.into() }))
}

/// Sends a message and returns whether that succeeded.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SLOW, socket.send(message)).await, Ok(Ok(())))
}

/// Sends a text and returns whether that succeeded.
async fn say(socket: &mut WebSocket, packer: &mut Packer, text: &str) -> bool {
    send(socket, Message::Binary(packer.pack(text).into())).await
}

/// What came from a socket.
enum Said {
    Text(String),
    /// A binary frame, which has no meaning.
    Noise,
    /// A message that is too long, or the end.
    Garbage,
    Nothing,
}

async fn hear(socket: &mut WebSocket) -> Said {
    loop {
        return match socket.recv().await {
            Some(Ok(Message::Text(text))) => Said::Text(text.as_str().to_owned()),
            Some(Ok(Message::Binary(_))) => Said::Noise,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Close(_))) | None => Said::Nothing,
            Some(Err(_)) => Said::Garbage,
        };
    }
}

/// Serves a socket from its hello to its end.
async fn serve(mut socket: WebSocket, lobby: Arc<Lobby>, displaced: Displaced) {
    let mut packer = Packer::default();
    let greeted = tokio::select! {
        greeted = greet(&mut socket, &mut packer, &lobby) => greeted,
        _ = displaced => Err(close(close_code::POLICY, "too many sockets without a hello")),
    };
    let (n, mut tab) = match greeted {
        Ok(greeted) => greeted,
        Err(last) => {
            send(&mut socket, last).await;
            return;
        }
    };
    let (outbox, messages) = mpsc::channel(WAITING);
    let shelf = std::mem::take(&mut tab.shelf);
    if tab.inbox.send(TabEvent::Join { tab: tab.id, n, outbox, shelf }).await.is_err() {
        return;
    }
    converse(&mut socket, packer, &tab, messages).await;
    let _ = tab.inbox.send(TabEvent::Leave { tab: tab.id }).await;
}

/// Waits for the hello and finds a session; on failure returns the last message to send.
async fn greet(
    socket: &mut WebSocket,
    packer: &mut Packer,
    lobby: &Arc<Lobby>,
) -> Result<(RequestNumber, Tab), Message> {
    let hello = match timeout(HELLO, hear(socket)).await {
        Ok(Said::Text(text)) => text,
        Ok(Said::Garbage) => return Err(close(close_code::SIZE, "too long")),
        Ok(Said::Noise | Said::Nothing) | Err(_) => {
            return Err(close(close_code::POLICY, "no hello"));
        }
    };
    let (n, session) = match message::read(&hello) {
        (n, Ok(Request::Hello { token, session })) if lobby.token.is(&token) => (n, session),
        _ => return Err(close(close_code::POLICY, "no hello")),
    };
    match lobby.enter(session.as_deref()) {
        Ok(tab) => Ok((n, tab)),
        Err(refusal) => {
            let text = Reply::from(refusal).write(n);
            say(socket, packer, &text).await;
            Err(close(close_code::AGAIN, "too much"))
        }
    }
}

/// Passes messages both ways.
async fn converse(
    socket: &mut WebSocket,
    mut packer: Packer,
    tab: &Tab,
    mut messages: mpsc::Receiver<Utf8Bytes>,
) {
    let mut closing = pin!(tab.lobby.closing());
    let mut rate = Rate::new(Instant::now());
    loop {
        let said = tokio::select! {
            () = &mut closing => {
                send(socket, close(close_code::AWAY, "the server ends")).await;
                return;
            }
            text = messages.recv() => {
                let Some(text) = text else {
                    send(socket, close(close_code::AWAY, "the session ends")).await;
                    return;
                };
                if say(socket, &mut packer, &text).await {
                    continue;
                }
                return;
            }
            said = hear(socket) => said,
        };
        let (n, request): (RequestNumber, _) = match said {
            Said::Text(text) => message::read(&text),
            Said::Noise => {
                (None, Err(RequestError::new(ErrorCode::BadMessage, "a message must be text")))
            }
            Said::Garbage => {
                send(socket, close(close_code::SIZE, "too long")).await;
                return;
            }
            Said::Nothing => return,
        };
        let request = match rate.admit(Instant::now()) {
            Admission::Welcome => request,
            Admission::TooMuch => {
                Err(RequestError::new(ErrorCode::TooMuch, "too many messages a second"))
            }
            Admission::Flood => {
                send(socket, close(close_code::POLICY, "too many messages")).await;
                return;
            }
        };
        let is_done = match request {
            Ok(request) => {
                let asked = TabEvent::Asked { tab: tab.id, n, request };
                tab.inbox.send(asked).await.is_ok()
            }
            Err(refusal) => say(socket, &mut packer, &Reply::from(refusal).write(n)).await,
        };
        if !is_done {
            return;
        }
    }
}
