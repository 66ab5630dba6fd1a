import { optionalPackage } from "../absent-package.ts";

const MISSING =
  "The server for agents needs the package @orgform/mcp, which isn't installed: run `npm install --save-dev @orgform/mcp` and " +
  "this command again.";

/** The package of the server. @throws UsageError where it is not installed */
export const mcpPackage = () => optionalPackage("@orgform/mcp", MISSING, () => import("@orgform/mcp"));
