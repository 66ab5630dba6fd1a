import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

import { fieldsOfSection } from "../../src/model/picture/picture.ts";
import { SECTIONS } from "../../src/picture/sections.ts";
import { REPOSITORY } from "../support/doc-pages.ts";

const REGO = readFileSync(join(REPOSITORY, "examples/gitops-terraform/policy/organization.rego"), "utf8");

/** The fields that objects of a section have; none of a section that there isn't. */
function fieldsOf(name: string): string[] {
  const found = SECTIONS.find(({ section }) => section === name);
  return found === undefined ? [] : fieldsOfSection(found.section);
}

/** Names in rules that a picture doesn't have: a rule with one never fails. */
function strangersIn(rego: string): string[] {
  const [, needed = ""] = /^needed := \[(.*)\]$/mu.exec(rego) ?? [];
  const loops = [...rego.matchAll(/some (\w+) in input\.living\.(\w+)/gu)].map(([, one = "", section = ""]) => ({
    one,
    section,
  }));
  const sections = [...needed.split(", ").map((word) => word.slice(1, -1)), ...loops.map(({ section }) => section)];
  const fields = loops.flatMap(({ one, section }) =>
    [...rego.matchAll(new RegExp(`\\b${one}\\.(\\w+)`, "gu"))].flatMap(([path, field = ""]) =>
      fieldsOf(section).includes(field) ? [] : [path],
    ),
  );
  return [...new Set([...sections.filter((section) => fieldsOf(section).length === 0), ...fields])];
}

test("the rules for Conftest ask for what a picture has", () => {
  expect(strangersIn(REGO)).toEqual([]);
  expect(strangersIn(REGO.replaceAll("person.level", "person.role"))).toEqual(["person.role"]);
  expect(strangersIn(REGO.replace('["people"', '["persons"'))).toEqual(["persons"]);
});
