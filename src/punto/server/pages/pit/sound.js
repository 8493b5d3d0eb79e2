// The sound of a new matter, and whether it is on, which the browser's storage keeps.

const STORAGE_KEY = "punto.pit.sound";

export const isSoundOn = () => localStorage.getItem(STORAGE_KEY) !== "off";

/** @param {boolean} on */
export function turnSound(on) {
  localStorage.setItem(STORAGE_KEY, on ? "on" : "off");
  if (on) ring();
}

/** @type {AudioContext | undefined} */
let audio;

/** @type {Record<"decision" | "request", [number, number][]>} pitches and when they come */
const TUNES = { decision: [[880, 0], [660, 0.18]], request: [[520, 0]] };

/** Two notes for what stops a table, one for what can wait a little. A browser lets no page sound before somebody has touched it. @param {"decision" | "request"} [what] */
export function ring(what = "decision") {
  if (!isSoundOn() || !navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  const begin = audio.currentTime;
  for (const [pitch, at] of TUNES[what]) note(audio, pitch, begin + at);
}

/** @param {AudioContext} from @param {number} pitch @param {number} at */
function note(from, pitch, at) {
  const [tone, volume] = [from.createOscillator(), from.createGain()];
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.2, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.16);
  tone.connect(volume).connect(from.destination);
  tone.start(at);
  tone.stop(at + 0.17);
}
