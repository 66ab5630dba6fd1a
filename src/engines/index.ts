import type { FleetEngine } from "@orgform/fleet";
import type { Engine, EngineName } from "./engine.ts";
import { pulumi } from "./pulumi/index.ts";
import { terraform } from "./terraform/index.ts";

/** Every engine, the default one first; `generators.ts` has their generators. */
export const engines: readonly Engine[] = [pulumi, terraform];

/** All engines that can run the templates of a fleet. */
export const fleetEngines = engines.flatMap((engine) => engine.fleetEngines);

/** The engine whose part runs in fleets. */
export function engineRunning(fleetEngine: FleetEngine): Engine {
  const engine = engines.find((one) => one.fleetEngines.some(({ name }) => name === fleetEngine.name));
  if (engine === undefined) throw new Error(`no engine has ${fleetEngine.name} for fleets`);
  return engine;
}

/** The engine of that name. */
export function engineNamed(wanted: EngineName): Engine {
  const engine = engines.find(({ name }) => name === wanted);
  if (engine === undefined) throw new Error(`no engine ${wanted} is registered`);
  return engine;
}
