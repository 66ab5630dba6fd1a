import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

import type { EngineCommand, ProgramPlace, StateReader } from "../../engine.ts";
import { isPulumiState, readPulumiState } from "./state.ts";
import { PROJECT_FILES, sourcesIn } from "./sources.ts";

/** Reads states of Pulumi. */
export const stateReader: StateReader = {
  forms: "what `pulumi stack export` prints",
  accepts: isPulumiState,
  read: readPulumiState,
  programAt(folder) {
    if (isProgram(folder)) return "here";
    // The command line works anywhere below its program.
    return isBelowProgram(dirname(folder)) ? "above" : undefined;
  },
  sourcesIn,
  exportCommand,
  previewCommand,
};

function exportCommand(place: ProgramPlace): EngineCommand {
  return { program: "pulumi", args: ["stack", "export", ...flagsFor(place)], environment: {} };
}

function previewCommand(place: ProgramPlace): EngineCommand {
  const args = ["preview", "--diff", "--color", "never", "--suppress-progress", ...flagsFor(place)];
  return { program: "pulumi", args, environment: {} };
}

const flagsFor = ({ stack }: ProgramPlace): string[] => [
  "--non-interactive",
  ...(stack === undefined ? [] : ["--stack", stack]),
];

function isBelowProgram(folder: string): boolean {
  const parent = dirname(folder);
  return isProgram(folder) || (parent !== folder && isBelowProgram(parent));
}

function isProgram(folder: string): boolean {
  return PROJECT_FILES.some((name) => existsSync(join(folder, name)));
}
