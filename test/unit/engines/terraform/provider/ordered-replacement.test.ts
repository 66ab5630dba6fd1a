import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { resources } from "../../../../../src/catalog/resources/index.ts";
import { environmentWith } from "../../../../support/process-environment.ts";
import { fastTime } from "../../../../support/scenario-clock.ts";
import { startWorld, type World } from "../../../../support/scenario-world.ts";
import { configOf, hasErrors, type KeptObject, TerraformProcess } from "../../../../support/terraform-process.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld("2025-08");
});
afterAll(() => world.sandbox.close());

const NOTHING: KeptObject = { object: null, private: new Uint8Array() };

/** The order shows in nothing but the bytes: the engine plans the old object first, then a new one with what that plan left. */
test.each([true, false])(
  "a replacement that was ordered is refused while the object is protected (%s)",
  async (isProtected) => {
    const time = fastTime();
    const environment = environmentWith(world.keepRecords());
    const process = new TerraformProcess({
      environment,
      clock: time.driver,
      clientTime: time.client,
      definitions: resources,
    });
    await process.configure({ host: world.sandbox.host, apiKey: world.apiKey });
    const schema = process.schema("Project");
    const { organizationId } = world;
    const config = configOf(schema, {
      organizationId,
      name: `Shop | "${isProtected}"`,
      deletionProtection: isProtected,
    });
    const planned = await process.plan(schema, NOTHING, config);
    const bytes = planned.message["plannedPrivate"] as Uint8Array;
    const made = await process.apply(schema, { object: null, private: bytes }, planned.planned, config);
    const again = await process.plan(schema, made, config);
    const anew = await process.plan(
      schema,
      { object: null, private: again.message["plannedPrivate"] as Uint8Array },
      config,
    );
    expect(hasErrors(again)).toBe(false);
    expect(anew.diagnostics.map(({ detail, summary }) => /deletion_protection/u.test(summary + detail))).toEqual(
      isProtected ? [true] : [],
    );
  },
);
