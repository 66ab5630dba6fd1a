import type { EngineName } from "../../../engines/engine.ts";
import {
  type Supplement,
  supplementsOf,
  type Entry,
  ENTRY_KINDS,
  entriesOf,
  type EntryKind,
  KIND_WORDS,
} from "../entries.ts";
import type { DriftReport, Outcome } from "../../../app/drift/drift-report.ts";
import { countsOf } from "../report.ts";
import { escaped } from "./escape.ts";

const HEADLINES: Readonly<Record<Outcome, string>> = {
  clean: "No drift",
  drift: "Drift found",
  unknown: "Not everything could be checked",
};

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --soft: #5b6475; --line: #dfe3ea; --paper: #ffffff; --back: #f5f6f9;
  --changed: #9a6700; --missing: #b42318; --unmanaged: #175cd3; --unchecked: #6e40c9; --clean: #067647; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ef; --soft: #9aa4b5; --line: #2c3444; --paper: #171c26;
  --back: #0f131a; --changed: #f0b429; --missing: #f97066; --unmanaged: #84adff; --unchecked: #bb9af7; --clean: #47cd89; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2rem 1rem 4rem; background: var(--back); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 62rem; margin: 0 auto; }
h1 { margin: 0; font-size: 1.75rem; } h2 { margin: 2.5rem 0 .25rem; font-size: 1.2rem; }
p { margin: .25rem 0; color: var(--soft); }
.counts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.counts li { flex: 1 1 8rem; padding: .75rem 1rem; background: var(--paper); border: 1px solid var(--line);
  border-top: 4px solid var(--line); border-radius: 8px; color: var(--soft); }
.counts b { display: block; font-size: 1.75rem; line-height: 1.2; color: var(--ink); }
.card { margin: .75rem 0; padding: .9rem 1.1rem; background: var(--paper); border: 1px solid var(--line);
  border-left: 4px solid var(--line); border-radius: 8px; overflow-wrap: anywhere; }
.changed { border-left-color: var(--changed); } .missing { border-left-color: var(--missing); }
.unmanaged { border-left-color: var(--unmanaged); } .unchecked { border-left-color: var(--unchecked); }
.counts .changed { border-top-color: var(--changed); } .counts .missing { border-top-color: var(--missing); }
.counts .unmanaged { border-top-color: var(--unmanaged); } .counts .unchecked { border-top-color: var(--unchecked); }
.counts li { border-left: 1px solid var(--line); }
.card h3 { display: inline; margin: 0; font-size: 1rem; } .kind { color: var(--soft); font-weight: 400; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; } .id { display: block; color: var(--soft); }
table { width: 100%; margin-top: .6rem; border-collapse: collapse; table-layout: fixed; font-size: .9375rem; }
th { padding: .3rem .5rem .3rem 0; color: var(--soft); font-weight: 600; text-align: left; }
td { padding: .35rem .5rem .35rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
.found code { color: var(--changed); } .well { color: var(--clean); }
table + p { margin-top: .6rem; }
.kinds { table-layout: auto; } .kinds th, .kinds td { padding-right: 1.25rem; }
.kinds a { display: inline-block; max-width: 100%; margin-right: .6rem; color: inherit; text-decoration-color: var(--soft); }
.word { font-weight: 600; white-space: nowrap; } summary { color: var(--soft); cursor: pointer; }
.word.changed { color: var(--changed); } .word.missing { color: var(--missing); }
.word.unmanaged { color: var(--unmanaged); } .word.unchecked { color: var(--unchecked); }
@media (min-width: 40.01rem) { .kinds td:nth-child(2) { width: 33%; } .kinds td:last-child { width: 45%; } }
@media (max-width: 40rem) { table, tbody, tr, td { display: block; } thead { display: none; } td { border: 0; padding: 0; }
  tr { padding: .4rem 0; border-top: 1px solid var(--line); } td::before { content: attr(data-label) " "; color: var(--soft); } }
`;

/** For people: one page without scripts, fonts or pictures from elsewhere. */
export function htmlReport(report: DriftReport<EngineName>): string {
  const entries = entriesOf(report);
  return htmlPage(`Drift: ${countsOf(report)}`, [
    headline(report.outcome),
    `<p>${report.declared} declared objects at ${escaped(report.host)}, checked at ${escaped(report.checkedAt)}.</p>`,
    `<ul class="counts">${ENTRY_KINDS.map((kind) => countItem(kind, entries)).join("")}</ul>`,
    ...ENTRY_KINDS.map((kind) => section(kind, entries)),
    ...supplementsOf(report).map(asideSection),
  ]);
}

/** A page of parts that are HTML already; the title is text. */
export function htmlPage(title: string, parts: readonly string[]): string {
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escaped(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<main>`,
    ...parts,
    "</main>\n</body>\n</html>\n",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** The outcome, as the first line of a page. */
export function headline(outcome: Outcome): string {
  return `<h1${outcome === "clean" ? ' class="well"' : ""}>${HEADLINES[outcome]}</h1>`;
}

/** How many entries of a kind there are. */
export function countItem(kind: EntryKind, entries: readonly Entry[]): string {
  const count = entries.filter((entry) => entry.kind === kind).length;
  return `<li class="${kind}"><b>${count}</b>${KIND_WORDS[kind].title.toLowerCase()}</li>`;
}

function section(kind: EntryKind, entries: readonly Entry[]): string {
  const own = entries.filter((entry) => entry.kind === kind);
  if (own.length === 0) return "";
  const { title, meaning } = KIND_WORDS[kind];
  return `<section>\n<h2>${title}</h2>\n<p>${meaning}</p>\n${own.map(card).join("\n")}\n</section>`;
}

/** One object with the statements about it. */
export function card({ kind, resource, name, id, properties, notes }: Entry): string {
  const rows = properties.map(
    ({ path, expected, found }) =>
      `<tr><td data-label="property"><code>${escaped(path)}</code></td>` +
      `<td data-label="expected"><code>${escaped(expected)}</code></td>` +
      `<td data-label="found" class="found"><code>${escaped(found)}</code></td></tr>`,
  );
  const head = "<thead><tr><th>property</th><th>expected</th><th>found</th></tr></thead>";
  return [
    `<article class="card ${kind}"><h3>${escaped(name)} <span class="kind">${escaped(resource)}</span></h3>`,
    id === undefined || id === name ? "" : `<code class="id">${escaped(id)}</code>`,
    rows.length === 0 ? "" : `<table>${head}<tbody>${rows.join("")}</tbody></table>`,
    ...notes.map((note) => `<p>${escaped(note)}</p>`),
    "</article>",
  ].join("");
}

function asideSection({ title, meaning, lines }: Supplement): string {
  const items = lines.map((line) => `<li><code>${escaped(line)}</code></li>`).join("");
  return `<section>\n<h2>${title}</h2>\n<p>${escaped(meaning)}</p>\n<ul>${items}</ul>\n</section>`;
}
