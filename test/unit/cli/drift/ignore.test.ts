import { describe, expect, test } from "@jest/globals";

import { resources } from "../../../../src/catalog/resources/index.ts";
import { IgnoreRules, rulesFor } from "../../../../src/cli/drift/ignore.ts";
import { UsageError } from "../../../../src/cli/usage-error.ts";

const bob = { resource: "Member", id: "o1/bob@acme.example", name: "bob@acme.example" };

describe("rules for what no code declares", () => {
  test.each([
    ["Member bob@acme.example", true],
    ["Member *@acme.example", true],
    ["orgform_member *@acme.example", true],
    ["orgform_role *", false],
    ["Member BOB@*", true],
    ["Member o1/bob@acme.example", true],
    ["Member ???@acme.example", true],
    ["* *@acme.example", true],
    ["# a comment\n\nMember *  # why", true],
    ["Member ??@acme.example", false],
    ["Member bob", false],
    ["Member b.b@acme.example", false],
    ["Role *", false],
    ["", false],
  ])("%j ignores bob: %s", (text, isIgnored) => {
    expect(new IgnoreRules(text, "rules").ignores(bob)).toBe(isIgnored);
  });

  test("of a kind that isn't near any other name all kinds that there are", () => {
    const names = resources.map(({ name }) => name).join(", ");
    expect(() => new IgnoreRules("# rules\nXyzzyxyzzy *", "f|é")).toThrow(
      new UsageError(`f|é:2: Xyzzyxyzzy isn't a resource. Resources are ${names}; * means all of them.`),
    );
  });

  test("leave out nothing of a kind that doesn't exist", () => {
    expect(rulesFor({ resource: "Xyzzyxyzzy", id: "o1/7" })).toEqual([]);
  });

  test.each(["o1/7", "o1/a*b", "o1/a b # c", "17/s3/ware house"])("the rules of %j ignore it", (id) => {
    const object = { resource: "Plugin", id, name: "any" };
    const text = rulesFor(object).join("\n");
    expect(new IgnoreRules(text, "rules").ignores(object)).toBe(true);
    expect(new IgnoreRules(text, "rules").ignores({ ...object, id: `${id}1` })).toBe(false);
  });

  test("a name with blanks is one glob", () => {
    const rules = new IgnoreRules("Project Default project", "rules");
    expect(rules.ignores({ resource: "Project", id: "o1/1", name: "Default project" })).toBe(true);
  });

  test("only a rule for all of a resource spares the look for them", () => {
    const rules = new IgnoreRules("Plugin *\nMember *@acme.example", "rules");
    expect(["Plugin", "Member"].map((name) => rules.ignoresAll(name))).toEqual([true, false]);
  });

  test.each([
    ["Member", "rules:1: expected a resource and a glob, such as `Member *@acme.example`."],
    ["Role *\nMembr x", "rules:2: Membr isn't a resource. Did you mean Member?"],
  ])("%j is refused with its line", (text, message) => {
    expect(() => new IgnoreRules(text, "rules")).toThrow(message);
  });

  test("a file that is named has to be there, the usual one need not", () => {
    expect(IgnoreRules.read("/nowhere", undefined).ignores(bob)).toBe(false);
    expect(() => IgnoreRules.read("/nowhere", "/nowhere/rules")).toThrow(/cannot be read: ENOENT/u);
  });
});
