// The clocks of both players. The server's clocks count; these run along with them.
import { h } from './dom.js';
import { t } from './words.js';

/** From here on tenths of a second are shown, and a clock is urgent. */
const URGENT = 20_000;

let heard = 0;
let state = null;

/** A time as a clock shows it: `1:05:00`, `4:57`, `0:09.3`. */
export function time(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (n) => `${n}`.padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const head = hours ? `${hours}:${two(minutes)}` : `${minutes}`;
  return `${head}:${two(seconds % 60)}${ms < URGENT ? `.${Math.floor(ms / 100) % 10}` : ''}`;
}

/** Takes in the clocks of a new state. */
export function setClock(clock) {
  state = clock ?? null;
  heard = performance.now();
}

const left = (player) => Math.max(0, state.left[player] - (state.running === player ? performance.now() - heard : 0));

/** Shows what is left in the strip of a player, by its index. */
export function drawClock(strip, player) {
  let el = strip.querySelector('.clock');
  if (!state) return el?.remove();
  if (!el) {
    el = h('span', { class: 'clock', role: 'timer' });
    strip.querySelector('.who').after(el);
  }
  const ms = left(player);
  const text = time(ms);
  if (el.textContent !== text) el.textContent = text;
  el.classList.toggle('runs', state.running === player);
  el.classList.toggle('urgent', ms < URGENT);
}

/** Calls `draw` while a clock runs. */
export const tick = (draw) => setInterval(() => state && state.running !== null && draw(), 100);

/** What a new game asks for: minutes for each player, none for no clock, and seconds for each move. */
export function clockField({ minutes = '', seconds = '' } = {}) {
  const box = (label, value, max) => h('input', { type: 'number', min: 0, max, step: 'any', value, 'aria-label': label, placeholder: label });
  const [base, each] = [box(t('clock.minutes'), minutes, 1440), box(t('clock.seconds'), seconds, 600)];
  const made = h('div', { class: 'field' }, h('span', {}, t('clock.label')), h('div', { class: 'row2 clocks' }, base, '+', each));
  const value = () => (+base.value > 0 || +each.value > 0 ? { time: Math.max(1000, Math.round(60_000 * +base.value)), increment: Math.round(1000 * +each.value) } : null);
  return { made, value, kept: () => ({ minutes: base.value, seconds: each.value }) };
}
