import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";
import { parse } from "yaml";
import { z } from "zod";

import { ensureActionlint } from "../../tools/set-up/actionlint.ts";
import { ENGINES } from "../../tools/set-up/terraform/engines.ts";
import { runProgram } from "../../scripts/run-program.ts";
import { gitlabParallel } from "../../packages/fleet/src/ci/matrix.ts";
import { blocksOfKind } from "../support/doc-kinds.ts";
import { REPOSITORY } from "../support/doc-pages.ts";

// The linter is built once, where `npm test` has not done it.
jest.setTimeout(600_000);

const EXAMPLE = join(REPOSITORY, "examples/fleet");
const WORKFLOWS = join(EXAMPLE, ".github/workflows");

interface Job {
  readonly environment?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: object;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

const files = readdirSync(WORKFLOWS).toSorted();
const texts = files.map((name) => readFileSync(join(WORKFLOWS, name), "utf8"));
const workflows = texts.map(
  (text) => parse(text) as { readonly permissions: object; readonly jobs: Record<string, Job> },
);
const jobs = workflows.flatMap((workflow, index) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${files[index]} ${name}`, job })),
);
const gitlab = parse(readFileSync(join(EXAMPLE, ".gitlab-ci.yml"), "utf8")) as Readonly<
  Record<string, { readonly script?: readonly string[] }>
>;

test("actionlint finds nothing in the workflows of the example", async () => {
  const actionlint = await ensureActionlint();
  // It has said so.
  if (actionlint === undefined) return;
  const args = ["-no-color", "-oneline", "-shellcheck=", "-pyflakes=", ...files];
  const linted = await runProgram(actionlint, args, { env: process.env, cwd: WORKFLOWS });
  expect(linted).toMatchObject({ status: 0, output: "" });
});

test("actions are those of the other examples, pinned in the same way", () => {
  const used = (text: string): string[] =>
    [...text.matchAll(/uses: (?<what>.*)/gu)].map(({ groups }) => groups?.["what"] ?? "");
  const others = ["gitops/.github/workflows/preview.yml", "gitops-terraform/.github/workflows/apply.yml"].flatMap(
    (path) => used(readFileSync(join(REPOSITORY, "examples", path), "utf8")),
  );
  expect(new Set(texts.flatMap(used))).toEqual(new Set(others.filter((what) => !what.startsWith("pulumi/"))));
});

test("every job that runs a fleet installs Node, its packages, and the engine of the tests, and has the backend's credentials", () => {
  const running = jobs.filter(({ job }) => job.steps.some(({ run = "" }) => /fleet (?:plan|up|drift)/u.test(run)));
  expect(running.map(({ name }) => name)).toEqual([
    "apply.yml plan",
    "apply.yml up",
    "drift.yml drift",
    "preview.yml preview",
    "shards.yml plan",
    "shards.yml up",
  ]);
  const engine = { terraform_version: ENGINES.terraform.version, terraform_wrapper: false };
  for (const { name, job } of running) {
    const installed = job.steps.flatMap(
      ({ uses = "", run = "" }) => uses.match(/setup-\w+/gu) ?? run.match(/^npm ci.*/gu) ?? [],
    );
    expect([name, installed]).toEqual([name, ["setup-node", "setup-terraform", "npm ci --ignore-scripts"]]);
    expect(job.steps.find(({ uses = "" }) => uses.includes("setup-terraform"))?.with).toEqual(engine);
    expect(Object.keys(job.env ?? {})).toEqual(expect.arrayContaining(["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]));
  }
});

test("only jobs of the environment have the keys that write and that decrypt plans", () => {
  const having = (secret: string, kind = "secrets"): string[] =>
    jobs.filter(({ job }) => JSON.stringify(job).includes(`${kind}.${secret}`)).map(({ name }) => name);
  const guarded = jobs.filter(({ job }) => job.environment === "production").map(({ name }) => name);
  expect(guarded).toEqual(["apply.yml up", "shards.yml up"]);
  for (const secret of ["ORGFORM_API_KEY", "ORGFORM_PLAN_KEY"]) expect(having(secret)).toEqual(guarded);
  expect(having("ORGFORM_PLAN_RECIPIENTS", "vars")).toEqual(["apply.yml plan", "shards.yml plan"]);
  for (const { permissions } of workflows) expect(permissions).toEqual({});
});

test("the pipeline runs the same commands as the workflows, and the script that publishes is the one of the other example", () => {
  const commandsOf = (lines: readonly string[]): string[] => [
    ...new Set(lines.flatMap((line) => line.match(/orgform fleet (?:plan|up|drift)[^|\n]*|node scripts.*/gu) ?? [])),
  ];
  const ofGitlab = commandsOf(Object.values(gitlab).flatMap(({ script = [] }) => script));
  const plain = jobs.filter(({ name }) => !name.startsWith("shards.yml"));
  const ofGithub = commandsOf(plain.flatMap(({ job }) => job.steps.map(({ run = "" }) => run)));
  // The page of a plan is an artifact there, and a summary here.
  const alike = (line: string): string =>
    line.replace(" --report plan.json", "").replace(" --page plan.html", "").trim();
  expect(new Set(ofGitlab.map(alike))).toEqual(new Set(ofGithub.map(alike)));
  const publish = (example: string): string =>
    readFileSync(join(REPOSITORY, "examples", example, "scripts/publish.mjs"), "utf8");
  expect(publish("fleet")).toBe(publish("gitops"));
});

test("the pipeline of the guide has the keyword that the command prints", () => {
  const [block] = blocksOfKind("pipeline");
  const { up } = parse(block?.text ?? "") as { up: { parallel: object } };
  expect({ parallel: up.parallel }).toEqual(parse(gitlabParallel(["1/4", "2/4", "3/4", "4/4"])));
});

/** The keys that a repository may set by default. @source runatlantis.io/docs/repo-level-atlantis-yaml, Reference */
const ATLANTIS = z.strictObject({
  version: z.literal(3),
  parallel_plan: z.literal(false),
  parallel_apply: z.literal(false),
  projects: z.array(
    z.strictObject({
      name: z.string(),
      dir: z.literal("organizations"),
      workspace: z.string(),
      execution_order_group: z.int(),
      autoplan: z.strictObject({ when_modified: z.array(z.string()) }),
    }),
  ),
});

test("each Atlantis project in the guide has its own workspace and is planned when its own values file changes", () => {
  const { projects } = ATLANTIS.parse(parse(blocksOfKind("Atlantis projects")[0]?.text ?? ""));
  const names = projects.map(({ name }) => name);
  expect(new Set(names).size).toBe(2);
  expect(projects.map(({ workspace }) => workspace)).toEqual(names);
  expect(projects.map(({ autoplan }) => autoplan.when_modified)).toEqual(
    names.map((name) => ["*.tf", `env/${name}.tfvars`]),
  );
});
