import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { organization } from "../../src/catalog/resources/organization/organization.ts";
import { ENGINES, STORY_ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun } from "../support/engine-under-test.ts";
import { NewestService } from "../support/newest-service.ts";
import { type World, writesOf } from "../support/scenario-world.ts";

const ORGANIZATION = "Organization";

const open: World[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.sandbox.close();
});

/** Organizations on a service that deletes in its own time, asks for plan features, and only shows some settings. */
describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  let stage: NewestService;
  let world: World;
  beforeEach(async () => {
    stage = await NewestService.open(engine, ORGANIZATION);
    ({ world } = stage);
    world.sandbox.control.setClock("2026-09-22T10:00:00Z", true);
  });
  afterEach(() => world.sandbox.close());

  const start = (): EngineRun => stage.start();
  const create = (declared: Values) => stage.create({ deletionProtection: false, ...declared });
  const said = (): string => stage.said();

  test("destroys what the service goes on showing, and makes a new one of that name beside it", async () => {
    const { entry } = await create({ name: "Globex" });
    await start().delete(ORGANIZATION, entry);
    expect(said()).toMatch(/Organization .* is being deleted\. The service deletes it.*asynchronously/su);
    expect(await start().read(ORGANIZATION, entry)).toBeUndefined();
    const { entry: next } = await create({ name: "Globex" });
    expect(next.id).not.toBe(entry.id);
    await expect(start().delete(ORGANIZATION, entry)).resolves.toBeUndefined();
    expect(writesOf(world).map(({ method, status }) => `${method} ${status}`)).toEqual([
      "POST 201",
      "DELETE 204",
      "POST 201",
      "DELETE 400",
    ]);
    await expect(create({ name: "Globex", adopt: entry.id })).rejects.toThrow(/is being removed/u);
  });

  test("knows one that is not the current one, and one that the service has removed since", async () => {
    const { entry } = await create({ name: "Globex" });
    world.settleIn(world.organizationId);
    await start().delete(ORGANIZATION, entry);
    expect(said()).toMatch(/is being deleted/u);
    world.sandbox.control.advanceClock(60);
    expect(await start().read(ORGANIZATION, entry)).toBeUndefined();
    await expect(start().delete(ORGANIZATION, entry)).resolves.toBeUndefined();
  });

  test("keeps what the service only shows, warns while it differs, and says nothing while it does not", async () => {
    const declared = { name: "Globex", isMemberJoinEmailEnabled: false };
    const { entry, inputs } = await create(declared);
    expect(entry.state).toMatchObject({ ...declared, withoutEffect: ["isMemberJoinEmailEnabled"] });
    const run = start();
    expect(await run.diff(ORGANIZATION, entry, inputs)).toEqual({ changes: false, replaces: [] });
    const preview = run.messages.map(({ text }) => text).join("\n");
    expect(preview).toMatch(/Without effect for .*is_?[mM]ember_?[jJ]oin_?[eE]mail_?[eE]nabled/u);
    const read = await start().read(ORGANIZATION, entry);
    expect(read?.inputs).toEqual(inputs);
    const renamed = { ...inputs, name: "Globex Industries" };
    expect((await start().update(ORGANIZATION, entry, renamed)).state).toMatchObject(renamed);
    stage.forget();
    const { entry: same } = await create({ name: "Initech", isMemberJoinEmailEnabled: true });
    expect([same.state["withoutEffect"] ?? null, said()]).toEqual([null, ""]);
  });

  test("moves with the service: what was set stays in state, what was without effect is set", async () => {
    world.sandbox.control.setDialect("2025-08");
    const declared = { name: "Globex", isMemberJoinEmailEnabled: false, defaultAnonymizeIps: true };
    const { entry, inputs } = await create(declared);
    expect(entry.state["withoutEffect"]).toEqual(["defaultAnonymizeIps"]);
    world.sandbox.control.setDialect("2026-09");
    const read = await start().read(ORGANIZATION, entry);
    expect(read?.state).toMatchObject({ isMemberJoinEmailEnabled: false, defaultAnonymizeIps: false });
    const after = await start().update(ORGANIZATION, read ?? entry, inputs);
    expect(world.organization(entry.id)).toMatchObject({ default_anonymize_ips: true });
    expect(after.state).toMatchObject(declared);
    expect(after.state["withoutEffect"] ?? null).toBeNull();
  });

  test("sets the logo of a new organization after it was made, and changes it", async () => {
    const [logo, other] = [world.sandbox.control.createMedia().id, world.sandbox.control.createMedia().id];
    const { entry, inputs } = await create({ name: "Globex", logoMediaId: logo });
    expect(entry.state).toMatchObject({ logoMediaId: logo });
    const after = await start().update(ORGANIZATION, entry, { ...inputs, logoMediaId: other });
    expect([after.state["logoMediaId"], world.organization(entry.id)?.["logo_media_id"]]).toEqual([other, other]);
    expect(writesOf(world).map(({ method, status }) => `${method} ${status}`)).toEqual([
      "POST 400",
      "POST 201",
      "PATCH 200",
      "PATCH 200",
    ]);
  });

  test("names in the preview the plan feature that a setting needs", async () => {
    const { entry, inputs } = await create({ name: "Globex" });
    world.sandbox.control.setFeatures(entry.id, ["saml"]);
    const preview = start().diff(ORGANIZATION, entry, { ...inputs, membersCanSeeOrgMembers: false });
    await expect(preview).rejects.toThrow(
      /lacks the feature "organization_security_settings".*members_?[cC]an_?[sS]ee_?[oO]rg_?[mM]embers.*Change the plan/su,
    );
    const free = start().diff(ORGANIZATION, entry, { ...inputs, defaultAnonymizeIps: true });
    await expect(free).resolves.toMatchObject({ changes: true });
  });
});

/** No real engine imports with the dynamic provider. */
const IMPORTING = ENGINES.filter(({ name }) => name !== "pulumi-dynamic");

test.each(IMPORTING.map((engine) => [engine.name, engine] as const))(
  "an import with %s leaves alone what newer services begin with",
  async (_name, engine) => {
    const stage = await NewestService.open(engine, ORGANIZATION);
    open.push(stage.world);
    const { entry, inputs } = await stage.create({ name: "Globex" });
    const begun = { is_ai_data_processing_approved: true, is_ai_training_opted_in: true };
    expect(stage.world.organization(entry.id)).toMatchObject(begun);
    const imported = (await stage.start().find(ORGANIZATION, entry.id)) ?? { ...entry, inputs };
    expect(imported.inputs).not.toHaveProperty("isAiDataProcessingApproved");
    expect(imported.inputs).not.toHaveProperty("isAiTrainingOptedIn");
    // The values that the engine compares with the program.
    const state = Object.fromEntries(
      Object.entries(imported.state).filter(([name]) => name in imported.inputs || !(name in organization.inputs)),
    );
    const taken = { id: imported.id, state };
    expect(await stage.start().diff(ORGANIZATION, taken, inputs)).toEqual({ changes: false, replaces: [] });
    // Whoever names one has it, and nothing is sent.
    const named = await stage.start().update(ORGANIZATION, taken, { ...inputs, isAiTrainingOptedIn: true });
    expect(named.state).toMatchObject({ isAiTrainingOptedIn: true });
    expect(writesOf(stage.world).map(({ method }) => method)).toEqual(["POST"]);
  },
);
