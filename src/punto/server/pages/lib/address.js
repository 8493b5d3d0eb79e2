// The address of a page.

/** The second word of the page's address: /dealer/easy-six gives easy-six. */
export const nameInAddress = () => decodeURIComponent(location.pathname.split("/")[2] ?? "");
