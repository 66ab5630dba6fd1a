import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * The working folder of the engine and its workspace, which no call tells a provider.
 *
 * @source Terraform CLI: `TF_WORKSPACE`, else the file `environment` in the data folder, written by `workspace select`
 *
 * @param folder - the working folder
 */
export function workspaceIn(environment: Readonly<Record<string, string | undefined>>, folder: string): string {
  const selected =
    environment["TF_WORKSPACE"] ?? selectedIn(resolve(folder, environment["TF_DATA_DIR"] ?? ".terraform"));
  return `${folder} ${selected === "" ? "default" : selected}`;
}

function selectedIn(dataFolder: string): string {
  try {
    return readFileSync(join(dataFolder, "environment"), "utf8").trim();
  } catch {
    return "";
  }
}
