"use strict";
// Everything can be read without this script; it sorts tables, and shows or hides.
const valueOf = (cell) => {
  const text = cell.textContent.trim();
  const number = parseFloat(text.replace(/,/g, ""));
  return /^[+-]?[\d.,]/.test(text) && !Number.isNaN(number) ? number : text;
};
const isEmpty = (cell) => cell.classList.contains("empty") || cell.textContent.trim() === "";
const order = (a, b, falling) => {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) - isEmpty(b);
  const [x, y] = [valueOf(a), valueOf(b)];
  const rising = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y));
  return falling ? -rising : rising;
};
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      // A number is wanted with the highest first, a name from A on.
      const first = heading.classList.contains("number") ? "descending" : "ascending";
      const other = first === "descending" ? "ascending" : "descending";
      const next = heading.getAttribute("aria-sort") === first ? other : first;
      headings.forEach((each) => each.removeAttribute("aria-sort"));
      heading.setAttribute("aria-sort", next);
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => order(a.cells[column], b.cells[column], next === "descending"));
      table.tBodies[0].append(...rows);
    });
  });
}
for (const button of document.querySelectorAll("[data-toggle]")) {
  button.addEventListener("click", () => {
    const isBrief = document.getElementById(button.dataset.toggle).classList.toggle("brief");
    button.setAttribute("aria-pressed", String(!isBrief));
  });
}
for (const button of document.querySelectorAll("[data-curve]")) {
  button.addEventListener("click", () => {
    const isOn = button.getAttribute("aria-pressed") !== "true";
    for (const part of ["curve", "lead", "name"]) {
      document.getElementById(`bankrolls-${part}-${button.dataset.curve}`).classList.toggle("off", !isOn);
    }
    button.setAttribute("aria-pressed", String(isOn));
  });
}
