import { membersOf } from "../members.ts";
import type { RunRecord } from "../record/run-record.ts";

/** What of the organizations of a credential is kept. */
interface Kept {
  readonly organizations: number;
  readonly calls: number;
}

/** How many requests organizations took on this worker, by credential: the rate of a task queue is made of it. */
export class CallsEach {
  readonly #record: RunRecord;

  constructor(record: RunRecord) {
    this.#record = record;
  }

  add(credential: string, calls: number): void {
    if (calls === 0) return;
    const { organizations, calls: before } = this.#of(credential);
    // Half a thousand is enough to remember: what takes fewer requests from today on soon shows.
    const weight = organizations >= 500 ? 0.5 : 1;
    const kept: Kept = { organizations: organizations * weight + 1, calls: before * weight + calls };
    this.#record.keep(callsName(credential), kept);
  }

  /** How many organizations a second the budget allows; undefined as long as nothing is known. */
  organizationsPerSecond(credential: string, requestsPerMinute: number): number | undefined {
    const { organizations, calls } = this.#of(credential);
    return organizations === 0 ? undefined : requestsPerMinute / 60 / (calls / organizations);
  }

  #of(credential: string): Kept {
    const { organizations = 0, calls = 0 } = membersOf(this.#record.kept(callsName(credential)));
    return { organizations: Number(organizations), calls: Number(calls) };
  }
}

const callsName = (credential: string): string => `calls of ${credential}`;
