import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";

import { isInFull } from "../support/extent.ts";
import { ENGINES_AND_DIALECTS, ENGINES_BY_DAY } from "../support/terraform-programs.ts";
import { type Synthesized, synthesize } from "./support/construct-app.ts";
import { until } from "./support/service.ts";
import { actionsOf, closeTerraformStories, openStory, STORY_LIMIT_MS } from "./terraform/fixture.ts";

const EXAMPLES = join(__dirname, "../../examples");

afterEach(closeTerraformStories);

const SECRET_PROGRAM = `
import { App, TerraformStack, TerraformVariable } from "cdktn";
import { Domain, OrgformProvider } from "@orgform/cdktn";

const targetVersions = { terraform: ">=1.11.0", opentofu: ">=1.11.0" };
const app = new App({ context: { targetVersions } });
const stack = new TerraformStack(app, "secret");
new OrgformProvider(stack, "orgform");
const certificate = new TerraformVariable(stack, "certificate", { type: "string", sensitive: true });
certificate.addOverride("ephemeral", true);
new Domain(stack, "acme", {
  domain: "globex.example",
  samlX509CertWo: certificate.stringValue,
  samlX509CertWoVersion: 1,
});
app.synth();
`;

describe("a write-only argument of cdktn", () => {
  let app: Synthesized;

  beforeAll(async () => {
    app = await synthesize("cdktn", SECRET_PROGRAM);
  }, STORY_LIMIT_MS);

  test.each(ENGINES_BY_DAY)(
    "is in no plan and no state with %s, dialect %s",
    async (engine, dialect) => {
      const { sandbox, workspace } = await openStory(dialect, "", { engine });
      const secret = ["-var=certificate=MIIB-canary"];
      const stack = JSON.parse(app.stack);
      stack.provider.orgform[0].organization_id = sandbox.organizationId;
      workspace.replaceMain("");
      workspace.write(JSON.stringify(stack), "cdk.tf.json");
      await workspace.must("init", "-backend-config=path=terraform.tfstate");
      await workspace.must("plan", "-out=first.plan", ...secret);
      const shown = await workspace.must("show", "-json", "first.plan");
      const applied = await workspace.apply(...secret);
      const row = sandbox.control.domains().find(({ domain }) => domain === "globex.example");
      expect(row).toMatchObject({ saml_x509_cert: "MIIB-canary" });
      for (const text of [app.stack, shown, applied, workspace.read("terraform.tfstate")]) {
        expect(text).not.toContain("MIIB");
      }
      expect(await workspace.planStatus(...secret)).toBe(0);
    },
    STORY_LIMIT_MS,
  );
});

/** In `npm test`, each library meets one engine. */
const enginesOf = (library: string): typeof ENGINES_AND_DIALECTS =>
  isInFull() || library === "cdktn" ? ENGINES_BY_DAY : ENGINES_AND_DIALECTS.slice(-1);

describe.each(["cdktf", "cdktn"])("the example of %s", (library) => {
  let app: Synthesized;

  beforeAll(async () => {
    app = await synthesize(library);
  }, STORY_LIMIT_MS);

  test("synthesizes silently, and requires our provider from the engine's own registry", () => {
    expect(app.output).toBe("");
    const { terraform, provider } = JSON.parse(app.stack);
    expect(terraform.required_providers).toEqual({ orgform: { source: "orgform/orgform" } });
    expect(provider).toEqual({ orgform: [{}] });
  });

  test.each(enginesOf(library))(
    "plans what it says, is applied, finds nothing more to do, and is destroyed with %s, dialect %s",
    async (engine, dialect) => {
      const { sandbox, workspace, writes } = await openStory(dialect, "", { engine });
      workspace.replaceMain("");
      workspace.write(app.stack, "cdk.tf.json");
      // The app's own path of the state is in the folder where the app ran.
      await workspace.must("init", "-backend-config=path=terraform.tfstate");
      await workspace.must("plan", "-out=first.plan");
      const expected = readFileSync(join(EXAMPLES, library, "expected-plan.txt"), "utf8")
        .trim()
        .split("\n");
      expect(actionsOf(await workspace.must("show", "-json", "first.plan"))).toEqual(expected);
      expect(writes()).toEqual([]);
      const applied = workspace.must("apply", "first.plan");
      const find = (): Record<string, unknown> | undefined =>
        sandbox.control.domains().find((row) => row["domain"] === "acme.example");
      await until("the domain was made", () => find() !== undefined);
      sandbox.control.setDns("_posthog-challenge.acme.example", [String(find()?.["verification_challenge"])]);
      expect(await applied).toContain("Apply complete! Resources: 4 added");
      expect(find()).toMatchObject({ sso_enforcement: "google-oauth2" });
      expect(JSON.parse(await workspace.must("output", "-json", "verification-record"))).toEqual({
        type: "TXT",
        name: "_posthog-challenge.acme.example",
        value: find()?.["verification_challenge"],
      });
      expect(await workspace.planStatus()).toBe(0);
      await workspace.must("destroy", "-auto-approve");
      expect(sandbox.control.organizations().map(({ name }) => name)).toEqual(["Acme"]);
    },
    STORY_LIMIT_MS,
  );
});
