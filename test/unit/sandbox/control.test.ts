import { describe, expect, test } from "@jest/globals";
import { controlPlane } from "../../../packages/sandbox/src/control/control-routes.ts";
import type { SandboxControl } from "../../../packages/sandbox/src/control/control.ts";
import { type DnsTable, lookUpAlias, lookUpText } from "../../../packages/sandbox/src/dns.ts";
import { DIALECT_NAMES, type DialectName } from "../../../packages/sandbox/src/dialects.ts";
import { createRequestLog } from "../../../packages/sandbox/src/request-log.ts";
import { openWorld, type SandboxOptions } from "../../../packages/sandbox/src/sandbox.ts";
import { DOCUMENTED_SCOPES } from "../../../packages/sandbox/src/seed.ts";
import type { World } from "../../../packages/sandbox/src/world.ts";

const FOUNDER = "founder@acme.example";
const NOW = "2030-01-01T00:00:00.000Z";

/** A sandbox without a server, with its control plane as HTTP reaches it. */
function opened(options: SandboxOptions = {}) {
  const { world, control, seeded } = openWorld({ now: NOW, ...options });
  world.clock.set(Date.parse(NOW), true);
  const plane = controlPlane(control, () => ({ dialect: control.dialect(), organizationId: seeded.organizationId }));
  const ask = (method: string, path: string, body?: unknown) => {
    const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
    const answer = plane({ method, target: `/_sandbox/${path}`, bodyBytes: Buffer.from(text) });
    return { status: answer?.status, json: answer?.text === undefined ? undefined : JSON.parse(answer.text) };
  };
  return { world, control, ask, plane, organizationId: seeded.organizationId, apiKey: seeded.apiKey };
}

const refusal = (detail: string) => ({ type: "sandbox_error", code: "control", detail, attr: null });

describe("sandboxOnly: an option of a new sandbox", () => {
  const usual = opened({ seed: "empty" }).control.settings();

  test.each([
    ["asOf", "2026-10-15"],
    ["rateLimit", true],
    ["rateLimitScale", 1],
    ["rateLimitScale", 10_000],
    ["newOrganizationFeatures", "none"],
    ["newOrganizationFeatures", ["saml"]],
    ["proxyActionsTakeKeys", true],
    ["latencyMs", 7],
  ])("%s sets %j, and nothing else", (name, value) => {
    expect(opened({ seed: "empty", [name]: value }).control.settings()).toEqual({ ...usual, [name]: value });
  });

  test.each([
    [{ dialect: "live2" as DialectName }, "dialect should be documented, 2025-08, 2026-09 or live; found live2."],
    [{ seed: "full" as "empty" }, "seed should be empty or example; found full."],
    [{ scale: -1 }, "scale should be a number of persons; found -1."],
    [{ scale: 1.5 }, "scale should be a number of persons; found 1.5."],
    [{ rateLimitScale: 0.5 }, "rateLimitScale should be a number from 1 to 10000; found 0.5."],
    [{ rateLimitScale: 10_001 }, "rateLimitScale should be a number from 1 to 10000; found 10001."],
    [{ rateLimitScale: Number.NaN }, "rateLimitScale should be a number from 1 to 10000; found NaN."],
    [{ asOf: "2026-02-30" }, "asOf should be a day such as 2026-09-30; found 2026-02-30."],
    [{ now: "soon" }, "now should be an ISO 8601 time; found soon."],
  ])("is refused as %j", (options, words) => {
    expect(() => openWorld(options)).toThrow(words);
  });

  test.each(DIALECT_NAMES)("names the dialect %s, and the key and its scopes", (dialect) => {
    const legacy = opened({ dialect, apiKey: "phx_é|own", isLegacyKey: true, seed: "empty" });
    expect([legacy.control.dialect(), legacy.apiKey, legacy.organizationId]).toEqual([dialect, "phx_é|own", ""]);
    expect(legacy.control.keys().map(({ scopes, label }) => [scopes, label])).toEqual([[null, "sandbox"]]);
    const { control, organizationId } = opened({ dialect, scale: 0 });
    expect(control.keys()[0]?.scopes).toEqual(expect.arrayContaining([...DOCUMENTED_SCOPES, "integration:write"]));
    expect(control.organizations().map(({ id, name }) => [id, name])).toEqual([[organizationId, "Acme"]]);
    expect(control.users()).toMatchObject([
      { email: FOUNDER, first_name: "Founder", current_organization: organizationId, is_active: true },
    ]);
  });
});

describe("sandboxOnly: the control plane", () => {
  test("is below its own path, with or without a final slash, and says in its own words what it lacks", () => {
    const { ask, plane, organizationId } = opened();
    const health = { ok: true, dialect: "documented", organizationId };
    expect(ask("GET", "health")).toEqual({ status: 200, json: health });
    expect(ask("GET", "health/?x=1")).toEqual({ status: 200, json: health });
    const other = { method: "GET", target: "/sandbox/health", bodyBytes: Buffer.alloc(0) };
    expect(plane(other)).toBeUndefined();
    for (const [method, path] of [
      ["POST", "health"],
      ["GET", "healthy"],
      ["GET", "health/more"],
      ["GET", ""],
    ] as const) {
      const words = `The control plane has no ${method} /_sandbox/${path}.`;
      expect([path, ask(method, path)]).toEqual([path, { status: 404, json: refusal(words) }]);
    }
    expect(ask("GET", "organizations/%zz")).toMatchObject({
      status: 400,
      json: refusal("%zz isn't a correctly encoded path segment."),
    });
  });

  test.each([
    ["DELETE", "faults/fault-1", "fault"],
    ["GET", "dns/x.example", "DNS name"],
    ["DELETE", "dns/x.example", "DNS name"],
    ["DELETE", "keys/none", "key"],
    ["DELETE", "media/none", "media"],
  ])("%s %s finds nothing where there is none", (method, path, what) => {
    expect(opened({ seed: "empty" }).ask(method, path)).toEqual({
      status: 404,
      json: refusal(`There is no such ${what}.`),
    });
  });

  test.each([
    ["GET", "organizations/a%20%7C", "organization a |"],
    ["PATCH", "organizations/none", "organization none"],
    ["DELETE", "organizations/none", "organization none"],
    ["GET", "domains/none", "domain none"],
    ["PATCH", "domains/none", "domain none"],
    ["DELETE", "domains/none", "domain none"],
    ["PATCH", "users/none", "user none"],
  ])("%s %s names what it doesn't find", (method, path, what) => {
    expect(opened().ask(method, path, method === "PATCH" ? {} : undefined)).toEqual({
      status: 404,
      json: refusal(`There is no ${what}.`),
    });
  });

  /** A good body of each request that has one, with bodies that aren't. */
  const BODIES: readonly [method: string, path: string, good: object, bad: readonly unknown[]][] = [
    ["POST", "faults", { kind: "stale" }, [{}, { kind: "none" }, { kind: "stale", nth: 0 }, [{ kind: "none" }]]],
    ["PUT", "clock", { now: NOW }, [{}, { now: 5 }, { now: "soon" }, { now: NOW, frozen: "yes" }]],
    ["POST", "clock", { advanceSeconds: 0.5 }, [{}, { advanceSeconds: "1" }]],
    ["PUT", "dns", { "x.example": { TXT: ["a", ["b", "c"]] } }, [[], { x: { TXT: [5] } }, { x: { error: "none" } }]],
    ["PUT", "dns/x.example", { values: ["a"], CNAME: "y" }, [{ values: "a" }, { CNAME: 5 }, { error: "none" }]],
    ["POST", "users", { email: "a@b" }, [{}, { email: "ab" }, { email: "new@b", firstName: 5 }]],
    ["POST", "keys", { email: FOUNDER, scopes: ["a"] }, [{}, { scopes: null, email: 5 }, { scopes: [5] }]],
    ["PUT", "dialect", { dialect: "live" }, [{}, { dialect: "2024" }]],
    ["POST", "organizations", { email: FOUNDER, name: "é|" }, [{ email: FOUNDER }, { email: FOUNDER, name: "" }]],
    ["PUT", "settings", {}, [{ asOf: "2026-02-30" }]],
  ];

  test.each(BODIES)("%s %s takes its body, and no other", (method, path, good, bad) => {
    const { ask } = opened();
    expect(ask(method, path, good).status).toBeLessThan(300);
    for (const body of [...bad, "{", { ...good, stray: 5 }]) {
      const { status, json } = ask(method, path, body);
      expect([body, status, json.type]).toEqual([body, 400, "sandbox_error"]);
    }
    expect(ask(method, path, "{").json).toEqual(refusal("The body isn't JSON."));
  });

  test.each(["organizationId", "level", "email"])("takes a membership with its %s, and no other", (name) => {
    const { ask, organizationId } = opened();
    ask("POST", "users", { email: "new@acme.example" });
    const good = { email: "new@acme.example", organizationId, level: 8 };
    for (const level of [0, 2, 16, "8"]) expect(ask("POST", "memberships", { ...good, level }).status).toBe(400);
    expect(ask("POST", "memberships", { ...good, [name]: undefined }).status).toBe(name === "email" ? 404 : 400);
    expect(ask("POST", "memberships", good).json).toMatchObject({ level: 8, organization: organizationId });
    expect(ask("DELETE", "memberships", good)).toEqual({ status: 204, json: undefined });
    expect(ask("DELETE", "memberships", good)).toMatchObject({ status: 404 });
  });

  const SETTINGS = Object.entries(opened({ seed: "empty" }).control.settings());
  /** Values that the settings take and don't, for those whose type says too little. */
  const VALUES: Readonly<Record<string, readonly [good: readonly unknown[], bad: readonly unknown[]]>> = {
    asOf: [["2026-10-15"], ["2026-02-30", "15.10.2026", 5]],
    rateLimitScale: [
      [1, 2.5, 10_000],
      [0, 0.9, 10_001, "1"],
    ],
    newOrganizationFeatures: [
      ["all", "none", [], ["saml"]],
      ["some", [5], null],
    ],
    emptyProjectsKeptHours: [
      [0, 0.5],
      [-1, "1"],
    ],
    organizationsKeptHours: [
      [0, 48],
      [-1, "1"],
    ],
    foreignInvitesAnswer: [
      [400, 403],
      [401, "400"],
    ],
    latencyMs: [
      [0, 60_000],
      [-1, 0.5, 60_001, "1"],
    ],
  };

  test.each(SETTINGS)("changes the setting %s alone, and refuses other values", (name, usual) => {
    const { ask } = opened({ seed: "empty" });
    const before = ask("GET", "settings").json;
    const [good, bad] = VALUES[name] ?? [
      [true, false],
      ["true", 1, null],
    ];
    expect([typeof usual === "boolean", name]).toEqual([!(name in VALUES), name]);
    for (const value of good) {
      expect(ask("PUT", "settings", { [name]: value }).json).toEqual({ ...before, [name]: value });
      expect(ask("GET", "settings").json).toEqual({ ...before, [name]: value });
    }
    for (const value of bad) {
      const { status, json } = ask("PUT", "settings", { [name]: value });
      expect([value, status, String(json.detail).startsWith(name)]).toEqual([value, 400, true]);
    }
  });

  test("holds time, goes on with it, and lets what is due happen", () => {
    const { ask, control } = opened();
    expect(ask("GET", "clock").json).toEqual({ now: NOW, frozen: true });
    expect(ask("PUT", "clock", { now: "2030-01-01T12:00:00+02:00", frozen: true }).json).toEqual({
      now: "2030-01-01T10:00:00.000Z",
      frozen: true,
    });
    expect(ask("POST", "clock", { advanceSeconds: -1.5 }).json.now).toBe("2030-01-01T09:59:58.500Z");
    expect(ask("PUT", "clock", { now: NOW }).json.frozen).toBe(false);
    expect(control.setClock(NOW).frozen).toBe(false);
    expect(() => control.setClock("soon")).toThrow("now should be an ISO 8601 time; found soon.");
  });

  test("goes back to a state, with the settings of then, and to no other kind of state", () => {
    const { ask, control } = opened();
    const before = ask("GET", "state").json;
    expect([before.version, Object.keys(before.tables)]).toEqual([2, expect.arrayContaining(["users", "singletons"])]);
    ask("PUT", "settings", { cloud: true });
    ask("POST", "users", { email: "new@acme.example" });
    expect(ask("PUT", "state", before)).toEqual({ status: 204, json: undefined });
    expect([control.settings().cloud, control.users().length]).toEqual([false, 1]);
    expect(ask("GET", "state").json).toEqual(before);
    for (const other of [{ ...before, version: 1 }, { version: 2 }, { version: 2, tables: { users: [{ id: 5 }] } }]) {
      expect(ask("PUT", "state", other)).toMatchObject({ status: 400, json: refusal("body: This is not a snapshot.") });
    }
    expect(ask("PUT", "state", { version: 2, tables: { "a|b": [] } }).json).toEqual(
      refusal("This isn't a snapshot of the sandbox: it has the unknown table a|b."),
    );
    expect(ask("GET", "state").json).toEqual(before);
  });

  test("switches to each dialect by its names, and to no other", () => {
    const { ask, control } = opened();
    for (const dialect of DIALECT_NAMES) {
      expect(ask("PUT", "dialect", { dialect }).json).toEqual({ dialect });
      expect([ask("GET", "dialect").json, ask("GET", "health").json.dialect]).toEqual([{ dialect }, dialect]);
    }
    expect(() => control.setDialect("2024" as DialectName)).toThrow(
      "dialect should be one of documented, 2025-08, 2026-09, live; found 2024.",
    );
  });
});

describe("sandboxOnly: people and keys of the control plane", () => {
  const person = (control: SandboxControl, email: string) => control.users().find((user) => user.email === email);

  test("a user has a number and a day, no organization, and an address of their own", () => {
    const { ask, control } = opened();
    const { json } = ask("POST", "users", { email: "é|@acme.example" });
    expect(json).toMatchObject({
      email: "é|@acme.example",
      first_name: "",
      is_active: true,
      current_organization: null,
      current_project: null,
      date_joined: "2030-01-01T00:00:00Z",
    });
    expect(json.number).not.toBe(person(control, FOUNDER)?.number);
    expect(ask("POST", "users", { email: "é|@acme.example" })).toMatchObject({
      status: 409,
      json: refusal("A user with the email é|@acme.example already exists."),
    });
    expect(ask("POST", "users", { email: "named@acme.example", firstName: "Ann" }).json.first_name).toBe("Ann");
    expect(control.users()).toHaveLength(3);
  });

  test("is found by ID, or else by address, and named where there is none", () => {
    const { ask, control } = opened();
    const userId = person(control, FOUNDER)?.id;
    for (const [who, words] of [
      [{ userId: "none", email: FOUNDER }, "none"],
      [{ email: "none@acme.example" }, "none@acme.example"],
      [{}, "(neither userId nor email given)"],
    ] as const) {
      const { status, json } = ask("POST", "keys", { ...who, scopes: null });
      expect([status, json]).toEqual([404, refusal(`There is no user ${words}.`)]);
    }
    for (const who of [{ userId }, { email: FOUNDER }]) {
      expect(ask("POST", "keys", { ...who, scopes: null })).toMatchObject({ status: 200 });
    }
  });

  test("a key is as it was wanted, and its secret is told once", () => {
    const { ask, control } = opened();
    const limits = { scopedOrganizations: ["o|1"], scopedTeams: [7] };
    const made = ask("POST", "keys", { email: FOUNDER, label: "é", scopes: ["a:read"], value: "phx_own", ...limits });
    expect(made.json).toEqual({ id: expect.stringMatching(/^\w{43}$/u), apiKey: "phx_own" });
    const shown = ask("GET", "keys").json.find(({ id }: { id: string }) => id === made.json.id);
    expect(shown).toEqual({
      id: made.json.id,
      user: person(control, FOUNDER)?.id,
      label: "é",
      scopes: ["a:read"],
      scoped_organizations: ["o|1"],
      scoped_teams: [7],
      created_at: "2030-01-01T00:00:00Z",
      last_used_at: null,
    });
    const other = control.createKey({ email: FOUNDER, scopes: null });
    expect(other.apiKey).toMatch(/^phx_sandbox_[0-9a-f]{32}$/u);
    expect(control.keys().find(({ id }) => id === other.id)).toMatchObject({
      label: "sandbox",
      scopes: null,
      scoped_organizations: [],
      scoped_teams: [],
    });
    expect(ask("POST", "keys", { email: FOUNDER, scopes: null, value: "phx_own" })).toMatchObject({
      status: 409,
      json: refusal("This key already exists."),
    });
    expect([ask("DELETE", `keys/${other.id}`).status, ask("DELETE", `keys/${other.id}`).status]).toEqual([204, 404]);
  });

  test("a member's first organization is the current one until the member leaves it", () => {
    const { control, organizationId } = opened();
    const email = "new@acme.example";
    control.createUser({ email });
    const owned = control.createOrganization({ email: FOUNDER, name: "Second" });
    expect(person(control, FOUNDER)?.current_organization).toBe(owned.id);
    const now = (): unknown[] => [
      person(control, email)?.current_organization,
      person(control, email)?.current_project,
    ];
    const join = (id: string, level = 1) => control.addMembership({ email, organizationId: id, level });
    expect(() => join("none")).toThrow("There is no organization none.");
    expect(now()).toEqual([null, null]);
    const { id } = join(organizationId);
    const first = now();
    expect(first).toEqual([organizationId, expect.any(Number)]);
    join(owned.id);
    expect(now()).toEqual(first);
    expect(join(organizationId, 15)).toMatchObject({ id, level: 15 });
    expect(control.removeMembership({ email, organizationId: owned.id })).toBe(true);
    expect(now()).toEqual(first);
    expect(control.removeMembership({ email, organizationId })).toBe(true);
    expect([now(), control.removeMembership({ email, organizationId })]).toEqual([[null, null], false]);
  });

  test("a user's organization and activity change each alone", () => {
    const { ask, control, organizationId } = opened();
    const { id, current_project: project } = person(control, FOUNDER) ?? { id: "" };
    const now = (): unknown[] => {
      const { is_active, current_organization, current_project } = person(control, FOUNDER) ?? {};
      return [is_active, current_organization, current_project];
    };
    ask("PATCH", `users/${id}`, { isActive: false });
    expect(now()).toEqual([false, organizationId, project]);
    ask("PATCH", `users/${id}`, { currentOrganization: null });
    expect(now()).toEqual([false, null, null]);
    ask("PATCH", `users/${id}`, { currentOrganization: organizationId });
    expect(now()).toEqual([false, organizationId, project]);
    ask("PATCH", `users/${id}`, { isActive: true });
    expect(now()).toEqual([true, organizationId, project]);
  });
});

describe("sandboxOnly: objects of the control plane", () => {
  test("an organization is changed by its own fields alone, and is gone with everything in it", () => {
    const { ask, control, organizationId } = opened();
    const media = ask("POST", "media").json.id as string;
    const other = control.createOrganization({ email: FOUNDER, name: "Other", features: ["a|b"] });
    expect(other).toMatchObject({ available_product_features: ["a|b"] });
    for (const id of [organizationId, other.id]) control.updateOrganization(id, { logo_media_id: media });
    control.updateOrganization(other.id, { logo_media_id: ask("POST", "media").json.id as string });
    for (const field of ["id", "nmae"]) {
      const { status, json } = ask("PATCH", `organizations/${organizationId}`, { [field]: "x" });
      expect(status).toBe(400);
      expect(json.detail).toMatch(
        new RegExp(`^An organization has no field ${field} to change\\. Use one of: .*, name, slug, .*\\.$`, "u"),
      );
    }
    const { created_at } = ask("GET", `organizations/${organizationId}`).json;
    control.setClock("2030-01-02T00:00:00Z", true);
    expect(ask("PATCH", `organizations/${organizationId}`, { name: "é|" }).json).toMatchObject({
      name: "é|",
      created_at,
      updated_at: "2030-01-02T00:00:00Z",
    });
    expect(ask("PUT", `organizations/${organizationId}/features`, { features: ["x"] }).json).toMatchObject({
      name: "é|",
      available_product_features: ["x"],
    });
    expect(ask("DELETE", `media/${media}`).status).toBe(204);
    expect(control.organizations().map((one) => one.logo_media_id === null)).toEqual([true, false]);
    expect(ask("GET", `organizations/${other.id}`).json).toMatchObject({ id: other.id, name: "Other" });
    expect(ask("DELETE", `organizations/${organizationId}`).status).toBe(204);
    expect(control.organizations().map(({ id }) => id)).toEqual([other.id]);
    expect(control.memberships().map(({ organization }) => organization)).toEqual([other.id]);
  });

  test("domains are listed for one organization or for all, changed, and deleted", () => {
    const { ask, control, world, organizationId } = opened();
    const other = control.createOrganization({ email: FOUNDER, name: "Other" }).id;
    const put = (organization: string, domain: string): string =>
      world.store.transaction(
        () =>
          world.store.tables.domains.put({
            id: world.identifiers.uuid(),
            organization,
            domain,
            verified_at: null,
            verification_challenge: "c",
            jit_provisioning_enabled: false,
            sso_enforcement: "",
            saml_entity_id: null,
            saml_acs_url: null,
            saml_x509_cert: null,
          }).id,
      );
    const [one, two] = [put(organizationId, "a.example"), put(other, "b.example")];
    const names = (query = "") =>
      ask("GET", `domains${query}`).json.map((row: Record<string, unknown>) => row["domain"]);
    expect([names(), names(`?organization=${other}`), names("?organization=none"), names("?other=1")]).toEqual([
      ["a.example", "b.example"],
      ["b.example"],
      [],
      ["a.example", "b.example"],
    ]);
    expect(ask("GET", `domains/${two}`).json).toMatchObject({ organization: other, domain: "b.example" });
    const { status, json } = ask("PATCH", `domains/${one}`, { is_verified: true });
    expect([status, String(json.detail).split(".")[0]]).toEqual([400, "A domain has no field is_verified to change"]);
    expect(ask("PATCH", `domains/${one}`, { verified_at: "2030-01-01T00:00:00Z" }).json.is_verified).toBe(true);
    expect([ask("DELETE", `domains/${one}`).status, names()]).toEqual([204, ["b.example"]]);
  });
});

describe("sandboxOnly: names of the sandbox's DNS", () => {
  const found = (world: World, name: string): unknown => {
    try {
      return [lookUpText(world.store, name), lookUpAlias(world.store, name)];
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };

  test.each<[entry: DnsTable[string], answer: unknown]>([
    [{}, [[], undefined]],
    [{ TXT: ["a b", ["c|", "é"]] }, [[["a b"], ["c|", "é"]], undefined]],
    [{ CNAME: "Target.Example." }, [[], "target.example"]],
    [{ TXT: ["a"], CNAME: "b", error: "nxdomain" }, [[], undefined]],
    [{ TXT: ["a"], CNAME: "b", error: "timeout" }, "A server error occurred."],
  ])("with %j are found in any case, by table and one by one", (entry, answer) => {
    const { control, world, ask } = opened({ seed: "empty" });
    const shown = { TXT: [], ...entry };
    control.replaceDns({ "X.Example": entry, "other.example": {} });
    expect([found(world, "x.EXAMPLE"), control.dns()]).toEqual([
      answer,
      { "x.example": shown, "other.example": { TXT: [] } },
    ]);
    control.replaceDns({});
    expect([found(world, "x.example"), control.dns()]).toEqual([[[], undefined], {}]);
    const { TXT: values, ...more } = entry;
    expect(ask("PUT", "dns/X.example", { ...(values === undefined ? {} : { values }), ...more }).json).toEqual({
      name: "X.example",
      values: values ?? [],
      ...more,
    });
    expect(found(world, "x.example")).toEqual(answer);
    expect(ask("GET", "dns/x.EXAMPLE").json).toEqual({ values: values ?? [], ...shown });
    expect([control.deleteDns("X.EXAMPLE"), control.deleteDns("x.example")]).toEqual([true, false]);
  });

  test("have an alias without a final dot, and a text by its exact name", () => {
    const { control, world } = opened({ seed: "empty" });
    control.setDnsName("a.example", { CNAME: "b.example" });
    control.setDns("t.example", ["x"]);
    expect(lookUpAlias(world.store, "A.example.")).toBe("b.example");
    expect(lookUpText(world.store, "t.example")).toEqual([["x"]]);
    control.setDns("t.example", ["x"], "timeout");
    expect(() => lookUpText(world.store, "T.example")).toThrow("A server error occurred.");
    control.clearDns();
    expect(control.dns()).toEqual({});
  });
});

test("sandboxOnly: the log of requests keeps the latest 50,000, and drops half when it is full", () => {
  const log = createRequestLog();
  const add = (index: number): void =>
    log.add({ method: index % 2 === 0 ? "GET" : "PUT", path: `/${index}`, status: 200, at: NOW }, "/:id/");
  for (let index = 0; index < 50_000; index += 1) add(index);
  expect([log.list().length, log.counts()]).toEqual([50_000, { "GET /:id/": 25_000, "PUT /:id/": 25_000 }]);
  add(50_000);
  expect([log.list().length, log.list()[0]?.path, log.list().at(-1)?.path]).toEqual([25_000, "/25001", "/50000"]);
  log.clear();
  expect([log.list(), log.counts()]).toEqual([[], {}]);
});
