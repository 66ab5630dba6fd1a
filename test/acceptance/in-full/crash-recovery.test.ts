import { afterEach, describe, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { follow, killProviderDuring } from "../../support/crash.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { killProcessesOf } from "../../support/stack-processes.ts";

function program(adopt?: string): string {
  return `import * as orgform from "orgform/pulumi";
new orgform.Organization("org", { name: "Late", deletionProtection: false${adopt === undefined ? "" : `, adopt: "${adopt}"`} });
`;
}

describe.each(SCENARIO_DIALECTS)("an organization that is older than an interrupted create (%s)", (dialect) => {
  let sandbox: Sandbox;
  let stack: PulumiStack;

  afterEach(async () => {
    await killProcessesOf(stack);
    await sandbox.close();
    stack.dispose();
  });

  test("is never adopted silently, only with `adopt`, and isn't duplicated", async () => {
    sandbox = await startSandbox({ dialect });
    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: sandbox.apiKey };
    stack = await PulumiStack.create({ env, files: { "index.js": program() } });
    await killProviderDuring(sandbox, stack, ["up", "--yes", "--skip-preview"], {
      method: "POST",
      route: "/api/organizations/",
    });
    const made = sandbox.control.organizations()[1]?.id ?? "";
    sandbox.control.updateOrganization(made, { created_at: "2025-08-01T00:00:00Z" });

    const stopped = await stack.run("up", "--yes", "--skip-preview");
    expect(stopped.status).toBe(1);
    expect(stopped.output).toContain("at least an hour ago");
    expect(stopped.output).toContain(`set \`adopt: "${made}"\``);

    stack.write({ "index.js": program(made) });
    await follow(stack, "pulumi up --yes");
    expect((await stack.entry("Organization", "org"))?.id).toBe(made);
    stack.write({ "index.js": program() });
    await stack.previewEmpty();
    expect(sandbox.control.organizations().map((row) => row.name)).toEqual(["Acme", "Late"]);
    expect(sandbox.control.counts()["POST /api/organizations/"]).toBe(1);
  }, 240_000);
});
