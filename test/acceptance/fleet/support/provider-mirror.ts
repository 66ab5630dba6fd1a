import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "../../../..");

/** A program that starts a file of the last build. @param main - path in the repository */
export function launcher(main: string): string {
  return `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, main)}' "$@"\n`;
}

/**
 * Creates a mirror with one provider, which is the last build, for Terraform and OpenTofu.
 *
 * @returns path of the configuration file for the engines' command lines
 */
export function installProvider(folder: string): string {
  const mirror = join(folder, "mirror");
  for (const host of ["registry.terraform.io", "registry.opentofu.org"]) {
    const platform = `${process.platform}_${process.arch === "x64" ? "amd64" : process.arch}`;
    const place = join(mirror, host, "orgform/orgform/0.1.0", platform);
    mkdirSync(place, { recursive: true });
    const program = launcher("dist/engines/terraform/provider/main.js");
    writeFileSync(join(place, "terraform-provider-orgform_v0.1.0"), program, { mode: 0o755 });
  }
  const settings = join(folder, "terraform.rc");
  writeFileSync(settings, `provider_installation {\n  filesystem_mirror {\n    path = "${mirror}"\n  }\n}\n`);
  return settings;
}
