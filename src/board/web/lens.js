// A board with many cells can be magnified up to four times, and then moved around.

/** `area()` gives the main surface that is shown, if any; `hand` holds the piece that is dragged. */
export function magnifier(svg, frame, area, hand) {
  let lens = null;
  const fingers = new Map();
  const able = () => Boolean(area()?.zoom);

  function aim([x, y, width, height]) {
    lens.x = Math.min(Math.max(lens.x, x), x + width - width / lens.k);
    lens.y = Math.min(Math.max(lens.y, y), y + height - height / lens.k);
    if (lens.k === 1) lens = null;
    svg.setAttribute('viewBox', lens ? `${lens.x} ${lens.y} ${width / lens.k} ${height / lens.k}` : `${x} ${y} ${width} ${height}`);
    frame.classList.toggle('zoomed', Boolean(lens));
  }

  /** Magnifies by a factor; the point `at` of the board, or the middle, stays where it is. */
  function zoom(factor, at) {
    if (!able()) return;
    const [x, y, width, height] = area().box;
    const now = lens ?? { x, y, k: 1 };
    const k = Math.min(4, Math.max(1, now.k * factor));
    const to = at ?? { x: now.x + width / now.k / 2, y: now.y + height / now.k / 2 };
    lens = { k, x: to.x - ((to.x - now.x) * now.k) / k, y: to.y - ((to.y - now.y) * now.k) / k };
    aim(area().box);
  }

  const inside = ({ clientX, clientY }) => {
    const m = svg.getScreenCTM();
    return { x: (clientX - m.e) / m.a, y: (clientY - m.f) / m.d };
  };

  frame.addEventListener('wheel', (event) => {
    if (!able()) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, inside(event));
  }, { passive: false });

  // Two fingers magnify; one finger that holds no piece moves a magnified board around.
  frame.addEventListener('pointerdown', (event) => {
    if (!able() || event.target.closest('button')) return;
    fingers.set(event.pointerId, event);
    if (fingers.size > 1) hand.cancel();
  });
  addEventListener('pointermove', (event) => {
    const was = fingers.get(event.pointerId);
    if (!was) return;
    fingers.set(event.pointerId, event);
    const other = [...fingers.values()].find((one) => one.pointerId !== event.pointerId);
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (other) zoom(apart(event) / Math.max(1, apart(was)), inside({ clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 }));
    else if (lens && !hand.carrying()) {
      const [from, to] = [inside(was), inside(event)];
      lens.x += from.x - to.x;
      lens.y += from.y - to.y;
      aim(area().box);
    }
  });
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, (event) => fingers.delete(event.pointerId));

  /** Another board: as large as it is. */
  function reset() {
    lens = null;
    frame.classList.remove('zoomed');
  }
  return { zoom, able, reset };
}
