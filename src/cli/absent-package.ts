import { UsageError } from "./usage-error.ts";

/**
 * A package that users install beside this one when they need it.
 *
 * @param missing - what to do where it is not installed, for the user
 * @throws UsageError where it is not installed
 */
export async function optionalPackage<T>(name: string, missing: string, load: () => Promise<T>): Promise<T> {
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
