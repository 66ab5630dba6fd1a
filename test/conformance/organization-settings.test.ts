import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { STORY_ENGINES } from "../support/conformance-engine.ts";
import { startWorld, type World, writesOf } from "../support/scenario-world.ts";

const SETTINGS = "OrganizationSettings";

/** Refusals, before any request, of settings that need an object in the organization. */
describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  let world: World;
  beforeEach(async () => {
    world = await startWorld("2026-09");
  });
  afterEach(() => world.sandbox.close());

  /** The result of a create's preview. */
  async function preview(declared: Values): Promise<string> {
    const wanted = { organizationId: world.organizationId, ...declared };
    const checking = world.start(engine).check(SETTINGS, undefined, wanted);
    const { problems } = await checking.catch((error: unknown) => ({ problems: [String(error)] }));
    expect(writesOf(world)).toEqual([]);
    return problems.join("\n");
  }

  test.each(["documented", "2025-08"] as const)("are refused in the preview on the service of %s", async (dialect) => {
    world.sandbox.control.setDialect(dialect);
    expect(await preview({ enforceVerifiedDomains: false })).toMatch(/is too old for these settings/u);
  });

  test("name in the preview the plan feature that the enforcement needs", async () => {
    world.sandbox.control.setFeatures(world.organizationId, ["saml"]);
    expect(await preview({ enforceVerifiedDomains: false })).toBe("");
    expect(await preview({ enforceVerifiedDomains: true })).toMatch(
      /lacks the feature "automatic_provisioning".*enforce_?[vV]erified_?[dD]omains.*Change the plan/su,
    );
  });

  test("say in the service's own words that the enforcement would shut the key's account out", async () => {
    const declared = { organizationId: world.organizationId, enforceVerifiedDomains: true };
    const run = world.start(engine);
    const { inputs } = await run.check(SETTINGS, undefined, declared);
    await expect(run.create(SETTINGS, inputs)).rejects.toThrow(/would_block_self.*isn't on a verified domain/su);
  });
});
