import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { FleetSession } from "../../../../packages/fleet/src/index.ts";
import { RULES } from "../../../../packages/policy/src/index.ts";
import { engineNamed } from "../../../../src/engines/index.ts";
import { runHere } from "../../../cli/run-here.ts";
import { writeProgram } from "../../../support/fake-tools.ts";
import { startWorld, type World } from "../../../support/scenario-world.ts";
import { type StoredObject, terraformState } from "../../../support/state-files.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-looks-at-states-"));
const at = (...names: readonly string[]): string => join(folder, ...names);

/** The organizations of the fleet: what their engines print, and whether they have their own rules of what to ignore. */
const NAMES = ["same", "drifted", "empty", "refused", "never", "foreign"] as const;
type Name = (typeof NAMES)[number];

let world: World;
let roleId: string;
/** What was asked of the fleet. */
let asked: unknown[];

beforeAll(async () => {
  world = await startWorld("2026-09");
  const { organizationId } = world;
  world.settleIn(organizationId);
  const role = await world.send("POST", `organizations/${organizationId}/roles/`, { name: "Readers|é" });
  roleId = String(role["id"]);
  const stored = (name: string, own: string): StoredObject => {
    const inputs = { organizationId: own, name };
    const entry = { id: `${own}/${roleId}`, state: { ...inputs, roleId, stateVersion: 1 } };
    return { resource: "Role", name: "readers", inputs, entry };
  };
  writeProgram(
    at("bin"),
    "terraform",
    `[ -f "$STATE" ] && exec cat "$STATE"; [ -n "$REFUSAL" ] && echo "no access with HUSH" >&2 && exit 1; exit 0`,
  );
  for (const name of NAMES) {
    mkdirSync(at(name));
    writeFileSync(at(name, "main.tf"), `\nresource "orgform_role" "readers" {}\n`);
  }
  writeFileSync(at("state-of-same"), terraformState([stored("Readers|é", organizationId)]));
  writeFileSync(at("state-of-drifted"), terraformState([stored("Writers", organizationId)]));
  writeFileSync(at("state-of-foreign"), terraformState([stored("Writers", "")]));
  writeFileSync(at("same", ".orgformignore"), "* *\n");
  writeFileSync(at("all-ignored"), "* *\n");
  writeFileSync(at("none-ignored"), "");
  const off = RULES.filter(({ id }) => id !== "owners-count").map(({ id }) => `  ${id}: off\n`);
  writeFileSync(at("policy.yaml"), `rules:\n${off.join("")}`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await world.sandbox.close();
});

beforeEach(() => {
  asked = [];
  const engine = { name: engineNamed("terraform").name };
  const organizations = NAMES.map((name) => ({
    organization: { name, template: "small|é", folder: at(name), labels: {}, engine, credential: "default" },
  }));
  const placeOf = async ({ name }: { readonly name: Name }) =>
    name === "never"
      ? undefined
      : {
          folder: at(name),
          environment: {
            PATH: `${at("bin")}:${process.env["PATH"] ?? ""}`,
            STATE: at(`state-of-${name}`),
            REFUSAL: name === "refused" ? "1" : "",
            ORGFORM_HOST: world.sandbox.host,
            ORGFORM_API_KEY: world.apiKey,
          },
        };
  const states = {
    placeOf,
    each: (all: readonly unknown[], look: (one: unknown) => Promise<unknown>) => Promise.all(all.map(look)),
    redact: (text: string) => text.replaceAll("HUSH", "***"),
    close: async () => void asked.push("states closed"),
  };
  const session = {
    runPlan: async ({ names }: { readonly names?: readonly string[] }) => ({
      organizations: organizations.filter(({ organization }) => names?.includes(organization.name) ?? true),
    }),
    states: async (selection: unknown, { onNote }: { onNote: (text: string) => void }) => {
      asked.push(["states", selection]);
      onNote("The budget is shared");
      return states;
    },
    fleet: {},
    close: async () => void asked.push("fleet closed"),
  };
  jest.spyOn(FleetSession, "open").mockResolvedValue(session as unknown as FleetSession); // -- what looks ask of it
});
afterEach(() => void jest.restoreAllMocks());

const fleet = (verb: "check" | "drift", only: readonly Name[], ...words: readonly string[]) =>
  runHere(["fleet", verb, "--only", only.join(","), ...words]);

const EVERYONE = { names: undefined, labels: undefined, shard: undefined };
const NOTE = "The budget is shared.\n";

/** A text with names in place of what differs from run to run. */
const named = (text: string): string =>
  text.replaceAll(folder, "DIR").replaceAll(world.organizationId, "ORG").replaceAll(roleId, "ROLE");

describe("`fleet drift`", () => {
  test("shows what differs and what can't be compared, and one that can't be hides no other", async () => {
    const { code, stdout, stderr } = await fleet("drift", NAMES);
    expect([code, stderr]).toEqual([2, NOTE]);
    expect(named(stdout)).toBe(`1 changed, 1 unmanaged, 4 not checked in 5 of 6 organizations, 1 clean

By kind of difference
  ? Organization  3 in empty, refused, never
  ~ Role: name  1 in drifted
  + Project  1 in drifted
  ? Role  1 in foreign

drifted  small|é
  ~ Role orgform_role.readers ORG/ROLE
      name: "Writers" => "Readers|é"
  + Project Default project ORG/1
      Import it: terraform import orgform_project.default_project ORG/1

empty  small|é
  ? Organization empty
      It never ran, so there is nothing to compare. Run \`orgform fleet up\`.

refused  small|é
  ? Organization refused
      \`terraform state pull\` failed:
      no access with ***

never  small|é
  ? Organization never
      It never ran, so there is nothing to compare. Run \`orgform fleet up\`.

foreign  small|é
  ? Role orgform_role.readers /ROLE
      The ID doesn't have the form <organization_id>/<role_id>. Found "/ROLE": 2 part(s); 2 non-empty part(s) are expected, separated by "/".
`);
    expect(asked).toEqual([["states", { ...EVERYONE, names: [...NAMES] }], "states closed", "fleet closed"]);
  });

  test.each<[words: readonly string[], name: Name, code: number, text: string]>([
    [[], "same", 0, "no drift in 1 organization, 1 clean\n"],
    [["--ignore", "NONE"], "same", 2, "1 unmanaged in 1 of 1 organization, 0 clean\n"],
    [["--ignore", "ALL"], "drifted", 2, "1 changed in 1 of 1 organization, 0 clean\n"],
    [["--strict"], "drifted", 2, "1 changed, 3 unmanaged in 1 of 1 organization, 0 clean\n"],
    [[], "never", 1, "1 not checked in 1 of 1 organization, 0 clean\n"],
  ])("with %j of %s, ends with %d", async (words, name, code, text) => {
    const files: Readonly<Record<string, string>> = { ALL: at("all-ignored"), NONE: at("none-ignored") };
    const ran = await fleet("drift", [name], ...words.map((word) => files[word] ?? word));
    expect([ran.code, ran.stdout.slice(0, text.length)]).toEqual([code, text]);
  });

  test("refuses invalid rules of what to ignore before it reads a state", async () => {
    writeFileSync(at("wrong-rules"), "Rolle *\n");
    expect(await fleet("drift", NAMES, "--ignore", at("wrong-rules"))).toEqual({
      code: 1,
      stdout: "",
      stderr: `${at("wrong-rules")}:1: Rolle isn't a resource. Did you mean Role?\n`,
    });
    expect(asked).toEqual(["fleet closed"]);
  });

  test("writes a file, and says on the other stream what is in it", async () => {
    const { code, stdout, stderr } = await fleet("drift", ["drifted", "same"], "--out", at("drift.txt"));
    expect([code, stdout, named(stderr)]).toEqual([
      2,
      "",
      `${NOTE}1 changed, 1 unmanaged in 1 of 2 organizations; see DIR/drift.txt\n`,
    ]);
    expect(readFileSync(at("drift.txt"), "utf8")).toMatch(
      /^1 changed, 1 unmanaged in 1 of 2 organizations, 1 clean\n/u,
    );
  });

  test("shows each organization's findings at its own program", async () => {
    const { code, stdout } = await fleet("drift", ["same", "drifted", "never"], "--format", "sarif");
    const { runs } = JSON.parse(named(stdout)) as { runs: { results: { locations: object[] }[] }[] };
    const places = runs.flatMap(({ results }) => results.flatMap(({ locations }) => locations));
    expect([code, places]).toEqual([
      2,
      [
        {
          physicalLocation: {
            artifactLocation: { uri: "file://DIR/drifted/main.tf" },
            region: { startLine: 2 },
          },
          logicalLocations: expect.anything() as unknown,
        },
        expect.anything(),
      ],
    ]);
  });
});

describe("`fleet check`", () => {
  const policy = ["--policy", at("policy.yaml")];
  const ONE =
    "  Organization Acme owners-count\n      people: owners: 1; should be owners: 2 to 4\n      Promote people to owner, or demote owners, until the number fits.\n";

  test("shows what breaks a rule and what can't be checked, and one that can't be hides no other", async () => {
    const { code, stdout, stderr } = await fleet("check", NAMES, ...policy);
    expect([code, stderr]).toEqual([2, NOTE]);
    expect(named(stdout)).toBe(`2 errors, 4 not checked in 6 of 6 organizations, 0 without findings

By rule
  error owners-count  2 in same, drifted

same  small|é
${ONE}
drifted  small|é
${ONE}
empty  small|é
  Organization empty organization-checked
      state: can't tell: It never ran, so its organization isn't known. Run \`orgform fleet up\`.

refused  small|é
  Organization refused organization-checked
      state: can't tell: \`terraform state pull\` failed: no access with ***

never  small|é
  Organization never organization-checked
      state: can't tell: It never ran, so its organization isn't known. Run \`orgform fleet up\`.

foreign  small|é
  Organization foreign organization-checked
      state: can't tell: Its state names no organization, so there is nothing to check.
`);
    expect(asked).toEqual([["states", { ...EVERYONE, names: [...NAMES] }], "states closed", "fleet closed"]);
  });

  test("writes a file, and says on the other stream what is in it", async () => {
    const { code, stdout, stderr } = await fleet("check", ["same"], ...policy, "--out", at("check.txt"));
    expect([code, stdout, named(stderr)]).toEqual([
      2,
      "",
      `${NOTE}1 error in 1 of 1 organization; see DIR/check.txt\n`,
    ]);
    expect(readFileSync(at("check.txt"), "utf8")).toContain(ONE);
  });
});
