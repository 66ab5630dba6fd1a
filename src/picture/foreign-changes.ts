import type { Picture, Section } from "../model/picture/picture.ts";
import type { ForeignChange, RecordedPlan } from "../model/picture/planned-change.ts";
import type { PlannedLiving } from "./planned-living.ts";
import { sectionsTouchedBy } from "./touched-sections.ts";

/** Beyond this number, addresses are counted and not named. */
const MOST_NAMED = 5;

/** A plan's changes by other providers that might be about the picture's organization. */
export function foreignChangesFor(
  { living }: Picture,
  { foreign = [] }: Pick<RecordedPlan, "foreign">,
): readonly ForeignChange[] {
  const own = living.organization.organizationId;
  return foreign.filter(
    ({ organizationId }) => organizationId === undefined || typeof own !== "string" || organizationId === own,
  );
}

/** Marks the sections that other providers change as unknown. Sections that were already unknown keep their reason. */
export function markForeignUnknown(living: PlannedLiving, changes: readonly ForeignChange[]): void {
  const bySection = new Map<Section, ForeignChange[]>();
  for (const change of changes) {
    for (const section of sectionsTouchedBy(change)) {
      bySection.set(section, [...(bySection.get(section) ?? []), change]);
    }
  }
  for (const [section, all] of bySection) if (living.isKnown(section)) living.forget(section, reasonOf(all));
}

function reasonOf(changes: readonly ForeignChange[]): string {
  const who = [...new Set(changes.map(({ by }) => by))].join(" and ");
  const named = changes.slice(0, MOST_NAMED).map(({ address }) => address);
  const others = changes.length - named.length;
  return `${who} changes it in this plan: ${named.join(", ")}${others === 0 ? "" : ` and ${others} more`}`;
}
