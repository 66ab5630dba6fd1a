import { optionalPackage } from "../absent-package.ts";

const MISSING =
  "Rules need the package @orgform/policy, which isn't installed: run `npm install --save-dev @orgform/policy` and this " +
  "command again.";

/** The package of rules. @throws UsageError where it is not installed */
export const policyPackage = () => optionalPackage("@orgform/policy", MISSING, () => import("@orgform/policy"));
