// What lies over the table for a phase only: it leaves with the phase, and by a key.

export class Leaves {
  /** @param {HTMLDialogElement[]} dialogs */
  constructor(dialogs) {
    this.dialogs = dialogs;
  }

  /** @returns {boolean} whether something was closed */
  close() {
    const open = this.dialogs.filter((dialog) => dialog.open);
    for (const dialog of open) dialog.close();
    return open.length > 0;
  }
}
