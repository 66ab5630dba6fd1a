import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import type { Values } from "../../src/model/json-value.ts";
import { STORY_ENGINES } from "../support/conformance-engine.ts";
import type { EngineRun } from "../support/engine-under-test.ts";
import { NewestService } from "../support/newest-service.ts";
import { type World, writesOf } from "../support/scenario-world.ts";

const PROJECT = "Project";

/** Projects on a service that keeps deleted ones with their names, and that has other settings than an older one. */
describe.each(STORY_ENGINES.map((engine) => [engine.name, engine] as const))("%s", (_name, engine) => {
  let stage: NewestService;
  let world: World;
  beforeEach(async () => {
    stage = await NewestService.open(engine, PROJECT);
    ({ world } = stage);
    world.sandbox.control.changeSettings({ emptyProjectsKeptHours: 48 });
  });
  afterEach(() => world.sandbox.close());

  const start = (): EngineRun => stage.start();
  const create = (declared: Values) =>
    stage.create({ organizationId: world.organizationId, deletionProtection: false, ...declared });
  const said = (): string => stage.said();
  const namesHeld = (): unknown[] =>
    (world.sandbox.control.call("GET", `projects?organization=${world.organizationId}`) as Values[]).map(
      (row) => row["name"],
    );

  test("destroys at once what the service keeps for two days, says so, and takes it for deleted", async () => {
    const { entry } = await create({ name: "Shop" });
    await start().delete(PROJECT, entry);
    expect(said()).toMatch(/is being deleted\. The service keeps it and its name until 20\d\d-.*cancel the deletion/su);
    expect(await start().read(PROJECT, entry)).toBeUndefined();
    await expect(start().delete(PROJECT, entry)).resolves.toBeUndefined();
    expect(writesOf(world).map(({ method, status }) => `${method} ${status}`)).toEqual([
      "POST 201",
      "DELETE 204",
      "DELETE 400",
    ]);
  });

  test("says of a name that a deleted project keeps who has it and what to do, and has it when it is free", async () => {
    const { entry } = await create({ name: "Shop" });
    await start().delete(PROJECT, entry);
    await expect(create({ name: "Shop" })).rejects.toThrow(
      /Project "Shop" is taken\n.*being deleted.*for two days.*cancel the deletion.*set `release_?[nN]ame[:= ]+true`/su,
    );
    world.sandbox.control.advanceClock(48 * 3_600);
    expect((await create({ name: "Shop" })).entry.id).not.toBe(entry.id);
  });

  test("names the project that has the name, and the time, where it deleted it itself or the list shows it", async () => {
    const { entry } = await create({ name: "Shop" });
    const run = start();
    await run.delete(PROJECT, entry);
    const { inputs } = await run.check(PROJECT, undefined, { organizationId: world.organizationId, name: "Shop" });
    const words = new RegExp(`The project ${entry.id.split("/")[1]} has the name.*keeps both until 20`, "su");
    await expect(run.create(PROJECT, inputs)).rejects.toThrow(words);
    world.sandbox.control.changeSettings({ pendingProjectsListed: true });
    await expect(create({ name: "Shop" })).rejects.toThrow(words);
  });

  test("releases the name of a project before it deletes it, once, also when it is killed in between", async () => {
    const { entry } = await create({ name: "Shop", releaseName: true });
    world.sandbox.control.addFault({ kind: "status", status: 403, method: "DELETE", times: 1 });
    await expect(start().delete(PROJECT, entry)).rejects.toThrow(/403/u);
    const released = `Shop (deleted ${entry.id.split("/")[1]})`;
    expect(namesHeld()).toContain(released);
    const seen = await start().read(PROJECT, entry);
    await start().delete(PROJECT, seen ?? entry);
    expect(namesHeld()).toContain(released);
    expect((await create({ name: "Shop" })).entry.id).not.toBe(entry.id);
  });

  test("explains a name that differs in its capitals alone with `adopt`", async () => {
    const other = await world.send("POST", `organizations/${world.organizationId}/projects/`, { name: "SHOP" });
    const id = `${world.organizationId}/${String(other["id"])}`;
    await expect(create({ name: "Shop" })).rejects.toThrow(
      new RegExp(`Project "Shop" is taken\\n.*${id} is called "SHOP".*set \`adopt[:= ]+"${id}"`, "su"),
    );
    expect((await create({ name: "Shop", adopt: id })).entry.id).toBe(id);
    expect(namesHeld()).toContain("Shop");
  });

  test("keeps settings that the service does not have, warns of them, and sets them where it has them", async () => {
    world.sandbox.control.setDialect("2025-08");
    const declared = { name: "Shop", tags: ["web"], slackIncomingWebhook: "https://hooks.example/1" };
    const { entry, inputs } = await create(declared);
    expect(entry.state).toMatchObject({ ...declared, withoutEffect: ["tags"] });
    expect(said()).toMatch(/Without effect for Project "Shop": tags\./u);
    const same = await start().diff(PROJECT, entry, inputs);
    expect(same).toEqual({ changes: false, replaces: [] });
    world.sandbox.control.clearRequests();
    expect(await start().update(PROJECT, entry, inputs)).toEqual(entry);
    expect(writesOf(world)).toEqual([]);

    world.sandbox.control.setDialect("2026-09");
    const read = await start().read(PROJECT, entry);
    expect(read?.state).toMatchObject({ slackIncomingWebhook: declared.slackIncomingWebhook, tags: [] });
    expect(read?.state["withoutEffect"]).toEqual(["slackIncomingWebhook"]);
    const moved = read ?? entry;
    expect(await start().diff(PROJECT, moved, inputs)).toEqual({ changes: true, replaces: [] });
    const after = await start().update(PROJECT, moved, inputs);
    expect(after.state).toMatchObject(declared);
    expect(await start().diff(PROJECT, after, inputs)).toEqual({ changes: false, replaces: [] });
    expect(said()).toMatch(/Without effect for .*: slack_?[iI]ncoming_?[wW]ebhook\./u);
  });
});
