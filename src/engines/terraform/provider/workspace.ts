import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";

import type { RecordOwner } from "../../../app/record-files.ts";
import { recordOwnerName } from "../../../app/record-owner-name.ts";
import { isRecord, jsonText, parsedJson } from "../../../model/json-value.ts";

/**
 * The owner of the records of creates: the engine's working folder, workspace, and backend, which no call passes to a
 * provider.
 *
 * @source Terraform CLI: `TF_WORKSPACE`, else the file `environment` in the data folder, written by `workspace
 *   select`; the backend in `terraform.tfstate` there, written by `init`, absent for the default one
 */
export function workspaceOf(owner: RecordOwner): string {
  const { environment, folder = process.cwd() } = owner;
  const data = resolve(folder, environment["TF_DATA_DIR"] ?? ".terraform");
  const selected = environment["TF_WORKSPACE"] ?? textIn(join(data, "environment")).trim();
  return recordOwnerName(owner, {
    engine: "terraform",
    stack: selected === "" ? "default" : selected,
    backend: backendIn(textIn(join(data, "terraform.tfstate"))),
  });
}

function backendIn(text: string): string | undefined {
  const read = parsedJson(text);
  const backend = isRecord(read) ? read["backend"] : undefined;
  return isRecord(backend) ? jsonText({ type: backend["type"], config: backend["config"] }) : undefined;
}

function textIn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
