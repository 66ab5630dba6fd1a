import { afterEach, describe, expect, it } from "@jest/globals";
import { eventPage } from "../../support/event-service.ts";
import { EVENT } from "../../support/operations/answers.ts";
import type { Script } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const PATH = "/api/projects/7/events/";
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

describe("events", () => {
  it("are looked for by filters", async () => {
    await open(() => ({ status: 200, body: { next: null, results: [EVENT] } }));
    const query = {
      after: "-7d",
      before: "2026-11-20T00:00:00Z",
      distinct_id: "d 1",
      event: "$pageview",
      person_id: 12,
      properties: [{ key: "plan", value: "pro" }],
      offset: 3,
      select: ["properties.a"],
      where: ["1 = 1"],
      include_person: true,
    };
    expect(await fixture.api.events.list(7, query, { pageSize: 20 }).all()).toEqual([EVENT]);
    const { searchParams } = new URL(fixture.server.requests[0]?.path ?? "", fixture.server.origin);
    expect(Object.fromEntries(searchParams)).toEqual({
      after: "-7d",
      before: "2026-11-20T00:00:00Z",
      distinct_id: "d 1",
      event: "$pageview",
      person_id: "12",
      properties: '[{"key":"plan","value":"pro"}]',
      offset: "3",
      select: '["properties.a"]',
      where: '["1 = 1"]',
      include_person: "true",
      limit: "20",
    });
  });

  it("are read back in time, over equal times at the edge of a page, with the filters of the first page", async () => {
    const at = (id: string, timestamp: string) => ({ id, timestamp: `2026-11-20T10:${timestamp}+00:00` });
    const stored = [at("a", "05:00.000001"), at("b", "04:00"), at("c", "04:00"), at("d", "04:00"), at("e", "03:00")];
    await open(({ path }) => eventPage(stored, path, fixture.server.origin));
    const all = await fixture.api.events.list(7, { event: "e", offset: 0 }, { pageSize: 2 }).all();
    expect(all.map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
    expect(sent(fixture)).toEqual([
      `GET ${PATH}?event=e&offset=0&limit=2`,
      `GET ${PATH}?event=e&limit=2&before=2026-11-20T10%3A04%3A00.001Z`,
      `GET ${PATH}?event=e&limit=1000&before=2026-11-20T10%3A04%3A00.001Z`,
    ]);
  });

  it("of one and the same time are stepped over by offset where the largest page does not hold them", async () => {
    const stored = Array.from({ length: 2001 }, (_none, index) => ({
      id: `e${String(index).padStart(4, "0")}`,
      timestamp: "2026-11-20T10:00:00+00:00",
    }));
    await open(({ path }) => eventPage(stored, path, fixture.server.origin));
    const all = await fixture.api.events.list(7).all();
    expect(all.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    expect(
      fixture.server.requests.map(({ path }) => new URL(path, fixture.server.origin).searchParams.get("offset")),
    ).toEqual([null, null, null, "1000", "2000"]);
  });

  it("begin at an offset, which is not stepped over again on every page", async () => {
    const stored = Array.from({ length: 6 }, (_none, index) => ({
      id: `e${index}`,
      timestamp: `2026-11-20T10:0${index}:00+00:00`,
    }));
    await open(({ path }) => eventPage(stored, path, fixture.server.origin));
    const all = await fixture.api.events.list(7, { offset: 2 }, { pageSize: 3 }).all();
    expect(all.map(({ id }) => id)).toEqual(["e3", "e2", "e1", "e0"]);
  });

  it("without a readable last row are followed by the link", async () => {
    await open((_request, index) => ({
      status: 200,
      body: {
        next: index === 0 ? `${fixture.server.origin}${PATH}?limit=100&before=2026-11-20T10%3A00%3A00Z` : null,
        results: index === 0 ? [] : [EVENT],
      },
    }));
    expect(await fixture.api.events.list(7).all()).toEqual([EVENT]);
    expect(sent(fixture)[1]).toBe(`GET ${PATH}?limit=100&before=2026-11-20T10%3A00%3A00Z`);
  });

  it("follow no link to another host, though only their own parameters are used", async () => {
    await open([
      { status: 200, body: { next: "https://evil.example/api/projects/7/events/?before=x", results: [EVENT] } },
    ]);
    expect(await rejection(fixture.api.events.list(7).all())).toMatchObject({ code: "next_link_foreign" });
  });

  it("may be spelled as text throughout, as the contract types them", async () => {
    const { properties, person, elements } = EVENT;
    const text = {
      ...EVENT,
      properties: JSON.stringify(properties),
      person: JSON.stringify(person),
      elements: JSON.stringify(elements),
    };
    const empty = { ...EVENT, id: "b", properties: "", person: "", elements: "", elements_chain: null };
    await open([{ status: 200, body: { next: null, results: [text, empty] } }]);
    expect(await fixture.api.events.list(7).all()).toEqual([
      EVENT,
      { ...EVENT, id: "b", properties: {}, person: null, elements: [], elements_chain: "" },
    ]);
  });

  it("name the path of an unusable value", async () => {
    await open([
      { status: 200, body: { next: null, results: [{ ...EVENT, properties: "no JSON", timestamp: "now" }] } },
    ]);
    expect(await rejection(fixture.api.events.list(7).all())).toMatchObject({
      issues: [
        { path: "results[0].properties", expected: "expected record, received string" },
        { path: "results[0].timestamp", expected: "expected an ISO 8601 date-time" },
      ],
    });
  });

  it("are read one by one, with their person where that is asked for", async () => {
    await open([
      { status: 200, body: EVENT },
      { status: 200, body: { ...EVENT, person: null } },
      { status: 404, body: { detail: "No events exist for event UUID x" } },
    ]);
    expect(await fixture.api.events.get(7, EVENT.id, { include_person: true })).toEqual(EVENT);
    expect((await fixture.api.events.get(7, EVENT.id)).person).toBeNull();
    expect(await rejection(fixture.api.events.get(7, "x"))).toMatchObject({ category: "notFound", code: "not_found" });
    expect(sent(fixture)).toEqual([
      `GET ${PATH}${EVENT.id}/?include_person=true`,
      `GET ${PATH}${EVENT.id}/`,
      `GET ${PATH}x/`,
    ]);
  });

  it("have values of a property, for one or more names of events", async () => {
    await open([
      { status: 200, body: [{ name: "Chrome" }] },
      { status: 200, body: { results: [{ name: "Chrome" }], refreshing: true } },
    ]);
    const query = { key: "$browser", value: "c", event_name: ["a", "b c"], is_column: false };
    expect(await fixture.api.events.values(7, query).all()).toEqual([{ name: "Chrome" }]);
    expect(await fixture.api.events.values(7, { key: "event", is_column: true }).all()).toEqual([{ name: "Chrome" }]);
    expect(sent(fixture)).toEqual([
      `GET ${PATH}values/?key=%24browser&value=c&event_name=a&event_name=b+c`,
      `GET ${PATH}values/?key=event&is_column=true`,
    ]);
  });
});
