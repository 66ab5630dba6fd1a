import { optionalPackage } from "../absent-package.ts";

const MISSING =
  "Rules are a package of their own, which is not installed: run `npm install --save-dev @orgform/policy` and this " +
  "command again.";

/** The package of rules. @throws UsageError where it is not installed */
export const policyPackage = () => optionalPackage("@orgform/policy", MISSING, () => import("@orgform/policy"));
