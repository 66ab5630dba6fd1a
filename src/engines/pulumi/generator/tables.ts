import type { AnyResource } from "../../../model/definition.ts";
import type { AnyFunction } from "../../../model/function.ts";
import { pulumiResourceType } from "./classes.ts";
import { pulumiFunctionType } from "./functions.ts";

/** Writes what every engine makes its classes and calls from. */
export function pulumiTables(resources: readonly AnyResource[], functions: readonly AnyFunction[]): string {
  return `// Written by \`npm run gen\` from src/catalog; do not edit.
import type { FunctionType, ResourceType } from "./table-types.ts";

/** All resources. */
export const RESOURCE_TYPES: readonly ResourceType[] = ${JSON.stringify(resources.map(pulumiResourceType))};

/** All functions. */
export const FUNCTION_TYPES: readonly FunctionType[] = ${JSON.stringify(functions.map(pulumiFunctionType))};
`;
}

/** Writes the names that an engine's public entry exports: a module's exports have to be spelled out. */
export function pulumiIndex(resources: readonly AnyResource[], functions: readonly AnyFunction[]): string {
  const names = resources.map(({ name }) => name);
  const calls = functions.flatMap(({ name }) => [name, `${name}Output`]);
  return `// Written by \`npm run gen\` from src/catalog; do not edit.
import { functionCalls } from "../program/function-calls.ts";
import { resourceClasses } from "../program/resource-class.ts";
import type * as resources from "../program/resources.generated.ts";
import { caller } from "./calls.ts";
import { engine } from "./resource.ts";

export type * from "../program/functions.generated.ts";
export type { InputsOf, Outcome } from "../program/call-types.ts";
export type { ProviderArgs } from "../program/provider-args.generated.ts";
export type * from "../program/resources.generated.ts";
export { Provider } from "./provider-resource.ts";

export const { ${names.join(", ")} } = resourceClasses(engine);
${names.map((name) => `export type ${name} = resources.${name};`).join("\n")}

export const { ${calls.join(", ")} } = functionCalls(caller);
`;
}
