/** The meaning of a code, and what to do about it; both are whole sentences. */
export interface ErrorCodeEntry {
  readonly summary: string;
  readonly remedy: string;
}

/** Every `code` that the client itself gives to an error; other codes come unchanged from the service. */
export const API_ERROR_CODES = {
  host_invalid: {
    summary: "The host setting isn't a valid address.",
    remedy: "Set the host to an address such as https://eu.posthog.com, without credentials, query, or fragment.",
  },
  api_key_invalid: {
    summary: "The API key is missing, or contains characters that can't be sent.",
    remedy: "Copy the personal API key again, without spaces or line breaks.",
  },
  proxy_invalid: {
    summary: "A proxy variable of the environment isn't the address of an HTTP proxy.",
    remedy: "Correct or unset HTTPS_PROXY or HTTP_PROXY.",
  },
  option_invalid: {
    summary: "A setting of the client is outside its range.",
    remedy: "Use a value in the range that the message names.",
  },
  path_parameter_invalid: {
    summary: "An ID can't be part of a path: it is empty, a dot segment, or not a string.",
    remedy: "Check where the ID comes from. IDs of the service are UUIDs or numbers.",
  },
  organization_slug_unknown: {
    summary: "No visible organization has the given slug.",
    remedy: "Check the spelling, the host setting, and the account of the API key, or use the organization's ID.",
  },
  organization_unnamed: {
    summary: "A change was requested in `@current`, which is the organization that the account used last.",
    remedy: "Name the organization by its ID or slug.",
  },
  connect_failed: {
    summary: "The client couldn't connect to the host. Nothing was sent.",
    remedy: "Check the host setting, name resolution, the proxy, and the certificate of the host.",
  },
  connection_lost: {
    summary: "The connection broke before the whole response arrived.",
    remedy: "Run again. If the request was a write, first check whether it was applied.",
  },
  timeout: {
    summary: "No complete response arrived in time.",
    remedy:
      "Run again, or raise the time limit of a request (`requestTimeoutSeconds`; `requestTimeoutMs` of the client). The provider checks whether an unanswered write was applied.",
  },
  aborted: {
    summary: "The caller stopped the request.",
    remedy: "Run again. If the request was a write, first check whether it was applied.",
  },
  response_too_large: {
    summary: "The response is larger than the client accepts.",
    remedy: "Check that the host setting names the service's API. If the response is genuine, raise maxBodyBytes.",
  },
  client_closed: {
    summary: "The client was closed before the request.",
    remedy: "Create a new client, or close it later.",
  },
  rate_limit_pause: {
    summary: "The service asked this API key to pause for longer than the retry budget.",
    remedy:
      "Run again after the pause that the message names, or raise the retry budget (`retryBudgetSeconds`; `retryBudgetMs` of the client).",
  },
  budget_used_up: {
    summary:
      "A fleet holds a request back, because the service has a separate limit for such requests, and it's used up for now.",
    remedy: "Run the fleet again after the time that the message names. It then sends the remaining requests.",
  },
  budget_lost: {
    summary: "The fleet that started the program has ended, so nothing keeps the program's requests within the limits.",
    remedy:
      "Run `orgform fleet resume`, which continues from its record. Outside a fleet, unset the environment variable `ORGFORM_BUDGET`.",
  },
  redirected: {
    summary: "The host redirects the request to another address.",
    remedy: "Check the host setting. The organization may have moved to another host or region.",
  },
  key_not_allowed: {
    summary: "The service refuses personal API keys for this operation.",
    remedy: "Do it in the service's web interface, or use a key without scope restrictions.",
  },
  plugin_level_insufficient: {
    summary: "The organization's `plugins_access_level` doesn't allow this.",
    remedy:
      "The organization's level counts, not the member's: 3 reads pipeline items, 6 creates and changes them, and 9 also creates global ones. Only the operator of the service sets it. Organizations of PostHog Cloud have 3.",
  },
  no_organization: {
    summary: "The account of the API key belongs to no organization.",
    remedy: "Check that the key belongs to the right account, and that the account is still in its organization.",
  },
  current_organization_lost: {
    summary: "The service hides organizations because the account's current organization was deleted.",
    remedy: "Open any organization in the service's web interface once, then run again.",
  },
  organization_not_found: {
    summary: "The organization in the path doesn't exist.",
    remedy: "Check the organization ID, the host setting, and the account of the API key.",
  },
  project_not_found: {
    summary: "The project in the path doesn't exist.",
    remedy: "Check the project's number, the host setting, and the account of the API key.",
  },
  not_found: {
    summary: "The object doesn't exist, or the API key can't see it.",
    remedy: "Check the ID, the host setting, and the account of the API key.",
  },
  endpoint_not_found: {
    summary: "The host doesn't know the path, or something other than the service answered.",
    remedy: "Check that the host setting names the service, and that its version has this operation.",
  },
  not_authenticated: {
    summary: "The service didn't accept the API key.",
    remedy: "Check that the key is valid, that it wasn't rotated, and that the host setting names its host or region.",
  },
  permission_denied: {
    summary: "The API key or its account isn't allowed to do this.",
    remedy: "Give the key the scope, or its account the level, that the message names.",
  },
  not_enabled: {
    summary: "The service has this only for some projects, and not for this one.",
    remedy:
      "Choose another value, or ask the operator of the service to turn it on. Scopes and levels don't change this.",
  },
  conflict: {
    summary: "The change conflicts with something that exists.",
    remedy: "Check what exists. Then adopt it, or choose another name.",
  },
  invalid_request: {
    summary: "The service rejected the request.",
    remedy: "Correct the value that the message names.",
  },
  throttled: {
    summary: "Too many requests were sent with this API key.",
    remedy: "Run again after the time that the message names.",
  },
  provisioning_missing: {
    summary: "The organization's plan lacks automatic provisioning, which domains require.",
    remedy:
      "Choose a plan with the feature automatic_provisioning. Without it, the vendor's cloud adds no domains and jitProvisioningEnabled can't be turned on, so leave them out.",
  },
  feature_not_available: {
    summary: "The organization's plan doesn't include this protocol or setting.",
    remedy: "Change the plan, or leave it out.",
  },
  integration_exists: {
    summary: "The project already has an integration of that kind and name.",
    remedy: "Choose another name, or import the existing integration.",
  },
  integration_in_use: {
    summary: "Exports, functions, or workflows use the credentials of the integration.",
    remedy:
      "First link them to another integration, or delete them. If the same program declares them, let them refer to `integrationId`. The engine then changes or deletes them first.",
  },
  integration_admin_needed: {
    summary: "An account below admin would overwrite another integration with the same identity.",
    remedy: "Use the key of an account that administers the project. Other members can only add integrations.",
  },
  unscoped_config: {
    summary: "The service can't delete an identity provider that has no protocol.",
    remedy: "Choose a protocol for it in the settings of the organization, then delete it.",
  },
  add_on_required: {
    summary: "The organization lacks an add-on that the service requires for this.",
    remedy:
      "Subscribe to the add-on in the billing settings of the service's web interface, or remove what requires it from the program. The API key's scopes don't matter.",
  },
  payment_required: {
    summary: "The organization's plan doesn't include this.",
    remedy: "Change the plan, or leave the setting out.",
  },
  unavailable: {
    summary: "The service, or something in front of it, isn't working right now.",
    remedy: "Run again later. If the request was a write, first check whether it was applied.",
  },
  unexpected_status: {
    summary: "The service responded with a status that the client doesn't know.",
    remedy: "Check that the host setting names the service's API.",
  },
  answer_empty: {
    summary: "The service reported success for a read, but sent no body.",
    remedy: "Check that the host setting names the service's API, then run again.",
  },
  answer_not_json: {
    summary: "The response reports success, but isn't complete JSON.",
    remedy:
      "Check that the host setting names the service's API. If the request was a write, first check whether it was applied.",
  },
  answer_invalid: {
    summary: "The response lacks a required value, or a value has another type.",
    remedy: "Check the version of the service. If the request was a write, first check whether it was applied.",
  },
  list_incomplete: {
    summary: "A list changed twice while it was read.",
    remedy: "Run again when nobody is changing the list.",
  },
  list_endless: {
    summary: "A list has more pages than is possible.",
    remedy: "Run again. If it happens again, report it to the operators of the service.",
  },
  list_impossible: {
    summary: "A list was empty that always has entries.",
    remedy: "Check which server answers at the host setting, then run again. Orgform drew no conclusion from the list.",
  },
  next_link_foreign: {
    summary: "The link to the next page of a list goes to another address.",
    remedy: "Check the host setting, and the site address in the service's configuration.",
  },
  next_link_repeated: {
    summary: "The link to the next page of a list goes to a page that was already read.",
    remedy: "Run again. If it happens again, report it to the operators of the service.",
  },
} as const satisfies Record<string, ErrorCodeEntry>;

/** A code that the client itself gives to errors. */
export type ApiErrorCode = keyof typeof API_ERROR_CODES;

/** The remedy of a code, `undefined` for codes of the service that aren't in the table. */
export function remedyOf(code: string): string | undefined {
  const entries: Readonly<Record<string, ErrorCodeEntry>> = API_ERROR_CODES;
  return Object.hasOwn(entries, code) ? entries[code]?.remedy : undefined;
}
