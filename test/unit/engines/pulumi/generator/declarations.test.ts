import { readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { served } from "../../../../../src/app/served.ts";
import { functions } from "../../../../../src/catalog/functions/index.ts";
import { pulumiClasses, pulumiResourceType } from "../../../../../src/engines/pulumi/generator/classes.ts";
import { typescriptExample, yamlExample } from "../../../../../src/engines/pulumi/generator/examples.ts";
import { pulumiFunctions, pulumiFunctionType } from "../../../../../src/engines/pulumi/generator/functions.ts";
import { generator } from "../../../../../src/engines/pulumi/generator/generator.ts";
import { pulumiIndex, pulumiTables } from "../../../../../src/engines/pulumi/generator/tables.ts";
import { SETTINGS } from "../../../../../src/app/settings.ts";
import { isAction } from "../../../../../src/model/action.ts";
import { anyJson } from "../../../../../src/model/any-json.ts";
import { fieldsOf } from "../../../../../src/model/definition.ts";
import { deprecationOf } from "../../../../../src/model/deprecations.ts";
import { field, isOptional } from "../../../../../src/model/field.ts";
import { type AnyFunction, resultOf } from "../../../../../src/model/function.ts";
import { printed } from "../../../../../src/model/messages.ts";
import { fakeBox, parcel, plain } from "../../../../support/fake-resources.ts";
import own from "../../../../../package.json" with { type: "json" };

const ADOPT =
  "Existing object that create adopts and changes to the declared settings: its ID or natural key. It has no effect after create.";

test("the class of a resource has arguments, properties, and a look-up, each with its own text", () => {
  expect(pulumiClasses([parcel])).toBe(`// Written by \`npm run gen\` from src/catalog/resources; do not edit.
import type * as pulumi from "@pulumi/pulumi";

/** Arguments of {@link Parcel}. */
export interface ParcelArgs {
  /** Owner. */
  readonly organizationId?: pulumi.Input<string> | undefined;
  /** Name. */
  readonly name: pulumi.Input<string>;
  /** Color. */
  readonly color?: pulumi.Input<"grey" | "red" | "blue"> | undefined;
  /** Weight in kg. */
  readonly weight?: pulumi.Input<number> | undefined;
  /** Secret number. */
  readonly combination?: pulumi.Input<string> | undefined;
  /** Refuses deletion. */
  readonly isProtected?: pulumi.Input<boolean> | undefined;
  /** Destination. */
  readonly destination?: pulumi.Input<{ readonly kind: pulumi.Input<"air" | "sea">; readonly config?: pulumi.Input<{ readonly region: pulumi.Input<string>; readonly stops?: pulumi.Input<number> }> }> | undefined;
  /** Mails. */
  readonly emails?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Tokens. */
  readonly tokens?: pulumi.Input<Record<string, pulumi.Input<string>>> | undefined;
  /** ${ADOPT} */
  readonly adopt?: pulumi.Input<string> | undefined;
}

/**
 * A box.
 *
 * The id has the form \`<organizationId>/<boxId>\`.
 */
export declare class Parcel extends pulumi.CustomResource {
  /** Owner. */
  readonly organizationId: pulumi.Output<string>;
  /** Name. */
  readonly name: pulumi.Output<string>;
  /** Color. */
  readonly color: pulumi.Output<"grey" | "red" | "blue" | undefined>;
  /** Weight in kg. */
  readonly weight: pulumi.Output<number | undefined>;
  /** Secret number. */
  readonly combination: pulumi.Output<string | undefined>;
  /** Refuses deletion. */
  readonly isProtected: pulumi.Output<boolean>;
  /** Destination. */
  readonly destination: pulumi.Output<{ readonly kind: "air" | "sea"; readonly config?: { readonly region: string; readonly stops?: number } } | undefined>;
  /** Mails. */
  readonly emails: pulumi.Output<string[] | undefined>;
  /** Tokens. */
  readonly tokens: pulumi.Output<Record<string, string> | undefined>;
  /** Id. */
  readonly boxId: pulumi.Output<string>;
  /** Version of the state's format. */
  readonly stateVersion: pulumi.Output<number>;

  /** A box. */
  constructor(name: string, args: ParcelArgs, options?: pulumi.CustomResourceOptions);

  /**
   * Looks up an existing object without managing it.
   *
   * @param id - \`<organizationId>/<boxId>\`. Its last part can be the object's name instead.
   */
  static get(name: string, id: pulumi.Input<string>, options?: pulumi.CustomResourceOptions): Parcel;
}
`);
});

test("an example in a comment ends neither the comment nor a line with a blank", () => {
  const example = { name: "a */ b", emails: ["c"] };
  const [, comment = ""] =
    /\/\*\*\n( \* A box[\s\S]*?)\n \*\/\nexport declare class/u.exec(pulumiClasses([fakeBox({ example })])) ?? [];
  expect(comment.split("\n")).toEqual([
    " * A box.",
    " *",
    " * The id has the form `<organizationId>/<boxId>`.",
    " *",
    " * @example",
    " * ```ts",
    ...typescriptExample(fakeBox(), example)
      .replace("*/", String.raw`*\/`)
      .split("\n")
      .map((line) => ` * ${line}`.trimEnd()),
    " * ```",
  ]);
});

describe.each(served.map((definition) => [definition.name, definition] as const))(
  "the class %s",
  (name, definition) => {
    const text = pulumiClasses([definition]);
    const [comment = "", body = ""] = text.slice(text.indexOf("/**\n")).split(`export declare class ${name} `);
    const type = pulumiResourceType(definition) as Readonly<Record<string, unknown>>;
    const inputs = fieldsOf(definition, "inputs");
    const outputs = fieldsOf(definition, "outputs");

    test("has every field once, and what it is made of has the same ones", () => {
      const names = [...inputs.map(([one]) => one), ...outputs.map(([one]) => one)];
      const kept = [...new Set(names)].filter((one) => one !== "adopt");
      const properties = [...body.matchAll(/^ {2}readonly (\w+): pulumi\.Output</gmu)].map(([, one]) => one);
      expect(properties).toEqual(kept);
      expect([...(type["inputs"] as string[]), ...(type["outputs"] as string[])]).toEqual(kept);
      const declared = [...text.matchAll(/^ {2}readonly (\w+)(\??): pulumi\.Input</gmu)].map(([, one, mark]) => [
        one,
        mark,
      ]);
      expect(declared).toEqual(inputs.map(([one, rules]) => [one, isOptional(rules) ? "?" : ""]));
    });

    test("says what it is, with its notes, its example, and whether it is outdated", () => {
      expect(comment).toContain(` * ${printed(definition.doc)}\n *\n`);
      const isRunOnce = isAction(definition);
      for (const note of definition.notes) expect(comment.includes(printed(note))).toBe(isRunOnce);
      expect(comment.includes("The id has the form")).toBe(!isRunOnce);
      expect(comment.includes("@example\n * ```ts\n * import * as orgform")).toBe(definition.example !== undefined);
      expect(comment.includes("@deprecated")).toBe(deprecationOf(definition) !== undefined);
      expect(body.includes("  static get(name: string,")).toBe(!isRunOnce);
      expect(type["isLookedUp"]).toBe(!isRunOnce);
    });

    test("keeps its secrets secret, and is protected by its own setting", () => {
      const secret = (fields: typeof inputs): string[] =>
        fields.filter(([, rules]) => rules.secret === true).map(([one]) => one);
      expect(type["secretInputs"]).toEqual(secret(inputs));
      expect(type["secretOutputs"]).toEqual([...secret(inputs), ...secret(outputs)]);
      expect(type["protectedBy"]).toBe("deletionProtection" in definition.inputs ? "deletionProtection" : undefined);
      const members = (type["secretMembers"] ?? []) as readonly unknown[];
      expect(members.every((path) => Array.isArray(path) && path.length > 1)).toBe(true);
      expect("secretMembers" in type).toBe(members.length > 0);
    });
  },
);

const called = (changes: Partial<AnyFunction> = {}): AnyFunction => ({
  name: "paintBoxes",
  doc: "Paints boxes.",
  notes: ["Twice is once."],
  effect: "write",
  repeat: "safe",
  scopes: [],
  operations: [],
  arguments: {
    color: field(z.enum(["red", "blue"]), { doc: "Color." }),
    more: field(anyJson(z.any().optional()), { doc: "More." }),
  },
  result: { painted: field(z.number(), { doc: "How many." }), why: field(z.string().optional(), { doc: "Why." }) },
  example: {},
  run: () => Promise.resolve({}),
  ...changes,
});

describe("the declaration of a function", () => {
  const declared = (definition: AnyFunction): string[] =>
    pulumiFunctions([definition])
      .split("\n")
      .filter((line) => /^(?:export (?:declare|interface)| {2}readonly| \* )/u.test(line));
  const WRITES = " * A preview sends no request. Outside of previews, the call is refused without `onEveryRun`.";
  const OUTPUT = " * As an output. Arguments can be outputs, and secret or unknown values stay secret or unknown.";
  const ABOUT = [" * Paints boxes.", " * Twice is once."];
  const ARGUMENTS = [
    "export interface PaintBoxesCallArgs {",
    '  readonly color: "red" | "blue";',
    "  readonly more?: unknown | undefined;",
  ];
  const RESULT = [
    "export interface PaintBoxesCallResult {",
    "  readonly painted: number;",
    "  readonly why?: string | undefined;",
  ];

  test("that writes has a plan as its outcome, and says that the program has to allow it", () => {
    expect(declared(called())).toEqual([
      ...ARGUMENTS,
      "  readonly onEveryRun?: boolean | undefined;",
      ...RESULT,
      ...ABOUT,
      WRITES,
      "export declare function paintBoxes(args: PaintBoxesCallArgs): Promise<Outcome<PaintBoxesCallResult>>;",
      ...ABOUT,
      OUTPUT,
      WRITES,
      "export declare function paintBoxesOutput(args: InputsOf<PaintBoxesCallArgs>): pulumi.Output<PaintBoxesCallResult>;",
    ]);
  });

  test("that reads has its result, and needs no arguments if all are optional", () => {
    const { more } = called().arguments;
    const reading = called({ effect: "read", notes: [], arguments: more === undefined ? {} : { more } });
    expect(declared(reading)).toEqual([
      "export interface PaintBoxesCallArgs {",
      "  readonly more?: unknown | undefined;",
      ...RESULT,
      ABOUT[0],
      "export declare function paintBoxes(args?: PaintBoxesCallArgs): Promise<PaintBoxesCallResult>;",
      ABOUT[0],
      OUTPUT,
      "export declare function paintBoxesOutput(args?: InputsOf<PaintBoxesCallArgs>): pulumi.Output<PaintBoxesCallResult>;",
    ]);
  });

  test.each(functions.map((one) => [one.name, one] as const))(
    "%s is described with its rows, writes, and secrets",
    (name, one) => {
      const isRows = pulumiFunctions([one]).includes(`): AsyncIterable<`);
      expect(pulumiFunctionType(one)).toEqual({
        name,
        isRows,
        isSecret: resultOf(one).some(([, rules]) => rules.secret === true),
        isWrite: one.effect !== "read",
      });
      expect(pulumiFunctions([one]).includes(`{ readonly items: `)).toBe(isRows);
      expect(pulumiFunctions([one]).includes("with all rows in memory, so set `limit`")).toBe(isRows);
    },
  );
});

test("the tables and the entry name every resource and function", () => {
  const tables = pulumiTables([parcel], [called()]);
  expect(tables).toContain(
    `RESOURCE_TYPES: readonly ResourceType[] = ${JSON.stringify([pulumiResourceType(parcel)])};`,
  );
  expect(tables).toContain(
    `FUNCTION_TYPES: readonly FunctionType[] = ${JSON.stringify([pulumiFunctionType(called())])};`,
  );
  const entry = pulumiIndex([parcel, fakeBox()], [called()]);
  expect(entry).toContain(`export const { Parcel, ${fakeBox().name} } = resourceClasses(engine);`);
  expect(entry).toContain("export type Parcel = resources.Parcel;\n");
  expect(entry).toContain("export const { paintBoxes, paintBoxesOutput } = functionCalls(caller);");
});

test("every file of the checkout is the one that the declarations give", () => {
  const { version, description, license } = own;
  const files = generator.files(served, functions, { version, description, license });
  expect(files.size).toBe(7 + served.length);
  for (const [path, text] of files) {
    const kept = readFileSync(join(__dirname, "../../../../..", path), "utf8");
    // A formatter sets the blanks of TypeScript, and the signs that go with a line's end.
    const pieces = (whole: string): string[] =>
      path.endsWith(".ts") ? whole.replaceAll(/["\s,;|()]/gu, "").split("}") : whole.split("\n");
    expect([path, pieces(text)]).toEqual([path, pieces(kept)]);
  }
});

test("the generator writes a module for each resource that states name, and everything else once", () => {
  const { version, description, license } = own;
  const files = generator.files([parcel, fakeBox()], [called()], { version, description, license });
  const folder = "src/engines/pulumi";
  expect([...files.keys()]).toEqual([
    ...["resources", "functions", "tables", "provider-args"].map((name) => `${folder}/program/${name}.generated.ts`),
    ...["classes", "dynamic"].map((name) => `${folder}/${name}/index.generated.ts`),
    `${folder}/plugin/schema.generated.json`,
    "src/dyn/parcel.cjs",
    "src/dyn/box.cjs",
  ]);
  expect(files.get("src/dyn/parcel.cjs")).toBe(
    '// Written by `npm run gen`; the states of users name this file: it never moves.\nmodule.exports = require("./bridge.cjs")("Parcel");\n',
  );
  const settings = files.get(`${folder}/program/provider-args.generated.ts`) ?? "";
  for (const { name, doc, kind, secret } of SETTINGS) {
    const type = { text: "string", "whole number": "number", boolean: "boolean" }[kind];
    expect(settings).toContain(`  /** ${doc} */\n  readonly ${name}?: pulumi.Input<${type}> | undefined;\n`);
    expect(JSON.parse(/SECRET_SETTINGS: readonly string\[\] = (.*);/u.exec(settings)?.[1] ?? "").includes(name)).toBe(
      secret,
    );
  }
});

test("a page says how programs of each way come to an object that exists", () => {
  const known = fakeBox({ naturalKey: { ...plain.naturalKey!, lookUpBy: ["name", "color"] } });
  const lookUps = [known, parcel].map((one) => generator.existing(one).map(({ lookUp }) => lookUp));
  expect(lookUps).toEqual([
    ['`Box.get("name", "<organizationId>/<boxId>")`', "`Box.get`; function `orgform:getBox` by `name` or `color`"],
    ['`Parcel.get("name", "<organizationId>/<boxId>")`', "`Parcel.get`"],
  ]);
  expect(generator.existing(parcel).map(({ way, takeOver }) => [way, takeOver])).toEqual([
    ["Pulumi, `orgform/pulumi`", "`adopt` with its ID or name, because the engine can't import dynamic resources"],
    ["Pulumi, native plugin", "`pulumi import orgform:index:Parcel example <organizationId>/<boxId>`, or `adopt`"],
  ]);
  expect(generator.examples(parcel, { name: "a" }).map(({ language, text }) => [language, text])).toEqual([
    ["ts", typescriptExample(parcel, { name: "a" })],
    ["yaml", yamlExample(parcel, { name: "a" })],
  ]);
});
