import { servedNamed } from "../../src/app/served.ts";
import type { AnyResource } from "../../src/model/definition.ts";

/** The definition of a resource or of a function that acts. */
export function definitionOf(wanted: string): AnyResource {
  const definition = servedNamed(wanted);
  if (definition === undefined) throw new Error(`There is no resource ${wanted}.`);
  return definition;
}
