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

const NAME = "@orgform/sandbox";

function load(): typeof sandboxPackage {
  const require = createRequire(import.meta.url);
  let path: string;
  try {
    path = require.resolve(NAME);
  } catch (cause) {
    throw new Error(
      `orgform/sandbox needs the package ${NAME}, which is not installed. Run: npm install --save-dev ${NAME}`,
      { cause },
    );
  }
  return require(path) as typeof sandboxPackage; // -- what the package exports
}

export const { DIALECTS, DOCUMENTED_SCOPES, FAULT_KINDS, QUIRKS, SEEDS, startSandbox } = load();
