import { type Api, isContractService, isServiceOf2026, type OrganizationWire } from "../../client/client.ts";
import { isAbsentRoute, isOrgformError } from "../../client/errors.ts";
import type { RecordedObject } from "../../driver/driver.ts";
import type { AnyResource } from "../../model/definition.ts";
import { hookOf } from "../../model/hook-of.ts";
import { type Finding, ok, warn } from "./finding.ts";

/** The version of the service, as far as the organization shows it. */
export type Seen = "documented" | "2025-08" | "2026-09" | undefined;

/** Of the newest, a setting; contract and service of 2025-08 differ in the type of a field that Orgform never uses. */
export function seenIn(organization: OrganizationWire): Seen {
  const { metadata } = organization;
  if (isServiceOf2026(organization)) return "2026-09";
  if (isContractService(organization)) return "documented";
  return typeof metadata === "object" && metadata !== null ? "2025-08" : undefined;
}

/**
 * Whether a service has objects of the kind, or might have: an older service has no scopes for kinds that only newer
 * ones have.
 */
export function isServed(definition: AnyResource, seen: Seen): boolean {
  return hookOf(definition, "availability")?.since === undefined || (seen !== "documented" && seen !== "2025-08");
}

const WORDS: Readonly<Record<NonNullable<Seen>, string>> = {
  documented: "The service matches the documented contract.",
  "2025-08": "The service matches version 2025-08.",
  "2026-09": "The service matches version 2026-09.",
};

const CHECK = "dialect";

/** Resources and settings of Orgform that the service has retired. */
interface Retired {
  readonly what: string;
  readonly isOf: (object: RecordedObject) => boolean;
}

const PIPELINE_ITEM = /^(?:Plugin|Pipeline)/u;
const SAML = ["samlEntityId", "samlAcsUrl", "samlX509Cert"];

/** @source service 2026-09, domains-and-identity-providers.md */
const RETIRED: Retired = {
  what: "SAML settings of Domain: they're in IdentityProvider now",
  isOf: ({ resource, state }) => resource === "Domain" && SAML.some((name) => state[name] !== undefined),
};

/** @source service 2026-09, plugins.md: their removal is announced without a date */
const RETIRED_ITEMS: Retired = {
  what: "pipeline items: Plugin, PipelineDestination, PipelineTransformation and the like",
  isOf: ({ resource }) => PIPELINE_ITEM.test(resource),
};

/**
 * The version of the service, and the resources of a stack that it no longer has. Sends one more request only to the
 * newest service: whether it still has pipeline items.
 */
export async function dialectFindings(
  api: Api,
  organization: OrganizationWire,
  objects: readonly RecordedObject[] | undefined,
): Promise<Finding[]> {
  const seen = seenIn(organization);
  if (seen === undefined) {
    const strange = "The service matches neither the contract nor version 2025-08 or 2026-09";
    return [ok(CHECK, `${strange}; Orgform still reads the fields that it needs.`)];
  }
  const findings = [ok(CHECK, WORDS[seen])];
  const retired =
    seen === "2026-09" ? [RETIRED, ...((await hasNoItems(api, organization)) ? [RETIRED_ITEMS] : [])] : [];
  if (retired.length === 0) return findings;
  if (objects === undefined) {
    const details = retired.map(({ what }) => what);
    return [
      ...findings,
      ok("retired", "The service no longer has these. Use --state to look for them in a stack.", details),
    ];
  }
  return [...findings, retiredOf(objects, retired)];
}

function retiredOf(objects: readonly RecordedObject[], retired: readonly Retired[]): Finding {
  const details = retired.flatMap(({ what, isOf }) =>
    objects.filter(isOf).map(({ address }) => `${address}: the service no longer has ${what}`),
  );
  if (details.length === 0) return ok("retired", "The stack contains nothing that the service has retired.");
  const remedy = "They stay in the state, and Orgform sends nothing for them. Remove them from the program.";
  return warn("retired", "The service has retired some resources or settings of the stack:", remedy, details);
}

/** Whether the paths of pipeline items are unknown to the service; any other failure says nothing. */
async function hasNoItems(api: Api, { id }: OrganizationWire): Promise<boolean> {
  try {
    await api.plugins.list(id).all();
    return false;
  } catch (error) {
    if (!isOrgformError(error)) throw error;
    return isAbsentRoute(error);
  }
}
