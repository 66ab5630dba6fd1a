import { isKnownKind, kindMeant } from "../../catalog/resources/access/access-kinds.ts";
import {
  type Access,
  ACCESS_SECTIONS,
  type AccessedProject,
  EffectiveAccess,
  type Person,
} from "../../model/picture/access.ts";
import { accessLevelsOf, LEVEL_WORDS, PROJECT } from "../../model/picture/access-levels.ts";
import { isUnknown, type Known, unknown } from "../../model/picture/known.ts";
import type { Picture, Section } from "../../model/picture/picture.ts";
import type { RecordedPlan } from "../../model/picture/planned-change.ts";
import { foreignChangesFor } from "../../picture/foreign-changes.ts";
import { pictureAfterPlan } from "../../picture/picture-after-plan.ts";
import { sectionsTouchedBy } from "../../picture/touched-sections.ts";
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
  const [before, access] = [new EffectiveAccess(picture.living), new EffectiveAccess(planned.living)];
  refuseUnmatched([before, access], filter);
  const kinds = kindsIn(access, filter);
  const people = access.people.filter((one) => isPerson(one, filter));
  const projects = access.projects.filter((one) => isProject(one, filter));
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
          changes: changesIn(before, access, {
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

const isPerson = ({ email }: Person, { person }: AccessFilter): boolean =>
  person === undefined || email === person.trim().toLowerCase();

const isProject = ({ projectId, name }: AccessedProject, { project }: AccessFilter): boolean =>
  project === undefined || projectId === project || name === project;

/**
 * Refuses a filter that matches nothing on any side of a plan, which is a slip. A list that can't be read might have what
 * the filter names.
 */
function refuseUnmatched(sides: readonly EffectiveAccess[], filter: AccessFilter): void {
  const people = sides.flatMap((side) => side.people);
  if (people.length > 0 && !people.some((one) => isPerson(one, filter))) {
    throw new UsageError(`--person: nobody in the organization has the email address ${filter.person ?? ""}.`);
  }
  const projects = sides.flatMap((side) => side.projects);
  if (projects.length > 0 && !projects.some((one) => isProject(one, filter))) {
    throw new UsageError(`--project: the key sees no project with the name or number ${filter.project ?? ""}.`);
  }
  const { kind } = filter;
  if (kind === undefined || kind === PROJECT || isKnownKind(kind)) return;
  if (sides.some(({ ruledKinds }) => ruledKinds.includes(kind))) return;
  const near = kindMeant(kind);
  throw new UsageError(
    `--kind: there is no kind of resource ${kind}. ${near === undefined ? 'Give one as the service names it, such as "dashboard".' : `Did you mean ${near}?`}`,
  );
}

function isAtLeast(
  { kind, access: { level } }: Pick<AccessRow, "kind"> & { readonly access: Pick<Access, "level"> },
  { atLeast }: AccessFilter,
): boolean {
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
  const kinds = [...new Set([before, after].flatMap((side) => kindsIn(side, filter)))];
  const changes = [...people.values()].flatMap((person) =>
    projects.flatMap((project) =>
      kinds.flatMap((kind) => {
        if (!isPerson(person, filter) || !isProject(project, filter)) return [];
        const levels = [levelBy(before, person, project, kind), levelBy(after, person, project, kind)] as const;
        return changeOf({ person, project, kind }, levels, { before, after, plan });
      }),
    ),
  );
  return changes.filter(({ kind, ...sides }) =>
    [sides.before, sides.after].some((level) => isAtLeast({ kind, access: { level } }, filter)),
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
  foreign.filter((one) => sectionsTouchedBy(one).some(isAboutAccess)).map(({ address }) => address);

const isAboutAccess = (section: Section): boolean => ACCESS_SECTIONS.some((one) => one === section);
