import { chmodSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { programOfEngine } from "../../support/terraform-programs.ts";

/** Programs that every runner's image has, without those that a workflow installs. */
const OF_THE_SYSTEM = ["bash", "sh", "env", "cat", "ls", "ln", "cp", "rm", "mkdir", "sed", "grep", "uname", "dirname"];

/**
 * Folders in place of a runner's programs. `base` is on PATH from the beginning, and each action or package manager
 * adds what it installs.
 */
export interface BareRunner {
  readonly base: string;
  /** Folders by the action that installs their programs. */
  readonly installs: Readonly<Record<string, string>>;
  /** The PATH of the image with Terraform, with a package manager that adds Node. */
  readonly alpine: string;
}

/** @param folder - an empty folder */
export function bareRunner(folder: string): BareRunner {
  const bin = (name: string, programs: Readonly<Record<string, string>>): string => {
    const place = join(folder, name);
    mkdirSync(place, { recursive: true });
    for (const [program, target] of Object.entries(programs)) symlinkSync(realpathSync(target), join(place, program));
    return place;
  };
  const found = OF_THE_SYSTEM.map((name) => {
    const place = ["/usr/bin", "/bin"].map((one) => join(one, name)).find((path) => existsSync(path));
    if (place === undefined) throw new Error(`This machine has no ${name}.`);
    return [name, place] as const;
  });
  const npm = join(dirname(process.execPath), "npm");
  const node = { node: process.execPath, npm, npx: join(dirname(process.execPath), "npx") };
  const base = bin("base", Object.fromEntries(found));
  const nodeBin = bin("node", node);
  const terraform = bin("terraform", { terraform: programOfEngine("terraform") });
  const added = bin("added", {});
  const apk = join(bin("apk", {}), "apk");
  const words = "[ \"$*\" = 'add --no-cache nodejs npm' ] || exit 1";
  writeFileSync(apk, `#!/bin/sh\n${words}\nln -sf ${nodeBin}/* ${added}/\n`);
  chmodSync(apk, 0o755);
  return {
    base,
    installs: { "actions/setup-node": nodeBin, "hashicorp/setup-terraform": terraform },
    alpine: [terraform, dirname(apk), added, base].join(":"),
  };
}
