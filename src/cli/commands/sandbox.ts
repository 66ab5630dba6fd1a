import { isAbsent } from "../optional-packages.ts";
import { CliCommand, type Words } from "../command.ts";
import { UsageError } from "../usage-error.ts";

const NAME = "orgform sandbox";

const MISSING =
  "The sandbox needs the package @orgform/sandbox, which isn't installed: run `npx @orgform/sandbox`, or " +
  "`npm install --save-dev @orgform/sandbox` and this command again.";

/** `orgform sandbox`: runs the command `orgform-sandbox` of the package `@orgform/sandbox`, if it's installed. */
export async function sandboxCommand(words: Words): Promise<CliCommand> {
  const command = new CliCommand("sandbox").handsOn(async (rest) => {
    const sandbox = await sandboxPackage();
    if (sandbox === undefined) throw new UsageError(MISSING);
    return sandbox.runSandboxCommand(rest, NAME);
  });
  if (words !== "all") return command;
  const flags = (await sandboxPackage())?.sandboxCommand(NAME).options ?? [];
  for (const option of flags) command.addOption(option);
  return command;
}

/** The package's own command; undefined if the package isn't installed. */
async function sandboxPackage() {
  try {
    return await import("@orgform/sandbox/command");
  } catch (error) {
    // Not if the package is installed, and one of its dependencies is missing.
    if (isAbsent(error, "@orgform/sandbox")) return undefined;
    throw error;
  }
}
