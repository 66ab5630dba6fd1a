import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { carryReader } from "../../../../src/engines/terraform/switch-writer/carried-objects.ts";
import { vendorBlock, vendorInstance, vendorState } from "../../../support/vendor-state.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orgform-carried-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (...blocks: readonly object[]) => carryReader.read(vendorState(...blocks), folder);

const role = (id: string) => ({ id, name: id, organization_id: "o1" });

const EU = 'module.a.provider["registry.terraform.io/posthog/posthog"].eu';

describe("objects of posthog/posthog in a state", () => {
  test.each<[string, readonly object[]]>([
    ["no resources", []],
    ["another provider alone", [{ ...vendorBlock("x", "x"), type: "random_id", instances: [vendorInstance({})] }]],
    ["types that stay", [vendorBlock("dashboard", "x", vendorInstance({ id: "1" }))]],
    ["a data source", [{ ...vendorBlock("role", "x", vendorInstance(role("r1"))), mode: "data" }]],
    ["an object that is to be destroyed", [vendorBlock("role", "x", { ...vendorInstance(role("r1")), deposed: "d1" })]],
  ])("there are none in %s", (_what, blocks) => {
    expect(read(...blocks)).toMatchObject({ objects: [], open: [] });
  });

  test("names say the modules, the block, and the key", () => {
    const block = {
      ...vendorBlock("role", "x", vendorInstance(role("r1"), "Zoë's"), vendorInstance(role("r2"), 'a "b" ${c}')),
      module: 'module.team["it\'s"].module.inner',
    };
    const { objects, leaving, open } = read(block);
    expect(objects.map(({ name, address }) => [name, address])).toEqual([
      [`team["it's"] inner x Zoë's`, `module.team["it's"].module.inner.posthog_role.x["Zoë's"]`],
      ['team["it\'s"] inner x a "b" ${c}', `module.team["it's"].module.inner.posthog_role.x["a \\"b\\" $\${c}"]`],
    ]);
    expect(leaving).toEqual([`module.team["it's"].module.inner.posthog_role.x`]);
    expect(open).toEqual([]);
  });

  test("a count with gaps keeps its numbers", () => {
    const block = vendorBlock("role", "x", vendorInstance(role("r0"), 0), vendorInstance(role("r3"), 3));
    expect(read(block).objects.map(({ id, address }) => [id, address])).toEqual([
      ["o1/r0", "posthog_role.x[0]"],
      ["o1/r3", "posthog_role.x[3]"],
    ]);
  });

  test("what Orgform has no ID for is listed by its address", () => {
    const { objects, open } = read(
      vendorBlock("organization_member", "x", vendorInstance({ organization_id: "o1", level: "member" }, "k")),
      vendorBlock("project_default_access", "x", vendorInstance({ project_id: "@current", access_level: "none" })),
      vendorBlock("project_settings", "x", vendorInstance({ project_id: "7" })),
      vendorBlock("role", "x", vendorInstance({ ...role("r1"), organization_id: null })),
    );
    expect(objects).toEqual([]);
    expect(open).toEqual([
      'posthog_organization_member.x["k"]: its state lacks email.',
      'posthog_project_default_access.x: its project_id is "@current", and Orgform needs the number of the project.',
      "posthog_role.x: its state lacks organization_id.",
      "posthog_project_settings.x: the state doesn't have the project 7. Declare its settings in a Project.",
    ]);
  });

  test("of several configurations of the provider, the one without an alias is taken", () => {
    const here = vendorBlock("role", "here", vendorInstance(role("r1")));
    const there = { ...vendorBlock("role", "there", vendorInstance(role("r2"))), provider: EU };
    const { objects, open, leaving } = read(here, there);
    expect(objects.map(({ id }) => id)).toEqual(["o1/r1"]);
    expect(open).toEqual(["posthog_role.there: its provider is posthog.eu, which may be for another service."]);
    expect(leaving).toHaveLength(1);
    expect(read(there)).toMatchObject({ objects: [{ id: "o1/r2" }], open: [] });
  });

  test("blocks are deleted and references become values; secrets and unknown ones are listed", () => {
    const main = `resource "posthog_role" "x" {
  for_each = local.names
}
resource "posthog_dashboard" "d" {
  project_id = posthog_project.web.id
  name       = "Of \${posthog_role.x["a"].name}"
}
output "token" {
  value = posthog_project.web.api_token
}
output "all" {
  value = [for one in posthog_role.x : one.id]
}
# posthog_role.x in a comment
resource "posthog_role" "never_applied" {}
`;
    writeFileSync(join(folder, "main.tf"), main);
    writeFileSync(join(folder, "more.tf.json"), '{"resource":{"posthog_role":{"j":{}}}}');
    const { edits, open } = read(
      vendorBlock("role", "x", vendorInstance({ ...role("r1"), name: 'A "a"' }, "a")),
      vendorBlock("project", "web", vendorInstance({ id: 7, name: "Web", organization_id: "o1", api_token: "phc" })),
    );
    expect(edits.map(({ words }) => words)).toEqual([
      "main.tf:1-3: delete the block posthog_role.x.",
      "main.tf:5: write `project_id = 7`.",
      'main.tf:6: write `name       = "Of ${"A \\"a\\""}"`.',
    ]);
    expect(open).toEqual([
      "more.tf.json: resource.posthog_role.j: JSON is not translated.",
      "main.tf:15: posthog_role.never_applied isn't in the state.",
      "main.tf:9: posthog_project.web.api_token has no counterpart.",
      "main.tf:12: posthog_role.x has no counterpart.",
    ]);
  });

  test.each<[string, string, object | undefined]>([
    ["no block of the provider", "", undefined],
    ["a block without a host", 'provider "posthog" {}', undefined],
    [
      "a literal",
      '\nprovider "posthog" { host = "https://a.example" }',
      { file: "main.tf", line: 2, text: '"https://a.example"', url: "https://a.example" },
    ],
    [
      "an expression",
      'provider "posthog" {\n  host = var.host # where\n}',
      { file: "main.tf", line: 1, text: "var.host", url: undefined },
    ],
    ["another alias", 'provider "posthog" {\n  alias = "eu"\n  host = "https://eu.example"\n}', undefined],
  ])("the service is the one of the provider that is taken: %s", (_what, main, namedHost) => {
    writeFileSync(join(folder, "main.tf"), main);
    expect(read(vendorBlock("role", "x", vendorInstance(role("r1")))).namedHost).toEqual(namedHost);
    expect(read().namedHost).toBeUndefined();
  });

  test.each([
    ["the program", undefined, "main.tf"],
    ["a module", "module.inner", "inner/main.tf"],
  ])("a block of %s is deleted there, and one of the same name elsewhere isn't in the state", (_what, module, file) => {
    for (const name of ["inner", ".terraform/modules"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(
      join(folder, ".terraform/modules/modules.json"),
      JSON.stringify({ Modules: [{ Dir: "." }, { Dir: "inner" }] }),
    );
    const block = 'resource "posthog_role" "x" {\n}\n';
    writeFileSync(join(folder, "main.tf"), block);
    writeFileSync(join(folder, "inner/main.tf"), block);
    const { edits, open } = read({ ...vendorBlock("role", "x", vendorInstance(role("r1"))), module });
    const [other] = ["main.tf", "inner/main.tf"].filter((name) => name !== file);
    expect(edits.map(({ words }) => words)).toEqual([`${file}:1-2: delete the block posthog_role.x.`]);
    expect(open).toEqual([`${other}:1: posthog_role.x isn't in the state.`]);
  });

  test("a value stands in no list of names", () => {
    writeFileSync(
      join(folder, "main.tf"),
      'resource "terraform_data" "t" {\n  lifecycle {\n    replace_triggered_by = [posthog_role.x.id]\n  }\n}\n',
    );
    const { edits, open } = read(vendorBlock("role", "x", vendorInstance(role("r1"))));
    expect([edits, open]).toEqual([[], ["main.tf:3: posthog_role.x.id stands where only names can."]]);
  });

  test("an object without values, whose create failed, has none for a reference", () => {
    writeFileSync(
      join(folder, "main.tf"),
      'output "a" {\n  value = [posthog_role.x["a"].name, posthog_role.x["b"].name]\n}\n',
    );
    const { objects, edits, open } = read(vendorBlock("role", "x", { index_key: "a", attributes: null }));
    expect([objects, edits]).toEqual([[], []]);
    expect(open).toEqual([
      'posthog_role.x["a"]: its state lacks organization_id.',
      'main.tf:2: posthog_role.x["a"].name has no counterpart.',
      'main.tf:2: posthog_role.x["b"].name has no counterpart.',
    ]);
  });

  test("a reference is to the object of its type, whatever else has its name", () => {
    writeFileSync(join(folder, "main.tf"), 'output "a" {\n  value = [posthog_role.x.id, posthog_project.x.id]\n}\n');
    const named = (type: string, id: string | number) =>
      vendorBlock(type, "x", vendorInstance({ id, name: "x", organization_id: "o1" }));
    const roles = [named("role", "r1"), vendorBlock("role", "y", vendorInstance(role("r2")))];
    for (const blocks of [
      [...roles, named("project", 7)],
      [named("project", 7), ...roles],
    ]) {
      const { edits, open } = read(...blocks);
      expect([edits.map(({ words }) => words), open]).toEqual([['main.tf:2: write `value = ["r1", 7]`.'], []]);
    }
  });

  test("a state of another form is an error of the schema", () => {
    expect(() => carryReader.read({ version: 4 }, folder)).toThrow("resources");
  });
});
