import { describe, expect, test } from "@jest/globals";

import { exchange } from "../../../../src/client/transport/exchange.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";

type Sockets = Parameters<typeof exchange>[0];
type Handler = Parameters<Sockets["dispatch"]>[1];
type Controller = Parameters<NonNullable<Handler["onRequestStart"]>>[0];

const TIMEOUT_MS = 20;

function controllerOf(aborts: string[]): Controller {
  return {
    aborted: false,
    paused: false,
    reason: null,
    abort: ({ message }) => void aborts.push(message),
    pause: () => undefined,
    resume: () => undefined,
  };
}

/** How far a request comes before it fails. */
const STAGES: readonly (readonly [phase: string, reach: (handler: Handler, controller: Controller) => void])[] = [
  ["connect", () => undefined],
  ["headers", (handler, controller) => handler.onRequestStart?.(controller, undefined)],
  // Something in front of the service answers first that the answer will take a while.
  [
    "headers",
    (handler, controller) => {
      handler.onRequestStart?.(controller, undefined);
      handler.onResponseStart?.(controller, 199, { "content-length": "99" }, "Early");
    },
  ],
  [
    "body",
    (handler, controller) => {
      handler.onRequestStart?.(controller, undefined);
      handler.onResponseStart?.(controller, 200, { "X-A": ["1", "2"] }, "OK");
    },
  ],
];

/** The outcome of a request that fails at a stage, and the aborted parts. */
async function failed(
  reach: (handler: Handler, controller: Controller) => void,
  fail: (handler: Handler, controller: Controller, clock: ReturnType<typeof createFakeClock>) => void,
) {
  const aborts: string[] = [];
  const clock = createFakeClock();
  const outcome = await exchange(
    {
      dispatch: (_options, handler) => {
        const controller = controllerOf(aborts);
        reach(handler, controller);
        fail(handler, controller, clock);
      },
      destroy: async () => undefined,
    },
    clock,
    {
      origin: "https://a.example",
      method: "GET",
      path: "/",
      headers: {},
      body: undefined,
      signal: undefined,
      timeoutMs: TIMEOUT_MS,
      maxBodyBytes: 4,
    },
  );
  return { outcome, aborts, pending: clock.pending() };
}

const coded = (code: string): Error => Object.assign(new Error(code), { code });

describe.each(STAGES)("a request that fails in the phase %s", (phase, reach) => {
  // An error counts as sending only if it says that the request couldn't be written completely.
  test.each([
    ["ECONNRESET", false, phase],
    ["EPIPE", false, phase === "headers" ? "send" : phase],
    ["UND_ERR_REQ_CONTENT_LENGTH_MISMATCH", false, phase === "headers" ? "send" : phase],
    ["CERT_HAS_EXPIRED", phase === "connect", phase],
    ["UND_ERR_CLOSED", phase === "connect", phase],
  ])("with %s says where, and whether it's for good", async (code, isPermanent, where) => {
    const cause = coded(code);
    const { outcome, aborts, pending } = await failed(reach, (handler, controller) =>
      handler.onResponseError?.(controller, cause),
    );
    expect(outcome).toEqual({
      kind: "loss",
      code: phase === "connect" ? "connect_failed" : "connection_lost",
      phase: where,
      isPermanent,
      cause,
    });
    expect(aborts).toEqual(phase === "connect" ? [] : ["given up"]);
    expect(pending).toEqual([]);
  });

  test("by time is given up, and may be sent again", async () => {
    const { outcome, aborts } = await failed(reach, (_handler, _controller, clock) => clock.advance(TIMEOUT_MS));
    expect(outcome).toEqual({ kind: "loss", code: "timeout", phase, isPermanent: false, cause: undefined });
    expect(aborts).toEqual(phase === "connect" ? [] : ["given up"]);
  });
});

test.each([undefined, null, "text", 7, {}, { code: 7 }])(
  "whatever sockets fail with (%p), the request was never sent",
  async (cause) => {
    const { outcome } = await failed(
      () => undefined,
      (handler, controller) => handler.onResponseError?.(controller, cause as Error), // -- sockets of others throw anything
    );
    expect(outcome).toEqual({ kind: "loss", code: "connect_failed", phase: "connect", isPermanent: false, cause });
  },
);

test("a request that would be written a second time is stopped", async () => {
  const { outcome, aborts } = await failed(
    (handler, controller) => handler.onRequestStart?.(controller, undefined),
    (handler, controller) => handler.onRequestStart?.(controller, undefined),
  );
  expect(outcome).toMatchObject({ code: "connection_lost", phase: "headers", isPermanent: false });
  expect(aborts).toEqual(["given up"]);
});

test("a request that ended before it had a connection is never written", async () => {
  const { outcome, aborts } = await failed(
    () => undefined,
    (handler, controller, clock) => {
      clock.advance(TIMEOUT_MS);
      handler.onRequestStart?.(controller, undefined);
    },
  );
  expect(outcome).toMatchObject({ code: "timeout", phase: "connect" });
  expect(aborts).toEqual(["given up"]);
});

test.each([
  ["4", { kind: "answer", status: 200 }, []],
  ["5", { kind: "loss", code: "response_too_large", phase: "body", isPermanent: true, cause: undefined }, ["given up"]],
])(
  "an answer that announces %s bytes is taken, or refused before any of it is read",
  async (length, expected, ended) => {
    const { outcome, aborts } = await failed(
      (handler, controller) => handler.onRequestStart?.(controller, undefined),
      (handler, controller) => {
        handler.onResponseStart?.(controller, 200, { "Content-Length": length }, "OK");
        handler.onResponseEnd?.(controller, {});
      },
    );
    expect(outcome).toMatchObject(expected);
    expect(aborts).toEqual(ended);
  },
);

test("headers are read in lower case, those that repeat together, and absent ones not at all", async () => {
  const { outcome } = await failed(
    () => undefined,
    (handler, controller) => {
      handler.onRequestStart?.(controller, undefined);
      handler.onResponseStart?.(controller, 204, { "Retry-After": "5", "X-A": ["1", "2"], gone: undefined }, "");
      handler.onResponseEnd?.(controller, {});
    },
  );
  expect(outcome).toEqual({
    kind: "answer",
    status: 204,
    headers: { "retry-after": "5", "x-a": "1, 2" },
    body: Buffer.from(""),
  });
});

test.each([
  ["CERT_HAS_EXPIRED", true],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", true],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", true],
  ["ERR_TLS_CERT_ALTNAME_INVALID", true],
  ["ERR_SSL_WRONG_VERSION_NUMBER", true],
  ["UND_ERR_INVALID_ARG", true],
  ["UND_ERR_CLOSED", true],
  ["UND_ERR_DESTROYED", true],
  ["ECONNREFUSED", false],
  ["ENOTFOUND", false],
  ["UND_ERR_CONNECT_TIMEOUT", false],
])("no connection because of %s is for good: %s", async (code, isPermanent) => {
  const { outcome } = await failed(
    () => undefined,
    (handler, controller) => handler.onResponseError?.(controller, coded(code)),
  );
  expect(outcome).toMatchObject({ code: "connect_failed", isPermanent });
});

test.each([
  ["4 bytes", 4, { kind: "answer", status: 200, headers: { "x-a": "1, 2" }, body: Buffer.from("aaaa") }],
  ["more", 5, { kind: "loss", code: "response_too_large", phase: "body", isPermanent: true, cause: undefined }],
])("an answer of %s is taken, or refused for its size", async (_, bytes, expected) => {
  const { outcome } = await failed(STAGES.at(-1)?.[1] ?? (() => undefined), (handler, controller) => {
    for (let sent = 0; sent < bytes; sent += 1) handler.onResponseData?.(controller, Buffer.from("a"));
    handler.onResponseEnd?.(controller, {});
  });
  expect(outcome).toEqual(expected);
});
