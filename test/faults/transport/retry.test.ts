import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createTransport } from "../../../src/client/transport/index.ts";
import type { TransportEvent } from "../../../src/client/transport/index.ts";
import { FAKE_START } from "../../support/fake-clock.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";
import type { Script, Step } from "../../support/scripted-server.ts";
import { CANARY, openFixture, OWN_THROTTLE, TIMEOUT_MS, until } from "./fixture.ts";
import type { Fixture } from "./fixture.ts";

const METHODS = ["GET", "PUT", "DELETE", "POST", "PATCH"] as const;
type Method = (typeof METHODS)[number];
const OK: Step = { status: 200, body: { ok: true } };

let fixture: Fixture;
afterEach(() => fixture.close());

const open = async (script: Script, options = {}): Promise<Fixture> => (fixture = await openFixture(script, options));

/** For each fault: each method's behavior after one occurrence, if the next response is good. */
const TABLE: readonly [title: string, step: Step, again: readonly Method[]][] = [
  ["a reset before the answer", { reset: true }, ["GET", "PUT", "DELETE"]],
  ["an answer cut in the middle", { truncate: '{"ok":' }, ["GET", "PUT", "DELETE"]],
  ["bytes that are no HTTP", { raw: "SSH-2.0-OpenSSH_9.6\r\n" }, ["GET", "PUT", "DELETE"]],
  ["500", { status: 500, body: { detail: "A server error occurred." } }, ["GET"]],
  [
    "502 with a page",
    { status: 502, headers: { "content-type": "text/html" }, body: "<html>" },
    ["GET", "PUT", "DELETE"],
  ],
  ["503", { status: 503 }, ["GET", "PUT", "DELETE"]],
  ["504", { status: 504 }, ["GET", "PUT", "DELETE"]],
  ["503 with Retry-After", { status: 503, headers: { "retry-after": "3" } }, ["GET", "PUT", "DELETE"]],
  ["429 of the service", { status: 429, body: OWN_THROTTLE }, METHODS],
  ["429 of the service with seconds", { status: 429, headers: { "retry-after": "53" }, body: OWN_THROTTLE }, METHODS],
  [
    "429 of the service with a date",
    { status: 429, headers: { "retry-after": "Fri, 20 Nov 2026 00:00:53 GMT" }, body: OWN_THROTTLE },
    METHODS,
  ],
  ["429 of a gateway", { status: 429, headers: { "retry-after": "53" } }, ["GET", "PUT", "DELETE"]],
  ["400", { status: 400 }, []],
  ["401", { status: 401 }, []],
  ["404", { status: 404 }, []],
  ["409", { status: 409 }, []],
  ["501", { status: 501 }, []],
];

/** Why a call waits before it sends again: the service said how long, or nobody did, or the response was lost. */
function reasonOfWait(step: Step): string {
  if (!("status" in step) || "truncate" in step) return "lost";
  return step.headers?.["retry-after"] === undefined ? "backoff" : "retry_after";
}

describe.each(TABLE)("after %s", (_title, step, again) => {
  it("the events say why the call waits, where it does", async () => {
    await open([step, OK]);
    await fixture.send("GET").catch(() => undefined);
    const waits = fixture.events.filter(({ type }) => type === "wait").map(({ reason }) => String(reason));
    const said = waits.map((reason) => (["backoff", "retry_after"].includes(reason) ? reason : "lost"));
    expect(said).toEqual(again.includes("GET") ? [reasonOfWait(step)] : []);
  });

  it.each(METHODS)("%s is sent again only where that is safe", async (method) => {
    await open([step, OK]);
    const result = await fixture.send(method).catch((error: unknown) => error);
    const isAgain = again.includes(method);
    expect(fixture.server.requests).toHaveLength(isAgain ? 2 : 1);
    expect((result as { status?: number }).status === 200).toBe(isAgain);
  });
});

describe("a lost write", () => {
  const LOSSES: readonly [string, Step, string, string][] = [
    ["a reset", { reset: true }, "headers", "was lost before a response arrived: "],
    ["a truncated answer", { truncate: "{" }, "body", "was lost in the middle of the response: "],
  ];

  it.each(LOSSES)("is reported and never sent again after %s", async (_title, step, phase, words) => {
    await open(() => step);
    for (const method of ["POST", "PATCH"] as const) {
      expect(await fixture.failure(method)).toMatchObject({
        name: "TransportError",
        code: "connection_lost",
        phase,
        requestMayHaveBeenApplied: true,
        attempts: 1,
        route: "/api/things/{id}/",
        message: expect.stringContaining(`The connection to ${fixture.server.origin} ${words}`),
      });
    }
    // Some more turns, so a late second request would show.
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(fixture.server.requests.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
  });

  it("is reported and never sent again when no answer comes in time", async () => {
    await open([{ silent: true }]);
    const failure = fixture.failure("POST");
    await until(() => fixture.server.requests.length === 1);
    fixture.clock.advance(TIMEOUT_MS);
    expect(await failure).toMatchObject({
      code: "timeout",
      phase: "headers",
      requestMayHaveBeenApplied: true,
      attempts: 1,
    });
    await until(() => fixture.server.closedSockets() === 1);
    expect(fixture.server.requests).toHaveLength(1);
  });

  it("is not sent again on a kept-alive connection that the host closed in between", async () => {
    await open([OK, { reset: true }]);
    await fixture.send("GET");
    expect(await fixture.failure("POST")).toMatchObject({ requestMayHaveBeenApplied: true, attempts: 1 });
    expect(fixture.server.requests).toHaveLength(2);
  });

  it.each([500, 502, 503, 504])("may have been applied when the answer is %d", async (status) => {
    await open([{ status }]);
    expect(await fixture.send("POST")).toMatchObject({ status, attempts: 1, mayHaveBeenApplied: true });
  });

  it.each([
    ["503 with Retry-After", 503],
    ["429 of a gateway", 429],
  ])("may have been applied when the answer is %s", async (_title, status) => {
    await open([{ status, headers: { "retry-after": "1" }, body: "too many" }, OK]);
    expect(await fixture.send("POST")).toMatchObject({ status, attempts: 1, mayHaveBeenApplied: true });
  });

  it("keeps the doubt of an earlier attempt", async () => {
    await open([{ reset: true }, { status: 404 }]);
    expect(await fixture.send("DELETE")).toMatchObject({ status: 404, attempts: 2, mayHaveBeenApplied: true });
  });

  it("leaves no doubt when the service refused it", async () => {
    await open([{ status: 429, headers: { "retry-after": "1" }, body: OWN_THROTTLE }, { status: 400 }]);
    expect(await fixture.send("POST")).toMatchObject({ status: 400, attempts: 2, mayHaveBeenApplied: false });
  });
});

describe("a refused connection", () => {
  it("lets every method be sent again, because nothing was sent", async () => {
    const gone = await startScriptedServer([]);
    await gone.close();
    await open([], { host: gone.origin });
    for (const method of METHODS) {
      expect(await fixture.failure(method)).toMatchObject({
        code: "connect_failed",
        phase: "connect",
        requestMayHaveBeenApplied: false,
        attempts: 5,
        retryable: true,
      });
    }
  });

  it("sends a POST again once the host is there", async () => {
    const first = await startScriptedServer([]);
    await first.close();
    const late = createServer((_request, response) => response.end("{}"));
    const onEvent = ({ type }: TransportEvent): void => {
      // Comes up while the client waits for its next attempt.
      if (type === "failure" && !late.listening) late.listen(first.port, "127.0.0.1");
    };
    await open([], { host: first.origin, onEvent });
    const response = await fixture.send("POST");
    expect(response.status).toBe(200);
    expect(response.attempts).toBeGreaterThan(1);
    late.closeAllConnections();
    late.close();
  });
});

describe("waiting", () => {
  it("obeys seconds in full", async () => {
    await open([{ status: 429, headers: { "retry-after": "53" }, body: OWN_THROTTLE }, OK]);
    await fixture.send("POST");
    expect(fixture.clock.skipped).toContain(53_000);
  });

  it("obeys an HTTP date in full", async () => {
    await open([{ status: 503, headers: { "retry-after": "Fri, 20 Nov 2026 00:01:30 GMT" } }, OK]);
    await fixture.send("GET");
    expect(fixture.clock.skipped).toEqual([Date.parse("2026-11-20T00:01:30Z") - Date.parse(FAKE_START)]);
  });

  it("gives up at once when the service asks for more than the budget, and says how long", async () => {
    await open([{ status: 429, headers: { "retry-after": "3458" } }]);
    const response = await fixture.send("GET");
    expect(response).toMatchObject({ status: 429, attempts: 1, retryAfterMs: 3_458_000 });
    expect(fixture.clock.skipped).toEqual([]);
  });

  it("refuses the next call of the key at once while such a pause lasts", async () => {
    await open([{ status: 429, headers: { "retry-after": "3458" } }, OK]);
    await fixture.send("GET");
    expect(await fixture.failure("POST")).toMatchObject({
      code: "rate_limit_pause",
      phase: "queue",
      requestMayHaveBeenApplied: false,
      attempts: 0,
      retryable: true,
      retryAfterMs: 3_458_000,
    });
    expect(fixture.server.requests).toHaveLength(1);
    fixture.clock.advance(3_458_000);
    expect((await fixture.send("GET")).status).toBe(200);
  });

  it("counts all waits of a call against one budget", async () => {
    await open(() => ({ status: 429, headers: { "retry-after": "50" } }));
    expect(await fixture.send("GET")).toMatchObject({ status: 429, attempts: 3 });
    expect(fixture.server.requests).toHaveLength(3);
  });

  it("backs off with full jitter when the service names no time", async () => {
    await open([{ status: 502 }, { status: 502 }, { status: 502 }, { status: 502 }, OK]);
    expect((await fixture.send("GET")).attempts).toBe(5);
    expect(fixture.clock.skipped).toEqual([125, 250, 500, 1000]);
  });

  it("backs off from a 429 without Retry-After and gives up after 10 attempts", async () => {
    await open(() => ({ status: 429, body: OWN_THROTTLE }));
    expect(await fixture.send("POST")).toMatchObject({ status: 429, attempts: 10 });
  });

  it("asks three times at most when a read answers 500", async () => {
    await open(() => ({ status: 500 }));
    expect(await fixture.send("GET")).toMatchObject({ status: 500, attempts: 3 });
  });

  it("sends nothing again with a budget of 0", async () => {
    await open(() => ({ status: 429, headers: { "retry-after": "1" } }), { retryBudgetMs: 0 });
    expect(await fixture.send("GET")).toMatchObject({ status: 429, attempts: 1 });
  });
});

describe("a request whose caller looks for its effect before it is sent again", () => {
  const request = { method: "POST", route: "/a/", path: "/a/", body: {} } as const;

  it.each([
    [{ status: 429, body: OWN_THROTTLE }, 1, 429],
    [{ status: 200, body: {} }, 1, 200],
    [{ status: 503 }, 1, 503],
  ] as const)("comes back with %j at once", async (step, count, status) => {
    await open([step, OK]);
    const answer = await fixture.transport.send({ ...request, isThrottleFinal: true });
    expect([answer.status, fixture.server.requests.length]).toEqual([status, count]);
  });

  it("is still repeated when nothing of it was sent or when it is sent without that wish", async () => {
    await open([{ status: 429, body: OWN_THROTTLE }, OK]);
    expect((await fixture.transport.send({ ...request, isThrottleFinal: false })).status).toBe(200);
    expect(fixture.server.requests).toHaveLength(2);
  });
});

describe("a wait that the service asks for", () => {
  it.each([
    [30_000, 2],
    [29_999, 1],
  ])("of 30 s is waited for within a budget of %i ms as far as it fits: %i requests", async (retryBudgetMs, count) => {
    await open([{ status: 429, headers: { "retry-after": "30" }, body: OWN_THROTTLE }, OK], { retryBudgetMs });
    await fixture.send("POST");
    expect(fixture.server.requests).toHaveLength(count);
  });
});

it("a 429 counts as no refusal of the service itself where nobody says how to tell", async () => {
  await open([{ status: 429, body: OWN_THROTTLE }, OK], { isOwnThrottle: undefined });
  const answer = await fixture.send("POST");
  expect([answer.status, answer.mayHaveBeenApplied, fixture.server.requests.length]).toEqual([429, true, 1]);
});

it("only an answer of 429 is asked whether the service itself refused", async () => {
  const asked: string[] = [];
  const isOwnThrottle = (body: string): boolean => asked.push(body) > 0;
  await open([{ status: 503, body: "away" }, { status: 429, body: OWN_THROTTLE }, OK], { isOwnThrottle });
  expect((await fixture.send("GET")).status).toBe(200);
  expect(asked).toEqual([OWN_THROTTLE]);
});

describe("a throttled key", () => {
  it("pauses the requests of all clients that use it", async () => {
    await open([{ status: 429, headers: { "retry-after": "30" } }, OK, OK, OK]);
    const waits: (string | null)[] = [];
    const other = createTransport({
      host: fixture.server.origin,
      apiKey: CANARY,
      clock: fixture.clock,
      requestTimeoutMs: TIMEOUT_MS,
      onEvent: ({ type, reason }) => type === "wait" && waits.push(reason),
    });
    const stranger = createTransport({
      host: fixture.server.origin,
      apiKey: "phx_stranger",
      clock: fixture.clock,
      requestTimeoutMs: TIMEOUT_MS,
      onEvent: ({ type, reason }) => type === "wait" && waits.push(`stranger ${reason}`),
    });
    const get = { method: "GET", route: "/a/", path: "/a/" } as const;
    const first = fixture.send("GET");
    await until(() => fixture.events.some(({ status }) => status === 429));
    const results = await Promise.all([first, other.send(get), stranger.send(get)]);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(waits).toEqual(["paused"]);
    await Promise.all([other.close(), stranger.close()]);
  });

  it.each([undefined, "", "soon", "-5"])("stays paused when another answer says %p of how long", async (later) => {
    const headers = [{ "retry-after": "30" }, later === undefined ? {} : { "retry-after": later }];
    await open((_, index) => ({ status: 429, headers: headers[index] ?? {}, body: OWN_THROTTLE }), {
      retryBudgetMs: 0,
    });
    await Promise.all([fixture.send("GET"), fixture.send("GET")]);
    expect(await fixture.failure("GET")).toMatchObject({ code: "rate_limit_pause", retryAfterMs: 30_000 });
    expect(fixture.server.requests).toHaveLength(2);
  });
});
