/** `@orgform/fleet`: many organizations from one description. */
export { type Fleet, type FleetOrganization, type Value } from "./expansion/expand.ts";
export { shardOf } from "./expansion/waves.ts";
export { FleetFileError, type FleetProblem } from "./file/fleet-problem.ts";
export { fleetFileSchema } from "./file/json-schema.ts";
export { fleetOf, readFleetFile } from "./read-fleet-file.ts";
