import { membersOf } from "../members.ts";
import type { RunRecord } from "../record/run-record.ts";

/** The stored totals for a credential's organizations. */
interface Kept {
  readonly organizations: number;
  readonly calls: number;
}

/** The number of requests that organizations needed on this worker, by credential: it sets a task queue's rate. */
export class CallsEach {
  readonly #record: RunRecord;

  constructor(record: RunRecord) {
    this.#record = record;
  }

  async add(credential: string, calls: number): Promise<void> {
    if (calls === 0) return;
    const { organizations, calls: before } = await this.#of(credential);
    // Five hundred are enough to remember, so a change to fewer requests soon shows.
    const weight = organizations >= 500 ? 0.5 : 1;
    const kept: Kept = { organizations: organizations * weight + 1, calls: before * weight + calls };
    await this.#record.keep(callsName(credential), kept);
  }

  /** The number of organizations a second that the budget allows; undefined while no number is known. */
  async organizationsPerSecond(credential: string, requestsPerMinute: number): Promise<number | undefined> {
    const { organizations, calls } = await this.#of(credential);
    return organizations === 0 ? undefined : requestsPerMinute / 60 / (calls / organizations);
  }

  async #of(credential: string): Promise<Kept> {
    const { organizations = 0, calls = 0 } = membersOf(await this.#record.kept(callsName(credential)));
    return { organizations: Number(organizations), calls: Number(calls) };
  }
}

const callsName = (credential: string): string => `calls of ${credential}`;
