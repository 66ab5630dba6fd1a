import { describe, expect, it } from "@jest/globals";
import * as fc from "fast-check";
import { createCaller } from "../../../../src/client/caller.ts";
import { createListing } from "../../../../src/client/pagination.ts";
import { fillRoute } from "../../../../src/client/path.ts";
import { createRedactor } from "../../../../src/client/transport/redact.ts";
import type { Transport, TransportResponse } from "../../../../src/client/transport/index.ts";
import { createSlidingWindow } from "../../../../src/client/transport/sliding-window.ts";
import { z } from "zod";

/** Single empty pages are normal. Two in a row would count as an endless list. */
const pageSizes = fc
  .array(fc.nat(7), { minLength: 1, maxLength: 12 })
  .filter((sizes) => sizes.every((size, index) => size > 0 || sizes[index - 1] !== 0));

/** A transport that serves pages of the given sizes from memory. */
function pagedTransport(sizes: readonly number[]): { transport: Transport; queries: string[] } {
  const queries: string[] = [];
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const respond = (path: string): TransportResponse => {
    const page = Number(new URL(path, "https://a.example").searchParams.get("page") ?? "0");
    const start = sizes.slice(0, page).reduce((sum, size) => sum + size, 0);
    const results = Array.from({ length: sizes[page] ?? 0 }, (_none, index) => ({ id: `i${start + index}` }));
    const next = page + 1 < sizes.length ? `http://a.example/items/?limit=100&page=${page + 1}` : null;
    return {
      status: 200,
      headers: {},
      body: JSON.stringify({ count, next, results }),
      attempts: 1,
      requestId: undefined,
      retryAfterMs: undefined,
      mayHaveBeenApplied: false,
      redirectTarget: undefined,
    };
  };
  const transport: Transport = {
    host: "https://a.example",
    basePath: "",
    redactor: createRedactor(),
    send: ({ path }) => {
      queries.push(path);
      return Promise.resolve(respond(path));
    },
    monotonicMs: () => 0,
    takeTurn: () => Promise.resolve(undefined),
    serverNow: () => undefined,
    close: () => Promise.resolve(),
  };
  return { transport, queries };
}

describe("pages of any size", () => {
  it("give each item once, in order, with one request per page", async () => {
    await fc.assert(
      fc.asyncProperty(pageSizes, async (sizes) => {
        const { transport, queries } = pagedTransport(sizes);
        const item = z.looseObject({ id: z.string() });
        const listing = createListing(createCaller(transport), { route: "/items/", item, idOf: ({ id }) => id });
        const items = await listing.all();
        const total = sizes.reduce((sum, size) => sum + size, 0);
        expect(items.map(({ id }) => id)).toEqual(Array.from({ length: total }, (_none, index) => `i${index}`));
        expect(queries).toHaveLength(sizes.length);
      }),
    );
  });
});

describe("a path parameter", () => {
  it("stays one segment and comes back as it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (value) => {
        fc.pre(value !== "." && value !== "..");
        const url = new URL(fillRoute("/api/{id}/end/", { id: value }), "https://a.example");
        const segments = url.pathname.split("/");
        expect(segments).toHaveLength(5);
        expect(decodeURIComponent(segments[2] ?? "")).toBe(value);
        expect([url.host, url.search, url.hash]).toEqual(["a.example", "", ""]);
      }),
    );
  });
});

describe("a sliding window", () => {
  it("never exceeds its limit in any period of its length, and always lets the next request pass in time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(fc.nat(400), { maxLength: 60 }), (limit, gaps) => {
        const window = createSlidingWindow(limit, 1000);
        const sent: number[] = [];
        let nowMs = 0;
        for (const gap of gaps) {
          nowMs += gap;
          nowMs += window.waitMs(nowMs);
          expect(window.waitMs(nowMs)).toBe(0);
          window.record(nowMs);
          sent.push(nowMs);
        }
        for (const end of sent) {
          expect(sent.filter((at) => at > end - 1000 && at <= end).length).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });
});

describe("redaction", () => {
  it("leaves no secret in any text or value, however it is spelled", () => {
    const secret = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => !"[redacted]".includes(text));
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (value, before, after) => {
        const redactor = createRedactor([value]);
        const spellings = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)];
        for (const spelling of spellings) {
          expect(redactor.text(before + spelling + after)).toContain("[redacted]");
          expect(redactor.text(`« ${spelling} »`)).toBe("« [redacted] »");
          expect(JSON.stringify(redactor.value({ a: [{ b: `« ${spelling} »` }] }))).toBe(
            '{"a":[{"b":"« [redacted] »"}]}',
          );
        }
      }),
    );
  });
});
