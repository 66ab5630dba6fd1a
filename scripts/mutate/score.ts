import { isEquivalent } from "./equivalents.ts";
import { placeOf } from "./place.ts";
import type { SampledMutant } from "./sample.ts";

/** The result of a mutant, as the plugins' `record` writes it. */
export interface MutantOutcome {
  readonly key: string;
  readonly status: string;
}

/** A test noticed. */
export const DETECTED: readonly string[] = ["Killed", "Timeout"];
const UNDETECTED = ["Survived", "NoCoverage"];
/** Of a survivor that is listed as equivalent; counts for nothing, like a mutant that can't be loaded. */
const EQUIVALENT = ["Equivalent"];

/** The outcomes, with another status for survivors that nobody can notice. */
export function withEquivalents(outcomes: readonly MutantOutcome[], root: string): MutantOutcome[] {
  return outcomes.map((one) =>
    UNDETECTED.includes(one.status) && isEquivalent(one.key, root) ? { ...one, status: "Equivalent" } : one,
  );
}

/** Prints the survivors and the score of every layer and of all; mutants that can't be loaded don't count. */
export function printScore(drawn: readonly SampledMutant[], outcomes: readonly MutantOutcome[], root: string): void {
  const statusOf = new Map(outcomes.map(({ key, status }) => [key, status]));
  const survivors = drawn.filter(({ key }) => UNDETECTED.includes(statusOf.get(key) ?? ""));
  for (const { key, layer } of survivors.toSorted((left, right) => (left.key < right.key ? -1 : 1))) {
    const { file, line, code, replacement } = placeOf(key, root);
    console.log(`${statusOf.get(key)} in ${layer}: ${file}:${line}\n  ${code}\n  -> ${replacement}`);
  }
  for (const { room, percent, noticed, judged, places, open, equivalent } of scoresOf(drawn, outcomes)) {
    const rest = `${places} drawn, ${equivalent} equivalent, ${open} still to run`;
    console.log(`${room}: ${percent} % (${noticed} of ${judged} noticed; ${rest})`);
  }
}

/** How many of a room's changes were noticed. */
export interface RoomScore {
  readonly room: string;
  /** With one decimal; a hyphen if nothing was judged. */
  readonly percent: string;
  readonly noticed: number;
  /** Without mutants that can't be loaded, and those that nobody can notice; they don't count. */
  readonly judged: number;
  readonly equivalent: number;
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
    const equivalent = count(EQUIVALENT);
    const open = own.filter((one) => one === undefined).length;
    return { room, percent: percentOf(noticed, judged), noticed, judged, equivalent, places: own.length, open };
  });
}

/** With one decimal; a hyphen if nothing was judged. */
export function percentOf(noticed: number, judged: number): string {
  return judged === 0 ? "-" : ((noticed / judged) * 100).toFixed(1);
}
