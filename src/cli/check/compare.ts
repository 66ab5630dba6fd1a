import type { Finding, Judgement, Need, Policy, Unjudged } from "@orgform/policy";

/**
 * Whether a plan introduces something, or leaves it unchanged. "touched" is something that nobody can tell, neither
 * before nor after the plan, although the plan changes what the rule needs.
 */
export type Change = "new" | "stays" | "touched";

/** Something to be said, and since when; undefined without a plan. */
export type Dated<T> = T & { readonly change?: Change };

/** A plan's effect on the findings. */
export interface Compared {
  readonly findings: readonly Dated<Finding>[];
  readonly unjudged: readonly Dated<Unjudged>[];
  /** The findings that the plan resolves. */
  readonly resolved: readonly Finding[];
}

/** The parts of a picture that a plan can affect, and the rules that use them. */
interface Effect {
  readonly policy: Pick<Policy, "rules">;
  readonly touched: ReadonlySet<Need | "organization">;
}

/** Compares the current organization with its form after a plan. A change from one wrong value to another is new. */
export function compared(before: Judgement, after: Judgement, effect: Effect): Compared {
  const old = new Set([...before.findings, ...before.unjudged].map(keyOf));
  const fresh = new Set(after.findings.map(keyOf));
  // If an object, or every object, can no longer be checked, it's unknown whether a finding is resolved.
  const open = after.unjudged.filter((one) => !old.has(keyOf(one)));
  const isOpen = ({ rule, object }: Finding): boolean =>
    open.some(
      (one) => one.rule === rule && (one.object.id === object.id || one.object.resourceName === "Organization"),
    );
  const dated = <T extends Finding | Unjudged>(one: T): Dated<T> => {
    if (!old.has(keyOf(one))) return { ...one, change: "new" };
    return { ...one, change: one.kind === "unknown" && isTouched(one, effect) ? "touched" : "stays" };
  };
  return {
    findings: after.findings.map(dated),
    unjudged: after.unjudged.map(dated),
    resolved: before.findings.filter((one) => !fresh.has(keyOf(one)) && !isOpen(one)),
  };
}

/** Whether a plan changes something that a rule needs for what it can't check. */
function isTouched({ rule, object, field }: Unjudged, { policy, touched }: Effect): boolean {
  const needs = policy.rules.find((one) => one.rule.id === rule)?.rule.needs ?? [];
  const isOwnField = object.resourceName === "Organization" && !needs.some((need) => need === field);
  return needs.some((need) => touched.has(need)) || (isOwnField && touched.has("organization"));
}

/** By the ID, because a plan can rename an object. */
function keyOf(one: Finding | Unjudged): string {
  const { resourceName, id } = one.object;
  return JSON.stringify([one.rule, resourceName, id, one.field, one.kind === "violation" ? one.is : one.why]);
}
