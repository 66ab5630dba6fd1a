import { EXAMPLE_NAME } from "../../../../src/engines/generator.ts";
import { pascalName } from "../../../../src/model/names.ts";
import { type Declared, INDEX } from "../declared.ts";
import type { Member, TypedValue } from "../typed-value.ts";
import { anyLiteral, type AnyNotation, block, indented, textLiteral } from "./literals.ts";

const STEP = "    ";

const JSON_NOTATION: AnyNotation = {
  list: (items) => `new object[] { ${items.join(", ")} }`,
  record: (members) =>
    `new Dictionary<string, object> { ${members.map(([name, value]) => `[${name}] = ${value}`).join(", ")} }`,
  boolean: String,
};

/** The example as a C# program. */
export function csharpExample({ kind, name, module, members }: Declared, namespace: string): string {
  const scope = module === INDEX ? namespace : `${namespace}.${pascalName(module)}`;
  const type = pascalName(name);
  const head =
    kind === "resource"
      ? `var ${EXAMPLE_NAME} = new ${type}("${EXAMPLE_NAME}", new ${type}Args`
      : `var ${EXAMPLE_NAME} = ${type}.Invoke(new ${type}InvokeArgs`;
  // The generator ignores a member's own C# name in the arguments of a call.
  const given = kind === "resource" ? members : members.map((member) => ({ ...member, csharp: undefined }));
  const call = members.length === 0 ? `${head}());` : `${head}\n${initializer(given)});`;
  const hasObject = members.some(({ value }) => value.kind === "object");
  const uses = ["System.Collections.Generic", scope, ...(hasObject ? [`${scope}.Inputs`] : []), "Pulumi"];
  const used = call.includes("Dictionary<") ? uses : uses.slice(1);
  return `${used.map((one) => `using ${one};`).join("\n")}

return await Deployment.RunAsync(() =>
{
${indented(call, STEP)}
});`;
}

function initializer(members: readonly Member[]): string {
  const lines = members.map(({ name, csharp = pascalName(name), value }) => {
    const text = written(value);
    return `${csharp} =${text.startsWith("\n") ? "" : " "}${text},`;
  });
  return block("{", lines, "}", STEP);
}

function written(typed: TypedValue): string {
  switch (typed.kind) {
    case "text":
      return textLiteral(typed.value);
    case "boolean":
    case "integer":
    case "number":
      return String(typed.value);
    case "list":
      return `new[] { ${typed.items.map(written).join(", ")} }`;
    case "map":
      return block(
        "\n{",
        typed.members.map(([name, value]) => `{ ${textLiteral(name)}, ${written(value)} },`),
        "}",
        STEP,
      );
    case "object":
      return typed.members.length === 0
        ? `new ${typed.type}Args()`
        : `new ${typed.type}Args\n${initializer(typed.members)}`;
    case "any":
      return anyLiteral(typed.value, JSON_NOTATION);
  }
}
