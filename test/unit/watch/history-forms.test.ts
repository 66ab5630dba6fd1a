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
import { withoutStyle } from "../../support/recorded-text.ts";

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

  test("plots each kind that was open, at two sizes, to the letter", () => {
    const points = [0, 6, 12].map((hour, index) => ({
      atMs: Date.parse("2026-11-26T08:00:00.417Z") + hour * 3_600_000,
      open: { changed: index, missing: 3 - index, unmanaged: 0, policy: 0, unchecked: 0 },
    }));
    const plotted = historyPage({ ...HISTORY, points });
    expect(/<figure>.*<\/figure>/su.exec(plotted)?.[0].replaceAll("><", ">\n<")).toMatchInlineSnapshot(`
"<figure>
<figcaption>
<span class="missing">missing</span>
<span class="changed">changed</span>
</figcaption>
<svg class="wide" viewBox="0 0 960 260" role="img" aria-label="How many findings of each kind were open over time">
<line class="grid" x1="34" x2="952" y1="238.0" y2="238.0"/>
<text x="28" y="238.0" dy="4" text-anchor="end">0</text>
<line class="grid" x1="34" x2="952" y1="123.0" y2="123.0"/>
<text x="28" y="123.0" dy="4" text-anchor="end">2</text>
<line class="grid" x1="34" x2="952" y1="8.0" y2="8.0"/>
<text x="28" y="8.0" dy="4" text-anchor="end">4</text>
<text x="34" y="256">2026-11-26 08:00</text>
<text x="952" y="256" text-anchor="end">2026-11-27 08:00 UTC</text>
<path class="curve missing" d="M34.0,65.5H263.5V123.0H493.0V180.5H952.0"/>
<path class="curve changed" d="M34.0,238.0H263.5V180.5H493.0V123.0H952.0"/>
</svg>
<svg class="narrow" viewBox="0 0 360 220" role="img" aria-label="How many findings of each kind were open over time">
<line class="grid" x1="34" x2="352" y1="198.0" y2="198.0"/>
<text x="28" y="198.0" dy="4" text-anchor="end">0</text>
<line class="grid" x1="34" x2="352" y1="103.0" y2="103.0"/>
<text x="28" y="103.0" dy="4" text-anchor="end">2</text>
<line class="grid" x1="34" x2="352" y1="8.0" y2="8.0"/>
<text x="28" y="8.0" dy="4" text-anchor="end">4</text>
<text x="34" y="216">2026-11-26 08:00</text>
<text x="352" y="216" text-anchor="end">2026-11-27 08:00 UTC</text>
<path class="curve missing" d="M34.0,55.5H113.5V103.0H193.0V150.5H352.0"/>
<path class="curve changed" d="M34.0,198.0H113.5V150.5H193.0V103.0H352.0"/>
</svg>
</figure>"
`);
    const flat = points.map(({ atMs, open }) => ({ atMs, open: { ...open, changed: 0, missing: 0 } }));
    expect(historyPage({ ...HISTORY, points: flat })).not.toContain("<figure>");
  });

  test("plots up to the next number that is easy to read", () => {
    const axisOf = (most: number): string => {
      const open = { changed: most, missing: 0, unmanaged: 0, policy: 0, unchecked: 0 };
      const points = [0, 1].map((hour) => ({ atMs: Date.parse(HISTORY.sinceAt) + hour * 3_600_000, open }));
      const [wide = ""] = /<svg class="wide".*?<\/svg>/su.exec(historyPage({ ...HISTORY, points })) ?? [];
      return [...wide.matchAll(/text-anchor="end">(?<label>[\d.]+)<\/text>/gu)]
        .map(({ groups }) => groups?.["label"])
        .join(" ");
    };
    const numbers = [1, 2, 3, 4, 5, 6, 9, 10, 11, 20, 21, 41, 50, 51, 99, 100, 101, 4321];
    expect(numbers.map((most) => `${most}: ${axisOf(most)}`)).toMatchInlineSnapshot(`
[
  "1: 0 1",
  "2: 0 1 2",
  "3: 0 2 4",
  "4: 0 2 4",
  "5: 0 2.5 5",
  "6: 0 5 10",
  "9: 0 5 10",
  "10: 0 5 10",
  "11: 0 10 20",
  "20: 0 10 20",
  "21: 0 20 40",
  "41: 0 25 50",
  "50: 0 25 50",
  "51: 0 50 100",
  "99: 0 50 100",
  "100: 0 50 100",
  "101: 0 100 200",
  "4321: 0 2500 5000",
]
`);
  });

  test("is this page for one of each, to the letter", () => {
    const [plain] = ALL_EVENTS;
    const small = { ...HISTORY, events: ALL_EVENTS.slice(0, 2), open: HISTORY.open.slice(0, 2) };
    expect(plain?.quiet).toBeUndefined();
    expect(withoutStyle(historyPage(small))).toMatchInlineSnapshot(`
"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Watch: 2 open</title>
<style></style>
</head>
<body>
<main>
<h1>2 open</h1>
<p>2 organizations, from <time datetime="2026-11-20T08:00:00.417Z">2026-11-20 08:00 UTC</time> to <time datetime="2026-11-27T08:00:00.417Z">2026-11-27 08:00 UTC</time>.</p>
<ul class="counts"><li class="missing"><b>1</b>missing</li><li class="changed"><b>1</b>changed</li><li class="unmanaged"><b>0</b>unmanaged</li><li class="policy"><b>0</b>rules broken</li><li class="unchecked"><b>0</b>not checked</li><li><b>1 h 30 min</b>mean time to resolve</li></ul>
<section>
<h2>Open now</h2>
<table><thead><tr><th></th><th>object</th><th>what</th><th>severity</th><th>since</th></tr></thead><tbody><tr><td class="word changed">changed</td><td><b>Domain name-0 &lt;b title=&quot;x&quot;&gt;&amp;amp;&#39;� ��</b> <span>acme &lt;b title=&quot;x&quot;&gt;&amp;amp;&#39;� ��</span></td><td>changes too often; differs from the state</td><td data-label="severity">error</td><td data-label="since"><time datetime="2026-11-26T08:00:00.417Z">2026-11-26 08:00 UTC</time></td></tr>
<tr><td class="word missing">missing</td><td><b>Domain name-1 &lt;b title=&quot;x&quot;&gt;&amp;amp;&#39;� ��</b> <span>globex</span></td><td>was deleted</td><td data-label="severity">error</td><td data-label="since"><time datetime="2026-11-26T08:01:00.417Z">2026-11-26 08:01 UTC</time></td></tr></tbody></table>
</section>
<section>
<h2>Messages that weren't taken</h2>
<table><thead><tr><th>channel</th><th>tries</th><th>why</th></tr></thead><tbody><tr><td><b>team</b> <span>acme &lt;b title=&quot;x&quot;&gt;&amp;amp;&#39;� ��</span></td><td data-label="tries">2</td><td>waiting: 503</td></tr>
<tr><td><b>mail</b> <span>globex</span></td><td data-label="tries">9</td><td>given up: gone &lt;b title=&quot;x&quot;&gt;&amp;amp;&#39;� ��</td></tr></tbody></table>
</section>
<section>
<h2>Organizations</h2>
<table><thead><tr><th>organization</th><th>open</th><th>looks</th><th>last look</th><th>last successful look</th><th>requests</th></tr></thead><tbody><tr><td><b>acme &lt;b title=&quot;x&quot;&gt;&amp;amp;&#39;� ��</b></td><td data-label="open">5</td><td data-label="looks">17</td><td data-label="last look"><time datetime="2026-11-27T07:00:00.417Z">2026-11-27 07:00 UTC</time></td><td data-label="last successful look"><time datetime="2026-11-27T06:59:00.417Z">2026-11-27 06:59 UTC</time></td><td data-label="requests">26</td></tr>
<tr><td><b>globex</b></td><td data-label="open">0</td><td data-label="looks">3</td><td data-label="last look"><time datetime="2026-11-27T05:00:00.417Z">2026-11-27 05:00 UTC</time> <span class="failed">failed</span></td><td data-label="last successful look">never</td><td data-label="requests"></td></tr></tbody></table>
</section>
<section>
<h2>What happened</h2>
<table><thead><tr><th>when</th><th>event</th><th>object</th><th>what</th></tr></thead><tbody><tr><td><time datetime="2026-11-26T08:01:01.417Z">2026-11-26 08:01 UTC</time></td><td class="word missing">new</td><td><b>Domain name-1 &lt;b title=&quot;x&quot;&gt;&amp;amp;&#39;� ��</b> <span>acme-1 &lt;b title=&quot;x&quot;&gt;&amp;amp;&#39;� ��</span></td><td>was deleted <span>(not told: update)</span></td></tr>
<tr><td><time datetime="2026-11-26T08:00:00.417Z">2026-11-26 08:00 UTC</time></td><td class="word changed">new</td><td><b>Domain name-0 &lt;b title=&quot;x&quot;&gt;&amp;amp;&#39;� ��</b> <span>acme-0 &lt;b title=&quot;x&quot;&gt;&amp;amp;&#39;� ��</span></td><td>differs from the state</td></tr></tbody></table>
</section>
</main>
</body>
</html>
"
`);
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
