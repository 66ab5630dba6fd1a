import * as z from "zod";

import type { Api, PersonWire } from "../../client/client.ts";
import { isApiError } from "../../client/errors.ts";
import { field } from "../../model/field.ts";
import type { FunctionCall } from "../../model/function.ts";
import { isRecord, sameValue, type Values } from "../../model/json-value.ts";
import { declareFunction } from "./declare.ts";
import {
  deleteEvents,
  EXAMPLE_PERSON,
  EXAMPLE_PROJECT,
  filledText,
  json,
  personId,
  projectId,
  visibility,
  visibleWithinSeconds,
} from "./fields.ts";
import { fieldRef, message, MessageError } from "../../model/messages.ts";

const EXAMPLE = { projectId: EXAMPLE_PROJECT, personId: EXAMPLE_PERSON };
const WRITE = { effect: "write", repeat: "safe", scopes: ["person:write"] } as const;
const OUTCOME = { outcome: visibility };
const NOTES = [
  "The service answers before it applies the change. The function reads the person until the change shows. After the timeout, the outcome is `accepted`, and the change can still follow.",
];

/** Milliseconds between two checks. */
const LOOK_EVERY_MS = 500;

type Properties = NonNullable<PersonWire["properties"]>;

/** Reads a person until the properties have the wanted values, or until the timeout. */
async function seen(
  args: { readonly projectId: string; readonly personId: string; readonly visibleWithinSeconds: number },
  { api, options, now, sleep, progress }: FunctionCall<Api>,
  isSeen: (properties: Properties) => boolean,
): Promise<{ outcome: "visible" | "accepted" }> {
  const deadline = now() + args.visibleWithinSeconds * 1_000;
  for (;;) {
    const person = await api.persons.get(args.projectId, args.personId, options);
    if (isSeen(person.properties ?? {})) return { outcome: "visible" };
    if (now() + LOOK_EVERY_MS > deadline) return { outcome: "accepted" };
    progress("waiting until the change can be seen");
    await sleep(LOOK_EVERY_MS);
  }
}

export const updatePerson = declareFunction({
  ...WRITE,
  name: "updatePerson",
  doc: "Sets properties of a person and keeps its other properties.",
  notes: NOTES,
  operations: ["persons.update"],
  arguments: { projectId, personId, properties: json("Properties to set, by name."), visibleWithinSeconds },
  result: OUTCOME,
  example: { ...EXAMPLE, properties: { plan: "enterprise" } },
  validate: ({ properties }) =>
    typeof properties === "object" && properties !== null && !Array.isArray(properties)
      ? []
      : [{ path: "properties", reason: "must be an object of values by name" }],
  plan: ({ personId: person }) => `set properties of person ${person}`,
  run: async (args, call) => {
    const properties = isRecord(args.properties) ? args.properties : {};
    await call.api.persons.update(args.projectId, args.personId, { properties }, call.options);
    return seen(args, call, (held) => Object.entries(properties).every(([key, value]) => sameValue(held[key], value)));
  },
});

const key = field(filledText, { doc: "Name of the property." });

export const updatePersonProperty = declareFunction({
  ...WRITE,
  name: "updatePersonProperty",
  doc: "Sets one property of a person.",
  notes: NOTES,
  operations: ["persons.updateProperty"],
  arguments: { projectId, personId, key, value: json("Value; anything except null."), visibleWithinSeconds },
  result: OUTCOME,
  example: { ...EXAMPLE, key: "plan", value: "enterprise" },
  validate: ({ value }) =>
    value === null ? [{ path: "value", reason: "must not be null: to remove it, use deletePersonProperty" }] : [],
  plan: ({ personId: person, key: name }) => `set the property ${name} of person ${person}`,
  run: async (args, call) => {
    await call.api.persons.updateProperty(args.projectId, args.personId, args.key, args.value, call.options);
    return seen(args, call, (held) => sameValue(held[args.key], args.value));
  },
});

export const deletePersonProperty = declareFunction({
  ...WRITE,
  effect: "destructive",
  name: "deletePersonProperty",
  doc: "Removes one property of a person, if it exists.",
  notes: NOTES,
  operations: ["persons.deleteProperty"],
  arguments: { projectId, personId, key, visibleWithinSeconds },
  result: OUTCOME,
  example: { ...EXAMPLE, key: "phone" },
  plan: ({ personId: person, key: name }) => `remove the property ${name} of person ${person}`,
  confirmation: ({ key: name }) => ({ words: `delete property ${name}` }),
  run: async (args, call) => {
    // The running service fails with 500 for an unknown person.
    await call.api.persons.get(args.projectId, args.personId, call.options);
    await call.api.persons.deleteProperty(args.projectId, args.personId, args.key, call.options);
    return seen(args, call, (held) => !Object.hasOwn(held, args.key));
  },
});

export const splitPerson = declareFunction({
  ...WRITE,
  effect: "destructive",
  repeat: "lookup",
  name: "splitPerson",
  doc: "Splits a person: each distinct ID except the main one becomes a separate person.",
  notes: ["A person with a single distinct ID isn't changed."],
  operations: ["persons.split"],
  arguments: {
    projectId,
    personId,
    mainDistinctId: field(filledText, {
      doc: "Distinct ID of the person that keeps the properties.",
    }),
  },
  result: {
    outcome: field(z.enum(["accepted", "already split"]), { doc: "Result: `accepted` or `already split`." }),
  },
  example: { ...EXAMPLE, mainDistinctId: "ada@acme.example" },
  plan: ({ personId: person, mainDistinctId }) =>
    `split person ${person}, which keeps only the distinct ID ${mainDistinctId}`,
  confirmation: () => ({ words: "split 1 person", count: 1 }),
  lookUp: async (args, { api, options }) => {
    const { distinct_ids: held } = await api.persons.get(args.projectId, args.personId, options);
    return held.length <= 1 ? ({ outcome: "already split" } as const) : undefined;
  },
  run: async (args, { api, options }) => {
    const { distinct_ids: held } = await api.persons.get(args.projectId, args.personId, options);
    if (!held.includes(args.mainDistinctId)) throw foreignId(args, held.length);
    await api.persons.split(args.projectId, args.personId, { main_distinct_id: args.mainDistinctId }, options);
    return { outcome: "accepted" } as const;
  },
});

/** The running service would leave the person without any distinct ID. @source flows 10:108-128 */
function foreignId({ personId: person, mainDistinctId }: Values, count: number): MessageError {
  return new MessageError(
    message`Person ${String(person)} does not have ${JSON.stringify(mainDistinctId)} among its ${count} distinct IDs. Nothing was sent. Set ${fieldRef("mainDistinctId")} to a distinct ID of the person.`,
  );
}

export const deletePerson = declareFunction({
  ...WRITE,
  effect: "destructive",
  name: "deletePerson",
  doc: "Deletes one person.",
  operations: ["persons.delete"],
  arguments: { projectId, personId, deleteEvents },
  result: {
    outcome: field(z.enum(["deleted", "absent"]), {
      doc: "`deleted`, or `absent` if the person didn't exist, or no longer existed after a lost response.",
    }),
  },
  example: EXAMPLE,
  plan: ({ personId: person }) => `delete person ${person}`,
  confirmation: () => ({ words: "delete 1 person", count: 1 }),
  run: async (args, { api, options }) => {
    try {
      await api.persons.delete(args.projectId, args.personId, { delete_events: args.deleteEvents }, options);
      return { outcome: "deleted" } as const;
    } catch (error) {
      if (!isApiError(error) || error.code !== "not_found") throw error;
      return { outcome: "absent" } as const;
    }
  },
});
