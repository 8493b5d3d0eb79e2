// What lies over the table for a phase only: one at a time. It leaves with the phase, and by a key.

export class Leaves {
  /** @param {HTMLDialogElement[]} dialogs */
  constructor(dialogs) {
    this.dialogs = dialogs;
  }

  /** Open one of them; the others leave, for they would lie over each other. @param {HTMLDialogElement} dialog */
  open(dialog) {
    if (dialog.open) return;
    this.close();
    dialog.show();
  }

  /** @returns {boolean} whether something was closed */
  close() {
    const open = this.dialogs.filter((dialog) => dialog.open);
    for (const dialog of open) dialog.close();
    return open.length > 0;
  }
}
