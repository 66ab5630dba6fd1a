import { expect, test } from "@jest/globals";
import { z } from "zod";

import { served } from "../../../../../src/app/served.ts";
import { functions } from "../../../../../src/catalog/functions/index.ts";
import { renamedIn, withModelNames } from "../../../../../src/engines/terraform/generator/construct-names.ts";
import { withWordTypes, wordTypes } from "../../../../../src/engines/terraform/generator/construct-words.ts";
import { field } from "../../../../../src/model/field.ts";
import type { AnyFunction } from "../../../../../src/model/function.ts";
import { fakeBox } from "../../../../support/fake-resources.ts";

test("properties that take few words have a union as their type, in inputs and in blocks alone", () => {
  const types = wordTypes(served, functions);
  expect(types.get("MemberConfig")?.get("level")).toBe('"member" | "admin" | "owner"');
  expect(types.get("IntegrationPostgresql")?.get("sslMode")).toMatch(/^"require" \| /u);
  const text = `export interface MemberConfig extends cdktn.TerraformMetaArguments {
  readonly email: string;
  readonly level: string;
}
export interface MemberState {
  readonly level: string;
}
export interface OrganizationMembersConfig {
  readonly members: { [key: string]: string };
}
`;
  const typed = withWordTypes(text, types);
  expect(typed).toBe(
    text
      .replace("level: string", 'level: "member" | "admin" | "owner"')
      .replace("[key: string]: string", '[key: string]: "member" | "admin" | "owner"'),
  );
});

test("names are those of other programs, also where they are a part of others", () => {
  const names = renamedIn({ block: { attributes: { enforce_2fa: {}, saml_x509_cert: {}, name: {} } } });
  expect([...names]).toEqual([
    ["enforce2Fa", "enforce2fa"],
    ["Enforce2Fa", "Enforce2fa"],
  ]);
  expect(withModelNames("resetEnforce2Fa() { this._enforce2Fa = x; } // enforce_2fa, samlX509Cert", names)).toBe(
    "resetEnforce2fa() { this._enforce2fa = x; } // enforce_2fa, samlX509Cert",
  );
});

test("words are found in lists, maps, and objects at any depth, and in nothing else", () => {
  const words = z.enum(["a", 'b"|é']);
  const inner = z.strictObject({
    word: words.optional(),
    size: z.number(),
    deep: z.strictObject({ one: z.literal("x") }),
  });
  const shelf = fakeBox({
    name: "Shelf",
    inputs: {
      kinds: field(z.array(words).optional(), { doc: "Kinds." }),
      byName: field(z.record(z.string(), words).optional(), { doc: "By name." }),
      only: field(z.literal("one").optional(), { doc: "One." }),
      steps: field(z.literal([1, 2]).optional(), { doc: "Steps." }),
      free: field(z.string().optional(), { doc: "Free." }),
      plain: field(inner.optional(), { doc: "Object." }),
      listed: field(z.array(inner).optional(), { doc: "Objects." }),
      named: field(z.record(z.string(), inner).optional(), { doc: "Objects by name." }),
    },
  });
  const union = String.raw`"a" | "b\"|é"`;
  const found = wordTypes([shelf], []);
  const typesOf = (name: string) => Object.fromEntries(found.get(name) ?? []);
  expect(typesOf("ShelfConfig")).toEqual({
    color: '"grey" | "red" | "blue"',
    kinds: union,
    byName: union,
    only: '"one"',
  });
  for (const name of ["ShelfPlain", "ShelfListed", "ShelfNamed"]) {
    expect(typesOf(name)).toEqual({ word: union });
    expect(typesOf(`${name}Deep`)).toEqual({ one: '"x"' });
  }
  expect(found.size).toBe(7);
  const [before, after] = ["string", union].map((type) => {
    const list = type === "string" ? "string[]" : `(${type})[]`;
    return `export interface ShelfConfig {
  /** kinds: string; */
  readonly kinds?: ${list};
  readonly byName?: { [key: string]: ${type} };
  readonly only: ${type === "string" ? type : '"one"'};
  readonly free?: string;
  readonly color?: number;
}
export interface ShelfOther {
  readonly only: string;
}
// export interface ShelfConfig {
  readonly only: string;
}
`;
  });
  expect(withWordTypes(before ?? "", found)).toBe(after);
});

test("arguments of functions are those of their data sources", () => {
  const one: AnyFunction = {
    name: "findBoxes",
    doc: "Finds boxes.",
    effect: "read",
    repeat: "safe",
    scopes: [],
    operations: [],
    arguments: { color: field(z.enum(["red", "blue"]), { doc: "Color." }) },
    result: {},
    example: {},
    run: () => Promise.resolve({}),
  };
  expect([...wordTypes([], [one])]).toEqual([["DataOrgformFindBoxesConfig", new Map([["color", '"red" | "blue"']])]]);
});
