import type { Engine, EngineName } from "./engine.ts";
import { pulumi } from "./pulumi/index.ts";
import { terraform } from "./terraform/index.ts";

/** Every engine, the usual one first; what is generated for each stands in `generators.ts`. */
export const engines: readonly Engine[] = [pulumi, terraform];

/** The engine of that name. */
export function engineNamed(wanted: EngineName): Engine {
  const engine = engines.find(({ name }) => name === wanted);
  if (engine === undefined) throw new Error(`no engine ${wanted} is registered`);
  return engine;
}
