// A second of rest after the bets were opened or closed, by whomever: what is pressed twice does not do both.

const REST_MS = 1000;
const TURNS = ["open_bets", "close_bets"];

export class BettingPause {
  #open = false;
  #hasPhase = false;
  #turned = -Infinity;

  /** Hear what the table does now. @param {string} phase @param {number} now in milliseconds */
  hear(phase, now) {
    const open = phase === "betting";
    if (this.#hasPhase && open !== this.#open) this.#turned = now;
    this.#open = open;
    this.#hasPhase = true;
  }

  /** How long a command has to wait; only those that open or close the bets do. @param {string | undefined | null} command @param {number} now */
  left(command, now) {
    return command && TURNS.includes(command) ? Math.max(0, this.#turned + REST_MS - now) : 0;
  }
}
