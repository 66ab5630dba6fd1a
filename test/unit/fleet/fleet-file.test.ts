import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

import { type Fleet, FleetFileError, fleetFileSchema, shardOf } from "../../../packages/fleet/src/index.ts";
import { fleetEngines } from "../../../src/engines/index.ts";
import { blocksOfKind, byPlace } from "../../support/doc-kinds.ts";
import { REPOSITORY } from "../../support/doc-pages.ts";
import { fleetOf, readFleetFile } from "../../support/fleet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-fleet-"));

beforeAll(() => {
  for (const name of ["free", "typed", "module"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "free/Pulumi.yaml"), "name: free\nruntime: nodejs\n");
  writeFileSync(
    join(folder, "typed/Pulumi.yaml"),
    "name: typed\nruntime: nodejs\nconfig:\n  displayName: { type: string }\n  typed:size: { type: integer, default: 3 }\n  aws:region: eu\n",
  );
  writeFileSync(
    join(folder, "module/main.tf"),
    'variable "display_name" {\n  type = string\n}\n# variable "gone" {}\nvariable "size" { default = 3 }\n',
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name = "fleet.yaml"): string => join(folder, name);

const TEMPLATES = `templates:
  free: { engine: pulumi, path: ./free }
  typed: { engine: pulumi, path: ./typed, values: { size: 4 } }
  module: { engine: terraform, path: ./module }
`;

function problemsOf(text: string): string[] {
  try {
    fleetOf(at(), text);
  } catch (error) {
    if (!(error instanceof FleetFileError)) throw error;
    return error.message.split("\n").map((line) => line.replace(`${at()}:`, ""));
  }
  return [];
}

test("reads the smallest file: one organization, by itself in the last wave or the first", () => {
  const text = `templates:
  standard: { engine: pulumi, path: ./free }
organizations:
  - { name: acme, template: standard, values: { displayName: Acme }, labels: { stage: production } }
waves:
  - { share: 5% }
  - { share: 100% }
`;
  writeFileSync(at(), text);
  const { organizations, ...fleet } = readFleetFile(at());
  expect(organizations).toEqual([
    {
      name: "acme",
      formerNames: [],
      key: "acme",
      template: "standard",
      engine: expect.objectContaining({ name: "pulumi" }),
      folder: join(folder, "free"),
      values: { displayName: "Acme" },
      labels: { stage: "production" },
      sharesProvider: true,
      templateHash: expect.stringMatching(/^[\da-f]{32}$/u),
      credential: "default",
      wave: expect.any(Number),
    },
  ]);
  expect(fleet).toEqual({
    waves: [{ share: "5%" }, { share: "100%" }],
    credentials: { default: { environment: "ORGFORM_API_KEY" } },
    stop: { failures: 1 },
    parallel: 4,
    budget: { requestsPerMinute: 400, requestsPerHour: 4000, invitesPerHour: 50, invitesPerDay: 200 },
  });
});

test("a budget that is given is kept to, and the rest of it is as ever", () => {
  const text = `${TEMPLATES}organizations: []\nbudget: { requestsPerMinute: 200, invitesPerDay: 1000 }\n`;
  expect(fleetOf(at(), text).budget).toEqual({
    requestsPerMinute: 200,
    requestsPerHour: 4000,
    invitesPerHour: 50,
    invitesPerDay: 1000,
  });
  expect(problemsOf(text.replace("200", "0"))).toEqual([expect.stringMatching(/budget\.requestsPerMinute/u)]);
});

test("the database is named by a variable, or by a file beside the fleet file", () => {
  const of = (database: object): unknown =>
    fleetOf(at(), `${TEMPLATES}organizations: []\ndatabase: ${JSON.stringify(database)}\n`).database;
  expect(of({ environment: "DATABASE_URL" })).toEqual({ environment: "DATABASE_URL" });
  expect(of({ file: "../é|/url" })).toEqual({ file: join(folder, "../é|/url") });
  expect(of({ file: "/secrets/url" })).toEqual({ file: "/secrets/url" });
});

test.each(blocksOfKind("fleet file").map(byPlace))("%s is a fleet file", (_place, { text }) => {
  mkdirSync(join(folder, "programs/standard"), { recursive: true });
  writeFileSync(join(folder, "programs/standard/Pulumi.yaml"), "name: standard\nruntime: nodejs\n");
  mkdirSync(join(folder, "modules/small"), { recursive: true });
  writeFileSync(join(folder, "modules/small/main.tf"), 'variable "displayName" {}\nvariable "seats" {}\n');
  mkdirSync(join(folder, "customer"), { recursive: true });
  writeFileSync(join(folder, "customer/main.tf"), 'variable "title" {}\nvariable "seats" {\n  default = 5\n}\n');
  writeFileSync(join(folder, "orgform.policy.yaml"), "");
  expect(fleetOf(at(), text).organizations.length).toBeGreaterThan(0);
});

test("values come from the template, the overrides in their order, and the organization; the last one wins", () => {
  const { organizations } = fleetOf(
    at(),
    `${TEMPLATES}credentials:
  live: { command: [vault, read, key] }
overrides:
  - { labels: { stage: live }, values: { size: 5, displayName: Live }, credential: live }
  - { labels: { stage: live, region: eu }, values: { size: 6 } }
organizations:
  - { name: one, template: typed, values: { displayName: One } }
  - { name: two, template: typed, labels: { stage: live } }
  - { name: three, template: typed, labels: { stage: live, region: eu }, values: { displayName: Three } }
`,
  );
  expect(organizations.map(({ values, credential }) => ({ ...values, credential }))).toEqual([
    { displayName: "One", size: 4, credential: "default" },
    { displayName: "Live", size: 5, credential: "live" },
    { displayName: "Three", size: 6, credential: "live" },
  ]);
});

describe("says with line and field", () => {
  const organizations = (...lines: string[]): string => `${TEMPLATES}organizations:\n${lines.join("\n")}\n`;

  test.each<[string, string, string[]]>([
    [
      "text that is no YAML",
      "a: [",
      ["1: Flow sequence in block collection must be sufficiently indented and end with a ]"],
    ],
    [
      "a field that there is not",
      `${TEMPLATES}organisations: []\norganizations: []\n`,
      ["5: organisations: is no field of a fleet file here"],
    ],
    ["a list that is missing", TEMPLATES, ["1: organizations: is required: array"]],
    [
      "a name that is used twice, also a former one",
      organizations(
        "  - { name: acme, template: free }",
        "  - name: beta",
        "    template: free",
        "    formerNames: [acme]",
      ),
      ['9: organizations[1].formerNames[0]: "acme" is already used in line 6; each organization needs its own name.'],
    ],
    [
      "an unknown template",
      organizations("  - { name: acme, template: fre }"),
      ['6: organizations[0].template: there is no template "fre"; there are "free", "typed", "module".'],
    ],
    [
      "an unknown credential",
      organizations("  - name: acme", "    template: free", "    credential: live"),
      ['8: organizations[0].credential: there is no credential "live"; there are "default".'],
    ],
    [
      "a value that a Pulumi program does not take, and one that it needs",
      organizations("  - name: acme", "    template: typed", "    values:", "      size: 1", "      colour: red"),
      [
        '8: organizations[0].values.displayName: the template "typed" needs the value "displayName".',
        '10: organizations[0].values.colour: the template "typed" has no value "colour"; it takes displayName, size.',
      ],
    ],
    [
      "the same of a Terraform module, where an override says it",
      `overrides:\n  - labels: { a: b }\n    values:\n      gone: 1\n${organizations("  - { name: acme, template: module, labels: { a: b }, values: { display_name: Acme } }")}`,
      ['4: overrides[0].values.gone: the template "module" has no value "gone"; it takes display_name, size.'],
    ],
    [
      "an organization in no wave",
      `${organizations("  - { name: acme, template: free }")}waves: [{ labels: { stage: canary } }]\n`,
      ["6: organizations[0].name: isn't in any wave; give the last wave the share 100%."],
    ],
    [
      "a share that is none",
      `${organizations()}waves: [{ share: 5 }]\n`.replace("organizations:\n", "organizations: []"),
      ["6: waves[0].share: Invalid input: expected string, received number"],
    ],
    [
      "a folder without a program",
      "templates:\n  free:\n    engine: pulumi\n    path: ./nowhere\norganizations: []\n",
      [expect.stringMatching(/^4: templates\.free\.path: .*nowhere holds no Pulumi program: /u)] as unknown as string[], // -- a matcher
    ],
  ])("%s", (_case, text, expected) => {
    expect(problemsOf(text)).toEqual(expected);
  });

  test("a key in the file, which is not repeated", () => {
    const text = `${TEMPLATES}credentials: { live: { key: phx_secret } }\norganizations: []\n`;
    const printed = problemsOf(text).join("\n");
    expect(printed).toContain("5: credentials.live");
    expect(printed).not.toContain("phx_secret");
  });

  test("a file that cannot be read", () => {
    expect(() => readFleetFile(at("none.yaml"))).toThrow(
      `${at("none.yaml")}:1: cannot be read: ENOENT. Give the fleet file with --file.`,
    );
  });
});

describe("adding an organization, or renaming one,", () => {
  const names = Array.from({ length: 200 }, (_each, index) => `org-${index}`);
  const fleetWith = (entries: readonly string[]): Fleet =>
    fleetOf(
      at(),
      `${TEMPLATES}waves: [{ share: 5% }, { share: 40% }, { share: 100% }]\norganizations:\n${entries.map((entry) => `  - { ${entry}, template: free }\n`).join("")}`,
    );
  const entries = names.map((name) => `name: ${name}`);
  let before: Fleet["organizations"] = [];

  beforeAll(() => {
    before = fleetWith(entries).organizations;
  });

  test("moves no other one to another wave, shard or place of its own", () => {
    const after = fleetWith(["name: first", ...entries, "name: last"]).organizations;
    expect(after.filter(({ name }) => name.startsWith("org-"))).toEqual(before);
    const [added] = after;
    if (added === undefined) throw new Error("nothing was added");
    expect(shardOf(added, 8)).toBeGreaterThanOrEqual(1);
  });

  test("keeps wave and shard of the renamed one", () => {
    const [renamed] = fleetWith(["name: new, formerNames: [org-0]", ...entries.slice(1)]).organizations;
    const [old] = before;
    if (renamed === undefined || old === undefined) throw new Error("nobody is there");
    expect(renamed).toEqual({ ...old, name: "new", formerNames: ["org-0"] });
    expect(shardOf(renamed, 8)).toBe(shardOf(old, 8));
  });

  test("shares and shards take about what they say", () => {
    const counts = [0, 1, 2].map((wave) => before.filter((one) => one.wave === wave).length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(200);
    expect(counts[0]).toBeGreaterThan(3);
    expect(counts[0]).toBeLessThan(20);
    // A wave of a share is in all shards, or one job would have all of it.
    for (const organizations of [before, before.filter(({ wave }) => wave === 1)]) {
      const shards = new Set(organizations.map((one) => shardOf(one, 4)));
      expect([...shards].toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4]);
    }
  });
});

test("editors complete the file by the published schema, which is that of the reader", () => {
  const published: unknown = JSON.parse(readFileSync(join(REPOSITORY, "packages/fleet/fleet.schema.json"), "utf8"));
  expect(fleetFileSchema(fleetEngines)).toEqual(published);
});
