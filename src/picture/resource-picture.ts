import { unknown } from "../model/picture/known.ts";
import { livingSchema, type Picture, pictureSchema } from "../model/picture/picture.ts";
import type { PlannedChange } from "../model/picture/planned-change.ts";
import { layPlan } from "./lay-plan.ts";
import { ORGANIZATION_SOURCES } from "./sections.ts";

const ALONE = unknown("only one resource of a program is looked at");

/** Stands for the organization of a resource that the program creates together with it. */
const NOT_THERE_YET = "(not known yet)";

/** The picture that one resource of a program gives: nothing is known beside it. */
export function pictureOfResource(
  change: PlannedChange,
  { engine, host, now }: { readonly engine: string; readonly host: string; readonly now: Date },
): Picture {
  const { organizationId: given } = { ...change.before, ...change.after };
  const organizationId = typeof given === "string" ? given : (change.id ?? NOT_THERE_YET);
  const isOrganization = change.resource === ORGANIZATION_SOURCES[0];
  // What isn't known of an organization stays so, whatever a plan says; what the resource declares is known.
  const declared = ORGANIZATION_SOURCES.some((one) => one === change.resource) ? Object.keys(change.after ?? {}) : [];
  const { organization, ...sections } = livingSchema.shape;
  const empty = pictureSchema.parse({
    version: 1,
    host,
    takenAt: now.toISOString(),
    living: {
      organization: {
        ...Object.fromEntries(
          Object.keys(organization.shape).map((field) => [field, declared.includes(field) ? null : ALONE]),
        ),
        resourceName: "Organization",
        id: organizationId,
        name: isOrganization ? change.address : organizationId,
        organizationId,
      },
      ...Object.fromEntries(Object.keys(sections).map((section) => [section, []])),
    },
    declared: ALONE,
  });
  const of = { ...change, ...(isOrganization ? { id: organizationId } : {}) };
  const { living, ...laid } = layPlan(empty, { engine, changes: [of], unknown: [] });
  const shown = Object.entries(living).map(([name, held]): [string, unknown] => [
    name,
    Array.isArray(held) && held.length === 0 ? ALONE : held,
  ]);
  return pictureSchema.parse({ ...laid, living: Object.fromEntries(shown) });
}
