import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { type Analytics, openAnalytics } from "./analytics.ts";

let fixture: Analytics;
beforeEach(async () => {
  fixture = await openAnalytics();
});
afterEach(() => fixture.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fixture.call("POST", path, body, { key: null, headers });
const find = async (distinctId: string) =>
  (await fixture.call("GET", fixture.under(`persons/?distinct_id=${distinctId}`))).json.results;

describe("documented: capture, live notes on persons and events 7", () => {
  test.each(["/i/v0/e/", "/e", "/capture/", "/track/", "/engage/"])(
    "%s accepts one event without a key",
    async (path) => {
      const answer = await post(path, {
        api_key: fixture.token,
        event: "seen",
        distinct_id: "a",
        properties: { $set: { x: 1 } },
      });
      expect([answer.status, answer.json]).toEqual([200, { status: "Ok" }]);
      expect((await find("a")).map((person: { properties: unknown }) => person.properties)).toEqual([{ x: 1 }]);
    },
  );

  test("$set overwrites, $set_once only adds, $unset removes, and nothing else changes a person", async () => {
    await fixture.capture([
      { event: "$set", distinct_id: "a", properties: { $set: { plan: "free", n: 1 }, $set_once: { first: "x" } } },
      { event: "$set", distinct_id: "a", $set: { plan: "pro" }, $set_once: { first: "y" } },
      { event: "$set", distinct_id: "a", properties: { $unset: ["n"], other: 5 } },
    ]);
    expect((await find("a"))[0].properties).toEqual({ first: "x", plan: "pro" });
  });

  test("an alias and an anonymous ID become IDs of one person, together with their events", async () => {
    await fixture.capture([
      { event: "seen", distinct_id: "anonymous", properties: { $set: { from: "old", both: "old" } } },
      { event: "$set", distinct_id: "known", properties: { $set: { both: "new" } } },
      { event: "$identify", distinct_id: "known", properties: { $anon_distinct_id: "anonymous" } },
      { event: "$create_alias", distinct_id: "known", properties: { alias: "nickname" } },
    ]);
    const [person] = await find("nickname");
    expect(person.distinct_ids.toSorted()).toEqual(["anonymous", "known", "nickname"]);
    expect(person.properties).toEqual({ from: "old", both: "new" });
    const persons = await fixture.call("GET", fixture.under("persons/"));
    expect(persons.json.count).toBe(1);
  });

  test("an event can avoid creating a person", async () => {
    await fixture.capture([{ event: "seen", distinct_id: "ghost", properties: { $process_person_profile: false } }]);
    expect(await find("ghost")).toEqual([]);
  });

  test("a person's UUID follows from project and distinct id", async () => {
    await fixture.capture([{ event: "seen", distinct_id: "a" }]);
    expect((await find("a"))[0].uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test("a batch, a list, gzip and a form are read", async () => {
    const event = (distinct_id: string) => ({ token: fixture.token, event: "seen", distinct_id });
    const gzip = gzipSync(JSON.stringify([event("b"), event("c")]));
    const packed = { key: null, raw: gzip, headers: { "content-type": "text/plain" } };
    expect((await fixture.call("POST", "/e/", undefined, packed)).status).toBe(200);
    const data = Buffer.from(JSON.stringify(event("d"))).toString("base64");
    const form = { key: null, raw: new URLSearchParams({ data }).toString(), headers: FORM };
    expect((await fixture.call("POST", "/e/", undefined, form)).status).toBe(200);
    expect((await fixture.call("GET", `/e/?data=${encodeURIComponent(data)}`, undefined, { key: null })).status).toBe(
      200,
    );
    const found = await Promise.all(["b", "c", "d"].map(find));
    expect(found.map((persons) => persons.length)).toEqual([1, 1, 1]);
  });

  test.each([
    [{ distinct_id: "a" }, 400, "event submitted with an empty event name"],
    [{ event: "seen" }, 400, "event submitted without a distinct_id"],
    [{ event: "seen", distinct_id: "" }, 400, "event submitted with an empty distinct_id"],
    [{ event: "seen", distinct_id: "a", api_key: "phx_mine" }, 401, "API key is not valid: personal_api_key"],
  ])("%j is refused in plain text", async (event, status, text) => {
    const answer = await post("/i/v0/e/", { api_key: fixture.token, ...event });
    expect([answer.status, answer.text, answer.headers.get("content-type")]).toEqual([
      status,
      text,
      "text/plain; charset=utf-8",
    ]);
  });

  test("one bad event refuses the whole batch", async () => {
    const answer = await post("/batch/", {
      api_key: fixture.token,
      batch: [{ event: "seen", distinct_id: "a" }, { event: "seen" }],
    });
    expect([answer.status, await find("a")]).toEqual([400, []]);
  });

  test("an unknown well-formed token is accepted, and the data is lost", async () => {
    const answer = await post("/i/v0/e/", { api_key: "phc_nobody", event: "seen", distinct_id: "a" });
    expect([answer.status, await find("a")]).toEqual([200, []]);
  });
});

describe("sandboxOnly: ingestion", () => {
  test("with a delay, accepted data shows after the clock has advanced", async () => {
    fixture.sandbox.control.call("PUT", "ingestion", { delaySeconds: 60 });
    await fixture.capture([{ event: "seen", distinct_id: "late" }]);
    fixture.sandbox.control.advanceClock(59);
    expect(await find("late")).toEqual([]);
    fixture.sandbox.control.advanceClock(1);
    expect(await find("late")).toHaveLength(1);
  });

  test("a change of a property can be lost although it was accepted", async () => {
    await fixture.capture([{ event: "$set", distinct_id: "a", $set: { plan: "free" } }]);
    fixture.sandbox.control.call("PUT", "ingestion", { losesPropertyChanges: true });
    const [person] = await find("a");
    const answer = await fixture.call("PATCH", fixture.under(`persons/${person.uuid}/`), {
      properties: { plan: "pro" },
    });
    expect([answer.status, (await find("a"))[0].properties]).toEqual([200, { plan: "free" }]);
  });
});

const FORM = { "content-type": "application/x-www-form-urlencoded" };
