import type { FoundObject, Survey } from "../../src/driver/driver.ts";
import { parseId } from "../../src/model/identity.ts";
import type { Values } from "../../src/model/json-value.ts";
import { resources } from "../../src/catalog/resources/index.ts";

/** The organization of found objects. */
export const ORGANIZATION_ID = "01912345-89ab-7cde-8f01-23456789abcd";

/** An object as a survey finds it. */
export function foundObject(resource: string, id: string, name: string, inputs: Values): FoundObject {
  const definition = resources.find((one) => one.name === resource);
  if (definition === undefined) throw new Error(`There is no resource ${resource}.`);
  const at = parseId(definition.identity.parts, id);
  return { definition, id, at, name, stored: { id, inputs: { ...inputs }, state: { ...at, ...inputs } } };
}

/** A survey in which every object that people name has one of these names. */
export function surveyOfNames(names: readonly string[]): Survey {
  const organizationId = ORGANIZATION_ID;
  const [first = ""] = names;
  const objects = names.flatMap((name, index) => [
    foundObject("Role", `${organizationId}/r${index}`, name, { organizationId, name: `-${name}`.slice(0, 200) }),
    foundObject("Project", `${organizationId}/${index + 1}`, name, {
      organizationId,
      name: `-${name}`.slice(0, 200),
      slackIncomingWebhook: name,
    }),
    foundObject("Plugin", `${organizationId}/${index + 1}`, name, {
      organizationId,
      name: `-${name}`.slice(0, 200),
      source: { [`-${name}`.slice(0, 200)]: `${name}\n${name}\n${name}` },
    }),
  ]);
  const root = foundObject("Organization", organizationId, first, { name: "-" });
  return { objects: [root, ...objects], unread: [{ what: first, reason: first }] };
}
