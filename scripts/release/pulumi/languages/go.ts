import { EXAMPLE_NAME } from "../../../../src/engines/generator.ts";
import { pascalName } from "../../../../src/model/names.ts";
import { type Declared, INDEX } from "../declared.ts";
import type { Member, TypedValue } from "../typed-value.ts";
import { anyLiteral, type AnyNotation, block, indented, textLiteral } from "./literals.ts";

const STEP = "\t";
const ANY = "map[string]interface{}";

const JSON_NOTATION: AnyNotation = {
  list: (items) => `[]interface{}{${items.join(", ")}}`,
  record: (members) => `${ANY}{${members.map(([name, value]) => `${name}: ${value}`).join(", ")}}`,
  boolean: String,
};

/** The example as a Go program. */
export function goExample(declared: Declared, importBasePath: string): string {
  const scope = declared.module === INDEX ? "orgform" : declared.module;
  const path = declared.module === INDEX ? importBasePath : `${importBasePath}/${declared.module}`;
  const call = declared.kind === "resource" ? resourceCall(declared, scope) : functionCall(declared, scope);
  return `package main

import (
	"${path}"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
${indented(`_, err := ${call}\nreturn err`, "\t\t")}
	})
}`;
}

function resourceCall({ name, members }: Declared, scope: string): string {
  const given = fields(members.map((member) => [pascalName(member.name), input(member.value)] as const));
  return block(`${scope}.New${name}(ctx, "${EXAMPLE_NAME}", &${scope}.${name}Args{`, given, "})", STEP);
}

function functionCall({ name, members, isGetOfResource }: Declared, scope: string): string {
  const called = isGetOfResource ? `Lookup${name.slice("get".length)}` : pascalName(name);
  const given = fields(members.map((member) => [pascalName(member.name), plain(member)] as const));
  return block(`${scope}.${called}(ctx, &${scope}.${called}Args{`, given, "})", STEP);
}

/** Lines as gofmt aligns them: values start in one column, except around a value with several lines. */
function fields(members: readonly (readonly [name: string, value: string])[]): string[] {
  const isLong = (index: number): boolean => members[index]?.[1].includes("\n") === true;
  const widthAt = (index: number): number => {
    if (isLong(index)) return 0;
    let [from, to] = [index, index];
    while (from > 0 && !isLong(from - 1)) from -= 1;
    while (to + 1 < members.length && !isLong(to + 1)) to += 1;
    return Math.max(...members.slice(from, to + 1).map(([name]) => name.length));
  };
  return members.map(([name, value], index) => `${`${name}:`.padEnd(widthAt(index) + 1)} ${value},`);
}

/** A value that can be an output, like the arguments of resources. */
function input(typed: TypedValue): string {
  switch (typed.kind) {
    case "text":
      return `pulumi.String(${textLiteral(typed.value)})`;
    case "boolean":
      return `pulumi.Bool(${String(typed.value)})`;
    case "integer":
      return `pulumi.Int(${String(typed.value)})`;
    case "number":
      return `pulumi.Float64(${String(typed.value)})`;
    case "list":
      return block(
        `${collection(typed.items[0])}Array{`,
        typed.items.map((item) => `${input(item)},`),
        "}",
        STEP,
      );
    case "map":
      return block(
        `${collection(typed.members[0]?.[1])}Map{`,
        fields(typed.members.map(([name, value]) => [textLiteral(name), input(value)] as const)),
        "}",
        STEP,
      );
    case "object":
      return block(
        `&orgform.${typed.type}Args{`,
        fields(typed.members.map(({ name, value }) => [pascalName(name), input(value)] as const)),
        "}",
        STEP,
      );
    case "any":
      return `pulumi.Any(${anyLiteral(typed.value, JSON_NOTATION)})`;
  }
}

const COLLECTIONS = { text: "String", boolean: "Bool", integer: "Int", number: "Float64", any: "" } as const;

/** The first part of the type of a list or map of such values. */
function collection(item: TypedValue | undefined): string {
  if (item?.kind === "object") return `orgform.${item.type}`;
  if (item === undefined || item.kind === "list" || item.kind === "map") throw new Error("No list of such in Go yet");
  return `pulumi.${COLLECTIONS[item.kind]}`;
}

const REFERENCES = { text: "StringRef", boolean: "BoolRef", integer: "IntRef", number: "Float64Ref" } as const;

/** A value in the form of function arguments: a pointer if it can be absent. */
function plain({ value: typed, isRequired }: Member): string {
  switch (typed.kind) {
    case "text":
    case "boolean":
    case "integer":
    case "number": {
      const literal = typed.kind === "text" ? textLiteral(typed.value) : String(typed.value);
      return isRequired ? literal : `pulumi.${REFERENCES[typed.kind]}(${literal})`;
    }
    case "list":
      return `[]string{${typed.items.map(plainText).join(", ")}}`;
    case "map":
      return `map[string]string{${typed.members.map(([name, value]) => `${textLiteral(name)}: ${plainText(value)}`).join(", ")}}`;
    case "any":
      return anyLiteral(typed.value, JSON_NOTATION);
    case "object":
      throw new Error("No function has an argument of such a type yet");
  }
}

function plainText(typed: TypedValue): string {
  if (typed.kind !== "text") throw new Error("No function has an argument of such a type yet");
  return textLiteral(typed.value);
}
