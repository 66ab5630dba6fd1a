import * as z from "zod";
import { field } from "../../model/field.ts";
import { UUID } from "../../model/identity.ts";
import { aTypeName, fieldRef, message } from "../../model/messages.ts";

/** IDs in the examples of the reference. */
export const EXAMPLE_ORGANIZATION = "01912345-89ab-7cde-8f01-23456789abcd";
export const EXAMPLE_DOMAIN = "01912346-0123-7def-9012-3456789abcde";
export const EXAMPLE_PROXY_RECORD = "01912347-4567-7abc-8def-456789abcdef";

export const EXAMPLE_HOG_FUNCTION = "0191234a-4567-7abc-8def-456789abcdef";

export const EXAMPLE_ROLE = "01912347-4567-7abc-8123-456789abcdef";

/** The ID (a UUID) of an object of the service, whose kind the message names. */
export function uuid(what: string): z.ZodString {
  return z.string().regex(UUID, `expected the ID of the ${what}, a UUID such as ${EXAMPLE_ORGANIZATION}`);
}

/** The organization that an object belongs to: an input of everything below an organization. */
export const organizationIdInput = field(uuid("organization"), {
  doc: "ID (UUID) of the organization. Default: the organization in the provider configuration.",
  onChange: "replace",
  fromConfig: "organizationId",
});

/** The number of a project as text, in a program. */
export const projectNumber = () => z.string().regex(/^[1-9]\d*$/u, "expected the number of a project, as a string");

/** The project that an object belongs to: an input of every object below a project. */
export const projectIdInput = field(projectNumber(), {
  doc: message`Number of the project, as a string: the ${fieldRef("projectId")} of ${aTypeName("Project")}.`,
  onChange: "replace",
});
