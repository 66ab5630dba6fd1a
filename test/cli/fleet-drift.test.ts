import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";

import type { FleetDrift } from "../../src/cli/fleet/drift/fleet-drift.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Engine, EngineRun } from "../support/engine-under-test.ts";
import { isInFull, testInFull } from "../support/extent.ts";
import { writeProgram } from "../support/fake-tools.ts";
import { FOUNDER, startWorld, type World } from "../support/scenario-world.ts";
import { type StoredObject, terraformState } from "../support/state-files.ts";
import { type Finished, runOrgform } from "./spawn-orgform.ts";

jest.setTimeout(300_000);

/** By day the organizations around those with differences. */
const NUMBER = isInFull() ? 100 : 40;
const TERRAFORM = ENGINES[2] as Engine;

/** A minute of the limits takes a second. */
const TIME_SCALE = 60;

/** An engine that only knows the locations of the states. */
const STATES = `
case "$1 $2" in
  "workspace list") ls "$STATES";;
  "state pull") cat "$STATES/$TF_WORKSPACE";;
  *) exit 1;;
esac`;

/** Seven organizations with one difference each. The others have none. */
const PLANTED = ["org-3", "org-7", "org-19", "org-22", "org-28", "org-31", "org-39"] as const;

const folder = mkdtempSync(join(tmpdir(), "orgform-fleet-drift-"));
const names = Array.from({ length: NUMBER }, (_, index) => `org-${index + 1}`);
let world: World;

/** An organization as an `up` left it; those in which a difference is planted have a role and a domain, too. */
async function bringUp(name: string, run: EngineRun): Promise<StoredObject[]> {
  const { id: organizationId } = world.sandbox.control.createOrganization({ email: FOUNDER, name });
  const inputs = { name, deletionProtection: true };
  const entry = { id: organizationId, state: { organizationId, ...inputs, stateVersion: 1 } };
  const objects: StoredObject[] = [{ resource: "Organization", name: "it", inputs, entry }];
  if (!(PLANTED as readonly string[]).includes(name)) return objects;
  for (const [resource, declared] of [
    ["Role", { name: "Readers", featureFlagsAccessLevel: "view" }],
    ["Domain", { domain: `${name}.example` }],
  ] as const) {
    const checked = await run.check(resource, undefined, { organizationId, ...declared });
    const made = await run.create(resource, checked.inputs);
    objects.push({ resource, name: resource.toLowerCase(), inputs: checked.inputs, entry: made });
  }
  return objects;
}

/** What people do behind the back of the programs. */
async function meddle(stored: ReadonlyMap<string, readonly StoredObject[]>): Promise<void> {
  const { control } = world.sandbox;
  const idOf = (name: string, resource: string): string =>
    stored
      .get(name)
      ?.find((one) => one.resource === resource)
      ?.entry.id.split("/")
      .at(-1) ?? "";
  const [renamed, raised, raisedToo, closed, lost, added, joined] = PLANTED;
  control.updateOrganization(idOf(renamed, "Organization"), { name: "Renamed" });
  for (const name of [raised, raisedToo]) {
    control.call("PATCH", `roles/${idOf(name, "Role")}`, { feature_flags_access_level: 37 });
  }
  control.deleteDomain(idOf(closed, "Domain"));
  await world.send("DELETE", `organizations/${idOf(lost, "Organization")}/roles/${idOf(lost, "Role")}/`);
  await world.addDomain(idOf(added, "Organization"), "theirs.example");
  await world.send("POST", `organizations/${idOf(joined, "Organization")}/roles/`, { name: "Theirs" });
}

beforeAll(async () => {
  world = await startWorld("documented");
  writeProgram(join(folder, "bin"), "terraform", STATES);
  for (const name of ["module", "states"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "module/main.tf"), "");
  writeFileSync(join(folder, "ignored"), "Membership *\nProject *\n");
  const run = world.start(TERRAFORM);
  const stored = new Map<string, StoredObject[]>();
  for (const name of names) {
    const objects = await bringUp(name, run);
    writeFileSync(join(folder, "states", name), terraformState(objects));
    stored.set(name, objects);
  }
  await meddle(stored);
  const lines = names.map((name) => `  - { name: ${name}, template: small }`);
  const templates = "templates:\n  small: { engine: terraform, path: ./module }";
  writeFileSync(join(folder, "fleet.yaml"), [templates, "organizations:", ...lines, "parallel: 8", ""].join("\n"));
});

afterAll(async () => {
  await world.sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

function drift(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const args = ["fleet", "drift", "--file", join(folder, "fleet.yaml"), "--ignore", join(folder, "ignored")];
  return runOrgform([...args, "--format", "json", ...words], [], {
    PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
    STATES: join(folder, "states"),
    ORGFORM_HOST: world.sandbox.host,
    ORGFORM_API_KEY: world.apiKey,
    // Only the ledger holds them up, whose minute is a second.
    ORGFORM_REQUESTS_PER_MINUTE: "1000000",
    ORGFORM_REQUESTS_PER_HOUR: "1000000",
    ORGFORM_FLEET_TIME_SCALE: String(TIME_SCALE),
    ...environment,
  });
}

test("seven differences in many organizations are all that is said", async () => {
  world.sandbox.control.clearRequests();
  const { code, stdout, stderr } = await drift([]);
  const report = JSON.parse(stdout) as FleetDrift;
  const [renamed, raised, raisedToo, closed, lost, added, joined] = PLANTED;
  expect(report).toMatchObject({ outcome: "drift", looked: NUMBER, clean: NUMBER - PLANTED.length });
  expect(report.organizations.map(({ name }) => name)).toEqual(PLANTED);
  const found = report.kinds.map(({ kind, resource, properties, objects, organizations }) => [
    kind,
    [resource, ...properties].join(" "),
    objects,
    organizations,
  ]);
  expect(found).toEqual([
    ["changed", "Role featureFlagsAccessLevel", 2, [raised, raisedToo]],
    ["changed", "Organization name", 1, [renamed]],
    ["missing", "Domain", 1, [closed]],
    ["missing", "Role", 1, [lost]],
    ["unmanaged", "Domain", 1, [added]],
    ["unmanaged", "Role", 1, [joined]],
  ]);
  expect([code, stderr]).toEqual([2, ""]);
});

/** Enough for more than a minute's requests, twice. */
const SOME = ["--only", names.slice(0, 25).join(",")];

const refused = (): number => world.sandbox.control.requests().filter(({ status }) => status === 429).length;

testInFull("two looks at the drift beside each other stay within one budget", async () => {
  const { control } = world.sandbox;
  control.changeSettings({ rateLimit: true, rateLimitScale: TIME_SCALE });
  control.clearRequests();
  const looks = await Promise.all([drift(SOME), drift(SOME)]);
  expect(looks.map(({ code }) => code)).toEqual([2, 2]);
  expect(refused()).toBe(0);
  expect(control.requests().length).toBeGreaterThan(480);
  for (const { stdout } of looks) expect(JSON.parse(stdout)).toMatchObject({ looked: 25, clean: 21 });
});

testInFull("with a record of its own each would be refused: the story above could fail", async () => {
  const { control } = world.sandbox;
  // No minute passes, so no machine is too slow to exceed a limit.
  control.setClock("2026-11-23T00:00:00Z", true);
  control.clearRequests();
  await Promise.all(
    ["one", "other"].map((name) =>
      drift([...SOME, "--record", join(folder, name, "runs.sqlite")], { ORGFORM_RETRY_BUDGET_SECONDS: "0" }),
    ),
  );
  expect(refused()).toBeGreaterThan(0);
});
