import { afterEach, describe, expect, it } from "@jest/globals";
import type { PageProgress } from "../../../src/client/client.ts";
import { ACTIVITY, PERSON_ROW } from "../../support/operations/answers.ts";
import type { Script, Step } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const PATH = "/api/projects/7/persons/";
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script, options = {}): Promise<ApiFixture> => (fixture = await openApi(script, options));

const person = (id: number): object => ({ ...PERSON_ROW, id: `u${id}`, uuid: `u${id}` });
const link = (query: string, path = PATH): string => `${fixture.server.origin}${path}${query}`;
const page = (ids: number[], next: string | null, rest: object = {}): Step => ({
  status: 200,
  body: { results: ids.map(person), next, previous: null, ...rest },
});
/** Pages whose links need the server's own address. */
const pages =
  (...steps: (() => Step)[]): Script =>
  (_request, index) =>
    steps[index]?.() ?? { status: 599 };
const uuids = async (): Promise<string[]> =>
  (await fixture.api.persons.list(7, {}, { pageSize: 2 }).all()).map(({ uuid }) => uuid);

describe("a stream", () => {
  it("follows links over short and empty pages until there is none, and tells how far it is", async () => {
    const seen: PageProgress[] = [];
    await open(
      pages(
        () => page([1, 2], link("?limit=2&offset=2")),
        () => page([3], link("?limit=2&offset=4"), { count: "5" }),
        () => page([], link("?limit=2&offset=6")),
        () => page([4], null),
      ),
    );
    const all = await fixture.api.persons.list(7, {}, { pageSize: 2, onPage: (progress) => seen.push(progress) }).all();
    expect(all.map(({ uuid }) => uuid)).toEqual(["u1", "u2", "u3", "u4"]);
    expect(sent(fixture)).toEqual(
      ["?limit=2", ...[2, 4, 6].map((at) => `?limit=2&offset=${at}`)].map((q) => `GET ${PATH}${q}`),
    );
    expect(seen).toEqual([
      { pages: 1, rows: 2, count: null },
      { pages: 2, rows: 3, count: 5 },
      { pages: 3, rows: 3, count: null },
      { pages: 4, rows: 4, count: null },
    ]);
  });

  it("hands out rows as they come, and ends when the loop is left", async () => {
    await open((_request, index) => page([2 * index, 2 * index + 1], link(`?limit=100&offset=${2 * index + 2}`)));
    const seen: [string, number][] = [];
    for await (const { uuid } of fixture.api.persons.list(7)) {
      seen.push([uuid, fixture.server.requests.length]);
      if (seen.length === 3) break;
    }
    expect(seen).toEqual([
      ["u0", 1],
      ["u1", 1],
      ["u2", 2],
    ]);
    expect(fixture.server.requests).toHaveLength(2);
  });

  it("hands out a row that slides onto the next page once", async () => {
    await open(
      pages(
        () => page([1, 2], link("?limit=2&offset=2")),
        () => page([2, 3], null),
      ),
    );
    expect(await uuids()).toEqual(["u1", "u2", "u3"]);
  });

  it("is read anew each time, and not before", async () => {
    await open(() => page([1], null));
    const stream = fixture.api.persons.list(7);
    expect(fixture.server.requests).toHaveLength(0);
    await stream.all();
    await stream.all();
    expect(sent(fixture)).toEqual([`GET ${PATH}?limit=100`, `GET ${PATH}?limit=100`]);
  });

  it("keeps what came before a page that fails", async () => {
    await open(
      pages(
        () => page([1], link("?limit=2&offset=2")),
        () => ({ status: 403, body: { detail: "no" } }),
      ),
    );
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for await (const { uuid } of fixture.api.persons.list(7)) seen.push(uuid);
    };
    expect(await rejection(read())).toMatchObject({ category: "permission" });
    expect(seen).toEqual(["u1"]);
  });

  it.each<[string, () => string, string]>([
    ["another host", () => `https://evil.example${PATH}?offset=2`, "next_link_foreign"],
    ["another path", () => link("?offset=2", "/api/projects/8/persons/"), "next_link_foreign"],
    ["the page itself", () => link("?limit=2"), "next_link_repeated"],
  ])("follows no link to %s", async (_title, next, code) => {
    await open((_request, index) => (index === 0 ? page([1], next()) : page([2], null)));
    expect(await rejection(uuids())).toMatchObject({ name: "IncompleteListError", code });
    expect(fixture.server.requests).toHaveLength(1);
  });

  it("stops when its signal does", async () => {
    const controller = new AbortController();
    await open((_request, index) => {
      if (index === 1) controller.abort();
      return page([index], link(`?limit=100&offset=${index + 1}`));
    });
    const read = fixture.api.persons.list(7, {}, { signal: controller.signal }).all();
    expect(await rejection(read)).toMatchObject({ code: "aborted" });
  });
});

describe("pages by number", () => {
  it("are followed by their links, and count in total", async () => {
    const counts: (number | null)[] = [];
    const entry = (item: string): object => ({ ...ACTIVITY, item_id: item });
    await open((_request, index) => ({
      status: 200,
      body: {
        results: [entry(`${index}a`), entry(`${index}b`)],
        next: index === 0 ? link("?page=2&limit=2", `${PATH}activity/`) : null,
        previous: null,
        total_count: 4,
      },
    }));
    const all = await fixture.api.persons
      .allActivity(7, { pageSize: 2, onPage: ({ count }) => counts.push(count) })
      .all();
    expect(all.map(({ item_id }) => item_id)).toEqual(["0a", "0b", "1a", "1b"]);
    expect(sent(fixture)).toEqual([`GET ${PATH}activity/?limit=2`, `GET ${PATH}activity/?page=2&limit=2`]);
    expect(counts).toEqual([4, 4]);
  });
});

describe("lists of people", () => {
  const group = (ids: number[], next: string | null): Step => ({
    status: 200,
    body: { results: [{ people: ids.map(person), count: ids.length }], next, missing_persons: 0, is_cached: false },
  });

  it("follow a link that has neither host nor first slash", async () => {
    await open((_request, index) =>
      index === 0 ? group([1, 2], "api/projects/7/persons/trends/?limit=2&offset=2") : group([3], null),
    );
    const query = { entity_id: "$pageview", entity_type: "events" };
    const all = await fixture.api.persons.trends(7, query, { pageSize: 2 }).all();
    expect(all.map(({ uuid }) => uuid)).toEqual(["u1", "u2", "u3"]);
    expect(sent(fixture)).toEqual([
      `GET ${PATH}trends/?entity_id=%24pageview&entity_type=events&limit=2`,
      `GET ${PATH}trends/?limit=2&offset=2`,
    ]);
  });

  it("asked for by POST send the question with every page and their place in the address", async () => {
    await open((_request, index) =>
      index === 0 ? group([1], link("?offset=51&limit=1", `${PATH}funnel/`)) : group([2], null),
    );
    const query = { events: [{ id: "a" }, { id: "b" }], funnel_step: 2, offset: 50 };
    const all = await fixture.api.persons.queryFunnel(7, query, { pageSize: 1 }).all();
    expect(all.map(({ uuid }) => uuid)).toEqual(["u1", "u2"]);
    expect(sent(fixture)).toEqual([
      `POST ${PATH}funnel/?offset=50&limit=1 {"events":[{"id":"a"},{"id":"b"}],"funnel_step":2}`,
      `POST ${PATH}funnel/?offset=51&limit=1 {"events":[{"id":"a"},{"id":"b"}],"funnel_step":2}`,
    ]);
  });

  it("are asked for again after a lost answer, also by POST, because they only read", async () => {
    await open([{ reset: true }, { status: 500 }, { status: 503 }, group([1], null)]);
    expect(await fixture.api.persons.queryPath(7, { start_point: "/" }).all()).toHaveLength(1);
    expect(fixture.server.requests).toHaveLength(4);
  });

  it("have parameters of their own for pages of correlations", async () => {
    await open(() => group([], null));
    const query = { funnel_correlation_type: "events", funnel_correlation_person_offset: 5 };
    await fixture.api.persons.funnelCorrelation(7, query, { pageSize: 3 }).all();
    await fixture.api.persons.queryFunnelCorrelation(7, query, { pageSize: 3 }).all();
    expect(sent(fixture)).toEqual([
      `GET ${PATH}funnel/correlation/?funnel_correlation_type=events&funnel_correlation_person_offset=5&funnel_correlation_person_limit=3`,
      `POST ${PATH}funnel/correlation/?funnel_correlation_person_offset=5&funnel_correlation_person_limit=3 {"funnel_correlation_type":"events"}`,
    ]);
  });

  it("are empty where nothing was computed, and name the path of what is wrong", async () => {
    await open([
      { status: 200, body: [] },
      { status: 200, body: { results: [{ people: [person(1), { ...person(2), distinct_ids: "d" }] }] } },
    ]);
    expect(await fixture.api.persons.funnel(7).all()).toEqual([]);
    expect(await rejection(fixture.api.persons.funnel(7).all())).toMatchObject({
      code: "answer_invalid",
      requestMayHaveBeenApplied: false,
      issues: [{ path: "results[0].people[1].distinct_ids", expected: "expected array, received string" }],
    });
  });

  it("may be groups", async () => {
    const row = {
      type: "group",
      id: "acme",
      group_key: "acme",
      group_type_index: 0,
      properties: {},
      matched_recordings: [],
    };
    await open([{ status: 200, body: { results: [{ people: [row], count: 1 }], next: null } }]);
    expect(await fixture.api.persons.funnel(7).all()).toEqual([
      { ...row, distinct_ids: [], created_at: null, value_at_data_point: null },
    ]);
  });
});

describe("CSV", () => {
  const csv = (body: string, type = "text/csv; charset=utf-8"): Step => ({
    status: 200,
    headers: { "content-type": type },
    body,
  });

  it("is the text of one request that asks for it and accepts it", async () => {
    await open([csv("id,name\r\n1,a\r\n"), csv("id\r\n2\r\n")]);
    expect(await fixture.api.persons.list(7, { search: "a b" }).csv()).toBe("id,name\r\n1,a\r\n");
    expect(await fixture.api.events.list(7, {}, { pageSize: 3 }).csv()).toBe("id\r\n2\r\n");
    expect(sent(fixture)).toEqual([
      `GET ${PATH}?search=a+b&format=csv`,
      "GET /api/projects/7/events/?limit=3&format=csv",
    ]);
    expect(fixture.server.requests.map(({ headers }) => headers["accept"])).toEqual(
      Array(2).fill("text/csv, */*;q=0.1"),
    );
  });

  it("can be asked for by POST", async () => {
    await open([csv("id\r\n")]);
    await fixture.api.persons.queryFunnel(7, { funnel_step: 1 }).csv();
    expect(sent(fixture)).toEqual([`POST ${PATH}funnel/?format=csv {"funnel_step":1}`]);
  });

  it("without rows is no text", async () => {
    await open([{ raw: "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n" }]);
    expect(await fixture.api.persons.allActivity(7).csv()).toBe("");
  });

  it("that is something else is an error", async () => {
    await open([{ status: 200, body: { results: ["canary"] } }]);
    const error = await rejection(fixture.api.persons.list(7).csv());
    expect(error).toMatchObject({ name: "DecodeError", code: "answer_invalid", requestMayHaveBeenApplied: false });
    expect(error.message).toBe(
      "The service answered GET /api/projects/{project_id}/persons/ with 200 and application/json, which isn't CSV. " +
        "Check that the host setting names the service's API.",
    );
  });

  it("that is refused has an empty error, told by its status", async () => {
    await open([{ raw: "HTTP/1.1 403 X\r\ncontent-length: 0\r\n\r\n" }]);
    expect(await rejection(fixture.api.persons.list(7).csv())).toMatchObject({ category: "permission", detail: "" });
  });
});
