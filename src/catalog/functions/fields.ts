import * as z from "zod";
import { type Field, field } from "../../model/field.ts";
import { anyJson } from "../../model/any-json.ts";
import { aTypeName, fieldRef, message, type Text } from "../../model/messages.ts";

/** IDs in the examples of the reference. */
export const EXAMPLE_PROJECT = "4711";
export const EXAMPLE_PERSON = "01912348-4567-7abc-8def-456789abcdef";
export const EXAMPLE_EXPORT = "01912349-4567-7abc-8def-456789abcdef";

/** A string that isn't empty. */
export const filledText = z.string().min(1);

const INSTANT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/u;

/** A time from a user: an offset is required, because the service reads a time without one as UTC. */
export const instantInput = z
  .string()
  .regex(INSTANT_PATTERN, "expected an ISO 8601 instant with an offset, such as 2026-01-31T00:00:00Z");

/** The project of everything about persons and events. */
export const projectId = field(z.string().regex(/^(?:[1-9]\d{0,18}|@current)$/u, "expected a number or @current"), {
  doc: message`Number of the project, as a string: the ${fieldRef("projectId")} of ${aTypeName("Project")}; \`@current\` is the current project of the key's account.`,
});

/** One person. */
export const personId = field(filledText, { doc: "UUID of the person. The service also accepts its number." });

/** Any JSON. */
export function json(doc: Text): Field<z.ZodJSONSchema> {
  return field(anyJson(z.json()), { doc });
}

/** Any JSON, or null. */
export function jsonIfAny(doc: Text): Field<z.ZodOptional<z.ZodJSONSchema>> {
  return field(anyJson(z.json().optional()), { doc });
}

/** Conditions on properties. */
export const propertyFilters = field(
  anyJson(
    z
      .array(
        z.looseObject({
          key: filledText,
          value: z.json().optional(),
          operator: z.string().optional(),
          type: z.string().optional(),
        }),
      )
      .optional(),
  ),
  {
    doc: "Conditions on properties that must all match, each with a `key`, a `value`, and an `operator` such as exact, is_not, icontains, regex, gt, lt, or is_set.",
  },
);

/** Longest time to wait until the service applies a change that it accepted. */
export const visibleWithinSeconds = field(z.number().int().min(0).max(600).default(30), {
  doc: "Longest time to wait until the change is visible, in seconds, 0 to 600. Default 30.",
});

/** What to delete together with a person. */
export const deleteEvents = field(z.boolean().default(false), {
  doc: "Whether to queue the events for deletion too. The service deletes events on Sundays at 05:00 UTC.",
});

/** The outcome of a change that the service applies asynchronously. */
export const visibility = field(z.enum(["visible", "accepted"]), {
  doc: "`visible` if the person shows the change; `accepted` if the service accepted the change, but didn't show it in time.",
});

/** An entry of an activity log, as functions return it. */
export const activityFields = {
  activity: field(z.string(), { doc: "Type of the change, such as deleted, updated, or split_person." }),
  scope: field(z.string(), { doc: "Kind of the object, such as Person or Plugin." }),
  itemId: field(z.string().optional(), { doc: "Number or ID of the object." }),
  user: jsonIfAny("Person who made the change, with `first_name` and `email`; absent for the service itself."),
  detail: jsonIfAny("Details of the change, without values of properties."),
  createdAt: field(z.string(), { doc: "Time of the change, ISO 8601." }),
};
