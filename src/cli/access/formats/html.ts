import { createHash } from "node:crypto";

import { PROJECT } from "../../../model/picture/access-levels.ts";
import { escaped } from "../../drift/formats/escape.ts";
import type { AccessReport } from "../report.ts";
import { countWords, gapOf, levelText, oneLine, reasonText, unchangedWords } from "../words.ts";

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6475; --line: #dfe3ea; --paper: #fff; --back: #f5f6f9;
  --high: #fbd5d0; --middle: #fbe6b4; --low: #d5e6fb; --none: transparent; --open: #e3d7f8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #9aa4b5; --line: #2c3444; --paper: #171c26;
  --back: #0f131a; --high: #6b2721; --middle: #5b4410; --low: #1d3a63; --open: #46336b; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--back); color: var(--ink); font: 14px/1.4 system-ui, "Segoe UI", Roboto, sans-serif; }
h1 { margin: 0; font-size: 1.4rem; } p { margin: .25rem 0 .75rem; color: var(--soft); }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; margin: 0 0 .75rem; }
label { display: flex; flex-direction: column; color: var(--soft); font-size: .8rem; }
input, select { min-width: 9rem; padding: .3rem .4rem; font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 4px; }
.matrix { max-height: 82vh; overflow: auto; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
table { border-collapse: separate; border-spacing: 0; }
th, td { padding: .2rem .4rem; border-bottom: 1px solid var(--line); border-right: 1px solid var(--line); text-align: left; white-space: nowrap; }
thead th { position: sticky; top: 0; z-index: 2; background: var(--paper); vertical-align: bottom; }
thead th span { display: block; max-height: 13rem; overflow: hidden; text-overflow: ellipsis; writing-mode: vertical-rl; transform: rotate(180deg); }
tbody th, thead th:first-child { position: sticky; left: 0; z-index: 1; background: var(--paper); font-weight: 600; max-width: 16rem; overflow: hidden; text-overflow: ellipsis; }
thead th:first-child { z-index: 3; } tbody th small { display: block; color: var(--soft); font-weight: 400; }
td { text-align: center; } td:hover, tr:hover th { outline: 1px solid var(--soft); }
.admin, .manager { background: var(--high); } .editor { background: var(--middle); } .member, .viewer { background: var(--low); }
.unknown { background: var(--open); } .none { color: var(--soft); }
.legend { display: none; } form output { align-self: end; padding-bottom: .35rem; color: var(--soft); }
label.check { flex-direction: row; align-self: end; align-items: center; gap: .4rem; padding-bottom: .4rem; } label.check input { min-width: 0; width: auto; }
.reason { position: sticky; bottom: 0; z-index: 4; margin: 0; padding: .4rem .6rem; color: var(--ink); background: var(--paper); border: 1px solid var(--line); } .reason:empty { display: none; }
.matrix td { cursor: pointer; }
.short .matrix td { padding: .2rem .1rem; min-width: 1.6rem; font-size: 0; } .short .matrix td::after { content: var(--letter); font-size: 13px; } .short .matrix thead th { padding: .2rem .15rem; }
.admin { --letter: "A"; } .manager { --letter: "M"; } .editor { --letter: "e"; } .member { --letter: "m"; }
.viewer { --letter: "v"; } .none { --letter: "-"; } .unknown { --letter: "?"; } .short .legend { display: block; }
.changes td { text-align: left; } .changes { margin-bottom: 1rem; background: var(--paper); border: 1px solid var(--line); }
@media (max-width: 40rem) { body { padding: .5rem; } tbody th, thead th:first-child { max-width: 8.5rem; } 
  form { display: grid; grid-template-columns: 1fr 1fr; gap: .4rem .6rem; } input, select { min-width: 0; width: 100%; } thead th span { max-height: 9rem; } }
@media print { @page { size: landscape; margin: 1cm; } body { padding: 0; background: #fff; color: #000; font-size: 8px; } form, .reason { display: none; }
  .matrix { max-height: none; overflow: visible; border: 0; } thead th, tbody th, thead th:first-child { position: static; }
  tr { break-inside: avoid; } thead { display: table-header-group; } .legend { display: block; }
  .matrix td, .short .matrix td { min-width: 0; padding: 1px 2px; font-size: 0; } .matrix th, .short .matrix thead th { padding: 1px 3px; }
  .matrix td::after, .short .matrix td::after { content: var(--letter); font-size: 8px; }
  tbody th small { display: inline; margin-left: .5em; }
  td, th { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;

const SCRIPT = `
const data = JSON.parse(document.getElementById("data").textContent);
const form = document.querySelector("form"), table = document.querySelector(".matrix table");
const columns = [...table.tHead.rows[0].cells].slice(1), rows = [...table.tBodies[0].rows];
const count = form.querySelector("output"), reason = document.querySelector(".reason");
const counted = (list, all) =>
  data.unknown.includes(list) ? list + " unknown" : all.filter(({ hidden }) => !hidden).length + " of " + all.length + " " + list;
function show() {
  document.body.classList.toggle("short", form.short.checked);
  const person = form.person.value.toLowerCase(), project = form.project.value.toLowerCase(), level = form.level.value;
  const cells = data.cells[form.kind.value];
  const wide = columns.map((column) => column.textContent.toLowerCase().includes(project));
  columns.forEach((column, at) => { column.hidden = !wide[at]; });
  rows.forEach((row, at) => {
    let fits = level === "";
    [...row.cells].slice(1).forEach((cell, place) => {
      const [word, why] = data.words[cells[at][place]] || ["", ""];
      cell.textContent = word; cell.className = word; cell.title = why; cell.hidden = !wide[place];
      if (wide[place] && word === level) fits = true;
    });
    row.hidden = !fits || !row.cells[0].textContent.toLowerCase().includes(person);
  });
  count.textContent = counted("people", rows) + ", " + counted("projects", columns);
}
table.addEventListener("click", ({ target }) => {
  if (target.tagName !== "TD") return;
  reason.textContent = target.parentElement.cells[0].title + ", " + columns[target.cellIndex - 1].title + ": " +
    target.textContent + (target.title === "" ? "" : " (" + target.title + ")");
});
form.addEventListener("input", show);
form.addEventListener("submit", (event) => event.preventDefault());
`;

/** One page that loads nothing: people by projects, with filters, a header that stays, and a form for paper. */
export function htmlReport(report: AccessReport): string {
  const { organization, host, takenAt, order, gaps } = report;
  const hash = createHash("sha256").update(SCRIPT).digest("base64");
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'`;
  const matrix = matrixOf(report);
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<title>Access: ${text(organization)}</title>\n<style>${STYLE}</style>\n</head>\n<body>`,
    `<h1>Access: ${text(organization)}</h1>`,
    `<p>${countWords(report, "people")} and ${countWords(report, "projects")} at ${text(host)}, ${text(takenAt)}. What counts: ${order}. ` +
      "Point at a cell, or choose it, for its reason.</p>",
    ...gaps.map(({ section, reason }) => `<p>Not known: ${text(section)}: ${text(reason)}</p>`),
    changesIn(report),
    formOf(report, matrix.words),
    '<p class="legend">A admin, M manager, e editor, m member, v viewer, - none, ? unknown</p>',
    `<div class="matrix" tabindex="0">${matrix.table}</div>\n<p class="reason" role="status"></p>`,
    `<script type="application/json" id="data">${dataText({ words: matrix.words, cells: matrix.cells, unknown: unknownLists(report) })}</script>`,
    `<script>${SCRIPT}</script>\n</body>\n</html>\n`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

const text = (value: string): string => escaped(oneLine(value));

/** JSON that can't end the element in which it stands. */
const dataText = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

interface Matrix {
  readonly table: string;
  /** Each level with a reason, as cells name them by number. */
  readonly words: readonly (readonly [string, string])[];
  readonly cells: Readonly<Record<string, readonly (readonly number[])[]>>;
}

function matrixOf({ people, projects, kinds, rows }: AccessReport): Matrix {
  const words: [string, string][] = [];
  const numbers = new Map<string, number>();
  const numberOf = (word: string, why: string): number => {
    const key = `${word} ${why}`;
    const known = numbers.get(key) ?? words.push([word, why]) - 1;
    numbers.set(key, known);
    return known;
  };
  const [rowAt, columnAt] = [
    new Map(people.map((one, at) => [one, at])),
    new Map(projects.map((one, at) => [one, at])),
  ];
  const cells = Object.fromEntries(kinds.map((kind) => [kind, people.map(() => projects.map(() => -1))]));
  for (const { person, project, kind, access } of rows) {
    const row = cells[kind]?.[rowAt.get(person) ?? -1];
    if (row !== undefined)
      row[columnAt.get(project) ?? -1] = numberOf(levelText(access.level), oneLine(reasonText(access)));
  }
  const head = `<thead><tr><th>Person</th>${projects.map(({ name }) => `<th title="${text(name)}"><span>${text(name)}</span></th>`).join("")}</tr></thead>`;
  const body = people.map(({ email, level, roles }, at) => {
    const own = (cells[PROJECT]?.[at] ?? []).map((number) => {
      const [word, why] = words[number] ?? ["", ""];
      return `<td class="${word}" title="${text(why)}">${word}</td>`;
    });
    const who = [levelText(level), ...roles].map(text).join(", ");
    return `<tr><th scope="row" title="${text(email)}">${text(email)}<small>${who}</small></th>${own.join("")}</tr>`;
  });
  return { table: `<table>${head}<tbody>\n${body.join("\n")}\n</tbody></table>`, words, cells };
}

const LISTS = ["people", "projects"] as const;

const unknownLists = (report: AccessReport): string[] => LISTS.filter((list) => gapOf(report, list) !== undefined);

function formOf(report: AccessReport, words: Matrix["words"]): string {
  const { kinds } = report;
  const counts = LISTS.map((list) =>
    gapOf(report, list) === undefined
      ? `${report[list].length} of ${countWords(report, list)}`
      : countWords(report, list),
  );
  const option = (value: string, title = value): string => `<option value="${text(value)}">${text(title)}</option>`;
  const levels = [...new Set(words.map(([word]) => word))].toSorted();
  return [
    '<form><label>Person or role<input name="person" type="search"></label>',
    '<label>Project<input name="project" type="search"></label>',
    `<label>What<select name="kind">${kinds.map((kind) => option(kind)).join("")}</select></label>`,
    `<label>Somewhere has<select name="level">${option("", "any level")}${levels.map((level) => option(level)).join("")}</select></label>`,
    '<label class="check"><input name="short" type="checkbox">Letters only</label>',
    `<output>${counts.join(", ")}</output></form>`,
  ].join("");
}

function changesIn({ changes, gaps }: AccessReport): string {
  if (changes === undefined) return "";
  if (changes.length === 0) return `<p>${unchangedWords({ gaps })} The table shows access after it.</p>`;
  const lines = changes.map(({ direction, person, project, kind, before, after, by }) => {
    const cells = [direction, person.email, project.name, kind, levelText(before), levelText(after), by.join(", ")];
    return `<tr>${cells.map((one) => `<td>${text(one)}</td>`).join("")}</tr>`;
  });
  const head = ["Change", "Person", "Project", "What", "Before", "After", "By"]
    .map((one) => `<th>${one}</th>`)
    .join("");
  return `<p>The plan changes access in ${changes.length} places. The table below shows access after it.</p>\n<table class="changes"><thead><tr>${head}</tr></thead><tbody>${lines.join("\n")}</tbody></table>`;
}
