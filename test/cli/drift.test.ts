import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { driftReport } from "../../src/cli/commands/drift.ts";
import { IgnoreRules } from "../../src/cli/drift/ignore.ts";
import type { DriftReport } from "../../src/cli/drift/report.ts";
import { readState } from "../../src/state-readers/read-state.ts";
import { ENGINES, type Engine } from "../support/conformance-engine.ts";
import { DIALECTS } from "../support/dialects.ts";
import { startWorld, VERIFIED_AT, type World, writesOf } from "../support/scenario-world.ts";
import { pulumiState, type StoredObject, terraformState } from "../support/state-files.ts";

jest.setTimeout(120_000);

const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIBdrift\n-----END CERTIFICATE-----";

/** What a program declares, in its order. */
const declaredIn = ({ organizationId }: World) =>
  [
    ["Domain", "acme", { domain: "drift.example", samlEntityId: "urn:acme", samlX509Cert: CERTIFICATE }],
    ["Domain", "gone", { domain: "gone.example" }],
    ["Role", "readers", { name: "Readers", featureFlagsAccessLevel: "view" }],
    ["Invite", "ann", { email: "ann@drift.example", level: "member" }],
    ["Project", "web", { name: "Web", productDescription: "A shop" }],
  ].map(([resource, name, inputs]) => ({
    resource: String(resource),
    name: String(name),
    inputs: { organizationId, ...(inputs as object) },
  }));

async function apply(world: World, engine: Engine): Promise<StoredObject[]> {
  const run = world.start(engine);
  const stored: StoredObject[] = [];
  for (const { resource, name, inputs: declared } of declaredIn(world)) {
    const { inputs, problems } = await run.check(resource, undefined, declared);
    expect(problems).toEqual([]);
    stored.push({ resource, name, inputs, entry: await run.create(resource, inputs) });
  }
  return stored;
}

const settingsOf = ({ sandbox, apiKey }: World) => ({ host: sandbox.host, apiKey });

const reportOn = (world: World, state: string, rules = ""): Promise<DriftReport> =>
  driftReport(readState(state, "the state"), settingsOf(world), new IgnoreRules(rules, "rules"));

/** What exists before any program: the founder, the first project of the organization, its domain and role. */
const OTHERS =
  "Member *\nProject Default*\nProject *website*\nDomain acme.*\nDomain *\nRole *\nPlugin *\nBatchExport *";

describe.each(DIALECTS)("orgform drift with the %s dialect", (dialect) => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld(dialect);
    world.settleIn(world.organizationId);
  });
  afterEach(() => world.sandbox.close());

  test("try", async () => {
    const [dynamic] = ENGINES as [Engine];
    const stored = await apply(world, dynamic);
    const clean = await reportOn(world, pulumiState(stored));
    console.log(JSON.stringify(clean, null, 1));
  });
});
