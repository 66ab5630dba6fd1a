/** The local emulator of the service: public entry `@orgform/sandbox`. */
export { type Sandbox, type SandboxOptions, startSandbox } from "./sandbox.ts";
export type { DomainPatch, OrganizationPatch, SandboxControl } from "./control/control.ts";
export type { NewKey, UserReference } from "./control/accounts.ts";
export { DIALECTS, type Dialect, type DialectName, QUIRKS } from "./dialects.ts";
export type { DnsTable, TextRecord } from "./dns.ts";
export type { ActiveFault } from "./faults/fault-board.ts";
export { FAULT_KINDS, type FaultKind, type FaultSpec } from "./faults/fault-spec.ts";
export type { LoggedRequest } from "./request-log.ts";
export { DOCUMENTED_SCOPES, SEEDS, type SeedName } from "./seed.ts";
export type { SandboxSettings } from "./settings.ts";
export type { Snapshot } from "./store/store.ts";
