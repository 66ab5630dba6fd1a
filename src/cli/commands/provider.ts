import { homedir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { executableHere } from "../../app/executable.ts";
import { packagedFile } from "../../app/packaged-file.ts";
import { CliCommand } from "../command.ts";
import { type FlagValues, readText } from "../flag-values.ts";
import { packageManifest, pageAddress } from "../package-manifest.ts";
import { platformHere } from "../platform.ts";
import { installProvider } from "../provider/install-provider.ts";
import { UsageError } from "../usage-error.ts";

const DESCRIPTION =
  "Installs the provider for Terraform and OpenTofu from this executable, without a registry and Node.";

const INSTALL =
  "Copies this executable into the folder where Terraform and OpenTofu look for providers of the user, and compares the copy " +
  "by SHA-256. After that, `terraform init` needs no registry for Orgform.";

const AFTER = `
If the engine's CLI configuration has a provider_installation block, it must list the folder as a
filesystem_mirror.
Exit code 0: the provider is installed; 1: it isn't.`;

/** Files of the release's archive besides the program. */
const LICENCES = ["LICENSE", "LICENSE.node"];

/** `orgform provider`: actions of the executable for engines that install plugins. */
export function providerCommand(): CliCommand {
  const command = new CliCommand("provider").usage("<command> [flags]").description(DESCRIPTION);
  const install = new CliCommand("install")
    .summary("Install the provider from this executable")
    .description(INSTALL)
    .option("--to <FOLDER>", "Folder with the layout of a filesystem mirror. Default: the user's plugin folder.")
    .addHelpText("after", AFTER)
    .runs((flags) => Promise.resolve(runInstall(flags)));
  command.addCommand(install);
  return command;
}

function runInstall(flags: FlagValues): number {
  const program = executableHere();
  if (program === undefined) {
    throw new UsageError(
      "This orgform runs in your Node, so it isn't the provider's program. Download the archive for this machine " +
        `from the release, or use the provider in node_modules/.bin: see ${pageAddress("guides/terraform")}.`,
    );
  }
  const { version } = packageManifest();
  const platform = platformHere();
  const beside = Object.fromEntries(LICENCES.map((name) => [name, packagedFile(name, name)]));
  const folder = readText(flags["to"]) ?? userPlugins(process.platform, process.env, homedir());
  const { sha256, folders, isReplaced } = installProvider({ program, beside, version, platform }, folder);
  const lines = [
    `Installed the provider ${version} for ${platform}, with SHA-256 ${sha256}:`,
    ...folders.map((place) => `  ${place}`),
    ...(isReplaced
      ? [
          "This replaced another build of the same version. If `terraform init` reports other checksums, remove its entry from .terraform.lock.hcl.",
        ]
      : []),
    "Next: terraform init, or tofu init.",
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  return 0;
}

/**
 * Where engines look for a user's plugins.
 * @source Terraform's documentation of the CLI configuration, "Implied Local Mirror Directories"; both engines' debug
 *   log
 */
export function userPlugins(
  system: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  if (system === "win32") return join(environment["APPDATA"] ?? join(home, "AppData/Roaming"), "terraform.d/plugins");
  return join(home, ".terraform.d/plugins");
}
