import type { SampledMutant } from "./sample.ts";

/** What became of a mutant, as `record` of the plugins notes it. */
export interface MutantOutcome {
  readonly key: string;
  readonly status: string;
}

const DETECTED = ["Killed", "Timeout"];
const UNDETECTED = ["Survived", "NoCoverage"];

/** Prints the survivors and the score of every layer and of all; mutants that cannot be loaded count for nothing. */
export function printScore(drawn: readonly SampledMutant[], outcomes: readonly MutantOutcome[]): void {
  const statusOf = new Map(outcomes.map(({ key, status }) => [key, status]));
  const survivors = drawn.filter(({ key }) => UNDETECTED.includes(statusOf.get(key) ?? ""));
  for (const { key } of survivors.toSorted((left, right) => (left.key < right.key ? -1 : 1))) {
    console.log(`${statusOf.get(key)}: ${key}`);
  }
  for (const layer of [...new Set(drawn.map((mutant) => mutant.layer)), "all"]) {
    const own = drawn.filter((mutant) => layer === "all" || mutant.layer === layer).map(({ key }) => statusOf.get(key));
    const detected = own.filter((status) => DETECTED.includes(status ?? "")).length;
    const valid = detected + own.filter((status) => UNDETECTED.includes(status ?? "")).length;
    const open = own.filter((status) => status === undefined).length;
    const percent = valid === 0 ? "-" : ((detected / valid) * 100).toFixed(1);
    console.log(`${layer}: ${percent} % (${detected} of ${valid} noticed; ${own.length} drawn, ${open} still to run)`);
  }
}
