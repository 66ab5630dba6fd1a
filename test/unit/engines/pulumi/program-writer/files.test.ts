import { describe, expect, test } from "@jest/globals";
import * as fc from "fast-check";
import ts from "typescript";

import { programWriter } from "../../../../../src/engines/pulumi/program-writer/files.ts";
import { programOf } from "../../../../../src/adopt/program.ts";
import type { Survey } from "../../../../../src/driver/driver.ts";
import { resources } from "../../../../../src/catalog/resources/index.ts";
import { readmeOf } from "../../../../../src/adopt/readme.ts";
import { OBJECTS, peopleWith, PROGRAM } from "../../../../support/declared-objects.ts";
import { definitionOf } from "../../../../support/definition-of.ts";
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

describe("the files of a program", () => {
  const IDS = {
    head: `import * as pulumi from "@pulumi/pulumi";

// What the first \`pulumi up\` imports. Afterwards, delete this file and its line in index.ts.
const ids: Readonly<Record<string, string>> = {
`,
    end: `};
${TRANSFORMATION}`,
  };
  const PROJECT = (name: string): string => `name: ${name}
runtime: nodejs
description: An organization, as it was when this program was written.
plugins:
  providers:
    - name: orgform
      path: node_modules/.bin
config:
  orgform:host: "https://\\"a\\".example"
`;
  const PLUGIN = 'import * as orgform from "orgform/pulumi-plugin";\n';

  test("declare each object with its references and what a person fills in", () => {
    const {
      "package.json": manifest = "",
      "tsconfig.json": types = "",
      ...texts
    } = programWriter.files(PROGRAM, VERSIONS);
    expect(texts).toEqual({
      "Pulumi.yaml": PROJECT("acme-shop"),
      ".gitignore": "node_modules/\n",
      "index.ts": 'import "./imports";\nimport "./roles";\nimport "./role-memberships";\nimport "./hog-functions";\n',
      "imports.ts": `${IDS.head}  "orgform:index:Role::ops-team": "o/r1",
  "orgform:index:RoleMembership::ann": "o/r1/a@b",
  "orgform:index:HogFunction::hook": "4/f",
${IDS.end}`,
      "roles.ts": `${PLUGIN}
export const opsTeam = new orgform.Role(
  "ops-team",
  {
    organizationId: "o",
    name: "Ops \\"é\\" \${a}",
  },
);
`,
      "role-memberships.ts": `${PLUGIN}
import * as roles from "./roles";

export const ann = new orgform.RoleMembership(
  "ann",
  {
    roleId: roles.opsTeam.roleId,
    email: "a@b",
  },
);
`,
      "hog-functions.ts": `import * as pulumi from "@pulumi/pulumi";
${PLUGIN}
const config = new pulumi.Config();

export const hook = new orgform.HogFunction(
  "hook",
  {
    projectId: "4",
    secretInputs: {
      myToken: config.requireSecret("hookToken"),
      note: config.get("hookNote"),
      spare: config.getSecret("hookSpare"),
    },
  },
);
`,
      "README.md": readmeOf(PROGRAM, {
        setUp: ["npm install", "pulumi stack init production", "pulumi config set --secret orgform:apiKey"],
        fillIn: [
          { command: "pulumi config set --secret hookToken", isRequired: true },
          { command: "pulumi config set --secret hookNote", isRequired: false },
          { command: "pulumi config set --secret hookSpare", isRequired: false },
        ],
        preview: "pulumi preview",
        apply: "pulumi up",
        afterwards:
          "`pulumi preview` shows every object as an import and nothing as a change: the engine refuses an import that would change anything. After `pulumi up`, delete `imports.ts` and its line in `index.ts`: an ID that stays there stops the stack once its object is deleted.",
      }),
    });
    expect(JSON.parse(manifest)).toEqual({
      name: "acme-shop",
      private: true,
      main: "index.ts",
      dependencies: { "@pulumi/pulumi": "^3.0.0", orgform: "1.2.3" },
      devDependencies: { "@types/node": "^20.19.43", typescript: "^5.9.3" },
    });
    expect(JSON.parse(types)).toEqual({
      compilerOptions: {
        target: "es2022",
        module: "nodenext",
        moduleResolution: "nodenext",
        strict: true,
        skipLibCheck: true,
        types: ["node"],
      },
      files: ["index.ts"],
    });
    for (const text of [manifest, types]) expect(text).toBe(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
  });

  test.each([
    [
      "nothing but their level",
      [undefined, "admin"],
      ['  "p0@é\\"": {},\n', '  "p1@é\\"": {\n    level: "admin",\n  },\n'],
      `for (const [email, settings] of Object.entries(people)) {
  new orgform.Member(email, { organizationId: "o", email, ...settings });
}
`,
    ],
    [
      "nothing",
      ["admin"],
      ['  "p0@é\\"": {},\n', '  "p1@é\\"": {},\n'],
      `for (const [email] of Object.entries(people)) {
  new orgform.Member(email, { organizationId: "o", level: "admin", email });
}
`,
    ],
  ])("declare many people in a loop, who differ in %s", (_what, levels, [even = "", odd = ""], loop) => {
    const objects = peopleWith(levels);
    const program = { ...PROGRAM, words: ["!"], kinds: [{ definition: definitionOf("Member"), objects }] };
    const files = programWriter.files(program, { version: "1.2.3", peerDependencies: {} });
    const rows = objects.map((_, index) => (index % 2 === 0 ? even : odd).replace(/p\d/u, `p${index}`)).join("");
    expect(files["members.ts"]).toBe(`${PLUGIN}\nconst people = {\n${rows}} as const;\n\n${loop}`);
    const ids = objects.map(({ id }) => `  "orgform:index:Member::${id.slice(2, -1)}\\"": "${id.slice(0, -1)}\\"",\n`);
    expect(files["imports.ts"]).toBe(`${IDS.head}${ids.join("")}${IDS.end}`);
    expect([files["Pulumi.yaml"], files["index.ts"]]).toEqual([
      PROJECT("organization"),
      'import "./imports";\nimport "./members";\n',
    ]);
    expect(files["package.json"]).toContain('"@pulumi/pulumi": "*"');
  });

  test("give objects no name that a file has already", () => {
    const { reserved } = programWriter.names(OBJECTS.map(({ definition }) => definition));
    expect(reserved).toEqual(["orgform", "pulumi", "config", "imports", "roles", "roleMemberships", "hogFunctions"]);
    expect(programWriter.typeName(definitionOf("RoleMembership"))).toBe("orgform.RoleMembership");
  });

  test.each([
    ["Ops's team", "o/r 1", [], "pulumi import orgform:index:Role ops-s-team 'o/r 1'"],
    ["!", "o/r1", ["urn::orgform:index:Role::a", undefined], "pulumi import orgform:index:Role role o/r1"],
    [
      "a",
      'o/"r"',
      ["urn::orgform:index:Role::a", "urn::pulumi-nodejs:dynamic/orgform:Role::a"],
      'new orgform.Role("a", { adopt: "o/\\"r\\"", ... })',
    ],
  ])("take in an object of the name %j by its ID %j beside %j", (name, id, handles, line) => {
    const beside = handles.map((handle) => ({ handle }));
    expect(programWriter.importLine(definitionOf("Role"), { name, id }, beside)).toBe(line);
  });
});
