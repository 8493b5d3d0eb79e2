// Sounds of a table, made here and silent until somebody switches them on: a chip, a card, the last five seconds, a win.

const STORAGE_KEY = "punto.sound";

/** @typedef {"chip" | "slide" | "turn" | "call" | "tick" | "win"} Cue */

/** Each a list of tones: frequency, when it begins, how long, how loud; without a frequency it is a breath of noise. @type {Record<Cue, [number, number, number, number][]>} */
const TONES = {
  chip: [[2600, 0, 0.04, 0.12], [3400, 0.03, 0.05, 0.09]],
  slide: [[0, 0, 0.16, 0.05]],
  turn: [[0, 0, 0.07, 0.12], [520, 0.05, 0.04, 0.05]],
  call: [[392, 0, 0.25, 0.06]],
  tick: [[1200, 0, 0.035, 0.07]],
  win: [[659, 0, 0.22, 0.1], [784, 0.11, 0.22, 0.1], [1047, 0.22, 0.5, 0.1], [1568, 0.24, 0.5, 0.04]],
};

export class Sound {
  on = localStorage.getItem(STORAGE_KEY) === "1";
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {string | null} */
  #until = null;
  /** @type {number[]} */
  #ticks = [];
  /** How many sounds were made. */
  played = 0;

  switch() {
    this.on = !this.on;
    localStorage.setItem(STORAGE_KEY, this.on ? "1" : "0");
    if (this.on) this.play("chip");
    else void this.#context?.suspend();
  }

  /** Tick in the last five seconds before a moment; another moment takes its place. @param {string | null} until @param {(until: string) => number} secondsTo */
  countTo(until, secondsTo) {
    if (until === this.#until) return;
    this.#until = until;
    for (const timer of this.#ticks.splice(0)) clearTimeout(timer);
    if (!until) return;
    for (const second of [5, 4, 3, 2, 1]) {
      const wait = (secondsTo(until) - second) * 1000;
      if (wait > 0) this.#ticks.push(setTimeout(() => this.play("tick"), wait));
    }
  }

  /** @param {Cue} cue */
  play(cue) {
    if (!this.on || document.hidden) return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    void context.resume();
    this.played += 1;
    document.documentElement.dataset.sounds = String(this.played);
    for (const [frequency, begins, lasts, loud] of TONES[cue]) this.#tone(context, frequency, context.currentTime + begins, lasts, loud);
  }

  /** @param {AudioContext} context @param {number} frequency @param {number} at @param {number} lasts @param {number} loud */
  #tone(context, frequency, at, lasts, loud) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
    gain.connect(context.destination);
    const source = frequency ? tone(context, frequency) : breath(context, lasts);
    source.connect(gain);
    source.start(at);
    source.stop(at + lasts);
  }
}

/** @param {AudioContext} context @param {number} frequency */
function tone(context, frequency) {
  const oscillator = context.createOscillator();
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  return oscillator;
}

/** @param {AudioContext} context @param {number} seconds */
function breath(context, seconds) {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * seconds), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length);
  const source = context.createBufferSource();
  source.buffer = buffer;
  return source;
}
