import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { getEventListeners } from "node:events";
import { afterEach, describe, expect, it } from "@jest/globals";
import { startScriptedServer } from "../../support/scripted-server.ts";
import type { Script, Step } from "../../support/scripted-server.ts";
import { CANARY, openFixture, OWN_THROTTLE, TIMEOUT_MS, until } from "./fixture.ts";
import type { Fixture } from "./fixture.ts";

const OK: Step = { status: 200, body: { ok: true } };

let fixture: Fixture;
afterEach(() => fixture.close());
const open = async (script: Script, options = {}): Promise<Fixture> => (fixture = await openFixture(script, options));

describe("an attempt", () => {
  it.each([
    [undefined, "application/json"],
    ["text/csv", "text/csv"],
  ])("that wants the type %s asks for %s, also when it is sent again", async (accept, asked) => {
    await open([{ status: 503 }, OK]);
    await fixture.transport.send({ method: "GET", route: "/a/", path: "/a/", accept });
    expect(fixture.server.requests.map(({ headers }) => headers["accept"])).toEqual([asked, asked]);
  });

  it("ends in time although headers and some bytes have arrived", async () => {
    await open([{ stall: '{"a"' }, OK]);
    const response = fixture.send("GET");
    await until(() => fixture.server.requests.length === 1);
    fixture.clock.advance(TIMEOUT_MS);
    expect(await response).toMatchObject({ status: 200, attempts: 2 });
  });

  it("cuts its connection when the signal aborts in the middle of the body", async () => {
    await open([{ stall: '{"a"' }]);
    let hasHeaders = false;
    const onHeaders = (): void => {
      hasHeaders = true;
    };
    subscribe("undici:request:headers", onHeaders);
    const controller = new AbortController();
    const failure = fixture.failure("POST", controller.signal);
    await until(() => hasHeaders);
    unsubscribe("undici:request:headers", onHeaders);
    controller.abort(new Error("engine was cancelled"));
    expect(await failure).toMatchObject({
      code: "aborted",
      phase: "body",
      requestMayHaveBeenApplied: true,
      attempts: 1,
      cause: { message: "engine was cancelled" },
      message:
        "The request was interrupted in the middle of the response (POST /api/things/7/, 1 attempt). " +
        "The change may have been made. Check before you repeat it.",
    });
    await until(() => fixture.server.closedSockets() === 1);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(fixture.server.requests).toHaveLength(1);
  });

  it("is not started when the signal has aborted before", async () => {
    await open([OK]);
    const reason = new Error(`the engine was cancelled, with ${CANARY}`);
    expect(await fixture.failure("POST", AbortSignal.abort(reason))).toMatchObject({
      code: "aborted",
      phase: "queue",
      requestMayHaveBeenApplied: false,
      attempts: 0,
      cause: { message: "the engine was cancelled, with [redacted]" },
    });
    expect(fixture.server.requests).toHaveLength(0);
  });

  it("is never written when it was given up before its connection was there", async () => {
    await open([OK]);
    const controller = new AbortController();
    const failure = fixture.failure("POST", controller.signal);
    await Promise.resolve();
    await Promise.resolve();
    controller.abort();
    expect(await failure).toMatchObject({ code: "aborted", requestMayHaveBeenApplied: false });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(fixture.server.requests).toHaveLength(0);
  });

  it("leaves nothing behind on its signal, which may serve many", async () => {
    await open([{ status: 503, headers: { "retry-after": "1" } }, OK]);
    const { signal } = new AbortController();
    expect(await fixture.send("GET", signal)).toMatchObject({ status: 200, attempts: 2 });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("stops waiting for its next try when the signal aborts", async () => {
    const controller = new AbortController();
    await open(() => ({ status: 429, headers: { "retry-after": "9" }, body: OWN_THROTTLE }), {
      onEvent: (event: { type: string }) => event.type === "wait" && controller.abort(),
    });
    expect(await fixture.failure("PATCH", controller.signal)).toMatchObject({
      code: "aborted",
      phase: "queue",
      attempts: 1,
    });
    expect(fixture.server.requests).toHaveLength(1);
  });
});

describe("a huge answer", () => {
  it.each([
    ["announced", { status: 200, body: "x".repeat(2000) }],
    ["announced, and not sent:", { stall: "x" }],
    ["not announced", { raw: `HTTP/1.1 200 X\r\nconnection: close\r\n\r\n${"x".repeat(2000)}` }],
  ] as const)("is refused once, %s size", async (_title, step) => {
    await open(() => step, { maxBodyBytes: 1000 });
    expect(await fixture.failure("GET")).toMatchObject({
      code: "response_too_large",
      attempts: 1,
      retryable: false,
      message:
        "The response is larger than the accepted 1000 bytes (GET /api/things/7/, 1 attempt). " +
        "Check that the host setting names the service's API.",
    });
    await until(() => fixture.server.closedSockets() === 1);
  });

  it("is accepted up to the limit", async () => {
    await open([{ status: 200, body: "x".repeat(1000) }], { maxBodyBytes: 1000 });
    expect((await fixture.send("GET")).body).toHaveLength(1000);
  });
});

describe("a redirect", () => {
  const to = (location: string, status = 302): Step => ({ status, headers: { location } });

  it("is followed by a read within the origin", async () => {
    await open([to("/api/things/7"), to("/api/other/?limit=1", 308), OK]);
    expect((await fixture.send("GET")).status).toBe(200);
    expect(fixture.server.requests.map(({ path }) => path)).toEqual([
      "/api/things/7/",
      "/api/things/7",
      "/api/other/?limit=1",
    ]);
  });

  it("is followed three times at most", async () => {
    await open(() => to("/api/loop/?secret=1"));
    expect(await fixture.send("GET")).toMatchObject({
      status: 302,
      redirectTarget: `${fixture.server.origin}/api/loop/`,
    });
    expect(fixture.server.requests).toHaveLength(4);
  });

  it.each(["POST", "PATCH", "PUT", "DELETE"] as const)("is never followed by %s", async (method) => {
    await open([to("/api/things/8/", 307), OK]);
    expect(await fixture.send(method)).toMatchObject({ status: 307, mayHaveBeenApplied: false });
    expect(fixture.server.requests).toHaveLength(1);
  });

  it("never takes the key to another origin", async () => {
    const other = await startScriptedServer([OK]);
    await open([to(`${other.origin}/api/things/7/?token=x`)]);
    expect(await fixture.send("GET")).toMatchObject({ status: 302, redirectTarget: `${other.origin}/api/things/7/` });
    expect(other.requests).toHaveLength(0);
    await other.close();
  });

  it("without a target is refused", async () => {
    await open([{ status: 301 }]);
    expect(await fixture.send("GET")).toMatchObject({ status: 301, redirectTarget: null });
  });
});

describe("a request", () => {
  it("carries key, user agent, name and JSON, below the path of the host", async () => {
    const server = await startScriptedServer([OK]);
    await open([], { host: `${server.origin}/gateway/` });
    await fixture.send("POST");
    expect(server.requests[0]).toMatchObject({
      method: "POST",
      path: "/gateway/api/things/7/",
      body: '{"name":"x"}',
      headers: {
        authorization: `Bearer phx_canary_8f2kQ0zR7/+=~`,
        "content-type": "application/json",
        "user-agent": `orgform/0.1.0 (node/${process.versions.node})`,
        "x-posthog-client": "orgform",
      },
    });
    await server.close();
  });

  it("is refused after close", async () => {
    await open([OK]);
    await fixture.transport.close();
    expect(await fixture.failure("GET")).toMatchObject({ code: "client_closed", attempts: 0 });
  });

  it("may end before close closes the sockets", async () => {
    await open([{ status: 503, headers: { "retry-after": "1" } }, OK]);
    const running = fixture.send("GET");
    await fixture.transport.close();
    expect((await running).status).toBe(200);
    await fixture.transport.close();
  });

  it("reads UTF-8 that is split between packets", async () => {
    await open([{ status: 200, body: { name: "Zürich 東京 🏔" } }]);
    expect(JSON.parse((await fixture.send("GET")).body)).toEqual({ name: "Zürich 東京 🏔" });
  });

  it("has the id that the service's operators know it by, where the answer names one", async () => {
    const named = (headers: Record<string, string>): Step => ({ status: 200, headers });
    await open([
      named({ "request-id": "7f3c" }),
      named({ "x-request-id": "" }),
      named({ "cf-ray": "x".repeat(101) }),
      OK,
    ]);
    const ids = [];
    for (let sent = 0; sent < 4; sent += 1) ids.push((await fixture.send("GET")).requestId);
    expect(ids).toEqual(["7f3c", undefined, "x".repeat(100), undefined]);
  });

  it("tells the service's time from the newest Date header and the clock", async () => {
    await open([{ status: 200, headers: { date: "Sat, 21 Nov 2026 10:00:00 GMT" } }]);
    expect(fixture.transport.serverNow()).toBeUndefined();
    fixture.clock.advance(60_000);
    await fixture.send("GET");
    fixture.clock.advance(1500);
    expect(fixture.transport.serverNow()?.toISOString()).toBe("2026-11-21T10:00:01.500Z");
  });

  it("frees its slot when the body is consumed, not before", async () => {
    await open([{ stall: "{" }, OK], { maxConcurrentReads: 1 });
    const first = fixture.send("GET");
    await until(() => fixture.server.requests.length === 1);
    const second = fixture.send("GET");
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(fixture.server.requests).toHaveLength(1);
    fixture.clock.advance(TIMEOUT_MS);
    await Promise.allSettled([first, second]);
    expect(fixture.server.requests.length).toBeGreaterThan(1);
  });
});
