import { durationWords } from "../history/text.ts";
import { type History, type HistoryOpen, PLOTTED, type Plotted } from "../history/history.ts";
import { detailWords, eventWords, subjectWords, type WatchEvent } from "../outbox/message.ts";
import type { Subject } from "../look/finding.ts";
import { plot } from "./plot.ts";
import { STYLE } from "./style.ts";

const WORDS: Readonly<Record<Plotted, string>> = {
  missing: "missing",
  changed: "changed",
  unmanaged: "unmanaged",
  policy: "rules broken",
  unchecked: "not checked",
};

/** The most events that the page shows; `orgform watch history --format json` has all. */
const MOST_EVENTS = 300;

/** The HTML report of the history: one page without external scripts, fonts, or images. */
export function historyPage(history: History): string {
  const { open, events, points, writtenAt } = history;
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>Watch: ${open.length} open</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<main>`,
    headline(history),
    `<ul class="counts">${PLOTTED.map((kind) => count(kind, open)).join("")}${resolveTime(history)}</ul>`,
    section("Over time", plot(points, Date.parse(writtenAt), WORDS)),
    section("Open now", openTable(open)),
    section("Messages that weren't taken", troubled(history)),
    section("Organizations", organizations(history)),
    section("What happened", eventTable(events)),
    "</main>\n</body>\n</html>\n",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function headline({ open, organizations: all, sinceAt, writtenAt }: History): string {
  if (all.length === 0) return "<h1>Nothing was watched yet</h1>";
  const words = open.length === 0 ? "Nothing is open" : `${open.length} open`;
  const facts = `${all.length} organization${all.length === 1 ? "" : "s"}, from ${time(sinceAt)} to ${time(writtenAt)}.`;
  return `<h1${open.length === 0 ? ' class="well"' : ""}>${words}</h1>\n<p>${facts}</p>`;
}

const kindOf = (subject: Subject): Plotted => (subject.type === "gap" ? "unchecked" : subject.kind);

function count(kind: Plotted, open: readonly HistoryOpen[]): string {
  return `<li class="${kind}"><b>${open.filter(({ subject }) => kindOf(subject) === kind).length}</b>${WORDS[kind]}</li>`;
}

function resolveTime({ meanSecondsToResolve: seconds }: History): string {
  return `<li><b>${seconds === undefined ? "–" : durationWords(seconds)}</b>mean time to resolve</li>`;
}

const section = (title: string, content: string): string =>
  content === "" ? "" : `<section>\n<h2>${title}</h2>\n${content}\n</section>`;

const time = (text: string): string =>
  `<time datetime="${escaped(text)}">${escaped(text.slice(0, 16).replace("T", " "))} UTC</time>`;

function table(heads: readonly string[], rows: readonly string[]): string {
  if (rows.length === 0) return "";
  const head = heads.map((word) => `<th>${word}</th>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

function organizations({ organizations: all }: History): string {
  const rows = all.map(({ name, lastLookAt, lastOutcome, lastSuccessAt, lastRequests, looks, open }) => {
    const number = Object.values(open).reduce((sum, one) => sum + one, 0);
    const outcome = lastOutcome === "failed" ? ' <span class="failed">failed</span>' : "";
    const success = lastSuccessAt === undefined ? "never" : time(lastSuccessAt);
    return (
      `<tr><td><b>${escaped(name)}</b></td><td data-label="open">${number}</td><td data-label="looks">${looks}</td>` +
      `<td data-label="last look">${time(lastLookAt)}${outcome}</td><td data-label="last successful look">${success}</td>` +
      `<td data-label="requests">${lastRequests ?? ""}</td></tr>`
    );
  });
  return table(["organization", "open", "looks", "last look", "last successful look", "requests"], rows);
}

function openTable(open: readonly HistoryOpen[]): string {
  const rows = open.map(({ organization, subject, since, isFlapping }) => {
    const event = { subject, since, event: "appeared", id: "", organization, at: since, isOpen: true } as const;
    const often = isFlapping ? "changes too often; " : "";
    return (
      `<tr><td class="word ${kindOf(subject)}">${WORDS[kindOf(subject)]}</td>` +
      `<td><b>${escaped(subjectWords(subject))}</b> <span>${escaped(organization)}</span></td>` +
      `<td>${escaped(often + detailWords(event))}</td><td data-label="severity">${subject.severity}</td>` +
      `<td data-label="since">${time(since)}</td></tr>`
    );
  });
  return table(["", "object", "what", "severity", "since"], rows);
}

function troubled({ messages }: History): string {
  const rows = messages.map(
    ({ channel, organization, attempts, isGivenUp, problem }) =>
      `<tr><td><b>${escaped(channel)}</b> <span>${escaped(organization)}</span></td><td data-label="tries">${attempts}</td>` +
      `<td>${isGivenUp ? "given up" : "waiting"}: ${escaped(problem)}</td></tr>`,
  );
  return table(["channel", "tries", "why"], rows);
}

function eventTable(events: readonly WatchEvent[]): string {
  const shown = events.slice(-MOST_EVENTS).toReversed();
  const rows = shown.map((event) => {
    const { at, organization, subject, quiet } = event;
    const told = quiet === undefined ? "" : ` <span>(not told: ${quiet})</span>`;
    return (
      `<tr><td>${time(at)}</td><td class="word ${kindOf(subject)}">${eventWords(event.event)}</td>` +
      `<td><b>${escaped(subjectWords(subject))}</b> <span>${escaped(organization)}</span></td>` +
      `<td>${escaped(detailWords(event))}${told}</td></tr>`
    );
  });
  const more = events.length > shown.length ? `<p>The newest ${shown.length} of ${events.length} events.</p>` : "";
  return `${more}${table(["when", "event", "object", "what"], rows)}`;
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
