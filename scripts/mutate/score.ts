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
  for (const { room, percent, noticed, judged, places, open } of scoresOf(drawn, outcomes)) {
    console.log(`${room}: ${percent} % (${noticed} of ${judged} noticed; ${places} drawn, ${open} still to run)`);
  }
}

/** How many of a room's changes were noticed. */
export interface RoomScore {
  readonly room: string;
  /** With one decimal; a hyphen where nothing was judged. */
  readonly percent: string;
  readonly noticed: number;
  /** Without those that cannot be loaded, which count for nothing. */
  readonly judged: number;
  readonly places: number;
  readonly open: number;
}

/** The score of every room, and of all. */
export function scoresOf(drawn: readonly SampledMutant[], outcomes: readonly MutantOutcome[]): RoomScore[] {
  const statusOf = new Map(outcomes.map(({ key, status }) => [key, status]));
  return [...new Set(drawn.map(({ layer }) => layer)), "all"].map((room) => {
    const own = drawn.filter(({ layer }) => room === "all" || layer === room).map(({ key }) => statusOf.get(key));
    const count = (statuses: readonly string[]): number => own.filter((one) => statuses.includes(one ?? "")).length;
    const noticed = count(DETECTED);
    const judged = noticed + count(UNDETECTED);
    const percent = judged === 0 ? "-" : ((noticed / judged) * 100).toFixed(1);
    return { room, percent, noticed, judged, places: own.length, open: own.filter((one) => one === undefined).length };
  });
}
