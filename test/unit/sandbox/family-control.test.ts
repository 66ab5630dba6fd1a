import { describe, expect, test } from "@jest/globals";
import { guardedObjectsOf, RULES_TABLE } from "../../../packages/sandbox/src/access/rules.ts";
import { COHORTS_TABLE, DELETIONS_TABLE, PERSONS_TABLE } from "../../../packages/sandbox/src/analytics/rows.ts";
import type { SandboxControl } from "../../../packages/sandbox/src/control/control.ts";
import { FAMILIES, FAMILY_TABLES } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { BATCH_EXPORTS_TABLE } from "../../../packages/sandbox/src/routes/batch-exports/rows.ts";
import { HOG_FUNCTIONS_TABLE, HOG_LOGS_TABLE } from "../../../packages/sandbox/src/routes/hog-functions/rows.ts";
import { CONFIGS_TABLE } from "../../../packages/sandbox/src/routes/identity-provider-configs/rows.ts";
import { INTEGRATIONS_TABLE } from "../../../packages/sandbox/src/routes/integrations/rows.ts";
import { INVITES_TABLE } from "../../../packages/sandbox/src/routes/invites/rows.ts";
import { PLUGINS_TABLE } from "../../../packages/sandbox/src/routes/plugins/rows.ts";
import { PROXY_RECORDS_TABLE } from "../../../packages/sandbox/src/routes/proxy-records/rows.ts";
import { ROLE_MEMBERSHIPS_TABLE, ROLES_TABLE } from "../../../packages/sandbox/src/routes/roles/rows.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import type { AnyTableSpec } from "../../../packages/sandbox/src/store/store.ts";
import type { Table } from "../../../packages/sandbox/src/store/table.ts";
import type { World } from "../../../packages/sandbox/src/world.ts";

const NOW = "2030-01-01T00:00:00.000Z";

/** A sandbox without a server, whose clock stands still. */
function opened() {
  const { world, control, seeded } = openWorld({ now: NOW, seed: "example" });
  world.clock.set(Date.parse(NOW), true);
  const answered = (method: string, path: string, body?: unknown): unknown => {
    try {
      return control.call(method, path, body);
    } catch (error) {
      return String(error);
    }
  };
  return { world, control, answered, organizationId: seeded.organizationId };
}

type AnyRow = { readonly id: string };

/** The rows that a list shows, and by which of their columns it can be narrowed. */
interface Listed {
  readonly spec: AnyTableSpec | "projects";
  readonly by?: "organization" | "project";
  /** Columns of a row beside its ID and its owner. */
  readonly row?: object;
  /** What is shown of a row; by default all of it. */
  readonly shown?: (row: AnyRow) => unknown;
}

const LISTS: Readonly<Record<string, Listed>> = {
  projects: { spec: "projects", by: "organization", row: { number: 4711 } },
  invites: {
    spec: INVITES_TABLE,
    by: "organization",
    row: { target_email: "é|@b.example", created_at: NOW, level: 8 },
    shown: (row) => expect.objectContaining({ ...row, is_expired: false }),
  },
  roles: { spec: ROLES_TABLE },
  role_memberships: { spec: ROLE_MEMBERSHIPS_TABLE },
  "proxy-records": {
    spec: PROXY_RECORDS_TABLE,
    by: "organization",
    row: { root_redirect_url: null, root_redirect_supported: true },
  },
  plugins: {
    spec: PLUGINS_TABLE,
    row: { url: "https://a.example?token=secret", shown_url: "https://a.example" },
    shown: ({ shown_url: url, ...row }: AnyRow & { shown_url?: string }) => ({ ...row, url }),
  },
  "batch-exports": { spec: BATCH_EXPORTS_TABLE },
  persons: { spec: PERSONS_TABLE, by: "project", shown: (row) => ({ ...row, distinct_ids: [] }) },
  "event-deletions": {
    spec: DELETIONS_TABLE,
    row: { project: 7, created_ms: Date.parse(NOW), verified_ms: null },
    shown: ({ id }) => ({ person: id, project: 7, created_at: "2030-01-01T00:00:00Z", delete_verified_at: null }),
  },
  cohorts: { spec: COHORTS_TABLE },
  "access-controls": { spec: RULES_TABLE },
  "hog-functions": { spec: HOG_FUNCTIONS_TABLE, by: "project" },
  "identity-provider-configs": { spec: CONFIGS_TABLE, by: "organization" },
  integrations: { spec: INTEGRATIONS_TABLE },
};

/** What is read without being a list. */
const OTHERS = ["plugin-archives", "plugin-repository", "ingestion"];

const tableOf = (world: World, spec: Listed["spec"]): Table<AnyRow> =>
  // The rows of a test have only what the control plane reads of them.
  spec === "projects" ? world.store.tables.projects : world.store.table(spec);

const functionOf = (id: string, project: number): AnyRow & { readonly project: number } => ({ id, project });

/** Puts a row there, without a transaction. @returns what the table makes of it */
function placed(table: Table<AnyRow>, row: AnyRow): AnyRow {
  table.insertMany([row]);
  return table.get(row.id) ?? row;
}

const ROUTES = FAMILIES.flatMap(({ control = [] }) => control);

describe("sandboxOnly: a list of the control plane", () => {
  test("of every family is asked for here", () => {
    const read = ROUTES.filter(({ method }) => method === "GET").map(({ path }) => path);
    expect(read.toSorted()).toEqual([...Object.keys(LISTS), ...OTHERS].toSorted());
    const written = (verb: string): string[] =>
      ROUTES.flatMap(({ method, path }) => (method === verb ? [path.replace("/:id", "/*")] : [])).toSorted();
    expect(written("DELETE")).toEqual([
      "batch-exports/*",
      "identity-provider-configs/*",
      "integrations/*",
      "invites/*",
      "plugins/*",
      "projects/*",
      "proxy-records/*",
      "role_memberships/*",
      "roles/*",
    ]);
    expect(written("PUT")).toEqual([
      "ingestion",
      "plugin-archives",
      "plugin-repository",
      "proxy-record-quota",
      "users/*/shares_projects_with",
    ]);
    expect(written("POST")).toEqual([
      "access-controls",
      "approval-policies",
      "batch-exports/*/backfills",
      "batch-exports/*/logs",
      "batch-exports/*/runs",
      "change-requests",
      "cohorts",
      "guarded-objects",
      "hog-functions/*/logs",
      "integrations",
      "invites/*/accept",
      "plugins",
      "users/*/login",
    ]);
  });

  test.each(Object.entries(LISTS))("%s shows all rows, or those of one owner", (path, { spec, by, row, shown }) => {
    const { world, control } = opened();
    const table = tableOf(world, spec);
    const before = control.call("GET", path) as unknown[];
    expect(before).toHaveLength(table.count({}));
    const owners = by === "project" ? [4711, 47] : ["é|a b", "é|a?b=c"];
    const rows = owners.map((owner, index) =>
      placed(table, { id: `row|${index}`, ...row, ...(by === undefined ? {} : { [by]: owner }) }),
    );
    const all = rows.map((one) => shown?.(one) ?? one);
    expect(control.call("GET", path)).toEqual([...before, ...all]);
    if (by === undefined) return;
    for (const [index, owner] of owners.entries())
      expect(control.call("GET", `${path}?${by}=${encodeURIComponent(owner).replace("%3F", "?")}`)).toEqual([
        all[index],
      ]);
    for (const other of ["0", "row|0"])
      expect(control.call("GET", `${path}?${by}=${encodeURIComponent(other)}`)).toEqual([]);
  });
});

/** How a family names a row that isn't there. */
const WORDS: Readonly<Record<string, (id: string) => string>> = {
  projects: (id) => `project ${id}`,
  users: (id) => `user ${id}`,
  invites: (id) => `invite ${id}`,
  roles: (id) => `role ${id}`,
  "proxy-records": (id) => `proxy record ${id}`,
  plugins: (id) => `pipeline item ${id}`,
  "batch-exports": (id) => `batch export ${id}`,
  "hog-functions": () => "such hog function",
  "identity-provider-configs": (id) => `identity provider config ${id}`,
  integrations: () => "such integration",
};

const TIME = { status: "Running", start_at: null, end_at: NOW, created_at: NOW };

/** Bodies of requests that need one. */
const BODIES: Readonly<Record<string, object>> = {
  "PUT users/:id/shares_projects_with": { userIds: [] },
  "POST hog-functions/:id/logs": { message: "m" },
  "POST batch-exports/:id/runs": TIME,
  "POST batch-exports/:id/backfills": TIME,
  "POST batch-exports/:id/logs": { instance_id: "i", timestamp: NOW, level: "info", message: "m" },
};

describe("sandboxOnly: a row that isn't there", () => {
  const about = ROUTES.filter(({ path }) => path.includes("/:id") && !path.includes(":backfill_id"));

  test.each(about.map(({ method, path }) => [method, path]))("is named by %s %s", (method, path) => {
    const [place = ""] = path.split("/");
    const answer = opened().answered(method, path.replace(":id", "none%7C%C3%A9"), BODIES[`${method} ${path}`]);
    // A membership that is gone is gone.
    const isSilent = place === "role_memberships";
    expect(answer).toBe(isSilent ? false : `Error: There is no ${WORDS[place]?.("none|é")}.`);
  });

  test.each([
    ["cohorts", { name: "a" }],
    ["guarded-objects", { resource: "dashboard", id: "7" }],
    ["approval-policies", { action_key: "a" }],
    ["change-requests", { action_key: "a", resource_type: "b", expires_at: NOW }],
    ["integrations", { kind: "slack", config: {} }],
  ])("is named where it should get something: %s", (path, body) => {
    const { answered, world } = opened();
    const count = (): number => FAMILY_TABLES.reduce((sum, spec) => sum + world.store.table(spec).count({}), 0);
    const before = count();
    expect(answered("POST", path, { project: 4711, ...body })).toBe("Error: There is no project 4711.");
    expect([count(), guardedObjectsOf(world).count({})]).toEqual([before, 0]);
  });
});

/** Fields that can be changed from outside: a good value for each, and what isn't one. */
const CHANGES: Readonly<Record<string, Readonly<Record<string, readonly [good: unknown, ...bad: unknown[]]>>>> = {
  projects: {
    name: ["é|", 5],
    product_description: [null, 5],
    ingested_event: [true, "true"],
    is_generating_demo_data: [true, 1],
  },
  invites: { level: [8, "8", 1.5], first_name: ["é|", null] },
  roles: { name: ["é|", null], feature_flags_access_level: [21, "21", 0.5] },
  "proxy-records": {
    root_redirect_url: ["https://a.example", 5],
    root_redirect_supported: [false, "false"],
  },
  plugins: {
    name: [null, 5],
    description: ["é|", 5],
    plugin_type: ["custom", 5],
    is_global: [true, "true"],
    capabilities: [{ methods: ["a"] }],
    metrics: [{ a: "sum" }],
    public_jobs: [{ b: {} }],
  },
  "batch-exports": {
    name: ["é|", "", 5],
    outcome: [{ status: "Failed", error: "é" }, { status: "Failed" }, { status: "Running", error: null }],
  },
  "hog-functions": {
    type: ["legacy_destination", "destination"],
    execution_order: [0, -1, 0.5],
    name: ["é|", null],
    enabled: [false, "false"],
    deleted: [true, 1],
  },
  "identity-provider-configs": {
    name: ["é|", null],
    config_scope: [null, 5],
    oidc_issuer_url: ["https://a.example", null],
    oidc_client_secret: ["é", null],
    saml_entity_id: ["é", null],
    saml_x509_cert: ["C", null],
    scim_enabled: [true, "true"],
  },
};

describe("sandboxOnly: a change from outside", () => {
  test("is made of every kind of row that can change", () => {
    const patched = ROUTES.flatMap(({ method, path }) => (method === "PATCH" ? [path.split("/:id")] : []));
    expect([...new Set(patched.flatMap(([place = "", rest]) => (rest === "" ? [place] : [])))].toSorted()).toEqual(
      Object.keys(CHANGES).toSorted(),
    );
  });

  /** A row with another value in each column, beside another row. */
  const beside = (control: SandboxControl, world: World, place: string) => {
    const { spec = "projects", by = "organization", row } = LISTS[place] ?? {};
    const table = tableOf(world, spec);
    const columns = Object.keys(CHANGES[place] ?? {}).map((name) => [name, `old ${name}`] as const);
    const owner = { [by]: by === "project" ? 7 : "o" };
    const rest = { ...row, ...owner, timer: null, settings: {}, destination: {} };
    const whole = (id: string): AnyRow => ({ id, ...Object.fromEntries(columns), ...rest });
    const [one, other] = [placed(table, whole("one")), placed(table, whole("other"))];
    return { table, one, other };
  };

  test.each(
    Object.entries(CHANGES).flatMap(([place, fields]) =>
      Object.entries(fields).map(([name, [good, ...bad]]) => ({ place, name, good, bad })),
    ),
  )("of $place, $name, changes it alone, and takes no other value", ({ place, name, good, bad }) => {
    const { world, control, answered } = opened();
    const { table, one, other } = beside(control, world, place);
    for (const value of bad) {
      expect([value, answered("PATCH", `${place}/one`, { [name]: value })]).toEqual([
        value,
        expect.stringMatching(new RegExp(`^Error: ${name}(?:\\.\\w+)?: `, "u")),
      ]);
    }
    expect(answered("PATCH", `${place}/one`, { [name]: good, stray: 1 })).toMatch(/^Error: body: .*stray/u);
    expect(table.get("one")).toEqual(one);
    const changed = { ...one, [name]: good };
    expect(answered("PATCH", `${place}/one`, { [name]: good })).toEqual(changed);
    expect([table.get("one"), table.get("other")]).toEqual([changed, other]);
    expect(answered("PATCH", `${place}/one`, {})).toEqual(changed);
  });

  test("of a project's settings changes those that it names", () => {
    const { world, answered } = opened();
    const { projects } = world.store.tables;
    const [project] = projects.all();
    const before = project?.settings ?? {};
    const [name = ""] = Object.keys(before);
    answered("PATCH", `projects/${project?.id}`, { settings: { [name]: "é|" } });
    expect(projects.get(project?.id ?? "")).toEqual({ ...project, settings: { ...before, [name]: "é|" } });
    expect(answered("PATCH", `projects/${project?.id}`, { settings: { stray: 1 } })).toMatch(/^Error: settings/u);
  });

  test.each(["waiting", "issuing", "valid", "warning", "erroring", "deleting", "timed_out"])(
    "of a proxy record to %s is dated, and its message stays unless it is given",
    (status) => {
      const { world, answered } = opened();
      const table = tableOf(world, PROXY_RECORDS_TABLE);
      const row = { ...LISTS["proxy-records"]?.row, id: "r", organization: "o", message: "before" };
      placed(table, row);
      const dated = { ...row, status, updated_at: "2030-01-01T00:00:00Z" };
      expect(answered("PATCH", "proxy-records/r", { message: "alone" })).toEqual(row);
      expect(answered("PATCH", "proxy-records/r", { status })).toEqual(dated);
      for (const message of ["é|", null])
        expect(answered("PATCH", "proxy-records/r", { status, message })).toEqual({ ...dated, message });
      const redirect = { root_redirect_url: "https://a.example" };
      expect(answered("PATCH", "proxy-records/r", { status, ...redirect })).toEqual({
        ...dated,
        ...redirect,
        message: null,
      });
      expect(answered("PATCH", "proxy-records/r", { status: `${status}!` })).toMatch(/^Error: status: /u);
    },
  );

  test.each(ROUTES.flatMap(({ method, path }) => (method === "DELETE" ? [path.split("/")[0] ?? ""] : [])))(
    "deletes a row of %s, and no other",
    (place) => {
      const { world, control, answered } = opened();
      const { spec = "projects" } = LISTS[place] ?? {};
      const { table, one, other } = beside(control, world, place);
      const count = table.count({});
      answered("DELETE", `${place}/one`);
      // The row of an export stays, for its runs.
      const isKept = spec === BATCH_EXPORTS_TABLE;
      expect([table.count({}), table.get("other")]).toEqual([isKept ? count : count - 1, other]);
      expect(table.get("one")).toEqual(isKept ? { ...one, is_deleted: true, timer: null } : undefined);
    },
  );
});

test.each([
  ["validation_status", ["valid", "invalid", "stale"]],
  ["state", ["pending", "approved", "applied", "rejected", "expired", "failed"]],
])("sandboxOnly: a change that waits has a %s of %j, and no other", (name, words) => {
  const { world, answered } = opened();
  const project = world.store.tables.projects.all()[0]?.number;
  const change = { project, action_key: "a", resource_type: "flag", expires_at: NOW };
  for (const word of words)
    expect(answered("POST", "change-requests", { ...change, [name]: word })).toMatchObject({ ...change, [name]: word });
  for (const word of ["", "other", 5])
    expect(answered("POST", "change-requests", { ...change, [name]: word })).toMatch(
      new RegExp(`^Error: ${name}: `, "u"),
    );
});

test("sandboxOnly: a line of a function's log has its level in capitals, and the time of the sandbox", () => {
  const { world, answered } = opened();
  placed(tableOf(world, HOG_FUNCTIONS_TABLE), functionOf("f", 7));
  const line = { id: expect.any(String), project: 7, hog_function: "f", timestamp_ms: Date.parse(NOW) };
  expect(answered("POST", "hog-functions/f/logs", { message: "é|" })).toEqual({
    ...line,
    message: "é|",
    level: "INFO",
    instance_id: "",
  });
  const given = { message: "", level: "warn", instance_id: "i" };
  expect(answered("POST", "hog-functions/f/logs", given)).toEqual({ ...line, ...given, level: "WARN" });
  expect(world.store.table(HOG_LOGS_TABLE).count({})).toBe(2);
});
