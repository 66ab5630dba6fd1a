import { describe, expect, test } from "@jest/globals";
import { ACTIVITY_LOG } from "../../../packages/sandbox/src/activity-log.ts";
import { createPerson } from "../../../packages/sandbox/src/analytics/persons.ts";
import { DELETIONS_TABLE, PERSONS_TABLE } from "../../../packages/sandbox/src/analytics/rows.ts";
import { DIALECTS, type Dialect } from "../../../packages/sandbox/src/dialects.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { FAMILIES } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";

const NOW = "2030-01-31T12:00:00.000Z";
const SHOWN_NOW = "2030-01-31T12:00:00Z";
const FOUNDER = "founder@acme.example";

/** A project without a server, with two persons: `a`, who is also `b|é`, and `c`. */
function opened(dialect: Dialect) {
  const { world, control } = openWorld({ dialect, now: NOW });
  world.clock.set(Date.parse(NOW), true);
  const [row] = world.store.tables.projects.all();
  if (row === undefined) throw new Error("no project");
  const project = row.number;
  const persons = world.store.table(PERSONS_TABLE);
  for (const { id } of persons.all()) world.store.transaction(() => persons.delete(id));
  const person = (...distinctIds: readonly string[]) =>
    world.store.transaction(() =>
      createPerson(world, { project, properties: { old: 1 }, created_ms: 0, is_identified: true, distinctIds }),
    );
  const [a, c] = [person("a", "b|é"), person("c")];
  const key = control.createKey({ email: FOUNDER, scopes: null }).apiKey;
  const ask = (method: string, path: string, body: unknown = {}, headers: object = {}) => {
    const url = `/api/projects/${project}/persons/${path}`;
    const sent = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
    const answer = answerRequest(
      exchangeOf(world, { method, url, headers: sent, bodyBytes: Buffer.from(JSON.stringify(body)) }),
    );
    // oxlint-disable-next-line typescript/no-explicit-any -- bodies are only compared with what a test expects
    return { status: answer.status, body: answer.body as any };
  };
  /** What the log has of these requests, without the IDs of its entries. */
  const logged = (): unknown[] =>
    world.store
      .table(ACTIVITY_LOG)
      .all()
      .map(({ id: _id, ...entry }) => entry);
  const entry = (activity: string, item: string, name: string | null, changes: unknown) => ({
    organization: row.organization,
    project,
    scope: "Person",
    item,
    user: { first_name: "Founder", email: FOUNDER },
    activity,
    detail: { changes, trigger: null, name, short_id: null, type: null },
    created_at: SHOWN_NOW,
  });
  return { world, control, project, persons, a, c, ask, logged, entry };
}

const change = (action: string, field: string | null, after: unknown = null): unknown[] => [
  { type: "Person", action, field, before: null, after },
];

/** Each write of a person, and what the log says of it: activity, name, and changes. */
const WRITES: Readonly<
  Record<
    string,
    {
      readonly body?: object;
      readonly says?: (id: string) => readonly [activity: string, name: string | null, changes: unknown];
      /** What the person `a` has afterwards; nothing if there is no such person. */
      readonly left?: object;
    }
  >
> = {
  "PUT persons/:id/": {
    body: { properties: { new: "é|" } },
    says: () => ["updated", null, change("changed", "properties")],
    left: { old: 1, new: "é|" },
  },
  "PATCH persons/:id/": {
    body: { properties: { old: 2 } },
    says: () => ["updated", null, change("changed", "properties")],
    left: { old: 2 },
  },
  "DELETE persons/:id/": { says: (id) => ["deleted", id, null] },
  "POST persons/:id/update_property/": {
    body: { key: "new", value: [1] },
    says: () => ["updated", null, change("changed", "properties")],
    left: { old: 1, new: [1] },
  },
  "POST persons/:id/delete_property/": {
    body: { $unset: "old" },
    says: (id) => ["delete_property", id, change("changed", null)],
    left: {},
  },
  "POST persons/:id/split/": {
    says: (id) => ["split_person", id, change("split", null, { distinct_ids: ["a", "b|é"] })],
    left: {},
  },
  "POST persons/:id/delete_events/": { left: { old: 1 } },
};

describe.each(DIALECTS)("a write of a person, in %s", (dialect) => {
  test("is one of these", () => {
    const routes = FAMILIES.find(({ name }) => name === "persons")?.routes ?? [];
    const written = routes.flatMap(({ template, operations }) =>
      template.startsWith("/api/projects/:project_id/persons/:id/")
        ? Object.keys(operations).flatMap((verb) =>
            verb === "GET" ? [] : [`${verb} ${template.replace("/api/projects/:project_id/", "")}`],
          )
        : [],
    );
    expect(written.toSorted()).toEqual(Object.keys(WRITES).toSorted());
  });

  test.each(Object.entries(WRITES))("%s is logged in full, and changes that person alone", (name, write) => {
    const { persons, a, c, ask, logged, entry } = opened(dialect);
    const [method = "", path = ""] = name.split(" ");
    const below = path.replace("persons/", "");
    const answer = ask(method, below.replace(":id", a.id), write.body);
    expect(answer.status).toBeLessThan(300);
    const [activity = "", who = null, changes] = write.says?.(a.id) ?? [];
    expect(logged()).toEqual(write.says === undefined ? [] : [entry(activity, String(a.number), who, changes)]);
    expect(persons.get(a.id)?.properties).toEqual(write.left);
    expect(persons.get(c.id)).toEqual(c);
    // The program's own name is in the log, if it has one.
    ask(method, below.replace(":id", String(c.number)), write.body, { "x-posthog-client": "é|" });
    const [, ...more] = logged();
    const named = { item: String(c.number), activity, client: "é|" };
    expect(more).toMatchObject(write.says === undefined ? [] : [named]);
  });

  test("in bulk is logged for each person, and asks for events only on request", () => {
    for (const withEvents of [true, false]) {
      const { world, persons, a, c, ask, logged, entry } = opened(dialect);
      const body = { distinct_ids: ["a", "c", "none"], delete_events: withEvents };
      expect(ask("POST", "bulk_delete/", body).status).toBe(dialect === "documented" ? 200 : 202);
      const item = ({ number }: { number: number }): string => (dialect === "documented" ? String(number) : "None");
      expect(logged()).toEqual([a, c].map((each) => entry("deleted", item(each), each.id, null)));
      expect(persons.all().map(({ id }) => id)).toEqual(dialect === "2026-09" ? [a.id, c.id] : []);
      const deletions = world.store
        .table(DELETIONS_TABLE)
        .all()
        .map(({ id }) => id);
      expect(deletions).toEqual(withEvents ? [a.id, c.id] : []);
    }
  });

  test("that is refused isn't logged", () => {
    const { ask, logged, a } = opened(dialect);
    ask("PATCH", `${a.id}/`, {});
    ask("POST", `${a.id}/update_property/`, { key: "k" });
    ask("POST", `${a.id}/delete_property/`, {});
    ask("DELETE", "00000000-0000-4000-8000-000000000000/");
    ask("POST", "bulk_delete/", {});
    expect(logged()).toEqual([]);
  });
});
