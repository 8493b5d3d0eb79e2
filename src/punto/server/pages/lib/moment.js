// Moments as people read them.

/** "9:04:31" of a moment, on this machine's clock. @param {string} iso */
export const timeOf = (iso) => new Date(iso).toLocaleTimeString("en-GB");

/** "18/11/2026, 09:04:31" of a moment, on this machine's clock. @param {string} iso */
export const dayAndTime = (iso) => new Date(iso).toLocaleString("en-GB");
