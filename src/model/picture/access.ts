import { accessLevelsOf, PROJECT, ruledBy } from "./access-levels.ts";
import { isUnknown, type Known, unknown } from "./known.ts";
import type { Living } from "./picture.ts";

/** A person, as far as access depends on the person. */
export interface Person {
  readonly email: string;
  readonly name: string;
  /** "member", "admin", or "owner". */
  readonly level: Known<string>;
  /** Names of the roles that the person certainly has. */
  readonly roles: readonly string[];
}

/** A project whose access is asked for. */
export interface AccessedProject {
  /** Number as a string; unknown for a project that a plan creates. */
  readonly projectId: Known<string>;
  readonly name: string;
}

/** The reason for somebody's access. */
export type AccessReason =
  | "organization level"
  | "person rule"
  | "role rule"
  | "default rule"
  | "built-in default"
  | "closed project"
  | "unknown";

/** Somebody's level of access, and the reason. */
export interface Access {
  readonly level: Known<string>;
  readonly reason: AccessReason;
  /** Names of the roles whose rules decide. */
  readonly roles: readonly string[];
}

/** The sections of a picture that access depends on. */
export const ACCESS_SECTIONS = ["people", "projects", "roles", "accessRules"] as const;

type Rules = Exclude<Living["accessRules"], { unknown: string }>;
type Rule = Rules[number];

/**
 * The rules that decide: the most specific ones; of a project, the highest of a person's own and roles' before the default;
 * or the highest of all.
 */
type Order = "most specific" | "own before default" | "highest";

/** How rules apply, as far as the organization decides it. */
interface Mode {
  readonly order: Order;
  readonly hasRules: boolean;
  readonly hasRolesRules: boolean;
}

/** A rule, as far as it counts. */
interface Counting {
  readonly level: string;
}

/** A rule of a role, by its name. */
interface CountingForRole extends Counting {
  readonly role: string;
}

/** A role of a person. */
interface HeldRole {
  readonly id: Known<string>;
  readonly name: Known<string>;
  readonly isSure: boolean;
}

/** The rules of a place that apply to a person. */
interface Ranked {
  readonly own: readonly Counting[];
  readonly ofRoles: readonly CountingForRole[];
  readonly forAll: readonly Counting[];
}

/**
 * Computes who can do what in an organization, and why. It sends no request, and reports what the picture doesn't know
 * as unknown.
 *
 * @source service 2026-09, access-control.md, effective access, steps 1 to 9
 */
export class EffectiveAccess {
  readonly people: readonly Person[];
  readonly projects: readonly AccessedProject[];
  /** Kinds of resources that some rule is about, sorted. */
  readonly ruledKinds: readonly string[];
  readonly #living: Living;
  readonly #modes: readonly Mode[];
  readonly #rules = new Map<string, readonly Rule[]>();
  readonly #rolesOf = new Map<string, HeldRole[]>();

  constructor(living: Living) {
    this.#living = living;
    const { roles, people, projects, accessRules } = living;
    if (!isUnknown(roles)) for (const role of roles) this.#noteRole(role);
    this.people = isUnknown(people) ? [] : people.map((one) => this.#personOf(one)).toSorted(byEmail);
    this.projects = isUnknown(projects)
      ? []
      : projects.map(({ projectId, name }) => ({ projectId, name: textOf(name) })).toSorted(byName);
    this.#modes = modesOf(living);
    const rules = isUnknown(accessRules) ? [] : accessRules.filter(({ resourceId }) => resourceId === null);
    for (const one of rules) {
      const key = placeKey(one.projectId, one.resource);
      this.#rules.set(key, [...(this.#rules.get(key) ?? []), one]);
    }
    const kinds = rules.flatMap(({ resource }) => (isUnknown(resource) || resource === PROJECT ? [] : [resource]));
    this.ruledKinds = [...new Set(kinds)].toSorted();
  }

  /** The unknown sections that access depends on, with the reasons. */
  get gaps(): readonly { readonly section: string; readonly reason: string }[] {
    return ACCESS_SECTIONS.flatMap((section) => {
      const held = this.#living[section];
      return isUnknown(held) ? [{ section, reason: held.unknown }] : [];
    });
  }

  /** The access of a person to a project, or to a kind of resource in it. */
  of(person: Person, project: AccessedProject, kind: string = PROJECT): Access {
    const { highest } = accessLevelsOf(kind);
    if (isUnknown(person.level)) return unsure(person.level.unknown);
    if (person.level === "admin" || person.level === "owner") return sure(highest, "organization level");
    const inProject = this.#byRules(person, project, PROJECT);
    if (kind === PROJECT) return inProject;
    // The project comes first: people who can't enter it can't use anything in it.
    if (inProject.level === "none") return sure("none", "closed project");
    const inKind = this.#byRules(person, project, kind);
    return isUnknown(inProject.level) && inKind.level !== "none" ? inProject : inKind;
  }

  /** Whether a person has one of the meant roles, or might have it. */
  mayHaveRole(email: string, isMeant: (role: Pick<HeldRole, "id" | "name">) => boolean): boolean {
    if (isUnknown(this.#living.roles)) return true;
    return [email, UNSURE].some((one) => this.#rolesOf.get(one)?.some(isMeant) === true);
  }

  #personOf({ email, name, level }: Exclude<Living["people"], { unknown: string }>[number]): Person {
    const address = textOf(email);
    const roles = (this.#rolesOf.get(address) ?? []).filter(({ isSure }) => isSure).map((one) => textOf(one.name));
    return { email: address, name: textOf(name), level, roles: roles.toSorted() };
  }

  #noteRole({ roleId, name, members }: Exclude<Living["roles"], { unknown: string }>[number]): void {
    const known = isUnknown(members) ? [UNSURE] : members.map((email) => (isUnknown(email) ? UNSURE : email));
    for (const email of known) {
      const all = this.#rolesOf.get(email) ?? [];
      all.push({ id: roleId, name, isSure: email !== UNSURE });
      this.#rolesOf.set(email, all);
    }
  }

  /** The level that rules give to a member who isn't an admin. */
  #byRules(person: Person, { projectId }: AccessedProject, kind: string): Access {
    const ruled = ruledBy(kind);
    const { accessRules } = this.#living;
    if (isUnknown(accessRules)) return unsure(accessRules.unknown);
    const rules = ruled === undefined ? [] : (this.#rules.get(placeKey(projectId, ruled)) ?? []);
    const ranked = this.#rankedFor(person, rules);
    if (isUnknown(ranked)) return unsure(ranked.unknown);
    const [first, ...others] = this.#modes.map((mode) => decided(kind, ranked, mode));
    if (first === undefined) return unsure("the service doesn't show how access rules count");
    const isAgreed = others.every(({ level }) => level === first.level);
    return isAgreed ? first : unsure("the service doesn't show how access rules count in this organization");
  }

  #rankedFor({ email }: Person, rules: readonly Rule[]): Known<Ranked> {
    const ranked = { own: [] as Counting[], ofRoles: [] as CountingForRole[], forAll: [] as Counting[] }; // -- filled below
    for (const rule of rules) {
      const { roleId } = rule;
      if (isUnknown(rule.email) || !this.#isTold(roleId)) return unknown("it isn't known whom an access rule is about");
      if (rule.email !== null && rule.email !== email) continue;
      const role = roleId === null ? null : this.#roleFor(email, roleId);
      if (isUnknown(role)) return role;
      if (role === undefined) continue;
      const { level } = rule;
      if (isUnknown(level)) return level;
      if (rule.email !== null) ranked.own.push({ level });
      else if (role === null) ranked.forAll.push({ level });
      else ranked.ofRoles.push({ level, role });
    }
    return ranked;
  }

  /** Whether it is known which role has an ID: also a role that the plan creates. */
  #isTold(roleId: Known<string | null>): boolean {
    const { roles } = this.#living;
    return !isUnknown(roleId) || isUnknown(roles) || roles.some((one) => isSameId(one.roleId, roleId));
  }

  /** The name of a role of a person; undefined if the person doesn't have the role. */
  #roleFor(email: string, roleId: Known<string>): Known<string> | undefined {
    if (isUnknown(this.#living.roles)) return this.#living.roles;
    const found = this.#rolesOf.get(email)?.find(({ id }) => isSameId(id, roleId));
    if (found !== undefined) return textOf(found.name);
    const isOpen = this.#rolesOf.get(UNSURE)?.some(({ id }) => isSameId(id, roleId)) === true;
    return isOpen ? unknown("it isn't known who is in a role") : undefined;
  }
}

/** Represents the members of a role if they are unknown. */
const UNSURE = "";

/** Whether two IDs are surely the same. The IDs of an object that the plan creates have one origin. */
function isSameId(left: Known<string>, right: Known<string | null>): boolean {
  if (!isUnknown(left) || !isUnknown(right)) return left === right;
  return left.origin !== undefined && left.origin === right.origin;
}

const textOf = (value: Known<string>): string => (isUnknown(value) ? "" : value);

/** Numbers in names count as numbers. */
const ORDER = new Intl.Collator("en", { numeric: true });

const byEmail = (left: Person, right: Person): number => ORDER.compare(left.email, right.email);
const byName = (left: AccessedProject, right: AccessedProject): number => ORDER.compare(left.name, right.name);

/** Projects that a plan creates have no number yet, and share the knowledge about their rules. */
const placeKey = (projectId: Known<string>, resource: Known<string>): string =>
  `${isUnknown(projectId) ? "?" : projectId} ${isUnknown(resource) ? "?" : resource}`;

const sure = (level: string, reason: AccessReason, roles: readonly string[] = []): Access => ({ level, reason, roles });
const unsure = (why: string): Access => ({ level: unknown(why), reason: "unknown", roles: [] });

/** Features of which one makes rules count. Services before the order of rules was shown have the older name. */
const OLDER_FEATURE = "advanced_permissions";
const FEATURE = "access_control";

/**
 * The possible ways in which rules apply, as far as the service shows: all of them have to agree.
 *
 * @source as above; of a service that shows no order: PostHog/posthog posthog/rbac/user_access_control.py (mid 2025)
 */
function modesOf({ organization: { usesMostSpecificAccess: isSpecific, features } }: Living): Mode[] {
  const orders: readonly Order[] = isUnknown(isSpecific)
    ? ["most specific", "own before default", "highest"]
    : [isSpecific ? "most specific" : "own before default"];
  const counting = isUnknown(isSpecific) ? [FEATURE, OLDER_FEATURE] : [FEATURE];
  const plans: readonly (readonly [hasRules: boolean, hasRolesRules: boolean])[] = isUnknown(features)
    ? [
        [true, true],
        [true, false],
        [false, false],
      ]
    : [[counting.some((one) => features.includes(one)), features.includes("role_based_access")]];
  return orders.flatMap((order) => plans.map(([hasRules, hasRolesRules]) => ({ order, hasRules, hasRolesRules })));
}

/** The level that rules give, and the deciding rules. @source as above, steps 5 to 7 */
function decided(kind: string, { own, ofRoles, forAll }: Ranked, { order, hasRules, hasRolesRules }: Mode): Access {
  const { builtIn } = accessLevelsOf(kind);
  if (!hasRules) return sure(builtIn, "built-in default");
  const roles = hasRolesRules ? ofRoles : [];
  const tagged = [
    ...own.map((one) => ({ ...one, reason: "person rule" as const })),
    ...roles.map((one) => ({ ...one, reason: "role rule" as const })),
    ...forAll.map((one) => ({ ...one, reason: "default rule" as const })),
  ];
  const ranks: readonly (readonly AccessReason[])[] =
    order === "most specific"
      ? [["person rule"], ["role rule"], ["default rule"]]
      : kind === PROJECT && order === "own before default"
        ? [["person rule", "role rule"], ["default rule"]]
        : [["person rule", "role rule", "default rule"]];
  const deciding = ranks
    .map((reasons) => tagged.filter(({ reason }) => reasons.includes(reason)))
    .find((all) => all.length > 0);
  const [highest] = highestOf(kind, deciding ?? []);
  if (highest === undefined) return sure(builtIn, "built-in default");
  const { level, reason } = highest;
  const names = reason === "role rule" ? roles.flatMap((one) => (one.level === level ? [one.role] : [])) : [];
  return sure(level, reason, names.toSorted());
}

/** The highest first; among equal ones, the more specific first. */
function highestOf<T extends { readonly level: string }>(kind: string, rules: readonly T[]): T[] {
  const { all } = accessLevelsOf(kind);
  return rules.toSorted((left, right) => all.indexOf(right.level) - all.indexOf(left.level));
}
