import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { follow, killEngineDuring } from "../../support/crash.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { testInFull } from "../../support/extent.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { killProcessesOf, processesOf } from "../../support/stack-processes.ts";

const UP = ["up", "--yes", "--skip-preview"];

function program(name: string, domain?: { entityId: string }): string {
  return `import * as orgform from "orgform/pulumi";
const org = new orgform.Organization("org", { name: ${JSON.stringify(name)}, deletionProtection: false });
${domain === undefined ? "" : `new orgform.Domain("domain", { organizationId: org.id, domain: "crash.example", samlEntityId: "${domain.entityId}" });`}
`;
}

// The tests of a dialect run in order on one stack. Each test leaves the stack intact.
describe.each(SCENARIO_DIALECTS)("a killed engine (%s)", (dialect) => {
  let sandbox: Sandbox;
  let stack: PulumiStack;

  beforeAll(async () => {
    sandbox = await startSandbox({ dialect });
    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: sandbox.apiKey };
    stack = await PulumiStack.create({ env, files: { "index.js": program("Crash engine") } });
  }, 300_000);

  afterAll(async () => {
    await killProcessesOf(stack);
    await sandbox.close();
    stack.dispose();
  });

  const names = (): string[] => sandbox.control.organizations().map((row) => row.name);
  const pending = async (): Promise<string[]> =>
    ((await stack.deployment()).pending_operations ?? []).map(
      (one) => `${one.type} ${one.resource.urn.split("::").at(-1)}`,
    );

  test("leaves a lock and a pending create of the organization, which the next update recovers", async () => {
    await killEngineDuring(sandbox, stack, UP, { method: "POST", route: "/api/organizations/" });
    expect(names()).toEqual(["Acme", "Crash engine"]);

    const locked = await stack.run(...UP);
    expect(locked.status).toBe(1);
    expect(locked.output).toContain("error: the stack is currently locked by 1 lock(s).");
    expect(locked.output).toContain("`pulumi cancel`");

    // The killed engine's children still run and wait for a response, which does no harm.
    expect(processesOf(stack).map(({ command }) => command.includes("dynamic-provider"))).toContain(true);
    await follow(stack, "pulumi cancel --yes");
    expect(await pending()).toEqual(["creating org"]);
    const output = await follow(stack, "pulumi up --yes");
    expect(output).toContain("1 pending operations from previous deployment");
    expect(names()).toEqual(["Acme", "Crash engine"]);
    expect(sandbox.control.counts()["POST /api/organizations/"]).toBe(1);
    expect((await stack.entry("Organization", "org"))?.id).toBe(sandbox.control.organizations()[1]?.id);

    expect(await pending()).toEqual(["creating org"]);
    await follow(stack, "pulumi refresh --yes --clear-pending-creates");
    expect(await pending()).toEqual([]);
    await stack.previewEmpty();
  }, 240_000);

  testInFull(
    "during the creation of a domain loses nothing if the pending create is cleared first",
    async () => {
      stack.write({ "index.js": program("Crash engine", { entityId: "first" }) });
      await killEngineDuring(sandbox, stack, UP, {
        method: "POST",
        route: "/api/organizations/:organization_id/domains/",
      });
      await follow(stack, "pulumi cancel --yes");
      expect(await pending()).toEqual(["creating domain"]);
      await follow(stack, "pulumi refresh --yes --clear-pending-creates");
      expect(await pending()).toEqual([]);
      expect(await stack.entry("Domain", "domain")).toBeUndefined();
      await follow(stack, "pulumi up --yes");

      const [made, ...others] = sandbox.control.domains();
      expect(others).toEqual([]);
      expect(made).toMatchObject({ domain: "crash.example", saml_entity_id: "first" });
      expect((await stack.entry("Domain", "domain"))?.id).toBe(
        `${String(made?.["organization"])}/${String(made?.["id"])}`,
      );
      expect(sandbox.control.counts()["POST /api/organizations/:organization_id/domains/"]).toBe(1);
      await stack.previewEmpty();
    },
    240_000,
  );

  testInFull(
    "during a change leaves the old values in the state, and the next update sends nothing again",
    async () => {
      stack.write({ "index.js": program("Crash engine", { entityId: "second" }) });
      await killEngineDuring(sandbox, stack, UP, {
        method: "PATCH",
        route: "/api/organizations/:organization_id/domains/:id/",
      });
      await follow(stack, "pulumi cancel --yes");
      expect(await pending()).toEqual(["updating domain"]);
      expect((await stack.entry("Domain", "domain"))?.outputs).toMatchObject({ samlEntityId: "first" });
      await follow(stack, "pulumi up --yes");
      expect(sandbox.control.counts()["PATCH /api/organizations/:organization_id/domains/:id/"]).toBe(1);
      expect((await stack.entry("Domain", "domain"))?.outputs).toMatchObject({ samlEntityId: "second" });
      await follow(stack, "pulumi refresh --yes");
      expect(await pending()).toEqual([]);
      await stack.previewEmpty();
    },
    240_000,
  );

  testInFull(
    "during a destroy keeps the entry, and the next destroy leaves nothing",
    async () => {
      await killEngineDuring(sandbox, stack, ["destroy", "--yes", "--skip-preview"], {
        method: "DELETE",
        route: "/api/organizations/:id/",
      });
      expect(names()).toEqual(["Acme"]);
      await follow(stack, "pulumi cancel --yes");
      expect(await pending()).toEqual(["deleting org"]);
      expect((await stack.entry("Organization", "org"))?.outputs).toMatchObject({ name: "Crash engine" });
      await follow(stack, "pulumi destroy --yes");
      expect(await stack.deployment()).not.toHaveProperty("resources");
      expect(names()).toEqual(["Acme"]);
      expect(await pending()).toEqual([]);
    },
    240_000,
  );
});
