import { EXAMPLE_NAME } from "../../../../src/engines/generator.ts";
import { pascalName } from "../../../../src/model/names.ts";
import { type Declared, INDEX } from "../declared.ts";
import type { Member, TypedValue } from "../typed-value.ts";
import { anyLiteral, type AnyNotation, indented, textLiteral } from "./literals.ts";

const STEP = "    ";

const JSON_NOTATION: AnyNotation = {
  list: (items) => `List.of(${items.join(", ")})`,
  record: (members) => `Map.of(${members.flat().join(", ")})`,
  boolean: String,
};

/** The example as a Java program. */
export function javaExample({ kind, name, module, members }: Declared, basePackage: string): string {
  const scope = module === INDEX ? `${basePackage}.orgform` : `${basePackage}.orgform.${module}`;
  const functions = `${pascalName(module === INDEX ? "orgform" : module)}Functions`;
  const args = `${pascalName(name)}Args`;
  const built = builder(args, members);
  const call =
    kind === "resource"
      ? `var ${EXAMPLE_NAME} = new ${name}("${EXAMPLE_NAME}", ${built});`
      : `var ${EXAMPLE_NAME} = ${functions}.${name}(${built});`;
  const own =
    kind === "resource"
      ? [`${scope}.${name}`, `${scope}.${args}`]
      : [`${scope}.${functions}`, `${scope}.inputs.${args}`];
  const types = [...new Set(members.flatMap(({ value }) => typesIn(value)))].map(
    (type) => `${scope}.inputs.${type}Args`,
  );
  const collections = ["List", "Map"].filter((type) => call.includes(`${type}.of(`)).map((type) => `java.util.${type}`);
  const imports = ["com.pulumi.Pulumi", ...own, ...types, ...collections].map((one) => `import ${one};`);
  return `${imports.join("\n")}

public final class App {
    public static void main(String[] args) {
        Pulumi.run(context -> {
${indented(call, STEP.repeat(3))}
        });
    }
}`;
}

function builder(type: string, members: readonly Member[]): string {
  const lines = members.map(({ name, value }) => `.${javaName(name)}(${written(value)})`);
  return [`${type}.builder()`, ...[...lines, ".build()"].map((line) => indented(line, STEP))].join("\n");
}

/** A name in the spelling of Pulumi's Java generator: `protected_`. */
function javaName(name: string): string {
  return KEYWORDS.has(name) ? `${name}_` : name;
}

/** @source pulumi-java pkg/codegen/java/names/ident.go, read 2026-11-26 */
const KEYWORDS = new Set(
  `abstract assert boolean break byte case catch char class const continue default do double else enum extends final
   finally float for goto if implements import instanceof int interface long native new package private protected public
   return short static strictfp super switch synchronized this throw throws transient try void volatile while var
   builder clone equals finalize notify wait`.split(/\s+/u),
);

function typesIn(typed: TypedValue): string[] {
  if (typed.kind === "list") return typed.items.flatMap(typesIn);
  if (typed.kind === "map") return typed.members.flatMap(([, value]) => typesIn(value));
  return typed.kind === "object" ? [typed.type, ...typed.members.flatMap(({ value }) => typesIn(value))] : [];
}

function written(typed: TypedValue): string {
  switch (typed.kind) {
    case "text":
      return textLiteral(typed.value);
    case "boolean":
    case "integer":
      return String(typed.value);
    case "number":
      return Number.isInteger(typed.value) ? `${String(typed.value)}.0` : String(typed.value);
    // A list becomes the arguments of the builder's method.
    case "list":
      return typed.items.map(written).join(", ");
    case "map":
      return JSON_NOTATION.record(typed.members.map(([name, value]) => [textLiteral(name), written(value)] as const));
    case "object":
      return builder(`${typed.type}Args`, typed.members);
    case "any":
      return anyLiteral(typed.value, JSON_NOTATION);
  }
}
