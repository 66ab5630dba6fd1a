import { afterEach, describe, expect, test } from "@jest/globals";
import { type Analytics, openAnalytics } from "./analytics.ts";

let fixture: Analytics;
afterEach(() => fixture.close());

/** Persons a, b, and c, oldest first, a day apart, each with a second distinct ID. */
async function openWithPersons(dialect: "documented" | "2025-08"): Promise<void> {
  fixture = await openAnalytics({ dialect, now: "2030-01-09T12:00:00Z" });
  const set = (id: string, day: string, $set: object) => ({
    event: "$set",
    distinct_id: id,
    timestamp: day,
    properties: { $set },
  });
  const alias = (id: string) => ({ event: "$create_alias", distinct_id: id, properties: { alias: `${id}-2` } });
  await fixture.capture([
    set("a", "2030-01-01", { email: "ann@example.com", plan: "pro", age: 30, born: "1999-05-01" }),
    set("b", "2030-01-02", { email: "bob@example.com", plan: "free", age: 40 }),
    set("c", "2030-01-03", { name: "Cleo", plan: "pro", vip: true }),
    ...["a", "b", "c"].map(alias),
  ]);
}

const get = (path: string, key?: string) =>
  fixture.call("GET", fixture.under(path), undefined, key === undefined ? {} : { key });
const post = (path: string, body: unknown) => fixture.call("POST", fixture.under(path), body);
const names = async (query: string): Promise<string[]> =>
  (await get(`persons/?${query}`)).json.results.map((row: { distinct_ids: string[] }) => row.distinct_ids[0]);
const personOf = async (id: string) => (await get(`persons/?distinct_id=${id}`)).json.results[0];
const filter = (...items: object[]): string => `properties=${encodeURIComponent(JSON.stringify(items))}`;
const ofPerson = (key: string, operator: string, value?: unknown) => ({ type: "person", key, operator, value });
const eventsQueued = () =>
  fixture.sandbox.control.call("GET", "event-deletions") as { person: string; delete_verified_at: string | null }[];

describe.each(["documented", "2025-08"] as const)("specified: the persons list of dialect %s", (dialect) => {
  test.each([
    ["", ["c", "b", "a"]],
    ["limit=2", ["c", "b"]],
    ["limit=2&offset=2", ["a"]],
    ["distinct_id=b-2", ["b"]],
    ["distinct_id=nobody", []],
    ["email=ann@example.com", ["a"]],
    ["search=OB@ex", ["b"]],
    [filter(ofPerson("plan", "exact", "pro")), ["c", "a"]],
    [filter(ofPerson("plan", "exact", ["pro", "free"]), ofPerson("age", "gt", 30)), ["b"]],
    [filter(ofPerson("plan", "is_not", "pro")), ["b"]],
    [filter(ofPerson("email", "icontains", "ANN")), ["a"]],
    [filter(ofPerson("email", "not_icontains", "ann")), ["c", "b"]],
    [filter(ofPerson("email", "regex", "^b.b@")), ["b"]],
    [filter(ofPerson("email", "is_set")), ["b", "a"]],
    [filter(ofPerson("email", "is_not_set")), ["c"]],
    [filter(ofPerson("age", "lte", "30")), ["a"]],
    [filter(ofPerson("vip", "exact", "true")), ["c"]],
    [filter(ofPerson("born", "is_date_before", "2000-01-01")), ["a"]],
    [
      `properties=${encodeURIComponent('{"type":"OR","values":[{"type":"person","key":"age","value":40},{"type":"person","key":"vip","value":true}]}')}`,
      ["c", "b"],
    ],
  ])("finds by %s", async (query, expected) => {
    await openWithPersons(dialect);
    expect(await names(query)).toEqual(expected);
  });

  test("names persons by the properties that the project configures", async () => {
    await openWithPersons(dialect);
    const project = `/api/projects/${fixture.project}/`;
    await fixture.call("PATCH", project, { person_display_name_properties: ["plan", "email"] });
    expect((await personOf("a")).name).toBe("pro");
    await fixture.call("PATCH", project, { person_display_name_properties: null });
    expect((await personOf("a")).name).toBe("ann@example.com");
  });

  test("refuses filters that aren't JSON, and reports unsupported ones", async () => {
    await openWithPersons(dialect);
    const broken = await get("persons/?properties=x");
    expect([broken.status, broken.json.detail]).toEqual([400, "Properties are unparsable!"]);
    const ofEvents = await get(`persons/?${filter({ key: "plan", value: "pro" })}`);
    expect([ofEvents.status, ofEvents.json.type]).toEqual([501, "sandbox_error"]);
  });

  test("finds the members of a cohort", async () => {
    await openWithPersons(dialect);
    const filters = [ofPerson("plan", "exact", "pro")];
    const made = fixture.sandbox.control.call("POST", "cohorts", { project: fixture.project, name: "Paying", filters });
    const value = (made as { number: number }).number;
    expect(await names(filter({ type: "cohort", key: "id", value }))).toEqual(["c", "a"]);
  });

  test("is complete CSV on request, with a header of sorted names", async () => {
    await openWithPersons(dialect);
    const answer = await get("persons.csv?limit=1");
    const [header = "", first, ...rest] = answer.text.trim().split("\r\n");
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(header.split(",")).toEqual(header.split(",").toSorted());
    expect(header).toContain("distinct_ids.0,distinct_ids.1,id");
    expect([first?.startsWith("2030-01-03 00:00:00+00:00,c,c-2,"), rest.length]).toEqual([true, 2]);
  });

  test("shows nothing of another project", async () => {
    await openWithPersons(dialect);
    const mine = await personOf("a");
    const other = await fixture.call("GET", `/api/projects/${fixture.project - 1}/persons/${mine.uuid}/`);
    expect(other.status).toBe(404);
  });
});

describe("specified: persons in the documented dialect, contract", () => {
  test("a page has count, links and persons with integer ids", async () => {
    await openWithPersons("documented");
    const page = await get("persons/?limit=1&offset=1");
    expect(Object.keys(page.json)).toEqual(["count", "next", "previous", "results"]);
    expect([page.json.count, page.json.next.split("?")[1], page.json.previous.split("?")[1]]).toEqual([
      3,
      "limit=1&offset=2",
      "limit=1",
    ]);
    expect(Object.keys(page.json.results[0])).toEqual([
      "id",
      "name",
      "distinct_ids",
      "properties",
      "created_at",
      "uuid",
    ]);
    const { id } = page.json.results[0];
    expect((await get(`persons/${id}/`)).json).toEqual(page.json.results[0]);
  });

  test("PATCH returns the person; update_property and delete_property read their parameters from the query", async () => {
    await openWithPersons("documented");
    const { id } = await personOf("a");
    const patched = await fixture.call("PATCH", fixture.under(`persons/${id}/`), { properties: { plan: "max" } });
    expect([patched.status, patched.json.properties.plan]).toEqual([200, "max"]);
    const updated = await fixture.call("POST", fixture.under(`persons/${id}/update_property/?key=city&value=Oslo`));
    const deleted = await fixture.call("POST", fixture.under(`persons/${id}/delete_property/?$unset=age`));
    expect([updated.status, updated.text, deleted.status, deleted.text]).toEqual([200, "", 200, ""]);
    const { properties } = await personOf("a");
    expect([properties.city, "age" in properties, properties.plan]).toEqual(["Oslo", false, "max"]);
  });

  test("DELETE returns 204 and reads delete_events=false as false", async () => {
    await openWithPersons("documented");
    const { id, uuid } = await personOf("a");
    const answer = await fixture.call("DELETE", fixture.under(`persons/${id}/?delete_events=false`));
    expect([answer.status, answer.text, eventsQueued()]).toEqual([204, "", []]);
    expect((await get(`persons/${uuid}/`)).status).toBe(404);
  });

  test("bulk_delete accepts integer IDs and distinct IDs together, in query or body", async () => {
    await openWithPersons("documented");
    const { id } = await personOf("a");
    const query = `ids=${encodeURIComponent(JSON.stringify([id]))}&delete_events=true`;
    const answer = await fixture.call("POST", fixture.under(`persons/bulk_delete/?${query}`), {
      distinct_ids: ["b", "b-2"],
    });
    expect([answer.status, answer.text, await names("")]).toEqual([200, "", ["c"]]);
    expect(eventsQueued()).toHaveLength(2);
  });

  test("bulk_delete accepts at most a thousand IDs, counting equal ones in body and query once", async () => {
    await openWithPersons("documented");
    const ids = Array.from({ length: 1000 }, (_none, index) => String(500_000 + index));
    const again = `ids=${encodeURIComponent(JSON.stringify(ids.slice(0, 50)))}`;
    expect((await post(`persons/bulk_delete/?${again}`, { ids })).status).toBe(200);
    const refused = await post("persons/bulk_delete/", { ids, distinct_ids: ["a"] });
    expect([refused.status, refused.json.code]).toEqual([400, "invalid_input"]);
    expect((await post("persons/bulk_delete/", {})).status).toBe(400);
  });

  test("values returns at most twenty, most frequent first, by part of the value", async () => {
    await openWithPersons("documented");
    expect((await get("persons/values/?key=plan")).json).toEqual([
      { name: "pro", count: 2 },
      { name: "free", count: 1 },
    ]);
    expect((await get("persons/values/?key=plan&value=FR")).json).toEqual([{ name: "free", count: 1 }]);
    expect((await get("persons/values/")).json).toEqual([]);
  });

  test("cohorts returns a person's cohorts with their sizes", async () => {
    await openWithPersons("documented");
    const pro = { project: fixture.project, name: "Paying", filters: [ofPerson("plan", "exact", "pro")] };
    const { number } = fixture.sandbox.control.call("POST", "cohorts", pro) as { number: number };
    const [ann, bob] = [await personOf("a"), await personOf("b")];
    expect((await get(`persons/cohorts/?person_id=${ann.id}`)).json).toEqual({
      results: [{ id: number, name: "Paying", count: 2 }],
    });
    expect((await get(`persons/cohorts/?person_id=${bob.uuid}`)).json).toEqual({ results: [] });
    expect((await get("persons/cohorts/")).status).toBe(400);
  });

  test("split creates a person for each other ID, and events follow their ID", async () => {
    await openWithPersons("documented");
    const { id } = await personOf("a");
    const answer = await post(`persons/${id}/split/`, { main_distinct_id: "a-2" });
    expect([answer.status, answer.text]).toEqual([200, ""]);
    const [kept, split] = [await personOf("a-2"), await personOf("a")];
    expect([kept.id, kept.properties.plan, split.properties]).toEqual([id, "pro", {}]);
    expect(split.uuid).not.toBe(kept.uuid);
  });
});

describe("recorded: persons, flow 10", () => {
  test("delete_events counts with any value, and the events are deleted on the next Sunday at five", async () => {
    await openWithPersons("2025-08");
    fixture.sandbox.control.setClock("2030-01-12T12:00:00Z", true);
    const { uuid } = await personOf("a");
    expect((await fixture.call("DELETE", fixture.under(`persons/${uuid}/?delete_events=false`))).status).toBe(202);
    await fixture.capture([{ event: "after", distinct_id: "b" }]);
    const countOf = (id: string): number =>
      (fixture.sandbox.control.snapshot().tables["events"] as { distinct_id?: string }[]).filter(
        (row) => row.distinct_id === id,
      ).length;
    fixture.sandbox.control.setClock("2030-01-13T04:59:59Z", true);
    expect([countOf("a"), eventsQueued().map((row) => row.delete_verified_at)]).toEqual([2, [null]]);
    fixture.sandbox.control.setClock("2030-01-13T05:00:00Z", true);
    expect([countOf("a"), countOf("b")]).toEqual([0, 3]);
    expect(eventsQueued()).toEqual([
      expect.objectContaining({ person: uuid, delete_verified_at: "2030-01-13T05:00:00Z" }),
    ]);
  });

  test("a list row has the UUID as id, page two leads back to itself, and the last page can be empty", async () => {
    await openWithPersons("2025-08");
    const page = await get("persons/?limit=1&offset=1&include_total");
    expect([page.json.count, page.json.results[0].id]).toEqual([3, page.json.results[0].uuid]);
    expect(page.json.previous.split("?")[1]).toContain("offset=1");
    const last = await get("persons/?limit=3&offset=3");
    expect([last.json.results, last.json.next]).toEqual([[], null]);
  });

  test("a person who returns with a deleted UUID is hidden from lists until it's reset", async () => {
    await openWithPersons("2025-08");
    const { uuid } = await personOf("a");
    await fixture.call("DELETE", fixture.under(`persons/${uuid}/`));
    await fixture.capture([{ event: "seen", distinct_id: "a" }]);
    expect([(await get(`persons/${uuid}/`)).status, await names("")]).toEqual([200, ["c", "b"]]);
    expect((await post("persons/reset_person_distinct_id/", { distinct_id: "a" })).status).toBe(202);
    expect(await names("distinct_id=a")).toEqual(["a"]);
  });

  test("two distinct ids of one person fail the call after the person is gone", async () => {
    await openWithPersons("2025-08");
    const answer = await post("persons/bulk_delete/", { distinct_ids: ["a", "a-2"] });
    expect([answer.status, await names("")]).toEqual([500, ["c", "b"]]);
  });
});

describe.each(["documented", "2025-08"] as const)("specified: properties_timeline in dialect %s", (dialect) => {
  test("refuses keys with scopes, and shows when a property changed", async () => {
    await openWithPersons(dialect);
    const set = (timestamp: string, plan: string) => ({
      event: "bought",
      distinct_id: "b",
      timestamp,
      properties: { $set: { plan } },
    });
    await fixture.capture([
      set("2030-01-05T10:00:00Z", "pro"),
      set("2030-01-05T11:00:00Z", "pro"),
      set("2030-01-06T10:00:00Z", "max"),
    ]);
    const events = JSON.stringify([{ id: "bought", properties: [ofPerson("plan", "is_set")] }]);
    const { uuid } = await personOf("b");
    const path = `persons/${uuid}/properties_timeline/?events=${encodeURIComponent(events)}`;
    expect((await get(path)).status).toBe(403);
    expect((await get(path, fixture.legacyKey)).json).toEqual({
      points: [
        { timestamp: "2030-01-05T10:00:00+00:00", properties: { plan: "pro" }, relevant_event_count: 2 },
        { timestamp: "2030-01-06T10:00:00+00:00", properties: { plan: "max" }, relevant_event_count: 1 },
      ],
      crucial_property_keys: ["plan"],
      effective_date_from: "2030-01-02T00:00:00+00:00",
      effective_date_to: "2030-01-09T23:59:59.999999+00:00",
    });
  });
});

describe("specified: permissions on persons", () => {
  test("reading and writing need their scopes, and cohorts needs two", async () => {
    await openWithPersons("documented");
    const { createKey } = fixture.sandbox.control;
    const keyWith = (...scopes: string[]): string => createKey({ email: "founder@acme.example", scopes }).apiKey;
    const reader = keyWith("person:read");
    expect((await get("persons/", reader)).status).toBe(200);
    expect((await get("persons/cohorts/?person_id=1", reader)).json.detail).toBe(
      "API key missing required scope 'cohort:read'",
    );
    const refused = await fixture.call("POST", fixture.under("persons/bulk_delete/"), { ids: [1] }, { key: reader });
    expect([refused.status, refused.json.detail]).toEqual([403, "API key missing required scope 'person:write'"]);
    expect((await get("persons/", keyWith("person:write"))).status).toBe(200);
  });
});
