import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { npmCommand } from "./set-up/npm-command.cjs";

/**
 * Packs the package in `root` as `npm publish` would and gives the tarball's path; `dist` must have been built.
 * @throws Error with npm's words when npm refuses.
 */
export function packPackage(root: string, folder: string): string {
  const { program, before, shell } = npmCommand();
  const args = [...before, "pack", "--ignore-scripts", "--json", "--loglevel=error", "--pack-destination", folder];
  const run = spawnSync(program, args, { cwd: root, shell, encoding: "utf8" });
  if (run.status !== 0) throw new Error(`npm pack failed: ${run.stderr || run.stdout}`);
  const answer = JSON.parse(run.stdout) as { filename: string }[] | Record<string, { filename: string }>;
  const [packed] = Object.values(answer);
  if (packed === undefined) throw new Error("npm pack named no tarball");
  return join(folder, packed.filename);
}
