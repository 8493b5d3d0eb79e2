// Light and dark felt: what the reader chose, else what their system says; at a table it is dark.

const STORAGE_KEY = "punto.felt";

function initialFelt() {
  const choice = localStorage.getItem(STORAGE_KEY);
  if (choice === "light" || choice === "dark") return choice;
  if (location.pathname.startsWith("/table/")) return "dark";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

document.documentElement.dataset.felt = initialFelt();

/** "light" or "dark". */
export const felt = () => document.documentElement.dataset.felt;

export function changeFelt() {
  const to = felt() === "dark" ? "light" : "dark";
  localStorage.setItem(STORAGE_KEY, to);
  document.documentElement.dataset.felt = to;
}
