import { type DeclaredObject, type NamedObject, type Program, type Secret, valueOf } from "../../src/adopt/program.ts";
import type { Change, NewObject } from "../../src/migrate/migration.ts";
import { definitionOf } from "./definition-of.ts";

/** A secret that is required, a value that only a person knows, and a secret that can be left out. */
const SECRETS: readonly Secret[] = [
  { words: ["hook", "token"], isRequired: true },
  { words: ["hook", "note"], isRequired: false, isPlain: true },
  { words: ["hook", "spare"], isRequired: false },
];

const secretAt = (index: number) => {
  const secret = SECRETS[index];
  if (secret === undefined) throw new Error(`There is no secret ${index}`);
  return { kind: "secret", secret } as const;
};

const role: NewObject = {
  definition: definitionOf("Role"),
  id: "o/r1",
  words: ["ops", "team"],
  isThere: true,
  inputs: { organizationId: valueOf("o"), name: valueOf('Ops "é" ${a}') },
};

const membershipOf = (of: NamedObject): NewObject => ({
  definition: definitionOf("RoleMembership"),
  id: "o/r1/a@b",
  words: ["ann"],
  isThere: false,
  inputs: { roleId: { kind: "output", of, output: "roleId" }, email: valueOf("a@b") },
});

const hook: NewObject = {
  definition: definitionOf("HogFunction"),
  id: "4/f",
  words: ["hook"],
  isThere: true,
  inputs: {
    projectId: valueOf("4"),
    secretInputs: { kind: "record", members: { myToken: secretAt(0), note: secretAt(1), spare: secretAt(2) } },
  },
};

/** A role that exists, a membership in it that doesn't, and a function with values that a person fills in. */
export const OBJECTS: readonly NewObject[] = [role, membershipOf(role), hook];

/** A program of these objects. */
export const PROGRAM: Program = {
  words: ["acme", "shop"],
  host: 'https://"a".example',
  kinds: OBJECTS.map((one) => ({ definition: one.definition, objects: [one] })),
  secrets: SECRETS,
  leftOut: [],
  unread: [],
};

/** Changes for which a program takes in these objects, and others leave. */
export const changesWith = (...leaving: NonNullable<Change["leaving"]>): readonly Change[] => [
  { finding: "", made: OBJECTS.slice(0, 2), leaving: leaving.slice(0, 1) },
  { finding: "", made: OBJECTS.slice(2), secrets: SECRETS, leaving: leaving.slice(1) },
  { finding: "" },
];

/** More people than a program declares one by one; every second one has another level, or all have the same. */
export function peopleWith(levels: readonly (string | undefined)[]): readonly DeclaredObject[] {
  return Array.from({ length: 21 }, (_, index) => {
    const [email, level] = [`p${index}@é"`, levels[index % levels.length]];
    return {
      definition: definitionOf("Member"),
      id: `o/${email}`,
      words: ["p", String(index)],
      inputs: {
        organizationId: valueOf("o"),
        email: valueOf(email),
        ...(level === undefined ? {} : { level: valueOf(level) }),
      },
    };
  });
}
