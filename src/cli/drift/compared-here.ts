import process from "node:process";

import type { DriftOptions } from "../../app/drift/drift-report.ts";
import type { EngineName } from "../../engines/engine.ts";
import { engineNamed } from "../../engines/index.ts";

/** The parts of a comparison from this process, and from the engine of a stack. */
export function comparedHere(engine: EngineName): Pick<DriftOptions, "environment" | "importLine" | "spelling"> {
  const { programWriter } = engineNamed(engine);
  return {
    environment: process.env,
    importLine: (definition, object, beside) => programWriter.importLine(definition, object, beside),
    spelling: (definition) => programWriter.spelling(definition),
  };
}
