import { expect, test } from "@jest/globals";

import { createEventSender } from "../../../../src/client/transport/event-sender.ts";
import type { TransportEvent } from "../../../../src/client/transport/events.ts";
import { createRedactor } from "../../../../src/client/transport/redact.ts";
import { createFakeClock, FAKE_START } from "../../../support/fake-clock.ts";

const request = { method: "POST", route: "/things/{id}/", path: "/things/7/" } as const;
const state = { path: "/things/7/?search=canary", attempts: 2, body: '{"name":"ä"}' };

const context = (onEvent: ((event: TransportEvent) => void) | undefined) => ({
  onEvent,
  clock: createFakeClock(),
  redactor: createRedactor(["canary"]),
  host: { origin: "https://a.example" },
});

const COMMON = {
  at: FAKE_START,
  call: 5,
  attempt: 2,
  method: "POST",
  origin: "https://a.example",
  route: "/things/{id}/",
  path: "/things/7/?search=[redacted]",
  status: null,
  durationMs: null,
  waitMs: null,
  reason: null,
  requestId: null,
  bodyBytes: null,
};

test("each step of a call is one event with all keys, without secrets, that nobody can change", () => {
  const events: TransportEvent[] = [];
  const sender = createEventSender(
    context((event) => events.push(event)),
    request,
    5,
  );
  sender.request(state);
  sender.request({ ...state, body: undefined });
  const answer = {
    kind: "answer",
    status: 201,
    headers: { "x-request-id": "r canary" },
    body: Buffer.from("äb"),
  } as const;
  sender.response(state, answer, 12);
  sender.response(state, { ...answer, headers: {} }, 13);
  sender.failure(state, "timeout", 14);
  sender.wait(state, "of canary", 15);
  sender.redirect(state, 302);
  expect(events).toEqual([
    { ...COMMON, type: "request", bodyBytes: 13 },
    { ...COMMON, type: "request", bodyBytes: 0 },
    { ...COMMON, type: "response", status: 201, durationMs: 12, requestId: "r [redacted]", bodyBytes: 3 },
    { ...COMMON, type: "response", status: 201, durationMs: 13, bodyBytes: 3 },
    { ...COMMON, type: "failure", reason: "timeout", durationMs: 14 },
    { ...COMMON, type: "wait", reason: "of [redacted]", waitMs: 15 },
    { ...COMMON, type: "redirect", status: 302 },
  ]);
  expect(events.map((event) => Object.isFrozen(event))).toEqual(events.map(() => true));
});

test("a call goes on without a listener, and with one that throws", () => {
  for (const onEvent of [
    undefined,
    () => {
      throw new Error("full");
    },
  ])
    expect(() => createEventSender(context(onEvent), request, 1).wait(state, "paused", 1)).not.toThrow();
});
