import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

import { afterEach, expect, jest, test } from "@jest/globals";

import { startSandbox, type Sandbox } from "../../../packages/sandbox/src/index.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";
import { installPlugin, onPlugin } from "../support/plugin-story.ts";
import { programOf } from "../support/program-text.ts";
import { keyOf } from "../support/service.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";

const LIMIT_MS = 20 * 60_000;
const EACH = 1_000;

jest.setTimeout(LIMIT_MS);

const opened: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A service without a practical rate limit. */
async function openService(): Promise<Sandbox> {
  const sandbox = await startSandbox({ dialect: "2026-09", rateLimitScale: 10_000 });
  opened.push(() => sandbox.close());
  return sandbox;
}

/**
 * A server for Terraform's state. In a local file, the engine writes the whole state after every resource, which takes
 * longer with 2,000 resources than everything that is tested here. It writes a remote state every 20 seconds and at the
 * end.
 */
async function openStateServer(): Promise<string> {
  let state: Buffer | undefined;
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (request.method === "POST") state = body;
      response.statusCode = state === undefined ? 404 : 200;
      response.end(request.method === "GET" ? state : undefined);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/state`;
}

const rolesIn = ({ control }: Sandbox): number => (control.call("GET", "roles") as readonly unknown[]).length;

test("Terraform creates 2,000 resources in one run, reads them, and removes them", async () => {
  const sandbox = await openService();
  const config = `
terraform {
  backend "http" {
    address = "${await openStateServer()}"
  }
}

resource "orgform_role" "one" {
  count           = ${EACH}
  organization_id = "${sandbox.organizationId}"
  name            = "Role \${count.index}"
}

resource "orgform_domain" "one" {
  count           = ${EACH}
  organization_id = "${sandbox.organizationId}"
  domain          = "d\${count.index}.example"
}
`;
  const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: keyOf(sandbox, null) };
  const workspace = await TerraformWorkspace.create(config, env);
  opened.push(() => workspace.dispose());
  workspace.commandLimitMs = LIMIT_MS;
  await workspace.must("init", "-input=false");
  expect(await workspace.apply()).toContain(`Resources: ${2 * EACH} added`);
  expect(rolesIn(sandbox)).toBe(EACH);
  expect(await workspace.planStatus()).toBe(0);
  await workspace.must("destroy", "-auto-approve", "-refresh=false");
  expect(rolesIn(sandbox)).toBe(0);
});

test("Pulumi's plugin creates 2,000 resources in one run, reads them, and removes them", async () => {
  const sandbox = await openService();
  const { organizationId, host, apiKey } = sandbox;
  const program = onPlugin(
    programOf(
      [],
      `for (let index = 0; index < ${EACH}; index += 1) {`,
      `  new orgform.Role("role" + index, { organizationId: "${organizationId}", name: "Role " + index });`,
      `  new orgform.Domain("domain" + index, { organizationId: "${organizationId}", domain: "d" + index + ".example" });`,
      "}",
    ),
  );
  const stack = await PulumiStack.create({
    files: { "index.js": program },
    config: { "orgform:host": host },
    secrets: { "orgform:apiKey": apiKey },
    // With a local state, this engine also writes the whole state after every resource.
    env: { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" },
  });
  opened.push(() => stack.dispose());
  stack.commandLimitMs = LIMIT_MS;
  installPlugin({ stack });
  await stack.up();
  expect(rolesIn(sandbox)).toBe(EACH);
  await stack.must("refresh", "--yes", "--skip-preview", "--expect-no-changes");
  await stack.destroy();
  expect(rolesIn(sandbox)).toBe(0);
});
