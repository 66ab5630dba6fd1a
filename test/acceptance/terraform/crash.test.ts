import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { until } from "../support/service.ts";
import { closeTerraformStories, globexOf, openStory, STORY_LIMIT_MS, type TerraformStory } from "./fixture.ts";
import { ended, PluginFolder } from "./plugin-folder.ts";

/** Longer than the time limit of any command. Whoever waits for such a response is killed. */
const NEVER_MS = 300_000;

let plugin: PluginFolder;

beforeEach(() => {
  plugin = new PluginFolder();
});

afterEach(async () => {
  await closeTerraformStories();
  plugin.dispose();
});

type Victim = "terraform" | "the provider";

describe.each(SCENARIO_DIALECTS)("dialect %s", (dialect) => {
  test.each(["terraform", "the provider"] as const)(
    "a create, an update, and a delete resume after %s is killed during them, and nothing is created twice",
    async (victim) => {
      const story = await openStory(dialect, globexOf("urn:1"), plugin.optionsOfStarted);
      const { sandbox, workspace, writes } = story;
      const organizations = (): unknown[] => sandbox.control.organizations().map(({ name }) => name);
      const entities = (): unknown[] =>
        sandbox.control.domains().flatMap((row) => (row["domain"] === "globex.example" ? [row["saml_entity_id"]] : []));

      await killedDuring(story, victim, "POST");
      expect(organizations()).toEqual(["Acme", "Globex"]);
      await workspace.apply();
      expect(organizations()).toEqual(["Acme", "Globex"]);
      expect(entities()).toEqual(["urn:1"]);

      workspace.write(globexOf("urn:2"));
      await killedDuring(story, victim, "PATCH");
      expect(entities()).toEqual(["urn:2"]);
      sandbox.control.clearRequests();
      await workspace.apply();
      expect(writes()).toEqual([]);
      expect(entities()).toEqual(["urn:2"]);

      await killedDuring(story, victim, "DELETE", "-destroy");
      expect(entities()).toEqual([]);
      expect(organizations()).toEqual(["Acme", "Globex"]);
      await workspace.must("destroy", "-auto-approve");
      expect(organizations()).toEqual(["Acme"]);
      expect(workspace.resources()).toEqual([]);
      expect(plugin.processes()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});

/** Lets the service apply one write without responding, kills the victim, and waits until both processes have ended. */
async function killedDuring(
  { sandbox, workspace, writes }: TerraformStory,
  victim: Victim,
  method: string,
  ...planFlags: readonly string[]
): Promise<void> {
  await workspace.must("plan", "-out=next.plan", ...planFlags);
  sandbox.control.addFault({ kind: "delay-after", method, delayMs: NEVER_MS });
  sandbox.control.clearRequests();
  const child = workspace.start("apply", "next.plan");
  const result = ended(child);
  const early = result.then(({ output }) => {
    throw new Error(`The command ended before a ${method}:\n${output}`);
  });
  await Promise.race([until(`a ${method} has arrived`, () => writes().some((one) => one.startsWith(method))), early]);
  const providers = plugin.processes();
  expect(providers).not.toEqual([]);
  if (victim === "terraform") child.kill("SIGKILL");
  else for (const pid of providers) process.kill(pid, "SIGKILL");
  const { code } = await result;
  // A killed process has no exit code. An engine that loses its provider reports a failure.
  expect(code).toBe(victim === "terraform" ? null : 1);
  await until("the provider has ended", () => plugin.processes().length === 0);
  sandbox.control.clearFaults();
}
