import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "@jest/globals";
import { createClient } from "../../../src/client/client.ts";
import type { Api, TransportEvent } from "../../../src/client/client.ts";
import { createFakeClock, FAKE_START } from "../../support/fake-clock.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";
import type { Script, ScriptedServer } from "../../support/scripted-server.ts";

const CANARY = 'phx_canary"8f2k/Q0+zR7=';
const SECOND = "registered canary é/value";
const ECHO = `you sent Bearer ${CANARY} and ${SECOND}, json ${JSON.stringify({ CANARY, SECOND })}, url ${encodeURIComponent(CANARY)} ${encodeURIComponent(SECOND)}`;
const ID = "01a1fb11-53cf-0000-fc23-01b847e27a8f";
const TRACES = [
  CANARY,
  SECOND,
  JSON.stringify(CANARY).slice(1, -1),
  encodeURIComponent(CANARY),
  encodeURIComponent(SECOND),
];

let server: ScriptedServer;
let api: Api;
let events: TransportEvent[];

async function open(script: Script, options = {}): Promise<void> {
  server = await startScriptedServer(script);
  events = [];
  api = createClient({
    host: server.origin,
    apiKey: CANARY,
    secrets: [SECOND],
    clock: createFakeClock((delayMs) => delayMs !== 30_000),
    onEvent: (event) => events.push(event),
    ...options,
  });
}
afterEach(async () => {
  await api.close();
  await server.close();
});

/** Every way to convert a value to text. */
function traces(value: unknown): string[] {
  const shown = [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value) ?? ""];
  if (value instanceof Error) {
    shown.push(
      String(value),
      value.stack ?? "",
      JSON.stringify({ own: Object.assign({}, value), message: value.message }),
    );
    shown.push(...traces(value.cause));
  }
  return TRACES.filter((trace) => shown.some((text) => text.includes(trace)));
}

const echo = (status: number, type: string, body: unknown = ECHO) => ({
  status,
  headers: { "content-type": type, "x-request-id": `req ${encodeURIComponent(CANARY)}` },
  body,
});

const CASES: readonly [string, Script][] = [
  [
    "a refusal of the service",
    [echo(400, "application/json", { type: "x", code: "invalid_input", detail: ECHO, attr: CANARY })],
  ],
  ["a refusal with an error key", [echo(403, "application/json", { error: ECHO })]],
  ["a page", [echo(404, "text/html", `<html><title>${ECHO}</title>${ECHO}</html>`)]],
  ["plain text", [echo(500, "text/plain"), echo(500, "text/plain"), echo(500, "text/plain")]],
  [
    "a redirect",
    [
      {
        status: 302,
        headers: { location: `https://x.example/${encodeURIComponent(CANARY)}/?k=${encodeURIComponent(CANARY)}` },
      },
    ],
  ],
  ["a success that is no JSON", [echo(200, "text/plain")]],
  [
    "a success with wrong values",
    [echo(200, "application/json", { id: 5, name: ECHO, slug: [ECHO], created_at: ECHO })],
  ],
  ["an answer cut off", () => ({ truncate: ECHO })],
  ["bytes that are no HTTP", () => ({ raw: `${ECHO}\r\n\r\n` })],
  ["a header that is too long", () => ({ raw: `HTTP/1.1 200 X\r\nx-a: ${ECHO.repeat(900)}\r\n\r\n` })],
  ["a broken header", () => ({ raw: `HTTP/1.1 200 X\r\nx a ${CANARY}: y\r\n\r\n` })],
  ["a reset", () => ({ reset: true })],
  ["a pause beyond the budget", [{ status: 429, headers: { "retry-after": "9999" }, body: ECHO }]],
];

describe.each(CASES)("after %s", (_title, script) => {
  it("no secret is in the error, its cause or any event", async () => {
    await open(script);
    const error: unknown = await api.organizations.get(ID).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Error);
    expect(traces(error)).toEqual([]);
    expect(events.length).toBeGreaterThan(1);
    expect(traces(events)).toEqual([]);
  });
});

describe("a client", () => {
  it("shows its key in no inspection", async () => {
    await open([]);
    expect(traces(api)).toEqual([]);
  });

  it("hides a value that is registered later, also in paths", async () => {
    await open([{ status: 404, body: { detail: "no late-secret-9 here" } }]);
    api.registerSecret("late-secret-9");
    const error: unknown = await api.domains.get(ID, "late-secret-9").catch((caught: unknown) => caught);
    expect(error).toMatchObject({ detail: "no [redacted] here" });
    expect(events.map(({ path }) => path)).toEqual([
      `/api/organizations/${ID}/domains/[redacted]/`,
      `/api/organizations/${ID}/domains/[redacted]/`,
    ]);
  });

  it("hides a value in a query, however it is spelled there", async () => {
    await open([{ status: 404 }, { status: 404 }]);
    api.registerSecret('late (secret) "9"!');
    await api.persons.updateProperty(7, 12, "k", 'late (secret) "9"!').catch(() => undefined);
    await api.persons.bulkDelete(7, { distinct_ids: ['late (secret) "9"!'] }).catch(() => undefined);
    expect(events.filter(({ type }) => type === "request").map(({ path }) => path)).toEqual([
      "/api/projects/7/persons/12/update_property/?key=k&value=[redacted]",
      "/api/projects/7/persons/bulk_delete/?distinct_ids=%5B%22[redacted]%22%5D",
    ]);
  });

  it("hides the reason of an abort", async () => {
    await open([]);
    const signal = AbortSignal.abort(new Error(ECHO));
    const error: unknown = await api.organizations.get(ID, { signal }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "aborted" });
    expect(traces(error)).toEqual([]);
  });

  it("gives all events the same keys", async () => {
    await open([
      { status: 429, headers: { "retry-after": "1" } },
      { reset: true },
      { status: 302, headers: { location: "/x/" } },
      { status: 404 },
    ]);
    await api.organizations.get(ID).catch(() => undefined);
    expect(events.map(({ type }) => type)).toEqual([
      "request",
      "response",
      "wait",
      "request",
      "failure",
      "wait",
      "request",
      "response",
      "redirect",
      "request",
      "response",
    ]);
    expect(new Set(events.map((event) => Object.keys(event).join())).size).toBe(1);
    expect(events[1]).toEqual({
      type: "response",
      at: FAKE_START,
      call: 1,
      attempt: 1,
      method: "GET",
      origin: server.origin,
      route: "/api/organizations/{organization_id}/",
      path: `/api/organizations/${ID}/`,
      status: 429,
      durationMs: 0,
      waitMs: null,
      reason: null,
      requestId: null,
      bodyBytes: 0,
    });
  });

  it("goes on when a listener throws", async () => {
    await open([{ status: 204 }], {
      onEvent: () => {
        throw new Error("listener");
      },
    });
    await expect(api.organizations.delete(ID)).resolves.toBeUndefined();
  });
});
