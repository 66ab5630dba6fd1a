/** `@orgform/fleet/temporal`: runs of a fleet on Temporal. */
export { TooManyWorkersError } from "./worker-pool.ts";
export { type TemporalPlace, temporalPlace } from "./connection.ts";
export { fleetName } from "./names.ts";
export { TemporalError, TemporalFleet, type TemporalFleetOptions } from "./temporal-fleet.ts";
export type { RunStand, SerializedOrganization, SerializedState } from "./serialized.ts";
export type { ScheduledLooks } from "./watch-activities.ts";
export { type ScheduleStand, WatchSchedule } from "./watch-schedule.ts";
export { runFleetWorker, type WorkerOptions } from "./worker.ts";
