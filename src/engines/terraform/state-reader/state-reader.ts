import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

import type { EngineCommand, ProgramPlace, StateReader } from "../../engine.ts";
import { PROGRAM_FILE } from "../provider/configuration/configuration.ts";
import { isTerraformState, readTerraformState } from "./state.ts";
import { sourcesIn } from "./sources.ts";

/** Reads states of Terraform and OpenTofu. */
export const stateReader: StateReader = {
  forms: "what `terraform state pull` prints, what `terraform show -json` prints of a state",
  accepts: isTerraformState,
  read: readTerraformState,
  programAt(folder) {
    const isProgram = readdirSync(folder).some((name) => PROGRAM_FILE.test(name) || name === ".terraform");
    return isProgram ? "here" : undefined;
  },
  sourcesIn,
  exportCommand,
  previewCommand,
};

function exportCommand(place: ProgramPlace): EngineCommand {
  return command(place, ["state", "pull"]);
}

function previewCommand(place: ProgramPlace): EngineCommand {
  return command(place, ["plan", "-input=false", "-no-color", "-lock=false"]);
}

function command(place: ProgramPlace, args: readonly string[]): EngineCommand {
  const workspace = place.stack === undefined ? {} : { TF_WORKSPACE: place.stack };
  return { program: commandLineOf(place), args, environment: { TF_IN_AUTOMATION: "1", ...workspace } };
}

/** The command line that runs the program in a folder. */
export function commandLineOf({ folder, program, environment }: ProgramPlace): string {
  if (program !== undefined) return program;
  const hasTofuFiles = readdirSync(folder).some((name) => /\.tofu(?:\.json)?$/u.test(name));
  return hasTofuFiles || !isOnPath("terraform", environment) ? "tofu" : "terraform";
}

function isOnPath(program: string, environment: ProgramPlace["environment"]): boolean {
  const folders = environment["PATH"]?.split(delimiter) ?? [];
  return folders.some((folder) => existsSync(join(folder, program)) || existsSync(join(folder, `${program}.exe`)));
}
