/** What a code means and what to do about it; both are whole sentences. */
export interface ErrorCodeEntry {
  readonly summary: string;
  readonly remedy: string;
}

/** Every `code` that the client itself gives to an error; other codes come from the service as they are. */
export const API_ERROR_CODES = {
  host_invalid: {
    summary: "The host setting is not an address the client may talk to.",
    remedy: "Set the host to an address such as https://eu.posthog.com, without credentials, query or fragment.",
  },
  api_key_invalid: {
    summary: "The API key is missing or has characters that cannot be sent.",
    remedy: "Copy the personal API key again, without spaces or line breaks.",
  },
  proxy_invalid: {
    summary: "A proxy variable of the environment holds no address of an HTTP proxy.",
    remedy: "Correct or unset HTTPS_PROXY or HTTP_PROXY.",
  },
  option_invalid: {
    summary: "A setting of the client is outside its range.",
    remedy: "Use a value in the range that the message names.",
  },
  path_parameter_invalid: {
    summary: "An id cannot be part of a path: it is empty, a dot segment or no text.",
    remedy: "Check where the id comes from; ids of the service are UUIDs or numbers.",
  },
  organization_slug_unknown: {
    summary: "An organization is given by a slug that none of the visible organizations has.",
    remedy: "Check the spelling, the host setting and the account of the API key, or give the organization's id.",
  },
  organization_unnamed: {
    summary: "A change was asked for in `@current`, which is whichever organization the account used last.",
    remedy: "Name the organization by its id or slug.",
  },
  connect_failed: {
    summary: "No connection to the host could be made; nothing was sent.",
    remedy: "Check the host setting, name resolution, the proxy and the certificate of the host.",
  },
  connection_lost: {
    summary: "The connection broke before the whole answer arrived.",
    remedy: "Run again; when a write was under way, look first whether it was applied.",
  },
  timeout: {
    summary: "No complete answer arrived in time.",
    remedy:
      "Run again, or raise the time limit of a request (`requestTimeoutSeconds`; `requestTimeoutMs` of the client). The provider itself looks whether an unanswered write was applied.",
  },
  aborted: {
    summary: "The call was stopped by its caller.",
    remedy: "Run again; when a write was under way, look first whether it was applied.",
  },
  response_too_large: {
    summary: "The answer is larger than the client accepts.",
    remedy: "Check that the host setting names the service's API; raise maxBodyBytes when the answer is genuine.",
  },
  client_closed: {
    summary: "The client was closed before the call.",
    remedy: "Create a new client, or close it later.",
  },
  rate_limit_pause: {
    summary: "The service asked this API key to pause for longer than the retry budget.",
    remedy:
      "Run again after the pause that the message names, or raise the retry budget (`retryBudgetSeconds`; `retryBudgetMs` of the client).",
  },
  budget_used_up: {
    summary: "A fleet holds a request back: the service counts these by themselves, and no more fit for now.",
    remedy: "Run the fleet again after the time that the message names. What was not sent is sent then.",
  },
  budget_lost: {
    summary: "The fleet that started the program has ended, so that nobody keeps its requests within the limits.",
    remedy:
      "Run `orgform fleet resume`, which goes on from what is recorded; outside of a fleet, unset the environment variable `ORGFORM_BUDGET`.",
  },
  redirected: {
    summary: "The host sends the request to another address.",
    remedy: "Check the host setting: the organization may have moved to another host or region.",
  },
  key_not_allowed: {
    summary: "The service refuses personal API keys for this operation.",
    remedy: "Do it in the service's web interface, or use a key without any scope restriction.",
  },
  plugin_level_insufficient: {
    summary: "The organization's `plugins_access_level` does not allow this.",
    remedy:
      "Its level counts, not the member's: 3 reads pipeline items, 6 makes and changes them, 9 also makes global ones. Only the operator of the service sets it; organizations in the cloud have 3.",
  },
  no_organization: {
    summary: "The account of the API key belongs to no organization.",
    remedy:
      "Check that the key belongs to the right account and that the account was not removed from its organization.",
  },
  current_organization_lost: {
    summary: "The service hides organizations because the account's current organization is gone.",
    remedy: "Open any organization in the service's web interface once, then run again.",
  },
  organization_not_found: {
    summary: "The organization in the path does not exist.",
    remedy: "Check the organization id, the host setting and the account of the API key.",
  },
  project_not_found: {
    summary: "The project in the path does not exist.",
    remedy: "Check the project's number, the host setting and the account of the API key.",
  },
  not_found: {
    summary: "The object does not exist or is not visible to the API key.",
    remedy: "Check the id, the host setting and the account of the API key.",
  },
  endpoint_not_found: {
    summary: "The host does not know the path, or something other than the service answered.",
    remedy: "Check that the host setting names the service itself and that its version has this operation.",
  },
  not_authenticated: {
    summary: "The service did not accept the API key.",
    remedy: "Check that the key is valid, was not rolled, and that the host setting names its host or region.",
  },
  permission_denied: {
    summary: "The API key or its account may not do this.",
    remedy: "Give the key the scope or its account the level that the message names.",
  },
  not_enabled: {
    summary: "The service has switched this on for some projects only, and not for this one.",
    remedy: "Choose another value, or ask the operator of the service to switch it on; no scope or level changes this.",
  },
  conflict: {
    summary: "The change collides with something that exists.",
    remedy: "Look what exists already; adopt it or choose another name.",
  },
  invalid_request: {
    summary: "The service refused the request as it was sent.",
    remedy: "Correct the value that the message names.",
  },
  throttled: {
    summary: "Too many requests were sent with this API key.",
    remedy: "Run again after the time that the message names.",
  },
  provisioning_missing: {
    summary: "The plan of the organization lacks automatic provisioning, which domains need.",
    remedy:
      "Take a plan with the feature automatic_provisioning. Without it the vendor's cloud adds no domain, and jitProvisioningEnabled cannot be turned on: leave them out.",
  },
  feature_not_available: {
    summary: "The plan of the organization does not include this protocol or setting.",
    remedy: "Change the plan, or leave it out.",
  },
  integration_exists: {
    summary: "The project has an integration of that kind and name already.",
    remedy: "Choose another name, or import the one that is there.",
  },
  integration_in_use: {
    summary: "The integration gives its credentials to exports, functions or workflows.",
    remedy:
      "Link these to another integration, or delete them, first. Where the same program declares them, let them refer to `integrationId`: then they are changed or deleted before.",
  },
  integration_admin_needed: {
    summary: "Another integration of the same identity would be overwritten by an account below admin.",
    remedy: "Use the key of an account that administers the project: any member may add an integration, and no more.",
  },
  unscoped_config: {
    summary: "The service deletes no identity provider that nobody gave a protocol.",
    remedy: "Give it one in the settings of the organization, then delete it.",
  },
  add_on_required: {
    summary: "The organization lacks an add-on that the service requires for this.",
    remedy:
      "Subscribe to the add-on in the billing settings of the service's web interface, or take what needs it out of the program. The API key's scopes don't matter.",
  },
  payment_required: {
    summary: "The plan of the organization does not include this.",
    remedy: "Change the plan, or leave the setting out.",
  },
  unavailable: {
    summary: "The service or something in front of it is not working right now.",
    remedy: "Run again later; when a write was under way, look first whether it was applied.",
  },
  unexpected_status: {
    summary: "The service answered with a status that the client does not know.",
    remedy: "Check that the host setting names the service's API.",
  },
  answer_empty: {
    summary: "The service answered a read with success and no body.",
    remedy: "Check that the host setting names the service's API, then run again.",
  },
  answer_not_json: {
    summary: "The answer reports success but is no JSON, or was cut off.",
    remedy:
      "Check that the host setting names the service's API; when a write was under way, look first whether it was applied.",
  },
  answer_invalid: {
    summary: "The answer lacks a value that is needed, or has one of another type.",
    remedy: "Check the version of the service; when a write was under way, look first whether it was applied.",
  },
  list_incomplete: {
    summary: "A list changed while it was read, twice.",
    remedy: "Run again when nobody else is changing the list.",
  },
  list_endless: {
    summary: "A list names further pages without an end.",
    remedy: "Run again; when it stays, report it to the operators of the service.",
  },
  list_impossible: {
    summary: "A list came empty that never is.",
    remedy: "Look what answers under the host setting, then run again; nothing was concluded from the list.",
  },
  next_link_foreign: {
    summary: "A list names a next page at another address.",
    remedy: "Check the host setting and the site address that the service is configured with.",
  },
  next_link_repeated: {
    summary: "A list names a page as next that was read already.",
    remedy: "Run again; when it stays, report it to the operators of the service.",
  },
} as const satisfies Record<string, ErrorCodeEntry>;

/** A code that the client itself gives to errors. */
export type ApiErrorCode = keyof typeof API_ERROR_CODES;

/** The remedy of a code, `undefined` for codes of the service that are not in the table. */
export function remedyOf(code: string): string | undefined {
  return Object.hasOwn(API_ERROR_CODES, code) ? API_ERROR_CODES[code as ApiErrorCode].remedy : undefined;
}
