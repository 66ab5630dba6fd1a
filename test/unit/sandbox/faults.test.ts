import { describe, expect, test } from "@jest/globals";
import { deliver } from "../../../packages/sandbox/src/faults/apply-fault.ts";
import { createFaultBoard } from "../../../packages/sandbox/src/faults/fault-board.ts";
import { FAULT_KINDS, type FaultKind, type FaultSpec } from "../../../packages/sandbox/src/faults/fault-spec.ts";
import { DIALECTS, isIn } from "../../../packages/sandbox/src/dialects.ts";
import type { Answer } from "../../../packages/sandbox/src/pipeline/exchange.ts";
import { UNKNOWN_PATH } from "../../../packages/sandbox/src/pipeline/path-template.ts";
import { FAMILIES } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { openWorld, type SandboxOptions } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";

const NOW = "2030-01-01T00:00:00.500Z";
const KINDS = Object.keys(FAULT_KINDS) as FaultKind[]; // -- the keys of the table

/** A sandbox without a server, and its answers with a fault and without one. */
function opened(options: SandboxOptions = {}) {
  const { world, control, seeded } = openWorld({ now: NOW, ...options });
  world.clock.set(Date.parse(NOW), true);
  const key = control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;
  const ask = (method: string, url: string, spec?: FaultSpec, body?: unknown) =>
    deliver(
      exchangeOf(world, {
        method,
        url,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", host: "127.0.0.1:1" },
        bodyBytes: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
      }),
      spec === undefined ? undefined : world.faults.add(spec),
    );
  return { world, control, ask, at: `/api/organizations/${seeded.organizationId}/domains/` };
}

describe("sandboxOnly: a fault on the board", () => {
  const ROUTE = "/api/organizations/:organization_id/domains/";
  const target = (method: string, isList: boolean, template = ROUTE) => ({ method, template, isList });
  const TARGETS = ["GET", "HEAD", "POST", "PATCH", "DELETE"].flatMap((method) =>
    [true, false].map((isList) => target(method, isList)),
  );

  test.each(KINDS)("of kind %s meets the requests that it can act on", (kind) => {
    for (const wanted of TARGETS) {
      const board = createFaultBoard();
      board.add({ kind });
      const isRead = wanted.method === "GET";
      const meets = { instead: true, after: true, delay: true, read: isRead, list: isRead && wanted.isList };
      expect([wanted, board.take(wanted)?.kind]).toEqual([wanted, meets[FAULT_KINDS[kind]] ? kind : undefined]);
    }
  });

  test("meets its method in any case, and its route with any names of parameters", () => {
    for (const [spec, met] of [
      [{ method: "get" }, true],
      [{ method: "PUT" }, false],
      [{ route: ROUTE }, true],
      [{ route: "/api/organizations/:id/domains" }, true],
      [{ route: "/api/organizations/:id/roles/" }, false],
      [{ route: ROUTE, method: "Get" }, true],
      [{ route: ROUTE, method: "post" }, false],
    ] as const) {
      const board = createFaultBoard();
      board.add({ kind: "status", times: 0, ...spec });
      expect([spec, board.take(target("GET", true)) !== undefined]).toEqual([spec, met]);
      expect([spec, board.take(target("GET", true, UNKNOWN_PATH)) === undefined]).toEqual([
        spec,
        "route" in spec || !met,
      ]);
    }
  });

  test.each([
    [undefined, undefined, [1]],
    [undefined, 0, [1, 2, 3, 4, 5]],
    [3, undefined, [3]],
    [2, 2, [2, 3]],
    [1, 7, [1, 2, 3, 4, 5]],
    [6, 1, []],
  ])("from the match %j on, %j times, acts on %j of five", (nth, times, hits) => {
    const board = createFaultBoard();
    const { id } = board.add({
      kind: "stale",
      ...(nth === undefined ? {} : { nth }),
      ...(times === undefined ? {} : { times }),
    });
    const met = [1, 2, 3, 4, 5].filter(() => board.take(target("GET", false)) !== undefined);
    expect(met).toEqual(hits);
    board.take(target("POST", false));
    const remaining = times === 0 ? null : (times ?? 1) - hits.length;
    expect(board.list()).toMatchObject([{ id, seen: 5, hits: hits.length, remaining }]);
  });

  test("yields to an earlier one, stays due, and goes by its own name", () => {
    const board = createFaultBoard();
    const [one, two, three] = [
      board.add({ kind: "status", status: 500 }),
      board.add({ kind: "status", status: 501, nth: 2 }),
      board.add({ kind: "stale", times: 2 }),
    ];
    expect([one.id, two.id, three.id]).toEqual(["fault-1", "fault-2", "fault-3"]);
    const take = () => board.take(target("GET", false))?.id;
    expect([take(), take(), take(), take(), take()]).toEqual([one.id, two.id, three.id, three.id, undefined]);
    one.hits = 99;
    const [listed] = board.list();
    expect(listed).toMatchObject({ hits: 1, seen: 5, remaining: 0 });
    expect([board.remove(two.id), board.remove(two.id)]).toEqual([true, false]);
    expect(board.list().map(({ id }) => id)).toEqual([one.id, three.id]);
    board.clear();
    expect([board.list(), board.add({ kind: "stale" }).id]).toEqual([[], "fault-4"]);
  });
});

describe("sandboxOnly: a fault of a request", () => {
  const DOMAIN = { domain: "é-less.example" };

  test.each(KINDS.filter((kind) => ["instead", "after", "delay"].includes(FAULT_KINDS[kind])))(
    "of kind %s leaves it unapplied exactly if it stands instead of it",
    (kind) => {
      const { ask, at, control } = opened();
      const { answer, holdMs, truncated } = ask("POST", at, { kind }, { domain: "a.example" });
      expect(control.domains()).toHaveLength(FAULT_KINDS[kind] === "instead" ? 0 : 1);
      expect(answer === undefined).toBe(kind === "reset-before" || kind === "reset-after");
      expect([holdMs, truncated]).toEqual([
        kind === "delay-after" ? 0 : undefined,
        kind === "truncate" ? true : undefined,
      ]);
    },
  );

  const usual = { type: "server_error", code: "error", detail: "A server error occurred.", attr: null };
  test.each<[FaultSpec, Answer | undefined]>([
    [{ kind: "status" }, { status: 500, headers: {}, body: usual }],
    [{ kind: "status-after" }, { status: 500, headers: {}, body: usual }],
    [
      { kind: "status", status: 204 },
      { status: 204, headers: {} },
    ],
    [
      { kind: "status", status: 204, body: { a: 1 } },
      { status: 204, headers: {} },
    ],
    [
      { kind: "status", status: 418, body: { a: 1 } },
      { status: 418, headers: {}, body: { a: 1 } },
    ],
    [
      { kind: "status", body: null },
      { status: 500, headers: {}, body: null },
    ],
    [
      { kind: "status", body: "a|é" },
      { status: 500, headers: {}, text: "a|é" },
    ],
    [
      { kind: "status", body: "", headers: { via: "x" }, contentType: "text/x" },
      { status: 500, headers: { via: "x", "Content-Type": "text/x" }, text: "" },
    ],
    [{ kind: "redirect" }, { status: 302, headers: { Location: "/moved/" } }],
    [
      { kind: "redirect", status: 301, location: "/é" },
      { status: 301, headers: { Location: "/é" } },
    ],
    [{ kind: "not-json" }, { status: 200, headers: { "Content-Type": "application/json" }, text: '{"results": [' }],
    [
      { kind: "not-json", status: 201 },
      { status: 201, headers: { "Content-Type": "application/json" }, text: '{"results": [' },
    ],
    [{ kind: "reset-before" }, undefined],
    [{ kind: "reset-after" }, undefined],
  ])("%j is this answer", (spec, answer) => {
    const { ask, at } = opened();
    expect(ask("POST", at, spec, DOMAIN).answer).toEqual(answer);
  });

  test.each([
    [{}, 200, "text/html; charset=utf-8"],
    [{ status: 502, contentType: "text/plain" }, 502, "text/plain"],
  ])("that answers as something else, with %j, is a page", (more, status, type) => {
    const { ask, at } = opened();
    const { answer } = ask("GET", at, { kind: "wrong-content-type", ...more });
    expect(answer).toEqual({
      status,
      headers: { "Content-Type": type },
      text: expect.stringMatching(/^<!doctype html><html>.*Something else answered.*<\/html>$/u),
    });
  });

  test.each([
    [{}, { "Retry-After": "1" }, "1 second"],
    [{ retryAfter: 0 }, { "Retry-After": "0" }, "0 seconds"],
    [{ retryAfter: 2.5 }, { "Retry-After": "2.5" }, "3 seconds"],
    [{ retryAfter: null }, {}, "1 second"],
    [{ retryAfter: "date" as const }, { "Retry-After": "Tue, 01 Jan 2030 00:00:02 GMT" }, "1 second"],
    [{ retryAfter: 7, headers: { "Retry-After": "8", via: "x" } }, { "Retry-After": "8", via: "x" }, "7 seconds"],
  ])("that asks to wait, with %j, does so as the service does", (more, headers, words) => {
    const { ask, at } = opened();
    const detail = `Request was throttled. Expected available in ${words}.`;
    expect(ask("GET", at, { kind: "rate-limited", ...more }).answer).toEqual({
      status: 429,
      headers,
      body: { type: "throttled_error", code: "throttled", detail, attr: null },
    });
  });

  test("that holds the answer does so for as long as it says", () => {
    const { ask, at } = opened();
    expect(ask("GET", at, { kind: "delay-after", delayMs: 70 })).toMatchObject({ holdMs: 70, answer: { status: 200 } });
    expect(Object.keys(ask("GET", at))).toEqual(["answer"]);
  });
});

/** Every list of a dialect whose path the example can fill. */
function listsOf(dialect: (typeof DIALECTS)[number]) {
  const { world, ask, control } = opened({ dialect });
  const organization = control.organizations()[0]?.id ?? "";
  const project = String(world.store.tables.projects.all()[0]?.number);
  const templates = FAMILIES.flatMap(({ routes }) => routes)
    .filter((route) => isIn(dialect, route) && route.operations["GET"]?.isList === true)
    .filter((route) => isIn(dialect, route.operations["GET"] ?? {}))
    .map(({ template }) => template.replace(":organization_id", organization).replace(":project_id", project));
  return { ask, urls: templates.filter((template) => !template.includes(":")) };
}

type Page = { results: Record<string, unknown>[]; count?: number };

describe.each(DIALECTS)("sandboxOnly: a fault of a list in %s", (dialect) => {
  const { ask, urls } = listsOf(dialect);
  const asked = (url: string, spec?: FaultSpec): Answer => ask("GET", url, spec).answer ?? { status: 0, headers: {} };
  const whole = urls.flatMap((url) => {
    const answer = asked(url);
    return answer.status === 200 ? [{ url, answer, page: answer.body as Page }] : [];
  });

  test("is one of every list", () => {
    expect(whole.length).toBeGreaterThan(8);
    expect(whole.some(({ page }) => (page.results?.length ?? 0) > 1)).toBe(true);
  });

  test("leaves out all rows, in the list's own form", () => {
    for (const { url, answer } of whole) {
      const empty = { count: 0, next: null, previous: null, results: [] };
      const body = Array.isArray(answer.body) ? [] : empty;
      expect([url, asked(url, { kind: "empty-list" })]).toEqual([url, { ...answer, body }]);
    }
  });

  test("leaves out a field of each row, and nothing else", () => {
    for (const { url, answer, page } of whole) {
      const rows = Array.isArray(answer.body) ? (answer.body as Page["results"]) : page.results;
      const [first = "none"] = Object.keys(rows[0] ?? {});
      const left = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => name !== first)));
      const body = Array.isArray(answer.body) ? left : { ...page, results: left };
      expect([url, asked(url, { kind: "omit-fields", fields: [first] })]).toEqual([url, { ...answer, body }]);
    }
  });

  test("counts wrongly, loses the last row, or shows the first one twice", () => {
    for (const { url, answer, page } of whole) {
      if (Array.isArray(answer.body) || page.count === undefined) continue;
      const told = (spec: FaultSpec, body: object): void =>
        expect([url, spec, asked(url, spec)]).toEqual([url, spec, { ...answer, body: { ...page, ...body } }]);
      told({ kind: "wrong-count" }, { count: page.count + 1 });
      told({ kind: "wrong-count", count: 0 }, { count: 0 });
      told({ kind: "drop-item" }, { results: page.results.slice(0, -1) });
      told({ kind: "duplicate-item" }, { results: [...page.results.slice(0, 1), ...page.results] });
    }
  });

  test("shows half of a page, and one row at least", () => {
    for (const { url, answer, page } of whole) {
      if (Array.isArray(answer.body) || page.count === undefined) continue;
      const { body } = asked(url, { kind: "short-page" });
      const half = Math.max(1, Math.ceil(page.results.length / 2));
      expect([url, body]).toMatchObject([url, { count: page.count, results: page.results.slice(0, half) }]);
    }
  });

  test("changes no refusal", () => {
    for (const kind of KINDS.filter((one) => FAULT_KINDS[one] === "list")) {
      const url = "/api/organizations/00000000-0000-0000-0000-000000000000/domains/";
      expect([kind, asked(url, { kind, fields: ["code"] })]).toEqual([kind, asked(url)]);
    }
  });
});
