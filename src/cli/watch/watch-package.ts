import { optionalPackage } from "../absent-package.ts";

const MISSING =
  "Watching is a package of its own, which is not installed: run `npm install --save-dev @orgform/watch` and this " +
  "command again.";

/** The package of watchers. @throws UsageError where it is not installed */
export const watchPackage = () => optionalPackage("@orgform/watch", MISSING, () => import("@orgform/watch"));
