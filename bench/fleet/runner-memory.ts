import { median } from "../engines/median.ts";
import { commandOf, descendantsOf, peakMbOf, residentMbOf } from "../engines/processes.ts";

const LOOK_MS = 500;
const PARTS = 10;
const SHARED_PROVIDER = /shared-providers/u;

/** Memory of a process during a run, in MB. */
export interface Memory {
  /** The median of each tenth of the run's time. */
  readonly tenths: readonly number[];
  readonly peakMb: number;
}

/** Memory of the process that runs a fleet, and of the provider process that it shares among organizations. */
export interface RunnerMemory {
  readonly runner: Memory;
  readonly provider: Memory;
}

/**
 * Watches the process that a shell has started, and the provider process of that one.
 *
 * @returns the memory of the runner now, and a function that ends the watch
 */
export function watchRunner(shell: number): { readonly nowMb: () => number; readonly end: () => RunnerMemory } {
  const [runner, provider] = [new Watched(), new Watched()];
  const look = (): void => {
    const [, first, ...others] = descendantsOf(shell);
    if (first === undefined) return;
    runner.look(first);
    const shared = others.find((pid) => SHARED_PROVIDER.test(commandOf(pid)));
    if (shared !== undefined) provider.look(shared);
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    nowMb: () => runner.nowMb,
    end: () => {
      clearInterval(timer);
      return { runner: runner.memory(), provider: provider.memory() };
    },
  };
}

/**
 * How much more memory a process needs in the second half of a run than in the first, in MB. Of each half, it takes the tenth
 * with the least: right after it has collected, a process has only what it keeps.
 */
export const secondHalfMb = ({ tenths }: Pick<Memory, "tenths">): number =>
  leastMb(tenths.slice(PARTS / 2)) - firstHalfMb({ tenths });

/** The least memory of a process in the first half of a run, in MB. */
export const firstHalfMb = ({ tenths }: Pick<Memory, "tenths">): number => leastMb(tenths.slice(0, PARTS / 2));

const leastMb = (tenths: readonly number[]): number => (tenths.length === 0 ? 0 : Math.min(...tenths));

class Watched {
  readonly #looks: number[] = [];
  #peakMb = 0;

  get nowMb(): number {
    return this.#looks.at(-1) ?? 0;
  }

  look(pid: number): void {
    const mb = residentMbOf(pid);
    // It has ended.
    if (mb === 0) return;
    this.#looks.push(mb);
    this.#peakMb = Math.max(this.#peakMb, peakMbOf(pid));
  }

  memory(): Memory {
    const at = (part: number): number => Math.floor((part * this.#looks.length) / PARTS);
    const tenths = Array.from({ length: PARTS }, (_, part) => {
      const from = Math.min(at(part), Math.max(0, this.#looks.length - 1));
      return median(this.#looks.slice(from, Math.max(at(part + 1), from + 1)));
    });
    return { tenths, peakMb: this.#peakMb };
  }
}
