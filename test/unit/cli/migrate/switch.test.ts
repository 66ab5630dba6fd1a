import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import type { FlagValues } from "../../../../src/cli/flag-values.ts";
import { type Direction, runSwitch } from "../../../../src/cli/migrate/switch.ts";
import { StateError } from "../../../../src/cli/state/read-state.ts";
import type { EngineName } from "../../../../src/engines/engine.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";
import { writeProgram } from "../../../support/fake-tools.ts";

const ORGANIZATION = "01950000-0000-7000-8000-000000000007";

const MAIN = `resource "posthog_role" "eng" {
  name = "Engineering|é"
}
resource "posthog_role" "ops" {
  name = "Operations"
}
`;

const role = (name: string) => ({
  mode: "managed",
  type: "posthog_role",
  name,
  provider: 'provider["registry.terraform.io/posthog/posthog"]',
  instances: [{ schema_version: 0, attributes: { id: `r-${name}`, name, organization_id: ORGANIZATION } }],
});

const VARIABLES = ["ORGFORM_HOST", "POSTHOG_HOST", "ORGFORM_API_KEY", "PATH"] as const;
const before = Object.fromEntries(VARIABLES.map((name) => [name, process.env[name]]));

let folder: string;
let printed: string;
let told: string;

const set = (name: string, value: string | undefined): void => {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-switch-"));
  writeFileSync(join(folder, "main.tf"), MAIN);
  writeFileSync(join(folder, "state.json"), JSON.stringify({ version: 4, resources: [role("eng"), role("ops")] }));
  [printed, told] = ["", ""];
  jest.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  jest.spyOn(process.stderr, "write").mockImplementation((text) => {
    told += String(text);
    return true;
  });
  for (const name of ["ORGFORM_HOST", "POSTHOG_HOST", "ORGFORM_API_KEY"]) set(name, undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const name of VARIABLES) set(name, before[name]);
  rmSync(folder, { recursive: true });
});

/** Runs the command; the result is its exit code, or its refusal. */
async function run(
  flags: FlagValues = {},
  { direction = "from", engineName }: { readonly direction?: Direction; readonly engineName?: EngineName } = {},
): Promise<number | string> {
  const given = { cwd: folder, state: join(folder, "state.json"), "skip-plan": true, ...flags };
  return runSwitch(given, { engineName, name: "new|code", direction }).catch((error: unknown) => {
    if (!(error instanceof UsageError || error instanceof StateError)) throw error;
    return error.message;
  });
}

const written = (file: string): string => readFileSync(join(folder, "new|code", file), "utf8");
const WROTE = (): string => `Wrote ${join(folder, "new|code")}. Follow the steps in its MIGRATION.md.\n`;

test("the command says how many blocks it moves and where, and writes the guide of its direction", async () => {
  expect(await run()).toBe(0);
  expect([printed, told]).toEqual([`Blocks to move: 2.\n${WROTE()}`, ""]);
  expect(written("MIGRATION.md")).toMatch(/^# Switch from posthog\/posthog\n/u);
  expect(readdirSync(join(folder, "new|code")).toSorted()).toEqual(["MIGRATION.md", "orgform.tf", "provider.tf"]);
});

test("a check says the same, and writes nothing", async () => {
  expect(await run({ check: true })).toBe(2);
  expect([printed, existsSync(join(folder, "new|code"))]).toEqual(["Blocks to move: 2.\n", false]);
});

test("what can't be translated is listed, and ends with another code where a plan is wanted", async () => {
  writeFileSync(join(folder, "more.tf.json"), '{"resource":{"posthog_role":{"x":{"name":"X"}}}}');
  const listed =
    "Blocks to move: 2.\nNot translated:\n  more.tf.json: resource.posthog_role.x: JSON is not translated.\n";
  expect(await run()).toBe(0);
  expect(printed).toBe(`${listed}${WROTE()}`);
  rmSync(join(folder, "new|code"), { recursive: true });
  printed = "";
  expect(await run({ "skip-plan": undefined })).toBe(1);
  expect(printed).toBe(
    `${listed}${WROTE()}Not proved. Complete the code first, and then plan it as MIGRATION.md says.\n`,
  );
});

test("without anything to move, nothing is written, whatever is checked", async () => {
  for (const file of ["main.tf", "state.json"]) writeFileSync(join(folder, file), "");
  writeFileSync(join(folder, "state.json"), '{"version":4,"resources":[]}');
  for (const flags of [{}, { check: true }]) expect(await run(flags)).toBe(0);
  expect(await run({}, { direction: "to" })).toBe(0);
  expect(printed).toBe(
    `${"No block of posthog/posthog moves to Orgform.\n".repeat(2)}No block of Orgform moves to posthog/posthog.\n`,
  );
  expect(existsSync(join(folder, "new|code"))).toBe(false);
});

test("a folder that holds something is refused before the state is read, unless nothing is written", async () => {
  mkdirSync(join(folder, "new|code"));
  writeFileSync(join(folder, "new|code", "mine"), "");
  expect(await run({ state: join(folder, "none.json") })).toMatch(
    /^The folder .*new\|code is not empty: it holds "mine"\./u,
  );
  expect(printed).toBe("");
  expect(await run({ check: true })).toBe(2);
});

test("without --state, the engine of the program prints it, of the stack that is named", async () => {
  writeProgram(join(folder, "bin"), "terraform", `[ "$TF_WORKSPACE" = "é|prod" ] && cat "${folder}/state.json"`);
  set("PATH", `${join(folder, "bin")}:${String(before["PATH"])}`);
  expect(await run({ state: undefined, stack: "é|prod" })).toBe(0);
  expect(printed).toBe(`Blocks to move: 2.\n${WROTE()}`);
  expect(await run({ state: undefined, check: true })).toMatch(/^`terraform state pull` failed:/u);
});

describe("the host of the new provider", () => {
  test.each<[flags: FlagValues, own: string | undefined, vendor: string | undefined, host: string]>([
    [{}, undefined, undefined, "https://us.posthog.com"],
    [{}, undefined, "https://vendor.example", "https://vendor.example"],
    [{}, "https://own.example", "https://vendor.example", "https://own.example"],
    [{ host: "https://flag.example" }, "https://own.example", "https://vendor.example", "https://flag.example"],
  ])("with %j, ORGFORM_HOST=%s, and POSTHOG_HOST=%s is %s", async (flags, own, vendor, host) => {
    set("ORGFORM_HOST", own);
    set("POSTHOG_HOST", vendor);
    expect(await run(flags)).toBe(0);
    expect(written("provider.tf")).toContain(`host = "${host}"`);
  });

  test.each([
    ["https://a.example", "https://a.example//", true],
    ["https://a.example/", "https://a.example", true],
    ["https://a.example", "https://a.example/x", false],
    ["https://a.example", "https://a.examples", false],
  ])("%s in the program is the same as --host %s: %s", async (named, given, isSame) => {
    writeFileSync(join(folder, "provider.tf"), `\nprovider "posthog" {\n  host = "${named}"\n}\n`);
    const refusal = `--host is ${given}, and the program is for ${named} (provider.tf:2). Leave out --host, or correct the program.`;
    expect(await run({ host: given, check: true })).toBe(isSame ? 2 : refusal);
    expect(await run({ host: given, check: true }, { engineName: "pulumi" })).toBe(isSame ? 2 : refusal);
  });

  test("is asked for where only an engine can tell it, for a program of another engine", async () => {
    writeFileSync(join(folder, "provider.tf"), 'provider "posthog" {\n  host = var.host\n}\n');
    expect(await run({ check: true })).toBe(2);
    expect(await run({ check: true }, { engineName: "pulumi" })).toBe(
      "provider.tf:1: the host of posthog/posthog is var.host, which only the engine can tell. Give --host.",
    );
    expect(await run({ check: true, host: "https://a.example" }, { engineName: "pulumi" })).toBe(2);
  });
});

const BRIDGE = "reads no Pulumi stack, also not one that uses posthog/posthog through Pulumi's Terraform bridge. ";

test.each<[direction: Direction, words: string]>([
  [
    "from",
    `--from posthog ${BRIDGE}Write a program with \`orgform adopt\`, which reads the service. After its first update, take the old objects out with \`pulumi state delete\`.`,
  ],
  ["to", `--to posthog ${BRIDGE}Give the state of a program of Terraform or OpenTofu with --state.`],
])("a stack of Pulumi is refused: %s", async (direction, words) => {
  writeFileSync(join(folder, "state.json"), '{"version":3,"deployment":{"resources":[]}}');
  expect(await run({}, { direction })).toBe(words);
});

test.each<[flags: FlagValues, direction: Direction, what: string]>([
  [{ "by-import": true }, "from", "--by-import"],
  [{}, "to", "--to posthog"],
  [{ "by-import": true }, "to", "--to posthog"],
])("another engine is refused with %j, %s", async (flags, direction, what) => {
  expect(await run(flags, { direction, engineName: "pulumi" })).toBe(
    `${what} writes only for Terraform or OpenTofu: give --for terraform, or leave it out.`,
  );
  expect(await run({ ...flags, check: true }, { direction, engineName: "terraform" })).toBe(direction === "to" ? 0 : 2);
});

test("a state in another form is refused with its place", async () => {
  const [first] = [role("eng")];
  writeFileSync(join(folder, "state.json"), JSON.stringify({ version: 4, resources: [{ ...first, instances: 7 }] }));
  expect(await run()).toMatch(
    /^The state has an unknown form, at resources\.0\.instances\. Give what `terraform state pull` prints\.$/u,
  );
  writeFileSync(join(folder, "state.json"), "{");
  expect(await run()).toContain("isn't complete JSON");
});

test("the new code is planned in a copy, unless that is left out", async () => {
  const plan = JSON.stringify({ format_version: "1.2", resource_changes: [], output_changes: {} });
  writeFileSync(join(folder, "plan.json"), plan);
  writeProgram(join(folder, "bin"), "terraform", `[ "$1" != show ] || cat "${folder}/plan.json"`);
  set("PATH", `${join(folder, "bin")}:${String(before["PATH"])}`);
  expect(await run({ "skip-plan": undefined })).toBe(0);
  expect(printed).toBe(`Blocks to move: 2.\n${WROTE()}A plan in a copy says: 0 to add, 0 to change, 0 to destroy.\n`);
  expect(told).toBe("Planning in a copy of the program, which is removed afterwards.\n");
});
