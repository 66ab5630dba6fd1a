import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { parse } from "yaml";

import { ensureActionlint } from "../../scripts/set-up/actionlint.ts";
import { type ProgramResult, runProgram } from "../../scripts/set-up/pulumi/run-program.ts";
import { PULUMI_VERSION } from "../../scripts/set-up/pulumi/version.ts";
import { REPOSITORY } from "../support/doc-pages.ts";

// The linter is built once, where `npm test` has not done it.
jest.setTimeout(600_000);

const EXAMPLE = join(REPOSITORY, "examples/gitops");
const WORKFLOWS = join(EXAMPLE, ".github/workflows");

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly permissions: object;
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly jobs: Readonly<Record<string, { readonly permissions: object; readonly steps: readonly Step[] }>>;
}

interface GitlabJob {
  readonly script?: readonly string[];
  readonly extends?: string;
  readonly resource_group?: string;
  readonly environment?: string;
}

const names = readdirSync(WORKFLOWS).sort();
const texts = names.map((name) => readFileSync(join(WORKFLOWS, name), "utf8"));
const workflows = new Map(names.map((name, index) => [name, parse(texts[index] ?? "") as Workflow]));
const gitlabText = readFileSync(join(EXAMPLE, ".gitlab-ci.yml"), "utf8");
const gitlab = parse(gitlabText) as Readonly<Record<string, GitlabJob>>;

/** What the three jobs call; the acceptance test runs the same. */
const CALLS = [
  "node scripts/apply.mjs",
  "node scripts/preview.mjs",
  "node scripts/publish.mjs comment",
  "node scripts/publish.mjs issue",
  "npx orgform drift",
];

function callsIn(lines: readonly string[]): string[] {
  const found = lines.flatMap(
    (line) => line.match(/node scripts\/\w+\.mjs(?: (?:comment|issue))?|npx orgform \w+/gu) ?? [],
  );
  return found.toSorted();
}

describe("the workflows for GitHub", () => {
  const steps = [...workflows.values()].flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));

  test("call the scripts, each of them once", () => {
    expect(names).toEqual(["apply.yml", "drift.yml", "preview.yml"]);
    expect(callsIn(steps.map(({ run = "" }) => run))).toEqual(CALLS);
  });

  test("pin every action by its commit, with its version beside it, the same one everywhere", () => {
    const uses = texts.flatMap((text) =>
      [...text.matchAll(/uses: (?<what>.*)/gu)].map(({ groups }) => groups?.["what"]),
    );
    expect(uses.length).toBeGreaterThan(8);
    for (const what of uses) expect(what).toMatch(/^[\w-]+\/[\w-]+(?:\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u);
    const actions = uses.map((what) => what?.split("@")[0]);
    expect(new Set(uses).size).toBe(new Set(actions).size);
  });

  test("grant nothing by default, and let only one run of a kind be", () => {
    for (const { permissions } of workflows.values()) expect(permissions).toEqual({});
    const granted = [...workflows].flatMap(([name, { jobs }]) =>
      Object.entries(jobs).map(([job, { permissions }]) => [name, job, permissions]),
    );
    expect(granted).toEqual([
      ["apply.yml", "apply", { contents: "read" }],
      ["drift.yml", "drift", { contents: "read", issues: "write" }],
      ["preview.yml", "preview", { contents: "read" }],
      ["preview.yml", "comment", { contents: "read", "pull-requests": "write" }],
    ]);
    const groups = [...workflows.values()].map(({ concurrency }) => concurrency);
    expect(new Set(groups.map(({ group }) => group)).size).toBe(3);
    expect(workflows.get("apply.yml")?.concurrency).toEqual({ group: "apply", "cancel-in-progress": false });
  });

  test("hold no secret in clear, and hand none to a step that needs it not", () => {
    const isSecret = ([name]: readonly [string, string]): boolean => /KEY|TOKEN|PASSPHRASE/u.test(name);
    const given = steps.flatMap(({ env = {} }) => Object.entries(env).filter(isSecret));
    expect(given.length).toBeGreaterThan(5);
    for (const [, value] of given) expect(value).toMatch(/^\$\{\{ (?:secrets\.\w+|github\.token) \}\}$/u);
    const togetherWithForge = steps.filter(({ env = {} }) => "GITHUB_TOKEN" in env && "ORGFORM_API_KEY" in env);
    expect(togetherWithForge).toEqual([]);
  });

  test("keep the records of creates in the cache, also of an apply that failed", () => {
    const apply = workflows.get("apply.yml")?.jobs["apply"]?.steps ?? [];
    const applied = apply.findIndex(({ env = {} }) => "ORGFORM_INTENTS_DIR" in env);
    expect(apply.slice(0, applied).some(({ uses = "" }) => uses.startsWith("actions/cache/restore@"))).toBe(true);
    expect(apply.slice(applied + 1)).toEqual([
      expect.objectContaining({ uses: expect.stringMatching(/^actions\/cache\/save@/u), if: "always()" }),
    ]);
    expect(gitlab["apply"]).toMatchObject({ cache: { paths: [".orgform/"], when: "always" } });
  });

  test("and for GitLab run the engine that the tests run", () => {
    const versions = [...texts, gitlabText].flatMap((text) => text.match(/\b\d+\.\d{3}\.\d+\b/gu) ?? []);
    expect([...new Set(versions)]).toEqual([PULUMI_VERSION]);
  });
});

describe("the pipeline for GitLab", () => {
  const jobs = Object.entries(gitlab).filter(([, job]) => job.script !== undefined);

  test("calls the same scripts, in jobs that build on what is there", () => {
    expect(jobs.map(([name]) => name)).toEqual(["preview", "comment", "apply", "drift"]);
    expect(callsIn(jobs.flatMap(([, job]) => job.script ?? []))).toEqual(CALLS);
    for (const [, { extends: base }] of jobs) expect([undefined, ...Object.keys(gitlab)]).toContain(base);
    for (const call of CALLS.filter((call) => call.startsWith("node ")))
      expect(existsSync(join(EXAMPLE, call.split(" ")[1] ?? ""))).toBe(true);
  });

  test("applies one at a time, in the environment that has the key", () => {
    expect(gitlab["apply"]).toMatchObject({
      resource_group: "production",
      environment: "production",
      interruptible: false,
    });
  });

  test("holds no secret", () => {
    expect(Object.keys(gitlab)).not.toContain("variables");
    expect(gitlabText).not.toMatch(/phx_|(?:KEY|TOKEN|PASSPHRASE)\w*["']?\s*[:=]/u);
  });
});

/** A workflow with four mistakes: an unknown trigger, job and field, and a pull request's own text in a shell. */
const PLANTED = `on: pull_requests
jobs:
  preview:
    needs: nobody
    runs-on: ubuntu-24.04
    steps:
      - run: echo \${{ github.event.pull_request.title }}
        shel: bash
`;

test("actionlint finds nothing in the workflows, and does find planted mistakes", async () => {
  const actionlint = await ensureActionlint();
  // It has said so.
  if (actionlint === undefined) return;
  // What it would find by other linters of this machine is left aside.
  const args = ["-no-color", "-oneline", "-shellcheck=", "-pyflakes="];
  const lint = (...files: readonly string[]): Promise<ProgramResult> =>
    runProgram(actionlint, [...args, ...files], { env: process.env, cwd: EXAMPLE });
  expect(await lint(...names.map((name) => join(WORKFLOWS, name)))).toMatchObject({ status: 0, output: "" });
  const folder = mkdtempSync(join(tmpdir(), "orgform-workflow-"));
  try {
    const file = join(folder, "planted.yml");
    writeFileSync(file, PLANTED);
    const { status, output } = await lint(file);
    const kinds = [...output.matchAll(/\[(?<kind>[\w-]+)\]$/gmu)].map(({ groups }) => groups?.["kind"] ?? "");
    expect([status, kinds.toSorted()]).toEqual([1, ["events", "expression", "job-needs", "syntax-check"]]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
