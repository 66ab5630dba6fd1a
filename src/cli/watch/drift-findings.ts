import type { ChangedBy, Finding, Gap, WatchFile } from "@orgform/watch";
import type { DriftReport } from "../../app/drift/drift-report.ts";
import type { LastChange } from "../../driver/driver.ts";
import { shownSide } from "../drift/report.ts";

type Severities = WatchFile["severities"];

/** The parts of a report that a watcher handles separately. */
type Reported = Pick<
  DriftReport,
  "changed" | "missing" | "unmanaged" | "unchecked" | "notCompared" | "unlisted" | "organizations"
>;

/** Findings of a drift report: one for each property that differs, and for each object that is missing or unmanaged. */
export function driftFindings({ changed, missing, unmanaged }: Reported, severities: Severities): Finding[] {
  return [
    ...changed.flatMap(({ resource, id, address, properties, lastChange }) =>
      properties.map((property): Finding => ({
        type: "finding",
        kind: "changed",
        severity: severities.changed ?? "warning",
        resource,
        id,
        name: address,
        field: property.path,
        expected: shownSide(property, "expected"),
        found: shownSide(property, "found"),
        by: changedBy(lastChange),
      })),
    ),
    ...missing.map(({ resource, id, address, lastChange }): Finding => ({
      type: "finding",
      kind: "missing",
      severity: severities.missing ?? "error",
      resource,
      id,
      name: address,
      by: changedBy(lastChange),
    })),
    ...unmanaged.map(({ resource, id, name }): Finding => ({
      type: "finding",
      kind: "unmanaged",
      severity: severities.unmanaged ?? "note",
      resource,
      id,
      name,
    })),
  ];
}

/**
 * The parts that a report couldn't check. If no object of an organization could be read, that is one gap: then nobody
 * has looked for unmanaged objects in it, either. People are notified only of gaps that aren't normal for the service.
 *
 * @param declared - all objects of the state
 */
export function driftGaps(report: Reported, declared: readonly Declared[], severities: Severities): Gap[] {
  const { unchecked, notCompared, unlisted } = report;
  const gap = { type: "gap", source: "drift", severity: severities.unchecked ?? "warning" } as const;
  const whole = unreadable(report, declared).map((one): Gap => ({ ...gap, ...one, isSilent: false }));
  const isTold = ({ id = "" }: { readonly id?: string }): boolean =>
    whole.some(({ within }) => within === undefined || isIn(within, id));
  return [
    ...whole,
    ...unchecked.map((one): Gap => {
      const { resource, id, address, reason } = one;
      return { ...gap, resource, id: id ?? address, name: address, reason, isSilent: isTold(one) };
    }),
    ...unlisted.map(({ resource, reason }): Gap => ({ ...gap, resource, reason, isSilent: true })),
    ...notCompared.flatMap(({ resource, id, properties }) =>
      properties.map((field): Gap => ({
        ...gap,
        resource,
        id,
        field,
        reason: "The value can't be compared.",
        isSilent: true,
      })),
    ),
  ];
}

/** The fields of an object that show its location. */
interface Declared {
  readonly id: string;
}

/** Organizations of which no declared object could be read, with the first reason; if that is all of them, one without a name. */
function unreadable(
  { unchecked, organizations }: Reported,
  declared: readonly Declared[],
): Pick<Gap, "resource" | "id" | "name" | "within" | "reason">[] {
  const reasons = new Map(unchecked.flatMap(({ id, reason }) => (id === undefined ? [] : [[id, reason] as const])));
  const isUnread = (objects: readonly Declared[]): boolean =>
    objects.length > 0 && objects.every(({ id }) => reasons.has(id));
  const reasonOf = ([first]: readonly Declared[]): string => reasons.get(first?.id ?? "") ?? "";
  if (isUnread(declared)) return [{ reason: reasonOf(declared) }];
  return organizations.flatMap((id) => {
    const own = declared.filter((one) => isIn(id, one.id));
    return isUnread(own) ? [{ resource: "Organization", id, name: id, within: id, reason: reasonOf(own) }] : [];
  });
}

const isIn = (organization: string, id: string): boolean => id === organization || id.startsWith(`${organization}/`);

/** The author in a watcher's form; null if the service's log doesn't show it. */
function changedBy(last: LastChange | null | undefined): ChangedBy | null | undefined {
  if (last === undefined || last === null) return last;
  const { by, at, client } = last;
  return { name: by, at, ...(client === undefined ? {} : { client }) };
}
