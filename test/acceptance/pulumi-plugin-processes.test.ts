import { spawn } from "node:child_process";
import { once } from "node:events";

import { afterEach, describe, expect, test } from "@jest/globals";

import type { Sandbox } from "../../packages/sandbox/src/index.ts";
import { startAndHold } from "../support/crash.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { isInFull, testInFull } from "../support/extent.ts";
import { providersOf, startCommand, until } from "../support/stack-processes.ts";
import { installPlugin, openPluginStory, PLUGIN_MAIN, pluginProgram } from "./support/plugin-story.ts";
import { code, declare } from "./support/program-text.ts";
import { keyOf } from "./support/service.ts";
import { closeLater, closeStories, Story, type StoryOptions, STORY_LIMIT_MS } from "./support/story.ts";

afterEach(closeStories);

const DOMAINS = "/api/organizations/:organization_id/domains/";
const UP = ["up", "--yes", "--skip-preview"];
const CERTIFICATE = "HUSHED\nHUSHED";

const organizationId = code("org.organizationId");
const org = declare("Organization", "org", { name: "Process", deletionProtection: false });
const domain = declare("Domain", "domain", { organizationId, domain: "one.example", samlX509Cert: CERTIFICATE });
const verified = declare("DomainVerification", "verified", {
  organizationId,
  domainId: code("domain.domainId"),
  timeoutSeconds: 3_600,
  pollIntervalSeconds: 300,
});

/** A plugin that was started manually, and its port. Its creation records are in the folder of the test run. */
async function startByHand(): Promise<{ port: number; end: () => Promise<unknown> }> {
  const { ORGFORM_INTENTS_DIR } = process.env;
  const env = { ORGFORM_INTENTS_DIR };
  const plugin = spawn(process.execPath, [PLUGIN_MAIN], { env, stdio: ["ignore", "pipe", "inherit"] });
  closeLater(() => void plugin.kill("SIGKILL"));
  const [line] = (await once(plugin.stdout, "data")) as [Buffer];
  const end = async (): Promise<unknown> => {
    plugin.kill("SIGINT");
    return (await once(plugin, "exit"))[0] as unknown;
  };
  return { port: Number(line.toString("utf8")), end };
}

const mayVerify = (sandbox: Sandbox): StoryOptions => ({ apiKey: keyOf(sandbox, null) });

describe.each(SCENARIO_DIALECTS)("the plugin's process (%s)", (dialect) => {
  testInFull(
    "started manually, it serves one command after another, even after a canceled one",
    async () => {
      const plugin = await startByHand();
      const story = await Story.open(dialect, pluginProgram([org, domain, verified]), mayVerify);
      const { stack, sandbox } = story;
      stack.env["PULUMI_DEBUG_PROVIDERS"] = `orgform:${plugin.port}`;
      await stack.must("preview");
      const running = await startCommand(stack, ...UP);
      await until(
        "the service was asked to verify",
        () => (sandbox.control.counts()[`POST ${DOMAINS}:id/verify/`] ?? 0) > 0,
      );
      process.kill(running.pid, "SIGINT");
      expect(await running.ended).toEqual({ code: 1, signal: null });
      expect(running.output()).toContain("The command was cancelled during a wait");
      const { verification_challenge: challenge } = story.domain("one.example");
      sandbox.control.setDns("_posthog-challenge.one.example", [String(challenge)]);
      expect(await story.up()).toEqual([expect.stringMatching(/^POST .*\/verify\/$/u)]);
      await stack.previewEmpty();
      await stack.destroy();
      expect(story.organizationNames()).toEqual(["Acme"]);
      expect(await plugin.end()).toBe(0);
    },
    STORY_LIMIT_MS,
  );

  test(
    "after an internal error, it fails open calls with a message and ends, without showing a secret",
    async () => {
      const story = await openPluginStory(dialect, pluginProgram([org]));
      const { sandbox, stack } = story;
      const words = '"broke near " + process.env.PULUMI_CONFIG';
      stack.write({
        "thrown.cjs": `process.on("SIGUSR2", () => setImmediate(() => { throw new Error(${words}); }));\n`,
        "rejected.cjs": `process.on("SIGUSR2", () => void Promise.reject(new Error(${words} + ${JSON.stringify(CERTIFICATE)})));\n`,
      });
      const errorIn = async (file: string, type: string, route: string): Promise<void> => {
        installPlugin(story, "--require", `${stack.program}/${file}`);
        const running = await startAndHold(sandbox, stack, UP, { method: "POST", route });
        const [plugin] = providersOf(stack);
        process.kill(plugin?.pid ?? 0, "SIGUSR2");
        expect(await running.ended).toEqual({ code: 1, signal: null });
        const told = `orgform:index:${type} \\(\\w+\\):\\n(?: +(?!error).*\\n)* +error: .*Orgform failed with an internal error: broke near .*redacted`;
        expect(running.output()).toMatch(new RegExp(told, "u"));
        expect(running.output()).toContain("run again");
        expect(["HUSHED", sandbox.apiKey].filter((secret) => running.output().includes(secret))).toEqual([]);
        await until("the plugin has ended", () => providersOf(stack).length === 0);
      };
      await errorIn("thrown.cjs", "Organization", "/api/organizations/");
      if (!isInFull()) return;
      expect(await story.up()).toEqual([]);
      stack.write({ "index.js": pluginProgram([org, domain]) });
      await errorIn("rejected.cjs", "Domain", DOMAINS);
      expect(await story.up()).toEqual([]);
      expect([story.organizationNames(), story.domainNames()]).toEqual([["Acme", "Process"], ["one.example"]]);
    },
    STORY_LIMIT_MS,
  );
});
