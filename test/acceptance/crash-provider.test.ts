import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../packages/sandbox/src/index.ts";
import { follow, type HeldRequest, killProviderDuring, startAndHold } from "../support/crash.ts";
import { SCENARIO_DIALECTS } from "../support/dialects.ts";
import { isInFull, testInFull } from "../support/extent.ts";
import { PulumiStack } from "../support/pulumi-stack.ts";
import { killProcessesOf, startCommand, until } from "../support/stack-processes.ts";

const DOMAINS = "/api/organizations/:organization_id/domains/";
const UP = ["up", "--yes", "--skip-preview"];

function program(options: { domain?: string; verify?: boolean } = {}): string {
  return `import * as orgform from "orgform/pulumi";
const org = new orgform.Organization("org", { name: "Crash provider", deletionProtection: false });
${options.domain === undefined ? "" : `const domain = new orgform.Domain("domain", { organizationId: org.id, domain: "crash.example", samlEntityId: "${options.domain}" });`}
${options.verify === true ? `new orgform.DomainVerification("verified", { organizationId: org.id, domainId: domain.domainId, timeoutSeconds: 4, pollIntervalSeconds: 1 });` : ""}
`;
}

describe("docs/recovery.md", () => {
  test("contains only commands that the tests run", () => {
    const told = readFileSync(join(__dirname, "../../docs/recovery.md"), "utf8").match(/^pulumi .+$/gmu) ?? [];
    const sources = [__dirname, join(__dirname, "in-full")].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => /^crash-.*\.test\.ts$/u.test(name))
        .map((name) => readFileSync(join(folder, name), "utf8")),
    );
    const run = sources.flatMap((text) =>
      [...text.matchAll(/follow\(stack, "([^"]+)"\)/gu)].map(([, command]) => command ?? ""),
    );
    expect([...new Set(told)].sort()).toEqual([...new Set(run)].sort());
  });
});

// The tests of a dialect run in order on one stack. Each test leaves the stack intact.
describe.each(SCENARIO_DIALECTS)("a killed provider (%s)", (dialect) => {
  let sandbox: Sandbox;
  let stack: PulumiStack;

  beforeAll(async () => {
    sandbox = await startSandbox({ dialect });
    const { apiKey } = sandbox.control.createKey({ email: "founder@acme.example", scopes: null });
    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: apiKey };
    stack = await PulumiStack.create({ env, files: { "index.js": program() } });
  }, 300_000);

  afterAll(async () => {
    await killProcessesOf(stack);
    await sandbox.close();
    stack.dispose();
  });

  const names = (): string[] => sandbox.control.organizations().map((row) => row.name);
  const count = (call: string): number | undefined => sandbox.control.counts()[call];

  /**
   * Kills the provider during a command, and checks what the engine does: it fails, and leaves no lock and nothing
   * pending.
   */
  async function breakOff(command: readonly string[], held: HeldRequest): Promise<void> {
    const { code, output } = await killProviderDuring(sandbox, stack, command, held);
    expect(output).toContain("error reading from server: EOF");
    expect(code).toBe(1);
    expect((await stack.deployment()).pending_operations ?? []).toEqual([]);
  }

  test("during the creation of an organization: the next update recovers the organization, and says so", async () => {
    await breakOff(UP, { method: "POST", route: "/api/organizations/" });
    expect(names()).toEqual(["Acme", "Crash provider"]);
    expect(await stack.entry("Organization", "org")).toBeUndefined();

    expect(await follow(stack, "pulumi up --yes")).toContain('"Crash provider" was recovered');
    expect(names()).toEqual(["Acme", "Crash provider"]);
    expect(count("POST /api/organizations/")).toBe(1);
    expect((await stack.entry("Organization", "org"))?.id).toBe(sandbox.control.organizations()[1]?.id);
  }, 240_000);

  testInFull(
    "during the creation of a domain: the next update recovers the domain",
    async () => {
      stack.write({ "index.js": program({ domain: "first" }) });
      await breakOff(UP, { method: "POST", route: DOMAINS });
      expect(await stack.entry("Domain", "domain")).toBeUndefined();

      await follow(stack, "pulumi up --yes");
      const [made, ...others] = sandbox.control.domains();
      expect(others).toEqual([]);
      expect(count(`POST ${DOMAINS}`)).toBe(1);
      expect((await stack.entry("Domain", "domain"))?.id).toBe(
        `${String(made?.["organization"])}/${String(made?.["id"])}`,
      );
    },
    240_000,
  );

  testInFull(
    "during a change: the next update finds it done and sends nothing again",
    async () => {
      stack.write({ "index.js": program({ domain: "second" }) });
      await breakOff(UP, { method: "PATCH", route: `${DOMAINS}:id/` });
      expect((await stack.entry("Domain", "domain"))?.outputs).toMatchObject({ samlEntityId: "first" });

      await follow(stack, "pulumi up --yes");
      expect(count(`PATCH ${DOMAINS}:id/`)).toBe(1);
      expect((await stack.entry("Domain", "domain"))?.outputs).toMatchObject({ samlEntityId: "second" });
      await stack.previewEmpty();
    },
    240_000,
  );

  testInFull(
    "Ctrl-C during a wait lets the wait run into its timeout; the next update continues",
    async () => {
      stack.write({ "index.js": program({ domain: "second", verify: true }) });
      sandbox.control.clearRequests();
      const running = await startCommand(stack, ...UP);
      await until("the service is asked to verify", () => (count(`POST ${DOMAINS}:id/verify/`) ?? 0) > 0);
      const askedBefore = count(`POST ${DOMAINS}:id/verify/`) ?? 0;
      process.kill(running.pid, "SIGINT");
      expect(await running.ended).toEqual({ code: 1, signal: null });
      // The wait runs to its end although the update is canceled: it still asks the service every second.
      expect(count(`POST ${DOMAINS}:id/verify/`)).toBeGreaterThan(askedBefore + 1);
      expect(running.output()).toContain("is not done after 4 s");
      expect(running.output()).toContain("error: update failed");
      expect(await stack.entry("DomainVerification", "verified")).toBeUndefined();
      expect((await stack.deployment()).pending_operations ?? []).toEqual([]);

      const challenge = String(sandbox.control.domains()[0]?.["verification_challenge"]);
      sandbox.control.setDns("_posthog-challenge.crash.example", [challenge]);
      await follow(stack, "pulumi up --yes");
      expect((await stack.entry("DomainVerification", "verified"))?.outputs).toMatchObject({ domain: "crash.example" });
      await stack.previewEmpty();
    },
    240_000,
  );

  testInFull(
    "Ctrl-C twice during a creation ends the engine at once and leaves a pending creation without a lock",
    async () => {
      stack.write({
        "index.js": `${program({ domain: "second", verify: true })}\nnew orgform.Domain("late", { organizationId: org.id, domain: "late.example" });`,
      });
      sandbox.control.clearRequests();
      const running = await startAndHold(sandbox, stack, UP, { method: "POST", route: DOMAINS });
      process.kill(running.pid, "SIGINT");
      await until("the first signal was taken", () => running.output().includes("^C received"));
      process.kill(running.pid, "SIGINT");
      expect(await running.ended).toEqual({ code: 8, signal: null });
      const pending = (await stack.deployment()).pending_operations ?? [];
      expect(pending.map((one) => `${one.type} ${one.resource.urn.split("::").at(-1)}`)).toEqual(["creating late"]);

      await follow(stack, "pulumi up --yes");
      await follow(stack, "pulumi refresh --yes --clear-pending-creates");
      expect(sandbox.control.domains().map((row) => row["domain"])).toEqual(["crash.example", "late.example"]);
      expect(count(`POST ${DOMAINS}`)).toBe(1);
      await stack.previewEmpty();
    },
    240_000,
  );

  testInFull(
    "during a destroy: the next destroy leaves nothing",
    async () => {
      await breakOff(["destroy", "--yes", "--skip-preview", "--parallel", "1"], {
        method: "DELETE",
        route: `${DOMAINS}:id/`,
      });
      expect(sandbox.control.domains()).toHaveLength(isInFull() ? 1 : 0);
      await follow(stack, "pulumi destroy --yes");
      expect(await stack.deployment()).not.toHaveProperty("resources");
      expect(names()).toEqual(["Acme"]);
    },
    240_000,
  );
});
