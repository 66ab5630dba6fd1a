import { setTimeout as sleep } from "node:timers/promises";
import { defaultPayloadConverter, type WorkflowClient, WorkflowNotFoundError } from "@temporalio/client";

import type { RunControl } from "../session-options.ts";
import { membersOf } from "../members.ts";
import type { FleetEvent } from "../run/events.ts";
import type { Tally } from "../run/tally.ts";
import { approveSignal, eventsQuery, statusQuery } from "./messages.ts";
import { TemporalError } from "./no-policy.ts";
import { waveId } from "./serialized.ts";

const POLL_MS = 500;

/** One execution of the workflow of a fleet. */
export interface Execution {
  readonly workflowId: string;
  readonly runId: string;
}

/** Reports the events of a run on Temporal, as a run on this machine does. */
export class Watcher {
  readonly #client: WorkflowClient;
  readonly #execution: Execution;
  readonly #control: RunControl;
  readonly #running = new Map<string, { readonly wave: number; done: number }>();
  #isSilent = false;

  constructor(client: WorkflowClient, execution: Execution, control: RunControl) {
    this.#client = client;
    this.#execution = execution;
    this.#control = control;
  }

  /** Follows a run from its first event. */
  fromStart(): Promise<Tally> {
    return this.#follow(0);
  }

  /** Follows a run from now on. */
  async fromNow(): Promise<Tally> {
    const past = await this.#patiently(() => this.#run().query(eventsQuery, 0));
    if (past[0] !== undefined) this.#control.onEvent(past[0]);
    const last = past.at(-1);
    if (last?.event !== "wave") return this.#follow(past.length);
    if (last.state === "held") return this.#follow(past.length - 1);
    if (last.state === "started") await this.#wave(last.wave, { isFromNow: true });
    return this.#follow(past.length);
  }

  /** @throws TemporalError if it is no longer followed, or was ended from outside */
  async #follow(from: number): Promise<Tally> {
    for (let position = from; ;) {
      const isOpen = await this.#patiently(() => this.#isOpen());
      const events = await this.#patiently(() => this.#run().query(eventsQuery, position));
      for (const event of events) {
        const tally = await this.#tell(event);
        if (tally !== undefined) return tally;
      }
      position += events.length;
      if (!isOpen && events.length === 0) {
        throw new TemporalError("Somebody ended the run. To continue it, run `orgform fleet resume --temporal`.");
      }
      await this.#pause();
    }
  }

  /** @returns how it ended, if it did or nobody approves it now */
  async #tell(event: FleetEvent): Promise<Tally | undefined> {
    const { onEvent } = this.#control;
    onEvent(event);
    if (event.event === "end") {
      const { succeeded, failed, notStarted } = event;
      return { succeeded, failed, notStarted };
    }
    if (event.event !== "wave") return undefined;
    if (event.state === "started") await this.#wave(event.wave);
    return event.state === "held" ? this.#hold(event.wave) : undefined;
  }

  /** The run waits at the server until somebody approves it. */
  async #hold(wave: number): Promise<Tally | undefined> {
    const { approve, onEvent } = this.#control;
    const { tally, state, isUnsigned } = await this.#patiently(() => this.#run().query(statusQuery));
    if (state !== "held") return undefined;
    if (isUnsigned !== true && (await approve?.(wave)) === true) {
      await this.#patiently(() => this.#run().signal(approveSignal, wave));
      return undefined;
    }
    onEvent({ event: "end", ...tally });
    return tally;
  }

  async #wave(wave: number, { isFromNow = false } = {}): Promise<void> {
    const { workflowId, runId } = this.#execution;
    const handle = this.#client.getHandle(waveId(workflowId, runId, wave));
    for (let position = 0, isOpen = true, isPast = isFromNow; isOpen;) {
      const described = await this.#patiently(() => ifThere(() => handle.describe()));
      if (described === undefined) {
        // It will start soon, or never.
        isOpen = await this.#patiently(() => this.#isOpen());
      } else {
        isOpen = described.status.name === "RUNNING";
        this.#tellProgress(described.raw.pendingActivities ?? []);
        const events = await this.#patiently(() => handle.query(eventsQuery, position));
        for (const event of events) this.#tellOfOrganization(event, isPast);
        position += events.length;
        isPast = false;
      }
      if (isOpen) await this.#pause();
    }
  }

  #tellOfOrganization(event: FleetEvent, isPast: boolean): void {
    if (event.event === "organization") {
      if (event.state === "started") this.#running.set(event.name, { wave: event.wave, done: 0 });
      else this.#running.delete(event.name);
    }
    if (!isPast) this.#control.onEvent(event);
  }

  #tellProgress(activities: readonly PendingActivity[]): void {
    for (const { activityId: name, heartbeatDetails } of activities) {
      const payload = heartbeatDetails?.payloads?.[0];
      const running = this.#running.get(name ?? "");
      if (typeof name !== "string" || running === undefined || !payload) continue;
      const done = Number(defaultPayloadConverter.fromPayload(payload));
      if (done <= running.done) continue;
      running.done = done;
      this.#control.onEvent({ event: "organization", name, wave: running.wave, state: "progress", done });
    }
  }

  #run() {
    const { workflowId, runId } = this.#execution;
    return this.#client.getHandle(workflowId, runId);
  }

  async #isOpen(): Promise<boolean> {
    const { status } = await this.#run().describe();
    return status.name === "RUNNING";
  }

  /** A run survives a server or workers that are temporarily away. */
  async #patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        const answer = await ask();
        this.#isSilent = false;
        return answer;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) throw error;
        if (!this.#isSilent) {
          const text = `Waiting for Temporal to respond (${reasonIn(error)}); the run continues once its server and a worker are available`;
          this.#control.onEvent({ event: "note", text });
        }
        this.#isSilent = true;
        await this.#pause();
      }
    }
  }

  /** @throws TemporalError if the run should no longer be followed */
  async #pause(): Promise<void> {
    const { signal } = this.#control;
    try {
      await sleep(POLL_MS, undefined, { signal });
    } catch (error) {
      throw new TemporalError(
        "No longer following the run, which continues. To follow it, run `orgform fleet resume --temporal`. To stop it, run `orgform fleet stop --temporal`.",
        { cause: error },
      );
    }
  }
}

type PendingActivity = NonNullable<
  Awaited<ReturnType<ReturnType<WorkflowClient["getHandle"]>["describe"]>>["raw"]["pendingActivities"]
>[number];

/** The value if there is one, else undefined. */
export async function ifThere<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  }
}

function reasonIn(error: unknown): string {
  const { cause, message } = membersOf(error);
  const inner = cause instanceof Error ? cause.message : message;
  return String(inner ?? error).split("\n")[0] ?? "";
}
