import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, jest, test } from "@jest/globals";
import { parse } from "yaml";

import { ensureActionlint } from "../../tools/set-up/actionlint.ts";
import { type ProgramResult, runProgram } from "../../scripts/run-program.ts";
import { PULUMI_VERSION } from "../../tools/set-up/pulumi/version.ts";
import { ENGINES } from "../../tools/set-up/terraform/engines.ts";
import { resourceBlocks } from "../../src/engines/terraform/provider/configuration/resource-blocks.ts";
import { policyIn } from "../../src/cli/check/checked.ts";
import { Provider } from "../../src/engines/terraform/provider/provider.ts";
import { fastTime } from "../support/scenario-clock.ts";
import { REPOSITORY } from "../support/doc-pages.ts";

// The linter is built once, where `npm test` has not done it.
jest.setTimeout(600_000);

const EXAMPLE = join(REPOSITORY, "examples/gitops");
const WORKFLOWS = join(EXAMPLE, ".github/workflows");

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: object;
}

interface Workflow {
  readonly permissions: object;
  readonly concurrency: { readonly group: string; readonly "cancel-in-progress": boolean };
  readonly jobs: Readonly<
    Record<string, { readonly permissions: object; readonly environment?: string; readonly steps: readonly Step[] }>
  >;
}

interface GitlabJob {
  readonly script?: readonly string[];
  readonly extends?: string;
  readonly resource_group?: string;
  readonly environment?: string;
}

/** The workflows of an example. */
interface Workflows {
  readonly files: readonly string[];
  readonly texts: readonly string[];
  readonly byName: ReadonlyMap<string, Workflow>;
  readonly steps: readonly Step[];
}

function workflowsOf(folder: string): Workflows {
  const names = readdirSync(folder).sort();
  const texts = names.map((name) => readFileSync(join(folder, name), "utf8"));
  const byName = new Map(names.map((name, index) => [name, parse(texts[index] ?? "") as Workflow]));
  const steps = [...byName.values()].flatMap(({ jobs }) => Object.values(jobs).flatMap((job) => job.steps));
  return { files: names.map((name) => join(folder, name)), texts, byName, steps };
}

const pulumi = workflowsOf(WORKFLOWS);
const terraform = workflowsOf(join(REPOSITORY, "examples/gitops-terraform/.github/workflows"));
const gitlabText = readFileSync(join(EXAMPLE, ".gitlab-ci.yml"), "utf8");
const gitlab = parse(gitlabText) as Readonly<Record<string, GitlabJob>>;

/** The commands of the jobs, which the acceptance test also runs. */
const CALLS = [
  "node scripts/apply.mjs",
  "node scripts/preview.mjs",
  "node scripts/publish.mjs comment",
  "node scripts/publish.mjs comment",
  "node scripts/publish.mjs issue",
  "node scripts/publish.mjs issue",
  "npx orgform check",
  "npx orgform check",
  "npx orgform drift",
];

function callsIn(lines: readonly string[]): string[] {
  const found = lines.flatMap(
    (line) => line.match(/node scripts\/\w+\.mjs(?: (?:comment|issue))?|npx orgform \w+/gu) ?? [],
  );
  return found.toSorted();
}

const GRANTED = {
  pulumi: [
    ["apply.yml", "apply", { contents: "read" }],
    ["drift.yml", "drift", { contents: "read", issues: "write" }],
    ["preview.yml", "preview", { contents: "read" }],
    ["preview.yml", "comment", { contents: "read", "pull-requests": "write" }],
  ],
  terraform: [
    ["apply.yml", "apply", { contents: "read" }],
    ["drift.yml", "drift", { contents: "read", "security-events": "write" }],
    ["plan.yml", "plan", { contents: "read" }],
    ["plan.yml", "comment", { contents: "read", "pull-requests": "write" }],
  ],
} as const;

test("the workflows with Pulumi call the scripts, and hand in two comments and two issues", () => {
  expect([...pulumi.byName.keys()]).toEqual(["apply.yml", "drift.yml", "preview.yml"]);
  expect(callsIn(pulumi.steps.map(({ run = "" }) => run))).toEqual(CALLS);
});

test("the workflows with Terraform call the engine that the tests run, whose output is nobody else's", () => {
  const lines = terraform.steps.flatMap(({ run = "" }) => run.match(/(?:terraform|npx orgform) \S+/gu) ?? []);
  expect([...new Set(lines)].toSorted()).toEqual([
    "npx orgform check",
    "npx orgform drift",
    "terraform apply",
    "terraform fmt",
    "terraform force-unlock",
    "terraform init",
    "terraform plan",
    "terraform show",
  ]);
  const engines = terraform.steps.filter(({ uses = "" }) => uses.startsWith("hashicorp/setup-terraform@"));
  // The wrapper of that action puts words of its own into what `orgform drift` reads.
  const set = { terraform_version: ENGINES.terraform.version, terraform_wrapper: false };
  expect(engines.map((step) => step.with)).toEqual([set, set, set]);
});

test("the configuration for Terraform has attributes that the provider has, and no key", () => {
  const text = readFileSync(join(REPOSITORY, "examples/gitops-terraform/main.tf"), "utf8");
  const provider = new Provider({ environment: {}, clock: fastTime().driver });
  const unknown = resourceBlocks(text).flatMap(({ type, attributes }) => {
    const known = provider.schemaOf(type).attributes.map(({ attribute }) => attribute);
    return attributes.map(({ name }) => name).filter((name) => !known.includes(name));
  });
  expect(unknown).toEqual([]);
  expect(resourceBlocks(text)).toHaveLength(4);
  expect(text).not.toMatch(/^\s*(?:api_key|variable)\b/mu);
});

test("the workflows with Terraform hand in two comments, by the script of the other example", () => {
  const comments = ["node scripts/publish.mjs comment", "node scripts/publish.mjs comment"];
  const calls = callsIn(terraform.steps.map(({ run = "" }) => run));
  expect(calls.filter((call) => call.startsWith("node "))).toEqual(comments);
  const scripts = ["gitops", "gitops-terraform"].map((example) =>
    readFileSync(join(REPOSITORY, "examples", example, "scripts/publish.mjs"), "utf8"),
  );
  expect(new Set(scripts).size).toBe(1);
});

test.each(["gitops", "gitops-terraform"])(
  "the policy file of %s has rules that there are, and one of its own",
  async (example) => {
    const file = join(REPOSITORY, "examples", example, "orgform.policy.yaml");
    const { rules } = (await policyIn(file, { mayRunCode: false }))();
    const severities = new Map(rules.map(({ rule, severity }) => [rule.id, severity]));
    expect(severities.get("deletion-protected")).toBe("error");
    expect(severities.get("owners-of-company")).toBe("error");
  },
);

test("both take the same versions of the actions that both have", () => {
  const actions = [...pulumi.steps, ...terraform.steps].flatMap(({ uses = "" }) => (uses === "" ? [] : [uses]));
  expect(new Set(actions).size).toBe(new Set(actions.map((what) => what.split("@")[0])).size);
});

describe.each([
  ["pulumi", pulumi],
  ["terraform", terraform],
] as const)("the workflows for GitHub with %s", (engine, { texts, byName: workflows, steps }) => {
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
    expect(granted).toEqual(GRANTED[engine]);
    const groups = [...workflows.values()].map(({ concurrency }) => concurrency);
    expect(new Set(groups.map(({ group }) => group)).size).toBe(3);
    expect(workflows.get("apply.yml")?.concurrency).toEqual({ group: "apply", "cancel-in-progress": false });
  });

  test("hold no secret in clear, and hand none to a step that needs it not", () => {
    const isSecret = ([name]: readonly [string, string]): boolean => /KEY|TOKEN|PASSPHRASE/u.test(name);
    const given = steps.flatMap(({ env = {} }) => Object.entries(env).filter(isSecret));
    expect(given.length).toBeGreaterThan(2);
    for (const [, value] of given) expect(value).toMatch(/^\$\{\{ (?:secrets\.\w+|github\.token) \}\}$/u);
    const togetherWithForge = steps.filter(({ env = {} }) => "GITHUB_TOKEN" in env && "ORGFORM_API_KEY" in env);
    expect(togetherWithForge).toEqual([]);
  });

  test("keep the records of creates in the cache, also of an apply that failed", () => {
    const apply = workflows.get("apply.yml")?.jobs["apply"]?.steps ?? [];
    const applied = apply.findIndex(({ env = {} }) => "ORGFORM_INTENTS_DIR" in env);
    expect(apply[applied]?.env).toHaveProperty("ORGFORM_RECORD_OWNER");
    expect(apply.slice(0, applied).some(({ uses = "" }) => uses.startsWith("actions/cache/restore@"))).toBe(true);
    expect(apply.slice(applied + 1)).toEqual([
      expect.objectContaining({ uses: expect.stringMatching(/^actions\/cache\/save@/u), if: "always()" }),
    ]);
  });

  test("hand the key that writes to the environment with it alone, and no text of others to a shell", () => {
    const holding = [...workflows].flatMap(([name, { jobs }]) =>
      Object.entries(jobs)
        .filter(([, job]) => job.steps.some(({ env = {} }) => /secrets\.ORGFORM_API_KEY/u.test(JSON.stringify(env))))
        .map(([job, { environment }]) => [name, job, environment]),
    );
    expect(holding).toEqual([["apply.yml", "apply", "production"]]);
    for (const { run = "" } of steps)
      expect(run).not.toMatch(/\$\{\{ (?:github\.event|github\.head_ref|inputs\.(?!after-kill))/u);
  });
});

test("the workflows and the pipeline with Pulumi run the engine that the tests run", () => {
  const versions = [...pulumi.texts, gitlabText].flatMap((text) => text.match(/\b\d+\.\d{3}\.\d+\b/gu) ?? []);
  expect([...new Set(versions)]).toEqual([PULUMI_VERSION]);
});

describe("the pipeline for GitLab", () => {
  const jobs = Object.entries(gitlab).filter(([, job]) => job.script !== undefined);

  test("calls the same scripts, in jobs that build on what is there", () => {
    expect(jobs.map(([name]) => name)).toEqual(["preview", "comment", "apply", "drift", "check"]);
    expect(callsIn(jobs.flatMap(([, job]) => job.script ?? []))).toEqual(CALLS);
    for (const [, { extends: base }] of jobs) expect([undefined, ...Object.keys(gitlab)]).toContain(base);
    for (const call of CALLS.filter((call) => call.startsWith("node ")))
      expect(existsSync(join(EXAMPLE, call.split(" ")[1] ?? ""))).toBe(true);
  });

  test("keeps the records of creates in the cache, also of an apply that failed", () => {
    expect(gitlab["apply"]).toMatchObject({ cache: { paths: [".orgform/"], when: "always" } });
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
  // Ignores findings of other linters on this machine.
  const args = ["-no-color", "-oneline", "-shellcheck=", "-pyflakes="];
  const lint = (...files: readonly string[]): Promise<ProgramResult> =>
    runProgram(actionlint, [...args, ...files], { env: process.env, cwd: EXAMPLE });
  expect(await lint(...pulumi.files, ...terraform.files)).toMatchObject({ status: 0, output: "" });
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
