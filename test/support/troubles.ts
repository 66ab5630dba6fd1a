import type { FaultSpec, Sandbox } from "../../packages/sandbox/src/index.ts";
import { isInFull } from "./extent.ts";

/** The one user of a fresh sandbox. */
const FOUNDER = "founder@acme.example";

/** The key that the stack is given; it can be taken back and given out again with other rights. */
export const KEY = "phx_sandbox_never_drop_0123456789";

const ROUTE = "GET /api/organizations/{organization_id}/";
const DOMAINS = "/api/organizations/:organization_id/domains/";
const ELSEWHERE = "https://eu.elsewhere.example/api/";

/** What an engine printed, with the name of the parameter in place of each organization's id in a route. */
export function withoutIds(output: string): string {
  return output.replaceAll(/(?<=\/organizations\/)[0-9a-f]{8}-[0-9a-f-]{27}(?=\/)/gu, "{organization_id}");
}

/** Something that makes objects seem to be gone although they may exist. */
export interface Trouble {
  readonly what: string;
  readonly arrange: (sandbox: Sandbox, organizationId: string) => void;
  /** Whose reads fail: of everything, or of what comes from the list of domains. */
  readonly fails: "everything" | "domains";
  /** The cause in the message. */
  readonly cause: string;
  /** The next step in the message. */
  readonly nextStep: string;
}

/** A fault that stays. */
function fault(spec: FaultSpec): Trouble["arrange"] {
  return (sandbox) => void sandbox.control.addFault({ times: 0, ...spec });
}

/** Takes the stack's key back; gives it out again with other rights when some are given. */
export function replaceKey(
  sandbox: Sandbox,
  rights?: { scopes: readonly string[] | null; scopedOrganizations?: readonly string[] },
): void {
  for (const { id, label } of sandbox.control.keys()) if (label === "never-drop") sandbox.control.deleteKey(id);
  if (rights !== undefined) sandbox.control.createKey({ email: FOUNDER, label: "never-drop", value: KEY, ...rights });
}

function html(status: number, title: string): FaultSpec {
  return { kind: "status", status, contentType: "text/html", body: `<html><title>${title}</title></html>` };
}

const REFUSAL = { type: "authentication_error", code: "permission_denied", detail: "Not today.", attr: null };

const OF_THE_KEY: readonly Trouble[] = [
  {
    what: "a revoked key",
    arrange: (sandbox) => replaceKey(sandbox),
    fails: "everything",
    cause: `The service answered 401 authentication_failed to ${ROUTE}: Personal API key found in request Authorization header is invalid.`,
    nextStep: "Check that the key is valid, that it wasn't rotated, and that the host setting",
  },
  {
    what: "a key without the scope",
    arrange: (sandbox) => replaceKey(sandbox, { scopes: ["project:read"] }),
    fails: "everything",
    cause: `The service answered 403 permission_denied to ${ROUTE}: API key missing required scope 'organization:read'.`,
    nextStep: "Give the API key the scope organization:read, or use another key.",
  },
  {
    what: "a key that is limited to another organization",
    arrange: (sandbox) => replaceKey(sandbox, { scopes: null, scopedOrganizations: [sandbox.organizationId] }),
    fails: "everything",
    cause: "It exists, but the key's user is no longer a member of it, or the key is limited to other organizations.",
    nextStep: "Use a key that can read the organization.",
  },
  {
    what: "a user who was removed from the organization",
    arrange: (sandbox, organizationId) => void sandbox.control.removeMembership({ email: FOUNDER, organizationId }),
    fails: "everything",
    cause: "It exists, but the key's user is no longer a member of it, or the key is limited to other organizations.",
    nextStep: "Use a key that can read the organization.",
  },
  {
    what: "a refusal without a reason",
    arrange: fault({ kind: "status", status: 403, body: REFUSAL }),
    fails: "everything",
    cause: `The service answered 403 permission_denied to ${ROUTE}: Not today.`,
    nextStep: "Give the key the scope, or its account the level, that the message names.",
  },
];

const OF_THE_WAY: readonly Trouble[] = [
  {
    what: "a crash of the service",
    arrange: fault({ kind: "status", status: 500 }),
    fails: "everything",
    cause: `The service answered 500 unavailable to ${ROUTE}: A server error occurred.`,
    nextStep: "Run again later",
  },
  {
    what: "the page of a gateway",
    arrange: fault(html(502, "Bad Gateway")),
    fails: "everything",
    cause: `The service answered 502 unavailable to ${ROUTE}: an HTML page titled Bad Gateway.`,
    nextStep: "Run again later",
  },
  {
    what: "a 404 page of something in between",
    arrange: fault(html(404, "Nothing here")),
    fails: "everything",
    cause: `The service answered 404 endpoint_not_found to ${ROUTE}: an HTML page titled Nothing here.`,
    nextStep: "Check that the host setting names the service, and that its version",
  },
  {
    what: "a connection that breaks",
    arrange: fault({ kind: "reset-before" }),
    fails: "everything",
    cause: "was lost before a response arrived",
    nextStep: "Run again.",
  },
  {
    what: "an answer that is cut off",
    arrange: fault({ kind: "truncate" }),
    fails: "everything",
    cause: "was lost in the middle of the response",
    nextStep: "Run again.",
  },
  {
    what: "an answer that is no JSON",
    arrange: fault({ kind: "not-json" }),
    fails: "everything",
    cause: `The service answered ${ROUTE} with 200 and incomplete or invalid JSON.`,
    nextStep: "Check that the host setting names the service's API",
  },
  {
    what: "an answer of another type",
    arrange: fault({ kind: "wrong-content-type" }),
    fails: "everything",
    cause: `The service answered ${ROUTE} with 200 and text/html, which isn't JSON.`,
    nextStep: "Check that the host setting names the service's API.",
  },
  ...[301, 302, 308].map((status): Trouble => ({
    what: `an organization that moved to another host (${status})`,
    arrange: fault({ kind: "redirect", status, location: ELSEWHERE }),
    fails: "everything",
    cause: `The service answered ${status} redirected to ${ROUTE}: It points to ${ELSEWHERE}.`,
    nextStep: "Check the host setting. The organization may have moved to another host or region.",
  })),
  {
    what: "a long pause that the service asks for",
    arrange: fault({ kind: "rate-limited", retryAfter: 900 }),
    fails: "everything",
    cause: `The service answered 429 throttled to ${ROUTE}: Request was throttled. Expected available in 900 seconds.`,
    nextStep: "Run again in 900 seconds",
  },
];

const OF_THE_LIST: readonly Trouble[] = [
  {
    what: "a list that announces more than it holds",
    arrange: fault({ kind: "wrong-count", route: DOMAINS }),
    fails: "domains",
    cause: "domains/ changed while it was read, twice: 3 announced, 2 different items read.",
    nextStep: "Run again when nobody else is changing it.",
  },
  {
    what: "a list that lacks one of the objects it counts",
    arrange: fault({ kind: "drop-item", route: DOMAINS }),
    fails: "domains",
    cause: "domains/ changed while it was read, twice: 2 announced, 1 different items read.",
    nextStep: "Run again when nobody else is changing it.",
  },
  {
    what: "a list that is cut off",
    arrange: fault({ kind: "truncate", route: DOMAINS }),
    fails: "domains",
    cause: "was lost in the middle of the response",
    nextStep: "Run again.",
  },
];

/** Everything after which a refresh must fail and leave the state as it is. */
const ALL_TROUBLES: readonly Trouble[] = [...OF_THE_KEY, ...OF_THE_WAY, ...OF_THE_LIST];

/** The ways in which a failure reaches an engine; what tells the kinds apart is tried without one, in `test/faults`. */
const SAMPLE = [
  "a revoked key",
  "a key that is limited to another organization",
  "a crash of the service",
  "a list that lacks one of the objects it counts",
];

/** What the engines are tried with. */
export const TROUBLES = isInFull() ? ALL_TROUBLES : ALL_TROUBLES.filter(({ what }) => SAMPLE.includes(what));

/** A list that looks unusual and is complete: nothing is to be dropped, nothing fails. */
const ALL_ODDITIES: readonly { readonly what: string; readonly arrange: Trouble["arrange"] }[] = [
  { what: "short pages", arrange: fault({ kind: "short-page" }) },
  {
    what: "an empty page before the others",
    arrange: (sandbox, organizationId) => {
      const next = `${sandbox.host}/api/organizations/${organizationId}/domains/?limit=100&offset=0`;
      const body = { count: 2, next, previous: null, results: [] };
      sandbox.control.addFault({ kind: "status", status: 200, route: DOMAINS, method: "GET", body });
    },
  },
  {
    what: "a list that agrees with itself and lacks everything",
    arrange: fault({
      kind: "status",
      status: 200,
      route: DOMAINS,
      method: "GET",
      body: { count: 0, next: null, previous: null, results: [] },
    }),
  },
];

/** What the engines are tried with: a list that lacks everything is the oddest of all. */
export const ODDITIES = isInFull() ? ALL_ODDITIES : ALL_ODDITIES.slice(-1);
