import { isAbsent } from "../absent-package.ts";
import { UsageError } from "../usage-error.ts";

const MISSING =
  "Fleets are a package of their own, which is not installed: run `npm install --save-dev @orgform/fleet` and this " +
  "command again.";

/** The package of fleets. @throws UsageError where it is not installed */
export async function fleetPackage() {
  try {
    return await import("@orgform/fleet");
  } catch (error) {
    // Not when the package is there, and one of its own is missing.
    if (!isAbsent(error, "@orgform/fleet")) throw error;
    throw new UsageError(MISSING, { cause: error });
  }
}
