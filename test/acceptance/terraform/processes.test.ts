import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { makeDomain, until } from "../support/service.ts";
import { closeTerraformStories, openStory, STORY_LIMIT_MS } from "./fixture.ts";
import { ended, PluginFolder } from "./plugin-folder.ts";

let plugin: PluginFolder;

beforeEach(() => {
  plugin = new PluginFolder();
});

afterEach(async () => {
  await closeTerraformStories();
  plugin.dispose();
});

const DOMAIN = (organizationId: string): string => `
resource "orgform_domain" "acme" {
  organization_id = "${organizationId}"
  domain          = "globex.example"
}
`;

/** Waits for a verification that never comes. */
const WAITING = (organizationId: string, domainId: string): string => `
resource "orgform_domain_verification" "acme" {
  organization_id       = "${organizationId}"
  domain_id             = "${domainId}"
  poll_interval_seconds = 1
}
`;

describe.each(SCENARIO_DIALECTS)("the provider as a process of terraform, dialect %s", (dialect) => {
  test(
    "is found through dev_overrides, speaks TLS, and is gone when the command ends",
    async () => {
      const { sandbox, workspace } = await openStory(
        dialect,
        ({ organizationId }) => DOMAIN(organizationId),
        plugin.options,
      );
      expect(await workspace.apply()).toContain("Resources: 1 added");
      expect(sandbox.control.domains().map((row) => row["domain"])).toContain("globex.example");
      expect(plugin.processes()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "ends a wait at once on Ctrl-C, and keeps what was created before",
    async () => {
      const { sandbox, workspace } = await openStory(dialect, "", plugin.optionsOfStarted);
      const domainId = await makeDomain(sandbox, sandbox.organizationId, { domain: "globex.example" });
      workspace.write(WAITING(sandbox.organizationId, domainId));
      sandbox.control.clearRequests();
      const child = workspace.start("apply", "-auto-approve");
      const result = ended(child);
      await until("the verification was asked for", () => asked(sandbox.control.requests()));
      const stoppedAtMs = Date.now();
      child.kill("SIGINT");
      const { code, output } = await result;
      expect(code).toBe(1);
      expect(Date.now() - stoppedAtMs).toBeLessThan(15_000);
      expect(output).toContain("It was interrupted while it was waiting.");
      expect(plugin.processes()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});

function asked(requests: readonly { readonly path: string }[]): boolean {
  return requests.some(({ path }) => path.endsWith("/verify/"));
}
