import {
  type Context,
  find,
  hasNone,
  type ShownRow,
  shownObject,
  type ShownRows,
  shownRows,
  type SurveyProgress,
  whyUnread,
} from "../driver/driver.ts";
import type { AnyResource } from "../model/definition.ts";
import { type IdentityParts, parseId } from "../model/identity.ts";
import { type Known, isUnknown, unknown } from "../model/picture/known.ts";
import { type Picture, type PictureObject, pictureSchema, type Section } from "../model/picture/picture.ts";
import { derivedFields } from "./derived-fields.ts";
import { rolesWithMembers } from "./role-members.ts";
import { nameIn, ORGANIZATION_SOURCES, resourceNamed, type SectionSource, SECTIONS } from "./sections.ts";
import { factsOf, organizationFacts } from "./wire-facts.ts";

/** The requested parts: sections, and the settings of each project, which cost one request for each project. */
export type PictureNeed = Section | "projectSettings";

/** Everything that a picture can show. */
export const EVERYTHING: readonly PictureNeed[] = [...SECTIONS.map(({ section }) => section), "projectSettings"];

/** The requested parts of an organization. */
export interface PictureRequest {
  /** ID, slug, or name. */
  readonly organization: string;
  /** URL of the service. */
  readonly host: string;
  /** Sections that aren't requested aren't read, and are unknown in the picture. */
  readonly needs: readonly PictureNeed[];
  readonly now: Date;
}

const NOT_ASKED = unknown("nobody asked for it");

/** The fields of one object, before the schema has checked them. */
type Fields = Readonly<Record<string, unknown>>;

/**
 * Takes the picture of an organization, as far as the key can see it. It only reads: every list once, and only what is
 * requested.
 *
 * @throws no_such_id if there is no such organization; the error of a read that failed for another reason than a
 *   refusal
 */
export async function takePicture(
  { organization, host, needs, now }: PictureRequest,
  context: Context,
  progress: SurveyProgress,
): Promise<Picture> {
  const root = resourceNamed(ORGANIZATION_SOURCES[0]);
  progress.step("the organization");
  const { id } = await find(root, organization, context);
  const at = parseId(root.identity.parts, id);
  const living: Record<string, unknown> = { organization: await organizationIn(at, context) };
  for (const source of SECTIONS) {
    living[source.section] = needs.includes(source.section)
      ? await sectionIn(source, { at, needs, context, progress })
      : NOT_ASKED;
  }
  return pictureSchema.parse({
    version: 1,
    host,
    takenAt: now.toISOString(),
    living,
    declared: unknown("no plan and no state was given"),
  });
}

async function organizationIn(at: IdentityParts, context: Context): Promise<Fields> {
  const [root, settings] = [resourceNamed(ORGANIZATION_SOURCES[0]), resourceNamed(ORGANIZATION_SOURCES[1])];
  const [own, more] = await Promise.all([shownObject(root, at, context), shownObject(settings, at, context)]);
  if (own === undefined) throw new Error("The organization was found, and then it wasn't shown.");
  return {
    ...(more && fieldsIn(more)),
    ...fieldsIn(own),
    ...identified(root, own),
    ...organizationFacts(own.wire),
  };
}

interface Taking {
  readonly at: IdentityParts;
  readonly needs: readonly PictureNeed[];
  readonly context: Context;
  readonly progress: SurveyProgress;
}

/** The objects of a section; if they are shown only in part or not at all, the reason. */
async function sectionIn(source: SectionSource, taking: Taking): Promise<Known<Fields[]>> {
  const objects: Fields[] = [];
  for (const name of source.of) {
    const found = await objectsOf(source, resourceNamed(name), taking);
    if (isUnknown(found)) return found;
    objects.push(...found);
  }
  return objects;
}

async function objectsOf(
  source: SectionSource,
  definition: AnyResource,
  { at, needs, context, progress }: Taking,
): Promise<Known<Fields[]>> {
  progress.step(definition.collection?.words ?? definition.name);
  const found = await readable(() => rowsIfAny(definition, at, context));
  if (isUnknown(found)) return found;
  if (found.lacking !== undefined) return unknown(found.lacking);
  const isRead = needs.some((need) => need === source.readsEachFor);
  const rows: ShownRow[] = [];
  for (const [index, row] of found.rows.entries()) {
    const whole = isRead ? await readable(() => shownObject(definition, row.at, context)) : undefined;
    rows.push(whole === undefined || isUnknown(whole) ? row : whole);
    progress.count(index + 1, found.rows.length);
  }
  const objects = rows.map((row) => objectOf(source, definition, row));
  return source.section === "roles" ? rolesWithMembers(objects, rows, at, context) : objects;
}

function objectOf({ section }: SectionSource, definition: AnyResource, row: ShownRow): Fields {
  const fields = { ...fieldsIn(row), ...identified(definition, row), ...factsOf(section, row.wire) };
  return { ...fields, ...derivedFields(section, fields) };
}

/** The fields of every object. */
function identified(definition: AnyResource, { id, values }: ShownRow): PictureObject {
  const name = nameIn(definition, values);
  return { resourceName: definition.name, id, name: typeof name === "string" ? name : id };
}

function fieldsIn({ values, unshown }: ShownRow): Fields {
  return { ...values, ...Object.fromEntries(unshown.map((name) => [name, unknown("the service doesn't show it")])) };
}

/** The result of a read, or why the key or the service doesn't show it. */
async function readable<T>(read: () => Promise<T>): Promise<Known<T>> {
  try {
    return await read();
  } catch (error) {
    const why = whyUnread(error);
    if (why === undefined) throw error;
    return unknown(why);
  }
}

/** The rows; none if the service doesn't have them. */
async function rowsIfAny(definition: AnyResource, at: IdentityParts, context: Context): Promise<ShownRows> {
  try {
    return await shownRows(definition, at, context);
  } catch (error) {
    if (hasNone(definition, error)) return { rows: [], lacking: undefined };
    throw error;
  }
}
