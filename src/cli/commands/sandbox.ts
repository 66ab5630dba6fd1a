import type { Command } from "../command.ts";
import { UsageError } from "../usage-error.ts";

const MISSING =
  "The sandbox is a package of its own, which is not installed: run `npx @orgform/sandbox`, or " +
  "`npm install --save-dev @orgform/sandbox` and this command again.";

/** `orgform sandbox`: what the package `@orgform/sandbox` runs as `orgform-sandbox`, where that is installed. */
export const SANDBOX_COMMAND: Command = {
  help: "",
  explainsItself: true,
  run: async (args) => (await sandboxPackage()).runSandboxCommand(args, "orgform sandbox"),
};

async function sandboxPackage() {
  try {
    return await import("@orgform/sandbox/command");
  } catch (error) {
    // Not when the package is there, and one of its own is missing.
    if (error instanceof Error && error.message.startsWith("Cannot find package '@orgform/sandbox'")) {
      throw new UsageError(MISSING);
    }
    throw error;
  }
}
