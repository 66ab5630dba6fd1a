import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

import { ENGINES } from "../support/conformance-engine.ts";
import type { Engine } from "../support/engine-under-test.ts";
import { startWorld, type World } from "../support/scenario-world.ts";
import { pulumiState, type StoredObject, terraformState } from "../support/state-files.ts";
import { runHere } from "./run-here.ts";

const [dynamic] = ENGINES as [Engine];

/** The state after each update, as the engines number their states. */
const STATES: readonly (readonly [string, (objects: readonly StoredObject[], update: number) => string])[] = [
  [
    "Terraform, by its serial",
    (objects, update) => JSON.stringify({ ...(JSON.parse(terraformState(objects)) as object), serial: 20 + update }),
  ],
  [
    "Pulumi, by the time of its snapshot",
    (objects, update) => {
      const state = JSON.parse(pulumiState(objects)) as { deployment: object };
      const manifest = { time: `2026-11-26T08:0${update}:00.417192+01:00`, magic: "m", version: "3.259.0" };
      return JSON.stringify({ ...state, deployment: { ...state.deployment, manifest } });
    },
  ],
];

let folder: string;
let world: World;
let role: StoredObject;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orgform-watch-update-"));
  writeFileSync(join(folder, ".orgformignore"), "* *\n");
  world = await startWorld("2026-09");
  world.settleIn(world.organizationId);
  const run = world.start(dynamic);
  const { inputs } = await run.check("Role", undefined, { organizationId: world.organizationId, name: "Readers" });
  role = { resource: "Role", name: "readers", inputs, entry: await run.create("Role", inputs) };
});
afterAll(async () => {
  await world.sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

const rename = (name: string): unknown =>
  world.sandbox.control.call("PATCH", `roles/${role.entry.id.split("/").at(-1)}`, { name });

test.each(STATES)("what an update did is not told, unlike what somebody did by hand: %s", async (_engine, stateOf) => {
  const engine = _engine.slice(0, 6);
  const file = join(folder, `${engine}.state`);
  /** Looks by the state after so many updates, and gives what is told, without times. */
  const look = async (update: number): Promise<string> => {
    writeFileSync(file, stateOf([role], update));
    const words = ["watch", "--once", "--cwd", folder, "--state", file, "--name", engine];
    const { stdout } = await runHere(words, { ORGFORM_HOST: world.sandbox.host, ORGFORM_API_KEY: world.apiKey });
    return stdout.trim().replace(/^\S+Z {2}/u, "");
  };
  expect(await look(1)).toBe(`${engine}: nothing changed, no findings`);
  rename("Writers");
  expect(await look(1)).toMatch(/ {2}new {2}Role \S*readers: name: "Readers" → "Writers"$/u);
  rename("Readers");
  expect(await look(2)).toBe(`${engine}: nothing changed, no findings`);
  rename("Writers");
  expect(await look(2)).toContain("  new  ");
  rename("Readers");
  expect(await look(2)).toContain("  resolved  ");
  const { stdout } = await runHere(["watch", "history", "--cwd", folder, "--name", engine]);
  expect(stdout.match(/ {2}(?:new|resolved) {2}| \(not told: \w+\)$/gmu)).toEqual([
    "  new  ",
    "  resolved  ",
    " (not told: update)",
    "  new  ",
    "  resolved  ",
  ]);
});
