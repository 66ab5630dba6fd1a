/** `@orgform/fleet/temporal`: runs of a fleet on Temporal. */
export { TooManyWorkersError } from "./crew.ts";
export { type TemporalPlace, temporalPlace } from "./connection.ts";
export { fleetName } from "./names.ts";
export { TemporalError, TemporalFleet, type TemporalFleetOptions } from "./temporal-fleet.ts";
export type { RunStand, TravellingOrganization, TravellingState } from "./travelling.ts";
export { runFleetWorker, type WorkerOptions } from "./worker.ts";
