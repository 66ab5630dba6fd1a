import { afterEach, describe, expect, test } from "@jest/globals";
import { type Analytics, openAnalytics } from "./analytics.ts";

type Entry = { activity: string; item_id: string; detail: { name: string | null }; user: { email: string } };

let fixture: Analytics;
afterEach(() => fixture.close());

/** Persons a and b. Person a was changed `changes` times, then b once. */
async function openWithActivity(dialect: "documented" | "2025-08", changes = 1): Promise<void> {
  fixture = await openAnalytics({ dialect });
  await fixture.capture([
    { event: "seen", distinct_id: "a" },
    { event: "seen", distinct_id: "b" },
  ]);
  for (let change = 0; change < changes; change += 1) await rename("a");
  await rename("b");
}

const get = (path: string, options = {}) => fixture.call("GET", fixture.under(path), undefined, options);

/** The person's number and UUID. */
async function idsOf(distinctId: string): Promise<{ number: number; uuid: string }> {
  const persons = fixture.sandbox.control.call("GET", "persons") as {
    id: string;
    number: number;
    distinct_ids: string[];
  }[];
  const person = persons.find((each) => each.distinct_ids.includes(distinctId));
  return { number: person?.number ?? 0, uuid: person?.id ?? "" };
}

async function rename(distinctId: string): Promise<void> {
  const { number } = await idsOf(distinctId);
  const answer = await fixture.call("PATCH", fixture.under(`persons/${number}/`), { properties: { name: distinctId } });
  expect([200, 202]).toContain(answer.status);
}

describe.each(["documented", "2025-08"] as const)("recorded: activity of persons, dialect %s", (dialect) => {
  test("of all persons comes newest first, of one person only its own", async () => {
    await openWithActivity(dialect);
    const [a, b] = [await idsOf("a"), await idsOf("b")];
    const all = (await get("persons/activity/")).json;
    expect(all.results.map((entry: Entry) => entry.item_id)).toEqual([String(b.number), String(a.number)]);
    expect(all).toMatchObject({ next: null, previous: null, total_count: 2 });
    for (const written of [a.number, a.uuid]) {
      const own = (await get(`persons/${written}/activity/`)).json;
      expect(own.results).toHaveLength(1);
      expect(own.results[0]).toMatchObject({ activity: "updated", scope: "Person", item_id: String(a.number) });
      expect(own.results[0].user.email).toBe("founder@acme.example");
    }
  });

  test("has pages of ten; the links repeat the host and lead to every entry", async () => {
    await openWithActivity(dialect, 11);
    let next: string | null = `${fixture.sandbox.host}${fixture.under("persons/activity/")}`;
    const lengths: number[] = [];
    let last: { previous?: string | null } = {};
    while (next !== null) {
      expect(next.startsWith(fixture.sandbox.host)).toBe(true);
      const page = (await fixture.call("GET", next.slice(fixture.sandbox.host.length))).json;
      lengths.push(page.results.length);
      next = page.next as string | null;
      last = page;
    }
    expect(lengths).toEqual([10, 2]);
    expect(last.previous).toContain("page=1");
  });

  test("outlives the person in the list of all, but can't be read for a deleted person", async () => {
    await openWithActivity(dialect);
    const { number, uuid } = await idsOf("a");
    await fixture.call("DELETE", fixture.under(`persons/${number}/`));
    for (const written of [number, uuid]) expect((await get(`persons/${written}/activity/`)).status).toBe(404);
    const all = (await get("persons/activity/")).json;
    expect(all.total_count).toBe(3);
    expect(all.results[0]).toMatchObject({ activity: "deleted", detail: { name: uuid } });
  });

  test.each([
    ["limit=x", 400],
    ["limit=0", 400],
    ["limit=-1", 400],
    ["page=x", 400],
    ["page=0", 400],
    ["page=99", 404],
  ])("refuses ?%s", async (query, documented) => {
    await openWithActivity(dialect);
    const answer = await get(`persons/activity/?${query}`);
    expect(answer.status).toBe(dialect === "2025-08" ? 500 : documented);
  });

  test("an empty log has one page", async () => {
    fixture = await openAnalytics({ dialect });
    const expected = { results: [], next: null, previous: null, total_count: 0 };
    expect((await get("persons/activity/?page=1")).json).toEqual(expected);
  });

  test("needs activity_log:read, and shows nothing of another project", async () => {
    await openWithActivity(dialect);
    const key = (scopes: string[]): string =>
      fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes }).apiKey;
    const refused = await get("persons/activity/", { key: key(["person:write"]) });
    expect([refused.status, refused.json.detail]).toEqual([403, "API key missing required scope 'activity_log:read'"]);
    expect((await get("persons/activity/", { key: key(["activity_log:read"]) })).status).toBe(200);
    const { number } = await idsOf("a");
    const first = Number(fixture.sandbox.control.snapshot().tables["projects"]?.[0]?.id);
    expect(first).not.toBe(fixture.project);
    expect((await fixture.call("GET", `/api/projects/${first}/persons/activity/`)).json.total_count).toBe(0);
    expect((await fixture.call("GET", `/api/projects/${first}/persons/${number}/activity/`)).status).toBe(404);
  });

  test("is the same below environments, and allows no other method", async () => {
    await openWithActivity(dialect);
    const [one, other] = [
      await get("persons/activity/"),
      await fixture.call("GET", `/api/environments/${fixture.project}/persons/activity/`),
    ];
    expect(other.json).toEqual(one.json);
    const answer = await fixture.call("DELETE", fixture.under("persons/activity/"), undefined, {
      key: fixture.legacyKey,
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});
