import { createRequire } from "node:module";
import type * as sandboxPackage from "@orgform/sandbox";

/**
 * Public entry `orgform/sandbox`: what `@orgform/sandbox` exports, where that package is installed.
 * @throws Error that names the package, where it is not
 */
export type {
  ActiveFault,
  Dialect,
  DnsTable,
  DomainPatch,
  FaultKind,
  FaultSpec,
  LoggedRequest,
  NewKey,
  OrganizationPatch,
  Sandbox,
  SandboxControl,
  SandboxOptions,
  SandboxSettings,
  SeedName,
  Snapshot,
  TextRecord,
  UserReference,
} from "@orgform/sandbox";

function load(): typeof sandboxPackage {
  try {
    return createRequire(import.meta.url)("@orgform/sandbox") as typeof sandboxPackage; // -- what the package exports
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")) throw error;
    throw new Error(
      "orgform/sandbox needs the package @orgform/sandbox, which is not installed. Run: npm install --save-dev @orgform/sandbox",
      { cause: error },
    );
  }
}

export const { DIALECTS, DOCUMENTED_SCOPES, FAULT_KINDS, QUIRKS, SEEDS, startSandbox } = load();
