import { type Said, where } from "./findings.ts";
import { isUnknown, type Known } from "./picture/known.generated.ts";
import type { PictureObject } from "./picture/picture.generated.ts";

/** Levels of people in an organization, the lowest first. */
export const LEVELS = ["member", "admin", "owner"] as const;

/** A person in a picture. */
type Person = PictureObject & { readonly level: Known<string> };

/** Continues with a person on one of some levels; an unknown level can be any, which matters unless all count. */
export function whereOfLevels(
  person: Person,
  levels: readonly (typeof LEVELS)[number][],
  judge: () => readonly Said[],
): readonly Said[] {
  const isMeant = (found: string): boolean => levels.some((level) => level === found);
  if (isUnknown(person.level) && LEVELS.every(isMeant)) return judge();
  const said = judge();
  return said.length === 0 ? [] : where(person, "level", person.level, (level) => (isMeant(level) ? said : []));
}
