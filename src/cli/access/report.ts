import { type Access, type AccessedProject, EffectiveAccess, type Person } from "../../model/picture/access.ts";
import { accessLevelsOf, LEVEL_WORDS, PROJECT } from "../../model/picture/access-levels.ts";
import { isUnknown, type Known, unknown } from "../../model/picture/known.ts";
import type { Picture } from "../../model/picture/picture.ts";
import type { RecordedPlan } from "../../model/picture/planned-change.ts";
import { foreignChangesFor } from "../../picture/foreign-changes.ts";
import { pictureAfterPlan } from "../../picture/picture-after-plan.ts";
import { UsageError } from "../usage-error.ts";
import { causesOf, type Place, type Sides } from "./causes.ts";

/** Which part of the report to show; everything by default. */
export interface AccessFilter {
  /** Email address. */
  readonly person?: string | undefined;
  /** Name or number. */
  readonly project?: string | undefined;
  /** A kind of resource besides those that have rules. */
  readonly kind?: string | undefined;
  /** The least level. */
  readonly atLeast?: string | undefined;
}

/** One person's access in one place. */
export interface AccessRow {
  readonly person: Person;
  readonly project: AccessedProject;
  /** "project", or a kind of resource in it. */
  readonly kind: string;
  readonly access: Access;
}

/** A plan's effect on one person's access in one place. */
export interface AccessChange extends Place {
  readonly before: Known<string>;
  readonly after: Known<string>;
  readonly direction: "gained" | "lost" | "unclear";
  /** The causes in the program, by their addresses. */
  readonly by: readonly string[];
}

/** The access of everybody in an organization. */
export interface AccessReport {
  readonly host: string;
  readonly organization: string;
  readonly takenAt: string;
  readonly order: "most specific rule" | "highest rule" | "unknown";
  readonly people: readonly Person[];
  readonly projects: readonly AccessedProject[];
  /** "project" first, then kinds of resources. */
  readonly kinds: readonly string[];
  readonly rows: readonly AccessRow[];
  readonly gaps: readonly { readonly section: string; readonly reason: string }[];
  /** Absent without a plan. */
  readonly changes?: readonly AccessChange[];
}

/** Computes the report from a picture, and with a plan also the changes. @throws UsageError for a filter that matches nothing */
export function accessReport(picture: Picture, filter: AccessFilter, plan?: RecordedPlan): AccessReport {
  const planned = plan === undefined ? picture : pictureAfterPlan(picture, plan);
  const access = new EffectiveAccess(planned.living);
  const kinds = kindsIn(access, filter);
  const people = peopleIn(access, filter);
  const projects = projectsIn(access, filter);
  const { name, usesMostSpecificAccess: order } = planned.living.organization;
  const rows = people.flatMap((person) =>
    projects.flatMap((project) =>
      kinds.map((kind): AccessRow => ({ person, project, kind, access: access.of(person, project, kind) })),
    ),
  );
  return {
    host: picture.host,
    organization: isUnknown(name) ? "" : name,
    takenAt: picture.takenAt,
    order: isUnknown(order) ? "unknown" : order ? "most specific rule" : "highest rule",
    people,
    projects,
    kinds,
    rows: rows.filter((row) => isAtLeast(row, filter)),
    gaps: access.gaps,
    ...(plan === undefined
      ? {}
      : {
          changes: changesIn(new EffectiveAccess(picture.living), access, {
            filter,
            plan: { ...plan, foreign: foreignChangesFor(picture, plan) },
          }),
        }),
  };
}

function kindsIn({ ruledKinds }: EffectiveAccess, { kind }: AccessFilter): string[] {
  if (kind === PROJECT) return [PROJECT];
  return [PROJECT, ...(kind === undefined ? ruledKinds : [kind])];
}

function peopleIn({ people }: EffectiveAccess, { person }: AccessFilter): readonly Person[] {
  if (person === undefined) return people;
  const found = people.filter(({ email }) => email === person.trim().toLowerCase());
  if (found.length > 0 || people.length === 0) return found;
  throw new UsageError(`--person: nobody in the organization has the email address ${person}.`);
}

function projectsIn({ projects }: EffectiveAccess, { project }: AccessFilter): readonly AccessedProject[] {
  if (project === undefined) return projects;
  const found = projects.filter(({ projectId, name }) => projectId === project || name === project);
  if (found.length > 0 || projects.length === 0) return found;
  throw new UsageError(`--project: the key sees no project with the name or number ${project}.`);
}

function isAtLeast({ kind, access: { level } }: AccessRow, { atLeast }: AccessFilter): boolean {
  if (atLeast === undefined) return true;
  const { all } = accessLevelsOf(kind);
  // An unknown level can't be excluded.
  if (isUnknown(level)) return all.includes(atLeast);
  return all.includes(atLeast) && all.indexOf(level) >= all.indexOf(atLeast);
}

/** A level as `--at-least` takes it. @throws UsageError */
export function levelIn(word: string | undefined): string | undefined {
  if (word === undefined || LEVEL_WORDS.includes(word)) return word;
  throw new UsageError(`--at-least is ${word}; it must be one of ${LEVEL_WORDS.join(", ")}.`);
}

interface Comparison {
  readonly filter: AccessFilter;
  readonly plan: RecordedPlan;
}

function changesIn(before: EffectiveAccess, after: EffectiveAccess, { filter, plan }: Comparison): AccessChange[] {
  const people = new Map([...before.people, ...after.people].map((one) => [one.email, one]));
  const projects = [...before.projects, ...after.projects.filter(({ projectId }) => isUnknown(projectId))];
  const kinds = [...new Set([PROJECT, ...before.ruledKinds, ...after.ruledKinds])];
  const wanted = filter.person?.trim().toLowerCase();
  return [...people.values()].flatMap((person) =>
    projects.flatMap((project) =>
      kinds.flatMap((kind) => {
        if (wanted !== undefined && person.email !== wanted) return [];
        if (filter.project !== undefined && ![project.projectId, project.name].includes(filter.project)) return [];
        const levels = [levelBy(before, person, project, kind), levelBy(after, person, project, kind)] as const;
        return changeOf({ person, project, kind }, levels, { before, after, plan });
      }),
    ),
  );
}

/** The level of a person on one side of a plan; none if the person or the project doesn't exist there. */
function levelBy(access: EffectiveAccess, { email }: Person, project: AccessedProject, kind: string): Known<string> {
  const person = access.people.find((one) => one.email === email);
  const isThere = access.projects.some(({ projectId, name }) =>
    isUnknown(project.projectId) ? isUnknown(projectId) && name === project.name : projectId === project.projectId,
  );
  if (person !== undefined && isThere) return access.of(person, project, kind).level;
  // An unknown list can't lack an object.
  const gap = access.gaps.find(({ section }) => section === (person === undefined ? "people" : "projects"));
  return gap === undefined ? "none" : unknown(gap.reason);
}

function changeOf(
  place: Place,
  [before, after]: readonly [Known<string>, Known<string>],
  { plan, ...sides }: Sides & { readonly plan: RecordedPlan },
): AccessChange[] {
  const isSame = before === after || (isUnknown(before) && isUnknown(after));
  if (isSame) return [];
  const { all } = accessLevelsOf(place.kind);
  const direction =
    isUnknown(before) || isUnknown(after) ? "unclear" : all.indexOf(after) > all.indexOf(before) ? "gained" : "lost";
  const others = direction === "unclear" ? foreignCauses(plan) : [];
  return [{ ...place, before, after, direction, by: [...causesOf(place, sides, plan), ...others] }];
}

/** Changes by other providers that might make the result unknown. */
const foreignCauses = ({ foreign = [] }: RecordedPlan): string[] =>
  foreign.filter(({ resource }) => ABOUT_ACCESS.has(resource)).map(({ address }) => address);

/** Resources of other providers that can change who can do what. */
const ABOUT_ACCESS: ReadonlySet<string> = new Set([
  "Member",
  "Membership",
  "OrganizationMembers",
  "Role",
  "RoleMembership",
  "Project",
  "ProjectAccess",
  "AccessControl",
]);
