import { afterEach, describe, expect, test } from "@jest/globals";
import { type Insights, openInsights, queryOf } from "./insights.ts";

let fixture: Insights;
afterEach(() => fixture.close());

const DIALECTS = ["documented", "2025-08"] as const;

/** Four events of two persons, a minute or more apart. */
async function openWithEvents(dialect: (typeof DIALECTS)[number]): Promise<void> {
  fixture = await openInsights(dialect);
  await fixture.did(
    ["a look 05T10:00:00", { plan: "pro", quoted: '"x"', $set: { email: "ann@example.com", secret: 1 } }],
    ["b look 05T10:01:00", { plan: "free" }],
    ["a pay 06T10:00:00", { plan: "pro", price: 5 }],
    ["b pay 08T10:00:00", { price: 10 }],
  );
}

const get = (path: string, key = fixture.sandbox.apiKey) =>
  fixture.call("GET", fixture.under(path), undefined, { key });
const list = async (parameters: object): Promise<string[]> => {
  const { results } = (await get(`events/?${queryOf(parameters)}`)).json;
  return results.map((row: { distinct_id: string; event: string }) => `${row.distinct_id} ${row.event}`);
};

describe.each(DIALECTS)("specified: the list of events in dialect %s", (dialect) => {
  test.each([
    [{}, ["b pay", "a pay", "b look", "a look"]],
    [{ limit: 2 }, ["b pay", "a pay"]],
    [{ limit: 1, offset: 1 }, ["a pay"]],
    [{ event: "look" }, ["b look", "a look"]],
    [{ distinct_id: "a" }, ["a pay", "a look"]],
    [{ after: "2030-01-05T10:01:00Z" }, ["b pay", "a pay"]],
    [{ before: "2030-01-05T10:01:00Z" }, ["a look"]],
    [{ after: "-2d" }, ["b pay"]],
    [{ orderBy: ["timestamp"], limit: 1 }, ["a look"]],
    [{ properties: [{ key: "plan", value: "pro" }] }, ["a pay", "a look"]],
    [{ properties: [{ key: "price", operator: "gt", value: 5 }] }, ["b pay"]],
    [{ properties: [{ type: "person", key: "email", operator: "icontains", value: "ANN" }] }, ["a pay", "a look"]],
    [{ person_id: "no-such-person" }, []],
  ])("finds by %j", async (parameters, expected) => {
    await openWithEvents(dialect);
    expect(await list(parameters)).toEqual(expected);
  });

  test("finds by person, number and UUID, and follows merged persons", async () => {
    await openWithEvents(dialect);
    const persons = fixture.sandbox.control.call("GET", `persons?project=${fixture.project}`) as {
      id: string;
      number: number;
      distinct_ids: string[];
    }[];
    const a = persons.find((person) => person.distinct_ids[0] === "a");
    expect(await list({ person_id: a?.number })).toEqual(["a pay", "a look"]);
    await fixture.capture([{ event: "$create_alias", distinct_id: "a", properties: { alias: "b" } }]);
    expect(await list({ person_id: a?.id, event: "pay" })).toEqual(["b pay", "a pay"]);
  });

  test("leads from page to page by time", async () => {
    await openWithEvents(dialect);
    const seen: string[] = [];
    let address: string | null = `${fixture.sandbox.host}${fixture.under("events/?limit=3")}`;
    while (address !== null) {
      const answer = await fetch(address, { headers: { authorization: `Bearer ${fixture.sandbox.apiKey}` } });
      const page = (await answer.json()) as { next: string | null; results: { event: string }[] };
      seen.push(...page.results.map((row) => row.event));
      address = page.next;
    }
    expect(seen).toEqual(["pay", "pay", "look", "look"]);
  });

  test("shows structures as the dialect does, without quotes around text and with little of the person", async () => {
    await openWithEvents(dialect);
    const [row] = (await get("events/?distinct_id=a&event=look")).json.results;
    const read = (value: unknown): Record<string, unknown> =>
      dialect === "2025-08" ? (value as Record<string, unknown>) : JSON.parse(String(value));
    expect(read(row.properties)).toMatchObject({ plan: "pro", quoted: "x" });
    expect(read(row.person)).toEqual({
      is_identified: false,
      distinct_ids: ["a"],
      properties: { email: "ann@example.com" },
    });
    expect([row.timestamp, read(row.elements), row.elements_chain]).toEqual(["2030-01-05T10:00:00+00:00", [], ""]);
  });

  test("refuses invalid parameters", async () => {
    await openWithEvents(dialect);
    const failure = dialect === "2025-08" ? 500 : 400;
    expect((await get("events/?limit=x")).status).toBe(failure);
    expect((await get("events/?orderBy=x")).status).toBe(failure);
    expect((await get("events/?before=x")).status).toBe(400);
    expect(await get("events/?after=zzz")).toMatchObject({ status: 200, json: { results: [] } });
    expect((await get("events/?select=%5B%5D")).status).toBe(dialect === "2025-08" ? 200 : 501);
  });
});

describe.each(DIALECTS)("specified: events/:id/ and events/values/ in dialect %s", (dialect) => {
  test("one event is returned without its person unless that's requested", async () => {
    await openWithEvents(dialect);
    const [{ id }] = (await get("events/?limit=1")).json.results;
    const alone = (await get(`events/${id}/`)).json;
    expect([alone.id, alone.event, dialect === "2025-08" ? alone.person : JSON.parse(alone.person)]).toEqual([
      id,
      "pay",
      null,
    ]);
    expect(JSON.stringify((await get(`events/${id}/?include_person=true`)).json.person)).toContain("distinct_ids");
  });

  test("an invalid ID, and an unknown one", async () => {
    await openWithEvents(dialect);
    const bad = await get("events/nothing/");
    expect([bad.status, bad.json]).toEqual([
      400,
      { detail: "Invalid UUID", code: "invalid", type: "validation_error" },
    ]);
    const none = "00000000-0000-4000-8000-000000000000";
    const unknown = await get(`events/${none}/`);
    expect([unknown.status, unknown.json.detail]).toEqual([404, `No events exist for event UUID ${none}`]);
  });

  test.each([
    ["key=plan", ["pro", "free"]],
    ["key=plan&value=FR", ["free"]],
    ["key=price", ["10", "5"]],
    ["key=price&event_name=look", []],
    ["key=plan&properties_price=5", ["pro"]],
    ["key=price&value=1", ["10"]],
  ])("values of the last week by %s", async (query, expected) => {
    await openWithEvents(dialect);
    await fixture.did(["c look 01T10:00:00", { plan: "old" }]);
    const answer = await get(`events/values/?${query}`);
    expect(answer.json).toEqual(expected.map((name) => ({ name })));
    expect(answer.headers.get("cache-control")).toBe("max-age=10");
  });

  test("values require a key, and everything requires the scope query:read", async () => {
    await openWithEvents(dialect);
    const refused = await get("events/values/");
    expect([refused.status, refused.json.type]).toEqual(
      dialect === "2025-08" ? [500, "server_error"] : [400, "validation_error"],
    );
    const { apiKey } = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: ["person:read"] });
    for (const path of ["events/", "events/values/?key=plan", "events/00000000-0000-4000-8000-000000000000/"]) {
      const answer = await get(path, apiKey);
      expect([answer.status, answer.json.detail]).toEqual([403, "API key missing required scope 'query:read'"]);
    }
  });
});
