import type { EngineName } from "./engine.ts";
import type { Generator } from "./generator.ts";
import { generator as pulumi } from "./pulumi/generator/generator.ts";
import { generator as terraform } from "./terraform/generator/generator.ts";

/** Writes each engine's sources, schemas, and examples: an engine without one doesn't compile. */
export const generators: Readonly<Record<EngineName, Generator>> = { pulumi, terraform };
