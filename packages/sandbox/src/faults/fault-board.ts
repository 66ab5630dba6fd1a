import { UNKNOWN_PATH, templateShape } from "../pipeline/path-template.ts";
import { FAULT_KINDS, type FaultSpec } from "./fault-spec.ts";

/** A fault on the board with its counters. */
export type ActiveFault = FaultSpec & {
  readonly id: string;
  /** Matching requests seen so far. */
  seen: number;
  /** Requests that the fault acted on. */
  hits: number;
  /** Number of requests it will still act on; null means forever. */
  remaining: number | null;
};

/** What a fault is matched against. */
export type FaultTarget = { readonly method: string; readonly template: string; readonly isList: boolean };

/** The active faults. */
export type FaultBoard = {
  add(spec: FaultSpec): ActiveFault;
  list(): ActiveFault[];
  clear(): void;
  remove(id: string): boolean;
  /** Counts a request on every matching fault and returns the first one that is due. */
  take(target: FaultTarget): ActiveFault | undefined;
};

/** Creates an empty board. */
export function createFaultBoard(): FaultBoard {
  let faults: ActiveFault[] = [];
  let lastId = 0;
  return {
    add(spec) {
      lastId += 1;
      const times = spec.times ?? 1;
      const fault = { ...spec, id: `fault-${lastId}`, seen: 0, hits: 0, remaining: times === 0 ? null : times };
      faults.push(fault);
      return { ...fault };
    },
    list: () => faults.map((fault) => ({ ...fault })),
    clear() {
      faults = [];
    },
    remove(id) {
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id);
      return faults.length < before;
    },
    take(target) {
      const matching = faults.filter((fault) => matches(fault, target));
      for (const fault of matching) fault.seen += 1;
      // A due fault that yields to an earlier one stays due for the next matching request.
      const due = matching.find((fault) => fault.remaining !== 0 && fault.seen >= (fault.nth ?? 1));
      if (due === undefined) return undefined;
      due.hits += 1;
      if (due.remaining !== null) due.remaining -= 1;
      return { ...due };
    },
  };
}

function matches(fault: FaultSpec, target: FaultTarget): boolean {
  const wantedMethod = fault.method?.toUpperCase();
  if (wantedMethod !== undefined && wantedMethod !== target.method) return false;
  if (fault.route !== undefined) {
    if (target.template === UNKNOWN_PATH || templateShape(fault.route) !== templateShape(target.template)) return false;
  }
  const effect = FAULT_KINDS[fault.kind];
  if (effect === "list") return target.isList && target.method === "GET";
  return effect !== "read" || target.method === "GET";
}
