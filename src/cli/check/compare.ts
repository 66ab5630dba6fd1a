import type { Finding, Judgement, Unjudged } from "@orgform/policy";

/** Whether a plan introduces a finding, or leaves it unchanged. */
export type Change = "new" | "stays";

/** Something to be said, and since when; undefined without a plan. */
export type Dated<T> = T & { readonly change?: Change };

/** A plan's effect on the findings. */
export interface Compared {
  readonly findings: readonly Dated<Finding>[];
  readonly unjudged: readonly Dated<Unjudged>[];
  /** The findings that the plan resolves. */
  readonly resolved: readonly Finding[];
}

/** Compares the current organization with its form after a plan. A change from one wrong value to another is new. */
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

/** By the ID, because a plan can rename an object. */
function keyOf(one: Finding | Unjudged): string {
  const { resourceName, id } = one.object;
  return JSON.stringify([one.rule, resourceName, id, one.field, one.kind === "violation" ? one.is : one.why]);
}
