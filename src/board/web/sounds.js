// Sounds of moves, made on the spot: a knock for a move, two for a capture, a fall at the end of a game.

let audio = null;

/** A knock: a short tone that falls, at a time in seconds from now. */
function knock(pitch, at, length) {
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  const start = audio.currentTime + at;
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + length);
  gain.gain.setValueAtTime(0.25, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  tone.connect(gain).connect(audio.destination);
  tone.start(start);
  tone.stop(start + length);
}

const SOUNDS = { move: [[420, 0, 0.07]], take: [[420, 0, 0.07], [260, 0.09, 0.1]], end: [[520, 0, 0.15], [390, 0.16, 0.15], [260, 0.32, 0.3]] };

/** Plays the sound of a `move`, of a piece that is `take`n, or of the `end`. */
export function sound(name) {
  audio ??= new AudioContext();
  audio.resume();
  for (const tones of SOUNDS[name]) knock(...tones);
}
