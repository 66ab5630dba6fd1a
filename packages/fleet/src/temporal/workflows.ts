/** The entry that workers bundle: nothing of Node is here, and everything is decided anew by a replay. */
export { fleetRun } from "./run-workflow.ts";
export { fleetWave } from "./wave-workflow.ts";
