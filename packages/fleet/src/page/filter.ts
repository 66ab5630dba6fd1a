import { createHash } from "node:crypto";

/**
 * Hides the rows of other names. Without scripts, the page shows all rows, and no field for a name. The tab keeps what was
 * chosen, since the page of a run in progress is loaded again and again. Where storage isn't allowed, it forgets it.
 */
export const FILTER = `
const choice = document.querySelector(".choice"), rows = [...document.querySelectorAll("tbody tr")];
const name = choice.querySelector("[type=search]"), count = choice.querySelector("output");
const chosen = () => choice.querySelector(":checked")?.value ?? "all", place = location.pathname;
let kept = {};
try { kept = sessionStorage; } catch {}
function show() {
  const text = name.value.trim().toLowerCase(), state = chosen();
  let number = 0;
  for (const row of rows) {
    row.hidden = !row.querySelector("b").textContent.toLowerCase().includes(text);
    if (!row.hidden && (state === "all" || row.className === state)) number++;
  }
  count.textContent = text === "" ? "" : number + " of " + rows.length;
  kept[place] = JSON.stringify([name.value, state]);
}
const [text, state] = JSON.parse(kept[place] ?? '["","all"]');
name.value = text;
for (const one of choice.querySelectorAll("[value=" + state + "]")) one.checked = true;
name.parentElement.hidden = false;
choice.addEventListener("input", show);
show();
`;

/** By which the page's policy lets this script run, and no other. */
export const FILTER_HASH = `sha256-${createHash("sha256").update(FILTER).digest("base64")}`;
