import { resources } from "../catalog/resources/index.ts";
import type { AnyResource } from "../model/definition.ts";
import { hookOf } from "../model/hook-of.ts";
import { pick, sameValue } from "../model/json-value.ts";
import { isUnknown, type Known, unknown } from "../model/picture/known.ts";
import { type Declared, fieldsOfSection, type Picture, pictureSchema, type Section } from "../model/picture/picture.ts";
import type { PlannedChange, RecordedPlan } from "../model/picture/planned-change.ts";
import { UNKNOWN } from "../model/unknown.ts";
import { derivedFields } from "./derived-fields.ts";
import { foreignChangesFor, markForeignUnknown } from "./foreign-changes.ts";
import { impliedFacts } from "./implied-facts.ts";
import { PlannedLiving } from "./planned-living.ts";
import { PEOPLE_EFFECTS } from "./planned-people.ts";
import { idOfNewRole, roleIdIn, withSureRoles } from "./planned-roles.ts";
import { changedFields, type Fields, newFields, NOT_YET, resetFields } from "./planned-values.ts";
import { nameIn, ORGANIZATION_SOURCES, resourceNamed, type SectionSource, SECTIONS, sourceOf } from "./sections.ts";

/**
 * The picture after a plan is applied: values that aren't known before the apply are unknown, and so is everything that
 * other providers change. Objects of other organizations are ignored.
 */
export function pictureAfterPlan(picture: Picture, plan: Omit<RecordedPlan, "unknown">): Picture {
  const living = new PlannedLiving(picture.living);
  const changes = withSureRoles(changesFor(picture, plan));
  const deletions = changes.filter((one) => one.after === undefined || one.isReplaced);
  // Containers are removed last, and added first.
  for (const change of inOrder(deletions).toReversed()) {
    if (!change.isForgotten) remove(living, { ...change, after: undefined });
  }
  for (const change of inOrder(changes)) {
    if (change.after === undefined || change.isKept === true) continue;
    put(living, change.isReplaced ? { ...change, id: undefined, before: undefined } : change);
  }
  if (changes.some(({ resource }) => resource === ORGANIZATION_SOURCES[1])) markDefaultRole(living);
  markForeignUnknown(living, foreignChangesFor(picture, plan));
  return pictureSchema.parse({
    ...picture,
    living: living.whole(),
    declared: declaredBy(plan.engine, changes),
  });
}

/** What a plan or a state declares about the organization's objects; objects of other organizations are ignored. */
export function declaredIn(picture: Picture, { engine, changes }: Pick<RecordedPlan, "engine" | "changes">): Declared {
  return declaredBy(engine, changesFor(picture, { changes }));
}

/**
 * The changes of a plan that might be about the picture's organization. A replacement that moves an object into or out
 * of the organization is a creation or a deletion there.
 */
export function changesFor(picture: Picture, { changes }: Pick<RecordedPlan, "changes">): readonly PlannedChange[] {
  return changes.flatMap((change): PlannedChange[] => {
    const { resource, id, before, after } = change;
    if (resource === ORGANIZATION_SOURCES[0]) {
      return id === picture.living.organization.organizationId ? [change] : [];
    }
    const isFrom = before !== undefined && isOfPicture(picture, before);
    const isTo = after !== undefined && isOfPicture(picture, after);
    if (!isFrom && !isTo) return [];
    if (!change.isReplaced || isFrom === isTo) return [change];
    return [
      isFrom
        ? { ...change, after: undefined, isReplaced: false }
        : { ...change, id: undefined, before: undefined, isReplaced: false },
    ];
  });
}

/** Whether the object with these values is in the organization; if that is unknown, it counts as such. */
function isOfPicture({ living }: Picture, { organizationId, projectId }: Fields): boolean {
  if (typeof organizationId === "string") return organizationId === living.organization.organizationId;
  if (typeof projectId !== "string" || isUnknown(living.projects)) return true;
  return living.projects.some((one) => one.projectId === projectId);
}

/** Functions run after all changes of objects. */
const LAST = 9;

/** Changes of containers before those of what they contain, such as roles before memberships. */
function inOrder(changes: readonly PlannedChange[]): PlannedChange[] {
  const depthOf = ({ parent }: AnyResource): number => (parent === undefined ? 0 : 1 + depthOf(parent));
  const rank = ({ resource }: PlannedChange): number => {
    const definition = resources.find(({ name }) => name === resource);
    return definition === undefined ? LAST : depthOf(definition);
  };
  return changes.toSorted((left, right) => rank(left) - rank(right));
}

const isOfOrganization = (name: string): boolean => ORGANIZATION_SOURCES.some((one) => one === name);

function remove(living: PlannedLiving, change: PlannedChange): void {
  const { resource, before = {}, id } = change;
  const effect = PEOPLE_EFFECTS[resource];
  if (effect !== undefined) return effect(living, change);
  if (resource === ORGANIZATION_SOURCES[0]) return living.forgetAll("the plan deletes the organization");
  if (isOfOrganization(resource)) {
    living.organization = resetFields(resourceNamed(resource), living.organization);
    return;
  }
  const source = sourceOf(resource);
  // A function has no objects.
  if (source === undefined) return;
  const definition = resourceNamed(resource);
  if (hookOf(definition, "isRetained")?.(before) === true) return;
  const fits = (one: Fields): boolean => one["id"] === id;
  if (definition.kind === "settings") {
    return living.update(source.section, fits, (one) => resetFields(definition, one));
  }
  const held = living.find(source.section, fits);
  living.remove(source.section, fits);
  if (held !== undefined) removeBelow(living, source.section, held);
}

/** Removes the objects that a deletion removes with an object. */
function removeBelow(living: PlannedLiving, section: Section, { projectId, roleId, domainId }: Fields): void {
  const below: readonly Section[] = ["accessRules", "exports", "integrations", "hogFunctions"];
  if (section === "projects")
    for (const one of below) living.remove(one, (object) => object["projectId"] === projectId);
  if (section === "roles") living.remove("accessRules", (rule) => rule["roleId"] === roleId);
  if (section !== "domains") return;
  living.update(
    "identityProviders",
    () => true,
    (one) => withoutDomain(one, domainId),
  );
}

function withoutDomain(provider: Fields, domainId: unknown): Fields {
  const { domainIds } = provider;
  if (!Array.isArray(domainIds)) return provider;
  return { ...provider, domainIds: domainIds.filter((own: unknown) => own !== domainId) };
}

function put(living: PlannedLiving, change: PlannedChange): void {
  const { resource, id } = change;
  const effect = PEOPLE_EFFECTS[resource];
  if (effect !== undefined) return effect(living, change);
  if (isOfOrganization(resource)) {
    living.organization = changedFields(resourceNamed(resource), change, living.organization);
    return;
  }
  const source = sourceOf(resource);
  if (source === undefined) return applyFunctionEffects(living, change);
  if (isRuleOfObject(change)) return;
  const { section } = source;
  const definition = resourceNamed(resource);
  const fits = isMeant(definition, change);
  const held = living.find(section, fits);
  if (held === undefined && definition.kind === "settings") return missed(living, section, change);
  // An object that the picture doesn't show.
  if (held === undefined && id !== undefined) return;
  const changed = (one: Fields): Fields =>
    withDerived(section, { ...changedFields(definition, change, one), ...impliedFacts(change, one) });
  if (held === undefined) {
    living.add(section, madeIn(living, source, definition, change));
    markDefaultsUnknown(living, definition);
  } else living.update(section, fits, changed);
  const wait = WAITS[resource];
  if (wait !== undefined) {
    living.update(section, fits, (one) => (wait.isOver(one) ? one : { ...one, ...notYet(wait.changes) }));
  }
}

/** Resources that wait for a change of an object. */
const WAITS: Readonly<
  Record<string, { readonly isOver: (object: Fields) => boolean; readonly changes: readonly string[] }>
> = {
  DomainVerification: { isOver: ({ isVerified }) => isVerified === true, changes: ["isVerified", "verifiedAt"] },
  ProxyRecordValidation: { isOver: ({ status }) => status === "valid" || status === "warning", changes: ["status"] },
};

const notYet = (names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, NOT_YET]));

/** The service lists no rules about single objects, so a picture can't show them. */
function isRuleOfObject({ after = {} }: PlannedChange): boolean {
  return (after["resourceId"] ?? null) !== null;
}

/** The default role is a setting of the organization, and each role shows whether it is the default role. */
function markDefaultRole(living: PlannedLiving): void {
  const { defaultRoleId: chosen } = living.organization;
  const isDefault = ({ roleId }: Fields): Known<boolean> => {
    if (isUnknown(chosen)) return NOT_YET;
    // A role that the plan creates has an ID that isn't known yet.
    return roleId === chosen;
  };
  living.update(
    "roles",
    () => true,
    (role) => ({ ...role, isDefault: isDefault(role) }),
  );
}

/** Marks sections as unknown if the service creates some of their objects together with the given resource. */
function markDefaultsUnknown(living: PlannedLiving, parent: AnyResource): void {
  for (const { section, of } of SECTIONS) {
    for (const one of of.map(resourceNamed)) {
      if (one.parent === parent && hookOf(one, "defaultCreated") !== undefined)
        living.forget(section, `the service adds some of its own to what the plan creates (${parent.name})`);
    }
  }
}

const withDerived = (section: Section, fields: Fields): Fields => ({ ...fields, ...derivedFields(section, fields) });

/** The object of a change: by its ID, by its identity, or, for rules, by its subject. Only rules have a resource. */
function isMeant(definition: AnyResource, change: PlannedChange): (object: Fields) => boolean {
  const { id, after = {} } = change;
  if (id !== undefined) return (object) => object["id"] === id;
  if (definition.kind === "settings") {
    const parts = definition.identity.parts.filter((part) => part !== "organizationId");
    return (object) => sameValue(pick(object, parts), pick(after, parts));
  }
  const subject = subjectOf(change);
  // A rule about somebody unknown is none of the others.
  const isTold = !isUnknown(subject.email) && !isUnknown(subject.roleId);
  return (object) =>
    isTold &&
    object["projectId"] === after["projectId"] &&
    object["resource"] === (after["resource"] ?? "project") &&
    object["email"] === subject.email &&
    object["roleId"] === subject.roleId;
}

const RULES: ReadonlySet<string> = new Set(["ProjectAccess", "AccessControl"]);

/** The subject of a declared rule. A role given by name is looked up when the rule is created. */
function subjectOf(change: PlannedChange): { readonly email: unknown; readonly roleId: unknown } {
  const { email, roleName } = change.after ?? {};
  const roleId = roleIdIn(change);
  const folded = typeof email === "string" ? email.trim().toLowerCase() : (email ?? null);
  return { email: open(folded), roleId: open(roleId ?? (roleName === undefined ? null : UNKNOWN)) };
}

const open = (value: unknown): unknown => (value === UNKNOWN ? NOT_YET : value);

function madeIn(
  living: PlannedLiving,
  { section, others, of: [first] }: SectionSource,
  definition: AnyResource,
  change: PlannedChange,
): Fields {
  const resourceName = others?.includes(definition.name) === true ? first : definition.name;
  const [sibling] = living.all(section).filter((one) => one["resourceName"] === resourceName);
  const shown: Fields = {
    ...newFields(definition, change, sibling),
    ...impliedFacts(change, undefined),
    ...(section === "projects" ? organizationDefaults(living, change) : {}),
    ...(RULES.has(definition.name) ? ruleOf(living, change) : {}),
    // A new role has no members.
    ...(section === "roles" ? { roleId: idOfNewRole(change.address), members: [] } : {}),
  };
  const open = Object.fromEntries(fieldsOfSection(section).map((name) => [name, NOT_YET]));
  const made = { ...open, ...shown };
  const name = nameIn(definition, shown);
  const own = {
    resourceName,
    name: typeof name === "string" ? name : NOT_YET,
    // Only an object that exists has an ID.
    id: NOT_YET,
  };
  return withDerived(section, { ...made, ...own });
}

/**
 * The settings of a new project that the organization decides.
 *
 * @source service 2026-09, organizations.md, Fields
 */
function organizationDefaults(
  { organization, organizationBefore }: PlannedLiving,
  { after = {} }: PlannedChange,
): Fields {
  const { defaultAnonymizeIps: shall } = organization;
  // Older services have no such default.
  const isWithout = isUnknown(shall) && !isUnknown(organization["enforce2fa"]);
  if (after["anonymizeIps"] !== undefined || isWithout) return {};
  // The service can create the project before it changes the organization.
  return { anonymizeIps: shall === organizationBefore["defaultAnonymizeIps"] ? shall : NOT_YET };
}

/** The fields that distinguish a rule from others. */
function ruleOf(living: PlannedLiving, change: PlannedChange): Fields {
  const { after = {} } = change;
  const { email, roleId } = subjectOf(change);
  const resource = open(after["resource"] ?? "project");
  return { resource, resourceId: null, email, roleId, ...namedRole(living, after) };
}

/** The role with a name, if it is known. */
function namedRole(living: PlannedLiving, { roleName }: Fields): Fields {
  if (typeof roleName !== "string") return {};
  const wanted = roleName.trim().toLowerCase();
  const role = living.find("roles", ({ name }) => typeof name === "string" && name.trim().toLowerCase() === wanted);
  return role === undefined ? {} : { roleId: role["roleId"] };
}

/**
 * The object of declared settings doesn't exist: they might belong to any object that the plan creates. What a resource
 * waits for isn't known of a new object anyway.
 */
function missed(living: PlannedLiving, section: Section, { after = {} }: PlannedChange): void {
  living.update(
    section,
    ({ id }) => isUnknown(id),
    (one) => ({ ...one, ...notYet(Object.keys(one).filter((name) => after[name] !== undefined)) }),
  );
}

/** Applies the effects of functions that run with the plan. */
function applyFunctionEffects(living: PlannedLiving, { resource, before }: PlannedChange): void {
  if (before !== undefined) return;
  if (resource === "BulkCreateInvites") living.forget("invites", "the plan runs BulkCreateInvites");
  const fields = ACTED_ON[resource];
  if (fields === undefined) return;
  living.update(
    fields.section,
    () => true,
    (one) => ({ ...one, [fields.field]: unknown(`the plan runs ${resource}`) }),
  );
}

const ACTED_ON: Readonly<Record<string, { readonly section: Section; readonly field: string }>> = {
  PauseBatchExport: { section: "exports", field: "paused" },
  UnpauseBatchExport: { section: "exports", field: "paused" },
  VerifyDomain: { section: "domains", field: "isVerified" },
};

function declaredBy(engine: string, changes: readonly PlannedChange[]): Declared {
  const kept = changes.filter(({ after, isForgotten }) => after !== undefined && !isForgotten);
  const objects = kept.map(({ resource, address, id, isReplaced, after = {}, secrets }) => ({
    resourceName: resource,
    address,
    id: id === undefined || isReplaced ? NOT_YET : id,
    deletionProtection: protectionIn(after),
    inlineSecrets: [...secrets],
  }));
  return { engine, resourceNames: [...new Set(objects.map((one) => one.resourceName))].toSorted(), objects };
}

function protectionIn({ deletionProtection }: Fields): Known<boolean | null> {
  if (deletionProtection === UNKNOWN) return NOT_YET;
  return typeof deletionProtection === "boolean" ? deletionProtection : null;
}
