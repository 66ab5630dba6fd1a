import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import ts from "typescript";

import { pulumiFiles, pulumiNames } from "../../../src/adopt/pulumi-files.ts";
import { programOf } from "../../../src/adopt/program.ts";
import type { Survey } from "../../../src/adopt/survey.ts";
import { resources } from "../../../src/resources/index.ts";
import { HARD_NAMES } from "../../support/furnished-organization.ts";
import { foundObject, ORGANIZATION_ID, surveyOfNames } from "../../support/found-objects.ts";

const VERSIONS = { orgform: "1.2.3", pulumi: "^3.0.0" };
const HOST = "https://eu.example.com";

const filesOf = (survey: Survey): Record<string, string> =>
  pulumiFiles(programOf(resources, survey, { host: HOST, ...pulumiNames(resources) }), VERSIONS);

/** A source with what is wrong with its grammar. */
function parsed(text: string): ts.SourceFile & { readonly parseDiagnostics: readonly ts.Diagnostic[] } {
  return ts.createSourceFile("program.ts", text, ts.ScriptTarget.ES2022, true) as never;
}

/** The shortest text of what a program calls, constructs or runs beside plain values. */
function activeParts(node: ts.Node): string[] {
  const own = ts.isNewExpression(node) || ts.isCallExpression(node) ? [node.expression.getText()] : [];
  const named = own.map((text) => text.replace(/^\[[\s\S]*\]\.join$/u, "[].join"));
  const isForbidden =
    ts.isTemplateExpression(node) || ts.isFunctionLike(node) || ts.isTaggedTemplateExpression(node) || ts.isBlock(node);
  return [...named, ...(isForbidden ? [ts.SyntaxKind[node.kind]] : []), ...node.getChildren().flatMap(activeParts)];
}

const HARMLESS = /^(?:orgform\.\w+|pulumi\.Config|config\.(?:getSecret|requireSecret)|\[\]\.join)$/u;

/** The values of the property `name` of all declarations, in their order. */
function namesIn(node: ts.Node): string[] {
  const isName = ts.isPropertyAssignment(node) && node.name.getText() === "name";
  const own = isName && ts.isStringLiteral(node.initializer) ? [node.initializer.text] : [];
  return [...own, ...node.getChildren().flatMap(namesIn)];
}

function judge(names: readonly string[]): void {
  const files = filesOf(surveyOfNames(names));
  for (const [file, text] of Object.entries(files).filter(([name]) => name.endsWith(".ts"))) {
    const source = parsed(text);
    expect([file, source.parseDiagnostics.map(({ messageText }) => messageText)]).toEqual([file, []]);
    const active = source.statements.flatMap((statement) => activeParts(statement));
    expect(active.filter((one) => !HARMLESS.test(one))).toEqual([]);
    for (const statement of source.statements) {
      expect(ts.isImportDeclaration(statement) || ts.isVariableStatement(statement)).toBe(true);
    }
    const constants = source.statements.filter((one) => ts.isVariableStatement(one));
    const declared = constants.map((one) => one.declarationList.declarations[0]?.name.getText());
    expect(new Set(declared).size).toBe(declared.length);
  }
  const shown = names.map((name) => `-${name}`.slice(0, 200).replaceAll(/\p{Cs}/gu, "\uFFFD"));
  expect(namesIn(parsed(files["roles.ts"] ?? "")).toSorted()).toEqual(shown.toSorted());
  expect(Object.values(files).join("")).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]/u);
}

describe("a program for Pulumi", () => {
  test.each(HARD_NAMES)("is a harmless one of objects of the name %j", (name) => {
    judge([name, name]);
  });

  test("is a harmless one of objects of any names", () => {
    const names = fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(names, judge), { numRuns: 60 });
  });

  test("is the same whatever the order in which the objects were found", () => {
    const { objects, unread } = surveyOfNames(["same", "same", "other", "Same!"]);
    expect(filesOf({ objects: objects.toReversed(), unread })).toEqual(filesOf({ objects, unread }));
  });

  test("shows a key `__proto__` as a member and not as a prototype", () => {
    const organizationId = ORGANIZATION_ID;
    const inputs = { organizationId, name: "x", source: JSON.parse('{"__proto__": "text"}') as object };
    const item = foundObject("Plugin", `${organizationId}/1`, "x", inputs);
    expect(filesOf({ objects: [item], unread: [] })["plugins.ts"]).toContain('["__proto__"]: "text"');
  });
});

describe("what a program cannot declare", () => {
  const organizationId = ORGANIZATION_ID;
  const readme = (...found: Parameters<typeof foundObject>[]): string =>
    filesOf({ objects: found.map((one) => foundObject(...one)), unread: [] })["README.md"] ?? "";

  test("as an object is left out and listed", () => {
    const text = readme([
      "Member",
      `${organizationId}/a@b.example`,
      "a",
      { organizationId, email: "a@b.example", level: "3" },
    ]);
    expect(text).toMatch(/- `Member a@b\.example.*`: `level expected one of/u);
  });

  test("as a setting is left out of its object, and listed", () => {
    const inputs = { organizationId, domain: "a.example", samlEntityId: "x".repeat(600) };
    const item = foundObject("Domain", `${organizationId}/d1`, "a", inputs);
    const files = filesOf({ objects: [item], unread: [] });
    expect(files["domains.ts"]).not.toContain("samlEntityId");
    expect(files["domains.ts"]).toContain('domain: "a.example"');
    expect(files["README.md"]).toMatch(/- `samlEntityId of Domain .*`: `has 600 characters/u);
  });
});
