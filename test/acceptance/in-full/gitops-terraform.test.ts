import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, jest, test } from "@jest/globals";

import { startSandbox } from "../../../packages/sandbox/src/index.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { createClient } from "../../../src/index.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { FakeForge } from "../../support/fake-forge.ts";
import { programOfEngine } from "../../support/terraform-programs.ts";
import { GitTeam } from "../support/git-team.ts";
import { keyOf } from "../support/service.ts";
import { closeLater, closeStories } from "../support/story.ts";
import { type JobResult, runJob, type RunnerOptions } from "../support/workflow-job.ts";

jest.setTimeout(240_000);
afterEach(closeStories);

const EXAMPLE = join(REPOSITORY, "examples/gitops-terraform");
const PROVIDER = join(REPOSITORY, "dist/engines/terraform/provider/main.js");

/** The scopes of the key for plans and drift, as the guide says. */
const READING = ["organization", "project", "organization_member", "user", "batch_export", "plugin"].map(
  (what) => `${what}:read`,
);

/** The example as the root of a repository, with an engine on PATH, and with a mirror that has the provider. */
class Place {
  readonly folder = mkdtempSync(join(tmpdir(), "orgform-gitops-tf-"));
  readonly program = join(this.folder, "program");
  readonly cache = join(this.folder, "cache");
  readonly env: Record<string, string>;

  constructor() {
    cpSync(EXAMPLE, this.program, { recursive: true });
    const bin = join(this.folder, "bin");
    const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
    const mirrored = join(this.folder, "mirror/registry.terraform.io/orgform/orgform/0.1.0", platform);
    for (const one of [bin, mirrored]) mkdirSync(one, { recursive: true });
    symlinkSync(programOfEngine("terraform"), join(bin, "terraform"));
    // The lock contains the hash of the installed folder, which has a launcher, as in a release.
    const launcher = join(mirrored, "terraform-provider-orgform_v0.1.0");
    writeFileSync(launcher, `#!/bin/sh\nexec node ${JSON.stringify(PROVIDER)} "$@"\n`);
    chmodSync(launcher, 0o755);
    const settings = join(this.folder, "cli.tfrc");
    const mirror = `path = ${JSON.stringify(join(this.folder, "mirror"))}`;
    writeFileSync(settings, `provider_installation {\n  filesystem_mirror {\n    ${mirror}\n  }\n}\n`);
    this.env = {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      HOME: this.folder,
      TMPDIR: tmpdir(),
      TF_CLI_CONFIG_FILE: settings,
      CHECKPOINT_DISABLE: "1",
    };
  }

  /** Somebody installs the provider once, and commits the lock file. */
  async lock(args: string): Promise<void> {
    const env = { ...this.env, TF_CLI_ARGS_init: args };
    const { status, output } = await runProgram("terraform", ["init", "-input=false"], { env, cwd: this.program });
    if (status !== 0) throw new Error(output);
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

test("the workflows plan, apply, survive a kill, report drift at its declaration, and repair it", async () => {
  const sandbox = await startSandbox({ dialect: "2025-08" });
  closeLater(() => sandbox.close());
  const { host, control } = sandbox;
  const writing = keyOf(sandbox, null);
  const api = createClient({ host, apiKey: writing });
  closeLater(() => api.close());
  const place = new Place();
  closeLater(() => place.dispose());
  const values = {
    repository: "acme/organization",
    ORGFORM_HOST: host,
    ORGFORM_API_KEY: writing,
    ORGFORM_READ_KEY: keyOf(sandbox, READING),
    TF_CLI_ARGS_INIT: `-backend-config=path=${join(place.folder, "state/terraform.tfstate")}`,
  };
  await place.lock(values.TF_CLI_ARGS_INIT);
  const team = await GitTeam.open(place);
  const run = async (
    branch: string,
    what: "plan" | "apply" | "drift",
    { job = what, ...further }: Partial<RunnerOptions> & { readonly job?: string } = {},
  ): Promise<JobResult & { readonly folder: string }> => {
    // A runner uses the same folder for every job, and creation records identify their owner by the folder.
    const folder = await team.clone(branch, "repository");
    const { env, cache } = place;
    return { ...(await runJob(folder, `${what}.yml`, job, { values, env, cache, ...further })), folder };
  };
  const must = async (...args: Parameters<typeof run>): ReturnType<typeof run> => {
    const result = await run(...args);
    if (result.outcome !== "success") throw new Error(`${args[1]} ended with ${result.outcome}: ${result.output}`);
    return result;
  };

  await must("main", "apply");
  const organizationId = control.organizations().find(({ name }) => name === "Acme Cloud")?.id ?? "";
  Object.assign(values, { ORGFORM_ORGANIZATION_ID: organizationId });
  const forge = new FakeForge({ user: { type: "Bot" } });
  Object.assign(values, { token: "t", number: "3" });
  const github = { GITHUB_API_URL: await forge.open(), GITHUB_REPOSITORY: values.repository };
  closeLater(async () => void (await forge.close()));
  const artifacts = join(place.folder, "artifacts");
  const names = async (): Promise<string[][]> => {
    const roles = await api.roles.list(organizationId).all();
    const projects = await api.projects.list(organizationId).all();
    return [roles, projects].map((rows) => rows.map(({ name }) => name ?? "").sort());
  };
  expect(await names()).toEqual([["Analysts"], ["Default project", "Web shop"]]);

  // Somebody proposes a change.
  const role = 'resource "orgform_role" "analysts" {';
  const marketing = `resource "orgform_role" "marketing" {
  organization_id = orgform_organization.acme.organization_id
  name            = "Marketing"
}
`;
  const edits = [
    ['"Web shop"', '"Shop"'],
    [role, `${marketing}\n${role}`],
  ] as const;
  await team.propose("marketing", edits, "main.tf");
  control.clearRequests();
  const { summary } = await must("marketing", "plan", { artifacts });
  expect(summary).toMatch(/^ {4}.*# orgform_role\.marketing will be created$/mu);
  expect(summary).toMatch(/name += "Web shop" -> "Shop"/u);
  expect(summary).toContain("    Plan: 1 to add, 1 to change, 0 to destroy.");
  expect(summary).not.toContain("phx_");
  expect(control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  await must("main", "plan", { job: "comment", artifacts, env: { ...place.env, ...github } });
  const comments = (forge.rows.get("/repos/acme/organization/issues/3/comments") ?? []).map(({ body }) => String(body));
  expect(comments).toEqual([
    expect.stringMatching(/^<!-- orgform-plan -->\n### Plan: 1 to add, 1 to change, 0 to destroy\.\n\n {4}/u),
    expect.stringMatching(/^<!-- orgform-check -->\n/u),
  ]);
  expect(comments.join("")).not.toContain("phx_");

  // The change is merged, and its job is killed after the first write. The cache keeps the creation records.
  await team.merge("marketing");
  const roles = "/api/organizations/:organization_id/roles/";
  const { id } = control.addFault({ kind: "delay-after", delayMs: 600_000, method: "POST", route: roles });
  const when = (): boolean => control.faults().some((fault) => fault.id === id && fault.hits > 0);
  const killed = await run("main", "apply", { kill: { step: "Apply", when } });
  expect([killed.outcome, killed.actions]).toEqual(["cancelled", ["actions/cache/restore", "actions/cache/save"]]);
  control.clearFaults();
  await must("main", "apply");
  expect(control.counts()[`POST ${roles}`]).toBe(1);
  const whole = [
    ["Analysts", "Marketing"],
    ["Default project", "Shop"],
  ];
  expect(await names()).toEqual(whole);

  // Somebody changes a role in the web interface.
  const [analysts] = (await api.roles.list(organizationId).all()).filter(({ name }) => name === "Analysts");
  await api.roles.update(organizationId, analysts?.id ?? "", { name: "Clicked" });
  const drift = await must("main", "drift");
  expect(drift.actions).toEqual(["github/codeql-action/upload-sarif", "github/codeql-action/upload-sarif"]);
  // The state says that the code protects what it declares.
  const broken = findingsIn(drift.folder, "check.sarif").map((finding) => JSON.stringify(finding));
  expect(broken.some((finding) => finding.includes("orgform/second-factor-enforced"))).toBe(true);
  expect(readFileSync(join(drift.folder, "check.sarif"), "utf8")).not.toContain("deletion-protected");
  const [found, ...others] = findingsIn(drift.folder);
  expect(others).toEqual([]);
  const lines = readFileSync(join(drift.folder, "main.tf"), "utf8").split("\n");
  expect(found).toMatchObject({
    ruleId: "orgform/changed",
    message: { text: expect.stringMatching(/orgform_role\.analysts[\s\S]*"Analysts" => "Clicked"/u) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: "main.tf" },
          region: { startLine: lines.indexOf(role) + 1 },
        },
      },
    ],
  });
  expect((await must("main", "plan")).summary).toMatch(/name += "Clicked" -> "Analysts"/u);

  // The next apply repairs the role.
  await must("main", "apply");
  expect(await names()).toEqual(whole);
  expect(findingsIn((await must("main", "drift")).folder)).toEqual([]);
});

function findingsIn(folder: string, file = "drift.sarif"): readonly object[] {
  const { runs } = JSON.parse(readFileSync(join(folder, file), "utf8")) as {
    runs: readonly { readonly results: readonly object[] }[];
  };
  return runs[0]?.results ?? [];
}
