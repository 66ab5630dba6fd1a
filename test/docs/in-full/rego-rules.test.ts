import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";

import { startSandbox } from "../../../packages/sandbox/src/index.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { ensureConftest } from "../../../tools/set-up/conftest.ts";
import { hclOf } from "../../acceptance/support/hcl-text.ts";
import { declare } from "../../acceptance/support/program-text.ts";
import { runHere } from "../../cli/run-here.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { TerraformWorkspace } from "../../support/terraform-workspace.ts";

// Builds Conftest if it's missing.
jest.setTimeout(1_800_000);

const EVE = "eve@mail.example";

interface Told {
  readonly msg: string;
}

test("Conftest judges what Terraform plans by the rules of the example, and says what a key can't see", async () => {
  const conftest = await ensureConftest();
  if (conftest === undefined) return;
  const sandbox = await startSandbox({ dialect: "2026-09" });
  const { control, host, organizationId, apiKey } = sandbox;
  control.addMembership({ userId: control.createUser({ email: EVE }).id, organizationId, level: 1 });
  const program = [
    declare("Member", "eve", { organizationId, email: EVE, level: "owner" }),
    declare("Project", "shop", { organizationId, name: "Web Shop!" }),
  ];
  const workspace = await TerraformWorkspace.create(hclOf(program), { ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey });
  try {
    mkdirSync(join(workspace.folder, "policy"));
    const rules = "policy/organization.rego";
    copyFileSync(join(REPOSITORY, "examples/gitops-terraform", rules), join(workspace.folder, rules));
    await workspace.must("plan", "-out=plan.bin");
    const plan = join(workspace.folder, "plan.json");
    writeFileSync(plan, await workspace.must("show", "-json", "plan.bin"));
    const judged = async (key: string, ...words: string[]) => {
      const out = join(workspace.folder, "input.json");
      const drawn = ["picture", "--organization", organizationId, "--out", out, ...words];
      expect(await runHere(drawn, { ORGFORM_HOST: host, ORGFORM_API_KEY: key })).toMatchObject({ code: 0 });
      const { status, output } = await runProgram(conftest, ["test", "--output", "json", "input.json"], {
        env: { PATH: process.env["PATH"] ?? "", HOME: workspace.folder },
        cwd: workspace.folder,
      });
      const [{ failures = [], warnings = [] } = {}] = JSON.parse(output) as { failures?: Told[]; warnings?: Told[] }[];
      return { status, failures: failures.map(({ msg }) => msg), warnings: warnings.map(({ msg }) => msg) };
    };
    const named = "the name isn't of lower-case words with hyphens";
    expect(await judged(apiKey)).toEqual({
      status: 0,
      failures: [],
      warnings: [`Project Default project: ${named}`],
    });
    expect(await judged(apiKey, "--plan", plan)).toEqual({
      status: 1,
      failures: [`Member ${EVE}: an owner has an address of acme.example`],
      warnings: [`Project Default project: ${named}`, `Project Web Shop!: ${named}`],
    });
    const { apiKey: blind } = control.createKey({ email: "founder@acme.example", scopes: ["organization:read"] });
    expect((await judged(blind)).failures).toEqual([
      "people: can't tell: the API key lacks the scope organization_member:read",
      "projects: can't tell: the API key lacks the scope project:read",
    ]);
  } finally {
    workspace.dispose();
    await sandbox.close();
  }
});
