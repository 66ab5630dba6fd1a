import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { createCaller } from "../../../src/client/caller.ts";
import { createEventsApi } from "../../../src/client/events.ts";
import { createScopedCaller } from "../../../src/client/scopes.ts";
import type { Transport } from "../../../src/client/transport/index.ts";
import { createRedactor } from "../../../src/client/transport/redact.ts";
import { eventPage } from "../../support/event-service.ts";
import type { StoredEvent } from "../../support/event-service.ts";

const ORIGIN = "https://a.example";

/** The order of events with the same time in the response to a request, from 1. */
type OrderOf = (request: number) => 1 | -1;

/** A transport that serves the events without a socket; by default, the order of equal times changes with each request. */
function transportOf(
  events: readonly StoredEvent[],
  orderOf: OrderOf = (request) => (request % 2 === 0 ? 1 : -1),
): { transport: Transport; requests: () => number } {
  let requests = 0;
  const transport: Transport = {
    host: ORIGIN,
    basePath: "",
    monotonicMs: () => 0,
    redactor: createRedactor(),
    takeTurn: () => Promise.resolve(undefined),
    serverNow: () => undefined,
    close: () => Promise.resolve(),
    send: ({ path }) => {
      requests += 1;
      if (requests > 2000) throw new Error("the reading does not end");
      const step = eventPage(events, path, ORIGIN, orderOf(requests)) as { body: unknown };
      return Promise.resolve({
        status: 200,
        headers: {},
        body: JSON.stringify(step.body),
        attempts: 1,
        requestId: undefined,
        retryAfterMs: undefined,
        mayHaveBeenApplied: false,
        redirectTarget: undefined,
      });
    },
  };
  return { transport, requests: () => requests };
}

/** Times in microseconds within three milliseconds, so many are equal and many share a millisecond. */
const times = fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 60 });

describe("events", () => {
  it("come each exactly once, newest first, however many share a time, in whatever order, on pages of any size", async () => {
    await fc.assert(
      fc.asyncProperty(times, fc.integer({ min: 1, max: 12 }), async (micros, pageSize) => {
        const events = micros.map((micro, index) => ({
          id: `e${index}`,
          timestamp: `2026-11-20T10:11:00.${String(820_000 + micro).padStart(6, "0")}+00:00`,
        }));
        const { transport } = transportOf(events);
        const api = createEventsApi(createScopedCaller(createCaller(transport)));
        const read = await api.list(7, {}, { pageSize }).all();
        expect(read.map(({ id }) => id).sort()).toEqual(events.map(({ id }) => id).sort());
        const milliseconds = read.map(({ timestamp }) => timestamp.slice(0, 23));
        expect(milliseconds).toEqual([...milliseconds].sort().reverse());
      }),
      { numRuns: 200 },
    );
  });

  it("of one time, more than the largest page holds, come each once, even if only the first page has another order", async () => {
    const events = Array.from({ length: 1_100 }, (_none, index) => ({
      id: `e${String(index).padStart(4, "0")}`,
      timestamp: "2026-11-20T10:11:00.820000+00:00",
    }));
    for (const pageSize of [3, 1_000]) {
      const { transport } = transportOf(events, (request) => (request === 1 ? -1 : 1));
      const api = createEventsApi(createScopedCaller(createCaller(transport)));
      const read = await api.list(7, {}, { pageSize }).all();
      expect(read.map(({ id }) => id).toSorted()).toEqual(events.map(({ id }) => id));
    }
  });

  it("of different times cost one request per page", async () => {
    const events = Array.from({ length: 40 }, (_none, index) => ({
      id: `e${index}`,
      timestamp: `2026-11-20T10:${String(index).padStart(2, "0")}:00.000000+00:00`,
    }));
    const { transport, requests } = transportOf(events);
    const api = createEventsApi(createScopedCaller(createCaller(transport)));
    expect(await api.list(7, {}, { pageSize: 11 }).all()).toHaveLength(40);
    // Each page after the first begins with the last row of the page before.
    expect(requests()).toBe(4);
  });
});
