import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

import { driftReport } from "../support/drift-report.ts";
import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import { readState } from "../../src/cli/state/read-state.ts";
import type { DriftReport } from "../../src/app/drift/drift-report.ts";
import { ENGINES } from "../support/conformance-engine.ts";
import type { Engine } from "../support/engine-under-test.ts";
import { addMember, memberIn } from "../support/scenario-people.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { pulumiState, type StoredObject } from "../support/state-files.ts";
import { runHere } from "./run-here.ts";

jest.setTimeout(120_000);

const ANN = "ann@globex.example";
const [dynamic] = ENGINES as [Engine];

let world: World;
let projectId: string;
let roleId: string;
beforeEach(async () => {
  world = await startWorld("2026-09");
  const { organizationId } = world;
  world.settleIn(organizationId);
  addMember(world, ANN, 1);
  projectId = String(world.project(organizationId));
  roleId = String((await world.send("POST", `organizations/${organizationId}/roles/`, { name: "Builders" }))["id"]);
  const rules = `projects/${projectId}/access_controls/`;
  await world.send("PUT", rules, { access_level: "none" });
  await world.send("PUT", rules, { access_level: "admin", organization_member: memberIn(world, ANN)?.["id"] });
  const ofKind = { access_level: "viewer", resource: "dashboard", role: roleId };
  await world.send("PUT", `projects/${projectId}/resource_access_controls/`, ofKind);
});
afterEach(() => world.sandbox.close());

/** The differences in the state of a program with only the default rule. */
async function reportOnDefault(isStrict: boolean): Promise<DriftReport> {
  const run = world.start(dynamic);
  const { inputs } = await run.check("ProjectAccess", undefined, { projectId, level: "none" });
  const entry = await run.create("ProjectAccess", inputs);
  const stored: StoredObject = { resource: "ProjectAccess", name: "nobody", inputs, entry };
  const state = readState(pulumiState([stored]), "the state");
  const { host } = world.sandbox;
  return driftReport(state, { host, apiKey: world.apiKey }, new IgnoreRules("", "rules"), { isStrict });
}

const idsOf = (found: DriftReport["unmanaged"]): string[] =>
  found.map(({ resource, id }) => `${resource} ${id}`).toSorted();

test("a drift report names the rules of a project that no code declares, and what a declared one has become", async () => {
  const ofProject = `ProjectAccess ${projectId}/member:${ANN}`;
  const ofKind = `AccessControl ${projectId}/dashboard/role:${roleId}`;
  const access = (found: DriftReport): string[] => idsOf(found.unmanaged).filter((one) => one.includes("Access"));
  // The stack has only rules of projects.
  expect(access(await reportOnDefault(true))).toEqual([ofKind, ofProject]);
  const found = await reportOnDefault(false);
  expect(access(found)).toEqual([ofProject]);
  expect([found.changed, found.missing, found.unchecked]).toEqual([[], [], []]);
});

test("of a service that has no rules adopt writes none, and says that it has none", async () => {
  world.sandbox.control.setDialect("documented");
  const { text, code } = await adopt("pulumi");
  expect(code).toBe(0);
  expect(text).not.toMatch(/Access/u);
  expect(text).toContain("- `the rules of access to the project`: `this service doesn't have any`");
  expect(text).toContain("- `the rules of the project's kinds of resources`: `this service doesn't have any`");
});

test("of a service of 2025, whose rules of kinds have an older name, none are left out", async () => {
  world.sandbox.control.setDialect("2025-08");
  const { text, code } = await adopt("pulumi");
  expect(code).toBe(0);
  for (const id of [`${projectId}/default`, `${projectId}/member:${ANN}`, `${projectId}/dashboard/role:${roleId}`]) {
    expect(text).toContain(id);
  }
  expect(text).not.toMatch(/`the rules of (?:access|the project)/u);
  expect(text).toContain("- `the rules of single objects, such as of one dashboard`:");
  const { unmanaged, unlisted } = await reportOnDefault(true);
  expect(idsOf(unmanaged)).toContain(`AccessControl ${projectId}/dashboard/role:${roleId}`);
  expect(unlisted.map(({ what }) => what)).toEqual(["the rules of single objects, such as of one dashboard"]);
});

/** What `orgform adopt` writes, all files in one text. */
async function adopt(engine: string): Promise<{ text: string; stderr: string; code: number }> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-access-"));
  const { organizationId, sandbox, apiKey } = world;
  const environment = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey, ORGFORM_ORGANIZATION_ID: organizationId };
  const out = join(folder, "out");
  try {
    const { code, stderr } = await runHere(["adopt", "--for", engine, "--out", out], environment);
    const text =
      code === 0
        ? readdirSync(out)
            .map((file) => readFileSync(join(out, file), "utf8"))
            .join("\n")
        : "";
    return { text, stderr, code };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each(["pulumi", "terraform"])("adopt writes them for %s, by the id that imports each", async (engine) => {
  const { text, code } = await adopt(engine);
  expect(code).toBe(0);
  for (const id of [`${projectId}/default`, `${projectId}/member:${ANN}`, `${projectId}/dashboard/role:${roleId}`]) {
    expect(text).toContain(id);
  }
  expect(text).toMatch(/email\s*[:=]\s*"ann@globex\.example"/u);
  expect(text).toMatch(/project[-_]accesses/u);
  expect(text).toMatch(/resource\s*[:=]\s*"dashboard"/u);
});
