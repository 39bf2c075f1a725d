// The wire: one WebSocket, requests with a number, answers by it, and everything that comes unasked.

/** `on`: `message(m)` for all that comes, `open()`, `closed(final)`. */
export function connect(token, on) {
  let ws;
  let n = 0;
  let tries = 0;
  let last = 0;
  const waiting = new Map();

  function open() {
    ws = new WebSocket(`ws://${location.host}/ws`);
    ws.onopen = () => {
      last = Date.now();
      ask({ do: 'hello', token, session: sessionStorage.getItem('session') }).then((m) => {
        if (m.is === 'refused') return m.code === 'closed' || on.refused(m);
        tries = 0;
        sessionStorage.setItem('session', m.session);
        on.open(m);
      });
    };
    ws.onmessage = ({ data }) => {
      const m = JSON.parse(data);
      const done = waiting.get(m.n);
      // A search answers many times: its request waits for the end.
      if (done && !(done.lasts && (m.is === 'line' || m.is === 'judged'))) {
        waiting.delete(m.n);
        done.resolve(m);
      }
      on.message(m);
    };
    ws.onclose = ({ code }) => {
      for (const { resolve } of waiting.values()) resolve({ is: 'refused', code: 'closed', text: 'the connection was lost' });
      waiting.clear();
      const refused = code === 1008 || code === 1013 || code === 1009;
      on.closed(refused ? code : 0);
      if (!refused) setTimeout(open, Math.min(250 * 2 ** tries++, 4000));
    };
  }

  function ask(request) {
    if (ws?.readyState !== WebSocket.OPEN) return Promise.resolve({ is: 'refused', code: 'closed', text: 'there is no connection to the engine' });
    n += 1;
    const id = n;
    ws.send(JSON.stringify({ n: id, ...request }));
    const lasts = ['analyse', 'hint', 'judge'].includes(request.do);
    return new Promise((resolve) => waiting.set(id, { resolve, lasts }));
  }

  open();
  return { ask };
}
