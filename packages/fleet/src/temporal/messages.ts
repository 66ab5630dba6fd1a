import { defineQuery, defineSignal } from "@temporalio/workflow";

import type { Approval } from "../approvals/approval.ts";
import type { FleetEvent } from "../run/events.ts";
import type { RunStand, WaveResult } from "./serialized.ts";

/** A person approves all waves up to this one, from 1. A signature counts for its own wave, if the workers accept it. */
export const approveSignal = defineSignal<[wave: number, approval?: Approval]>("approve");
/** Starts nothing further; running organizations continue. */
export const pauseSignal = defineSignal("pause");
export const resumeSignal = defineSignal("resume");
/** Starts nothing further, and asks the running engines to end cleanly. */
export const stopSignal = defineSignal("stop");
/** The state of a run; the workflow of the current wave reports that wave's organizations. */
export const statusQuery = defineQuery<RunStand>("status");
export const waveQuery = defineQuery<WaveResult>("wave");
/** The events from an index on. */
export const eventsQuery = defineQuery<readonly FleetEvent[], [from: number]>("events");
