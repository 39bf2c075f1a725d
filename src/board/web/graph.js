// The first player's chances over the whole game, and the format of scores.
import { t } from './words.js';

const HEIGHT = 90;

/** A number with its sign: `+7`, `−3`, `0`. */
export const signed = (n) => `${n > 0 ? '+' : n < 0 ? '−' : ''}${Math.abs(n)}`;

/** A score of the first player in a few characters: `+1.57`, `Red wins in 9`, `margin +7`. */
export function tell({ score, exact }, names) {
  if (exact !== null && exact !== undefined) return t('score.margin', { margin: signed(exact) });
  if (score.mate !== undefined) return score.mate === 0 ? t('score.over') : t('score.wins', { player: names[score.mate > 0 ? 0 : 1], plies: Math.abs(score.mate) });
  return `${score.cp < 0 ? '−' : '+'}${(Math.abs(score.cp) / 100).toFixed(2)}`;
}

/** So many plies without a judgement are bridged: against an AI only its own are judged. */
const BRIDGE = 4;

/** Draws the graph: `judged` maps plies to `{chance, mark}`; longer stretches that are not judged are gaps. */
export function graph(svg, { judged, plies, ply }) {
  const width = Math.max(100, svg.clientWidth - 8);
  const x = (i) => (plies ? (width * i) / plies : 0).toFixed(1);
  const y = (chance) => (HEIGHT * (1 - chance)).toFixed(1);
  const runs = [];
  for (let i = 0; i <= plies; i++) {
    const point = judged.get(i);
    if (!point) continue;
    if (!runs.length || i - runs.at(-1).at(-1)[0] > BRIDGE) runs.push([]);
    runs.at(-1).push([i, point.chance]);
  }
  const line = (run) => run.map(([i, chance]) => `${x(i)},${y(chance)}`).join(' ');
  const lone = runs.filter((run) => run.length === 1).map(([[i, chance]]) => `<circle class="lone" cx="${x(i)}" cy="${y(chance)}" r="3"/>`).join('');
  const areas = runs.filter((run) => run.length > 1).map((run) => `<polygon class="one" points="${x(run[0][0])},${HEIGHT} ${line(run)} ${x(run.at(-1)[0])},${HEIGHT}"/><polygon class="two" points="${x(run[0][0])},0 ${line(run)} ${x(run.at(-1)[0])},0"/><polyline points="${line(run)}"/>`).join('');
  const marks = [...judged].filter(([i, { mark }]) => i < plies && ['?', '??'].includes(mark))
    .map(([i]) => [i + 1, judged.get(i + 1)?.chance ?? judged.get(i).chance])
    .map(([i, chance]) => `<circle class="error" cx="${x(i)}" cy="${y(chance)}" r="3.5"/>`).join('');
  const here = judged.get(ply);
  svg.setAttribute('viewBox', `-4 0 ${width + 8} ${HEIGHT}`);
  svg.innerHTML = `<rect x="-4" width="${width + 8}" height="${HEIGHT}"/>${areas}<line class="middle" x1="-4" x2="${width + 4}" y1="${HEIGHT / 2}" y2="${HEIGHT / 2}"/>${lone}${marks}<line class="now" x1="${x(ply)}" x2="${x(ply)}" y1="0" y2="${HEIGHT}"/>${here ? `<circle class="now" cx="${x(ply)}" cy="${y(here.chance)}" r="4.5"/>` : ''}`;
}

/** Clicks and drags on the graph, as plies. */
export function scrub(svg, plies, go) {
  const at = (event) => {
    const box = svg.getBoundingClientRect();
    return Math.max(0, Math.min(plies(), Math.round(((event.clientX - box.left) / box.width) * plies())));
  };
  svg.addEventListener('pointerdown', (event) => {
    svg.setPointerCapture(event.pointerId);
    go(at(event));
  });
  svg.addEventListener('pointermove', (event) => {
    if (event.buttons & 1) go(at(event));
  });
}

/** The chances at a ply: as judged there or, a few plies later, the last that were. */
export function chanceAt(judged, ply) {
  for (let i = ply; i >= Math.max(0, ply - BRIDGE + 1); i--) if (judged.has(i)) return judged.get(i).chance;
  return undefined;
}
