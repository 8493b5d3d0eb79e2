// What a page's address says.

/** The second word of the page's address: /dealer/easy-six gives easy-six. */
export const named = () => decodeURIComponent(location.pathname.split("/")[2] ?? "");
