import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { policyOf, RULES } from "../../../../packages/policy/src/index.ts";
import { DEFAULT_WATCH_FILE } from "../../../../packages/watch/src/index.ts";
import type { Settings } from "../../../../src/app/settings.ts";
import { IgnoreRules } from "../../../../src/cli/drift/ignore.ts";
import { SharedSessions } from "../../../../src/cli/fleet/shared-sessions.ts";
import { readState, type RecordedStack } from "../../../../src/cli/state/read-state.ts";
import { type StackToWatch, watchedStack } from "../../../../src/cli/watch/watched-stack.ts";
import { FOUNDER, NO_LIMITS, startWorld, type World } from "../../../support/scenario-world.ts";
import { terraformState } from "../../../support/state-files.ts";

let world: World;
let settings: Settings;
let state: RecordedStack;

beforeAll(async () => {
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
  settings = {
    host: world.sandbox.host,
    apiKey: world.apiKey,
    requestsPerMinute: Number(NO_LIMITS.requestsPerMinute),
    requestsPerHour: Number(NO_LIMITS.requestsPerHour),
  };
  const { organizationId } = world;
  const role = await world.send("POST", `organizations/${organizationId}/roles/`, { name: "Lesers|é" });
  const roleId = String(role["id"]);
  const inputs = { organizationId, name: "Readers" };
  const entry = { id: `${organizationId}/${roleId}`, state: { ...inputs, roleId, stateVersion: 1 } };
  state = readState(terraformState([{ resource: "Role", name: "readers", inputs, entry }]), "it");
});
afterAll(() => world.sandbox.close());

const watched = (further: Partial<StackToWatch> = {}) =>
  watchedStack({
    name: "acme",
    file: DEFAULT_WATCH_FILE,
    labels: { stage: "prod" },
    budget: { name: "key", requestsPerHour: 4_000 },
    place: async () => ({ state, settings }),
    ignored: IgnoreRules.read(tmpdir(), undefined),
    isStrict: false,
    timeoutSeconds: 60,
    policy: undefined,
    ...further,
  });

const { signal } = new AbortController();

/** A policy of these rules alone. */
const only = (rules: Readonly<Record<string, string>>): StackToWatch["policy"] => {
  const all = RULES.map(({ id }) => `${id}: ${rules[id] ?? "off"}`);
  return { policy: policyOf("p.yaml", `rules: { ${all.join(", ")} }`), file: "p.yaml" };
};

const NO_SECOND_FACTOR = () => ({
  type: "finding",
  kind: "policy",
  severity: "note",
  resource: "Organization",
  id: world.organizationId,
  name: "Acme",
  field: "enforce2fa",
  rule: "second-factor-enforced",
  expected: "true",
  found: "not set",
});

test("a stack is watched under its name, labels, and budget, and has the revision of its state", async () => {
  const one = watched();
  expect(one).toMatchObject({
    name: "acme",
    labels: { stage: "prod" },
    budget: { name: "key", requestsPerHour: 4_000 },
  });
  expect(await one.revision?.(signal)).toBe("x/1");
});

test("a look compares the state with the service, in the severities of the watch file, and counts its requests", async () => {
  world.sandbox.control.clearRequests();
  const found = await watched({
    file: { ...DEFAULT_WATCH_FILE, severities: { changed: "error", unmanaged: "warning", unchecked: "note" } },
  }).look(signal);
  expect(found).toEqual({
    revision: "x/1",
    findings: [
      {
        type: "finding",
        kind: "changed",
        severity: "error",
        resource: "Role",
        id: state.objects[0]?.id,
        name: "orgform_role.readers",
        field: "name",
        expected: '"Readers"',
        found: '"Lesers|é"',
      },
      {
        type: "finding",
        kind: "unmanaged",
        severity: "warning",
        resource: "Project",
        id: `${world.organizationId}/1`,
        name: "Default project",
      },
    ],
    gaps: [],
    requests: world.sandbox.control.requests().length,
  });
});

test("a strict look also finds what the service created, but nothing that the rules leave out", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orgform-watched-"));
  try {
    writeFileSync(join(folder, ".orgformignore"), "Project *\n");
    const ignored = IgnoreRules.read(folder, undefined);
    const { findings, gaps } = await watched({ ignored, isStrict: true }).look(signal);
    expect(findings.map(({ kind, name }) => [kind, name])).toEqual([
      ["changed", "orgform_role.readers"],
      ["unmanaged", "GeoIP"],
      ["unmanaged", "founder@acme.example"],
    ]);
    expect(gaps).toMatchObject([{ source: "drift", severity: "warning", resource: "AccessControl", isSilent: true }]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a look with rules adds what they find, by what the state says that code declares", async () => {
  const roles = `organizations/${world.organizationId}/roles/`;
  const { id } = await world.send("POST", roles, { name: "By hand" });
  const policy = only({ "second-factor-enforced": "note", "managed-by-code": "error" });
  const { findings, gaps } = await watched({ policy }).look(signal);
  await world.send("DELETE", `${roles}${String(id)}/`);
  expect(findings.filter(({ kind }) => kind === "policy")).toEqual([
    expect.objectContaining({ rule: "managed-by-code", severity: "error", name: "By hand" }),
    NO_SECOND_FACTOR(),
  ]);
  expect(gaps).toEqual([]);
});

test("a look with rules adds what nobody can tell", async () => {
  const { apiKey } = world.sandbox.control.createKey({ email: FOUNDER, scopes: ["organization:read"] });
  const place = async () => ({ state, settings: { ...settings, apiKey } });
  const { findings, gaps } = await watched({ place, policy: only({ "owners-count": "error" }) }).look(signal);
  expect(findings.filter(({ kind }) => kind === "policy")).toEqual([]);
  expect(gaps.at(-1)).toMatchObject({ source: "policy", severity: "error", rule: "owners-count", isSilent: false });
});

test.each([
  [{}, "warning"],
  [{ unchecked: "error" as const }, "error"],
])("the rules tell nothing of an organization that can't be read, with severities %j", async (severities, severity) => {
  const elsewhere = "01950000-0000-7000-8000-000000000007";
  const entry = {
    id: `${elsewhere}/r1`,
    state: { organizationId: elsewhere, name: "x", roleId: "r1", stateVersion: 1 },
  };
  const stored = { resource: "Role", name: "x", inputs: {}, entry };
  const both = readState(terraformState([stored]), "it");
  const { findings, gaps } = await watched({
    file: { ...DEFAULT_WATCH_FILE, severities },
    place: async () => ({ state: { ...both, objects: [...state.objects, ...both.objects] }, settings }),
    policy: only({ "second-factor-enforced": "note" }),
  }).look(signal);
  expect(findings.filter(({ kind }) => kind === "policy")).toEqual([NO_SECOND_FACTOR()]);
  expect(gaps.filter(({ source }) => source === "policy")).toEqual([
    {
      type: "gap",
      source: "policy",
      severity,
      reason: `There is no Organization ${elsewhere}\nThere is no Organization with that ID or name, or this API key can't see it.`,
      isSilent: false,
    },
  ]);
});

test("the rules don't judge by a state of a newer version", async () => {
  const newer = { ...state, unknown: ["orgform_castle.one"] };
  const { gaps } = await watched({
    place: async () => ({ state: newer, settings }),
    policy: only({ "second-factor-enforced": "note" }),
  }).look(signal);
  expect(gaps.filter(({ source }) => source === "policy")).toMatchObject([
    { reason: expect.stringMatching(/^The state has the resource orgform_castle\.one, which this version/u) },
  ]);
});

test("a look tells what it didn't reach within its time, and nothing at all if it is ended", async () => {
  const { findings, gaps } = await watched({ timeoutSeconds: 0.001 }).look(signal);
  expect(findings).toEqual([]);
  expect(gaps[0]?.reason).toMatch(/^The comparison didn't finish within 0\.001 s\n/u);
  await expect(watched().look(AbortSignal.abort(new Error("ended")))).rejects.toThrow(new Error("ended"));
});

test("looks at several organizations share what they read, and leave the shared sessions open", async () => {
  const sessions = new SharedSessions(() => 0);
  const requestsOf = async (...all: readonly Partial<StackToWatch>[]): Promise<number> => {
    let sum = 0;
    for (const one of all) sum += (await watched(one).look(signal)).requests ?? 0;
    return sum;
  };
  const alone = await requestsOf({ name: "a" });
  expect(await requestsOf({ name: "a" }, { name: "b" })).toBe(2 * alone);
  expect(await requestsOf({ name: "a", sessions }, { name: "b", sessions })).toBeLessThan(2 * alone);
  // Nothing that the same organization read before counts for another look at it.
  expect(await requestsOf({ name: "b", sessions })).toBe(alone);
  await sessions.close();
});
