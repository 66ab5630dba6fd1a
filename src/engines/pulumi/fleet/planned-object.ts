import type { StepEventMetadata } from "@pulumi/pulumi/automation/index.js";
import type { Changes, PlannedObject } from "@orgform/fleet";

const OPERATIONS: Readonly<Record<string, keyof Changes>> = {
  create: "create",
  update: "update",
  replace: "replace",
  delete: "delete",
};

/** The effect of a preview's step on an object; undefined for a step without an effect, and for the engine's own steps. */
export function plannedObject({ op, urn, type, ...step }: StepEventMetadata): PlannedObject | undefined {
  const operation = OPERATIONS[op];
  if (operation === undefined || type.startsWith("pulumi:")) return undefined;
  const address = `${type} ${urn.split("::").at(-1) ?? ""}`;
  const fields = operation === "create" || operation === "delete" ? [] : changedFields(step);
  return { operation, address, fields, ...(operation === "delete" && isProtected(step) ? { isProtected: true } : {}) };
}

/** Whether a deletion would be refused once it's tried: this engine asks no provider before. */
function isProtected({ old }: Pick<StepEventMetadata, "old">): boolean {
  const outputs: Readonly<Record<string, unknown>> = old?.outputs ?? {};
  return old?.protect === true || outputs["deletionProtection"] === true;
}

/**
 * Fields that differ. The engine hides values of secrets on both sides, so a change of only a secret might be missing.
 *
 * @source Pulumi 3.259: of a preview's events, `detailedDiff` is null for some providers, and inputs are always there
 */
function changedFields({
  diffs,
  detailedDiff,
  old,
  new: planned,
}: Pick<StepEventMetadata, "diffs" | "detailedDiff" | "old" | "new">): readonly string[] {
  const [before, after]: readonly Readonly<Record<string, unknown>>[] = [old?.inputs ?? {}, planned?.inputs ?? {}];
  const named = [...(diffs ?? []), ...Object.keys(detailedDiff ?? {})].map((path) => path.split(/[.[]/u)[0] ?? path);
  const differing = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
  return [...new Set([...named, ...differing])].filter((name) => !name.startsWith("__")).toSorted();
}
