import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import { follow, type HeldRequest, killEngineDuring, killProviderDuring } from "../support/crash.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { isInFull, testInFull } from "../support/extent.ts";
import { PulumiStack } from "../support/pulumi-stack.ts";
import { killProcessesOf, providersOf, startCommand, until } from "../support/stack-processes.ts";
import { installPlugin, pluginProgram } from "./support/plugin-story.ts";
import { code, declare } from "./support/program-text.ts";

const DOMAINS = "/api/organizations/:organization_id/domains/";
const UP = ["up", "--yes", "--skip-preview"];

const organizationId = code("org.organizationId");
const org = declare("Organization", "org", { name: "Crash plugin", deletionProtection: false });
const domain = (samlEntityId: string) =>
  declare("Domain", "domain", { organizationId, domain: "crash.example", samlEntityId });
const ofDomain = { organizationId, domainId: code("domain.domainId") };
const verified = declare("DomainVerification", "verified", { ...ofDomain, pollIntervalSeconds: 1 });
const sso = declare(
  "DomainSso",
  "sso",
  { ...ofDomain, jitProvisioningEnabled: true },
  { dependsOn: code("[verified]") },
);

/** The resources that exist before the last two tests. */
const STANDING = isInFull() ? [org, domain("second"), verified, sso] : [org];

// The tests of a dialect run in order on one stack. Each test leaves the stack intact.
describe.each(SCENARIO_DIALECTS)("the plugin (%s)", (dialect) => {
  let sandbox: Sandbox;
  let stack: PulumiStack;

  beforeAll(async () => {
    sandbox = await startSandbox({ dialect });
    const { apiKey } = sandbox.control.createKey({ email: "founder@acme.example", scopes: null });
    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey };
    stack = await PulumiStack.create({ env, files: { "index.js": pluginProgram([org]) } });
    installPlugin({ stack });
  }, 300_000);

  afterAll(async () => {
    await killProcessesOf(stack);
    await sandbox.close();
    stack.dispose();
  });

  const names = (): string[] => sandbox.control.organizations().map((row) => row.name);
  const count = (call: string): number => sandbox.control.counts()[call] ?? 0;
  const pending = async (): Promise<string[]> =>
    ((await stack.deployment()).pending_operations ?? []).map((one) => `${one.type} ${one.resource.type}`);
  const noPluginIsLeft = (): Promise<void> => until("no plugin is left", () => providersOf(stack).length === 0);
  const publishRecord = (): void => {
    const challenge = String(sandbox.control.domains()[0]?.["verification_challenge"]);
    sandbox.control.setDns("_posthog-challenge.crash.example", [challenge]);
  };

  /**
   * Kills the plugin during a command, and checks what the engine does: it fails, and leaves no lock and nothing
   * pending.
   */
  async function breakOff(command: readonly string[], held: HeldRequest): Promise<void> {
    const { code: exitCode, output } = await killProviderDuring(sandbox, stack, command, held);
    expect(output).toContain("error reading from server: EOF");
    expect(exitCode).toBe(1);
    expect(await pending()).toEqual([]);
    await noPluginIsLeft();
  }

  test("killed before or after the creation of an organization: there is one, which the next update recovers", async () => {
    await breakOff(UP, { method: "POST", route: "/api/organizations/", kind: "delay" });
    expect(names()).toEqual(["Acme"]);
    await breakOff(UP, { method: "POST", route: "/api/organizations/" });
    expect(names()).toEqual(["Acme", "Crash plugin"]);
    expect(await stack.entry("Organization", "org")).toBeUndefined();
    expect(await follow(stack, "pulumi up --yes")).toContain('warning: Organization "Crash plugin" was recovered');
    expect(names()).toEqual(["Acme", "Crash plugin"]);
    expect((await stack.entry("Organization", "org"))?.id).toBe(sandbox.control.organizations()[1]?.id);
  }, 240_000);

  testInFull(
    "killed in one resource after another: each update continues with what exists",
    async () => {
      stack.write({ "index.js": pluginProgram([org, domain("first"), verified, sso]) });
      await breakOff(UP, { method: "POST", route: DOMAINS });
      expect(await stack.entry("Domain", "domain")).toBeUndefined();
      publishRecord();
      await breakOff(UP, { method: "POST", route: `${DOMAINS}:id/verify/` });
      expect(await stack.entry("DomainVerification", "verified")).toBeUndefined();
      await breakOff(UP, { method: "PATCH", route: `${DOMAINS}:id/` });
      expect(await stack.entry("DomainSso", "sso")).toBeUndefined();
      await follow(stack, "pulumi up --yes");
      expect(sandbox.control.domains()).toMatchObject([{ domain: "crash.example", jit_provisioning_enabled: true }]);
      expect([count(`POST ${DOMAINS}`), count(`POST ${DOMAINS}:id/verify/`), count(`PATCH ${DOMAINS}:id/`)]).toEqual([
        0, 0, 1,
      ]);
      await stack.previewEmpty();
    },
    240_000,
  );

  testInFull(
    "killed during a change: the next update finds it done and sends nothing again",
    async () => {
      stack.write({ "index.js": pluginProgram([org, domain("second"), verified, sso]) });
      await breakOff(UP, { method: "PATCH", route: `${DOMAINS}:id/` });
      expect((await stack.entry("Domain", "domain"))?.outputs).toMatchObject({ samlEntityId: "first" });
      await follow(stack, "pulumi up --yes");
      expect(count(`PATCH ${DOMAINS}:id/`)).toBe(1);
      expect((await stack.entry("Domain", "domain"))?.outputs).toMatchObject({ samlEntityId: "second" });
    },
    240_000,
  );

  testInFull(
    "ends after its engine is killed; the next update recovers what was being created",
    async () => {
      const late = declare("Domain", "late", { organizationId, domain: "late.example" });
      stack.write({ "index.js": pluginProgram([...STANDING, late]) });
      await killEngineDuring(sandbox, stack, UP, { method: "POST", route: DOMAINS });
      await noPluginIsLeft();
      await follow(stack, "pulumi cancel --yes");
      expect(await pending()).toEqual(["creating orgform:index:Domain"]);
      await follow(stack, "pulumi refresh --yes --clear-pending-creates");
      await follow(stack, "pulumi up --yes");
      expect(sandbox.control.domains().map((row) => row["domain"])).toEqual(["crash.example", "late.example"]);
      expect(count(`POST ${DOMAINS}`)).toBe(1);
      await stack.previewEmpty();
    },
    240_000,
  );

  testInFull(
    "Ctrl-C ends a wait at once; the next update continues",
    async () => {
      const waits = {
        organizationId,
        domainId: code("late.domainId"),
        timeoutSeconds: 3_600,
        pollIntervalSeconds: 300,
      };
      const late = declare("Domain", "late", { organizationId, domain: "late.example" });
      const lateVerified = declare("DomainVerification", "lateVerified", waits);
      stack.write({ "index.js": pluginProgram([...STANDING, late, lateVerified]) });
      sandbox.control.clearRequests();
      const running = await startCommand(stack, ...UP);
      await until("the service was asked to verify", () => count(`POST ${DOMAINS}:id/verify/`) > 0);
      process.kill(running.pid, "SIGINT");
      expect(await running.ended).toEqual({ code: 1, signal: null });
      expect(running.output()).toContain("The command was cancelled during a wait. Run it again");
      await noPluginIsLeft();
      expect(await stack.entry("DomainVerification", "lateVerified")).toBeUndefined();
      expect(await pending()).toEqual([]);
      const { id } = sandbox.control.domains().find((row) => row["domain"] === "late.example") ?? {};
      sandbox.control.updateDomain(String(id), { verified_at: "2026-11-20T10:00:00Z" });
      await follow(stack, "pulumi up --yes");
      expect((await stack.entry("DomainVerification", "lateVerified"))?.outputs).toMatchObject({
        domain: "late.example",
      });
    },
    240_000,
  );

  testInFull(
    "killed during a destroy: the next destroy leaves nothing",
    async () => {
      await breakOff(["destroy", "--yes", "--skip-preview", "--parallel", "1"], {
        method: "DELETE",
        route: `${DOMAINS}:id/`,
      });
      await follow(stack, "pulumi destroy --yes");
      expect(await stack.deployment()).not.toHaveProperty("resources");
      expect(names()).toEqual(["Acme"]);
    },
    240_000,
  );
});
