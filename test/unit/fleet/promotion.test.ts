import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { structuredPatch } from "diff";

import { PromotionError, type PromotionRequest } from "../../../packages/fleet/src/index.ts";
import { fleetOf, promote } from "../../support/fleet-of.ts";

const folder = mkdtempSync(join(tmpdir(), "orgform-promote-"));
const file = join(folder, "fleet.yaml");
beforeAll(() => {
  for (const name of ["standard", "large"]) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FLEET = `# The fleet of Example Inc.
templates:
  standard: { engine: pulumi, path: standard,   values: { region: eu } } # two blanks more
  large: { engine: pulumi, path: large }

credentials:
  other: { environment: OTHER_KEY }
overrides:
  # Staging tries things first.
  - labels: { stage: staging }
    values:
      limits: { seats: 20, projects: 3 }
      people: [ann, "bob, c"]
    credential: other
  - labels: { stage: production }
    values:
      limits:
        seats: 10   # agreed in May
        projects: 3
      banner: Hello
organizations:
  - name: staging-eu
    template: large
    labels: { stage: staging }
    values:
      title: 'It''s staging'
  - { name: acme, template: standard, labels: { stage: production }, values: { title: Acme } }
  - name: globex
    template: standard
    labels: { stage: production }
    values: { limits: { seats: 99 } } # their own
`;

const promoted = (request: PromotionRequest, text = FLEET) => promote(file, text, request);
const changedIn = (text: string, before = FLEET) =>
  structuredPatch("", "", before, text)
    .hunks.flatMap(({ lines }) => lines)
    .filter((line) => /^[-+]/u.test(line));

test("labels to labels: leaves alone are written, comments and layout stay, and what does not reach anybody is said", () => {
  const { text, promoted: fields, notes } = promoted({ from: "staging", to: "production" });
  expect(changedIn(text)).toEqual([
    "-        seats: 10   # agreed in May",
    "+        seats: 20   # agreed in May",
    '+      people: [ ann, "bob, c" ]',
  ]);
  expect(fields.map(({ field, before, after }) => [field, before, after])).toEqual([
    ["values.limits.seats", 10, 20],
    ["values.people", undefined, ["ann", "bob, c"]],
  ]);
  expect(notes.map((note) => note.replace(file, "fleet.yaml"))).toEqual([
    "fleet.yaml:20: overrides[1].values.banner: stays: staging has none.",
    "fleet.yaml:31: organizations[2].values.limits.seats: stays: globex has its own value, which takes precedence.",
  ]);
  const [, acme] = fleetOf(file, text).organizations;
  expect(acme?.values).toEqual({
    region: "eu",
    limits: { seats: 20, projects: 3 },
    people: ["ann", "bob, c"],
    banner: "Hello",
    title: "Acme",
  });
  expect(promoted({ from: "stage=staging", to: "stage=production" }, text).promoted).toEqual([]);
  expect(promoted({ from: " stage = staging", to: "stage= production " }, FLEET).text).toBe(text);
});

test("organization to organization: template and values, from wherever they come; credentials and labels stay", () => {
  const { text, notes } = promoted({ from: "staging-eu", to: "acme" });
  expect(changedIn(text)).toEqual([
    "-  - { name: acme, template: standard, labels: { stage: production }, values: { title: Acme } }",
    '+  - { name: acme, template: large, labels: { stage: production }, values: { title: Acme, limits: { seats: 20, projects: 3 }, people: [ ann, "bob, c" ] } }',
  ]);
  // A title that no other organization has is its name, and isn't copied unasked.
  expect(notes[0]?.replace(file, "fleet.yaml")).toBe(
    "fleet.yaml:26: organizations[0].values.title: left out: only staging-eu has this value. To copy it, give --only values.title.",
  );
  for (const only of [["values.title"], ["template", "values.title"]])
    expect(promoted({ from: "staging-eu", to: "acme", only }).text).toContain("title: It's staging");
  expect(promoted({ from: "staging-eu", to: "acme", only: ["values"] }).text).toContain("title: Acme");
  // Nor is a list of objects with such strings; numbers identify nobody.
  const own = FLEET.replace(
    "title: 'It''s staging'",
    "domains: [{ name: staging.example, seats: 3 }]\n      sizes: [{ seats: 3 }]",
  );
  expect(own).not.toBe(FLEET);
  const further = promoted({ from: "staging-eu", to: "acme" }, own);
  expect(further.notes[0]).toContain("values.domains: left out: only staging-eu has this value.");
  expect(further.promoted.map(({ field }) => field)).toContain("values.sizes");
  // A title that two have names neither.
  const shared = FLEET.replace("limits: { seats: 99 }", "title: It's staging");
  expect(promoted({ from: "staging-eu", to: "acme" }, shared).notes.join(" ")).not.toContain("left out");
  const acme = fleetOf(file, text).organizations[1];
  expect([acme?.credential, acme?.labels]).toEqual(["default", { stage: "production" }]);
  const only = promoted({ from: "staging-eu", to: "acme", only: ["values.limits.seats"] });
  expect(only.promoted.map(({ field }) => field)).toEqual(["values.limits.seats"]);
  // An own value takes precedence over the override's value as a whole, so all of it is written.
  expect(fleetOf(file, only.text).organizations[1]?.values["limits"]).toEqual({ seats: 20, projects: 3 });
  const globex = promoted({ from: "staging-eu", to: "globex", only: ["values.limits"] });
  expect(changedIn(globex.text)).toEqual([
    "-    values: { limits: { seats: 99 } } # their own",
    "+    values: { limits: { seats: 20, projects: 3 } } # their own",
  ]);
});

test("an override that is missing is added, and an organization takes from labels", () => {
  const without = FLEET.replace(/ {2}- labels: \{ stage: production \}[\s\S]*?(?=organizations:)/u, "");
  const { text } = promoted({ from: "staging", to: "stage=production" }, without);
  expect(changedIn(text, without)).toEqual([
    '+  - { labels: { stage: production }, values: { limits: { seats: 20, projects: 3 }, people: [ ann, "bob, c" ] } }',
  ]);
  expect(changedIn(promoted({ from: "staging", to: "acme", only: ["values.people"] }).text)).toHaveLength(2);
});

test.each<[string, PromotionRequest, RegExp]>([
  ["unknown", { from: "nobody", to: "acme" }, /no organization "nobody". No label has that value/u],
  ["itself", { from: "acme", to: "acme" }, /are the same/u],
  [
    "a field that is not there",
    { from: "acme", to: "globex", only: ["values.colour"] },
    /fleet.yaml:27: organizations\[1\]: has no values.colour. It has/u,
  ],
  ["a key", { from: "staging", to: "production", only: ["credential"] }, /has no credential/u],
  ["labels without an override", { from: "stage=none", to: "acme" }, /Nothing in the file has the labels/u],
])("%s is refused", (_what, request, message) => {
  expect(() => promoted(request)).toThrow(PromotionError);
  expect(() => promoted(request)).toThrow(message);
});

test.each<[string, string, PromotionRequest]>([
  [
    "values.region, values.limits.seats, values.limits.projects, values.banner, values.title, template",
    "organizations[1]",
    { from: "acme", to: "globex", only: ["values.colour"] },
  ],
  [
    "values.limits.seats, values.limits.projects, values.people",
    "overrides[0]",
    { from: "staging", to: "production", only: ["template"] },
  ],
  ["none", "overrides[2]", { from: "stage=bare", to: "production", only: ["values"] }],
])("what can be promoted is told in place of what isn't there: %s", (fields, place, request) => {
  const bare = FLEET.replace("organizations:", "  - { labels: { stage: bare }, credential: other }\norganizations:");
  const [first = ""] = request.only ?? [];
  expect(() => promoted(request, bare)).toThrow(`${place}: has no ${first}. It has ${fields}.`);
});

test("labels take the values of an organization, and never its template", () => {
  const { text, promoted: fields } = promoted({ from: "acme", to: "production" });
  expect(fields.map(({ field }) => field)).not.toContain("template");
  expect(changedIn(text).join("\n")).not.toContain("template");
});

test("what a template does not take is said with line and field", () => {
  mkdirSync(join(folder, "module"));
  writeFileSync(join(folder, "module/main.tf"), 'variable "title" {}\n');
  const text = `${FLEET}  - { name: small, template: module, values: { title: Small } }\n`.replace(
    "\n\ncredentials",
    "\n  module: { engine: terraform, path: module }\n\ncredentials",
  );
  expect(() => promoted({ from: "staging-eu", to: "small", only: ["values"] }, text)).toThrow(
    /fleet\.yaml:33: organizations\[3\]\.values\.limits: the template "module" has no value "limits"/u,
  );
});

test("nobody else is changed through an anchor", () => {
  const text = FLEET.replace("values: { limits: { seats: 99 } }", "values: &own { limits: { seats: 99 } }").concat(
    "  - { name: initech, template: standard, values: *own }\n",
  );
  expect(() => promoted({ from: "staging-eu", to: "globex", only: ["values.people"] }, text)).toThrow(
    /would also change initech/u,
  );
  expect(() => promoted({ from: "staging-eu", to: "initech", only: ["values.people"] }, text)).toThrow(/an alias/u);
});
