import type { EngineName } from "./engine.ts";
import type { Generator } from "./generator.ts";
import { generator as pulumi } from "./pulumi/generator/generator.ts";
import { generator as terraform } from "./terraform/generator/generator.ts";

/** What writes each engine's sources, schemas and examples: an engine without one does not compile. */
export const generators: Readonly<Record<EngineName, Generator>> = { pulumi, terraform };
