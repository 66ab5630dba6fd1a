import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { ENGINES } from "../support/conformance-engine.ts";
import type { Engine } from "../support/engine-under-test.ts";
import { isInFull } from "../support/extent.ts";
import { writeProgram } from "../support/fake-tools.ts";
import { FOUNDER, startWorld, type World } from "../support/scenario-world.ts";
import { type StoredObject, terraformState } from "../support/state-files.ts";
import { type Ran, runHere } from "./run-here.ts";

const [dynamic] = ENGINES as [Engine];

/** Organizations of the account, whose list is read in pages of 100. */
const ACCOUNT = isInFull() ? 1_001 : 305;

/** An engine that only knows the locations of the states. */
const STATES = `
case "$1 $2" in
  "workspace list") ls "$STATES";;
  "state pull") cat "$STATES/$TF_WORKSPACE";;
  *) exit 1;;
esac`;

const names = Array.from({ length: 10 }, (_, index) => `org-${index + 1}`);
const folder = mkdtempSync(join(tmpdir(), "orgform-watch-fleet-"));
const ids = new Map<string, string>();
let world: World;

beforeAll(async () => {
  world = await startWorld("2026-09");
  writeProgram(join(folder, "bin"), "terraform", STATES);
  for (const name of ["module", "states"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "module/main.tf"), "");
  for (let count = 2 + names.length; count < ACCOUNT; count += 1) {
    world.sandbox.control.createOrganization({ email: FOUNDER, name: `further ${count}` });
  }
  for (const name of names) {
    const { id: organizationId } = world.sandbox.control.createOrganization({ email: FOUNDER, name });
    const inputs = { name, deletionProtection: true };
    const entry = { id: organizationId, state: { organizationId, ...inputs, stateVersion: 1 } };
    const objects: StoredObject[] = [{ resource: "Organization", name: "it", inputs, entry }];
    // The last one never ran.
    if (name !== "org-10") writeFileSync(join(folder, "states", name), terraformState(objects));
    ids.set(name, organizationId);
  }
  const lines = names.map((name) => `  - { name: ${name}, template: small, labels: { stage: prod } }`);
  const templates = "templates:\n  small: { engine: terraform, path: ./module }";
  writeFileSync(join(folder, "fleet.yaml"), [templates, "organizations:", ...lines, ""].join("\n"));
});
afterAll(async () => {
  await world.sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const watch = (...words: readonly string[]): Promise<Ran> =>
  orgform("watch", "--once", "--fleet", join(folder, "fleet.yaml"), ...words);

const history = (...words: readonly string[]): Promise<Ran> => runHere(["watch", "history", "--cwd", folder, ...words]);

interface Counted {
  readonly organizations: readonly { readonly lastRequests?: number }[];
}

const orgform = (...words: readonly string[]): Promise<Ran> =>
  runHere(words, {
    PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
    STATES: join(folder, "states"),
    ORGFORM_HOST: world.sandbox.host,
    ORGFORM_API_KEY: world.apiKey,
  });

/** How often the list of organizations was read, to tell which projects came with them. */
const listReads = (): number =>
  world.sandbox.control.requests().filter(({ path }) => /^\/api\/organizations\/\?limit=\d+$/u.test(path)).length;

test("organizations of a fleet share one read of the list of organizations, and each has a history of its own", async () => {
  world.sandbox.control.clearRequests();
  const first = await watch("--labels", "stage=prod");
  const requests = world.sandbox.control.requests().length;
  expect(listReads()).toBe(1);
  expect(first.stdout.trim().split("\n").toSorted()).toEqual([
    expect.stringMatching(/org-10 {2}can't be checked {2}Everything: It never ran, so there is nothing to compare\./u),
    ...names.slice(0, -1).map((name) => `${name}: nothing changed, no findings`),
  ]);
  expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 1, stderr: "" });
  // A read of the list for each would be eleven more for each with 1,001 organizations.
  expect(requests / (names.length - 1)).toBeLessThanOrEqual(16);
  const { organizations } = JSON.parse((await history("--format", "json")).stdout) as Counted;
  expect(organizations.reduce((sum, { lastRequests = 0 }) => sum + lastRequests, 0)).toBe(requests);
  world.sandbox.control.updateOrganization(ids.get("org-3") ?? "", { name: "Renamed" });
  const second = await watch("--only", "org-3,org-4");
  expect(second.stdout.trim().split("\n").toSorted()).toEqual([
    expect.stringMatching(/org-3 {2}new {2}Organization \S+: name: "org-3" → "Renamed"/u),
    "org-4: nothing changed, no findings",
  ]);
  const { stdout } = await history("--name", "org-3");
  expect(stdout).toMatch(/^org-3: 1 open, last look /u);
});

test("`orgform fleet drift` shares that read, too", async () => {
  world.sandbox.control.clearRequests();
  const { code } = await orgform(
    "fleet",
    "drift",
    "--file",
    join(folder, "fleet.yaml"),
    "--record",
    join(folder, "runs"),
  );
  expect(code).toBe(2);
  expect(listReads()).toBe(1);
  expect(world.sandbox.control.requests().length / (names.length - 1)).toBeLessThanOrEqual(16);
});

test("a look asks once more for each object that is missing, and for its organization, before it says so", async () => {
  const organizationId = ids.get("org-5") ?? "";
  const run = world.start(dynamic);
  const state = join(folder, "states/org-5");
  const before = JSON.parse(readFileSync(state, "utf8")) as { readonly resources: readonly object[] };
  const roles: StoredObject[] = [];
  for (const name of ["Readers", "Writers"]) {
    const { inputs } = await run.check("Role", undefined, { organizationId, name });
    roles.push({ resource: "Role", name, inputs, entry: await run.create("Role", inputs) });
  }
  const { resources } = JSON.parse(terraformState(roles)) as typeof before;
  writeFileSync(state, JSON.stringify({ ...before, resources: [...before.resources, ...resources] }));
  const requestsOf = async (): Promise<number> => {
    world.sandbox.control.clearRequests();
    expect((await watch("--only", "org-5")).code).toBe(0);
    return world.sandbox.control.requests().length;
  };
  const remove = ({ entry }: StoredObject) =>
    world.sandbox.control.call("DELETE", `roles/${String(entry.state["roleId"])}`);
  const clean = await requestsOf();
  const [readers, writers] = roles as [StoredObject, StoredObject];
  remove(readers);
  // One for who did it, one for the role, and one for its organization.
  expect(await requestsOf()).toBe(clean + 3);
  remove(writers);
  expect(await requestsOf()).toBe(clean + 4);
});

test("a flag of one stack is refused beside a fleet", async () => {
  expect(await watch("--state", "x.tfstate")).toMatchObject({
    code: 1,
    stderr: "--state is for one stack, but --fleet names many. Leave out one of them.\n",
  });
});
