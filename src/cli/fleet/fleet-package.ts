import { optionalPackage } from "../absent-package.ts";

const MISSING =
  "Fleets are a package of their own, which is not installed: run `npm install --save-dev @orgform/fleet` and this " +
  "command again.";

/** The package of fleets. @throws UsageError where it is not installed */
export const fleetPackage = () => optionalPackage("@orgform/fleet", MISSING, () => import("@orgform/fleet"));
