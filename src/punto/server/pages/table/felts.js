// Tables side by side: which they are, their address, and how many of them have room.

/** As many felts stand side by side. */
export const MOST = 4;

/** The tables that an address names, as boards on one wall do: "a+b". @param {string} name @returns {string[]} */
export const tablesOf = (name) => [...new Set(name.split("+").filter(Boolean))].slice(0, MOST);

const LEAST_WIDTH = 320;
const LOW = 560;

/** How many of so many felts have room in a window at once; on a phone, upright or on its side, it is one. @param {number} felts @param {number} width @param {number} height */
export const shownAtOnce = (felts, width, height) => (height <= LOW ? 1 : Math.max(1, Math.min(felts, Math.floor(width / LEAST_WIDTH))));

/** The address of these tables side by side. @param {string[]} tables */
export const addressOf = (tables) => `/table/${tables.map(encodeURIComponent).join("+")}`;
