import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import ts from "typescript";

import { programWriter } from "../../../../../src/engines/pulumi/program-writer/files.ts";
import { programOf } from "../../../../../src/adopt/program.ts";
import type { Survey } from "../../../../../src/driver/driver.ts";
import { resources } from "../../../../../src/catalog/resources/index.ts";
import { HARD_NAMES } from "../../../../support/furnished-organization.ts";
import { foundObject, ORGANIZATION_ID, surveyOfNames } from "../../../../support/found-objects.ts";

const VERSIONS = { version: "1.2.3", peerDependencies: { "@pulumi/pulumi": "^3.0.0" } };
const HOST = "https://eu.example.com";

const filesOf = (survey: Survey): Readonly<Record<string, string>> =>
  programWriter.files(programOf(resources, survey, { host: HOST, ...programWriter.names(resources) }), VERSIONS);

/** A source with its syntax errors. */
function parsed(text: string): ts.SourceFile & { readonly parseDiagnostics: readonly ts.Diagnostic[] } {
  return ts.createSourceFile("program.ts", text, ts.ScriptTarget.ES2022, true) as never;
}

/** The shortest text of everything that a program calls, constructs, or runs besides plain values. */
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
  const own = isName ? textIn(node.initializer) : [];
  return [...own, ...node.getChildren().flatMap(namesIn)];
}

/** A text, also one of several lines, which are written as `["one", "two"].join("\n")`. */
function textIn(node: ts.Expression): string[] {
  if (ts.isStringLiteral(node)) return [node.text];
  const joined =
    ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.expression;
  if (joined === false || !ts.isArrayLiteralExpression(joined)) return [];
  return [joined.elements.flatMap((line) => (ts.isStringLiteral(line) ? [line.text] : [])).join("\n")];
}

/** The one call with a function in it, which no name gets into. */
const TRANSFORMATION = `
pulumi.runtime.registerStackTransformation(({ type, name, props, opts }) => {
  const id = ids[type + "::" + name];
  return id === undefined ? undefined : { props, opts: pulumi.mergeOptions(opts, { import: id }) };
});
`;

/** The errors and dangers in a program of objects with these names. */
function harmIn(names: readonly string[]): string[] {
  const files = filesOf(surveyOfNames(names));
  const sources = Object.entries(files).filter(([name]) => name.endsWith(".ts"));
  const shown = names.map((name) => `-${name}`.slice(0, 200).replaceAll(/\p{Cs}/gu, "\uFFFD"));
  const read = namesIn(parsed(files["roles.ts"] ?? ""));
  const unseen =
    Object.values(files)
      .join("")
      .match(/[\u202a-\u202e\u2066-\u2069\u2028\u2029]/gu) ?? [];
  return [
    ...sources.flatMap(([, text]) => harmInSource(parsed(text.replace(TRANSFORMATION, "")))),
    ...(read.toSorted().join("\n") === shown.toSorted().join("\n") ? [] : [`${JSON.stringify(read)} are other names`]),
    ...unseen,
  ];
}

function harmInSource(source: ReturnType<typeof parsed>): string[] {
  const constants = source.statements.filter((one) => ts.isVariableStatement(one));
  const named = constants.map((one) => one.declarationList.declarations[0]?.name.getText() ?? "");
  const known = (one: ts.Statement): boolean => ts.isImportDeclaration(one) || ts.isVariableStatement(one);
  return [
    ...source.parseDiagnostics.map(({ messageText }) => JSON.stringify(messageText)),
    ...source.statements.flatMap((one) => activeParts(one)).filter((one) => !HARMLESS.test(one)),
    ...source.statements.filter((one) => !known(one)).map((one) => one.getText()),
    ...named.filter((name, index) => named.indexOf(name) !== index),
  ];
}

describe("a program for Pulumi", () => {
  test.each(HARD_NAMES)("is a harmless one of objects of the name %j", (name) => {
    expect(harmIn([name, name])).toEqual([]);
  });

  test("is a harmless one of objects of any names", () => {
    const names = fc.array(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(names, (some) => {
        expect(harmIn(some)).toEqual([]);
      }),
      { numRuns: 60, examples: [[["\n\n", "a"]]] },
    );
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

test("a program names the ids to take over apart from its declarations, in a file that goes afterwards", () => {
  const files = filesOf(surveyOfNames(["One", "Two"]));
  expect(Object.keys(files)).toContain("imports.ts");
  expect(files["index.ts"]?.split("\n")[0]).toBe('import "./imports";');
  expect(files["roles.ts"]).not.toContain("import:");
  expect(files["imports.ts"]).toMatch(/"orgform:index:Role::one": "[^"]+",\n {2}"orgform:index:Role::two": "[^"]+"/u);
  expect(files["README.md"]).toContain("delete `imports.ts`");
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
