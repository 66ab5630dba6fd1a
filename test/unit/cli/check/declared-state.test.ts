import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

import { declaredState } from "../../../../src/cli/check/declared-state.ts";
import type { FlagValues } from "../../../../src/cli/flag-values.ts";
import { engineNamed } from "../../../../src/engines/index.ts";
import { StateError } from "../../../../src/cli/state/read-state.ts";
import { writeProgram } from "../../../support/fake-tools.ts";
import { terraformState } from "../../../support/state-files.ts";

const home = process.cwd();
const path = process.env["PATH"];
let folder: string;

/** The text of a state with one role. */
const stateNamed = (name: string): string => {
  const inputs = { organizationId: "o1", name };
  const entry = { id: "o1/r1", state: { ...inputs, roleId: "r1", stateVersion: 1 } };
  return terraformState([{ resource: "Role", name, inputs, entry }]);
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "orgform-declared-")));
  for (const place of ["program", "empty"]) mkdirSync(join(folder, place));
  writeFileSync(join(folder, "program/main.tf"), "");
  writeFileSync(join(folder, "named.tfstate"), stateNamed("of a file"));
  // The engine knows one workspace for each file.
  writeFileSync(join(folder, "default"), stateNamed("of the program"));
  writeFileSync(join(folder, "é|prod"), stateNamed("of a stack"));
  writeFileSync(join(folder, "unknown"), "{}");
  engine(`cat "${folder}/\${TF_WORKSPACE:-default}" 2>&1`);
  process.env["PATH"] = `${join(folder, "bin")}:${path ?? ""}`;
});
afterEach(() => {
  process.chdir(home);
  process.env["PATH"] = path;
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const engine = (body: string): void => writeProgram(join(folder, "bin"), "terraform", body);

/** The names of the declared objects; or why nobody can tell; or that nothing shows what code declares. */
async function declared(flags: FlagValues, place = "program"): Promise<unknown> {
  process.chdir(join(folder, place));
  const state = await declaredState(flags);
  if (state === undefined) return "no program";
  return "unknown" in state && typeof state.unknown === "string" ? state : namesIn(state);
}

const namesIn = (state: object): readonly string[] =>
  "objects" in state && Array.isArray(state.objects)
    ? state.objects.map(({ address }: { address: string }) => address)
    : [];

const OF_FILE = ["orgform_role.of a file"];
const OF_PROGRAM = ["orgform_role.of the program"];
const OF_STACK = ["orgform_role.of a stack"];

test.each<[what: string, place: string, flags: FlagValues, expected: unknown]>([
  ["the program in this folder", "program", {}, OF_PROGRAM],
  ["none, where there is none", "empty", {}, "no program"],
  ["none beside a plan, which says it itself", "program", { plan: "p.json" }, "no program"],
  ["none beside a picture, which can be of another time", "program", { picture: "p.json" }, "no program"],
  ["the program beside flags without a value", "program", { plan: "", picture: "", state: "" }, OF_PROGRAM],
  ["a named program, also beside a picture", "empty", { cwd: "../program", picture: "p.json" }, OF_PROGRAM],
  ["a named stack of the program in this folder", "program", { stack: "é|prod" }, OF_STACK],
  ["a named stack of a named program", "empty", { cwd: "../program", stack: "é|prod" }, OF_STACK],
  [
    "a named file, also beside a program and a picture",
    "program",
    { state: "../named.tfstate", picture: "p" },
    OF_FILE,
  ],
])("the state of %s", async (_what, place, flags, expected) => {
  expect(await declared(flags, place)).toEqual(expected);
});

test("why the state of an unnamed program can't be used fits on a line, however long an engine talks", async () => {
  engine(`echo 'Error: no\nbackend ${"é|".repeat(300)}' >&2; exit 1`);
  const words = `\`terraform state pull\` failed: Error: no backend ${"é|".repeat(300)}`;
  expect(await declared({})).toEqual({
    unknown: `the state of the program here can't be used: ${words.slice(0, 300)}`,
  });
  engine("echo 'Error: locked' >&2; exit 1");
  expect(await declared({})).toEqual({
    unknown: "the state of the program here can't be used: `terraform state pull` failed: Error: locked",
  });
});

test.each<[what: string, flags: FlagValues, message: string]>([
  ["program", { cwd: "../program" }, "`terraform state pull` failed:\nError: locked"],
  ["stack", { stack: "default" }, "`terraform state pull` failed:\nError: locked"],
  ["folder", { cwd: "../none" }, "There is no folder "],
  ["file", { state: "none.tfstate" }, "The state none.tfstate cannot be read: ENOENT."],
])("a named %s must be readable", async (_what, flags, message) => {
  engine("echo 'Error: locked' >&2; exit 1");
  const failed = declared(flags);
  await expect(failed).rejects.toThrow(StateError);
  await expect(failed).rejects.toThrow(message);
});

test("a state with a resource of a newer version is used nowhere", async () => {
  const newer = stateNamed("new").replaceAll("orgform_role", "orgform_castle");
  const why = "The state has the resource orgform_castle.new, which this version of Orgform doesn't know.";
  writeFileSync(join(folder, "named.tfstate"), newer);
  await expect(declared({ state: "../named.tfstate" })).rejects.toThrow(why);
  writeFileSync(join(folder, "default"), newer);
  await expect(declared({ cwd: "." })).rejects.toThrow(why);
  expect(await declared({})).toEqual({ unknown: expect.stringContaining(why) });
});

test("a fault of ours isn't taken for a state that can't be used", async () => {
  jest.spyOn(engineNamed("terraform").stateReader, "exportCommand").mockImplementation(() => {
    throw new RangeError("a fault");
  });
  await expect(declared({})).rejects.toThrow(new RangeError("a fault"));
});
