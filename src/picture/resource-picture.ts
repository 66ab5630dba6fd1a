import { isRecord } from "../model/json-value.ts";
import { unknown } from "../model/picture/known.ts";
import { fieldsOfSection, livingSchema, type Picture, pictureSchema } from "../model/picture/picture.ts";
import type { PlannedChange } from "../model/picture/planned-change.ts";
import { pictureAfterPlan } from "./picture-after-plan.ts";
import { ORGANIZATION_SOURCES, SECTIONS } from "./sections.ts";

const ALONE = unknown("only one resource of a program is looked at");

/** Represents the organization of a resource that the program creates together with it. */
const NOT_THERE_YET = "(not known yet)";

/** The picture from one resource of a program: nothing else is known. */
export function pictureOfResource(
  change: PlannedChange,
  { engine, host, now }: { readonly engine: string; readonly host: string; readonly now: Date },
): Picture {
  const { organizationId: given } = { ...change.before, ...change.after };
  const organizationId = typeof given === "string" ? given : (change.id ?? NOT_THERE_YET);
  const isOrganization = change.resource === ORGANIZATION_SOURCES[0];
  // Unknown fields of an organization stay unknown in a plan, but the fields that the resource declares are known.
  const isDeclared = (field: string): boolean =>
    ORGANIZATION_SOURCES.some((one) => one === change.resource) && field in { ...change.after };
  const { organization, ...sections } = livingSchema.shape;
  const empty = pictureSchema.parse({
    version: 1,
    host,
    takenAt: now.toISOString(),
    living: {
      organization: {
        ...Object.fromEntries(
          Object.keys(organization.shape).map((field) => [field, isDeclared(field) ? null : ALONE]),
        ),
        resourceName: "Organization",
        id: organizationId,
        name: isOrganization ? change.address : organizationId,
        organizationId,
      },
      // An empty section gets the objects that the resource creates. Nothing else is known, such as the project that
      // contains them.
      ...Object.fromEntries(Object.keys(sections).map((section) => [section, takes(section, change) ? [] : ALONE])),
      ...peopleOf(change, organizationId),
    },
    declared: ALONE,
  });
  const of = { ...change, ...(isOrganization ? { id: organizationId } : {}) };
  const { living, ...laid } = pictureAfterPlan(empty, { engine, changes: [of] });
  const shown = Object.entries(living).map(([name, held]): [string, unknown] => [
    name,
    Array.isArray(held) && held.length === 0 ? ALONE : held,
  ]);
  return pictureSchema.parse({ ...laid, living: Object.fromEntries(shown) });
}

/** Whether the resource creates objects of a section. */
function takes(section: string, { resource }: PlannedChange): boolean {
  return SECTIONS.some((source) => source.section === section && source.of.includes(resource));
}

/** People to whom the resource gives a level, with unknown other fields; absent if the resource isn't about people. */
function peopleOf({ resource, after = {} }: PlannedChange, organizationId: string): { readonly people?: object[] } {
  const { members, email } = after;
  const one = typeof email === "string" ? [email] : [];
  const emails: Readonly<Record<string, readonly string[]>> = {
    Member: one,
    Membership: one,
    OrganizationMembers: isRecord(members) ? Object.keys(members) : [],
  };
  const told = emails[resource];
  if (told === undefined) return {};
  const open = Object.fromEntries(fieldsOfSection("people").map((name) => [name, ALONE]));
  return {
    people: told.map((address) => {
      const folded = address.trim().toLowerCase();
      return { ...open, resourceName: "Member", id: `${organizationId}/${folded}`, name: folded, email: folded };
    }),
  };
}
