import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import {
  type Finding,
  type Gap,
  type History,
  historyPage,
  type Subject,
  type WatchEvent,
} from "../../../packages/watch/src/index.ts";
import { ChromiumPage, findChromium } from "../../support/chromium.ts";

const HOUR_MS = 3_600_000;
const END_MS = Date.parse("2026-11-27T08:00:00.417Z");
const NUMBER = 40;

const utc = (ms: number): string => new Date(ms).toISOString();
const nameOf = (index: number): string =>
  index % 7 === 3 ? `subsidiary-with-a-very-long-name-${index}-production` : `org-${index}`;

function subjectOf(index: number): Subject {
  const id = `0191f3c2-77aa-7000-8000-${String(index).padStart(12, "0")}`;
  const by = { name: `person-${index}@acme.example`, at: utc(END_MS - index * HOUR_MS) };
  const finding: Finding = {
    type: "finding",
    kind: "changed",
    severity: "warning",
    resource: "IdentityProvider",
    id,
    name: `module.single_sign_on["acme"].orgform_identity_provider.provider_${index}`,
    field: "samlEntityId",
    expected: JSON.stringify(`https://sso.acme.example/realms/production/${"x".repeat(60)}`),
    found: JSON.stringify("https://sso.globex.example"),
    by,
  };
  const gap: Gap = {
    type: "gap",
    source: "drift",
    severity: "warning",
    reason: "The service answered 403: the key can't read it. Use a key with the scope organization:read.",
    isSilent: false,
  };
  const kinds: Subject[] = [
    finding,
    {
      ...finding,
      kind: "missing",
      severity: "error",
      resource: "Role",
      name: "orgform_role.readers",
      field: undefined,
      expected: undefined,
      found: undefined,
    },
    {
      ...finding,
      kind: "unmanaged",
      severity: "note",
      resource: "Role",
      name: "Ann's experiment",
      field: undefined,
      by: undefined,
      expected: undefined,
      found: undefined,
    },
    {
      ...finding,
      kind: "policy",
      severity: "error",
      resource: "Organization",
      name: nameOf(index),
      rule: "second-factor-enforced",
      field: "enforce2fa",
      expected: "true",
      found: "false",
      by: undefined,
    },
    gap,
  ];
  return kinds[index % kinds.length] ?? finding;
}

const EVENTS: readonly WatchEvent["event"][] = ["appeared", "resolved", "changed", "persists", "unchecked", "flapping"];

/** A month of forty organizations, some of which nobody could check. */
const FULL: History = {
  version: 1,
  writtenAt: utc(END_MS),
  sinceAt: utc(END_MS - 30 * 24 * HOUR_MS),
  organizations: Array.from({ length: NUMBER }, (_, index) => ({
    name: nameOf(index),
    lastLookAt: utc(END_MS - index * 60_000),
    lastOutcome: index % 9 === 4 ? "failed" : index % 4 === 0 ? "findings" : "clean",
    lastSuccessAt: index === 4 ? undefined : utc(END_MS - (index % 9 === 4 ? 70 * HOUR_MS : index * 60_000)),
    lastRequests: index === 4 ? undefined : 13,
    looks: 720 - index,
    open: index % 4 === 0 ? { changed: 1, policy: 2 } : {},
  })),
  open: Array.from({ length: 23 }, (_, index) => ({
    organization: nameOf(index),
    since: utc(END_MS - (index + 2) * 11 * HOUR_MS),
    isFlapping: index % 6 === 5,
    subject: subjectOf(index),
  })),
  meanSecondsToResolve: 187_000,
  events: Array.from({ length: 340 }, (_, index) => ({
    id: `event-${index}`,
    organization: nameOf(index % NUMBER),
    at: utc(END_MS - (340 - index) * 2 * HOUR_MS),
    since: utc(END_MS - 600 * HOUR_MS),
    event: EVENTS[index % EVENTS.length] ?? "appeared",
    subject: subjectOf(index),
    isOpen: true,
    ...(index % 6 === 5 ? { changes: 9 } : {}),
    quiet: index % 11 === 0 ? ("update" as const) : undefined,
  })),
  messages: [
    {
      id: "m1",
      channel: "team",
      organization: nameOf(3),
      attempts: 7,
      isGivenUp: false,
      problem: "it answered with status 503",
    },
    {
      id: "m2",
      channel: "security",
      organization: nameOf(10),
      attempts: 170,
      isGivenUp: true,
      problem: "no answer: ECONNREFUSED",
    },
  ],
  points: Array.from({ length: 180 }, (_, index) => {
    const wave = (length: number, height: number): number => Math.round((1 + Math.sin(index / length)) * height);
    const open = {
      missing: wave(9, 2),
      changed: wave(13, 6),
      unmanaged: wave(31, 3),
      policy: wave(50, 9),
      unchecked: index > 120 && index < 133 ? 14 : 0,
    };
    return { atMs: END_MS - (180 - index) * 4 * HOUR_MS, open };
  }),
};

const NONE = { missing: 0, changed: 0, unmanaged: 0, policy: 0, unchecked: 0 };
const PAGES: readonly (readonly [string, History])[] = [
  ["full", FULL],
  [
    "calm",
    {
      ...FULL,
      organizations: FULL.organizations.slice(1, 3),
      open: [],
      messages: [],
      events: [],
      meanSecondsToResolve: undefined,
      points: [{ atMs: END_MS - HOUR_MS, open: NONE }],
    },
  ],
  [
    "new",
    { ...FULL, organizations: [], open: [], messages: [], events: [], meanSecondsToResolve: undefined, points: [] },
  ],
  [
    "one look",
    {
      ...FULL,
      organizations: FULL.organizations.slice(0, 1),
      open: FULL.open.slice(0, 1),
      messages: [],
      events: FULL.events.slice(0, 1),
      points: [{ atMs: END_MS, open: { ...NONE, changed: 1 } }],
    },
  ],
];

const WIDTHS = [400, 1000, 1900];
const browser = findChromium();
const where = browser === undefined ? "(left out: there is no chromium on PATH)" : "";
/** Folder for pictures of each page, for people. */
const pictures = process.env["ORGFORM_PICTURES"];

// Without a browser there is nothing to look with; `.ci/run` installs one.
(browser === undefined ? describe.skip : describe)(`the page of \`orgform watch history\` in Chromium ${where}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-watch-page-"));
  let page: ChromiumPage;
  beforeAll(async () => {
    page = await ChromiumPage.open(browser ?? "", "about:blank");
  });
  afterAll(async () => {
    await page.close();
    rmSync(folder, { recursive: true });
  });

  async function shown(
    name: string,
    history: History,
    width: number,
    theme: "light" | "dark" = "light",
  ): Promise<void> {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, historyPage(history));
    await page.show(width, 1000, theme);
    await page.go(pathToFileURL(file).href);
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    writeFileSync(join(pictures, `${name}-${width}-${theme}.png`), await page.screenshot());
  }

  const cases = PAGES.flatMap(([name, history]) => WIDTHS.map((width) => [name, width, history] as const));

  test.each(cases)(
    "the page '%s' is as wide as its window of %d pixels, and no text covers another",
    async (name, width, history) => {
      await shown(name, history, width);
      const seen = await page.evaluate(`(() => {
      const own = document.documentElement;
      const boxes = [...document.querySelectorAll("svg text, h1, h2, figcaption span, .counts li, th, td")]
        .filter((one) => one.textContent !== "").map((one) => [one.textContent.slice(0, 60), one.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 0 && height > 0);
      const covers = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const covered = boxes.flatMap(([text, box], at) =>
        boxes.slice(at + 1).filter(([, other]) => covers(box, other)).map(([other]) => text + " | " + other));
      const outside = boxes.filter(([, box]) => box.left < 0 || box.right > own.clientWidth + 1).map(([text]) => text);
      return { wide: own.scrollWidth > own.clientWidth, covered, outside };
    })()`);
      expect(seen).toEqual({ wide: false, covered: [], outside: [] });
    },
  );

  test.each(["light", "dark"] as const)("can be read when the system is %s", async (theme) => {
    await shown("full", FULL, 1000, theme);
    const faint = await page.evaluate(`(() => {
      const parts = (text) => text.match(/[\\d.]+/g).map(Number);
      const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
        .map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
      const behind = (one) => {
        for (let at = one; at !== null; at = at.parentElement) {
          const color = parts(getComputedStyle(at).backgroundColor);
          if (color.length === 3 || color[3] > 0) return color;
        }
        return [255, 255, 255];
      };
      const contrast = (one) => {
        const style = getComputedStyle(one);
        const [a, b] = [parts(one instanceof SVGElement ? style.fill : style.color), behind(one)].map(light);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      };
      return [...document.querySelectorAll("h1, h2, p, th, td, td span, time, .word, .counts li, .counts b, figcaption span, svg text")]
        .filter((one) => contrast(one) < 4.5).map((one) => one.tagName + " " + one.className + " " + one.textContent.slice(0, 30));
    })()`);
    expect(faint).toEqual([]);
  });
});
