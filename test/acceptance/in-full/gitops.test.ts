import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { createClient } from "../../../src/index.ts";
import { startSandbox } from "../../../packages/sandbox/src/index.ts";
import { SCENARIO_DIALECTS } from "../../support/dialects.ts";
import { blocksOf, docPages, REPOSITORY } from "../../support/doc-pages.ts";
import { PulumiStack } from "../../support/pulumi-stack.ts";
import { killProcessesOf } from "../../support/stack-processes.ts";
import { GitTeam } from "../support/git-team.ts";
import { closeLater, closeStories } from "../support/story.ts";

// Runs the engine ten times.
jest.setTimeout(480_000);
afterEach(closeStories);

const EXAMPLE = join(REPOSITORY, "examples/gitops");

/** The scopes of the key for previews and drift, as the guide says. */
const READING = ["organization", "project", "organization_member", "user", "batch_export", "plugin"].map(
  (what) => `${what}:read`,
);

const guide = docPages().find(({ path }) => path === "docs/guides/gitops.md");
const [PREVIEW = "", CHECK = "", APPLY = "", DRIFT = "", MORNING = "", AFTER_KILL = ""] =
  guide === undefined ? [] : blocksOf(guide).map(({ text }) => text);

function exampleFiles(): Record<string, string> {
  const names = readdirSync(EXAMPLE, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => !name.includes("node_modules") && statSync(join(EXAMPLE, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(EXAMPLE, name), "utf8")]));
}

describe.each(SCENARIO_DIALECTS)("with the %s dialect", (dialect) => {
  test("a change gets from a branch into the organization, survives a kill, and drift is reported and repaired", async () => {
    const sandbox = await startSandbox({ dialect });
    closeLater(() => sandbox.close());
    const { host, control } = sandbox;
    const key = (scopes: readonly string[] | null): string =>
      control.createKey({ email: "founder@acme.example", scopes: scopes === null ? null : [...scopes] }).apiKey;
    // Each job has its own folder, as on ephemeral runners. The workflow names the owner of the records.
    const writing = { ORGFORM_HOST: host, ORGFORM_API_KEY: key(null), ORGFORM_RECORD_OWNER: "acme/organization" };
    const reading = { ORGFORM_HOST: host, ORGFORM_API_KEY: key(READING) };
    const api = createClient({ host, apiKey: writing.ORGFORM_API_KEY });
    closeLater(() => api.close());
    const stack = await PulumiStack.create({ files: exampleFiles(), env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
    closeLater(() => stack.dispose());
    closeLater(() => killProcessesOf(stack));
    const team = await GitTeam.open(stack);

    expect(await team.job("main", APPLY, writing)).toMatchObject({ status: 0 });
    const made = control.organizations().find(({ name }) => name === "Acme Cloud");
    const organizationId = made?.id ?? "";
    const names = async (): Promise<string[][]> => {
      const [roles, projects] = await Promise.all([
        api.roles.list(organizationId).all(),
        api.projects.list(organizationId).all(),
      ]);
      return [roles, projects].map((rows) => rows.map(({ name }) => name ?? "").sort());
    };
    expect(await names()).toEqual([["Analysts"], ["Default project", "Web shop"]]);

    // Somebody proposes a change.
    await team.propose("marketing", [
      ['name: "Web shop"', 'name: "Shop"'],
      [
        'new orgform.Membership("ann"',
        'new orgform.Role("marketing", { ...organization, name: "Marketing" });\n\nnew orgform.Membership("ann"',
      ],
    ]);
    control.clearRequests();
    const preview = await team.job("marketing", PREVIEW, reading);
    expect(preview).toMatchObject({ status: 0 });
    const comment = preview.file("preview.md");
    expect(comment).toMatch(/^<!-- orgform-preview -->\n### Preview: \+ 1 to create, ~ 1 to update\n/u);
    expect(comment).toMatch(/name *: "Web shop" => "Shop"/u);
    expect(comment).toContain("::marketing]");
    expect(comment).not.toContain("phx_");
    const check = await team.job("marketing", CHECK, { ...reading, ORGFORM_ORGANIZATION_ID: organizationId });
    expect(check).toMatchObject({ status: 0 });
    expect(check.file("check.md")).toMatch(/^<!-- orgform-check -->\n/u);
    expect(check.file("check.md")).not.toContain("phx_");
    expect(control.requests().filter(({ method }) => method !== "GET")).toEqual([]);

    // The change is merged, and its job is killed after the first write.
    await team.merge("marketing");
    const { id } = control.addFault({
      kind: "delay-after",
      delayMs: 600_000,
      method: "POST",
      route: "/api/organizations/:organization_id/roles/",
    });
    await team.killJobWhen("main", APPLY, writing, () =>
      control.faults().some((fault) => fault.id === id && fault.hits > 0),
    );
    control.clearFaults();
    await killProcessesOf(stack);
    const locked = await team.job("main", APPLY, writing);
    expect(locked.status).toBe(1);
    expect(locked.output).toContain("the stack is currently locked");
    expect(locked.output).toContain(AFTER_KILL);
    expect(await team.job("main", AFTER_KILL, writing)).toMatchObject({ status: 0 });
    expect(control.counts()["POST /api/organizations/:organization_id/roles/"]).toBe(1);
    expect(await names()).toEqual([
      ["Analysts", "Marketing"],
      ["Default project", "Shop"],
    ]);

    // Somebody changes a role in the web interface.
    const [analysts] = (await api.roles.list(organizationId).all()).filter(({ name }) => name === "Analysts");
    await api.roles.update(organizationId, analysts?.id ?? "", { name: "Clicked" });
    const drift = await team.job("main", DRIFT, reading);
    expect([drift.status, drift.output]).toEqual([2, expect.any(String)]);
    expect(drift.file("drift.md")).toMatch(/^<!-- orgform-drift -->\n/u);
    expect(drift.file("drift.md")).toMatch(/analysts[\s\S]*name[\s\S]*Analysts[\s\S]*Clicked/u);
    const repair = await team.job("main", PREVIEW, reading);
    expect(repair.file("preview.md")).toMatch(/### Preview: ~ 1 to update\n[\s\S]*name *: "Clicked" => "Analysts"/u);

    // The next apply repairs the role.
    expect(await team.job("main", APPLY, writing)).toMatchObject({ status: 0 });
    expect(await names()).toEqual([
      ["Analysts", "Marketing"],
      ["Default project", "Shop"],
    ]);
    const clean = await team.job("main", DRIFT, reading);
    expect([clean.status, clean.file("drift.md")]).toEqual([0, expect.stringContaining("### Drift: no drift\n")]);

    // Nobody enforces a second factor, which is no drift. The state says that the code protects what it declares.
    const morning = await team.job("main", MORNING, { ...reading, ORGFORM_ORGANIZATION_ID: organizationId });
    expect([morning.status, morning.file("check.md")]).toEqual([2, expect.stringContaining("second-factor-enforced")]);
    expect(morning.file("check.md")).toMatch(/^<!-- orgform-check -->\n/u);
    expect(morning.file("check.md")).not.toContain("deletion-protected");
  });
});
