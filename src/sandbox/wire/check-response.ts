import type { Dialect } from "../dialects.ts";
import { type FieldSpec, type ResourceSpec, type WireType, fieldsIn, typeIn } from "./field.ts";

/** What an operation's successful answer holds. */
export type AnswerSpec =
  | { readonly kind: "one"; readonly resource: ResourceSpec }
  | { readonly kind: "page"; readonly resource: ResourceSpec }
  | { readonly kind: "nothing" };

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const TYPE_CHECKS: Readonly<Record<WireType, (value: unknown) => boolean>> = {
  uuid: (value) => typeof value === "string" && UUID.test(value),
  text: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: (value) => Number.isInteger(value),
  dateTime: (value) => typeof value === "string" && DATE_TIME.test(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  list: (value) => Array.isArray(value),
};

/** Compares an answer with its description; returns what is wrong in one sentence, or undefined. */
export function findAnswerFault(answer: AnswerSpec, body: unknown, dialect: Dialect): string | undefined {
  if (answer.kind === "nothing") return body === undefined ? undefined : "the answer should have no body";
  if (answer.kind === "one") return findObjectFault(answer.resource, body, dialect);
  const page = body as Record<string, unknown>;
  if (!Number.isInteger(page["count"]) || !Array.isArray(page["results"])) return "the page lacks count or results";
  for (const link of ["next", "previous"]) {
    if (page[link] !== null && typeof page[link] !== "string") return `${link} is neither a link nor null`;
  }
  for (const item of page["results"] as unknown[]) {
    const fault = findObjectFault(answer.resource, item, dialect);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function findObjectFault(resource: ResourceSpec, body: unknown, dialect: Dialect): string | undefined {
  if (!TYPE_CHECKS.object(body)) return `${resource.name} is not an object`;
  const object = body as Record<string, unknown>;
  const fields = fieldsIn(resource, dialect);
  const extra = Object.keys(object).find((key) => !fields.some((field) => field.name === key));
  if (extra !== undefined) return `${resource.name} has a field ${extra} that is not described`;
  for (const field of fields) {
    if (!isRight(field, object[field.name], dialect)) return `${resource.name}.${field.name} is not ${field.type}`;
  }
  return undefined;
}

function isRight(field: FieldSpec, value: unknown, dialect: Dialect): boolean {
  return (value === null && field.nullable === true) || TYPE_CHECKS[typeIn(field, dialect)](value);
}
