import type { FleetOrganization } from "../expansion/expand.ts";
import type { PlannedObject } from "../run/events.ts";
import { type BoundOrganization, statementOf } from "./bound-plan.ts";

/** An organization whose program, values, or state have changed since the plan. None of its plan was applied. */
export class MovedError extends Error {}

/** A longer list of objects is cut here, and the rest is counted. */
const MOST_NAMED = 5;

/** @throws MovedError that names every part of the file and the template that has changed since the plan */
export function assertUnmoved({ statement }: BoundOrganization, organization: FleetOrganization): void {
  const now = statementOf(organization);
  const names = [...new Set([...Object.keys(statement.values), ...Object.keys(now.values)])];
  const values = names.filter((name) => statement.values[name] !== now.values[name]).toSorted();
  const reasons = [
    ...(statement.template === now.template ? [] : [`the template is ${now.template}, and was ${statement.template}`]),
    ...(statement.engine === now.engine ? [] : [`the engine is ${now.engine}, and was ${statement.engine}`]),
    ...(statement.template === now.template && statement.files !== now.files
      ? [`files of the template ${now.template} have changed`]
      : []),
    ...(values.length === 0 ? [] : [`other values of ${values.join(", ")}`]),
    ...(statement.credential === now.credential ? [] : [`the credential is ${now.credential}`]),
    ...(statement.provider === now.provider
      ? []
      : [`the provider is ${now.provider || "the engine's own"}, and was ${statement.provider || "the engine's own"}`]),
    ...(statement.wave === now.wave ? [] : [`it is in wave ${now.wave + 1}, and was in wave ${statement.wave + 1}`]),
  ];
  if (reasons.length > 0) throw movedError(reasons, []);
}

/**
 * The error of an engine whose current plan differs from the kept plan.
 *
 * @param reasons - what has changed, as parts of a sentence
 * @param now - the objects of a plan made now; undefined if there is none
 */
export function movedSince(
  { objects }: Pick<BoundOrganization, "objects">,
  reasons: readonly string[],
  now: readonly PlannedObject[] | undefined,
): MovedError {
  return movedError(reasons, now === undefined ? [] : differences(objects, now));
}

/**
 * Whether a plan made now does nothing but what is left of a stored plan: the same objects with the same operations and
 * fields. Of a replacement, the deletion or the creation can be left.
 */
export function isRestOf(
  { objects }: { readonly objects: readonly PlannedObject[] },
  now: readonly PlannedObject[],
): boolean {
  const planned = new Map(objects.map((one) => [one.address, one]));
  return now.every(({ address, operation, fields }) => {
    const before = planned.get(address);
    if (before === undefined) return false;
    const isHalf = before.operation === "replace" && (operation === "create" || operation === "delete");
    return isHalf || (before.operation === operation && fields.every((field) => before.fields.includes(field)));
  });
}

function movedError(reasons: readonly string[], differing: readonly string[]): MovedError {
  const first = `Changed since the plan, so nothing was applied: ${reasons.join("; ")}.`;
  const shown = differing.slice(0, MOST_NAMED);
  const more = differing.length - shown.length;
  return new MovedError(
    [first, ...shown, ...(more > 0 ? [`and ${more} more`] : []), "Plan again, and apply the new plan."].join("\n"),
  );
}

/** The differences between two plans, a line for each object. */
function differences(planned: readonly PlannedObject[], now: readonly PlannedObject[]): string[] {
  const words = ({ operation, address, fields }: PlannedObject): string =>
    `${operation} ${address}${fields.length === 0 ? "" : `: ${fields.join(", ")}`}`;
  const [before, after] = [new Set(planned.map(words)), new Set(now.map(words))];
  return [
    ...[...after].filter((one) => !before.has(one)).map((one) => `now also: ${one}`),
    ...[...before].filter((one) => !after.has(one)).map((one) => `no longer: ${one}`),
  ];
}
