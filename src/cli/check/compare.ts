import type { Finding, Judgement, Unjudged } from "@orgform/policy";

/** Whether a plan brings a finding, or leaves it as it is. */
export type Change = "new" | "stays";

/** Something to be said, and since when; undefined without a plan. */
export type Dated<T> = T & { readonly change?: Change };

/** What a plan does to what the rules say. */
export interface Compared {
  readonly findings: readonly Dated<Finding>[];
  readonly unjudged: readonly Dated<Unjudged>[];
  /** What was there, and is not after the plan. */
  readonly resolved: readonly Finding[];
}

/** Compares the organization as it is with what a plan would make of it. A value that changes from wrong to wrong is new. */
export function compared(before: Judgement, after: Judgement): Compared {
  const old = new Set([...before.findings, ...before.unjudged].map(keyOf));
  const fresh = new Set(after.findings.map(keyOf));
  // If an object, or every object, can no longer be checked, it's unknown whether a finding is resolved.
  const open = after.unjudged.filter((one) => !old.has(keyOf(one)));
  const isOpen = ({ rule, object }: Finding): boolean =>
    open.some(
      (one) => one.rule === rule && (one.object.id === object.id || one.object.resourceName === "Organization"),
    );
  const dated = <T extends Finding | Unjudged>(one: T): Dated<T> => ({
    ...one,
    change: old.has(keyOf(one)) ? "stays" : "new",
  });
  return {
    findings: after.findings.map(dated),
    unjudged: after.unjudged.map(dated),
    resolved: before.findings.filter((one) => !fresh.has(keyOf(one)) && !isOpen(one)),
  };
}

/** By the ID, since a plan may rename an object. */
function keyOf(one: Finding | Unjudged): string {
  const { resourceName, id } = one.object;
  return JSON.stringify([one.rule, resourceName, id, one.field, one.kind === "violation" ? one.is : one.why]);
}
