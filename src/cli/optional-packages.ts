import { UsageError } from "./usage-error.ts";

/**
 * Loads a package that users install beside this one when they need it.
 *
 * @param needs - who needs it: the beginning of the message if it isn't installed
 * @throws UsageError if it isn't installed
 */
export async function optionalPackage<T>(name: string, needs: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // If the package is there, one of its own dependencies is missing.
    if (!isAbsent(error, name)) throw error;
    throw new UsageError(
      `${needs} the package ${name}, which isn't installed: run \`npm install --save-dev ${name}\` and this command again.`,
      { cause: error },
    );
  }
}

/** Whether an import failed because the package isn't installed. A single executable has no packages, and its message differs. */
export function isAbsent(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  return message.startsWith(`Cannot find package '${name}'`) || message.startsWith(`No such built-in module: ${name}`);
}

/** The package of rules. @throws UsageError if it isn't installed */
export const policyPackage = () => optionalPackage("@orgform/policy", "Rules need", () => import("@orgform/policy"));

/** The package of fleets. @throws UsageError if it isn't installed */
export const fleetPackage = () => optionalPackage("@orgform/fleet", "Fleets need", () => import("@orgform/fleet"));

/** The package of the server. @throws UsageError if it isn't installed */
export const mcpPackage = () =>
  optionalPackage("@orgform/mcp", "The server for agents needs", () => import("@orgform/mcp"));

/** The package of watchers. @throws UsageError if it isn't installed */
export const watchPackage = () => optionalPackage("@orgform/watch", "Watching needs", () => import("@orgform/watch"));
