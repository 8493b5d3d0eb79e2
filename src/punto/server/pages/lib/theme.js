// Light and dark felt: what the reader chose, else what their system says; at a table it is dark.

const KEPT = "punto.felt";

function asked() {
  const kept = localStorage.getItem(KEPT);
  if (kept === "light" || kept === "dark") return kept;
  if (location.pathname.startsWith("/table/")) return "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

document.documentElement.dataset.felt = asked();

/** "light" or "dark". */
export const felt = () => document.documentElement.dataset.felt;

export function changeFelt() {
  const to = felt() === "dark" ? "light" : "dark";
  localStorage.setItem(KEPT, to);
  document.documentElement.dataset.felt = to;
}
