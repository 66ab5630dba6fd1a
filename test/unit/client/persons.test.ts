import { afterEach, describe, expect, it } from "@jest/globals";
import { ACTIVITY, activityPage, PERSON, PERSON_ROW, timeline } from "../../support/operations/answers.ts";
import type { Script } from "../../support/scripted-server.ts";
import { openApi, rejection, sent } from "./fixture.ts";
import type { ApiFixture } from "./fixture.ts";

const PATH = "/api/projects/7/persons/";
let fixture: ApiFixture;
afterEach(() => fixture.close());
const open = async (script: Script): Promise<ApiFixture> => (fixture = await openApi(script));

const accepted = { status: 202 };
const done = { status: 201, body: { success: true } };

describe("persons", () => {
  it("are looked for by filters, which are for persons unless they say otherwise", async () => {
    await open(() => ({ status: 200, body: { results: [PERSON_ROW], next: null, previous: null } }));
    const { persons } = fixture.api;
    const properties = [
      { key: "plan", value: ["pro", "team"] },
      { key: "id", value: 4, type: "cohort" },
    ];
    expect(await persons.list(7, { properties, email: "a+b@example.com", distinct_id: "d 1" }).all()).toEqual([
      PERSON_ROW,
    ]);
    await persons.list(7, { search: "ü", offset: 10, include_total: true }, { pageSize: 5 }).all();
    await persons.list(7, { include_total: false }).all();
    const queries = fixture.server.requests.map(({ path }) => new URL(path, fixture.server.origin).searchParams);
    expect(queries.map((query) => Object.fromEntries(query))).toEqual([
      {
        properties: '[{"type":"person","key":"plan","value":["pro","team"]},{"type":"cohort","key":"id","value":4}]',
        email: "a+b@example.com",
        distinct_id: "d 1",
        limit: "100",
      },
      { search: "ü", offset: "10", include_total: "true", limit: "5" },
      { limit: "100" },
    ]);
  });

  it("have a number alone, a UUID in lists of the running service and a number in those of the contract", async () => {
    await open([
      { status: 200, body: PERSON },
      { status: 200, body: { count: 1, next: null, previous: null, results: [{ ...PERSON, properties: null }] } },
    ]);
    expect(await fixture.api.persons.get(7, PERSON.uuid)).toEqual(PERSON);
    expect(await fixture.api.persons.list(7).all()).toEqual([{ ...PERSON, properties: null }]);
    expect(sent(fixture)[0]).toBe(`GET ${PATH}${PERSON.uuid}/`);
  });

  it("are changed with or without a person in the answer", async () => {
    await open([accepted, { status: 200, body: PERSON }]);
    const body = { properties: { plan: "pro", old: null } };
    expect(await fixture.api.persons.update(7, 12, body)).toBeUndefined();
    expect(await fixture.api.persons.update(7, 12, body)).toEqual(PERSON);
    expect(sent(fixture)[0]).toBe(`PATCH ${PATH}12/ {"properties":{"plan":"pro","old":null}}`);
  });

  it("are deleted with their events only where that is asked for: the flag counts by being there", async () => {
    await open([accepted, accepted, { status: 204 }]);
    const { persons } = fixture.api;
    await persons.delete(7, 12, { delete_events: true });
    await persons.delete(7, 12, { delete_events: false });
    await persons.delete(7, 12);
    expect(sent(fixture)).toEqual([`DELETE ${PATH}12/?delete_events=true`, `DELETE ${PATH}12/`, `DELETE ${PATH}12/`]);
  });

  it("that are gone after a lost answer were deleted by the first try", async () => {
    await open([{ reset: true }, { status: 404, body: { code: "not_found", detail: "Not found." } }]);
    expect(await rejection(fixture.api.persons.delete(7, 12))).toMatchObject({
      code: "not_found",
      requestMayHaveBeenApplied: true,
    });
    expect(fixture.server.requests).toHaveLength(2);
  });

  it("have one property set or removed: in the body, which is read, and in the query, which is documented", async () => {
    await open([accepted, accepted, { status: 200 }, done, { status: 200 }]);
    const { persons } = fixture.api;
    await persons.updateProperty(7, 12, "plan", "pro & more");
    await persons.updateProperty(7, 12, "paid", false);
    await persons.updateProperty(7, 12, "address", { city: "x" });
    expect(await persons.deleteProperty(7, 12, "plan")).toEqual({ success: true });
    expect(await persons.deleteProperty(7, 12, "plan")).toBeUndefined();
    expect(sent(fixture)).toEqual([
      `POST ${PATH}12/update_property/?key=plan&value=pro+%26+more {"key":"plan","value":"pro & more"}`,
      `POST ${PATH}12/update_property/?key=paid&value=false {"key":"paid","value":false}`,
      `POST ${PATH}12/update_property/?key=address&value=%7B%22city%22%3A%22x%22%7D {"key":"address","value":{"city":"x"}}`,
      `POST ${PATH}12/delete_property/?%24unset=plan {"$unset":"plan"}`,
      `POST ${PATH}12/delete_property/?%24unset=plan {"$unset":"plan"}`,
    ]);
  });

  it("have a long value set in the body alone, because addresses end at some length", async () => {
    await open([accepted]);
    await fixture.api.persons.updateProperty(7, 12, "text", "x".repeat(5000));
    expect(fixture.server.requests[0]?.path).toBe(`${PATH}12/update_property/`);
    expect(fixture.server.requests[0]?.body).toHaveLength(5000 + '{"key":"text","value":""}'.length);
  });

  it("are split with the id that stays, or without one", async () => {
    await open([done, { status: 200 }]);
    expect(await fixture.api.persons.split(7, 12, { main_distinct_id: "d1" })).toEqual({ success: true });
    expect(await fixture.api.persons.split(7, 12)).toBeUndefined();
    expect(sent(fixture)).toEqual([`POST ${PATH}12/split/ {"main_distinct_id":"d1"}`, `POST ${PATH}12/split/ {}`]);
  });

  it("are deleted in bulk: in the body, which is read, and in the query, which is documented", async () => {
    const summary = { persons_found: 1, persons_deleted: 0, persons_queued_for_deletion: 1 };
    await open([accepted, { status: 202, body: summary }, { status: 200 }]);
    const { persons } = fixture.api;
    expect(await persons.bulkDelete(7, { distinct_ids: ["d1", "d2"], delete_events: true })).toBeUndefined();
    expect(await persons.bulkDelete(7, { ids: ["u1"], delete_events: false })).toEqual({
      ...summary,
      deletion_errors: [],
    });
    const many = Array.from({ length: 1000 }, (_none, index) => `d${index}`);
    expect(await persons.bulkDelete(7, { distinct_ids: many })).toBeUndefined();
    expect(sent(fixture).slice(0, 2)).toEqual([
      `POST ${PATH}bulk_delete/?distinct_ids=%5B%22d1%22%2C%22d2%22%5D&delete_events=true {"distinct_ids":["d1","d2"],"delete_events":true}`,
      `POST ${PATH}bulk_delete/?ids=%5B%22u1%22%5D {"ids":["u1"]}`,
    ]);
    expect(fixture.server.requests[2]?.path).toBe(`${PATH}bulk_delete/`);
    expect(JSON.parse(fixture.server.requests[2]?.body ?? "")).toEqual({ distinct_ids: many });
  });

  it.each<[object, string]>([
    [{ person_uuid: 5 }, "deletion_errors[0].person_uuid"],
    [{ step: "events" }, "deletion_errors[0].person_uuid"],
    [{ person_uuid: "u1", step: 5 }, "deletion_errors[0].step"],
  ])("are not taken for deleted if the service reports %j", async (error, path) => {
    await open([{ status: 202, body: { deletion_errors: [error] } }]);
    const { issues } = await rejection(fixture.api.persons.bulkDelete(7, { ids: ["u1"] }));
    expect(issues).toEqual([{ path, expected: expect.stringMatching(/^expected string/u) as unknown }]);
  });

  it("have no property whose value is an object", async () => {
    await open([{ status: 200, body: [{ name: { a: 1 }, count: 1 }] }]);
    const { issues } = await rejection(fixture.api.persons.values(7, { key: "plan" }).all());
    expect(issues).toEqual([{ path: "[0].name", expected: "expected a text, a number or a yes or no" }]);
  });

  it("are not deleted in bulk a second time after a lost answer", async () => {
    await open([{ reset: true }]);
    expect(await rejection(fixture.api.persons.bulkDelete(7, { ids: ["u1"] }))).toMatchObject({
      requestMayHaveBeenApplied: true,
    });
    expect(fixture.server.requests).toHaveLength(1);
  });

  it("have a log each and together", async () => {
    await open(() => ({ status: 200, body: activityPage }));
    expect(await fixture.api.persons.activity(7, 12).all()).toEqual([ACTIVITY]);
    expect(await fixture.api.persons.allActivity(7).all()).toEqual([ACTIVITY]);
    expect(sent(fixture)).toEqual([`GET ${PATH}12/activity/?limit=100`, `GET ${PATH}activity/?limit=100`]);
  });

  it("have values of a property, cohorts and a timeline, from plain arrays and envelopes", async () => {
    const cohort = { id: 3, name: "Payers", count: null };
    await open([
      { status: 200, body: [{ name: "pro", count: 3 }, { name: true }] },
      { status: 200, body: { results: [{ name: 565, count: 1 }], refreshing: false } },
      { status: 200, body: { results: [{ id: 3, name: "Payers" }] } },
      { status: 200, body: timeline },
    ]);
    const { persons } = fixture.api;
    expect(await persons.values(7, { key: "plan", value: "p" }).all()).toEqual([
      { name: "pro", count: 3 },
      { name: "true" },
    ]);
    expect(await persons.values(7, { key: "n" }).all()).toEqual([{ name: "565", count: 1 }]);
    expect(await persons.cohorts(7, { person_id: 12 }).all()).toEqual([cohort]);
    expect(await persons.propertiesTimeline(7, 12, { events: [{ id: "a" }], date_from: "-7d" })).toEqual(timeline);
    expect(sent(fixture)).toEqual([
      `GET ${PATH}values/?key=plan&value=p`,
      `GET ${PATH}values/?key=n`,
      `GET ${PATH}cohorts/?person_id=12`,
      `GET ${PATH}12/properties_timeline/?events=%5B%7B%22id%22%3A%22a%22%7D%5D&date_from=-7d`,
    ]);
  });

  it("name the path of an unusable value", async () => {
    await open([{ status: 200, body: { results: [PERSON_ROW, { ...PERSON_ROW, distinct_ids: [5] }], next: null } }]);
    expect(await rejection(fixture.api.persons.list(7).all())).toMatchObject({
      issues: [{ path: "results[1].distinct_ids[0]", expected: "expected string, received number" }],
    });
  });
});

describe("people behind insights", () => {
  it("are asked for with lists and objects as JSON text", async () => {
    await open(() => ({ status: 200 }));
    const { persons } = fixture.api;
    await persons.lifecycle(7, { target_date: "-1d", lifecycle_type: "new", filter_test_accounts: true }).all();
    await persons.retention(7, { period: "Week", target_entity: { id: "a", type: "events" } }, { pageSize: 3 }).all();
    await persons.stickiness(7, { entity_id: 4, entity_type: "actions", stickiness_days: 2 }).all();
    await persons.path(7, { include_event_types: ["$pageview"], drop: undefined } as object).all();
    expect(sent(fixture)).toEqual([
      `GET ${PATH}lifecycle/?target_date=-1d&lifecycle_type=new&filter_test_accounts=true&limit=100`,
      `GET ${PATH}retention/?period=Week&target_entity=%7B%22id%22%3A%22a%22%2C%22type%22%3A%22events%22%7D&limit=3`,
      `GET ${PATH}stickiness/?entity_id=4&entity_type=actions&stickiness_days=2&limit=100`,
      `GET ${PATH}path/?include_event_types=%5B%22%24pageview%22%5D&limit=100`,
    ]);
  });
});
