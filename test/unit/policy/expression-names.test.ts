import { expect, test } from "@jest/globals";

import { Expression } from "../../../packages/policy/src/own/expression.ts";

/** Each form of an expression, with the parts of a picture and the fields of the object that it names. */
test.each<[text: string, names: readonly string[], fields: readonly string[]]>([
  ["true", [], []],
  ["roles.size() > 0", ["roles"], []],
  ["size(roles) > 0", ["roles"], []],
  ["!(roles.size() > 0)", ["roles"], []],
  ["-roles.size() < 0", ["roles"], []],
  ["roles[0].name == 'x'", ["roles"], []],
  ["[roles.size(), 1][0] == 1", ["roles"], []],
  ["{'a': roles.size()}['a'] == 1", ["roles"], []],
  ["{'a': 1, 'b': roles.size()}['a'] == 1", ["roles"], []],
  ["true ? roles.size() > 0 : invites.size() > 0", ["invites", "roles"], []],
  ["domains.size() > 0 ? true : false", ["domains"], []],
  ["self.level == 'admin' || roles.size() > 0 && invites.size() > 0", ["invites", "roles"], ["level"]],
  ["[1].exists(x, roles.size() == x)", ["roles"], []],
  ["roles.exists(r, r.name == self.name && r.name in self.names)", ["roles"], ["name", "names"]],
  ["self.email.startsWith(self.prefix)", [], ["email", "prefix"]],
  ["'x'.startsWith(self.b) || 'y'.endsWith(self.a) || self.b == 'z'", [], ["b", "a"]],
  ["has(self.limits.most) && self.limits.most > 1", [], ["limits"]],
  ["organization.name == declared.name", ["declared"], []],
  ["access.exists(a, a.email == self.email)", ["access"], ["email"]],
  ["self['level'] == 'admin'", [], []],
  ["now > timestamp(self.lastLogin)", [], ["lastLogin"]],
])("%s names %j and %j", (text, names, fields) => {
  const expression = new Expression(text);
  expect([expression.names, expression.fields, expression.text]).toEqual([names, fields, text]);
});

test("an expression is shown on one line", () => {
  expect(new Expression("  self.a ==\n\t 'b'  ").text).toBe("self.a == 'b'");
});

const HINT =
  "; there are self, now, organization, projects, domains, identityProviders, people, invites, roles, accessRules, exports, integrations, hogFunctions, proxies, pipelineItems, declared, access";

test.each([
  ["self.level ==", /^.+ \(character \d+\)$/su],
  ["persons.size() > 0", new RegExp(`^.+ \\(character 1\\)${HINT}$`, "u")],
  ["  persons.size() > 0", new RegExp(`^.+ \\(character 3\\)${HINT}$`, "u")],
  ["1 + 1", /^is int; it has to be true or false$/u],
  ["'x'", /^is string; it has to be true or false$/u],
  ["self.a.matches(self.b)", /^the argument of matches must be a pattern in quotes, and nothing else$/u],
  ["self.a.matches(string(1))", /^the argument of matches must be a pattern in quotes, and nothing else$/u],
])("the expression %s is refused", (text, words) => {
  expect(() => new Expression(text)).toThrow(words);
});
