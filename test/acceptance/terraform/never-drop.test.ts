import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { oneLine, TerraformWorkspace } from "../../support/terraform-workspace.ts";
import { KEY, ODDITIES, replaceKey, TROUBLES, withoutIds } from "../../support/troubles.ts";
import { STORY_LIMIT_MS } from "./fixture.ts";

const config = (organizationId: string): string => `
resource "orgform_organization" "globex" {
  name                = "Globex"
  deletion_protection = false
}
resource "orgform_domain" "each" {
  for_each        = toset(["first", "second"])
  organization_id = ${organizationId}
  domain          = "\${each.key}.example"
  saml_entity_id  = "urn:\${each.key}"
}
`;

const EVERYTHING = ["orgform_domain.each", "orgform_organization.globex"];

/** The resources that errors name, without the keys of their instances. */
function blamed(output: string): string[] {
  const named = output.matchAll(/with (orgform_\w+\.\w+)/gu);
  return [...new Set([...named].map(([, name]) => name ?? ""))].sort();
}

describe.each(SCENARIO_DIALECTS)("a refresh of terraform, dialect %s", (dialect) => {
  let sandbox: Sandbox;
  let workspace: TerraformWorkspace;
  let organizationId: string;
  let whole: ReturnType<Sandbox["control"]["snapshot"]>;
  let stored: string;

  beforeAll(async () => {
    sandbox = await startSandbox({ dialect });
    replaceKey(sandbox, { scopes: null });
    const env = { ORGFORM_HOST: sandbox.host, ORGFORM_API_KEY: KEY, ORGFORM_RETRY_BUDGET_SECONDS: "0" };
    workspace = await TerraformWorkspace.create(config("orgform_organization.globex.organization_id"), env);
    await workspace.apply();
    organizationId = String(workspace.attributes("orgform_organization", "globex")["organization_id"]);
    // Without references, the engine still reads the other objects after one of them fails.
    workspace.write(config(JSON.stringify(organizationId)));
    await workspace.apply();
    whole = sandbox.control.snapshot();
    stored = workspace.read("terraform.tfstate");
  }, STORY_LIMIT_MS);

  afterEach(() => {
    sandbox.control.clearFaults();
    sandbox.control.restore(whole);
    workspace.write(stored, "terraform.tfstate");
  });

  afterAll(async () => {
    await sandbox.close();
    workspace.dispose();
  });

  const deleteDomain = (name: string): void => {
    const row = sandbox.control.domains().find(({ domain }) => domain === name);
    sandbox.control.deleteDomain(String(row?.["id"]));
  };

  test.each(TROUBLES)(
    "fails after $what and leaves the state as it is",
    async ({ arrange, fails, cause, nextStep }) => {
      arrange(sandbox, organizationId);
      const output = await workspace.mustFail("apply", "-refresh-only", "-auto-approve");
      expect(blamed(output)).toEqual(fails === "everything" ? EVERYTHING : ["orgform_domain.each"]);
      expect(withoutIds(output)).toContain(oneLine(cause));
      // Messages about a response add the value of the host setting to its name.
      expect(output.replaceAll(` (${sandbox.host})`, "")).toContain(oneLine(nextStep));
      expect(output).not.toContain("retryBudgetSeconds");
      expect(workspace.read("terraform.tfstate")).toBe(stored);
    },
    STORY_LIMIT_MS,
  );

  test.each(ODDITIES)(
    "isn't misled by $what, and shows no drift",
    async ({ arrange }) => {
      arrange(sandbox, organizationId);
      expect(await workspace.planStatus("-refresh-only")).toBe(0);
      expect(sandbox.control.requests().some((request) => request.fault !== undefined)).toBe(true);
    },
    STORY_LIMIT_MS,
  );

  test(
    "drops a domain that was really deleted, and only that",
    async () => {
      deleteDomain("second.example");
      const output = oneLine(await workspace.apply("-refresh-only"));
      expect(output).toContain('orgform_domain.each["second"] has been deleted');
      const kept = workspace.resources().flatMap(({ instances }) => instances.map(({ attributes }) => attributes));
      expect(kept.map((attributes) => attributes["domain"] ?? attributes["name"])).toEqual(["first.example", "Globex"]);
    },
    STORY_LIMIT_MS,
  );

  test(
    "drops everything after the organization was really deleted",
    async () => {
      sandbox.control.deleteOrganization(organizationId);
      await workspace.apply("-refresh-only");
      expect(workspace.resources()).toEqual([]);
    },
    STORY_LIMIT_MS,
  );
});
