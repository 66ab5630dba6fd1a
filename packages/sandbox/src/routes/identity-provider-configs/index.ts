import type { Family } from "../../family.ts";
import { CONFIG_CONTROL } from "./control.ts";
import {
  type ConfigRow,
  CONFIGS_TABLE,
  configsOf,
  emptyConfig,
  hasAll,
  hasOidc,
  SAML_FIELDS,
  scimBaseUrl,
} from "./rows.ts";
import { canonicalUuid } from "../../identifiers.ts";
import { type Answer, bodyOf, type Exchange, organizationIdOf, type Route } from "../../pipeline/exchange.ts";
import { inAll, route } from "../../pipeline/route.ts";
import { pageOfTable } from "../../pipeline/page.ts";
import { ADMINISTER_ORGANIZATION, READ_ORGANIZATION, scopeUnlessUndeclared } from "../../pipeline/permission.ts";
import { denied, invalid, notFound } from "../../pipeline/service-error.ts";
import { IDENTITY_PROVIDER_CONFIG } from "../../wire/identity-provider-config.ts";
import { readBody } from "../../wire/read-body.ts";
import { dictionaryIn } from "../../wire/read-value.ts";
import { pickFields } from "../members/show.ts";
import { wireNow } from "../organizations/rows.ts";
import { refuseConfig } from "./refusals.ts";
import { scimLogsRoute } from "./scim-logs.ts";

const ONE = inAll({ kind: "one", resource: IDENTITY_PROVIDER_CONFIG });
const AT = "/api/organizations/:organization_id/identity_provider_configs/";

/** Routes of identity provider configs. @source service 2026-09, domains-and-identity-providers.md */
const CONFIG_ROUTES: readonly Route[] = [
  route({
    template: AT,
    title: "Identity Provider Config List",
    allow: "GET, POST, HEAD, OPTIONS",
    since: "2026-09",
    operations: {
      GET: {
        ...READ_ORGANIZATION,
        handle: listConfigs,
        answers: inAll({ kind: "page", resource: IDENTITY_PROVIDER_CONFIG }),
        isList: true,
      },
      POST: { ...ADMINISTER_ORGANIZATION, handle: postConfig, answers: ONE },
    },
  }),
  route({
    template: `${AT}:id/`,
    title: "Identity Provider Config Instance",
    allow: "GET, PUT, PATCH, DELETE, HEAD, OPTIONS",
    since: "2026-09",
    operations: {
      GET: { ...READ_ORGANIZATION, handle: (exchange) => answerOne(configInPath(exchange)), answers: ONE },
      PUT: { ...ADMINISTER_ORGANIZATION, handle: (exchange) => changeConfig(exchange, false), answers: ONE },
      PATCH: { ...ADMINISTER_ORGANIZATION, handle: (exchange) => changeConfig(exchange, true), answers: ONE },
      DELETE: { ...ADMINISTER_ORGANIZATION, handle: removeConfig, answers: inAll({ kind: "nothing" }) },
    },
  }),
  route({
    template: `${AT}:id/scim/token/`,
    title: "Scim Token",
    allow: "POST, OPTIONS",
    since: "2026-09",
    operations: {
      POST: {
        ...ADMINISTER_ORGANIZATION,
        scope: scopeUnlessUndeclared("organization:write"),
        handle: makeToken,
        answers: inAll({ kind: "checked", check: tokenFault }),
      },
    },
  }),
  scimLogsRoute(`${AT}:id/scim/logs/`),
  scimLogsRoute("/api/organizations/:organization_id/domains/:id/scim/logs/"),
];

function show(row: ConfigRow, token: string | null): Record<string, unknown> {
  return pickFields(IDENTITY_PROVIDER_CONFIG, "2026-09", {
    ...row,
    has_saml: hasAll(row, SAML_FIELDS),
    has_oidc: hasOidc(row),
    has_oidc_client_secret: row.oidc_client_secret !== "",
    has_scim: row.scim_enabled,
    has_id_jag: hasAll(row, ["id_jag_issuer_url"]),
    scim_base_url: scimBaseUrl(row),
    scim_bearer_token: token,
    oidc_client_secret: undefined,
  });
}

function answerOne(row: ConfigRow, status = 200, token: string | null = null): Answer {
  return { status, headers: {}, body: show(row, token) };
}

function configInPath(exchange: Exchange<"id">): ConfigRow {
  const row = configsOf(exchange.world).get(canonicalUuid(exchange.match.parameters.id) ?? "");
  if (row === undefined || row.organization !== organizationIdOf(exchange)) throw notFound();
  return row;
}

/** Oldest first. */
function listConfigs(exchange: Exchange): Answer {
  const match = { organization: organizationIdOf(exchange) };
  return pageOfTable(exchange, configsOf(exchange.world), match, "id", (row) => show(row, null));
}

function postConfig(exchange: Exchange): Answer {
  return write(exchange, emptyConfig(exchange.world, organizationIdOf(exchange), wireNow(exchange.world)), false, 201);
}

function changeConfig(exchange: Exchange<"id">, partial: boolean): Answer {
  return write(exchange, configInPath(exchange), partial, 200);
}

/** Only the response to the request that turns SCIM on contains its token. */
function write(exchange: Exchange, row: ConfigRow, partial: boolean, status: number): Answer {
  const { world } = exchange;
  const values = readBody(IDENTITY_PROVIDER_CONFIG, bodyOf(exchange), { dialect: world.dialect, partial });
  const changed: ConfigRow = { ...row, ...values, updated_at: wireNow(world) };
  refuseConfig(exchange, changed, values);
  const isNew = changed.scim_enabled && !row.scim_enabled;
  const token = isNew ? world.identifiers.challenge() : null;
  const kept = changed.scim_enabled ? row.scim_bearer_token : null;
  return answerOne(configsOf(world).put({ ...changed, scim_bearer_token: token ?? kept }), status, token);
}

function removeConfig(exchange: Exchange<"id">): Answer {
  const row = configInPath(exchange);
  if ((row.config_scope ?? "") === "") {
    const detail = "This identity provider configuration cannot be deleted until it has a feature scope.";
    throw invalid("unscoped_config", detail, null);
  }
  configsOf(exchange.world).delete(row.id);
  return { status: 204, headers: {} };
}

function makeToken(exchange: Exchange<"id">): Answer {
  const row = configInPath(exchange);
  const organization = exchange.world.store.tables.organizations.get(row.organization);
  if (organization?.available_product_features.includes("scim") !== true) {
    throw denied("SCIM is not available for this organization.");
  }
  if (!row.scim_enabled) return { status: 400, headers: {}, body: { detail: "SCIM is not enabled for this config" } };
  const token = exchange.world.identifiers.challenge();
  configsOf(exchange.world).put({ ...row, scim_bearer_token: token });
  return { status: 200, headers: {}, body: { scim_enabled: true, scim_bearer_token: token } };
}

function tokenFault(body: unknown): string | undefined {
  const names = Object.keys(dictionaryIn(body)).join();
  return names === "scim_enabled,scim_bearer_token" || names === "detail" ? undefined : `the answer has ${names}`;
}

/** Identity provider configs. */
export const IDENTITY_PROVIDER_CONFIGS: Family = {
  name: "identity-provider-configs",
  routes: CONFIG_ROUTES,
  tables: [CONFIGS_TABLE],
  control: CONFIG_CONTROL,
};
