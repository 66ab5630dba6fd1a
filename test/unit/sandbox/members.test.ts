import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { DIALECTS, type Dialect } from "../../../packages/sandbox/src/dialects.ts";
import { answerRequest } from "../../../packages/sandbox/src/pipeline/service-pipeline.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import { exchangeOf } from "../../../packages/sandbox/src/server.ts";
import type { MembershipRow, UserRow } from "../../../packages/sandbox/src/store/rows.ts";

const NOW = "2030-01-31T12:00:00.000Z";
const SHOWN_NOW = "2030-01-31T12:00:00Z";
const FOUNDER = "founder@acme.example";

/** A sandbox without a server, whose founder asks for members, and whose other members a test adds. */
function opened(dialect: Dialect) {
  const { world, control, seeded } = openWorld({ dialect, now: NOW });
  world.clock.set(Date.parse(NOW), true);
  const { organizationId } = seeded;
  const { users, memberships } = world.store.tables;
  const keyOf = (email: string): string => control.createKey({ email, scopes: null }).apiKey;
  const founder = users.one({ email: FOUNDER });
  const own = memberships.one({ user: founder?.id ?? "" });
  if (founder === undefined || own === undefined) throw new Error("no founder");
  const founderKey = keyOf(FOUNDER);
  /** Adds a member with the user's and the membership's own values. */
  const member = (name: string, of: { user?: Partial<UserRow>; place?: Partial<MembershipRow> } = {}) => {
    const id = randomUUID();
    const facts = { distinct_id: id, is_active: true, current_organization: organizationId, current_project: 1 };
    const email = `${name}@acme.example`;
    const number = 1_000 + users.count({});
    const user = { id, number, email, first_name: name, ...facts, date_joined: SHOWN_NOW, ...of.user };
    const place = { id: randomUUID(), user: user.id, organization: organizationId, level: 1 };
    const whole = { ...place, joined_at: SHOWN_NOW, updated_at: SHOWN_NOW, ...of.place };
    users.insertMany([user]);
    memberships.insertMany([whole]);
    return { user, place: whole };
  };
  const ask = (method: string, path: string, { key = founderKey, body = {} }: { key?: string; body?: object } = {}) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const url = `/api/organizations/${organizationId}/members/${path}`;
    const bodyBytes = Buffer.from(method === "GET" ? "" : JSON.stringify(body));
    const answer = answerRequest(exchangeOf(world, { method, url, headers, bodyBytes }));
    // oxlint-disable-next-line typescript/no-explicit-any -- bodies are only compared with what a test expects
    return { status: answer.status, body: answer.body as any };
  };
  /** First names of the members found, or the refusal. */
  const found = (query: string, key = founderKey): unknown => {
    const { status, body } = ask("GET", query, { key });
    if (status !== 200) return [status, body.detail, body.attr];
    return body.results.map(({ user }: { user: { first_name: string } }) => user.first_name);
  };
  return { world, control, organizationId, founder, own, founderKey, keyOf, member, ask, found };
}

const failed = [500, "A server error occurred.", null];

describe("recorded: the order of members, flow 4", () => {
  const USER_FIELDS = ["number", "id", "email", "distinct_id", "date_joined", "last_login"] as const;
  const PLACE_FIELDS = ["id", "level", "updated_at"] as const;
  /** Each column has another order of four members. */
  const ORDERS: Readonly<Record<string, string>> = {
    "place.id": "dcba",
    "place.level": "badc",
    "place.updated_at": "cdab",
    "user.number": "acbd",
    "user.id": "bdca",
    "user.email": "cadb",
    "user.distinct_id": "dbac",
    "user.date_joined": "adcb",
    "user.last_login": "bcad",
  };
  const rank = (field: string, name: string): number => (ORDERS[field] ?? "").indexOf(name) + 1;
  const idOf = (place: number): string => `${place}1111111-1111-4111-8111-111111111111`;

  const stage = opened("2025-08");
  stage.world.store.transaction(() => stage.world.store.tables.memberships.delete(stage.own.id));
  const strange = stage.keyOf(FOUNDER);
  for (const name of ["a", "b", "c", "d"]) {
    const valueOf = (field: string): unknown => {
      const place = rank(field, name);
      if (field.endsWith(".id")) return idOf(place);
      if (field === "user.email") return `${place}@acme.example`;
      if (/_at$|joined$|login$/u.test(field)) return `2030-01-0${place}T00:00:00Z`;
      return field === "user.distinct_id" ? `${place}` : place;
    };
    const values = (of: string, fields: readonly string[]): object =>
      Object.fromEntries(fields.map((field) => [field, valueOf(`${of}.${field}`)]));
    stage.member(name, { user: values("user", USER_FIELDS), place: values("place", PLACE_FIELDS) });
  }
  const someone = stage.keyOf("1@acme.example");

  test.each([
    ["id", ORDERS["place.id"]],
    ["pk", ORDERS["place.id"]],
    ["level", ORDERS["place.level"]],
    ["joined_at", "abcd"],
    ["updated_at", ORDERS["place.updated_at"]],
    ["user", ORDERS["user.number"]],
    ["user_id", ORDERS["user.number"]],
    ["user__id", ORDERS["user.number"]],
    ["user__uuid", ORDERS["user.id"]],
    ["user__email", ORDERS["user.email"]],
    ["user__first_name", "abcd"],
    ["user__distinct_id", ORDERS["user.distinct_id"]],
    ["user__date_joined", ORDERS["user.date_joined"]],
    ["user__last_login", ORDERS["user.last_login"]],
  ])("can be that of %s: %s", (name, order = "") => {
    expect(stage.found(`?order=${name}`, someone)).toEqual([...order]);
    expect(stage.found(`?order=-${name}`, someone)).toEqual([...order].toReversed());
  });

  test.each([
    "organization",
    "organization_id",
    "user__is_active",
    ...["password", "last_name", "is_staff", "pending_email", "is_email_verified", "theme_mode", "anonymize_data"].map(
      (name) => `user__${name}`,
    ),
  ])("is that of joining if all members have the same %s", (name) => {
    for (const order of [name, `-${name}`]) expect(stage.found(`?order=${order}`, someone)).toEqual([..."abcd"]);
  });

  test("is the newest first without a wish, and nothing else can be one", () => {
    expect(stage.found("", someone)).toEqual([..."dcba"]);
    for (const order of ["", "-", "--id", "nonsense", "toString", "user__", "id-", "place.id"])
      expect([order, stage.found(`?order=${order}`, someone)]).toEqual([order, failed]);
    const documented = opened("documented");
    expect(documented.found("?order=-é|")).toEqual([400, "There is no field é| to order by.", "order"]);
    expect(stage.found("", strange)).toEqual([403, "You do not have permission to perform this action.", null]);
  });
});

test.each([
  ["2030-01-02", ["d", "c", "b"]],
  ["2030-01-02T00:00:00Z", ["d", "c", "b"]],
  ["2030-01-02T00:00:00.000001Z", ["d", "c"]],
  ["2030-01-02T01:00:00%2B01:00", ["d", "c", "b"]],
  ["2030-01-02T01:00:00+01:00", ["d", "c", "b"]],
  ["2030-01-02T01:00:00+0100", ["d", "c", "b"]],
  ["2030-01-02T00:00:00.500000Z", ["d"]],
  ["2030-01-03", []],
  ["soon", "refused"],
  ["", "refused"],
  ["2030-01-02x", "refused"],
  ["x2030-01-02", "refused"],
])("recorded: members changed after %s, live notes 1.4", (time, expected) => {
  for (const dialect of ["documented", "2025-08"] as const) {
    const { member, found } = opened(dialect);
    for (const [name, updated_at] of [
      ["a", "2030-01-02T00:00:00Z"],
      ["b", "2030-01-02T00:00:00.000001Z"],
      ["c", "2030-01-02T00:00:00.500000Z"],
      ["d", "2030-01-02T00:00:01Z"],
    ] as const)
      member(name, { place: { updated_at } });
    const refusal = dialect === "2025-08" ? failed : [400, "Enter a valid date and time.", "updated_after"];
    const names = typeof expected === "string" ? refusal : [...expected, "Founder"];
    expect(found(`?updated_after=${time}`)).toEqual(names);
  }
});

describe("specified: members of 2026-09, invites-and-members.md", () => {
  const stage = opened("2026-09");
  const { member, found, world, organizationId } = stage;
  member("Ann", { user: { email: "x.ann@Acme.example" }, place: { level: 8 } });
  member("Zoë|'%", { user: { email: "zoe@b.example" } });
  member("Ben", { user: { email: "no-sign" }, place: { level: 15 } });
  const domain = { organization: organizationId, jit_provisioning_enabled: false, sso_enforcement: "" };
  for (const [name, verified_at] of [
    ["ACME.example", SHOWN_NOW],
    ["b.example", null],
  ] as const) {
    const rows = [{ ...domain, id: name, domain: name, verified_at }];
    // The list reads only these of a domain's values.
    world.store.tables.domains.insertMany(rows as never[]);
  }
  const unknown = (name: string): unknown => [
    501,
    `The service's response to this value of ${name} is not known.`,
    null,
  ];

  test.each([
    ["search=ANN", ["Ann"]],
    ["search=%20ann%20", ["Ann"]],
    ["search=zoë|'%25", ["Zoë|'%"]],
    ["search=.example", ["Zoë|'%", "Ann", "Founder"]],
    ["search=", ["Ben", "Zoë|'%", "Ann", "Founder"]],
    ["search=%20", ["Ben", "Zoë|'%", "Ann", "Founder"]],
    ["email=zoe@b.example", ["Zoë|'%"]],
    ["email=zoe@b.example&search=ann", "unlike"],
    ["search=_", "unlike"],
    [`search=${"é".repeat(200)}`, "unlike"],
    [`search=${"😀".repeat(200)}`, "unlike"],
    ["levels=8", ["Ann"]],
    ["levels=%208%20,15", ["Ben", "Ann", "Founder"]],
    ["levels=3", []],
    ["email_domain=ACME.EXAMPLE", ["Ann", "Founder"]],
    ["email_domain=example", []],
    ["email_domain=acme.example&levels=8", ["Ann"]],
    ["outside_verified_domains=TRUE", ["Ben", "Zoë|'%"]],
    ["outside_verified_domains=false", ["Ben", "Zoë|'%", "Ann", "Founder"]],
    ["order=joined_at", ["Founder", "Ann", "Zoë|'%", "Ben"]],
    ["order=-joined_at", ["Ben", "Zoë|'%", "Ann", "Founder"]],
    ["order=user__email", ["Ben", "Zoë|'%", "Ann", "Founder"]],
  ])("are found by %s: %j", (query, expected) => {
    const unlike = [
      501,
      "The sandbox can't rank members by similarity. Search for an exact part of a name or an email.",
      null,
    ];
    expect(found(`?${query}`)).toEqual(expected === "unlike" ? unlike : expected);
    const names = expected === "unlike" ? [] : [expected].flat();
    const isSearch = /search=(?!%20$|$)/u.test(query);
    const matches = stage.ask("GET", `?${query}`).body.results?.map((row: object) => Object.entries(row).at(-1)) ?? [];
    expect(matches).toEqual(names.map(() => (isSearch ? ["search_match_type", "exact"] : ["last_login", null])));
  });

  test.each([
    ["levels", "owner"],
    ["levels", ""],
    ["levels", "1,"],
    ["levels", "-1"],
    ["levels", "1.5"],
    ["email_domain", ""],
    ["outside_verified_domains", ""],
    ["outside_verified_domains", "1"],
    ["outside_verified_domains", "trues"],
  ])("are not told for %s=%s, nor were they ever filtered before", (name, value) => {
    expect(found(`?${name}=${value}`)).toEqual(unknown(name));
    expect(opened("2025-08").found(`?${name}=${value}&search=none`)).toEqual(["Founder"]);
  });

  test("are not searched by more than 200 characters", () => {
    const words = "Ensure this field has no more than 200 characters.";
    expect(found(`?search=${"😀".repeat(201)}`)).toEqual([400, words, "search"]);
  });

  test("of another organization, and without an active account, are left out", () => {
    const { user } = member("Off", { user: { is_active: false } });
    member("Else", { place: { organization: "other" } });
    for (const name of ["Off", "Else"]) expect(found(`?search=${name}`)).toEqual([501, expect.any(String), null]);
    expect(stage.ask("PATCH", `${user.id}/`).status).toBe(404);
  });
});

describe.each(DIALECTS)("a change of a member, in %s", (dialect) => {
  const newer = dialect === "2026-09";

  test.each(["PATCH", "PUT"])("by %s changes the level and the time alone", (method) => {
    const { world, member, ask, own } = opened(dialect);
    const before = { joined_at: "2030-01-01T00:00:00Z", updated_at: "2030-01-01T00:00:00Z" };
    const { user, place } = member("amy", { place: before });
    const { memberships } = world.store.tables;
    const rows = (): unknown[] => memberships.all();
    expect(ask(method, `${user.id.toUpperCase()}/`, { body: { level: 8, joined_at: "x" } })).toEqual({
      status: 200,
      body: expect.objectContaining({ id: place.id, level: 8, joined_at: place.joined_at, updated_at: SHOWN_NOW }),
    });
    expect(rows()).toEqual([own, { ...place, level: 8, updated_at: SHOWN_NOW }]);
    world.clock.set(Date.parse(NOW) + 1_000, true);
    ask(method, `${user.id}/`);
    const later = "2030-01-31T12:00:01Z";
    expect(rows()).toEqual([own, { ...place, level: 8, updated_at: later }]);
    // Who makes somebody an owner is saved, too.
    expect(ask(method, `${user.id}/`, { body: { level: 15 } }).status).toBe(200);
    expect(rows()).toEqual([
      { ...own, updated_at: later },
      { ...place, level: 15, updated_at: later },
    ]);
  });

  const mayEdit = [
    "You can only edit others if you are an admin.",
    "You can only edit others with level lower or equal to you.",
  ];
  const own = "You can't change your own access level.";
  const noOwner = "You can only make another member owner if you're this organization's owner.";
  const tooHigh = "You can only change access level of others to lower or equal to your current one.";

  test.each([
    // The levels of the caller, of the member, and the new one; the refusal since 2026, and the one before.
    [1, 1, undefined, mayEdit[0], mayEdit[0]],
    [1, 1, 1, mayEdit[0], mayEdit[0]],
    [1, 1, 8, tooHigh, mayEdit[0]],
    [1, 1, 15, noOwner, mayEdit[0]],
    [8, 1, 8, undefined, undefined],
    [8, 8, 1, undefined, undefined],
    [8, 15, undefined, mayEdit[1], mayEdit[1]],
    [8, 15, 8, mayEdit[1], mayEdit[1]],
    [8, 15, 15, noOwner, mayEdit[1]],
    [8, 8, 15, noOwner, noOwner],
    [15, 15, 1, undefined, undefined],
  ])(
    "by level %d of level %d to %j is refused in this order: %s; before 2026 %s",
    (caller, target, level, since, before) => {
      const { member, ask, keyOf, world } = opened(dialect);
      const { user } = member("caller", { place: { level: caller } });
      const { place } = member("target", { place: { level: target } });
      const refusal = newer ? since : before;
      const body = level === undefined ? {} : { level };
      const answer = ask("PATCH", `${place.user}/`, { key: keyOf(user.email), body });
      expect([answer.status, answer.body.detail]).toEqual(refusal === undefined ? [200, undefined] : [403, refusal]);
      const left = world.store.tables.memberships.get(place.id);
      expect(left?.level).toBe(refusal === undefined ? level : target);
    },
  );

  test("isn't for the caller's own level, whatever it is", () => {
    const { member, ask, keyOf } = opened(dialect);
    const key = keyOf(member("amy", { place: { level: 8 } }).user.email);
    for (const level of [1, 8, 15])
      expect(ask("PATCH", "@me/", { key, body: { level } }).body).toMatchObject({ detail: own });
    expect(ask("PATCH", "@me/", { key }).body).toMatchObject({ level: 8 });
    const malformed = ask("PATCH", "@you/", { key });
    expect(malformed.status).toBe(dialect === "documented" ? 404 : 500);
    expect(ask("PATCH", `${randomUUID()}/`, { key }).status).toBe(404);
  });

  test("doesn't remove owners; others leave, to the organization that they have left, or none", () => {
    const { world, control, member, ask, keyOf, organizationId } = opened(dialect);
    const { users, memberships } = world.store.tables;
    const [amy, ben, cat] = [
      member("amy"),
      member("ben", { place: { level: 8 } }),
      member("cat", { place: { level: 15 } }),
    ];
    const [other, elsewhere] = ["Other", "Elsewhere"].map((name) =>
      control.createOrganization({ userId: ben.user.id, name }),
    );
    control.updateUser(ben.user.id, { currentOrganization: organizationId });
    const key = keyOf(ben.user.email);
    expect(ask("DELETE", `${cat.user.id}/`).body).toEqual({
      type: "validation_error",
      code: "invalid_input",
      detail: "Cannot leave the organization as its owner!",
      attr: null,
    });
    expect(ask("DELETE", `${cat.user.id}/`, { key }).body).toMatchObject({ detail: mayEdit[1] });
    expect(ask("DELETE", `${amy.user.id}/`, { key })).toEqual({ status: 204, body: undefined });
    expect(memberships.get(amy.place.id)).toBeUndefined();
    expect(users.get(amy.user.id)).toMatchObject({ current_organization: null, current_project: null });
    expect(ask("DELETE", "@me/", { key }).status).toBe(204);
    const project = world.store.tables.projects.one({ organization: other?.id ?? "" });
    expect(users.get(ben.user.id)).toMatchObject({
      current_organization: other?.id,
      current_project: project?.number ?? null,
    });
    control.updateUser(cat.user.id, { currentOrganization: elsewhere?.id ?? null });
    ask("PATCH", `${cat.user.id}/`, { body: { level: 1 } });
    ask("DELETE", `${cat.user.id}/`);
    // Somebody else's current organization stays, also one without a membership.
    expect(users.get(cat.user.id)).toMatchObject({ current_organization: elsewhere?.id });
  });

  test("keeps the keys that reach the organization in sight", () => {
    const { world, control, member, ask, organizationId } = opened(dialect);
    const { user } = member("amy");
    const list = (): unknown => ask("GET", `${user.id}/scoped_api_keys/`).body;
    expect(list()).toEqual({ has_keys: false, has_keys_active_last_week: false, keys: [] });
    const project = world.store.tables.projects.one({ organization: organizationId })?.number ?? 0;
    const make = (label: string, limits: { scopedOrganizations?: string[]; scopedTeams?: number[] }): string =>
      control.createKey({ userId: user.id, label, scopes: ["*"], ...limits }).apiKey;
    make("other organization", { scopedOrganizations: ["other"] });
    make("other project", { scopedTeams: [project + 1_000] });
    make("this|é", { scopedOrganizations: ["other", organizationId] });
    make("project", { scopedTeams: [project + 1_000, project] });
    make("both", { scopedOrganizations: ["other"], scopedTeams: [project] });
    make("free", {});
    const labels = ["this|é", "project", "both", "free"];
    const keys = labels.map((name) => ({ name, last_used_at: null }));
    expect(list()).toEqual({ has_keys: true, has_keys_active_last_week: false, keys });
    const [key] = world.store.tables.keys.where({ user: user.id }).slice(-1);
    for (const [used, isActive] of [
      ["2030-01-24T12:00:00Z", true],
      ["2030-01-24T11:59:59Z", false],
    ] as const) {
      if (key !== undefined) world.store.transaction(() => world.store.tables.keys.put({ ...key, last_used_at: used }));
      expect(list()).toMatchObject({ has_keys_active_last_week: isActive, keys: [{}, {}, {}, { last_used_at: used }] });
    }
  });
});

describe("specified: the project access of members of 2026-09, invites-and-members.md", () => {
  const { member, ask, keyOf, control, organizationId } = opened("2026-09");
  const { user, place } = member("amy");
  const { place: hidden } = member("ben");
  const { place: elsewhere } = member("cat", { place: { organization: "other" } });
  const access = (id: string, key?: string): unknown[] => {
    const { status, body } = ask("GET", `project_access/${id}`, key === undefined ? {} : { key });
    return [status, body.detail, body.attr];
  };

  test("isn't made up, and says first that a member isn't there", () => {
    const unknown = [501, "The service's response for the project access of members is not known.", null];
    expect([access(""), access(`?member_id=${place.id}`)]).toEqual([unknown, unknown]);
    expect(access("?member_id=amy")).toEqual([400, "Must be a valid UUID.", "member_id"]);
    expect(access("?member_id=")).toEqual([400, "Must be a valid UUID.", "member_id"]);
    for (const id of [user.id, elsewhere.id, randomUUID()])
      expect(access(`?member_id=${id}`)).toEqual([404, "Not found.", null]);
    control.updateOrganization(organizationId, { members_can_see_org_members: false });
    const key = keyOf(user.email);
    expect(access(`?member_id=${place.id}`, key)).toEqual(unknown);
    expect(access(`?member_id=${hidden.id}`, key)).toEqual([404, "Not found.", null]);
    expect(access(`?member_id=${hidden.id}`)).toEqual(unknown);
  });
});

describe("sandboxOnly: actions of people in a browser", () => {
  test("are a login, which is dated, and nothing else of the user", () => {
    const { world, control, member } = opened("2025-08");
    const { user } = member("amy");
    expect(control.call("POST", `users/${user.id}/login`)).toEqual({ ...user, last_login: SHOWN_NOW });
    expect(world.store.tables.users.get(user.id)).toEqual({ ...user, last_login: SHOWN_NOW });
  });

  test("are those of projects that people share", () => {
    const { world, control, member } = opened("2026-09");
    const { user } = member("amy");
    const share = (body: object): unknown => control.call("PUT", `users/${user.id}/shares_projects_with`, body);
    for (const body of [{}, { userIds: "a" }, { userIds: [1] }, { userIds: [], more: 1 }])
      expect(() => share(body)).toThrow(/^(?:userIds|body)/u);
    expect(share({ userIds: ["a|é", "b"] })).toEqual({ ...user, shares_projects_with: ["a|é", "b"] });
    expect(world.store.tables.users.get(user.id)).toEqual({ ...user, shares_projects_with: ["a|é", "b"] });
  });
});

test("sandboxOnly: members of a large organization are whole", () => {
  const { world, seeded } = openWorld({ now: NOW, scale: 510 });
  const { users, memberships, projects } = world.store.tables;
  const people = users.all().slice(1);
  const project = projects.one({ organization: seeded.organizationId })?.number;
  const at = people[0]?.date_joined;
  expect(people.length).toBeGreaterThan(45);
  expect(people).toEqual(
    people.map(({ id, number, distinct_id }, index) => ({
      id,
      number,
      distinct_id,
      email: `member${index + 2}@acme.example`,
      first_name: `Member ${index + 2}`,
      is_active: true,
      current_organization: seeded.organizationId,
      current_project: project,
      date_joined: at,
    })),
  );
  const [, ...places] = memberships.all();
  expect(places).toEqual(
    people.map(({ id }, index) => {
      const level = (index + 2) % 50 === 0 ? 8 : 1;
      return {
        id: places[index]?.id,
        user: id,
        organization: seeded.organizationId,
        level,
        joined_at: at,
        updated_at: at,
      };
    }),
  );
  for (const ids of [people.map(({ id }) => id), people.map((one) => one.distinct_id), places.map(({ id }) => id)])
    expect(new Set(ids).size).toBe(people.length);
});
