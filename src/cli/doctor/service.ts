import process from "node:process";

import { type Api, createClient, type OrganizationWire, proxyInUse, type TransportEvent } from "../../client/client.ts";
import { API_ERROR_CODES, type ApiError, isApiError, isOrgformError } from "../../client/errors.ts";
import { type Settings, USUAL_REQUESTS_PER_HOUR } from "../../app/settings.ts";
import { ADMIN, levelWord } from "../../catalog/resources/member/levels.ts";
import { functions } from "../../catalog/functions/index.ts";
import { resources } from "../../catalog/resources/index.ts";
import { organizationIdOf } from "../organization.ts";
import { UsageError } from "../usage-error.ts";
import type { RecordedObject } from "../../driver/driver.ts";
import { dialectFindings, isServed, type Seen, seenIn } from "./dialect.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";
import { closedFindings, scopeFinding } from "./scopes.ts";

/** A check of rate limiting reports a pause immediately instead of waiting for its end. */
const LONGEST_WAIT_MS = 5_000;

/** Levels of `plugins_access_level` that change and that read pipeline items. @source live-organizations 7.2 */
const PLUGIN_LEVELS = { change: 6, read: 3 } as const;

/**
 * The service's facts about the key, its account, and the organization. Sends a few reads, and writes nothing.
 *
 * @param objects - the objects in the state of a stack; absent if none was given
 * @throws nothing about the service or the network; each error is a finding
 */
export async function serviceFindings(settings: Settings, objects?: readonly RecordedObject[]): Promise<Finding[]> {
  const events: TransportEvent[] = [];
  const api = createClient({
    ...settings,
    retryBudgetMs: Math.min(settings.retryBudgetMs ?? LONGEST_WAIT_MS, LONGEST_WAIT_MS),
    onEvent: (event) => void events.push(event),
  });
  const findings = await examine(api, settings, objects);
  const isPaused = events.some(({ status }) => status === 429);
  if (isPaused || findings.length > 1) findings.push(rateFinding(settings, isPaused));
  await api.close();
  return findings.map((finding) => ({ ...finding, summary: api.redact(finding.summary) }));
}

async function examine(
  api: Api,
  { host, organizationId }: Settings,
  objects: readonly RecordedObject[] | undefined,
): Promise<Finding[]> {
  try {
    const { label, scopes } = await api.account.currentKey();
    const key = ok("key", `${host} accepts the key${label === null ? "" : ` ${JSON.stringify(label)}`}.`);
    const account = await accountFinding(api);
    const { findings, seen } = await lookAtOrganization(api, organizationId, objects);
    return [
      ...proxyFindings(host),
      key,
      account,
      scopeFinding(
        scopes,
        resources.filter((one) => isServed(one, seen)),
      ),
      ...closedFindings(scopes, functions),
      ...findings,
    ];
  } catch (error) {
    return [...proxyFindings(host), failureOf("key", error)];
  }
}

/** A user who set the variable for another purpose might not know that it applies here, too. */
function proxyFindings(host: string): Finding[] {
  const proxy = proxyInUse(host, process.env);
  return proxy === undefined ? [] : [ok("proxy", `Requests go through the proxy ${proxy}.`)];
}

async function accountFinding(api: Api): Promise<Finding> {
  try {
    const { email, uuid } = await api.account.me();
    return ok("account", `The key belongs to ${email ?? uuid}.`);
  } catch (error) {
    const { summary } = failureOf("account", error);
    const remedy = "Give the key the scope user:read, so Orgform can keep it from removing its own account.";
    return warn("account", summary, remedy);
  }
}

/** The organization's facts about the key, and the version of the service; undefined if that's unknown. */
interface Look {
  readonly findings: readonly Finding[];
  readonly seen?: Seen;
}

async function lookedAt(
  api: Api,
  organization: OrganizationWire,
  objects: readonly RecordedObject[] | undefined,
): Promise<Look> {
  const findings = [...findingsOf(organization), ...(await dialectFindings(api, organization, objects))];
  return { findings, seen: seenIn(organization) };
}

/** Of the organization that was named, or the only one there is. */
async function lookAtOrganization(
  api: Api,
  organizationId: string | undefined,
  objects: readonly RecordedObject[] | undefined,
): Promise<Look> {
  const check = "organization";
  try {
    if (organizationId !== undefined) {
      const named = await api.organizations.get(await organizationIdOf(organizationId, api));
      return await lookedAt(api, named, objects);
    }
    const all = await api.organizations.list().all();
    const [only] = all;
    if (only === undefined) {
      const { remedy } = API_ERROR_CODES.no_organization;
      return { findings: [fail(check, "The key's account belongs to no organization.", remedy)] };
    }
    if (all.length === 1) return await lookedAt(api, only, objects);
    const seen = all.map(({ id, name }) => `${JSON.stringify(name)} (${id})`).join(", ");
    const unchosen = warn(
      check,
      `No organization is selected. The key sees ${seen}.`,
      "To check one of them, use --organization.",
    );
    // The service is the same for all of them.
    return { findings: [unchosen], seen: seenIn(only) };
  } catch (error) {
    if (!(error instanceof UsageError)) return { findings: [failureOf(check, error)] };
    return { findings: [fail(check, error.message, "Name one that the key sees, by ID or slug.")] };
  }
}

function findingsOf(organization: OrganizationWire): Finding[] {
  const { id, name, membership_level: level } = organization;
  const findings = [ok("organization", `${JSON.stringify(name)} (${id}) can be read.`)];
  if (level === null) {
    const remedy = "Ask an owner of the organization to check its members.";
    findings.push(warn("level", "The service doesn't return the account's level in it.", remedy));
  } else if (level < ADMIN) {
    const remedy = "Ask an admin or owner of the organization to make the account an admin.";
    findings.push(warn("level", `The account is ${levelWord(level)}. It can read, but change almost nothing.`, remedy));
  } else findings.push(ok("level", `The account is ${levelWord(level)}.`));
  findings.push(pluginFinding(organization["plugins_access_level"]));
  return findings;
}

function pluginFinding(level: unknown): Finding {
  const check = "plugin level";
  const { remedy } = API_ERROR_CODES.plugin_level_insufficient;
  if (typeof level !== "number") return warn(check, "The service doesn't return the plugin level.", remedy);
  if (level >= PLUGIN_LEVELS.change) return ok(check, `${level}: pipeline items can be read and changed.`);
  const allowed = level >= PLUGIN_LEVELS.read ? "read but not changed" : "neither read nor changed";
  return warn(check, `${level}: pipeline items can be ${allowed}.`, remedy);
}

/** The service announces no budget: only that a key has to pause shows. @source live-organizations 1.9 */
function rateFinding(
  { requestsPerMinute = 400, requestsPerHour = USUAL_REQUESTS_PER_HOUR }: Settings,
  isPaused: boolean,
): Finding {
  const check = "rate";
  const limits = `Orgform sends at most ${requestsPerMinute} requests a minute and ${requestsPerHour} an hour`;
  if (!isPaused)
    return ok(
      check,
      `The service isn't rate limiting this key. ${limits}. The service doesn't say how many requests are left.`,
    );
  const remedy = "Wait, find out what else uses this key, or lower requestsPerMinute and requestsPerHour.";
  return warn(check, `The service is rate limiting this key. ${limits}.`, remedy);
}

function failureOf(check: string, error: unknown): Finding {
  if (!isOrgformError(error)) throw error;
  const known = Object.entries(API_ERROR_CODES).find(([code]) => code === error.code)?.[1].remedy;
  const remedy = isApiError(error) ? error.remedy : (known ?? "Run again.");
  if (isApiError(error) && isFromProxy(error)) {
    const said = error.message.replace(error.remedy, "").trim();
    return fail(check, `A proxy or gateway answered instead of the service. ${said}`, PROXY_REMEDY);
  }
  return fail(check, error.message.replace(remedy, "").trim(), remedy);
}

const PROXY_REMEDY = "Check HTTPS_PROXY, HTTP_PROXY, and NO_PROXY, the host, and what the proxy allows.";

/** The service refuses in JSON; a page, and the status that only proxies have, come from something in between. */
function isFromProxy({ status, body }: ApiError): boolean {
  return status === 407 || /^\s*<(?:!doctype|html)/iu.test(body ?? "");
}
