import { optionalPackage } from "../absent-package.ts";

const MISSING =
  "Fleets need the package @orgform/fleet, which isn't installed: run `npm install --save-dev @orgform/fleet` and this " +
  "command again.";

/** The package of fleets. @throws UsageError where it is not installed */
export const fleetPackage = () => optionalPackage("@orgform/fleet", MISSING, () => import("@orgform/fleet"));
