import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

import type { EngineName } from "../../../tools/set-up/terraform/engines.ts";
import { programOfEngine } from "../../support/terraform-programs.ts";
import type { TerraformWorkspace } from "../../support/terraform-workspace.ts";

/** A PATH with only one engine, for a command that searches PATH for engines. Creates links in an empty folder. */
export function pathWithOnly(engine: EngineName, folder: string): string {
  symlinkSync(process.execPath, join(folder, "node"));
  symlinkSync(programOfEngine(engine), join(folder, engine === "opentofu" ? "tofu" : "terraform"));
  return `${folder}:/usr/bin:/bin`;
}

/** Does what MIGRATION.md of `orgform migrate` says about files. Returns the addresses to remove from the state. */
export function followSteps(workspace: TerraformWorkspace): string[] {
  const read = (name: string): string => workspace.read(`orgform-migration/${name}`);
  const guide = read("MIGRATION.md");
  const files = new Set([...guide.matchAll(/^- (\S+\.tf):\d/gmu)].map(([, file = ""]) => file));
  const moved = [...guide.matchAll(/^- `(\S+)` to `(\S+)`$/gmu)].map(([, name = "", place = ""]) => [
    place,
    read(name),
  ]);
  for (const file of files) {
    const lines: (string | undefined)[] = workspace.read(file).split("\n");
    for (const [, of, first, last = first, text] of guide.matchAll(
      /^- (\S+\.tf):(\d+)(?:-(\d+))?: (?:delete|write `(.*)`\.$)/gmu,
    )) {
      if (of === file) lines.fill(undefined, Number(first) - 1, Number(last)).splice(Number(first) - 1, 1, text);
    }
    writeFileSync(join(workspace.folder, file), lines.filter((line) => line !== undefined).join("\n"));
  }
  for (const [place = "", text = ""] of moved) writeFileSync(join(workspace.folder, place), text);
  rmSync(join(workspace.folder, "orgform-migration"), { recursive: true });
  const main = workspace.read("main.tf");
  const orgform = '    orgform = { source = "orgform/orgform" }\n    posthog';
  if (!main.includes("orgform/orgform")) workspace.replaceMain(main.replace("    posthog", orgform));
  return [...guide.matchAll(/^tofu state rm '?(.*?)'?$/gmu)].map(([, address = ""]) => address);
}
