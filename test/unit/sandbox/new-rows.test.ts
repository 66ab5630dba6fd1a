import { describe, expect, test } from "@jest/globals";
import { RULES_TABLE } from "../../../packages/sandbox/src/access/rules.ts";
import { FAMILIES, FAMILY_TABLES } from "../../../packages/sandbox/src/routes/all-routes.ts";
import { BATCH_EXPORTS_TABLE } from "../../../packages/sandbox/src/routes/batch-exports/rows.ts";
import { HOG_FUNCTIONS_TABLE } from "../../../packages/sandbox/src/routes/hog-functions/rows.ts";
import { openWorld } from "../../../packages/sandbox/src/sandbox.ts";
import type { AnyTableSpec } from "../../../packages/sandbox/src/store/store.ts";
import type { Table } from "../../../packages/sandbox/src/store/table.ts";

const NOW = "2030-01-01T00:00:00.000Z";
const NOW_MS = Date.parse(NOW);
const SHOWN_NOW = "2030-01-01T00:00:00Z";
const LATER = "2030-01-01T02:00:00+01:00";
const LATER_MS = NOW_MS + 3_600_000;

/** A sandbox without a server, whose clock stands still, with an export and a function. */
function opened() {
  const { world, control, seeded } = openWorld({ now: NOW });
  world.clock.set(NOW_MS, true);
  const project = world.store.tables.projects.all()[0]?.number ?? 0;
  const placed = (spec: AnyTableSpec, row: { readonly id: string; readonly project: number }): void => {
    // The rows of a test have only what the control plane reads of them.
    const table: Table<{ readonly id: string }> = world.store.table(spec);
    table.insertMany([row]);
  };
  placed(BATCH_EXPORTS_TABLE, { id: "e", project: 7 });
  placed(HOG_FUNCTIONS_TABLE, { id: "f", project: 8 });
  const count = (): number => FAMILY_TABLES.reduce((sum, spec) => sum + world.store.table(spec).count({}), 0);
  const answered = (path: string, body: object): unknown => {
    try {
      const { organizationId } = seeded;
      return control.call("POST", path, "organizationId" in body ? { ...body, organizationId } : body);
    } catch (error) {
      return String(error);
    }
  };
  return { world, count, answered, project };
}

/** What can be sent for a field: a good value, with what is stored of it if that's something else, and bad ones. */
interface Sent {
  readonly good: unknown;
  readonly stored?: object;
  readonly bad: readonly unknown[];
}
const one = (good: unknown, ...bad: readonly unknown[]): Sent => ({ good, bad });
const as = (good: unknown, stored: object, ...bad: readonly unknown[]): Sent => ({ good, stored, bad });

/** A row that can be made from outside: the least that it needs, what is stored then, and its other fields. */
interface Made {
  readonly path?: string;
  readonly least: object;
  readonly stored: object;
  readonly fields: Readonly<Record<string, Sent>>;
}

const text = one("é|", 5, null);
const open = one({ a: [1] }, "a", [1], null);
const maker = one("u", 5);
const count = (name: string): Sent => as(5, { [name]: 5 }, -1, 1.5, "5");
const time = (name: string): Sent => as(LATER, { [name]: LATER_MS }, "soon", 5, "2030-01-01");
const STATUSES = ["Starting", "Running", "Completed", "Failed", "FailedRetryable", "FailedBilling"].concat([
  "Cancelled",
  "ContinuedAsNew",
  "Terminated",
  "TimedOut",
]);
const { project } = opened();
const ofExport = { project: 7, batch_export: "e", start_ms: null, end_ms: NOW_MS, created_ms: NOW_MS };
const TIMES = { status: "Running", start_at: null, end_at: NOW, created_at: NOW };

const MADE: Readonly<Record<string, Made>> = {
  "approval-policies": {
    least: { project, action_key: "a" },
    stored: {
      project,
      action_key: "a",
      conditions: {},
      approver_config: {},
      allow_self_approve: false,
      bypass_org_membership_levels: [],
      bypass_roles: [],
      expires_after: "14 00:00:00",
      enabled: true,
      created_by: null,
      created_at: SHOWN_NOW,
    },
    fields: {
      project: one(project, String(project), 1.5),
      action_key: one("é".repeat(128), "", "é".repeat(129), 5),
      conditions: open,
      approver_config: open,
      allow_self_approve: one(true, "true", 1),
      bypass_org_membership_levels: one(["8"], "8", [8]),
      bypass_roles: one(["é|"], "r", [1]),
      expires_after: text,
      enabled: one(false, "false", 0),
      created_by: maker,
    },
  },
  "change-requests": {
    least: { project, action_key: "a", resource_type: "t", expires_at: "x" },
    stored: {
      project,
      action_key: "a",
      action_version: 1,
      validation_status: "valid",
      resource_type: "t",
      resource_id: null,
      intent: {},
      intent_display: {},
      policy_snapshot: {},
      state: "pending",
      created_by: null,
      expires_at: "x",
      created_at: SHOWN_NOW,
    },
    fields: {
      action_key: one("é|", "", 5),
      action_version: one(2, 1.5, "2"),
      resource_type: one("é|", "", 5),
      resource_id: one("7", 7),
      intent: open,
      intent_display: open,
      policy_snapshot: open,
      created_by: maker,
      expires_at: text,
    },
  },
  "batch-exports/:id/runs": {
    path: "batch-exports/e/runs",
    least: TIMES,
    stored: {
      ...ofExport,
      backfill: null,
      finished_ms: null,
      updated_ms: NOW_MS,
      status: "Running",
      records_completed: null,
      records_total_count: null,
      bytes_exported: null,
      latest_error: null,
    },
    fields: {
      start_at: time("start_ms"),
      end_at: time("end_ms"),
      created_at: time("created_ms"),
      finished_at: time("finished_ms"),
      records_completed: count("records_completed"),
      records_total_count: count("records_total_count"),
      bytes_exported: count("bytes_exported"),
      latest_error: one("é|", 5),
    },
  },
  "batch-exports/:id/backfills": {
    path: "batch-exports/e/backfills",
    least: TIMES,
    stored: { ...ofExport, status: "Running", finished_ms: null, updated_ms: NOW_MS },
    fields: {
      start_at: time("start_ms"),
      end_at: as(null, { end_ms: null }, "soon", 5),
      created_at: time("created_ms"),
      finished_at: time("finished_ms"),
    },
  },
  "batch-exports/:id/logs": {
    path: "batch-exports/e/logs",
    least: { instance_id: "", timestamp: NOW, level: "warn", message: "" },
    stored: { project: 7, batch_export: "e", instance_id: "", timestamp_ms: NOW_MS, level: "WARN", message: "" },
    fields: {
      instance_id: text,
      timestamp: time("timestamp_ms"),
      level: as("é|", { level: "É|" }, 5),
      message: text,
    },
  },
  "hog-functions/:id/logs": {
    path: "hog-functions/f/logs",
    least: { message: "" },
    stored: { project: 8, hog_function: "f", timestamp_ms: NOW_MS, message: "", level: "INFO", instance_id: "" },
    fields: { message: text, level: as("é|", { level: "É|" }, 5), instance_id: text },
  },
  cohorts: {
    least: { project, name: "a" },
    stored: { project, number: 1, name: "a", filters: null, persons: [] },
    fields: {
      project: one(project, String(project), 1.5),
      name: one("é|", "", 5),
      filters: one({ a: [1] }),
      persons: one(["a", "é|"], "a", [1]),
    },
  },
  "guarded-objects": {
    least: { project, resource: "dashboard", id: "é|" },
    stored: {
      id: JSON.stringify([project, "dashboard", "é|"]),
      project,
      resource: "dashboard",
      object: "é|",
      short_id: null,
      name: null,
      created_by: null,
      source: null,
    },
    fields: {
      project: one(project, String(project), 1.5),
      resource: as("é", { resource: "é", id: JSON.stringify([project, "é", "é|"]) }, "", 5),
      id: as("7", { object: "7", id: JSON.stringify([project, "dashboard", "7"]) }, "", 7),
      short_id: one("é|", "", 5),
      name: one("é|", "", 5),
      created_by: one("é|", "", 5),
      source: one("é|", "", 5),
    },
  },
  plugins: {
    least: { organizationId: "its own" },
    stored: {
      number: 1,
      organization: expect.any(String),
      name: null,
      description: null,
      url: null,
      shown_url: null,
      plugin_type: "source",
      is_global: false,
      capabilities: {},
      metrics: {},
      public_jobs: {},
      config_schema: {},
      icon: null,
      tag: null,
      latest_tag: null,
      files: {},
    },
    fields: {
      url: as(
        "https://a.example/é?token=x",
        { url: "https://a.example/é?token=x", shown_url: "https://a.example/é" },
        5,
      ),
      name: one("é|", 5),
      description: one("é|", 5),
      plugin_type: one("custom", 5),
      is_global: one(true, "true"),
      capabilities: one({ methods: ["a"] }),
      metrics: one({ a: "sum" }),
      public_jobs: one({ b: {} }),
    },
  },
  integrations: {
    least: { project, kind: "slack", config: {}, connection: { id: "i", name: "n" } },
    stored: {
      number: 1,
      project,
      kind: "slack",
      config: {},
      secrets: {},
      identity: "i",
      connection: { name: "n", channels: [], users: [], repositories: [], projects: [], teams: [] },
      created_at: SHOWN_NOW,
      created_by: null,
    },
    fields: {
      project: one(project, String(project), 1.5),
      kind: one("github", "", 5),
      config: one({ a: [1] }, "a", [1], null),
      connection: as(
        { id: "é|", name: "m", channels: [{ id: 7, name: "c", more: true }], teams: [{ id: "t", name: "" }] },
        {
          identity: "é|",
          connection: {
            name: "m",
            channels: [{ id: 7, name: "c", more: true }],
            users: [],
            repositories: [],
            projects: [],
            teams: [{ id: "t", name: "" }],
          },
        },
        5,
        {},
        { id: "", name: "n" },
        { id: "i", name: "" },
        { id: "i", name: "n", more: 1 },
        { id: "i", name: "n", users: "u" },
      ),
    },
  },
};

/** Routes that change something else, or are told elsewhere. */
const OTHERS = ["access-controls", "invites/:id/accept", "users/:id/login"];

/** What is said if a needed field is missing. */
const needs = (name: string): string =>
  name === "connection"
    ? "^Error: Integrations of kind slack are connected in a browser, which the sandbox can't emulate\\.$"
    : `^Error: ${name}: `;

describe("sandboxOnly: a row that is made from outside", () => {
  test("is of one of these kinds", () => {
    const paths = FAMILIES.flatMap(({ control = [] }) => control).flatMap(({ method, path }) =>
      method === "POST" ? [path] : [],
    );
    expect(paths.toSorted()).toEqual([...Object.keys(MADE), ...OTHERS].toSorted());
  });

  test.each(Object.entries(MADE))(
    "%s needs the least, and the rest is filled in",
    (kind, { path = kind, least, stored }) => {
      const { answered } = opened();
      const made = answered(path, least);
      expect(made).toEqual({ id: expect.any(String), ...stored });
      expect(answered(path, { ...least, stray: 1 })).toMatch(/^Error: body: .*stray/u);
      for (const name of Object.keys(least)) {
        const { [name]: _left, ...rest } = least as Record<string, unknown>;
        expect([name, answered(path, rest)]).toEqual([name, expect.stringMatching(needs(name))]);
      }
    },
  );

  test.each(
    Object.entries(MADE).flatMap(([kind, { path = kind, fields, least }]) =>
      Object.entries(fields).map(([name, sent]) => ({ kind, name, path, least, ...sent })),
    ),
  )("as one of $kind takes a good $name, and nothing else", ({ name, path, least, good, stored, bad }) => {
    const { answered, count: rows } = opened();
    const usual = answered(path, least) as object;
    const before = rows();
    for (const value of bad)
      expect([value, answered(path, { ...least, [name]: value })]).toEqual([
        value,
        expect.stringMatching(`^Error: ${name}(?:\\.\\w+)*: `),
      ]);
    expect(rows()).toBe(before);
    const differing = stored ?? { [name]: good };
    const others = { id: expect.anything(), number: expect.any(Number) };
    const kept = Object.fromEntries(Object.entries(others).filter(([key]) => Object.hasOwn(usual, key)));
    expect(answered(path, { ...least, [name]: good })).toEqual({ ...usual, ...kept, ...differing });
  });

  test.each(["runs", "backfills"])("as one of %s has one of these states", (what) => {
    const { answered } = opened();
    for (const status of STATUSES)
      expect(answered(`batch-exports/e/${what}`, { ...TIMES, status })).toMatchObject({ status });
    for (const status of ["", "running", "Other", 5])
      expect(answered(`batch-exports/e/${what}`, { ...TIMES, status })).toMatch(/^Error: status: /u);
  });
});

test("sandboxOnly: an access rule gets another level, or none and is gone", () => {
  const { world, answered } = opened();
  const table = world.store.table(RULES_TABLE);
  const rules: Table<{ readonly id: string }> = table;
  rules.insertMany(["r|1", "r|2"].map((id) => ({ id, access_level: "viewer" })));
  const [first] = table.all();
  expect(answered("access-controls", { id: "r|2", access_level: "é" })).toEqual({ id: "r|2", access_level: "é" });
  expect(answered("access-controls", { id: "r|2", access_level: null })).toBeUndefined();
  expect(table.all()).toEqual([first]);
  expect(answered("access-controls", { id: "r|2", access_level: null })).toBe("Error: There is no rule r|2.");
  for (const [body, name] of [
    [{ id: "r|1" }, "access_level"],
    [{ access_level: "é" }, "id"],
    [{ id: 1, access_level: "é" }, "id"],
    [{ id: "r|1", access_level: 5 }, "access_level"],
  ] as const)
    expect(answered("access-controls", body)).toMatch(new RegExp(`^Error: ${name}: `, "u"));
  expect(table.all()).toEqual([first]);
});

test("sandboxOnly: some kinds of integrations can have a connection, and its objects have an ID and a name", () => {
  const { answered } = opened();
  const connection = { id: "i", name: "n" };
  for (const kind of ["github", "jira", "linear", "slack"])
    expect(answered("integrations", { project, kind, config: {}, connection })).toMatchObject({ kind, identity: "i" });
  for (const kind of ["twilio", "Slack", "hubspot"])
    expect(answered("integrations", { project, kind, config: {}, connection })).toBe(
      "Error: Only github, jira, linear, slack can have a connection.",
    );
  for (const name of ["channels", "users", "repositories", "projects", "teams"]) {
    for (const thing of [{ id: 1.5, name: "" }, { id: 1 }, { name: "" }, { id: "a", name: 5 }])
      expect(
        answered("integrations", {
          project,
          kind: "slack",
          config: {},
          connection: { ...connection, [name]: [thing] },
        }),
      ).toMatch(new RegExp(`^Error: connection\\.${name}\\.0\\.`, "u"));
  }
});
