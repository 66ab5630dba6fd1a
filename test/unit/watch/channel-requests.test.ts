import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { issueText } from "../../../packages/watch/src/channels/github-issue.ts";
import { ChannelError } from "../../../packages/watch/src/channels/secret-text.ts";
import { checkSecrets, sendMessage } from "../../../packages/watch/src/channels/send-message.ts";
import {
  type Finding,
  type Message,
  SqliteStore,
  watchFileOf,
  type WatchEvent,
} from "../../../packages/watch/src/index.ts";
import { SEVERITIES } from "../../../packages/watch/src/look/finding.ts";
import { watchEvent } from "../../support/watch-event.ts";
import { WebhookReceiver } from "../../support/webhook-receiver.ts";

let store: SqliteStore;
let receiver: WebhookReceiver;
beforeEach(async () => {
  store = new SqliteStore(":memory:");
  receiver = await WebhookReceiver.start();
});
afterEach(async () => {
  await receiver.close();
  await store.close();
});

const finding = (severity: Finding["severity"], name = "acme"): Finding => ({
  type: "finding",
  kind: "missing",
  severity,
  resource: "Domain",
  id: "o/1",
  name,
});
const EACH = SEVERITIES.map((severity) => watchEvent(finding(severity)));

const TYPES = ["webhook", "slack", "teams", "github-issue"] as const;
const FILE = `channels:
  webhook: { type: webhook, url: { environment: URL_OF }, secret: { environment: SECRET_OF } }
  slack: { type: slack, url: { environment: URL_OF } }
  teams: { type: teams, url: { environment: URL_OF } }
  github-issue: { type: github-issue, repository: acme/infra, token: { environment: TOKEN_OF }, api: "API" }
`;
const NOW_MS = Date.parse("2026-11-26T08:00:00.999Z");

/** Sends a message through the channel of a type, and returns what the receiver got. */
async function sent(
  type: (typeof TYPES)[number],
  events: readonly WatchEvent[] = EACH,
  secret = "secret",
  signal = new AbortController().signal,
) {
  const file = watchFileOf("w.yaml", FILE.replace("API", `${receiver.url}/api/`));
  const message: Message = { id: "message", channel: type, organization: "acme", events };
  await sendMessage(message, file.channels[type]!, {
    environment: { URL_OF: `${receiver.url}/hook?x=1`, SECRET_OF: secret, TOKEN_OF: "ghp" },
    store,
    nowMs: NOW_MS,
    signal,
  });
  const [last, ...before] = receiver.received.toReversed();
  return { ...last!, json: JSON.parse(last!.body) as unknown, before };
}

describe("a message", () => {
  test("to a webhook has the content that its signature covers, with a key in either form", async () => {
    for (const [secret, key] of [
      ["secret", Buffer.from("secret")],
      [`whsec_${Buffer.from("\u0000ü key").toString("base64")}`, Buffer.from("\u0000ü key")],
    ] as const) {
      const { method, path, headers, body, json } = await sent("webhook", EACH, secret);
      expect([method, path]).toEqual(["POST", "/hook?x=1"]);
      expect(json).toEqual({ version: 1, id: "message", organization: "acme", events: EACH });
      const timestamp = String(Math.floor(NOW_MS / 1000));
      const hmac = createHmac("sha256", key).update(`message.${timestamp}.${body}`).digest("base64");
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "webhook-id": "message",
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${hmac}`,
      });
    }
  });

  test("to Slack has a mark for each severity", async () => {
    const { method, path, headers, json } = await sent("slack");
    const section = (mark: string, severity: string) => ({
      type: "section",
      text: { type: "mrkdwn", text: `:${mark}: new: Domain acme (${severity}): was deleted` },
    });
    expect([method, path, headers["content-type"]]).toEqual(["POST", "/hook?x=1", "application/json"]);
    expect(json).toEqual({
      text: "acme: 3 new",
      blocks: [
        { type: "header", text: { type: "plain_text", text: "acme: 3 new", emoji: false } },
        section("red_circle", "error"),
        section("large_orange_circle", "warning"),
        section("white_circle", "note"),
      ],
    });
  });

  test("to Teams has a color for each severity", async () => {
    const { method, path, headers, json } = await sent("teams");
    const block = (color: string, severity: string) => ({
      type: "TextBlock",
      text: `new: Domain acme (${severity}): was deleted`,
      wrap: true,
      color,
    });
    expect([method, path, headers["content-type"]]).toEqual(["POST", "/hook?x=1", "application/json"]);
    expect(json).toEqual({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.4",
            body: [
              { type: "TextBlock", text: "acme: 3 new", wrap: true, weight: "bolder", size: "medium" },
              block("attention", "error"),
              block("warning", "warning"),
              block("default", "note"),
            ],
          },
        },
      ],
    });
    const many = Array.from({ length: 21 }, () => EACH[0]!);
    expect(JSON.stringify((await sent("teams", many)).json)).toContain(
      JSON.stringify({ type: "TextBlock", text: "and 1 more", wrap: true, isSubtle: true }),
    );
  });

  test("to an issue is asked for as GitHub documents it, and none is made while nothing is open", async () => {
    receiver.answer = () => ({ status: 200, text: "[]" });
    await sent("github-issue").catch(() => undefined);
    const [asked, ...more] = receiver.received;
    expect([asked?.method, asked?.path, more]).toEqual([
      "GET",
      "/api/repos/acme/infra/issues?state=all&per_page=100&page=1&labels=orgform-watch",
      [],
    ]);
    expect(asked?.headers).toMatchObject({
      accept: "application/vnd.github+json",
      authorization: "Bearer ghp",
      "content-type": "application/json",
      "user-agent": "orgform-watch",
    });
  });

  test("to a new issue has its texts and the label that finds it again; to a known one, its state too", async () => {
    await store.hold("acme", "me", NOW_MS, NOW_MS + 1);
    const subject = finding("note");
    const one = { subject, isOpen: true, sinceMs: 0, isReminded: false, changes: [], isFlapping: false };
    await store.record({
      look: { organization: "acme", startedMs: 0, endedMs: 0, outcome: "findings", open: {} },
      state: { lookedAtMs: 0, tracked: new Map([["key", one]]) },
      events: [],
      deliveries: [],
      holder: "me",
    });
    receiver.answer = ({ method, path }) => ({
      status: 200,
      text: method === "GET" && path.includes("?") ? "[]" : JSON.stringify({ number: 7, state: "open" }),
    });
    const made = await sent("github-issue");
    const texts = issueText("acme", await store.open("acme"));
    expect([made.method, made.path, made.json]).toEqual([
      "POST",
      "/api/repos/acme/infra/issues",
      { ...texts, labels: ["orgform-watch"] },
    ]);
    const changed = await sent("github-issue");
    expect([changed.method, changed.path, changed.json]).toEqual([
      "PATCH",
      "/api/repos/acme/infra/issues/7",
      { ...texts, state: "open" },
    ]);
  });

  test.each(["slack", "teams"] as const)("to %s has short lines, whatever others wrote", async (type) => {
    const long = (length: number) => [watchEvent(finding("error", "n".repeat(length)))];
    const around = "new: Domain  (error): was deleted".length;
    for (const [length, isWhole] of [
      [600 - around, true],
      [601 - around, false],
    ] as const) {
      const { body } = await sent(type, long(length));
      expect(body.includes(`${"n".repeat(length)} (error): was deleted`)).toBe(isWhole);
      expect(body.includes("was delet…")).toBe(!isWhole);
    }
  });

  test.each(TYPES)("through %s fails with every status but those of success", async (type) => {
    for (const [status, isTaken] of [
      [200, true],
      [204, true],
      [299, true],
      [300, false],
      [302, false],
      [400, false],
      [429, false],
      [500, false],
    ] as const) {
      receiver.answer = () => ({ status, text: type === "github-issue" && status !== 204 ? "[]" : "" });
      const outcome = await sent(type).then(
        () => "taken",
        (error: unknown) => (error instanceof ChannelError ? error.message : "taken"),
      );
      expect([status, outcome]).toEqual([status, isTaken ? "taken" : `it answered with status ${status}`]);
    }
  });

  test.each(TYPES)("through %s that has no answer says why, without the address", async (type) => {
    const within = `at ${receiver.url}/hook?x=1`;
    const ask = jest.spyOn(globalThis, "fetch");
    for (const [error, why] of [
      [new TypeError(within, { cause: Object.assign(new Error(within), { code: "ECONNREFUSED" }) }), "ECONNREFUSED"],
      [Object.assign(new Error(within), { code: "ERR_INVALID_URL" }), "ERR_INVALID_URL"],
      [new DOMException(within, "TimeoutError"), "it took longer than 30 s"],
      [new DOMException(within, "AbortError"), "the connection failed"],
      [new TypeError(within, { cause: within }), "the connection failed"],
      [within, "the connection failed"],
      [null, "the connection failed"],
    ] as const) {
      ask.mockRejectedValueOnce(error);
      await expect(sent(type)).rejects.toThrow(new ChannelError(`no answer: ${why}`));
    }
    ask.mockRestore();
  });

  test.each(TYPES)("through %s follows no other address, and ends with the watch", async (type) => {
    const ask = jest.spyOn(globalThis, "fetch");
    receiver.answer = () => ({ status: 200, text: "[]" });
    const stop = new AbortController();
    await sent(type, EACH, "secret", stop.signal).catch(() => undefined);
    const options = ask.mock.calls.map(([, one]) => one);
    expect(options.map((one) => [one?.redirect, one?.signal?.aborted])).toEqual([["manual", false]]);
    stop.abort();
    expect(options.map((one) => one?.signal?.aborted)).toEqual([true]);
    // Only a request with a body has one.
    expect(options.map((one) => "body" in (one ?? {}))).toEqual([type !== "github-issue"]);
    ask.mockRestore();
  });

  test.each([
    ["webhook", { URL_OF: "u" }, "SECRET_OF"],
    ["webhook", { SECRET_OF: "s" }, "URL_OF"],
    ["slack", {}, "URL_OF"],
    ["teams", {}, "URL_OF"],
    ["github-issue", { URL_OF: "u", SECRET_OF: "s" }, "TOKEN_OF"],
  ])("through %s with %j lacks %s at the start", (type, environment, name) => {
    const { channels } = watchFileOf("w.yaml", FILE.replace("API", receiver.url));
    expect(() => checkSecrets(channels[type]!, environment)).toThrow(
      `the variable ${name} is missing or empty. Set it, or leave out the channel`,
    );
    checkSecrets(channels[type]!, { URL_OF: "u", SECRET_OF: "s", TOKEN_OF: "t" });
  });
});

describe("an issue", () => {
  const open = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      organization: "acme",
      subject: finding("note", `name-${at}`),
      sinceMs: at,
      isFlapping: false,
    }));

  test("tells when nothing is open, and counts what doesn't fit", () => {
    expect(issueText("a|b -->", [])).toEqual({
      title: "Orgform: a|b --> is as it should be",
      body: "<!-- orgform-watch: a%7Cb%20--%3E -->\n\nNothing is open.",
    });
    for (const [count, more] of [
      [2, undefined],
      [200, undefined],
      [201, "And 1 more."],
    ] as const) {
      const { title, body } = issueText("acme", open(count));
      expect(title).toBe(`Orgform: acme has ${count} open findings`);
      const lines = body.split("\n");
      expect(lines.filter((line) => line.startsWith("| note |"))).toHaveLength(Math.min(count, 200));
      expect(lines[4]).toBe("| note | `Domain name-0` | `was deleted` | 1970-01-01T00:00:00.000Z |");
      expect(lines.at(-1)).toBe(more ?? lines[count + 3]);
    }
  });

  test("cuts long cells, and leaves empty ones empty", () => {
    const [row] = open(1);
    const { body } = issueText("acme", [{ ...row!, subject: finding("note", "n".repeat(400)) }]);
    expect(body).toContain(`| \`Domain ${"n".repeat(293)}\` |`);
  });
});
