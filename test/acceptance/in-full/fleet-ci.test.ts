import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, expect, jest, test } from "@jest/globals";

import { type Sandbox, startSandbox } from "../../../packages/sandbox/src/index.ts";
import { runProgram } from "../../../scripts/run-program.ts";
import { createClient } from "../../../src/index.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { ANN } from "../../support/plan-keys.ts";
import { PostgresServer } from "../../support/postgres-server.ts";
import { FakeForge } from "../../support/fake-forge.ts";
import { type BareRunner, bareRunner } from "../support/bare-runner.ts";
import { GitTeam } from "../support/git-team.ts";
import { runGitlabJob } from "../support/gitlab-job.ts";
import { ReleasedPackages } from "../support/new-project.ts";
import { keyOf } from "../support/service.ts";
import { closeLater, closeStories } from "../support/story.ts";
import { type JobResult, runJob, type RunnerOptions } from "../support/workflow-job.ts";

jest.setTimeout(600_000);
afterEach(closeStories);

const EXAMPLE = join(REPOSITORY, "examples/fleet");
const READING = ["organization", "project", "organization_member", "user", "batch_export", "plugin"].map(
  (what) => `${what}:read`,
);
const NAMES = ["Acme", "Birch", "Cedar"];
const ROLES = "/api/organizations/:organization_id/roles/";

let folder: string;
let sandbox: Sandbox;
let runner: BareRunner;
let packages: ReleasedPackages;
let team: GitTeam;
let forge: FakeForge;
let forgeUrl: string;
let values: Readonly<Record<string, string>>;

/** Secrets, variables, and what a forge sets. A job sees nothing else of this machine. */
const shared = (): Record<string, string> => ({
  ...packages.environment,
  HOME: join(folder, "home"),
  TMPDIR: tmpdir(),
  CHECKPOINT_DISABLE: "1",
});

/** @param change - what a team changes in the copied example */
async function begin(author: object, change: (program: string) => void = () => undefined): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), "orgform-fleet-ci-"));
  closeLater(async () => rmSync(folder, { recursive: true, force: true }));
  sandbox = await startSandbox({ seed: "empty" });
  closeLater(() => sandbox.close());
  packages = await ReleasedPackages.start("fleet");
  closeLater(async () => packages.close());
  forge = new FakeForge({ ...author });
  forgeUrl = await forge.open();
  closeLater(async () => void (await forge.close()));
  runner = bareRunner(join(folder, "runner"));
  for (const name of ["home", "state"]) mkdirSync(join(folder, name));
  const program = join(folder, "program");
  cpSync(EXAMPLE, program, { recursive: true });
  change(program);
  const env = { ...shared(), PATH: process.env["PATH"] ?? "" };
  const locked = await runProgram("npm", ["install", "--package-lock-only", "--ignore-scripts"], { env, cwd: program });
  if (locked.status !== 0) throw new Error(locked.output);
  team = await GitTeam.open({ folder, program, env });
  values = {
    repository: "acme/fleet",
    number: "3",
    token: "t",
    ORGFORM_HOST: sandbox.host,
    ORGFORM_API_KEY: keyOf(sandbox, null),
    ORGFORM_READ_KEY: keyOf(sandbox, READING),
    ORGFORM_PLAN_RECIPIENTS: ANN.recipient,
    ORGFORM_PLAN_KEY: ANN.identity,
    TF_CLI_ARGS_INIT: `-backend-config=workspace_dir=${join(folder, "state")}`,
  };
}

const titles = (): string[] =>
  sandbox.control
    .organizations()
    .map(({ name }) => name)
    .toSorted();
const writes = (): string[] =>
  sandbox.control
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path }) => `${method} ${path}`);

/** Lets a write of the second wave hang. The returned condition is true as soon as the write has arrived. */
function hanging(): () => boolean {
  const { id } = sandbox.control.addFault({
    kind: "delay-after",
    delayMs: 600_000,
    method: "POST",
    route: ROLES,
    nth: 2,
  });
  return () => sandbox.control.faults().some((fault) => fault.id === id && fault.hits > 0);
}

/** A fresh clone, always in the same place, as on a runner. Removes the link to the modules of the team's folder. */
async function cloned(branch: string): Promise<string> {
  const clone = await team.clone(branch, "repository");
  rmSync(join(clone, "node_modules"));
  return clone;
}

async function job(branch: string, file: string, name: string, more: Partial<RunnerOptions> = {}): Promise<JobResult> {
  const env = { ...shared(), PATH: runner.base, GITHUB_API_URL: forgeUrl, GITHUB_REPOSITORY: "acme/fleet" };
  const places = { cache: join(folder, "cache"), artifacts: join(folder, "artifacts") };
  return runJob(await cloned(branch), file, name, { values, env, installs: runner.installs, ...places, ...more });
}

async function must(...args: Parameters<typeof job>): Promise<JobResult> {
  const result = await job(...args);
  if (result.outcome !== "success") throw new Error(`${args[2]} ended with ${result.outcome}: ${result.output}`);
  return result;
}

/** Somebody renames a role in the web interface. */
async function click(): Promise<void> {
  const api = createClient({ host: sandbox.host, apiKey: values["ORGFORM_API_KEY"] ?? "" });
  closeLater(() => api.close());
  const [organization] = sandbox.control.organizations();
  const [role] = await api.roles.list(organization?.id ?? "").all();
  await api.roles.update(organization?.id ?? "", role?.id ?? "", { name: "Clicked" });
}

const COMMENT = /^<!-- orgform-fleet -->[^]*To create: 9 objects/u;

test("the workflows preview a change, apply the approved plan, continue after a canceled job, and report drift", async () => {
  await begin({ user: { type: "Bot" } });
  const comments = "/repos/acme/fleet/issues/3/comments";
  await must("main", "preview.yml", "preview");
  await must("main", "preview.yml", "comment");
  expect(forge.rows.get(comments)).toEqual([expect.objectContaining({ body: expect.stringMatching(COMMENT) })]);
  expect(writes()).toEqual([]);

  // After the merge: planned again, and approved by whoever starts the environment's job.
  const { summary } = await must("main", "apply.yml", "plan");
  expect(summary).toContain("To create: 9 objects");
  expect([existsSync(join(folder, "artifacts/plan/plan.fleet")), writes()]).toEqual([true, []]);
  const cut = await job("main", "apply.yml", "up", { kill: { step: "Apply", when: hanging() } });
  expect([cut.outcome, cut.actions]).toEqual([
    "cancelled",
    ["actions/download-artifact", "actions/cache/restore", "actions/cache/save", "actions/upload-artifact"],
  ]);
  sandbox.control.clearFaults();
  const resumed = await must("main", "apply.yml", "up");
  expect(resumed.output).toContain("The plan was applied. plan.fleet is deleted.");
  expect([titles(), sandbox.control.counts()[`POST ${ROLES}`]]).toEqual([NAMES, NAMES.length]);

  // A change of all organizations is one line of the same comment.
  await team.propose("help", [['= "Support"', '= "Help desk"']], "customer/main.tf");
  await must("help", "preview.yml", "preview");
  await must("help", "preview.yml", "comment");
  expect(forge.writes).toEqual([`POST ${comments} body`, "PATCH /repos/acme/fleet/issues/comments/501 body"]);
  await team.merge("help");
  expect((await must("main", "apply.yml", "plan")).summary).toMatch(
    /`orgform_role\.support: name` `in acme, birch, cedar`/u,
  );
  const changed = await must("main", "apply.yml", "up");
  expect(changed.output).toContain("Run 2: 3 organizations in 2 waves");

  await must("main", "drift.yml", "drift");
  expect(forge.rows.get("/repos/acme/fleet/issues")).toBeUndefined();
  await click();
  await must("main", "drift.yml", "drift");
  expect(forge.rows.get("/repos/acme/fleet/issues")).toEqual([
    expect.objectContaining({ body: expect.stringContaining("Clicked") }),
  ]);
  for (const { output } of [cut, resumed, changed]) expect(output).not.toContain("phx_");
});

test("a workflow that installs no engine fails", async () => {
  await begin({ user: { type: "Bot" } });
  const { "hashicorp/setup-terraform": _engine, ...installs } = runner.installs;
  const forgotten = await job("main", "preview.yml", "preview", { installs });
  expect([forgotten.outcome, forgotten.output]).toEqual(["failure", expect.stringContaining("terraform")]);
});

/** After this time, the lease of a killed job has expired. */
const LEASE_MS = 31_000;

/** The record is in a database, as a fleet of several jobs has it. */
function useDatabase(program: string): void {
  const manifest = JSON.parse(readFileSync(join(program, "package.json"), "utf8")) as { dependencies: object };
  const dependencies = { ...manifest.dependencies, pg: "^8.0.0" };
  writeFileSync(join(program, "package.json"), JSON.stringify({ ...manifest, dependencies }));
  const file = readFileSync(join(program, "fleet.yaml"), "utf8");
  writeFileSync(join(program, "fleet.yaml"), `${file}database: { environment: FLEET_DATABASE }\n`);
}

test("the jobs of shards.yml apply one plan, a canceled one is run again, and one report joins them", async () => {
  const server = await PostgresServer.start();
  closeLater(() => server.dispose());
  await begin({ user: { type: "Bot" } }, useDatabase);
  values = { ...values, FLEET_DATABASE: server.url() };
  const { outputs } = await must("main", "shards.yml", "plan");
  const { include } = JSON.parse(outputs["matrix"] ?? "{}") as { include: { shard: string }[] };
  const shards = include.map(({ shard }) => shard);
  expect(shards.length).toBeGreaterThan(1);
  expect(writes()).toEqual([]);
  const shardJob = (index: number, more: Partial<RunnerOptions> = {}): Promise<JobResult> => {
    const own = { shard: shards[index] ?? "", "job-index": String(index) };
    return job("main", "shards.yml", "up", {
      values: { ...values, ...own },
      cache: join(folder, `cache-${index}`),
      ...more,
    });
  };
  const { id } = sandbox.control.addFault({ kind: "delay-after", delayMs: 600_000, method: "POST", route: ROLES });
  const when = (): boolean => sandbox.control.faults().some((fault) => fault.id === id && fault.hits > 0);
  expect((await shardJob(0, { kill: { step: "Apply", when } })).outcome).toBe("cancelled");
  sandbox.control.clearFaults();
  for (const index of [...shards.keys()].slice(1)) expect((await shardJob(index)).outcome).toBe("success");
  // A shard that is missing fails the report, which names it.
  const early = await job("main", "shards.yml", "report");
  expect([early.outcome, early.output + early.summary]).toEqual(["failure", expect.stringContaining(shards[0] ?? "")]);
  await pause(LEASE_MS);
  const again = await shardJob(0);
  expect([again.outcome, again.output]).toEqual(["success", expect.stringContaining(`Shard ${shards[0]} of the plan`)]);
  expect([titles(), sandbox.control.counts()[`POST ${ROLES}`]]).toEqual([NAMES, NAMES.length]);
  expect((await must("main", "shards.yml", "report")).summary).toContain("3 succeeded");
  expect(existsSync(join(folder, "artifacts/run/run.html"))).toBe(true);
}, 900_000);

test("the pipeline previews a change, applies the approved plan, and continues after its job's timeout", async () => {
  await begin({ author: { id: 7 } });
  const { ORGFORM_READ_KEY = "", ORGFORM_API_KEY = "", ORGFORM_PLAN_KEY = "", TF_CLI_ARGS_INIT = "", ...rest } = values;
  /** The variables of the environment of that name, which only its job has. */
  const production = { ORGFORM_API_KEY, ORGFORM_PLAN_KEY };
  const play = async (name: string, more: { keys?: typeof production; killWhen?: () => boolean } = {}) => {
    const { keys = { ORGFORM_API_KEY: ORGFORM_READ_KEY }, ...options } = more;
    const ofForge = { GITLAB_CI: "true", CI_API_V4_URL: forgeUrl, CI_PROJECT_ID: "9", GITLAB_TOKEN: "t" };
    const variables = { ...rest, ...ofForge, CI_MERGE_REQUEST_IID: "3", CI_PROJECT_PATH: "acme/fleet" };
    const env = {
      ...shared(),
      ...variables,
      ...keys,
      TF_CLI_ARGS_init: TF_CLI_ARGS_INIT,
      PATH: runner.alpine,
    };
    const places = { cache: join(folder, "cache"), artifacts: join(folder, "artifacts") };
    return runGitlabJob(await cloned("main"), name, { env, ...places, ...options });
  };
  const played = async (...args: Parameters<typeof play>): Promise<string> => {
    const { outcome, output } = await play(...args);
    if (outcome !== "success") throw new Error(`${args[0]} ended with ${outcome}: ${output}`);
    return output;
  };
  for (const name of ["preview", "comment", "plan"]) await played(name);
  const notes = forge.rows.get("/projects/9/merge_requests/3/notes");
  expect(notes).toEqual([expect.objectContaining({ body: expect.stringMatching(COMMENT) })]);
  expect(writes()).toEqual([]);
  const cut = await play("up", { keys: production, killWhen: hanging() });
  expect(cut.outcome).toBe("cancelled");
  sandbox.control.clearFaults();
  expect(await played("up", { keys: production })).toContain("The plan was applied.");
  expect([titles(), sandbox.control.counts()[`POST ${ROLES}`]]).toEqual([NAMES, NAMES.length]);
  await played("drift");
  expect(forge.rows.get("/projects/9/issues")).toBeUndefined();
});
