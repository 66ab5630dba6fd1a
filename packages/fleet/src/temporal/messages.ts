import { defineQuery, defineSignal } from "@temporalio/workflow";

import type { FleetEvent } from "../run/events.ts";
import type { RunStand, WaveResult } from "./serialized.ts";

/** A person lets waves begin up to this one, from 1. */
export const approveSignal = defineSignal<[wave: number]>("approve");
/** Starts nothing further; what runs goes on. */
export const pauseSignal = defineSignal("pause");
export const resumeSignal = defineSignal("resume");
/** Starts nothing further, and asks the engines that run to end cleanly. */
export const stopSignal = defineSignal("stop");
/** How a run stands; the members of the wave that is being run are told by its own workflow. */
export const statusQuery = defineQuery<RunStand>("status");
export const waveQuery = defineQuery<WaveResult>("wave");
/** What has happened from the event at an index on. */
export const eventsQuery = defineQuery<readonly FleetEvent[], [from: number]>("events");
