// The wire: one WebSocket, numbered requests with their answers, and unsolicited messages.
import { t, told } from './words.js';

/** The longest message that the server takes, in bytes. */
const LONGEST = 65536;

/** Hands on the texts that come in pieces of one deflated stream, each ended by a line feed. */
function unpacker(take) {
  const { writable, readable } = new DecompressionStream('deflate-raw');
  const [writer, reader, decoder] = [writable.getWriter(), readable.getReader(), new TextDecoder()];
  async function read() {
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop();
      // An error in one of them is not the end of the others.
      for (const line of lines) queueMicrotask(() => take(line));
    }
  }
  const put = (piece) => writer.write(piece);
  // The stream has no end of its own, which is an error to its reader.
  const end = () => writer.close();
  return { put, end, all: read() };
}

/** `tokens()`: the secrets that may let the page in, one of which does. `on`: `message(m)` for all that comes, `m.to` what it answers,
    `open(welcome, token)`, `closed(reason)`, with a reason if nothing but `again()` helps. */
export function connect(tokens, on) {
  let ws;
  let known = 0;
  let shut = false;
  let n = 0;
  let tries = 0;
  const waiting = new Map();

  function open() {
    shut = false;
    ws = new WebSocket(`ws://${location.host}/ws`);
    ws.binaryType = 'arraybuffer';
    const stream = unpacker(hear);
    ws.onopen = () => {
      const token = tokens()[known] ?? '';
      ask({ do: 'hello', token, session: sessionStorage.getItem('session') }).then((m) => {
        if (m.is === 'refused') return m.code === 'closed' || on.refused(m);
        tries = 0;
        sessionStorage.setItem('session', m.session);
        on.open(m, token);
      });
    };
    ws.onmessage = ({ data }) => stream.put(data);
    ws.onclose = async ({ code, reason }) => {
      await Promise.allSettled([stream.end(), stream.all]);
      for (const { resolve } of waiting.values()) resolve(refusal('closed', t('wire.lost')));
      waiting.clear();
      // Other ends are accidents: the server was stopped, the machine slept.
      const refused = [1008, 1009, 1013].includes(code);
      known = refused && known + 1 < tokens().length ? known + 1 : 0;
      shut = refused && known === 0;
      if (refused && !shut) return open();
      on.closed(refused ? reason || `${code}` : '');
      if (!refused) setTimeout(open, Math.min(250 * 2 ** tries++, 4000));
    };
  }

  function hear(text) {
    const m = JSON.parse(text);
    if (m.is === 'refused') [m.raw, m.text] = [m.text, told(m.text)];
    const done = waiting.get(m.n);
    if (done) m.to = done.to;
    // A search sends many answers: its request waits for the last.
    if (done && !(done.lasts && (m.is === 'line' || m.is === 'judged'))) {
      waiting.delete(m.n);
      done.resolve(m);
    }
    on.message(m);
  }

  const refusal = (code, text) => ({ is: 'refused', code, text });

  function ask(request) {
    if (ws?.readyState !== WebSocket.OPEN) return Promise.resolve(refusal('closed', t('wire.none')));
    n += 1;
    const id = n;
    const text = JSON.stringify({ n: id, ...request });
    if (new TextEncoder().encode(text).length > LONGEST) return Promise.resolve(refusal('too-much', t('wire.long')));
    ws.send(text);
    const lasts = ['analyse', 'hint', 'judge'].includes(request.do);
    return new Promise((resolve) => waiting.set(id, { resolve, lasts, to: request.do }));
  }

  open();
  return { ask, again: () => shut && open() };
}
