import { optionalPackage } from "../absent-package.ts";

const MISSING =
  "Watching needs the package @orgform/watch, which isn't installed: run `npm install --save-dev @orgform/watch` and this " +
  "command again.";

/** The package of watchers. @throws UsageError where it is not installed */
export const watchPackage = () => optionalPackage("@orgform/watch", MISSING, () => import("@orgform/watch"));
