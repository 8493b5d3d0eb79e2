// Ranks of the staff, lowest first.

export const RANKS = ["dealer", "pit_supervisor", "pit_manager", "shift_manager"];

/** Whether somebody of this role may do what takes at least that rank. @param {string} role @param {string} least */
export const mayDecide = (role, least) => RANKS.includes(role) && RANKS.indexOf(role) >= RANKS.indexOf(least);
