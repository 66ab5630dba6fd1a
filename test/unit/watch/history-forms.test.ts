import { describe, expect, test } from "@jest/globals";

import {
  detailWords,
  eventWords,
  type Finding,
  type Gap,
  type History,
  historyJson,
  historyPage,
  historyText,
  type Subject,
  subjectWords,
  type WatchEvent,
} from "../../../packages/watch/src/index.ts";
import { FINDING_KINDS } from "../../../packages/watch/src/look/finding.ts";
import { EVENTS, type Transition } from "../../../packages/watch/src/transitions/transition.ts";

/** Tags, entities, quotes, half a surrogate pair, and invisible characters of one and of two units. */
const NASTY = `<b title="x">&amp;'\u202E \u{E0041}\uD800`;

/** The same as a page shows it. */
const SHOWN = `<b title="x">&amp;'\uFFFD \uFFFD\uFFFD`;

const finding = (index: number, further: Partial<Finding>): Finding => ({
  type: "finding",
  kind: "changed",
  severity: "error",
  resource: "Domain",
  id: `id-${index}`,
  name: `name-${index} ${NASTY}`,
  ...further,
});

const gap = (index: number, further: Partial<Gap>): Gap => ({
  type: "gap",
  source: "drift",
  severity: "warning",
  reason: `reason-${index} ${NASTY}`,
  isSilent: false,
  ...further,
});

/** Each kind of finding, with and without its optional fields, and each width of a gap. */
const SUBJECTS: readonly Subject[] = [
  ...FINDING_KINDS.map((kind, index) => finding(index, { kind })),
  finding(10, { field: `field ${NASTY}`, expected: "1", found: "2", by: { name: `Ann ${NASTY}`, at: "then" } }),
  finding(11, { field: "field", expected: "1", by: null, severity: "note" }),
  finding(12, { kind: "policy", rule: "owners-count", field: "level", found: "2" }),
  gap(20, {}),
  gap(21, { source: "policy" }),
  gap(22, { resource: "Role" }),
  gap(23, { resource: "Role", id: "r", name: `name ${NASTY}`, rule: "owners-count" }),
];

const QUIET: readonly Transition["quiet"][] = [undefined, "update", "flapping", "superseded"];

/** Every event of every subject; each is quiet for another reason. */
const ALL_EVENTS: readonly WatchEvent[] = EVENTS.flatMap((event, kind) =>
  SUBJECTS.map((subject, index): WatchEvent => {
    const number = kind * SUBJECTS.length + index;
    return {
      id: `event-${number}`,
      organization: `acme-${number} ${NASTY}`,
      at: new Date(Date.parse("2026-11-26T08:00:00.417Z") + number * 61_000).toISOString(),
      since: "2026-11-25T08:00:00.417Z",
      event,
      subject,
      isOpen: index % 2 === 0,
      quiet: QUIET[number % QUIET.length],
      ...(["flapping", "calmed"].includes(event) ? { changes: 5 } : {}),
    };
  }),
);

const HISTORY: History = {
  version: 1,
  writtenAt: "2026-11-27T08:00:00.417Z",
  sinceAt: "2026-11-20T08:00:00.417Z",
  organizations: [
    {
      name: `acme ${NASTY}`,
      lastLookAt: "2026-11-27T07:00:00.417Z",
      lastOutcome: "findings",
      lastSuccessAt: "2026-11-27T06:59:00.417Z",
      lastRequests: 26,
      looks: 17,
      open: { missing: 2, unchecked: 3 },
    },
    {
      name: "globex",
      lastLookAt: "2026-11-27T05:00:00.417Z",
      lastOutcome: "failed",
      lastSuccessAt: undefined,
      lastRequests: undefined,
      looks: 3,
      open: {},
    },
  ],
  open: SUBJECTS.map((subject, index) => ({
    organization: index % 2 === 0 ? `acme ${NASTY}` : "globex",
    since: `2026-11-26T08:${String(index).padStart(2, "0")}:00.417Z`,
    isFlapping: index % 3 === 0,
    subject,
  })),
  meanSecondsToResolve: 5_417,
  events: ALL_EVENTS,
  messages: [
    { id: "m1", channel: "team", organization: `acme ${NASTY}`, attempts: 2, isGivenUp: false, problem: "503" },
    { id: "m2", channel: "mail", organization: "globex", attempts: 9, isGivenUp: true, problem: `gone ${NASTY}` },
  ],
  points: [],
};

const EMPTY: History = {
  ...HISTORY,
  organizations: [],
  open: [],
  events: [],
  messages: [],
  meanSecondsToResolve: undefined,
};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The readable text of a part of a page, with each cell after a bar. */
function seen(part: string): string {
  return part
    .replaceAll(/<\/t[dh]>/gu, "|")
    .replaceAll(/<[^>]*>/gu, "")
    .replaceAll(/&(?<name>amp|lt|gt|quot|#39);/gu, (_all, name: string) => ENTITIES[name] ?? "")
    .trim();
}

/** The rows of a section of a page, without the header row. */
function rowsOf(page: string, heading: string): string[] {
  const section = page.split(`<h2>${heading}</h2>`)[1]?.split("</section>")[0] ?? "";
  return [...section.matchAll(/<tr>(?<cells>.*?)<\/tr>/gsu)]
    .slice(1)
    .map(({ groups }) => seen(groups?.["cells"] ?? ""));
}

/** A text of others, as every page and every line shows it. */
const shown = (text: string): string => text.replaceAll(/[\p{Cf}\p{Cs}\p{Cn}]/gu, "\uFFFD");

const KIND_WORDS: Readonly<Record<string, string>> = { policy: "rules broken" };

const utc = (at: string): string => `${at.slice(0, 16).replace("T", " ")} UTC`;

describe("a history as a page", () => {
  const page = historyPage(HISTORY);

  test("has all of every event, the newest first, and why nobody was told", () => {
    const rows = ALL_EVENTS.map((event) => {
      const why = event.quiet === undefined ? "" : ` (not told: ${event.quiet})`;
      const { at, organization, subject } = event;
      const what = [`${subjectWords(subject)} ${organization}`, `${detailWords(event)}${why}`].map(shown);
      return `${[utc(at), eventWords(event.event), ...what].join("|")}|`;
    });
    expect(rowsOf(page, "What happened")).toEqual(rows.toReversed());
  });

  test("has all that is open", () => {
    const rows = HISTORY.open.map(({ organization, subject, since, isFlapping }) => {
      const kind = subject.type === "gap" ? "not checked" : (KIND_WORDS[subject.kind] ?? subject.kind);
      const event: WatchEvent = { ...(ALL_EVENTS[0] as WatchEvent), subject, changes: undefined, since }; // -- one of them
      const what = shown(`${isFlapping ? "changes too often; " : ""}${detailWords({ ...event, event: "appeared" })}`);
      const where = shown(`${subjectWords(subject)} ${organization}`);
      return `${[kind, where, what, subject.severity, utc(since)].join("|")}|`;
    });
    expect(rowsOf(page, "Open now")).toEqual(rows);
  });

  test("has the organizations, and the messages that weren't taken", () => {
    expect(rowsOf(page, "Organizations")).toEqual([
      `acme ${SHOWN}|5|17|2026-11-27 07:00 UTC|2026-11-27 06:59 UTC|26|`,
      "globex|0|3|2026-11-27 05:00 UTC failed|never||",
    ]);
    expect(rowsOf(page, "Messages that weren't taken")).toEqual([
      `team acme ${SHOWN}|2|waiting: 503|`,
      `mail globex|9|given up: gone ${SHOWN}|`,
    ]);
  });

  test("has no tag and no sign of others", () => {
    expect(page).not.toMatch(/<b title|[\p{Cf}\p{Cs}]/u);
  });

  test("counts what is open by kind, and tells when there are more events than it shows", () => {
    const counts = [...page.matchAll(/<li(?: class="\w+")?><b>(?<count>[^<]+)<\/b>(?<what>[^<]+)<\/li>/gu)];
    expect(counts.map(({ groups }) => `${groups?.["count"]} ${groups?.["what"]}`)).toEqual([
      "1 missing",
      "3 changed",
      "1 unmanaged",
      "2 rules broken",
      "4 not checked",
      "1 h 30 min mean time to resolve",
    ]);
    const few = (count: number): string => {
      const events = Array.from({ length: count }, () => ALL_EVENTS[0] as WatchEvent); // -- one of them
      return historyPage({ ...HISTORY, events });
    };
    expect(few(300)).not.toContain("newest 300");
    expect(few(301)).toContain("<p>The newest 300 of 301 events.</p>");
    expect(rowsOf(few(301), "What happened")).toHaveLength(300);
  });

  test("has no empty part", () => {
    const empty = historyPage(EMPTY);
    expect([...empty.matchAll(/<h\d[^>]*>(?<title>[^<]+)<\/h\d>/gu)].map(({ groups }) => groups?.["title"])).toEqual([
      "Nothing was watched yet",
    ]);
    expect(empty).toContain("<b>–</b>mean time to resolve");
    expect(empty).not.toContain("<table>");
  });
});

describe("a history as a text", () => {
  const lines = historyText(HISTORY).split("\n");

  test("has all of every event on one line, the oldest first", () => {
    const expected = ALL_EVENTS.map((event) => {
      const why = event.quiet === undefined ? "" : ` (not told: ${event.quiet})`;
      const what = shown(`${subjectWords(event.subject)}: ${detailWords(event)}${why}`);
      return `  ${event.at}  ${shown(event.organization)}  ${eventWords(event.event)}  ${what}`;
    });
    const first = lines.indexOf(`Since ${HISTORY.sinceAt}: ${ALL_EVENTS.length} events`);
    expect(lines.slice(first + 1, first + 1 + expected.length)).toEqual(expected);
    expect(lines.slice(first + 1 + expected.length)).toEqual([
      "Messages that weren't taken:",
      "  m1 to team, waiting after 2 tries: 503",
      `  m2 to mail, given up after 9 tries: gone ${SHOWN}`,
      "",
    ]);
  });

  test("has each organization with what is open in it", () => {
    const first = lines.indexOf(
      `globex: 5 open, last look 2026-11-27T05:00:00.417Z, which failed; the last one that didn't: none`,
    );
    expect(lines[0]).toBe(`acme ${SHOWN}: 6 open, last look 2026-11-27T07:00:00.417Z`);
    expect([first, lines.indexOf("Mean time to resolve: 1 h 30 min")]).toEqual([7, 13]);
    expect(lines[first + 1]).toMatch(/^ {2}error {4}Domain name-1 .*: was deleted, since 2026-11-26T08:01:00\.417Z$/u);
    expect(lines[1]).toMatch(/^ {2}error {4}Domain name-0 .*, since 2026-11-26T08:00:00\.417Z, changes too often$/u);
    expect(lines.join("\n")).not.toMatch(/[\p{Cf}\p{Cs}]/u);
  });

  test("says that there is nothing", () => {
    expect(historyText(EMPTY)).toBe("Nothing was watched yet.\n");
    const quiet = historyText({ ...HISTORY, events: [], messages: [], meanSecondsToResolve: undefined });
    expect(quiet).toMatch(/\nSince 2026-11-20T08:00:00\.417Z: nothing changed\n$/u);
    expect(quiet).not.toContain("Mean time");
  });
});

test("a history as JSON is the history, and nothing in it hides from a reader", () => {
  const text = historyJson(HISTORY);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(HISTORY)));
  expect(text).not.toMatch(/[\u007F-\u009F\p{Cf}\p{Cs}\u2028\u2029]/u);
});
