import { wordsOfName } from "../adopt/names.ts";
import { type Expression, programOf, type Secret } from "../adopt/program.ts";
import { find } from "../driver/driver.ts";
import type { AnyResource } from "../model/definition.ts";
import { parseId } from "../model/identity.ts";
import type { Change, NewObject } from "./migration.ts";
import type { Search } from "./search.ts";

/** An existing object of the service, in the form that the program declares. */
export async function importedObject(
  { context, names, secretNames }: Search,
  definition: AnyResource,
  id: string,
): Promise<Pick<Change, "made" | "secrets" | "decisions">> {
  const stored = await find(definition, id, context);
  const at = parseId(definition.identity.parts, id);
  const name = stored.inputs["name"];
  const found = { definition, id: stored.id, at, name: typeof name === "string" ? name : id, stored };
  const { kinds, secrets, leftOut } = programOf(
    [definition],
    { objects: [found], unread: [] },
    { host: "", reserved: [] },
  );
  // A secret that can be omitted stays unchanged at the service.
  const renamed = new Map(
    secrets
      .filter(({ isRequired }) => isRequired)
      .map((one) => [one, { ...one, words: secretNames.give(one.words, []) }]),
  );
  const made = kinds.flatMap(({ objects }) =>
    objects.map((object): NewObject => {
      const inputs = withNames({ kind: "record", members: object.inputs }, renamed);
      const words = names.give(object.words, wordsOfName(definition.name));
      return { ...object, words, inputs: inputs?.kind === "record" ? inputs.members : {}, isThere: true };
    }),
  );
  const decisions = leftOut.map(
    ({ what, reason }) => `${what} cannot be declared as it is: ${reason}. It stays at the service.`,
  );
  return { made, secrets: [...renamed.values()], decisions };
}

function withNames(expression: Expression, names: ReadonlyMap<Secret, Secret>): Expression | undefined {
  if (expression.kind === "secret") {
    const secret = names.get(expression.secret);
    return secret === undefined ? undefined : { kind: "secret", secret };
  }
  if (expression.kind !== "record") return expression;
  const members = Object.entries(expression.members).map(([name, one]) => [name, withNames(one, names)] as const);
  const kept = members.filter((one): one is [string, Expression] => one[1] !== undefined);
  return { kind: "record", members: Object.fromEntries(kept) };
}
