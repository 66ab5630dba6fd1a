import { functions } from "../../../src/catalog/functions/index.ts";
import { resources } from "../../../src/catalog/resources/index.ts";
import { fieldsOf } from "../../../src/model/definition.ts";
import type { Field } from "../../../src/model/field.ts";
import { argumentsOf, resultOf } from "../../../src/model/function.ts";
import { printed, type Text } from "../../../src/model/messages.ts";
import { type Shape, shapeOf } from "../../../src/model/shape.ts";

/** The descriptions of fields in an object inside a field. */
function textsOfShape({ properties = {}, items }: Shape): (Text | undefined)[] {
  const below = Object.values(properties).flatMap((inner) => [inner.doc, ...textsOfShape(inner)]);
  return items === undefined ? below : [...below, ...textsOfShape(items)];
}

const textsOfFields = (fields: readonly (readonly [string, Field])[]): (Text | undefined)[] =>
  fields.flatMap(([, rules]) => [rules.doc, ...textsOfShape(shapeOf(rules))]);

/** Each text as a paragraph of its own. */
function pageOf(texts: readonly (Text | undefined)[]): string {
  const said = texts.flatMap((text) => (text === undefined ? [] : [printed(text)]));
  return [...new Set(said)].join("\n\n");
}

/** The user texts of every declaration, as a page of Markdown by a name such as `resource Role`. */
export function declaredTexts(): [name: string, text: string][] {
  const ofResources = resources
    .filter(({ kind }) => kind !== "action")
    .map((one): [string, string] => [
      `resource ${one.name}`,
      pageOf([one.doc, ...one.notes, ...textsOfFields([...fieldsOf(one, "inputs"), ...fieldsOf(one, "outputs")])]),
    ]);
  const ofFunctions = functions.map((one): [string, string] => [
    `function ${one.name}`,
    pageOf([one.doc, ...(one.notes ?? []), one.alternative, ...textsOfFields([...argumentsOf(one), ...resultOf(one)])]),
  ]);
  return [...ofResources, ...ofFunctions];
}
