/** The entry that workers bundle: it contains nothing of Node, and a replay makes every decision again. */
export { fleetRun } from "./run-workflow.ts";
export { fleetWave } from "./wave-workflow.ts";
export { fleetWatch } from "./watch-workflow.ts";
