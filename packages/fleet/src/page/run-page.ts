import { changesText, durationText, headlineOf, nextCommands, tallyText } from "../ci/words.ts";
import type { JoinedResults } from "../ci/joined-results.ts";
import { causesOf } from "../run/causes.ts";
import { objectSections } from "../run/object-sections.ts";
import type { OrganizationResult, RunResults } from "../ci/run-results.ts";
import { FILTER, FILTER_HASH } from "./filter.ts";
import { styleFor } from "./style.ts";

/** How often a browser reloads the page of a run in progress. */
const RELOAD_SECONDS = 15;

const STATES = {
  succeeded: "succeeded",
  failed: "failed",
  running: "running",
  waiting: "not started",
} as const satisfies Record<OrganizationResult["state"], string>;

type State = keyof typeof STATES;

const ORDER = Object.keys(STATES) as State[];

/** What the page shows besides the results. */
export interface PageOptions {
  /** When it was written, UTC, RFC 3339. */
  readonly written: string;
  /** How the user calls this fleet's command. */
  readonly words: (command: string) => string;
}

/** The HTML report of a run: one page without external fonts, images, or scripts, with failures first. */
export function runPage({ results, problems }: JoinedResults, { written, words }: PageOptions): string {
  const { organizations, fleet, state } = results;
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${FILTER_HASH}'">`,
    state === "running" ? `<meta http-equiv="refresh" content="${RELOAD_SECONDS}">` : "",
    `<title>${escaped(fleet)}: ${tallyText(organizations)}</title>\n<style>${styleFor(ORDER)}</style>\n</head>\n<body>\n<main>`,
    `<p class="fleet">Fleet <b>${escaped(fleet)}</b></p>`,
    `<h1 class="${toneOf(results)}">${headlineOf(results)}</h1>`,
    `<p>${factsOf(results, written)}</p>`,
    planOf(results),
    approvals(results),
    results.reason === undefined ? "" : `<p class="reason">${escaped(results.reason)}</p>`,
    ...problems.map((problem) => `<p class="problem">${escaped(problem)}</p>`),
    `<ul class="counts">${ORDER.map((one) => count(one, organizations)).join("")}</ul>`,
    bar(organizations),
    next(nextCommands(results, words)),
    failures(organizations),
    plannedObjects(organizations),
    waves(organizations),
    table(results),
    leftOrganizations(results, words),
    `</main>\n<script>${FILTER}</script>\n</body>\n</html>\n`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function toneOf({ state, organizations }: RunResults): string {
  if (organizations.some((one) => one.state === "failed")) return "failed";
  return state === "ended" && organizations.every((one) => one.state === "succeeded") ? "succeeded" : "";
}

/** What the run is bound to: the number of organizations by kind of binding, and the plan's digest. */
function planOf({ plan, organizations }: RunResults): string {
  const counts = (["exact", "checked"] as const).flatMap((word) => {
    const number = organizations.filter(({ bound }) => bound === word).length;
    return number === 0 ? [] : [`${number} ${word}`];
  });
  if (plan === undefined && counts.length === 0) return "";
  const digest = plan === undefined ? "Plan kept" : `Plan <code>${escaped(plan)}</code>`;
  return `<p>${[digest, ...(counts.length === 0 ? [] : [`bound: ${counts.join(", ")}`])].join(", ")}</p>`;
}

function approvals({ approvals: given = [] }: RunResults): string {
  const items = given.map(({ wave, at, by, comment, digest, isSigned }) => {
    const who = isSigned ? `${escaped(by ?? "")} (signed)` : `${escaped(by ?? "somebody")} (unverified)`;
    const said = comment === undefined ? "" : `: ${escaped(comment)}`;
    return `<li><div><b>Wave ${wave}</b> <span>${who}, ${time(at)}${said}</span></div><code>${escaped(digest)}</code></li>`;
  });
  return items.length === 0
    ? ""
    : `<section>\n<h2>Approvals</h2>\n<ol class="waves">${items.join("\n")}</ol>\n</section>`;
}

function factsOf({ started, ended, organizations }: RunResults, written: string): string {
  const lasted = Date.parse(ended ?? written) - Date.parse(started);
  const calls = organizations.reduce((sum, one) => sum + (one.calls ?? 0), 0);
  return [
    `Started ${time(started)}`,
    ended === undefined ? `as of ${time(written)}` : `ended ${time(ended)}`,
    ...(lasted > 0 ? [`${durationText(lasted)} in all`] : []),
    ...(calls > 0 ? [`${calls} requests`] : []),
  ].join(", ");
}

const time = (text: string): string =>
  `<time datetime="${escaped(text)}">${escaped(text.replace("T", " ").replace(/(?:\.\d+)?Z$/u, " UTC"))}</time>`;

const numberOf = (state: State, all: readonly OrganizationResult[]): number =>
  all.filter((one) => one.state === state).length;

function count(state: State, all: readonly OrganizationResult[]): string {
  const number = numberOf(state, all);
  return `<li class="${state}${number === 0 ? " none" : ""}"><b>${number}</b>${STATES[state]}</li>`;
}

/** Shares of the states as one line; the text beside it says the same in words. */
function bar(members: readonly OrganizationResult[]): string {
  const parts = ORDER.flatMap((state) => {
    const number = numberOf(state, members);
    return number === 0 ? [] : [`<i class="${state}" style="flex-grow:${number}"></i>`];
  });
  return `<div class="bar" aria-hidden="true">${parts.join("")}</div>`;
}

function next(commands: readonly string[]): string {
  if (commands.length === 0) return "";
  const lines = commands.map((command) => `<code>${escaped(command)}</code>`).join("");
  return `<section class="next">\n<h2>Next</h2>\n${lines}\n</section>`;
}

function failures(all: readonly OrganizationResult[]): string {
  const failed = all.filter(({ state }) => state === "failed");
  if (failed.length === 0) return "";
  const cards = causesOf(failed).map(({ organizations, message }) => {
    const names = organizations.map((name) => `<b id="failed-${escaped(name)}">${escaped(name)}</b>`).join(", ");
    const number = organizations.length === 1 ? "" : ` <span>${organizations.length} organizations</span>`;
    return `<article class="card"><h3>${names}${number}</h3><pre>${escaped(message)}</pre></article>`;
  });
  return `<section>\n<h2>Failed (${failed.length})</h2>\n${cards.join("\n")}\n</section>`;
}

function plannedObjects(all: readonly OrganizationResult[]): string {
  const sections = objectSections(all).map(({ heading, operation, rows }) => {
    const items = rows.map(
      ({ object, organizations }) => `<li><code>${escaped(object)}</code> <span>${escaped(organizations)}</span></li>`,
    );
    return `<h3 class="${operation}">${escaped(heading)}</h3>\n<ul class="objects">${items.join("\n")}</ul>`;
  });
  return sections.length === 0 ? "" : `<section>\n<h2>Objects</h2>\n${sections.join("\n")}\n</section>`;
}

function waves(all: readonly OrganizationResult[]): string {
  const numbers = [...new Set(all.map(({ wave }) => wave))];
  const items = numbers.map((wave) => {
    const members = all.filter((one) => one.wave === wave);
    const said = ORDER.flatMap((state) => {
      const number = numberOf(state, members);
      return number === 0 ? [] : [`${number} ${STATES[state]}`];
    });
    return `<li><div><b>Wave ${wave}</b> <span>${said.join(", ")}</span></div>${bar(members)}</li>`;
  });
  return items.length < 2 ? "" : `<section>\n<h2>Waves</h2>\n<ol class="waves">${items.join("\n")}</ol>\n</section>`;
}

function table({ organizations, action }: RunResults): string {
  const head = ["organization", "wave", "state", "changes", "requests", "time"]
    .map((word) => `<th>${word}</th>`)
    .join("");
  const rows = organizations.map(({ name, template, wave, state, changes, calls, durationMs }) => {
    const shown = state === "failed" ? `<a href="#failed-${escaped(name)}">${STATES[state]}</a>` : STATES[state];
    return [
      `<tr class="${state}"><td><b>${escaped(name)}</b> <span>${escaped(template)}</span></td>`,
      `<td data-label="wave">${wave}</td><td class="state ${state}">${shown}</td>`,
      `<td>${state === "succeeded" ? changesText(changes, action) : ""}</td>`,
      `<td class="number" data-label="requests">${calls ?? ""}</td>`,
      `<td class="number" data-label="time">${durationMs === undefined ? "" : durationText(durationMs)}</td></tr>`,
    ].join("");
  });
  return `<section>\n<h2>All organizations (${organizations.length})</h2>\n${choiceOf(organizations)}<table><thead><tr>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table>\n</section>`;
}

/** Chooses whose rows are shown: by state with style alone, and by name with a script, which shows that field itself. */
function choiceOf(all: readonly OrganizationResult[]): string {
  const states = ORDER.filter((state) => numberOf(state, all) > 0);
  const choices = [["all", `all ${all.length}`], ...states.map((one) => [one, `${STATES[one]} ${numberOf(one, all)}`])];
  const inputs = choices.map(
    ([value = "", text = ""], index) =>
      `<label><input type="radio" name="shown" value="${value}"${index === 0 ? " checked" : ""}> ${text}</label>`,
  );
  const shown = states.length < 2 ? "" : inputs.join("");
  const named = '<label hidden>Name <input type="search"></label><output></output>';
  return `<fieldset class="choice"><legend>Show</legend>${shown}${named}</fieldset>\n`;
}

/** Organizations that were removed from the file, each with the command that retires it. */
function leftOrganizations({ left = [] }: RunResults, words: PageOptions["words"]): string {
  if (left.length === 0) return "";
  const items = left.map((name) => `<li><b>${escaped(name)}</b> <code>${escaped(words(`retire ${name}`))}</code></li>`);
  return `<section>\n<h2>No longer in the file (${left.length})</h2>\n<ul class="objects">${items.join("\n")}</ul>\n</section>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text from outside: it can't become a tag or change the direction of the text after it. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]|(?![\n\t])\p{Cc}/gu, "\uFFFD")
    .replaceAll(/[&<>"']/gu, (character) => ENTITIES[character] ?? character);
}
