import { setTimeout as sleep } from "node:timers/promises";
import type { Connection } from "@temporalio/client";

import type { Clock } from "../clock.ts";

/** A live worker polls its task queue at least once a minute; a worker that was last seen before that is gone. */
const GONE_MS = 90_000;

const POLL_MS = 5000;

/** Kind of a task queue that every worker polls, however busy it is. @source temporal.api.enums.v1.TaskQueueType */
const WORKFLOWS = 1;

/** More workers run than share the budget. */
export class TooManyWorkersError extends Error {}

/** A worker among those of its fleet. */
export interface Member {
  readonly connection: Pick<Connection, "workflowService">;
  readonly namespace: string;
  readonly queue: string;
  readonly identity: string;
  /** How many workers share the budget. */
  readonly size: number;
  readonly clock: Clock;
  readonly log: (text: string) => void;
}

/** The workers of a fleet as the server sees them: each has its share of the budget, so there is a maximum number. */
export class WorkerPool {
  readonly #member: Member;

  constructor(member: Member) {
    this.#member = member;
  }

  /** @throws TooManyWorkersError if the full number of other workers already runs */
  async join(): Promise<void> {
    const { size, identity } = this.#member;
    const others = (await this.#heard()).filter((one) => one !== identity);
    if (others.length < size) return;
    throw new TooManyWorkersError(
      `${others.length} other ${others.length === 1 ? "worker runs" : "workers run"}, and the budget is shared by ${size}: start every worker with the same --workers. ` +
        `One that was ended counts for ${GONE_MS / 1000} seconds.`,
    );
  }

  /** Waits while more workers run than share the budget. */
  async turn(signal: AbortSignal): Promise<void> {
    const { size, log } = this.#member;
    for (let isTold = false; ; isTold = true) {
      const heard = await this.#heard();
      if (heard.length <= size) return;
      if (!isTold) log(`${heard.length} workers run, and the budget is shared by ${size}: nothing is started`);
      await sleep(POLL_MS, undefined, { signal });
    }
  }

  async #heard(): Promise<string[]> {
    const { connection, namespace, queue, clock } = this.#member;
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: queue },
      // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- its package isn't a dependency, and a number is sent
      taskQueueType: WORKFLOWS,
    });
    const since = clock.nowMs() - GONE_MS;
    const alive = (pollers ?? []).filter(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 >= since);
    return [...new Set(alive.map(({ identity }) => identity ?? ""))];
  }
}
