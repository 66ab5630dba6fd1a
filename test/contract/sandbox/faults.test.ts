import { until } from "../../support/until.ts";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { FAULT_KINDS, type FaultSpec } from "../../../packages/sandbox/src/index.ts";
import { type Fixture, type TestAnswer, failureOf, openFixture } from "./client.ts";

let fixture: Fixture;
beforeEach(async () => {
  fixture = await openFixture();
});
afterEach(() => fixture.close());

const DOMAINS = "/api/organizations/:organization_id/domains/";
const create = (name = "a.example.com"): Promise<TestAnswer> =>
  fixture.call("POST", fixture.at("domains/"), { domain: name });
const list = (query = ""): Promise<TestAnswer> => fixture.call("GET", fixture.at(`domains/${query}`));
const stored = (): unknown[] => fixture.sandbox.control.domains().map((row) => row["domain"]);
const fault = (spec: FaultSpec) => fixture.sandbox.control.addFault(spec);
const lastLogged = () => fixture.sandbox.control.requests().at(-1);

describe("sandboxOnly: faults that respond without applying the request", () => {
  test.each([
    [{ kind: "status", status: 503 }, 503, "application/json"],
    [{ kind: "wrong-content-type" }, 200, "text/html; charset=utf-8"],
    [{ kind: "not-json" }, 200, "application/json"],
    [{ kind: "rate-limited", retryAfter: 7 }, 429, "application/json"],
    [{ kind: "redirect", status: 307, location: "/elsewhere/" }, 307, null],
  ] satisfies [FaultSpec, number, string | null][])("%j", async (spec, status, type) => {
    fault({ ...spec, method: "POST", route: DOMAINS });
    const answer = await create();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([status, type]);
    expect(stored()).toEqual([]);
    expect((await create()).status).toBe(201);
  });

  test("status sends the requested body, headers and content type", async () => {
    fault({
      kind: "status",
      status: 502,
      body: "<h1>bad gateway</h1>",
      contentType: "text/html",
      headers: { via: "x" },
    });
    const answer = await create();
    expect([answer.text, answer.headers.get("content-type"), answer.headers.get("via")]).toEqual([
      "<h1>bad gateway</h1>",
      "text/html",
      "x",
    ]);
  });

  test("rate-limited sends Retry-After in seconds, as a date, or not at all", async () => {
    fault({ kind: "rate-limited", retryAfter: 7 });
    fault({ kind: "rate-limited", retryAfter: "date" });
    fault({ kind: "rate-limited", retryAfter: null });
    const waits = [await list(), await list(), await list()].map((answer) => answer.headers.get("retry-after"));
    expect([waits[0], waits[2]]).toEqual(["7", null]);
    expect(Date.parse(String(waits[1]))).toBeGreaterThan(Date.now());
  });

  test("redirect names its target", async () => {
    fault({ kind: "redirect", location: "https://other.example/" });
    const answer = await list();
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "https://other.example/"]);
  });

  test("reset-before cuts the connection and stores nothing", async () => {
    fault({ kind: "reset-before", method: "POST" });
    expect(await failureOf(create())).toBe("ECONNRESET");
    expect(stored()).toEqual([]);
    expect(lastLogged()).toMatchObject({ method: "POST", status: null, fault: "reset-before" });
  });
});

describe("sandboxOnly: faults after the request was applied", () => {
  test("status-after applies and then answers with the status", async () => {
    fault({ kind: "status-after", status: 502, method: "POST" });
    expect((await create()).status).toBe(502);
    expect(stored()).toEqual(["a.example.com"]);
  });

  test("reset-after applies and then cuts the connection", async () => {
    fault({ kind: "reset-after", method: "POST" });
    expect(await failureOf(create())).toBe("ECONNRESET");
    expect(stored()).toEqual(["a.example.com"]);
    expect(lastLogged()).toMatchObject({ status: null, fault: "reset-after" });
  });

  test("truncate announces the whole body and sends half of it", async () => {
    fault({ kind: "truncate", method: "POST" });
    expect(await failureOf(create())).toBe("UND_ERR_SOCKET");
    expect(stored()).toEqual(["a.example.com"]);
    expect(lastLogged()).toMatchObject({ status: 201, fault: "truncate" });
  });

  test("delay holds the request before, delay-after the answer", async () => {
    fault({ kind: "delay", delayMs: 80, method: "POST" });
    const slow = create("a.example.com");
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(stored()).toEqual([]);
    expect((await slow).status).toBe(201);
    fault({ kind: "delay-after", delayMs: 500, method: "POST" });
    let isAnswered = false;
    const held = create("b.example.com").finally(() => (isAnswered = true));
    await until(() => stored().length === 2 || isAnswered);
    expect([stored(), isAnswered]).toEqual([["a.example.com", "b.example.com"], false]);
    expect((await held).status).toBe(201);
  });
});

describe("sandboxOnly: faults of reads and lists", () => {
  beforeEach(async () => {
    for (const name of ["a", "b", "c", "d", "e"]) await create(`${name}.example.com`);
  });
  const names = (answer: TestAnswer): string[] =>
    answer.json.results.map((row: { domain: string }) => row.domain.charAt(0));

  test("stale answers as before the last write, once", async () => {
    const [first] = (await list()).json.results;
    await fixture.call("PATCH", fixture.at(`domains/${first.id}/`), { domain: "z.example.com" });
    fault({ kind: "stale", route: DOMAINS });
    expect(names(await list())).toEqual(["a", "b", "c", "d", "e"]);
    expect(names(await list())).toEqual(["b", "c", "d", "e", "z"]);
  });

  test("stale finds what was just deleted and misses what was just made", async () => {
    const made = await create("f.example.com");
    fault({ kind: "stale" });
    expect((await fixture.call("GET", fixture.at(`domains/${made.json.id}/`))).status).toBe(404);
    await fixture.call("DELETE", fixture.at(`domains/${made.json.id}/`));
    fault({ kind: "stale" });
    expect((await fixture.call("GET", fixture.at(`domains/${made.json.id}/`))).status).toBe(200);
  });

  test("duplicate-item repeats the first item, or the last one of the page before", async () => {
    fault({ kind: "duplicate-item", times: 2 });
    expect(names(await list("?limit=2"))).toEqual(["a", "a", "b"]);
    expect(names(await list("?limit=2&offset=2"))).toEqual(["b", "c", "d"]);
  });

  test("short-page returns fewer rows, and its links still lead to every row once", async () => {
    fault({ kind: "short-page", times: 0 });
    const seen: string[] = [];
    let query: string | null = "?limit=4";
    let pages = 0;
    while (query !== null) {
      const answer = await list(query);
      seen.push(...names(answer));
      query = answer.json.next === null ? null : (String(answer.json.next).split("domains/")[1] ?? null);
      pages += 1;
    }
    expect(seen).toEqual(["a", "b", "c", "d", "e"]);
    expect(pages).toBeGreaterThan(2);
  });

  test("drop-item leaves a row out and keeps the count; wrong-count keeps the rows", async () => {
    fault({ kind: "drop-item" });
    const dropped = await list();
    expect([names(dropped).length, dropped.json.count]).toEqual([4, 5]);
    fault({ kind: "wrong-count", count: 9 });
    const wrong = await list();
    expect([names(wrong).length, wrong.json.count]).toEqual([5, 9]);
  });

  test("empty-list shows no rows and counts none", async () => {
    fault({ kind: "empty-list" });
    const emptied = await list();
    expect([emptied.status, emptied.json]).toEqual([200, { count: 0, next: null, previous: null, results: [] }]);
  });

  test("omit-fields leaves fields out of each row", async () => {
    fault({ kind: "omit-fields", fields: ["domain"] });
    const { json } = await list();
    expect([json.count, json.results.filter((row: object) => "domain" in row || !("id" in row))]).toEqual([5, []]);
  });
});

describe("sandboxOnly: which request a fault hits", () => {
  test("hits the nth match for a number of times, and other requests never", async () => {
    fault({ kind: "status", status: 503, method: "POST", route: DOMAINS, nth: 2, times: 2 });
    const seen: number[] = [];
    for (const name of ["a", "b", "c", "d"]) {
      seen.push((await create(`${name}.example.com`)).status);
      expect((await list()).status).toBe(200);
    }
    expect(seen).toEqual([201, 503, 503, 201]);
    expect(fixture.sandbox.control.faults()).toMatchObject([{ seen: 4, hits: 2, remaining: 0 }]);
  });

  test("hits every match with times 0, until the faults are cleared", async () => {
    fault({ kind: "status", status: 500, times: 0 });
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([500, 500, 500]);
    expect((await fixture.call("GET", "/_sandbox/health", undefined)).status).toBe(200);
    fixture.sandbox.control.clearFaults();
    expect((await list()).status).toBe(200);
  });

  test("keeps a second fault that is due for the next request", async () => {
    fault({ kind: "status", status: 500 });
    fault({ kind: "status", status: 503 });
    expect([(await list()).status, (await list()).status, (await list()).status]).toEqual([500, 503, 200]);
  });

  test("refuses a fault with a route, kind or field that does not exist", () => {
    expect(() => fault({ kind: "status", route: "/api/organisations/" })).toThrow(
      "fault route: the service has no route /api/organisations/.",
    );
    expect(() => fault({ kind: "explode" as "status" })).toThrow(/^fault kind: /);
    const misspelt = { kind: "status" as const, statsu: 3 };
    expect(() => fault(misspelt)).toThrow(/statsu/);
  });

  test("has a test here for every kind", () => {
    expect(Object.keys(FAULT_KINDS)).toHaveLength(18);
  });
});
