import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";
import { parse } from "yaml";

import { ensureActionlint } from "../../tools/set-up/actionlint.ts";
import { runProgram } from "../../scripts/run-program.ts";

// The linter is built once, unless `npm test` has already built it.
jest.setTimeout(600_000);

const ROOT = join(__dirname, "../..");
const FOLDER = join(ROOT, ".github/workflows");

interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions: Readonly<Record<string, string>>;
        readonly environment?: string;
        readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: object }[];
      }
    >
  >;
}

const files = readdirSync(FOLDER).sort();
const workflows = Object.fromEntries(
  files.map((name) => [name, parse(readFileSync(join(FOLDER, name), "utf8")) as Workflow]),
);
const stepsOf = (name: string) => Object.values(workflows[name]?.jobs ?? {}).flatMap(({ steps }) => steps);
const linesOf = (name: string): string[] => stepsOf(name).flatMap(({ run }) => (run === undefined ? [] : [run.trim()]));

test("each workflow runs the same command as developers do", () => {
  expect(files).toEqual(["ci.yml", "nightly.yml", "release.yml"]);
  expect(linesOf("ci.yml")).toEqual([".ci/run"]);
  expect(linesOf("nightly.yml")).toEqual(["npm run test:all", "npm run mutate -- --minutes 90"]);
  expect(linesOf("release.yml")).toContain("npm run release:dry");
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["test:all", "mutate", "release:dry"]));
});

test("actions are pinned by hash, and leave no token behind", () => {
  const used = files.flatMap((name) => stepsOf(name).filter(({ uses }) => uses !== undefined));
  expect(used.length).toBeGreaterThan(10);
  for (const { uses } of used) expect(uses).toMatch(/^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/u);
  const checkouts = used.filter(({ uses }) => uses?.startsWith("actions/checkout@"));
  for (const step of checkouts) expect(step.with).toMatchObject({ "persist-credentials": false });
});

test("only the publishing job has write permissions, and it runs nothing that it publishes", () => {
  const granted = Object.entries(workflows).flatMap(([file, { permissions, jobs }]) =>
    Object.entries(jobs).map(([job, { permissions: own }]) => [`${file} ${job}`, { ...permissions, ...own }]),
  );
  expect(Object.fromEntries(granted)).toEqual({
    "ci.yml ci": { contents: "read" },
    "nightly.yml everything": { contents: "read" },
    "nightly.yml mutation": { contents: "read" },
    "release.yml make": { contents: "read" },
    "release.yml publish": { contents: "write", "id-token": "write", attestations: "write" },
  });
  const { steps = [], environment } = workflows["release.yml"]?.jobs["publish"] ?? {};
  expect(environment).toBe("release");
  const text = steps.map(({ uses = "", run = "" }) => `${uses}\n${run}`).join("\n");
  expect(text).not.toMatch(/actions\/checkout|npm (?:ci|install|run)|npx/u);
  expect(text).toMatch(/npm publish/u);
});

test("actionlint finds nothing", async () => {
  const actionlint = await ensureActionlint();
  // The reason has been printed.
  if (actionlint === undefined) return;
  // Turns off the other linters that actionlint uses if they are on this machine.
  const args = ["-no-color", "-oneline", "-shellcheck=", "-pyflakes=", ...files.map((name) => join(FOLDER, name))];
  expect(await runProgram(actionlint, args, { env: process.env, cwd: ROOT })).toMatchObject({ status: 0, output: "" });
});
