import { z } from "zod";

/**
 * Every kind of fault, by what happens to the request.
 *
 * - `instead`: answered without being applied. - `after`: applied, then answered wrongly or not at all.
 * - `delay`: held, then normal. - `list`: only lists match. - `read`: only GET matches.
 */
export const FAULT_KINDS = {
  status: "instead",
  "status-after": "after",
  delay: "delay",
  "delay-after": "after",
  "reset-before": "instead",
  "reset-after": "after",
  truncate: "after",
  "wrong-content-type": "instead",
  "not-json": "instead",
  "rate-limited": "instead",
  redirect: "instead",
  stale: "read",
  "duplicate-item": "list",
  "short-page": "list",
  "drop-item": "list",
  "wrong-count": "list",
  "empty-list": "list",
  "omit-fields": "list",
} as const;

/** Name of a kind of fault. */
export type FaultKind = keyof typeof FAULT_KINDS;

const KINDS = Object.keys(FAULT_KINDS) as [FaultKind, ...FaultKind[]];

const status = z.int().min(200).max(599);

/** A fault as requested; docs/sandbox.md has the default of each omitted field. */
export const faultSpecSchema = z.strictObject({
  kind: z.enum(KINDS),
  /** Only requests with this method; default every method. */
  method: z
    .string()
    .transform((method) => method.toUpperCase())
    .optional(),
  /** Only this route, as a template such as /api/organizations/:organization_id/domains/. */
  route: z.string().startsWith("/api/").optional(),
  /** First request to hit, counted from now among the matching requests; 1-based. */
  nth: z.int().min(1).optional(),
  /** How many consecutive requests to hit; 0 means forever. */
  times: z.int().min(0).optional(),
  status: status.optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  contentType: z.string().optional(),
  /** Milliseconds, up to ten minutes. */
  delayMs: z.int().min(0).max(600_000).optional(),
  /** Seconds, "date" for an HTTP date, null for no header. */
  retryAfter: z.union([z.number().min(0), z.literal("date"), z.null()]).optional(),
  location: z.string().optional(),
  /** The count that wrong-count shows instead of the right one. */
  count: z.int().optional(),
  /** Names of fields that omit-fields leaves out of each row. */
  fields: z.array(z.string()).optional(),
});

/** A fault as a caller writes it. */
export type FaultSpec = z.input<typeof faultSpecSchema>;
