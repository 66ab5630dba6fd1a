import { hasQuirk } from "../../dialects.ts";
import { lookUpText } from "../../dns.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, type Exchange, type Route, bodyOf, callerOf } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { pageOfTable } from "../../pipeline/page.ts";
import { ADMINISTER_ORGANIZATION, READ_ORGANIZATION, scopeUnlessUndeclared } from "../../pipeline/permission.ts";
import { denied, invalid, notFound } from "../../pipeline/service-error.ts";
import type { DomainRow } from "../../store/rows.ts";
import { DOMAIN } from "../../wire/domain.ts";
import { type FieldValues, readBody } from "../../wire/read-body.ts";
import type { World } from "../../world.ts";
import { SAML_FIELDS, hasAll, scimBaseUrlOf, unlinkDomain } from "../identity-provider-configs/rows.ts";
import { pickFields } from "../members/show.ts";
import { wireNow } from "../organizations/rows.ts";

const FEATURE = "automatic_provisioning";
const FEATURE_MISSING = "Automatic provisioning is not enabled for this organization.";
/** Settings that require verification, in the order in which refusals name them. @source live service 2025-08, flow 2:65 */
const AFTER_VERIFICATION = ["jit_provisioning_enabled", "sso_enforcement"] as const;

const ONE = inAll({ kind: "one", resource: DOMAIN });

/** The three domain routes. @source live service 2025-08, flow 2 */
export const DOMAIN_ROUTES: readonly Route[] = [
  route({
    template: "/api/organizations/:organization_id/domains/",
    title: "Organization Domain List",
    allow: "GET, POST, HEAD, OPTIONS",
    operations: {
      GET: {
        ...READ_ORGANIZATION,
        handle: listDomains,
        answers: inAll({ kind: "page", resource: DOMAIN }),
        isList: true,
      },
      POST: { ...ADMINISTER_ORGANIZATION, handle: postDomain, answers: ONE },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/domains/:id/",
    title: "Organization Domain Instance",
    allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
    operations: {
      GET: { ...READ_ORGANIZATION, handle: (exchange) => answerOne(exchange, domainInPath(exchange)), answers: ONE },
      PUT: { ...ADMINISTER_ORGANIZATION, handle: (exchange) => changeDomain(exchange, false), answers: ONE },
      PATCH: { ...ADMINISTER_ORGANIZATION, handle: (exchange) => changeDomain(exchange, true), answers: ONE },
      DELETE: { ...ADMINISTER_ORGANIZATION, handle: removeDomain, answers: inAll({ kind: "nothing" }) },
    },
  }),
  route({
    template: "/api/organizations/:organization_id/domains/:id/verify/",
    title: "Verify",
    allow: "POST, OPTIONS",
    operations: {
      // No scope is declared for verify, so a scoped key can never call it. @source live service 2025-08, flow 2:74
      POST: {
        ...ADMINISTER_ORGANIZATION,
        scope: scopeUnlessUndeclared("organization:write"),
        handle: verifyDomain,
        answers: { documented: { kind: "nothing" }, "2025-08": { kind: "one", resource: DOMAIN } },
      },
    },
  }),
];

/** Renders a domain. @source live service 2025-08, flow 2:2-5 */
export function showDomain(world: World, row: DomainRow): Record<string, unknown> {
  return pickFields(DOMAIN, world.dialect, {
    ...row,
    is_verified: row.verified_at !== null,
    has_saml: hasAll(row, SAML_FIELDS),
    scim_base_url: scimBaseUrlOf(world, row),
  });
}

function answerOne({ world }: Exchange, row: DomainRow, status = 200): Answer {
  return { status, headers: {}, body: showDomain(world, row) };
}

/** A malformed ID gives an ordinary 404 here. @source live service 2025-08, flow 2:156-157 */
function domainInPath(exchange: Exchange<"id">): DomainRow {
  const row = exchange.world.store.tables.domains.get(canonicalUuid(exchange.match.parameters.id) ?? "");
  if (row === undefined || row.organization !== exchange.organizationId) throw notFound();
  return row;
}

function listDomains(exchange: Exchange): Answer {
  const match = { organization: exchange.organizationId ?? "" };
  return pageOfTable(exchange, exchange.world.store.tables.domains, match, '"domain"', (row) =>
    showDomain(exchange.world, row),
  );
}

/** @source live service 2025-08, flow 2:40, 2:136-144: names are unique across all organizations */
function readDomainBody(exchange: Exchange, partial: boolean, ownId?: string): FieldValues {
  const { domains } = exchange.world.store.tables;
  const checks = {
    domain: (name: unknown) => {
      const isPassedOver = ownId !== undefined && hasQuirk(exchange.world.dialect, "domainNameIsFixed");
      if (isPassedOver || (domains.one({ domain: String(name) })?.id ?? ownId) === ownId) return;
      throw invalid("unique", "domain with this domain already exists.", "domain");
    },
  };
  return readBody(DOMAIN, bodyOf(exchange), { dialect: exchange.world.dialect, partial, checks });
}

function organizationHasFeature(exchange: Exchange): boolean {
  const organization = exchange.world.store.tables.organizations.get(exchange.organizationId ?? "");
  return organization?.available_product_features.includes(FEATURE) === true;
}

/** Settings that require verification are checked and then dropped. @source live service 2025-08, flow 2:6-10 */
function postDomain(exchange: Exchange): Answer {
  const needsPlan = exchange.world.settings().cloud || hasQuirk(exchange.world.dialect, "domainsNeedPlan");
  if (needsPlan && !organizationHasFeature(exchange)) throw denied(FEATURE_MISSING);
  const values = readDomainBody(exchange, false);
  const row: DomainRow = {
    id: exchange.world.identifiers.uuid(),
    organization: exchange.organizationId ?? "",
    verified_at: null,
    verification_challenge: exchange.world.identifiers.challenge(),
    saml_entity_id: null,
    saml_acs_url: null,
    saml_x509_cert: null,
    ...values,
    domain: String(values["domain"]),
    jit_provisioning_enabled: false,
    sso_enforcement: "",
  };
  return answerOne(exchange, exchange.world.store.tables.domains.put(row), 201);
}

/** @source live service 2025-08, flow 2:63-73, 2:129-134 */
function changeDomain(exchange: Exchange<"id">, partial: boolean): Answer {
  const row = domainInPath(exchange);
  const values = readDomainBody(exchange, partial, row.id);
  const early = AFTER_VERIFICATION.find((name) => name in values);
  if (row.verified_at === null && early !== undefined) {
    throw invalid("verification_required", "This attribute cannot be updated until the domain is verified.", early);
  }
  if (values["jit_provisioning_enabled"] === true && !organizationHasFeature(exchange)) {
    throw invalid("feature_not_available", FEATURE_MISSING, "jit_provisioning_enabled");
  }
  const { domain } = row;
  const kept = hasQuirk(exchange.world.dialect, "domainNameIsFixed") ? { domain } : {};
  return answerOne(exchange, exchange.world.store.tables.domains.put({ ...row, ...values, ...kept }));
}

/** The name becomes available at once. @source live service 2025-08, flow 2:146-151 */
function removeDomain(exchange: Exchange<"id">): Answer {
  const row = domainInPath(exchange);
  refuseToBlockSelf(exchange, row);
  unlinkDomain(exchange.world, row);
  exchange.world.store.tables.domains.delete(row.id);
  return { status: 204, headers: {} };
}

/** The text is the sandbox's own: only the code is known. @source domains-and-identity-providers.md, domains */
function refuseToBlockSelf(exchange: Exchange, row: DomainRow): void {
  if (!hasQuirk(exchange.world.dialect, "lastWayInIsKept") || row.verified_at === null) return;
  const organization = exchange.world.store.tables.organizations.get(row.organization);
  const isEnforced = organization?.enforce_verified_domains === true;
  if (!isEnforced || !callerOf(exchange).email.toLowerCase().endsWith(`@${row.domain}`)) return;
  throw invalid("would_block_self", "Removing this domain would block your own access to the organization.", null);
}

/**
 * Looks up the challenge once; a wrong or absent record gives an ordinary response. @source live service 2025-08, flow
 * 2:74-93
 */
function verifyDomain(exchange: Exchange<"id">): Answer {
  const { store, dialect } = exchange.world;
  let row = domainInPath(exchange);
  if (row.verified_at !== null) {
    throw invalid("already_verified", "This domain has already been verified.", null);
  }
  const records = lookUpText(store, `_posthog-challenge.${row.domain}`);
  // A record split into several strings never matches: the service compares its quoted text form.
  if (records.some((strings) => strings.length === 1 && strings[0] === row.verification_challenge)) {
    row = store.tables.domains.put({ ...row, verified_at: wireNow(exchange.world) });
  }
  return hasQuirk(dialect, "verifyAnswersWithDomain") ? answerOne(exchange, row) : { status: 200, headers: {} };
}
