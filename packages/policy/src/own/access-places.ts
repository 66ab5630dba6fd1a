import { PROJECT } from "../picture/access-levels.generated.ts";
import { type AccessedProject, EffectiveAccess, type Person } from "../picture/access.generated.ts";
import { isUnknown, type Known, unknown } from "../picture/known.generated.ts";
import type { Living, PictureObject } from "../picture/picture.generated.ts";
import { isMaybeOf, PLACE } from "../rules/access.ts";

/** The name by which expressions and `each` mean the effective access. */
export const ACCESS = "access" as const;

/** One person's access to a project, or to a kind of resource in it, as own rules see it. Named by the person in reports. */
interface AccessPlace extends PictureObject {
  readonly resourceName: "Member";
  readonly email: string;
  /** Level in the organization. */
  readonly organizationLevel: Known<string>;
  readonly projectId: Known<string>;
  /** Name of the project. */
  readonly project: string;
  /** "project", or a kind of resource that an access rule is about. */
  readonly kind: string;
  readonly level: Known<string>;
  readonly reason: string;
  /** Names of the roles whose rules decide. */
  readonly roles: readonly string[];
}

/** Every place of a picture, computed once. */
const places = new WeakMap<Living, Known<readonly AccessPlace[]>>();

/**
 * The access of each person to each project, and to each kind of resource that has rules. Unknown if the people or the
 * projects are.
 */
export function accessPlaces(living: Living): Known<readonly AccessPlace[]> {
  const found = places.get(living) ?? placesIn(living);
  places.set(living, found);
  return found;
}

function placesIn(living: Living): Known<readonly AccessPlace[]> {
  const { people, projects, accessRules } = living;
  if (isUnknown(people)) return people;
  if (isUnknown(projects)) return projects;
  const access = new EffectiveAccess(living);
  const rules = isUnknown(accessRules) ? [] : accessRules;
  const kinds = [PROJECT, ...access.ruledKinds];
  return access.projects.flatMap((project) =>
    kinds.flatMap((kind) => {
      // Nobody knows what a rule changes whose place isn't known. The rules of the project decide for every kind.
      const isOpen = rules.some((rule) => [PROJECT, kind].some((one) => isMaybeOf(rule, project.projectId, one)));
      return access.people.map((person) => {
        const found = access.of(person, project, kind);
        return placeOf({ person, project, kind }, isOpen && found.reason !== "organization level" ? UNCLEAR : found);
      });
    }),
  );
}

const UNCLEAR = { level: unknown(PLACE), reason: "unknown", roles: [] };

interface Place {
  readonly person: Person;
  readonly project: AccessedProject;
  readonly kind: string;
}

function placeOf(
  { person, project, kind }: Place,
  { level, reason, roles }: Pick<AccessPlace, "level" | "reason" | "roles">,
): AccessPlace {
  const { email } = person;
  const { projectId, name } = project;
  return {
    resourceName: "Member",
    id: `${email} ${isUnknown(projectId) ? name : projectId} ${kind}`,
    name: email,
    email,
    organizationLevel: person.level,
    projectId,
    project: name,
    kind,
    level,
    reason,
    roles,
  };
}
