import type { Engine } from "./engine.ts";
import { pulumi } from "./pulumi/index.ts";
import { terraform } from "./terraform/index.ts";

/** Every engine, the usual one first; what is generated for each stands in `generators.ts`. */
export const engines: readonly Engine[] = [pulumi, terraform];
