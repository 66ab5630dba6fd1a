import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { accept } from "../../../packages/sandbox/src/analytics/ingestion.ts";
import { DISTINCT_IDS_TABLE, EVENTS_TABLE, PERSONS_TABLE } from "../../../packages/sandbox/src/analytics/rows.ts";
import { eachEvent } from "../../../packages/sandbox/src/analytics/event-query.ts";
import { DIALECTS } from "../../../packages/sandbox/src/dialects.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { roleMembershipsOf, rolesOf } from "../../../packages/sandbox/src/routes/roles/rows.ts";
import { openWorld, type SandboxOptions } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";

const NOW = "2030-01-31T12:00:00.000Z";
const DAY_MS = 86_400_000;
const FOUNDER = "founder@acme.example";

/** A sandbox without a server. */
function opened(options: SandboxOptions = {}) {
  const { world, control, seeded } = openWorld({ now: NOW, ...options });
  world.clock.set(Date.parse(NOW), true);
  const project = world.store.tables.projects.all()[0]?.number ?? 0;
  const keyOf = (email: string): string => control.createKey({ email, scopes: null }).apiKey;
  const founder = keyOf(FOUNDER);
  const get = (path: string, key = founder, of = project) => {
    const headers = { authorization: `Bearer ${key}` };
    const url = `/api/projects/${of}/${path}`;
    const { status, body } = answerRequest(
      exchangeOf(world, { method: "GET", url, headers, bodyBytes: Buffer.alloc(0) }),
    );
    // oxlint-disable-next-line typescript/no-explicit-any -- bodies are only compared with what a test expects
    return { status, body: body as any };
  };
  return { world, control, project, get, keyOf, organizationId: seeded.organizationId };
}

describe("sandboxOnly: the example", () => {
  test.each(DIALECTS)("has three persons with events over three days, in %s", (dialect) => {
    const { world } = openWorld({ now: NOW, dialect });
    const persons = world.store.table(PERSONS_TABLE).all();
    expect(persons.map(({ properties }) => properties)).toEqual([
      { email: "ada@example.com", name: "Ada", plan: "pro" },
      { email: "ben@example.com", name: "Ben", plan: "free" },
      { email: "cam@example.com", name: "Cam", plan: "free" },
    ]);
    const rows = world.store.table(EVENTS_TABLE).all();
    const startMs = rows[0]?.timestamp_ms ?? 0;
    expect(Math.abs(startMs - (Date.parse(NOW) - 3 * DAY_MS))).toBeLessThan(60_000);
    const hours = (timeMs: number): number => Math.round((timeMs - startMs) / 3_600_000);
    expect(rows.map(({ event, distinct_id, timestamp_ms }) => [distinct_id, event, hours(timestamp_ms)])).toEqual([
      ["ada", "$pageview", 0],
      ["ada", "signed_up", 24],
      ["ada", "purchased", 48],
      ["ben", "$pageview", 1],
      ["ben", "signed_up", 25],
      ["cam", "$pageview", 2],
    ]);
  });

  test("can be large: persons over a year, ten events each over a month, members with admins, and roles", () => {
    const { world, control, organizationId } = opened({ scale: 1_010 });
    const persons = world.store.table(PERSONS_TABLE).all().slice(3);
    expect(persons).toHaveLength(1_010);
    const plans = ["free", "free", "free", "pro", "max"];
    for (const [index, { properties, number, email, is_identified: isIdentified }] of persons.entries()) {
      const address = `user-${index}@example.com`;
      expect({ properties, number, email, isIdentified }).toEqual({
        properties: { email: address, plan: plans[index % 5], n: index },
        number: (persons[0]?.number ?? 0) + index,
        email: address,
        isIdentified: true,
      });
    }
    const ids = world.store.table(DISTINCT_IDS_TABLE).all().slice(3);
    expect(ids.map(({ distinct_id, person }) => [distinct_id, person])).toEqual(
      persons.map(({ id }, index) => [`user-${index}`, id]),
    );
    const created = persons.map(({ created_ms }) => created_ms);
    expect(created).toEqual(created.toSorted((one, other) => one - other));
    expect(Math.round(((created[1_009] ?? 0) - (created[0] ?? 0)) / DAY_MS)).toBe(365);
    const events = world.store.table(EVENTS_TABLE).all().slice(6);
    const counts = new Map<string, number>();
    for (const { distinct_id: who } of events) counts.set(who, (counts.get(who) ?? 0) + 1);
    expect([events.length, counts.size, new Set(counts.values())]).toEqual([10_100, 1_010, new Set([10])]);
    expect([...new Set(events.map(({ event }) => event))]).toEqual(["$pageview", "signed_up", "purchased"]);
    const members = control.memberships().filter((one) => one.organization === organizationId);
    expect(members.map(({ level }) => level).toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 98 }, () => 1),
      8,
      8,
      15,
    ]);
    expect(control.users()[49]).toMatchObject({
      email: "member50@acme.example",
      first_name: "Member 50",
      is_active: true,
      current_organization: organizationId,
    });
    const inRole = (role: string): number => roleMembershipsOf(world).count({ role });
    expect(
      rolesOf(world)
        .all()
        .map(({ id, name, organization }) => [name, organization, inRole(id)]),
    ).toEqual([
      ["Team 1", organizationId, 20],
      ["Team 2", organizationId, 1],
    ]);
  });
});

test.each([true, false])(
  "sandboxOnly: every event is read once, though many have the same time; newest first: %s",
  (isNewestFirst) => {
    const { world, project } = opened({ seed: "example" });
    const table = world.store.table(EVENTS_TABLE);
    const startMs = Date.parse(NOW) + DAY_MS;
    // The first batch ends within equal times.
    const times = [
      ...Array.from({ length: 1_500 }, (_, index) => index),
      ...Array.from({ length: 3_000 }, () => 1_500),
      1_501,
    ];
    const rows = times.map((time, index) => ({
      id: `${project}:e${index}`,
      project,
      event: "many",
      distinct_id: "a|é",
      timestamp_ms: startMs + time,
      received_ms: 0,
      properties: {},
      elements_chain: "",
    }));
    world.store.transaction(() => table.insertMany(rows));
    const query = { project, events: ["many"], afterMs: startMs - 1, beforeMs: startMs + 5_000, isNewestFirst };
    const found = [...eachEvent(world, { ...query, filters: { type: "AND", values: [] } })].map(({ id }) => id);
    const ids = rows.map(({ id }) => id);
    expect(found).toEqual(isNewestFirst ? ids.toReversed() : ids);
  },
);

describe("values of events, live notes on persons and events, 4.3", () => {
  const { world, project, get } = opened({ dialect: "2025-08", seed: "example" });
  const newer = opened({ dialect: "2026-09" });
  const event = (name: string, properties: object, agoMs: number, who = "v") => ({
    uuid: randomUUID(),
    event: name,
    distinct_id: who,
    timestamp_ms: Date.parse(NOW) - agoMs,
    properties: { ...properties },
    elements_chain: "",
  });
  const events = [
    event("seen", { color: "red", tags: ["a|b", "é"] }, 1_000),
    event("seen", { color: "Reddish", n: 7, is: false, none: null, empty: "" }, 2_000),
    event("bought", { color: "blue" }, 7 * DAY_MS - 1_000, "w"),
    event("old", { color: "too old" }, 7 * DAY_MS),
    event("later", { color: "too late" }, -1_000),
    ...Array.from({ length: 12 }, (_, index) => event("many", { m: `m${index}` }, 3_000 + index)),
  ];
  for (const one of [world, newer.world]) {
    one.store.transaction(() =>
      accept(
        one,
        events.map((each) => ({ ...each, project })),
      ),
    );
  }
  const values = (query: string): unknown =>
    get(`events/values/?${query}`).body.map(({ name }: { name: string }) => name);

  test.each([
    ["key=color", ["red", "Reddish", "blue"]],
    ["key=color&value=RED", ["red", "Reddish"]],
    ["key=color&value=e", ["red", "blue", "Reddish"]],
    ["key=color&event_name=bought", ["blue"]],
    ["key=color&event_name=bought&event_name=seen", ["red", "Reddish", "blue"]],
    ["key=color&event_name=none", []],
    ["key=tags", ["a|b", "é"]],
    ["key=n", ["7"]],
    ["key=is", ["false"]],
    ["key=none", []],
    ["key=empty", []],
    ["key=toString", []],
    ["key=m", Array.from({ length: 10 }, (_, index) => `m${index}`)],
    ["key=m&value=1", ["m1", "m10", "m11"]],
    ["key=color&properties_color=red", ["red"]],
    [`key=color&properties_color=${encodeURIComponent('["red","blue"]')}`, ["red", "blue"]],
    ["key=color&properties_color=%5Bred", []],
    ["key=event&is_column=true&event_name=seen&event_name=bought", ["seen", "bought"]],
    ["key=distinct_id&is_column=true&event_name=seen&event_name=bought", ["v", "w"]],
    ["key=color&is_column=true", []],
    ["key=event&is_column=false", []],
    ["key=custom_event&value=e", ["seen", "purchased", "signed_up"]],
  ])("%s are %j", (query, names) => {
    expect(values(query)).toEqual(names);
  });

  test("are names of custom events, without those of the browser, and persons as a column", () => {
    expect(values("key=custom_event")).toEqual(["seen", "many", "purchased", "signed_up", "bought"]);
    const [person] = values("key=person_id&is_column=true&event_name=bought") as string[];
    expect(person).toBe(world.store.table(DISTINCT_IDS_TABLE).one({ project, distinct_id: "w" })?.person);
  });

  test("need a key, and the names of events since 2026", () => {
    expect(get("events/values/").status).toBe(500);
    expect(newer.get("events/values/").body).toMatchObject({ detail: "You must provide a key" });
    expect(newer.get("events/values/?key=color")).toMatchObject({
      status: 400,
      body: { detail: "The event_name parameter is required when using a personal API key." },
    });
    expect(newer.get("events/values/?key=color&event_name=seen")).toEqual({
      status: 200,
      body: { results: [{ name: "red" }, { name: "Reddish" }], refreshing: false },
    });
  });
});

describe("approvals, service 2026-09, other-organization-scoped.md", () => {
  const stage = opened({ dialect: "2026-09" });
  const { control, project, get, keyOf, organizationId } = stage;
  const second = control.createOrganization({ email: FOUNDER, name: "Second" });
  const elsewhere = stage.world.store.tables.projects.one({ organization: second.id })?.number ?? 0;
  const user = control.createUser({ email: "ann@acme.example", firstName: "Ann" });
  control.addMembership({ email: user.email, organizationId, level: 8 });
  const ann = keyOf(user.email);
  const listed = (path: string): unknown => get(path).body.results.map(({ id }: { id: string }) => id);
  const addAt = (second: number, path: string, body: object): string => {
    control.setClock(`2030-01-31T13:00:0${second}Z`, true);
    return (control.call("POST", path, { project, ...body }) as { id: string }).id;
  };

  test("show policies newest first, by their action and whether they are on, and no other project's", () => {
    const one = addAt(1, "approval-policies", { action_key: "flag.update" });
    const two = addAt(2, "approval-policies", { action_key: "flag|é", enabled: false, created_by: user.id });
    const other = addAt(3, "approval-policies", { action_key: "flag.update", project: elsewhere });
    expect(listed("approval_policies/")).toEqual([two, one]);
    for (const [query, ids] of [
      ["action_key=flag.update", [one]],
      ["action_key=flag", []],
      ["enabled=true", [one]],
      ["enabled=false", [two]],
      [`action_key=${encodeURIComponent("flag|é")}&enabled=false`, [two]],
      ["action_key=flag.update&enabled=false", []],
    ] as const) {
      expect([query, listed(`approval_policies/?${query}`)]).toEqual([query, ids]);
    }
    expect(get(`approval_policies/${one}/`).body).toEqual({
      id: one,
      action_key: "flag.update",
      conditions: {},
      approver_config: {},
      allow_self_approve: false,
      bypass_org_membership_levels: [],
      bypass_roles: [],
      expires_after: "14 00:00:00",
      enabled: true,
      created_by: null,
      created_at: "2030-01-31T13:00:01Z",
      updated_at: null,
    });
    expect(get(`approval_policies/${two.toUpperCase()}/`).body.created_by).toMatchObject({ first_name: "Ann" });
    for (const id of [other, "none", "1"]) expect(get(`approval_policies/${id}/`).status).toBe(404);
  });

  const CHANGE = { action_key: "flag.update", resource_type: "flag", expires_at: "2030-02-01T00:00:00Z" };

  test("show changes newest first, by each of their words alone", () => {
    const one = addAt(4, "change-requests", CHANGE);
    const two = addAt(5, "change-requests", {
      ...CHANGE,
      action_key: "é|",
      resource_type: "other",
      resource_id: "7",
      state: "applied",
    });
    const other = addAt(6, "change-requests", { ...CHANGE, project: elsewhere });
    expect(listed("change_requests/")).toEqual([two, one]);
    for (const [query, ids] of [
      ["action_key=flag.update", [one]],
      ["resource_type=other", [two]],
      ["resource_id=7", [two]],
      ["resource_id=", [one]],
      ["state=pending", [one]],
      ["state=approved,applied", [two]],
      ["state=applied,pending", [two, one]],
      ["state=", []],
      ["state=applied&resource_type=flag", []],
    ] as const) {
      expect([query, listed(`change_requests/?${query}`)]).toEqual([query, ids]);
    }
    expect(get(`change_requests/${other}/`).status).toBe(404);
    expect(get(`change_requests/${one}/`).body).toEqual({
      ...CHANGE,
      id: one,
      action_version: 1,
      resource_id: null,
      intent: {},
      intent_display: {},
      policy_snapshot: {},
      validation_status: "valid",
      validation_errors: null,
      validated_at: null,
      state: "pending",
      created_by: null,
      applied_by: null,
      created_at: "2030-01-31T13:00:04Z",
      updated_at: null,
      applied_at: null,
      apply_error: "",
      result_data: null,
      approvals: [],
      can_approve: false,
      can_cancel: false,
      is_requester: false,
      user_decision: null,
    });
  });

  const role = (): string => {
    const { world } = stage;
    const [membership] = world.store.tables.memberships.where({ user: user.id });
    const id = randomUUID();
    const now = "2030-01-31T12:00:00Z";
    world.store.transaction(() => {
      rolesOf(world).insertMany([
        { id, organization: organizationId, name: id, feature_flags_access_level: 37, created_at: now },
      ]);
      roleMembershipsOf(world).insertMany([
        {
          id: randomUUID(),
          organization: organizationId,
          role: id,
          user: user.id,
          membership: membership?.id ?? "",
          joined_at: now,
          updated_at: now,
        },
      ]);
    });
    return id;
  };

  test.each(["pending", "approved"])("say what the caller can do with a change that is %s", (state) => {
    const named = role();
    const others = { users: [user.number + 1_000], roles: ["no role"] };
    for (const isRequester of [true, false]) {
      for (const allow of [true, false, undefined]) {
        for (const [who, isNamed] of [
          [{}, false],
          [others, false],
          [{ users: user.number, roles: named }, false],
          [{ ...others, users: [1_000, user.number] }, true],
          [{ ...others, roles: ["no role", named] }, true],
          [{ roles: [named] }, true],
        ] as const) {
          const policy_snapshot = { ...who, ...(allow === undefined ? {} : { allow_self_approve: allow }) };
          const created_by = isRequester ? user.id : null;
          const id = addAt(7, "change-requests", { ...CHANGE, state, policy_snapshot, created_by });
          const { body } = get(`change_requests/${id}/`, ann);
          expect([policy_snapshot, isRequester, body]).toMatchObject([
            policy_snapshot,
            isRequester,
            {
              is_requester: isRequester,
              can_approve: isNamed && (!isRequester || allow === true),
              can_cancel: isRequester && state === "pending",
            },
          ]);
        }
      }
    }
  });

  test("are only of projects that exist", () => {
    for (const path of ["approval-policies", "change-requests"]) {
      const body = path === "approval-policies" ? { action_key: "a" } : CHANGE;
      expect(() => control.call("POST", path, { ...body, project: 999 })).toThrow("There is no project 999.");
      expect(() => control.call("POST", path, { ...body, project, stray: 1 })).toThrow(/stray/u);
      expect(() => control.call("POST", path, { ...body, project, action_key: "" })).toThrow(/action_key/u);
    }
  });
});
