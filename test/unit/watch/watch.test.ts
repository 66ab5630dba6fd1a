import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import {
  type Finding,
  historyOf,
  historyPage,
  historyText,
  SqliteStore,
  type TakenLook,
  type Watched,
  watchFileOf,
  watchOnce,
  type WatchOptions,
} from "../../../packages/watch/src/index.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";
import { WebhookReceiver } from "../../support/webhook-receiver.ts";

const MINUTE = 60_000;
const SECRET = "the-secret-of-the-receiver";

const finding = (id: string, further: Partial<Finding> = {}): Finding => ({
  type: "finding",
  kind: "missing",
  severity: "error",
  resource: "Domain",
  id,
  name: id,
  ...further,
});

const WEBHOOK =
  "channels:\n  hook: { type: webhook, url: { environment: URL_OF }, secret: { environment: SECRET_OF } }\n";

let store: SqliteStore;
let clock: StillWatchClock;
let receiver: WebhookReceiver;
let said: string[];
beforeEach(async () => {
  store = new SqliteStore(":memory:");
  clock = new StillWatchClock();
  receiver = await WebhookReceiver.start();
  said = [];
});
afterEach(async () => {
  await receiver.close();
  await store.close();
});

const optionsFor = (
  watched: readonly Watched[],
  file = WEBHOOK,
  further: Partial<WatchOptions> = {},
): WatchOptions => ({
  watched,
  file: watchFileOf("orgform.watch.yaml", file),
  store,
  clock,
  environment: { URL_OF: `${receiver.url}/hook`, SECRET_OF: SECRET },
  signal: new AbortController().signal,
  parallel: 4,
  say: (line) => said.push(line),
  onLook: () => undefined,
  ...further,
});

/** An organization with the given findings. */
function shown(look: () => Partial<TakenLook>, name = "acme"): Watched {
  return { name, labels: {}, look: () => Promise.resolve({ findings: [], gaps: [], ...look() }) };
}

const bodies = () =>
  receiver.received.map(
    ({ body }) => JSON.parse(body) as { id: string; organization: string; events: { event: string }[] },
  );

describe("a message to a webhook", () => {
  test("is signed as Standard Webhooks are, and sent once for all events of a look", async () => {
    const findings = [finding("one"), finding("two")];
    expect(await watchOnce(optionsFor([shown(() => ({ findings }))]))).toBe(true);
    expect(await watchOnce(optionsFor([shown(() => ({ findings }))]))).toBe(true);
    const [message] = receiver.received;
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signature } = message?.headers ?? {};
    const hmac = createHmac("sha256", SECRET)
      .update(`${String(id)}.${String(at)}.${message?.body ?? ""}`)
      .digest("base64");
    expect(signature).toBe(`v1,${hmac}`);
    expect(receiver.received).toHaveLength(1);
    expect(bodies()[0]).toMatchObject({
      version: 1,
      id,
      organization: "acme",
      events: [
        { event: "appeared", at: "2026-11-26T08:00:00.000Z", subject: { kind: "missing", id: "one" } },
        { event: "appeared", subject: { id: "two" } },
      ],
    });
  });

  test("that isn't taken waits, comes again under its ID, and no secret is said", async () => {
    receiver.answer = () => ({ status: 503, text: SECRET });
    const acme = shown(() => ({ findings: [finding("one")] }));
    expect(await watchOnce(optionsFor([acme]))).toBe(false);
    expect(await store.troubled()).toMatchObject([{ channel: "hook", attempts: 1, isGivenUp: false }]);
    expect(await watchOnce(optionsFor([acme]))).toBe(true);
    expect(receiver.received).toHaveLength(1);
    receiver.answer = () => ({ status: 204 });
    clock.move(MINUTE);
    expect(await watchOnce(optionsFor([acme]))).toBe(true);
    expect(new Set(bodies().map(({ id }) => id)).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
    const words = said.join("\n");
    expect(words).toMatch(/^Message id-\d+ to hook will be sent again: it answered with status 503\.$/u);
    expect(words).not.toContain(receiver.url);
    expect(words).not.toContain(SECRET);
  });

  test("is given up after a week, and the history says so", async () => {
    receiver.answer = () => ({ status: 500 });
    const acme = shown(() => ({ findings: [finding("one")] }));
    await watchOnce(optionsFor([acme]));
    clock.move(8 * 24 * 60 * MINUTE);
    await watchOnce(optionsFor([acme], `${WEBHOOK}remindAfter: never\n`));
    const history = await historyOf(store, { sinceMs: 0 }, clock.nowMs());
    expect(history.messages).toMatchObject([{ attempts: 2, isGivenUp: true, problem: "it answered with status 500" }]);
    expect(historyText(history)).toContain("to hook, given up after 2 tries: it answered with status 500");
  });

  test.each([
    ["an address where nobody answers", () => `${receiver.url}/secret-path`, "no answer: ECONNREFUSED"],
    ["an address that is none", () => "secret-path", "no answer: ERR_INVALID_URL"],
  ])("to %s fails without the address", async (_name, urlOf, problem) => {
    const url = urlOf();
    await receiver.close();
    const environment = { URL_OF: url, SECRET_OF: SECRET };
    await watchOnce(optionsFor([shown(() => ({ findings: [finding("one")] }))], WEBHOOK, { environment }));
    expect(await store.troubled()).toMatchObject([{ problem }]);
  });
});

describe("quiet hours", () => {
  const QUIET = `${WEBHOOK}routes: [{ to: [hook], quietHours: { from: "22:00", to: "07:00", timeZone: Europe/Berlin } }]\n`;

  test("hold everything back, and one message has it after them", async () => {
    clock.atMs = Date.parse("2026-11-26T22:30:00Z");
    const findings: Finding[] = [];
    const acme = shown(() => ({ findings: [...findings] }));
    for (const name of ["one", "two"]) {
      findings.push(finding(name));
      await watchOnce(optionsFor([acme], QUIET));
      clock.move(60 * MINUTE);
    }
    findings.pop();
    await watchOnce(optionsFor([acme], QUIET));
    expect(receiver.received).toEqual([]);
    clock.atMs = Date.parse("2026-11-27T06:00:00Z");
    await watchOnce(optionsFor([acme], QUIET));
    expect(bodies().map(({ events }) => events.map(({ event }) => event))).toEqual([
      ["appeared", "appeared", "resolved"],
    ]);
  });
});

test("a message whose turn comes in quiet hours waits, although its sender began before them", async () => {
  const quiet = `${WEBHOOK}routes: [{ to: [hook], quietHours: { from: "22:00", to: "07:00", timeZone: Europe/Berlin } }]\n`;
  clock.atMs = Date.parse("2026-11-26T20:59:59.417Z");
  receiver.answer = () => {
    clock.atMs = Date.parse("2026-11-26T21:00:00.000Z");
    return { status: 204 };
  };
  const both = ["acme", "birch"].map((name) => shown(() => ({ findings: [finding("one")] }), name));
  expect(await watchOnce(optionsFor(both, quiet))).toBe(true);
  expect(receiver.received.length).toBe(1);
  clock.atMs = Date.parse("2026-11-27T06:00:00.000Z");
  receiver.answer = () => ({ status: 204 });
  expect(await watchOnce(optionsFor(both, quiet))).toBe(true);
  expect(bodies().map(({ organization }) => organization)).toEqual(["acme", "birch"]);
});

test("what failed before quiet hours isn't sent again in them, and under its ID after them", async () => {
  const quiet = `${WEBHOOK}  other: { type: webhook, url: { environment: URL_OF }, secret: { environment: SECRET_OF } }
routes:
  - { to: [hook], quietHours: { from: "22:00", to: "07:00", timeZone: Europe/Berlin } }
  - { to: [other] }
`;
  clock.atMs = Date.parse("2026-11-26T20:59:00.417Z");
  receiver.answer = () => ({ status: 503 });
  const acme = shown(() => ({ findings: [finding("one")] }));
  expect(await watchOnce(optionsFor([acme], quiet))).toBe(false);
  receiver.answer = () => ({ status: 204 });
  const counts = [];
  for (const at of ["2026-11-26T21:30:00.417Z", "2026-11-27T05:59:59.999Z", "2026-11-27T06:00:00.417Z"]) {
    clock.atMs = Date.parse(at);
    expect(await watchOnce(optionsFor([acme], quiet))).toBe(true);
    counts.push(receiver.received.length);
  }
  expect(counts).toEqual([3, 3, 4]);
  expect(new Set(bodies().map(({ id }) => id)).size).toBe(2);
});

describe("routes", () => {
  test("take events by severity, kind, event, resource, and label", async () => {
    const file = [
      "channels:",
      ...["a", "b", "c", "d", "e"].map(
        (name) => `  ${name}: { type: webhook, url: { environment: URL_${name} }, secret: { environment: SECRET_OF } }`,
      ),
      "routes:",
      "  - { to: [a], severities: [error] }",
      "  - { to: [b], kinds: [unmanaged], resources: [Role] }",
      "  - { to: [c], events: [resolved] }",
      "  - { to: [d], labels: { stage: prod } }",
      "",
    ].join("\n");
    const urls = ["a", "b", "c", "d", "e"].map((name) => [`URL_${name}`, `${receiver.url}/${name}`]);
    const environment = { ...Object.fromEntries(urls), SECRET_OF: SECRET };
    const findings = [finding("x"), finding("y", { kind: "unmanaged", resource: "Role", severity: "note" })];
    const acme = shown(() => ({ findings }));
    await watchOnce(optionsFor([acme, { ...acme, name: "prod", labels: { stage: "prod" } }], file, { environment }));
    const got = receiver.received.map(({ path, body }) => {
      const { organization, events } = JSON.parse(body) as { organization: string; events: { subject: Finding }[] };
      return `${path} ${organization} ${events.map(({ subject }) => subject.id).join()}`;
    });
    expect(got.toSorted()).toEqual(["/a acme x", "/a prod x", "/b acme y", "/b prod y", "/d prod x,y"]);
  });
});

describe("a look", () => {
  test("that fails keeps what is open, and says that it failed, and that it works again", async () => {
    let isBroken = false;
    const findings = [finding("one"), finding("one", { kind: "policy", rule: "owners-count" })];
    const acme: Watched = {
      ...shown(() => ({})),
      look: () =>
        isBroken ? Promise.reject(new Error("401 of the service")) : Promise.resolve({ findings, gaps: [] }),
    };
    const worked: boolean[] = [];
    for (const broken of [false, true, true, false]) {
      isBroken = broken;
      worked.push(await watchOnce(optionsFor([acme])));
      clock.move(60 * MINUTE);
    }
    expect(worked).toEqual([true, false, false, true]);
    expect(bodies().map(({ events }) => events.map(({ event }) => event))).toEqual([
      ["appeared", "appeared"],
      ["unchecked"],
      ["checked_again"],
    ]);
    const history = await historyOf(store, { sinceMs: 0 }, clock.nowMs());
    expect(history.organizations).toMatchObject([
      { looks: 4, lastOutcome: "findings", open: { missing: 1, policy: 1 } },
    ]);
  });

  test("that falls into an update of the stack is taken again, and what only the update saw is not told", async () => {
    let revision = 1;
    let looks = 0;
    const acme: Watched = {
      ...shown(() => ({})),
      look: () => {
        looks += 1;
        // The update ends while the first look is taken.
        const now = String(revision);
        if (looks === 1) revision += 1;
        return Promise.resolve({ revision: now, findings: looks === 1 ? [finding("half-made")] : [], gaps: [] });
      },
      revision: () => Promise.resolve(String(revision)),
    };
    expect(await watchOnce(optionsFor([acme]))).toBe(true);
    expect({ looks, received: receiver.received }).toEqual({ looks: 2, received: [] });
  });

  test("that read the state before an update, and the service after it, doesn't tell what the update resolved", async () => {
    let revision = 1;
    let isDrifted = true;
    let isUpdatedMeanwhile = false;
    const acme: Watched = {
      ...shown(() => ({})),
      look: () => {
        const read = String(revision);
        if (isUpdatedMeanwhile) [revision, isDrifted, isUpdatedMeanwhile] = [revision + 1, false, false];
        return Promise.resolve({ revision: read, findings: isDrifted ? [finding("one")] : [], gaps: [] });
      },
      revision: () => Promise.resolve(String(revision)),
    };
    await watchOnce(optionsFor([acme]));
    isUpdatedMeanwhile = true;
    await watchOnce(optionsFor([acme]));
    expect((await store.events({ sinceMs: 0 })).map(({ event, quiet }) => [event, quiet])).toEqual([
      ["appeared", undefined],
      ["resolved", "update"],
    ]);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("the lease of an organization", () => {
  test("makes a second watcher wait, and goes to it when the first one was killed", async () => {
    expect(await store.hold("acme", "killed", clock.nowMs(), clock.nowMs() + MINUTE)).toBe(true);
    const second = watchOnce(optionsFor([shown(() => ({ findings: [finding("one")] }))]));
    for (let seconds = 0; seconds < 55; seconds += 5) {
      clock.move(5_000);
      await new Promise((done) => setImmediate(done));
    }
    expect({ said, received: receiver.received }).toEqual({
      said: ["Another watcher watches acme. Waiting until it ends."],
      received: [],
    });
    for (let seconds = 0; seconds < 10; seconds += 5) {
      clock.move(5_000);
      await new Promise((done) => setImmediate(done));
    }
    expect(await second).toBe(true);
    expect(receiver.received).toHaveLength(1);
  });

  test("that was lost lets nothing be stored", async () => {
    const acme: Watched = {
      ...shown(() => ({})),
      look: async () => {
        await store.release("acme", "id-1");
        await store.hold("acme", "other", clock.nowMs(), clock.nowMs() + MINUTE);
        return { findings: [finding("one")], gaps: [] };
      },
    };
    expect(await watchOnce(optionsFor([acme]))).toBe(false);
    expect(await store.events({ sinceMs: 0 })).toEqual([]);
    expect(receiver.received).toEqual([]);
  });
});

describe("the page of a history", () => {
  test("loads nothing, and what others wrote is text", async () => {
    const name = `<img src=x onerror=alert(1)>"&\u202E`;
    await watchOnce(optionsFor([shown(() => ({ findings: [finding("one", { name })] }))]));
    clock.move(60 * MINUTE);
    await watchOnce(optionsFor([shown(() => ({ findings: [] }))]));
    const page = historyPage(await historyOf(store, { sinceMs: 0 }, clock.nowMs()));
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&amp;\uFFFD");
    expect(page).not.toMatch(/<img|<script|https?:|url\(/u);
    expect(page).toContain("<b>1 h</b>mean time to resolve");
    expect(page).toContain('<path class="curve missing" d="M34.0,');
  });
});

test("a history of a newer version is refused, and left as it is", async () => {
  const { openHistory } = await import("../../../packages/watch/src/store/sqlite-database.ts");
  const { mkdtempSync, rmSync } = await import("node:fs");
  const { join } = await import("node:path");
  const { tmpdir } = await import("node:os");
  const folder = mkdtempSync(join(tmpdir(), "orgform-watch-"));
  const path = join(folder, "new", "watch.sqlite");
  const database = openHistory(path);
  database.exec("PRAGMA user_version = 99");
  database.close();
  expect(() => openHistory(path)).toThrow(
    `The history ${path} can't be used: it has the format 99 of a newer version, and this one knows 1. Name another one with --history.`,
  );
  rmSync(folder, { recursive: true });
});
