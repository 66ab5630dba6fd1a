import { isUnknown, type Known } from "./picture/known.generated.ts";
import type { Living, Picture, PictureObject, Section } from "./picture/picture.generated.ts";

/** The object that a finding is about. */
export interface FoundObject {
  readonly resourceName: string;
  readonly id: string;
  readonly name: string;
}

/** A violation of a rule. */
export interface Violation {
  readonly kind: "violation";
  readonly object: FoundObject;
  /** Path of the field, as in the reference. */
  readonly field: string;
  /** The actual value in readable form. */
  readonly is: string;
  readonly shouldBe: string;
}

/** Something that can't be checked. */
export interface CannotTell {
  readonly kind: "unknown";
  readonly object: FoundObject;
  readonly field: string;
  /** A reason that can follow a colon. */
  readonly why: string;
}

/** One sentence of a rule's result. */
export type Said = Violation | CannotTell;

/** The name of an object that a plan creates and whose name isn't known yet. */
const NOT_KNOWN_YET = "(not known yet)";

const textIn = (value: Known<string>): string => (isUnknown(value) ? NOT_KNOWN_YET : value);

/** The name of an object in a report: a person is named by email. */
function foundObject({ resourceName, id, name, email }: PictureObject): FoundObject {
  return { resourceName, id: textIn(id), name: typeof email === "string" ? email : textIn(name) };
}

/** A value in readable form. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "not set";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Reports a violation. */
export function violation(object: PictureObject, field: string, is: unknown, shouldBe: string): Violation {
  return { kind: "violation", object: foundObject(object), field, is: shown(is), shouldBe };
}

/** Reports something that can't be checked. */
export function cannotTell(object: PictureObject, field: string, why: string): CannotTell {
  return { kind: "unknown", object: foundObject(object), field, why };
}

/** Continues with the value of a known field; reports an unknown field as uncheckable. */
export function where<T>(
  object: PictureObject,
  field: string,
  value: Known<T>,
  judge: (value: T) => readonly Said[],
): readonly Said[] {
  return isUnknown(value) ? [cannotTell(object, field, value.unknown)] : judge(value);
}

/** Requires that a field has the right value. */
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

/** Continues with all objects of a section; reports an unknown section as uncheckable. */
export function whereAll<S extends Section>(
  { living }: Picture,
  section: S,
  judge: (objects: readonly ObjectOf<S>[]) => readonly Said[],
): readonly Said[] {
  const objects: Known<readonly ObjectOf<S>[]> = living[section];
  return where(living.organization, section, objects, judge);
}

/** Checks each object of a section. */
export function whereEach<S extends Section>(
  picture: Picture,
  section: S,
  judge: (object: ObjectOf<S>) => readonly Said[],
): readonly Said[] {
  return whereAll(picture, section, (objects) => objects.flatMap(judge));
}

type Declared = Extract<Picture["declared"], { readonly objects: unknown }>;

/** Continues with what the code declares; reports it as uncheckable without a state or a plan. */
export function whereDeclared(
  { declared, living }: Picture,
  judge: (declared: Declared) => readonly Said[],
): readonly Said[] {
  return where(living.organization, "declared", declared, judge);
}
