import type { Dialect } from "../dialects.ts";
import { type FieldSpec, type ResourceSpec, type WireType, fieldsIn, typeIn } from "./field.ts";
import { isDictionary } from "./read-value.ts";

/**
 * The contents of an operation's successful response: one object, a bare list, an envelope of a list (see {@link
 * ENVELOPES}), nothing, or anything that `check` accepts. `check` describes a problem in one sentence.
 */
export type AnswerSpec =
  | { readonly kind: "one"; readonly resource: ResourceSpec }
  | { readonly kind: "list"; readonly resource: ResourceSpec }
  | { readonly kind: EnvelopeKind; readonly resource: ResourceSpec }
  | { readonly kind: "nothing" }
  | { readonly kind: "checked"; readonly check: (body: unknown, dialect: Dialect) => string | undefined };

type EnvelopeKind = keyof typeof ENVELOPES;

/** Fields of each envelope besides `results`; a question mark means that the field can be absent. */
const ENVELOPES = {
  /** Limit and offset; lists of persons have no count. */
  page: { count: "integer", next: "link", previous: "link" },
  uncounted: { "count?": "integer", next: "link", previous: "link" },
  keyset: { next: "link?" },
  cursor: { next: "link", previous: "link" },
  activity: { next: "link", previous: "link", total_count: "integer" },
} as const;

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?(Z|\+00:00)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const TYPE_CHECKS: Readonly<Record<WireType, (value: unknown) => boolean>> = {
  uuid: (value) => typeof value === "string" && UUID.test(value),
  text: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === "number",
  dateTime: (value) => typeof value === "string" && DATE_TIME.test(value),
  object: isDictionary,
  list: (value) => Array.isArray(value),
  any: () => true,
};

/** Compares a response with its description; returns the problem in one sentence, or undefined. */
export function findAnswerFault(answer: AnswerSpec, body: unknown, dialect: Dialect): string | undefined {
  switch (answer.kind) {
    case "nothing":
      return body === undefined ? undefined : "the answer should have no body";
    case "checked":
      return answer.check(body, dialect);
    case "one":
      return findObjectFault(answer.resource, body, dialect);
    case "list":
      return findItemsFault(answer.resource, body, dialect);
    default:
      return findEnvelopeFault(answer, body, dialect);
  }
}

function findEnvelopeFault(
  answer: { readonly kind: EnvelopeKind; readonly resource: ResourceSpec },
  body: unknown,
  dialect: Dialect,
): string | undefined {
  if (!isDictionary(body)) return "the page is not an object";
  for (const [written, type] of Object.entries(ENVELOPES[answer.kind])) {
    const name = written.replace("?", "");
    const value = body[name];
    if (value === undefined && (written.endsWith("?") || type === "link?")) continue;
    if (type === "integer" ? !Number.isInteger(value) : value !== null && typeof value !== "string") {
      return `${name} of the page is ${type === "integer" ? "no number" : "neither a link nor null"}`;
    }
  }
  return findItemsFault(answer.resource, body["results"], dialect);
}

function findItemsFault(resource: ResourceSpec, items: unknown, dialect: Dialect): string | undefined {
  if (!Array.isArray(items)) return `the list of ${resource.name} is no list`;
  for (const item of items) {
    const fault = findObjectFault(resource, item, dialect);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function findObjectFault(resource: ResourceSpec, body: unknown, dialect: Dialect): string | undefined {
  if (!isDictionary(body)) return `${resource.name} is not an object`;
  const fields = fieldsIn(resource, dialect);
  const extra = Object.keys(body).find((key) => !fields.some((field) => field.name === key));
  if (extra !== undefined) return `${resource.name} has a field ${extra} that is not described`;
  for (const field of fields) {
    const fault = findFieldFault(resource, field, body[field.name], dialect);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function findFieldFault(
  resource: ResourceSpec,
  field: FieldSpec,
  value: unknown,
  dialect: Dialect,
): string | undefined {
  if (value === undefined && field.optional === true) return undefined;
  if (value === null && field.nullable === true) return undefined;
  const type = typeIn(field, dialect);
  if (value === undefined || !TYPE_CHECKS[type](value)) return `${resource.name}.${field.name} is not ${type}`;
  if (field.of === undefined) return undefined;
  if (type === "list") return findItemsFault(field.of, value, dialect);
  return type === "object" ? findObjectFault(field.of, value, dialect) : undefined;
}
