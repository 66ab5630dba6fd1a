import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { issueText } from "../../../packages/watch/src/channels/github-issue.ts";
import { secretText } from "../../../packages/watch/src/channels/secret-text.ts";
import { slackBody } from "../../../packages/watch/src/channels/slack.ts";
import { teamsBody } from "../../../packages/watch/src/channels/teams.ts";
import { isWithin } from "../../../packages/watch/src/outbox/quiet-hours.ts";
import {
  detailWords,
  type Finding,
  type Message,
  SqliteStore,
  type WatchEvent,
  watchFileOf,
  watchOnce,
} from "../../../packages/watch/src/index.ts";
import { StillWatchClock } from "../../support/watch-clock.ts";
import { type Received, WebhookReceiver } from "../../support/webhook-receiver.ts";

const NASTY = "<!channel> & [a](https://evil.example) `x` | \u202E\nnext";

const subject: Finding = {
  type: "finding",
  kind: "changed",
  severity: "error",
  resource: "Domain",
  id: "o/1",
  name: NASTY,
  field: "samlEntityId",
  expected: '"a"',
  found: '"b"',
  by: { name: "Ann", at: "2026-11-26T07:00:00Z" },
};

const event: WatchEvent = {
  id: "event",
  organization: "acme",
  at: "2026-11-26T08:00:00Z",
  since: "2026-11-26T08:00:00Z",
  event: "appeared",
  subject,
  isOpen: true,
};

const message = (events: readonly WatchEvent[] = [event]): Message => ({
  id: "message",
  channel: "team",
  organization: "acme",
  events,
});

const URL_OF = { environment: "URL_OF" };

test("who changed an object is told as far as the service's log shows it", () => {
  const words = (by: Finding["by"]): string => detailWords({ ...event, subject: { ...subject, by } });
  for (const [at, earlier] of [
    ["2026-11-26T07:59:30Z", ", less than a minute before the check,"],
    ["2026-11-26T07:59:00Z", ", 1 minute before the check,"],
    ["2026-11-26T06:00:00Z", ", 2 hours before the check,"],
    ["2026-11-22T08:00:01Z", ", 3 days before the check,"],
    // By another clock.
    ["2026-11-26T08:00:01Z", ""],
    ["at noon", ""],
  ]) {
    expect(words({ name: "Ann", at: at ?? "", client: "mcp" })).toBe(
      `samlEntityId: "a" → "b"; by Ann${earlier} at ${at}, with the client mcp`,
    );
  }
  expect(words(null)).toMatch(/; the newest entries of the activity log don't show who$/u);
  expect(words(undefined)).toBe('samlEntityId: "a" → "b"');
});

describe("a secret of a channel", () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-secret-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileWith = (text: string): string => {
    const file = join(folder, "secret grün");
    writeFileSync(file, text);
    return file;
  };

  test("comes from a variable or a file, without the space around it", () => {
    expect(secretText({ environment: "A" }, { A: " canary\n" })).toBe("canary");
    expect(secretText({ file: fileWith("\tcanary\n") }, {})).toBe("canary");
  });

  test("is asked for by name where it is missing or empty", () => {
    const [empty, none] = [fileWith(" \n"), join(folder, "none")];
    expect(() => secretText({ environment: "A" }, {})).toThrow("the variable A is missing or empty");
    expect(() => secretText({ environment: "A" }, { A: " " })).toThrow("the variable A is missing or empty");
    expect(() => secretText({ file: empty }, {})).toThrow(`the file ${empty} is missing or empty`);
    expect(() => secretText({ file: none }, {})).toThrow(`the file ${none} is missing or empty. Set it, or leave out`);
  });
});

describe("a message to Slack", () => {
  test("is Block Kit, and names of others mention nobody and link nowhere", () => {
    expect(slackBody(message(), { type: "slack", url: URL_OF })).toEqual({
      text: "acme: 1 new",
      blocks: [
        { type: "header", text: { type: "plain_text", text: "acme: 1 new", emoji: false } },
        {
          type: "section",
          text: {
            type: "mrkdwn",
            text:
              ":red_circle: new: Domain &lt;!channel&gt; &amp; [a](https://evil.example) `x` | \uFFFD next (error): " +
              'samlEntityId: "a" → "b"; by Ann, 1 hour before the check, at 2026-11-26T07:00:00Z',
          },
        },
      ],
    });
  });

  test("shows twenty events, and counts the others", () => {
    const body = JSON.stringify(
      slackBody(message(Array.from({ length: 23 }, () => event)), { type: "slack", url: URL_OF }),
    );
    expect(body.match(/"section"/gu)).toHaveLength(20);
    expect(body).toContain('"and 3 more"');
  });

  test("has nothing in the place of what one event has and a title hasn't", () => {
    const own = {
      type: "slack",
      url: URL_OF,
      title: "{organization}|{severity}{resource}{name}{detail}|{count}",
    } as const;
    expect(slackBody(message([event, event]), own)).toMatchObject({ text: "acme||2" });
  });

  test("has the words of the file, and what stands in a value is no placeholder", () => {
    const own = {
      type: "slack",
      url: URL_OF,
      title: "{count} in {organization}",
      line: "{severity} {field} {rule}",
    } as const;
    const tricky = { ...event, subject: { ...subject, field: "{count}" } };
    expect(slackBody(message([tricky]), own)).toMatchObject({
      text: "1 in acme",
      blocks: [{}, { text: { text: ":red_circle: error {count} " } }],
    });
  });
});

test("a message to Teams is an adaptive card whose texts have no Markdown", () => {
  expect(teamsBody(message(), { type: "teams", url: URL_OF })).toMatchObject({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "TextBlock", text: "acme: 1 new", weight: "bolder" },
            { text: expect.stringContaining("\\[a\\](https://evil.example) \\`x\\`"), color: "attention", wrap: true },
          ],
        },
      },
    ],
  });
});

test("the table of an issue is text in one row, whatever others wrote", () => {
  const { body, title } = issueText("acme", [{ organization: "acme", subject, sinceMs: 0, isFlapping: true }]);
  expect(title).toBe("Orgform: acme has 1 open finding");
  expect(body.split("\n")).toEqual([
    "<!-- orgform-watch: acme -->",
    "",
    "| severity | object | what | since |",
    "|---|---|---|---|",
    "| error | `Domain <!channel> & [a](https://evil.example) 'x' \\| \uFFFD next` | `changes too often; " +
      'samlEntityId: "a" → "b"; by Ann at 2026-11-26T07:00:00Z` | 1970-01-01T00:00:00.000Z |',
  ]);
});

test("an issue says how much is open, and has no more rows than GitHub takes", () => {
  const gap = { type: "gap", source: "policy", severity: "note", reason: "", isSilent: false } as const;
  const rowsOf = (count: number) => {
    const open = Array.from({ length: count }, () => ({
      organization: "a/é",
      subject: gap,
      sinceMs: 0,
      isFlapping: false,
    }));
    const { title, body } = issueText("a/é", open);
    return { title, lines: body.split("\n") };
  };
  const head = ["<!-- orgform-watch: a%2F%C3%A9 -->", ""];
  const table = [...head, "| severity | object | what | since |", "|---|---|---|---|"];
  const row = "| note | `The policy` |  | 1970-01-01T00:00:00.000Z |";
  expect(rowsOf(0)).toEqual({ title: "Orgform: a/é is as it should be", lines: [...head, "Nothing is open."] });
  expect(rowsOf(2)).toEqual({ title: "Orgform: a/é has 2 open findings", lines: [...table, row, row] });
  expect(rowsOf(200).lines).toEqual([...table, ...Array.from({ length: 200 }, () => row)]);
  expect(rowsOf(202)).toEqual({
    title: "Orgform: a/é has 202 open findings",
    lines: [...table, ...Array.from({ length: 200 }, () => row), "", "And 2 more."],
  });
});

describe("channels of a watch", () => {
  let store: SqliteStore;
  let clock: StillWatchClock;
  let receiver: WebhookReceiver;
  beforeEach(async () => {
    store = new SqliteStore(":memory:");
    clock = new StillWatchClock();
    receiver = await WebhookReceiver.start();
  });
  afterEach(async () => {
    await receiver.close();
    await store.close();
  });

  const look = (file: string, findings: readonly Finding[], environment: Record<string, string>): Promise<boolean> => {
    clock.move(3_600_000);
    return watchOnce({
      watched: [{ name: "acme", labels: {}, look: () => Promise.resolve({ findings, gaps: [] }) }],
      file: watchFileOf("w.yaml", file),
      store,
      clock,
      environment,
      signal: new AbortController().signal,
      parallel: 1,
      say: () => undefined,
      onLook: () => undefined,
    });
  };

  test("an issue is opened, changed in place, closed, opened again, and found again by its mark", async () => {
    const file = `channels:\n  issue: { type: github-issue, repository: acme/infra, token: { environment: TOKEN }, api: "${receiver.url}" }\n`;
    let issue = { number: 7, state: "open", body: "", title: "" };
    receiver.answer = ({ method, path, body }: Received) => {
      if (method === "GET" && path.includes("?")) {
        return { status: 200, text: JSON.stringify(issue.body === "" ? [] : [{ ...issue, number: 7 }]) };
      }
      if (method !== "GET") issue = { ...issue, ...(JSON.parse(body) as object) };
      return { status: method === "POST" ? 201 : 200, text: JSON.stringify(issue) };
    };
    const seen: string[] = [];
    const worked = async (findings: readonly Finding[]): Promise<void> => {
      receiver.received.length = 0;
      expect(await look(file, findings, { TOKEN: "ghp_secret" })).toBe(true);
      seen.push(`${receiver.received.map(({ method }) => method).join(" ")}: ${issue.state}, ${issue.title}`);
    };
    await worked([subject]);
    expect(receiver.received.at(-1)?.headers.authorization).toBe("Bearer ghp_secret");
    await worked([subject, { ...subject, id: "o/2" }]);
    await worked([]);
    // A watcher that was killed before it could remember the number.
    await store.keep("github-issue issue acme", "8");
    receiver.answer = (
      (answer) => (request: Received) =>
        request.method === "GET" && request.path.endsWith("/8") ? { status: 404 } : answer(request)
    )(receiver.answer);
    await worked([subject]);
    expect(seen).toEqual([
      "GET POST: open, Orgform: acme has 1 open finding",
      "GET PATCH: open, Orgform: acme has 2 open findings",
      "GET PATCH: closed, Orgform: acme is as it should be",
      "GET GET PATCH: open, Orgform: acme has 1 open finding",
    ]);
  });

  test("an issue is found among those of many organizations, however many pages they fill", async () => {
    const file = `channels:\n  issue: { type: github-issue, repository: acme/infra, token: { environment: TOKEN }, api: "${receiver.url}" }\n`;
    const rows = Array.from({ length: 205 }, (_, index) => {
      const organization = index === 203 ? "acme" : `acme-${index}`;
      return { number: index + 1, state: "open", body: `<!-- orgform-watch: ${organization} -->` };
    });
    let all = rows;
    receiver.answer = ({ method, path }: Received) => {
      const page = Number(new URLSearchParams(path.split("?")[1]).get("page"));
      const text = method === "GET" ? all.slice(page * 100 - 100, page * 100) : { number: 204, state: "open" };
      return { status: 200, text: JSON.stringify(text) };
    };
    expect(await look(file, [subject], { TOKEN: "ghp_secret" })).toBe(true);
    const told = () => receiver.received.map(({ method, path }) => `${method} ${path.replace(/\?.*&page=/u, " ")}`);
    const found = told().map((line) => line.replace(/&labels=.*/u, ""));
    const list = "GET /repos/acme/infra/issues";
    expect(found).toEqual([`${list} 1`, `${list} 2`, `${list} 3`, "PATCH /repos/acme/infra/issues/204"]);
    // The last page is full, and the one after it is empty.
    all = rows.slice(0, 200);
    await store.keep("github-issue issue acme", "9");
    receiver.received.length = 0;
    receiver.answer = (
      (answer) => (request: Received) =>
        request.path.endsWith("/9") ? { status: 410 } : answer(request)
    )(receiver.answer);
    expect(await look(file, [], { TOKEN: "ghp_secret" })).toBe(true);
    expect(told().length).toBe(4);
  });

  test("an issue that can't be read is no reason for a second one", async () => {
    const file = `channels:\n  issue: { type: github-issue, repository: acme/infra, token: { environment: TOKEN }, api: "${receiver.url}" }\n`;
    await store.keep("github-issue issue acme", "7");
    receiver.answer = () => ({ status: 403 });
    expect(await look(file, [subject], { TOKEN: "ghp_secret" })).toBe(false);
    expect(receiver.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /repos/acme/infra/issues/7",
    ]);
    expect(await store.troubled()).toMatchObject([{ problem: "it answered with status 403" }]);
  });
});

describe("quiet hours", () => {
  const hours = { from: "22:00", to: "07:00", timeZone: "Europe/Berlin" };
  test.each([
    ["2026-11-26T20:59:00Z", hours, false],
    ["2026-11-26T21:00:00Z", hours, true],
    ["2026-11-27T05:59:00Z", hours, true],
    ["2026-11-27T06:00:00Z", hours, false],
    // Summer time moves them with the wall clock.
    ["2026-07-26T20:00:00Z", hours, true],
    ["2026-11-26T23:00:00Z", { ...hours, days: ["fri" as const] }, false],
    ["2026-11-27T23:00:00Z", { ...hours, days: ["fri" as const] }, true],
    ["2026-11-28T05:00:00Z", { ...hours, days: ["fri" as const] }, true],
    ["2026-11-28T12:00:00Z", { from: "09:00", to: "17:00", timeZone: "UTC" }, true],
    ["2026-11-28T17:00:00Z", { from: "09:00", to: "17:00", timeZone: "UTC" }, false],
  ])("at %s", (at, quiet, expected) => {
    expect(isWithin(quiet, Date.parse(at))).toBe(expected);
  });
});
