import { afterEach, describe, expect, it } from "@jest/globals";
import type { PageProgress } from "../../../src/client/client.ts";
import { WriteGate } from "../../../src/client/write-gate.ts";
import type { Script, Step } from "../../support/scripted-server.ts";
import { openApi, rejection } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const ORG = "01a1fb11-53cf-0000-fc23-01b847e27a8f";
const PATH = `/api/organizations/${ORG}/domains/`;
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script, options = {}): Promise<ApiFixture> => (fixture = await openApi(script, options));

const domain = (id: number): object => ({
  id: `d${id}`,
  domain: `d${id}.example.com`,
  is_verified: false,
  verified_at: null,
  verification_challenge: "zD2i8yAXwrQLtj5K",
  jit_provisioning_enabled: false,
  sso_enforcement: "",
  has_saml: false,
  saml_entity_id: null,
  saml_acs_url: null,
  saml_x509_cert: null,
});
const page = (ids: number[], next: string | null, count: unknown = 4): Step => ({
  status: 200,
  body: { count, next, previous: null, results: ids.map(domain) },
});
const to = (offset: number): string => `${fixture.server.origin}${PATH}?limit=100&offset=${offset}`;
/** Pages whose links need the server's own address. */
const pages =
  (...steps: (() => Step)[]): Script =>
  (_request, index) =>
    steps[index]?.() ?? { status: 599 };
const ids = async (): Promise<string[]> => (await fixture.api.domains.list(ORG).all()).map(({ id }) => id);

const ROUTE = "/api/organizations/{organization_id}/domains/";

/** An error with all that it says. */
const wholeOf = (error: Error): object => ({ ...error, message: error.message });

/** The error for a list of domains that goes on and on. */
const endless = (why: string, rows: number) => ({
  code: "list_endless",
  route: ROUTE,
  count: 4,
  rows,
  retryable: false,
  message: `The list ${ROUTE} has more pages than is possible: ${why}. Orgform drew no conclusion from it. Run again. If it happens again, report it to the operators of the service.`,
});

describe("a list", () => {
  it("follows next over short and empty pages until it is null", async () => {
    await open(
      pages(
        () => page([1], to(1)),
        () => page([], to(2)),
        () => page([2, 3], to(3)),
        () => page([4], null),
      ),
    );
    expect(await ids()).toEqual(["d1", "d2", "d3", "d4"]);
    expect(fixture.server.requests.map(({ path }) => path)).toEqual(
      ["?limit=100", ...[1, 2, 3].map((offset) => `?limit=100&offset=${offset}`)].map((query) => PATH + query),
    );
  });

  it("reports each page", async () => {
    const seen: PageProgress[] = [];
    await open(
      pages(
        () => page([1, 2], to(2)),
        () => page([3, 4], null),
      ),
    );
    await fixture.api.domains.list(ORG, { pageSize: 2, onPage: (progress) => seen.push(progress) }).all();
    expect(seen).toEqual([
      { pages: 1, rows: 2, count: 4 },
      { pages: 2, rows: 4, count: 4 },
    ]);
    expect(fixture.server.requests[0]?.path).toBe(`${PATH}?limit=2`);
  });

  it.each([0, 1001, 1.5, -1, Number.NaN])("refuses a page size of %d, and so does a stream", async (pageSize) => {
    await open([]);
    const refusal = expect.objectContaining({
      name: "ConfigError",
      code: "option_invalid",
      option: "pageSize",
      message: "The option pageSize must be an integer from 1 to 1000.",
    });
    expect(() => fixture.api.domains.list(ORG, { pageSize })).toThrow(refusal);
    expect(() => fixture.api.persons.list(7, {}, { pageSize })).toThrow(refusal);
  });

  it.each([1, 1000])("asks for pages of %d rows", async (pageSize) => {
    await open(() => page([1], null, 1));
    await fixture.api.domains.list(ORG, { pageSize }).all();
    expect(fixture.server.requests.map(({ path }) => path)).toEqual([`${PATH}?limit=${pageSize}`]);
  });

  it("can be iterated, and is read anew each time", async () => {
    await open(() => page([1], null, "1"));
    const listing = fixture.api.domains.list(ORG);
    expect(fixture.server.requests).toHaveLength(0);
    const seen: string[] = [];
    for await (const { id } of listing) seen.push(id);
    for await (const { id } of listing) seen.push(id);
    expect(seen).toEqual(["d1", "d1"]);
    expect(fixture.server.requests).toHaveLength(2);
  });

  it("takes an envelope without a count and a plain array", async () => {
    await open([
      { status: 200, body: { results: [domain(1)], next: null } },
      { status: 200, body: [domain(2)] },
    ]);
    expect(await ids()).toEqual(["d1"]);
    expect(await ids()).toEqual(["d2"]);
  });

  it.each([
    ["the count changes between pages", () => [page([1, 2], to(2)), page([3, 4], null, 5)]],
    ["a row comes twice", () => [page([1, 2], to(2)), page([2, 3], null)]],
    ["rows are missing", () => [page([1, 2], to(2)), page([3], null)]],
    ["rows are too many", () => [page([1, 2, 3, 4, 5], null)]],
  ] as const)("is read once more when %s", async (_title, torn) => {
    let first: Step[] = [];
    await open((_request, index) => {
      first = torn();
      return first[index] ?? page([1, 2, 3, 4], null);
    });
    expect(await ids()).toEqual(["d1", "d2", "d3", "d4"]);
    expect(fixture.server.requests).toHaveLength(first.length + 1);
    expect(fixture.server.requests.at(-1)?.path).toBe(`${PATH}?limit=1000`);
  });

  it.each([2, 3, 4, 5])("is read %d times while others write between its pages", async (readings) => {
    let at = 0;
    await open(({ path }) => {
      if (!path.includes("offset")) at += 1;
      if (path.includes("offset")) return page([3, 4, 5], null, at === readings ? 5 : 5 + at);
      return page([1, 2], to(2), 5);
    });
    expect(await ids()).toEqual(["d1", "d2", "d3", "d4", "d5"]);
    expect(fixture.server.requests).toHaveLength(2 * readings);
  });

  it("is refused when others write between its pages five times", async () => {
    await open(({ path }) => (path.includes("offset") ? page([3, 4, 5], null, 5) : page([1, 2], to(2), 4)));
    const error = await rejection(fixture.api.domains.list(ORG).all());
    expect(wholeOf(error)).toEqual({
      code: "list_incomplete",
      route: ROUTE,
      count: 4,
      rows: 5,
      retryable: true,
      message: `The list ${ROUTE} changed while it was read, 5 times: 4 announced, 5 different items read. Run again when nobody else is changing it.`,
    });
    expect(fixture.server.requests).toHaveLength(10);
  });

  it("is refused when it names ever new pages that bring nothing", async () => {
    await open((_request, index) => (index === 0 ? page([1, 2], to(100)) : page([], to(100 * (index + 1)))));
    const error = await rejection(fixture.api.domains.list(ORG).all());
    expect(error.name).toBe("IncompleteListError");
    expect(wholeOf(error)).toEqual(endless("2 pages in a row brought nothing new, after 3 pages", 2));
    expect(fixture.server.requests).toHaveLength(3);
  });

  it("is refused when it goes on beyond what it announced", async () => {
    await open((_request, index) => page([2 * index, 2 * index + 1], to(2 * index + 2)));
    const error = await rejection(fixture.api.domains.list(ORG, { pageSize: 2 }).all());
    expect(wholeOf(error)).toEqual(endless("it announced 4 rows and gave 8, after 4 pages", 8));
  });

  it.each<[string, () => Step[]]>([
    ["two pages at the end bring nothing", () => [page([1, 2], to(2), 2), page([], to(3), 2), page([], null, 2)]],
    ["an empty link follows them", () => [page([1, 2], to(2), 2), page([], to(3), 2), page([], "", 2)]],
  ])("is whole although %s", async (_title, steps) => {
    await open((_request, index) => steps()[index] ?? { status: 599 });
    expect(await ids()).toEqual(["d1", "d2"]);
    expect(fixture.server.requests).toHaveLength(3);
  });

  it("is refused as empty if it never can be", async () => {
    await open(() => page([], null, 0));
    const error = await rejection(fixture.api.members.list(ORG).all());
    const route = "/api/organizations/{organization_id}/members/";
    expect(wholeOf(error)).toEqual({
      code: "list_impossible",
      route,
      count: 0,
      rows: 0,
      retryable: false,
      message: `The list ${route} is empty, but it can't be: anyone who can read it is a member. Orgform drew no conclusion from it. Check which server answers at the host setting, perhaps a proxy or a cache, then run again.`,
    });
    // A search can find nothing.
    expect(await fixture.api.members.search(ORG, "a@b.example").all()).toEqual([]);
  });

  it("is refused when it takes too long, however it goes on", async () => {
    const pageOf = (id: number): Step => page([id], to(id), null);
    await open((_request, index) => {
      fixture.clock.advance(20_000);
      return pageOf(index + 1);
    });
    const error = await rejection(fixture.api.domains.list(ORG).all());
    const pagesRead = fixture.server.requests.length;
    const why = `it has not ended within 15 minutes, after ${pagesRead} pages`;
    expect(wholeOf(error)).toEqual({ ...endless(why, pagesRead), count: null });
    expect(pagesRead).toBeLessThan(60);
  });

  it("is refused when it changes again", async () => {
    await open(() => page([1, 2, 3], null));
    const error = await rejection(fixture.api.domains.list(ORG).all());
    expect(error).toMatchObject({
      name: "IncompleteListError",
      code: "list_incomplete",
      count: 4,
      rows: 3,
      retryable: true,
    });
    expect(error.message).toBe(
      "The list /api/organizations/{organization_id}/domains/ changed while it was read, twice: 4 announced, 3 different items read. " +
        "Run again when nobody else is changing it.",
    );
    expect(fixture.server.requests).toHaveLength(2);
  });

  it("hands out nothing when a later page fails", async () => {
    await open(
      pages(
        () => page([1, 2], to(2)),
        () => ({ status: 403, body: { detail: "no" } }),
      ),
    );
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { id } of fixture.api.domains.list(ORG)) seen.push(id);
    };
    expect(await rejection(read())).toMatchObject({ category: "permission" });
    expect(seen).toEqual([]);
  });

  it("names the path of a wrong value on its page", async () => {
    await open([{ status: 200, body: { count: 2, next: null, results: [domain(1), { ...domain(2), domain: 5 }] } }]);
    expect(await rejection(fixture.api.domains.list(ORG).all())).toMatchObject({
      code: "answer_invalid",
      issues: [{ path: "results[1].domain", expected: "expected string, received number" }],
    });
  });
});

describe("a next link", () => {
  const link = async (next: (origin: string) => string, options = {}): Promise<Error & Record<string, unknown>> => {
    await open(() => page([1], next(fixture.server.origin)), options);
    return rejection(fixture.api.domains.list(ORG).all());
  };

  it.each<[string, (origin: string) => string]>([
    ["another host", () => `https://evil.example${PATH}?limit=100&offset=1`],
    ["another path", (origin) => `${origin}/api/organizations/?offset=1`],
    ["a path that climbs", (origin) => `${origin}${PATH}../../?offset=1`],
    ["credentials", (origin) => `${origin.replace("//", "//me:pw@")}${PATH}?offset=1`],
    ["another kind of address", () => "file:///etc/passwd"],
    ["no address", () => "http://["],
  ])("to %s is refused and not followed", async (_title, next) => {
    const error = await link(next);
    expect(error).toMatchObject({ name: "IncompleteListError", code: "next_link_foreign", rows: 1 });
    expect(error.message).not.toContain("offset=1");
    expect(fixture.server.requests).toHaveLength(1);
  });

  it.each<[string, (origin: string) => string]>([
    ["with https in place of http", (origin) => `${origin.replace("http:", "https:")}${PATH}?limit=100&offset=1`],
    ["without a host", () => `${PATH}?limit=100&offset=1`],
    ["with only a query", () => "?limit=100&offset=1"],
    // The service's own address as a local proxy, or another name of this machine, rewrites it.
    ["at another loopback address", () => `http://localhost:9${PATH}?limit=100&offset=1`],
  ])("%s goes to our own host", async (_title, next) => {
    await open((_request, index) => (index === 0 ? page([1], next(fixture.server.origin), 2) : page([2], null, 2)));
    expect(await ids()).toEqual(["d1", "d2"]);
    expect(fixture.server.requests[1]?.path).toBe(`${PATH}?limit=100&offset=1`);
  });

  it("that was read already ends the reading", async () => {
    await open(
      pages(
        () => page([1], to(1)),
        () => page([2], to(2)),
        () => page([3], to(1)),
      ),
    );
    expect(await rejection(fixture.api.domains.list(ORG).all())).toMatchObject({
      code: "next_link_repeated",
      rows: 3,
      count: 4,
    });
    expect(fixture.server.requests).toHaveLength(3);
  });
});

describe("account", () => {
  it("tells who the key belongs to and what it may do", async () => {
    await open([
      { status: 200, body: { uuid: "u", email: "a@example.com", organization: { id: ORG } } },
      { status: 200, body: { label: "ci", scopes: ["*"], scoped_teams: null } },
    ]);
    expect(await fixture.api.account.me()).toMatchObject({ uuid: "u", email: "a@example.com" });
    expect(await fixture.api.account.currentKey()).toEqual({
      label: "ci",
      scopes: ["*"],
      scoped_teams: null,
      scoped_organizations: null,
    });
    expect(fixture.server.requests.map(({ path }) => path)).toEqual([
      "/api/users/@me/",
      "/api/personal_api_keys/@current/",
    ]);
  });
});

describe("an unusable success", () => {
  it.each<[string, Step, string]>([
    ["no body", { status: 200 }, "answer_empty"],
    [
      "a page",
      { status: 200, headers: { "content-type": "text/html" }, body: "<html>canary</html>" },
      "answer_not_json",
    ],
    ["half of a body", { status: 200, body: '{"id": "canary' }, "answer_not_json"],
    ["wrong values", { status: 200, body: { id: "", domain: ["canary"] } }, "answer_invalid"],
  ])("with %s is a DecodeError for a read", async (_title, step, code) => {
    await open([step]);
    const error = await rejection(fixture.api.domains.get(ORG, "d1"));
    expect(error).toMatchObject({ name: "DecodeError", code, requestMayHaveBeenApplied: false, status: 200 });
    expect(`${error.message}${JSON.stringify(error["issues"])}`).not.toContain("canary");
  });

  it("of a write says that the change may have been made", async () => {
    await open([{ status: 201, body: '{"id": "d1", "dom' }]);
    const error = await rejection(fixture.api.domains.create(ORG, { domain: "a.example" }));
    expect(error).toMatchObject({ code: "answer_not_json", requestMayHaveBeenApplied: true });
    expect(error.message).toBe(
      "The service answered POST /api/organizations/{organization_id}/domains/ with 201 and incomplete or invalid JSON. " +
        "The change may have been made. Check before you repeat it.",
    );
  });
});

describe("a list that this process adds to while it is read", () => {
  /** A list of pages of one row, to which every POST adds one. */
  async function openGrowing() {
    const rows = [1, 2, 3];
    const script: Script = async ({ method, path }) => {
      if (method === "POST") {
        rows.push(rows.length + 1);
        return { status: 201, body: domain(rows.length) };
      }
      const offset = Number(new URL(path, "http://localhost").searchParams.get("offset") ?? 0);
      const answer = page(
        rows.slice(offset, offset + 1),
        offset + 1 < rows.length ? to(offset + 1) : null,
        rows.length,
      );
      await new Promise((resolve) => setTimeout(resolve, 2));
      return answer;
    };
    const { api } = await open(script);
    return {
      rows,
      add: () => api.domains.create(ORG, { domain: "another.example" }),
      all: () => api.domains.list(ORG).all(),
    };
  }

  it("is read apart from the writes when it did not agree with itself", async () => {
    const { rows, add, all } = await openGrowing();
    const reading = new AbortController();
    const adding = [0, 1].map(async () => {
      while (!reading.signal.aborted) await add();
    });
    const listed = await all().finally(() => reading.abort());
    expect(listed.length).toBeGreaterThan(3);
    expect(listed.map(({ id }) => id)).toEqual(rows.slice(0, listed.length).map((row) => `d${row}`));
    await Promise.all(adding);
    expect(rows.length).toBeGreaterThanOrEqual(listed.length);
  });

  it("waits for a write no longer than its caller does", async () => {
    const ending = new AbortController();
    const gate = new WriteGate();
    let answer: (() => void) | undefined;
    const writing = gate.write("/api/roles/", undefined, () => new Promise<void>((resolve) => (answer = resolve)));
    const reading = rejection(gate.readApart("/api/roles/", ending.signal, () => Promise.resolve("rows")));
    const next = gate.write("/api/roles/{role_id}/", undefined, () => Promise.resolve("written"));
    const other = await gate.write("/api/domains/", undefined, () => Promise.resolve("elsewhere"));
    expect(other).toBe("elsewhere");
    ending.abort(new Error("the engine was stopped"));
    expect((await reading).message).toBe("the engine was stopped");
    expect(await next).toBe("written");
    answer?.();
    await writing;
  });
});
