import { type OrganizationResult, ResultsError, type RunResults } from "./run-results.ts";

/** The results of all shards as those of one run. */
export interface JoinedResults {
  readonly results: RunResults;
  /** Sentences on problems: a missing or duplicate shard, or an organization in two of them. */
  readonly problems: readonly string[];
}

/** The worst state first: the worst state of any shard is the state of the whole. */
const STATES = ["cut off", "running", "stopped", "held", "ended"] as const;

/**
 * Joins the results of shards.
 *
 * @param filled - the shards, such as `2/4`, that hold any organization; no other shard counts as missing
 * @throws ResultsError if there are none, or they are of different fleets or commands
 */
export function joined(parts: readonly RunResults[], filled: (of: number) => readonly string[]): JoinedResults {
  const [first] = parts;
  if (first === undefined)
    throw new ResultsError("There are no results to join. Name files of `orgform fleet up --report`.");
  const other = parts.find(({ fleet, action }) => fleet !== first.fleet || action !== first.action);
  if (other !== undefined) {
    const words = [first, other].map(({ fleet, action }) => `${action} of ${fleet}`);
    throw new ResultsError(`The results are from different runs: ${words.join(" and ")}. Join only those of one run.`);
  }
  const organizations = new Map<string, OrganizationResult>();
  const doubled = parts.flatMap((part) => part.organizations).filter((one) => isTwice(one, organizations));
  const reasons = [...new Set(parts.flatMap(({ reason }) => reason ?? []))];
  const ended = parts.flatMap((part) => part.ended ?? []).toSorted();
  return {
    results: {
      schemaVersion: first.schemaVersion,
      fleet: first.fleet,
      action: first.action,
      state: STATES.find((state) => parts.some((part) => part.state === state)) ?? "ended",
      ...(reasons.length === 0 ? {} : { reason: reasons.join("; ") }),
      started: parts.map(({ started }) => started).toSorted()[0] ?? first.started,
      ...(ended.length === parts.length ? { ended: ended.at(-1) } : {}),
      organizations: [...organizations.values()].toSorted((one, another) => one.wave - another.wave),
    },
    problems: [...shardProblems(parts, filled), ...doubled.map(({ name }) => `${name} is in more than one shard.`)],
  };
}

/** Adds a result; of two results for one organization, the worse one stays. */
function isTwice(one: OrganizationResult, taken: Map<string, OrganizationResult>): boolean {
  const before = taken.get(one.name);
  if (before === undefined || one.state === "failed") taken.set(one.name, one);
  return before !== undefined;
}

function shardProblems(parts: readonly RunResults[], filled: (of: number) => readonly string[]): string[] {
  const shards = parts.flatMap(({ shard }) => shard ?? []);
  if (shards.length === 0 && parts.length === 1) return [];
  const numbers = [...new Set(shards.map(({ of }) => of))].toSorted((one, other) => one - other);
  if (shards.length < parts.length) return ["Some results belong to no shard. They were joined with the others."];
  if (numbers.length > 1) return [`The shards have different totals: ${numbers.join(" and ")}.`];
  const names = shards.map(({ index, of }) => `${index}/${of}`);
  const missing = filled(numbers[0] ?? 1).filter((name) => !names.includes(name));
  const doubled = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
  return [
    ...missing.map((name) => `Shard ${name} is missing.`),
    ...doubled.map((name) => `Shard ${name} appears more than once.`),
  ];
}
