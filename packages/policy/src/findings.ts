import { isUnknown, type Known } from "./picture/known.generated.ts";
import type { Living, Picture, PictureObject, Section } from "./picture/picture.generated.ts";

/** The object that a finding is about. */
export interface FoundObject {
  readonly resourceName: string;
  readonly id: string;
  readonly name: string;
}

/** What is not as it should be. */
export interface Violation {
  readonly kind: "violation";
  readonly object: FoundObject;
  /** Path of the field, in words of the reference. */
  readonly field: string;
  /** What is there, as people read it. */
  readonly is: string;
  readonly shouldBe: string;
}

/** What nobody can tell. */
export interface CannotTell {
  readonly kind: "unknown";
  readonly object: FoundObject;
  readonly field: string;
  /** Words that can follow a colon. */
  readonly why: string;
}

/** One sentence of a rule. */
export type Said = Violation | CannotTell;

/** Words for the name of an object that a plan creates under a name which nobody knows yet. */
const NOT_KNOWN_YET = "(not known yet)";

const textIn = (value: Known<string>): string => (isUnknown(value) ? NOT_KNOWN_YET : value);

/** The words by which a report names an object: people by their address. */
function foundObject({ resourceName, id, name, email }: PictureObject): FoundObject {
  return { resourceName, id: textIn(id), name: typeof email === "string" ? email : textIn(name) };
}

/** A value as people read it. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "not set";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Says that something is not as it should be. */
export function violation(object: PictureObject, field: string, is: unknown, shouldBe: string): Violation {
  return { kind: "violation", object: foundObject(object), field, is: shown(is), shouldBe };
}

/** Says that nobody can tell. */
export function cannotTell(object: PictureObject, field: string, why: string): CannotTell {
  return { kind: "unknown", object: foundObject(object), field, why };
}

/** Goes on with a field that is known; of one that is not, nobody can tell. */
export function where<T>(
  object: PictureObject,
  field: string,
  value: Known<T>,
  judge: (value: T) => readonly Said[],
): readonly Said[] {
  return isUnknown(value) ? [cannotTell(object, field, value.unknown)] : judge(value);
}

/** Says that a field has to be right. */
export function requires<T>(
  object: PictureObject,
  field: string,
  value: Known<T>,
  isRight: (value: T) => boolean,
  shouldBe: string,
): readonly Said[] {
  return where(object, field, value, (found) => (isRight(found) ? [] : [violation(object, field, found, shouldBe)]));
}

type ObjectOf<S extends Section> = Extract<Living[S], readonly unknown[]>[number];

/** Goes on with all objects of a section; of one that is not known, nobody can tell. */
export function whereAll<S extends Section>(
  { living }: Picture,
  section: S,
  judge: (objects: readonly ObjectOf<S>[]) => readonly Said[],
): readonly Said[] {
  const objects: Known<readonly ObjectOf<S>[]> = living[section];
  return where(living.organization, section, objects, judge);
}

/** Judges each object of a section. */
export function whereEach<S extends Section>(
  picture: Picture,
  section: S,
  judge: (object: ObjectOf<S>) => readonly Said[],
): readonly Said[] {
  return whereAll(picture, section, (objects) => objects.flatMap(judge));
}

type Declared = Extract<Picture["declared"], { readonly objects: unknown }>;

/** Goes on with what the code says; without a state or a plan, nobody can tell. */
export function whereDeclared(
  { declared, living }: Picture,
  judge: (declared: Declared) => readonly Said[],
): readonly Said[] {
  return where(living.organization, "declared", declared, judge);
}
