import { spawn } from "node:child_process";
import process from "node:process";

import type { Sandbox } from "../sandbox.ts";

/**
 * Runs a command line in the user's shell, with the variables that point programs at the sandbox, and then closes that.
 *
 * @returns its exit code; 1 if it couldn't start, or a signal ended it
 */
export async function runBeside(sandbox: Sandbox, commandLine: string): Promise<number> {
  const { host, apiKey, organizationId } = sandbox;
  const organization = organizationId === "" ? {} : { ORGFORM_ORGANIZATION_ID: organizationId };
  const env = { ...process.env, ORGFORM_HOST: host, ORGFORM_API_KEY: apiKey, ...organization };
  const child = spawn(commandLine, { shell: true, stdio: "inherit", env });
  const code = await new Promise<number>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (status) => resolve(status ?? 1));
  });
  await sandbox.close();
  return code;
}
