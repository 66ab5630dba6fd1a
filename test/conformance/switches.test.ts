/* oxlint-disable jest/no-conditional-expect -- how a case ends is data of its table, and both ends are judged */
import { afterEach, describe, expect, test } from "@jest/globals";

import type { SandboxSettings } from "../../packages/sandbox/src/index.ts";
import type { Values } from "../../src/model/json-value.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Entry, EngineRun } from "../support/engine-under-test.ts";
import type { Row } from "../support/conformance-row.ts";
import { rowIn, ROWS } from "../support/conformance-rows.ts";
import { checked } from "../support/conformance-table.ts";
import { callWith } from "../support/functions/function-world.ts";
import { FUNCTION_ROWS } from "../support/functions/rows.ts";
import { fixtureOf, functionNamed } from "../support/functions/table.ts";
import { LONG_TIMEOUT } from "../support/scenario-faults.ts";
import { addMember, memberIn } from "../support/scenario-people.ts";
import { FOUNDER, startWorld, VERIFIED_AT, type World, writesOf } from "../support/scenario-world.ts";

type Name = keyof SandboxSettings;

const [engine] = ENGINES;
const EVE = "eve@globex.example";
const BOTH = [true, false];
const UNCHANGED = { changes: false, replaces: [] };

/** The effect of a sandbox setting on a resource's life. */
interface Concern {
  readonly resources: readonly string[];
  /** The settings that are tried; both of a switch when absent. */
  readonly values?: readonly unknown[];
  /** Applies the setting after the row's setup. */
  readonly prepare?: (world: World, value: unknown) => Promise<void> | void;
  /** The declaration instead of the full inputs. */
  readonly declare?: (full: Values) => Values;
  /** With a key that has every scope, in place of one that asks for none. */
  readonly isScoped?: true;
  /** Leads a second life after the first, under this name. */
  readonly again?: string;
  /** The settings under which the service refuses the last life, and the words that tell it. */
  readonly refuses?: { readonly under: readonly unknown[]; readonly words: RegExp };
}

/** A setting that decides how much an account sees of somebody else's objects. */
interface Sight {
  readonly seen: readonly string[];
  /** Applies the setting for Eve, who is a plain member. */
  readonly prepare: (world: World, seeded: Values) => Promise<void> | void;
}

/** For every setting: its effect, or why no resource's life depends on it. */
const SWITCHES: { readonly [name in Name]: Concern | Sight | string } = {
  asOf: { resources: ["BatchExport"], values: ["2026-09-16", "2026-09-27", "2026-09-28", "2026-10-15"] },
  rateLimit: "it is the limit that the service has; waiting for it: test/faults/transport",
  rateLimitScale: "it is the sandbox's own: how fast the time of limits passes",
  newOrganizationFeatures: "what lacks a feature is in plan-refusals.test.ts",
  pipelineItems: {
    resources: ["Plugin", "PipelineDestination", "PipelineFrontendApp", "PipelineImportApp", "PipelineTransformation"],
    refuses: { under: [false], words: /This service no longer has pipeline items/u },
  },
  emptyProjectsKeptHours: { resources: ["Project"], values: [0, 1, 48] },
  pendingProjectsListed: { resources: ["Project"] },
  pendingProjectsCount: {
    resources: ["Project"],
    prepare: ({ sandbox, organizationId }: World) => {
      sandbox.control.changeSettings({ emptyProjectsKeptHours: 48 });
      sandbox.control.updateOrganization(organizationId, { project_limit: 2 });
    },
    again: "Another shop",
    refuses: { under: [true], words: /maximum limit of allowed projects|plan allows/u },
  },
  organizationsKeptHours: { resources: ["Organization"], values: [0, 48] },
  proxyActionsTakeKeys: { resources: ["ProxyRecordValidation"], isScoped: true },
  newOrganizationsResolveMostSpecific: {
    resources: ["Organization", "ProjectAccess", "AccessControl"],
    prepare: ({ sandbox, organizationId }: World, value: unknown) =>
      void sandbox.control.updateOrganization(organizationId, {
        uses_most_specific_access_resolution: value === true ? true : null,
      }),
  },
  projectVisibilityFollowsOrder: {
    seen: ["Project", "ProjectAccess", "BatchExport", "HogFunction"],
    prepare: async (world: World, { projectId }: Values) => {
      const { id: role } = await world.send("POST", `organizations/${world.organizationId}/roles/`, { name: "In" });
      await world.send("POST", `organizations/${world.organizationId}/roles/${String(role)}/role_memberships/`, {
        user_uuid: memberIn(world, EVE)?.["user"],
      });
      await ruleOf(world, projectId, { role, access_level: "admin" });
      await ruleOf(world, projectId, { organization_member: memberIn(world, EVE)?.["id"], access_level: "none" });
    },
  },
  rootProjectsJudgedByCurrentOrganization: {
    seen: ["Project", "ProjectAccess", "AccessControl", "BatchExport", "HogFunction"],
    prepare: async (world: World, { projectId }: Values) => {
      const { control } = world.sandbox;
      const userId = String(memberIn(world, EVE)?.["user"]);
      control.addMembership({ userId, organizationId: world.otherOrganizationId, level: 8 });
      control.updateUser(userId, { currentOrganization: world.otherOrganizationId });
      await ruleOf(world, projectId, { access_level: "none" });
    },
  },
  objectDefaultsOpenKinds: {
    seen: ["AccessControl"],
    prepare: async (world: World, { projectId }: Values) => {
      const path = `projects/${String(projectId)}/`;
      await world.send("PUT", `${path}resource_access_controls/`, { resource: "dashboard", access_level: "none" });
      await world.send("PUT", `${path}dashboards/7/access_controls/`, { access_level: "viewer" });
    },
  },
  personDeletionIsQueued: "functions alone delete persons: below",
  undeclaredActionsTakeKeys: {
    resources: ["DomainVerification"],
    isScoped: true,
    refuses: { under: [false], words: /This API key isn't allowed to ask the service to check/u },
  },
  proxyRootRedirects: {
    resources: ["ProxyRecord"],
    refuses: { under: [false], words: /answered 501/u },
  },
  inviteRefusalsNameField: {
    resources: ["Invite", "Membership"],
    declare: (full) => ({ ...full, email: "ann+test@globex.example" }),
    refuses: { under: BOTH, words: /answered 400/u },
  },
  foreignInvitesAnswer: {
    resources: ["Invite", "Membership"],
    values: [400, 403],
    prepare: async (world: World) => {
      await world.addDomain(world.organizationId, "acme.example", { verified_at: VERIFIED_AT });
      world.sandbox.control.updateOrganization(world.organizationId, { enforce_verified_domains: true });
    },
    refuses: { under: [400, 403], words: /answered (?:400|403)/u },
  },
  patchKeepsMappings: { resources: ["HogFunction"] },
  latencyMs: "it is the sandbox's own: how long a request waits",
  cloud: { resources: ["Organization", "Domain"] },
  mail: { resources: ["Invite", "Membership"] },
};

const ruleOf = (world: World, projectId: unknown, body: Values): Promise<Values> =>
  world.send("PUT", `projects/${String(projectId)}/access_controls/`, body);

const rowsOf = (resources: readonly string[]): Row[] =>
  ROWS.filter(({ resource }) => resources.includes(resource)).map((row) => rowIn(row, "2026-09"));

const titleOf = ({ resource, variant }: Row): string => (variant === undefined ? resource : `${resource} (${variant})`);

let world: World;
afterEach(async () => world?.sandbox.close());

/** A process with the founder's key, or with one that has every scope. */
function start(email?: string): EngineRun {
  if (engine === undefined) throw new Error("There is no engine.");
  if (email === undefined) return world.start(engine, LONG_TIMEOUT);
  const { apiKey } = world.sandbox.control.createKey({ email, scopes: ["*"] });
  const config = { requestsPerMinute: "1000000", requestsPerHour: "1000000", ...LONG_TIMEOUT };
  return engine.start({ host: world.sandbox.host, apiKey, records: world.keepRecords(), config });
}

async function open(name: Name, value: unknown): Promise<void> {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
  world.sandbox.control.changeSettings({ [name]: value });
}

/** The account whose key leads a life, in place of the founder's own; and an input that stays. */
interface Manner {
  readonly email: string | undefined;
  readonly kept: string | undefined;
}

/** Creates, refreshes, changes, and destroys: nothing differs between, and nothing is left. */
async function lead(row: Row, seeded: Values, declared: Values, { email, kept }: Manner): Promise<void> {
  const { resource } = row;
  const making = start(email);
  const inputs = await checked(making, row, declared);
  let entry: Entry = await making.create(resource, inputs);
  await expectQuiet(row, entry, inputs, email);
  row.ripen?.(world, entry.id);
  const [field] = Object.entries(row.changes(seeded)).find(([name]) => name in declared && name !== kept) ?? [];
  if (field !== undefined) {
    const { to, wire } = row.changes(seeded)[field] ?? { to: undefined, wire: {} };
    const changing = start(email);
    const changed = await checked(changing, row, { ...declared, [field]: to }, inputs);
    expect(await changing.diff(resource, entry, changed)).toEqual({ changes: true, replaces: [] });
    entry = await start(email).update(resource, entry, changed);
    expect(row.look(world, entry.id)).toMatchObject(wire);
    await expectQuiet(row, entry, changed, email);
  }
  await start(email).delete(resource, entry);
}

/**
 * Only the refusal is reported. Objects that were created before it are in the state, from which they are destroyed.
 */
async function expectRefused({ resource }: Row, life: Promise<void>, words: RegExp): Promise<void> {
  const error = await life.catch((refusal: unknown) => refusal);
  expect(String(error)).toMatch(words);
  const left = engine?.partialOf(error);
  if (left !== undefined) await start().delete(resource, left);
}

async function expectQuiet(row: Row, entry: Entry, inputs: Values, email: string | undefined): Promise<void> {
  const read = await start(email).read(row.resource, entry);
  expect([read?.id, read?.state]).toEqual([entry.id, entry.state]);
  expect(await start(email).diff(row.resource, read ?? entry, inputs)).toEqual(UNCHANGED);
}

/** How functions end that meet a switch, with a key that has every scope. */
const CALLS: readonly (readonly [Name, unknown, string, Values | RegExp])[] = [
  ["proxyActionsTakeKeys", true, "retryProxyRecord", { status: "waiting" }],
  [
    "proxyActionsTakeKeys",
    false,
    "retryProxyRecord",
    /an admin of the organization can retry it in the organization.s settings/u,
  ],
  ["proxyActionsTakeKeys", true, "diagnoseProxyRecord", { status: "fail" }],
  [
    "proxyActionsTakeKeys",
    false,
    "diagnoseProxyRecord",
    /an admin of the organization can see the status in the organization.s settings/u,
  ],
  ["undeclaredActionsTakeKeys", true, "verifyDomain", {}],
  ["undeclaredActionsTakeKeys", false, "verifyDomain", /does not support personal API key access/iu],
  ["personDeletionIsQueued", true, "bulkDeletePersons", { queued: 1, deleted: 0 }],
  ["personDeletionIsQueued", false, "bulkDeletePersons", { queued: 0, deleted: 1 }],
];

const CONCERNS = Object.entries(SWITCHES).flatMap(([name, concern]) =>
  typeof concern === "object" && "resources" in concern ? [{ name: name as Name, ...concern }] : [],
);
const SIGHTS = Object.entries(SWITCHES).flatMap(([name, sight]) =>
  typeof sight === "object" && "seen" in sight ? [{ name: name as Name, ...sight }] : [],
);

test("the table has every switch of the sandbox", async () => {
  world = await startWorld("2026-09");
  expect(Object.keys(SWITCHES).toSorted()).toEqual(Object.keys(world.sandbox.control.settings()).toSorted());
  const known = new Set(ROWS.map(({ resource }) => resource));
  const named = [...CONCERNS.flatMap(({ resources }) => resources), ...SIGHTS.flatMap(({ seen }) => seen)];
  expect(named.filter((resource) => !known.has(resource))).toEqual([]);
});

describe.each(CONCERNS)("$name", ({ name, resources, values = BOTH, prepare, declare, isScoped, again, refuses }) => {
  const cells = rowsOf(resources).flatMap((row) => values.map((value) => [titleOf(row), value, row] as const));

  test.each(cells)("of %s is lived under as well with %s", async (_title, value, row) => {
    await open(name, value);
    const seeded = await row.setUp(world);
    await prepare?.(world, value);
    const full = row.full(seeded);
    // A project that waits for its deletion keeps its name, even a changed one.
    const manner = { email: isScoped === true ? FOUNDER : undefined, kept: again === undefined ? undefined : "name" };
    const lives = [declare?.(full) ?? full, ...(again === undefined ? [] : [{ ...full, name: again }])];
    const isRefused = refuses?.under.includes(value) === true;
    for (const [index, declared] of lives.entries()) {
      const isLast = index === lives.length - 1;
      if (!isRefused || !isLast) await lead(row, seeded, declared, manner);
    }
    const last = lives.at(-1) ?? full;
    if (refuses !== undefined && isRefused) await expectRefused(row, lead(row, seeded, last, manner), refuses.words);
    else world.sandbox.control.advanceClock(3 * 86_400);
    expect(row.count(world, last)).toBe(isRefused ? 0 : row.countAfterDelete);
  });
});

describe.each(SIGHTS)("$name", ({ name, seen, prepare }) => {
  const cells = rowsOf(seen).flatMap((row) => BOTH.map((value) => [titleOf(row), value, row] as const));

  test.each(cells)("loses nothing of %s with %s", async (_title, value, row) => {
    await open(name, value);
    addMember(world, EVE, 1);
    const seeded = await row.setUp(world);
    const declared = row.full(seeded);
    const making = start();
    const inputs = await checked(making, row, declared);
    const entry = await making.create(row.resource, inputs);
    const projectId = entry.state["projectId"];
    await prepare(world, { ...seeded, projectId });
    const held = row.look(world, entry.id);
    world.sandbox.control.clearRequests();
    // Eve either sees the object unchanged, or gets the reason.
    const read = await start(EVE)
      .read(row.resource, entry)
      .catch((error: unknown) => String(error));
    if (typeof read === "string") expect(read).toMatch(/may still exist|don't have access|do not have \w+ access/u);
    else expect(read).toMatchObject({ id: entry.id, state: entry.state });
    const said = await start(EVE)
      .delete(row.resource, entry)
      .then(() => "deleted", String);
    const isThere = row.look(world, entry.id) !== undefined;
    expect([said === "deleted", said]).toEqual([!isThere, said]);
    if (!isThere) return;
    expect([writesOf(world).filter(({ status }) => status === 204), row.look(world, entry.id)]).toEqual([[], held]);
    await expectQuiet(row, entry, inputs, undefined);
  });
});

describe("functions", () => {
  const fixture = fixtureOf("2026-09");

  test.each(CALLS)("%s set to %s: %s", async (name, value, called, expected) => {
    const { sandbox, seeded, context } = fixture();
    sandbox.control.changeSettings({ [name]: value });
    const args =
      called === "bulkDeletePersons"
        ? { projectId: seeded.projectId, distinctIds: ["bob"] }
        : FUNCTION_ROWS[called]?.args(seeded);
    const ended = await callWith(functionNamed(called), args ?? {}, context({ scopes: ["*"] })).catch(String);
    if (expected instanceof RegExp) expect(ended).toMatch(expected);
    else expect(ended).toMatchObject(expected);
  });
});
