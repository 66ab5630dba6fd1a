import { isRecord } from "../../../model/json-value.ts";
import { modelName, pascalName } from "../../../model/names.ts";

/** How the generators name an attribute: a letter behind a number is a capital, as in `enforce2Fa`. */
function generatedName(attribute: string): string {
  return modelName(attribute).replaceAll(/(?<=\d)[a-z]/gu, (letter) => letter.toUpperCase());
}

/**
 * Pairs of names that the generators give, and those that every other program has: `enforce2Fa` is `enforce2fa`.
 *
 * @param schema - a piece of the engine's JSON; attributes are found at any depth
 */
export function renamedIn(schema: unknown): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const attribute of attributesIn(schema)) {
    const [generated, own] = [generatedName(attribute), modelName(attribute)];
    if (generated === own) continue;
    names.set(generated, own);
    names.set(pascalName(generated), pascalName(own));
  }
  return names;
}

function attributesIn(piece: unknown): string[] {
  if (!isRecord(piece)) return [];
  return Object.entries(piece).flatMap(([name, value]) => [
    ...(name === "attributes" && isRecord(value) ? Object.keys(value) : []),
    ...attributesIn(value),
  ]);
}

/** A module of constructs with these names, even if they are a part of others, as in `resetEnforce2Fa`. */
export function withModelNames(text: string, names: ReadonlyMap<string, string>): string {
  return [...names].reduce((renamed, [generated, own]) => renamed.replaceAll(generated, own), text);
}
