import { UsageError } from "./usage-error.ts";

/**
 * A package that users install beside this one when they need it.
 *
 * @param missing - what to do where it is not installed, for the user
 * @throws UsageError where it is not installed
 */
async function optionalPackage<T>(name: string, missing: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    // Not when the package is there, and one of its own is missing.
    if (!isAbsent(error, name)) throw error;
    throw new UsageError(missing, { cause: error });
  }
}

/** Whether an import failed since the package is not there at all; a single executable has none, and says so in words of its own. */
export function isAbsent(error: unknown, name: string): boolean {
  if (!(error instanceof Error)) return false;
  const { message } = error;
  return message.startsWith(`Cannot find package '${name}'`) || message.startsWith(`No such built-in module: ${name}`);
}

/** The package of rules. @throws UsageError where it is not installed */
export const policyPackage = () =>
  optionalPackage(
    "@orgform/policy",
    "Rules need the package @orgform/policy, which isn't installed: run `npm install --save-dev @orgform/policy` and this " +
      "command again.",
    () => import("@orgform/policy"),
  );

/** The package of fleets. @throws UsageError where it is not installed */
export const fleetPackage = () =>
  optionalPackage(
    "@orgform/fleet",
    "Fleets need the package @orgform/fleet, which isn't installed: run `npm install --save-dev @orgform/fleet` and this " +
      "command again.",
    () => import("@orgform/fleet"),
  );

/** The package of the server. @throws UsageError where it is not installed */
export const mcpPackage = () =>
  optionalPackage(
    "@orgform/mcp",
    "The server for agents needs the package @orgform/mcp, which isn't installed: run `npm install --save-dev @orgform/mcp` and " +
      "this command again.",
    () => import("@orgform/mcp"),
  );

/** The package of watchers. @throws UsageError where it is not installed */
export const watchPackage = () =>
  optionalPackage(
    "@orgform/watch",
    "Watching needs the package @orgform/watch, which isn't installed: run `npm install --save-dev @orgform/watch` and this " +
      "command again.",
    () => import("@orgform/watch"),
  );
