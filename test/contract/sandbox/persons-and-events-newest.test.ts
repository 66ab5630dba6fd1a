import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Insights, openInsights, queryOf } from "./insights.ts";

let fixture: Insights;
beforeEach(async () => {
  fixture = await openInsights("2026-09");
  fixture.sandbox.control.setClock("2030-01-09T12:00:00Z", true);
  await fixture.did(
    ["a look 08T10:00:00", { plan: "pro", $set: { email: "ann@example.com", plan: "pro" } }],
    ["b look 08T10:01:00", { plan: "free", $set: { plan: "free" } }],
    ["b pay 08T10:02:00", { plan: "free" }],
  );
});
afterEach(() => fixture.close());

const get = (path: string, key = fixture.sandbox.apiKey) =>
  fixture.call("GET", fixture.under(path), undefined, { key });
const post = (path: string, body: unknown) => fixture.call("POST", fixture.under(path), body);
const persons = async (): Promise<string[]> =>
  (await get("persons/")).json.results.map((row: { distinct_ids: string[] }) => row.distinct_ids[0]);
const idOf = async (distinctId: string): Promise<string> =>
  (await get(`persons/?distinct_id=${distinctId}`)).json.results[0].uuid as string;

describe("persons of 2026-09, service 2026-09, persons-and-events.md", () => {
  test("show when they were seen, singly and in lists", async () => {
    const [row] = (await get("persons/")).json.results;
    expect(row).toHaveProperty("last_seen_at");
    expect((await get(`persons/${row.uuid}/`)).json).toHaveProperty("last_seen_at");
  });

  test("lose one property or those in a list, but nothing with an empty body", async () => {
    const id = await idOf("a");
    const properties = async (): Promise<string[]> => Object.keys((await get(`persons/${id}/`)).json.properties);
    const path = `persons/${id}/delete_property/`;
    for (const [body, code] of [
      [{}, "required"],
      [{ $unset: "" }, "blank"],
      [{ $unset: [] }, "empty"],
      [{ $unset: ["plan", ""] }, "blank"],
      [{ $unset: Array.from({ length: 1001 }, String) }, "max_length"],
    ] as const) {
      const { status, json } = await post(path, body);
      expect([status, json.code, json.attr]).toEqual([400, code, "$unset"]);
    }
    expect(await properties()).toEqual(expect.arrayContaining(["email", "plan"]));
    const answer = await post(path, { $unset: ["email", "plan"] });
    expect([answer.status, answer.json]).toEqual([201, { success: true }]);
    expect(await properties()).not.toEqual(expect.arrayContaining(["email"]));
    expect(await properties()).not.toEqual(expect.arrayContaining(["plan"]));
  });

  test("are deleted during a bulk deletion if the service doesn't queue them", async () => {
    fixture.sandbox.control.changeSettings({ personDeletionIsQueued: false });
    const { status, json } = await post("persons/bulk_delete/", { distinct_ids: ["a", "nobody"], delete_events: true });
    expect([status, json]).toEqual([
      202,
      {
        persons_found: 1,
        persons_queued_for_deletion: 0,
        persons_deleted: 1,
        events_queued_for_deletion: true,
        recordings_queued_for_deletion: false,
        deletion_errors: [],
      },
    ]);
    expect(await persons()).toEqual(["b"]);
  });

  test("count once if a bulk deletion names them twice, by two of their IDs", async () => {
    await fixture.did(["a $create_alias 08T11:00:00", { alias: "nickname" }]);
    const { json } = await post("persons/bulk_delete/", { distinct_ids: ["a", "nickname"] });
    expect([json.persons_found, json.persons_queued_for_deletion]).toEqual([1, 1]);
  });

  test("stay if a deletion fails, which a fault causes", async () => {
    const body = JSON.stringify({
      type: "server_error",
      code: "person_deletion_failed",
      detail: "The person could not be deleted.",
      attr: null,
    });
    fixture.sandbox.control.addFault({
      kind: "status",
      status: 503,
      contentType: "application/json",
      body,
      method: "DELETE",
    });
    const path = fixture.under(`persons/${await idOf("a")}/`);
    const failed = await fixture.call("DELETE", path);
    expect([failed.status, failed.json.code]).toEqual([503, "person_deletion_failed"]);
    expect((await fixture.call("DELETE", path)).status).toBe(202);
  });

  test("stay if a bulk deletion reports at which step it failed, which a fault causes", async () => {
    const id = await idOf("a");
    const deletion_errors = [{ person_uuid: id, step: "events" }];
    const body = {
      persons_found: 1,
      persons_queued_for_deletion: 0,
      persons_deleted: 0,
      events_queued_for_deletion: false,
      recordings_queued_for_deletion: false,
      deletion_errors,
    };
    const fault = { kind: "status", status: 202, contentType: "application/json", body: JSON.stringify(body) } as const;
    fixture.sandbox.control.addFault({ ...fault, method: "POST" });
    const { status, json } = await post("persons/bulk_delete/", { ids: [id] });
    expect([status, json]).toEqual([202, body]);
    fixture.sandbox.control.advanceClock(180);
    expect(await persons()).toEqual(["b", "a"]);
  });

  test("return their values in an object", async () => {
    const values = (await get("persons/values/?key=plan")).json;
    expect(values.refreshing).toBe(false);
    expect(values.results.toSorted((one: { name: string }) => (one.name === "free" ? -1 : 1))).toEqual([
      { name: "free", count: 1 },
      { name: "pro", count: 1 },
    ]);
    expect((await get("persons/values/")).json).toEqual({ results: [], refreshing: false });
  });

  test("are queued for deletion, and deleted a while later", async () => {
    const both = await post("persons/bulk_delete/", { ids: [await idOf("a")], distinct_ids: ["b"] });
    expect([both.status, both.json.detail]).toEqual([400, "You must provide either distinct_ids or ids, not both"]);
    const answer = await post("persons/bulk_delete/", { distinct_ids: ["a", "nobody"], delete_events: true });
    expect([answer.status, answer.json]).toEqual([
      202,
      {
        persons_found: 1,
        persons_queued_for_deletion: 1,
        persons_deleted: 0,
        events_queued_for_deletion: true,
        recordings_queued_for_deletion: false,
        deletion_errors: [],
      },
    ]);
    expect(await persons()).toEqual(["b", "a"]);
    // The log has the ID where a name is expected, and no number.
    const deleted = fixture.sandbox.control.snapshot().tables["activity_log"];
    expect(deleted).toMatchObject([{ scope: "Person", activity: "deleted", item: "None", detail: { changes: null } }]);
    fixture.sandbox.control.advanceClock(180);
    expect(await persons()).toEqual(["b"]);
    const kept = await post("persons/bulk_delete/", { ids: [await idOf("b")], keep_person: true });
    expect(kept.json).toMatchObject({ persons_found: 1, persons_queued_for_deletion: 0 });
    fixture.sandbox.control.advanceClock(180);
    expect(await persons()).toEqual(["b"]);
  });

  test("have cohorts again", async () => {
    expect((await get(`persons/cohorts/?person_id=${await idOf("a")}`, fixture.legacyKey)).json).toEqual({
      results: [],
    });
  });

  test("have no insights: their names are read as IDs", async () => {
    for (const noun of ["funnel", "trends", "lifecycle", "stickiness", "path", "retention"]) {
      const asked = await fixture.ask(noun);
      expect([noun, asked.status, asked.json.detail]).toEqual([
        noun,
        400,
        expect.stringContaining("does not look like a personID"),
      ]);
      expect((await fixture.post(noun, {})).status).toBe(405);
    }
    const { status, json } = await fixture.ask("funnel/correlation");
    expect([status, json.detail]).toEqual([404, "Endpoint not found."]);
  });

  test("refuse a key with a message in lower case", async () => {
    const { json } = await get(`persons/${await idOf("a")}/properties_timeline/`);
    expect(json.detail).toBe("This action does not support personal API key access");
  });
});

describe("events of 2026-09, service 2026-09, persons-and-events.md", () => {
  test("show the person when it is asked for", async () => {
    const [plain] = (await get("events/?distinct_id=a")).json.results;
    const [full] = (await get("events/?distinct_id=a&include_person=true")).json.results;
    expect([plain.person, full.person]).toEqual([null, expect.objectContaining({ distinct_ids: ["a"] })]);
  });

  test("return values only for named events, in an object", async () => {
    const refused = await get("events/values/?key=plan");
    expect([refused.status, refused.json.detail]).toEqual([
      400,
      "The event_name parameter is required when using a personal API key.",
    ]);
    expect((await get("events/values/?event_name=pay")).json.detail).toBe("You must provide a key");
    const values = await get(`events/values/?${queryOf({ key: "plan", event_name: "pay" })}`);
    expect(values.json).toEqual({ results: [{ name: "free" }], refreshing: false });
  });
});

test("a list of events has at most a thousand, whatever the requested limit, service 2026-09, persons-and-events.md, events", async () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `step ${index}`);
  await fixture.capture(names.map((event) => ({ event, distinct_id: "a", timestamp: "2030-01-08T11:00:00Z" })));
  const { status, json } = await get("events/?limit=5000");
  expect([status, json.results.length]).toEqual([200, 1_000]);
});

test("a project that has received an event shows that, and is kept for a while when it's deleted, service 2026-09, projects.md", async () => {
  expect((await get("")).json.ingested_event).toBe(true);
  expect((await fixture.call("DELETE", fixture.under(""))).status).toBe(204);
  expect((await get("")).json).toMatchObject({ is_pending_deletion: true });
});
