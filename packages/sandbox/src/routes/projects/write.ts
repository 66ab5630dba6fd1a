import { shownLevel } from "../../access/enforce.ts";
import { type Answer, type Exchange, bodyOf, callerOf, organizationIdOf, projectOf } from "../../pipeline/exchange.ts";
import { isIn } from "../../dialects.ts";
import { ADMIN_LEVEL, membershipIn } from "../../pipeline/permission.ts";
import { failureInLive, invalid, invalidInput } from "../../pipeline/service-error.ts";
import { PRODUCT_INTENT, PROJECT, type ProjectValues } from "../../wire/project.ts";
import { isDictionary } from "../../wire/read-value.ts";
import { pythonTruth } from "../../wire/python-text.ts";
import { type FieldValues, readBody } from "../../wire/read-body.ts";
import { logChanges, logWhole } from "./activity.ts";
import { unknownAccess } from "./permission.ts";
import { answerEnvironment, answerProject } from "./read.ts";
import { beginDeletion } from "./deletion.ts";
import { checkName } from "./names.ts";
import { createProject, registerIntent, resetToken, updateProject } from "./rows.ts";

/** Requests that change the account's own session have this header. @source live service 2025-08, flow 6:3, 6:173, 6:205 */
const OF_SESSION = { Vary: "Cookie, origin" };

/** Makes the new project the caller's current one, but not its organization. @source flow 6:3-6, 1:185-186 */
export function postProject(exchange: Exchange): Answer {
  const values = readProject(exchange);
  if ("primary_dashboard" in values) {
    throw invalidInput("Primary dashboard cannot be set on project creation.", "primary_dashboard");
  }
  checkName(exchange.world, organizationIdOf(exchange), values["name"]);
  exchange.project = createProject(exchange.world, organizationIdOf(exchange), withoutConfigs(exchange, values));
  const caller = callerOf(exchange);
  exchange.world.store.tables.users.put({ ...caller, current_project: exchange.project.number });
  logWhole(exchange, exchange.project, "created");
  return answerProject(exchange, 201, OF_SESSION);
}

/** Parts that a new project ignores. @source service 2026-09, projects.md, Writable fields */
function withoutConfigs({ world }: Exchange, values: ProjectValues): ProjectValues {
  if (!isIn(world.dialect, { since: "2026-09" })) return values;
  const kept = { ...values };
  for (const name of LATER_CONFIGS) Reflect.deleteProperty(kept, name);
  return kept;
}

const LATER_CONFIGS = new Set([
  "revenue_analytics_config",
  "marketing_analytics_config",
  "customer_analytics_config",
  "workflows_config",
  "feature_flag_policy_config",
]);

/** PUT and PATCH alike: no field is required. @source live service 2025-08, flow 6:10-137 */
export function changeProject(exchange: Exchange): Answer {
  const before = projectOf(exchange);
  const values = readProject(exchange);
  checkName(exchange.world, before.organization, values["name"], before);
  if ("primary_dashboard" in values) checkDashboard(exchange, values["primary_dashboard"]);
  refuseFieldsOfAdmins(exchange, values);
  exchange.project = updateProject(exchange.world, before, values);
  logChanges(exchange, before, exchange.project);
  return answerProject(exchange, 200);
}

/** The only known field that requires a level. @source service 2026-09, projects.md, Writable fields, and Rules */
function refuseFieldsOfAdmins(exchange: Exchange, values: FieldValues): void {
  const name = "receive_org_level_activity_logs";
  if (!(name in values) || shownLevel(exchange, projectOf(exchange)) === "admin") return;
  throw invalidInput("You need admin access to projects to modify this field.", name);
}

function readProject(exchange: Exchange): ProjectValues {
  const { dialect } = exchange.world;
  const values = readBody(PROJECT, bodyOf(exchange), { dialect, partial: true });
  if ("access_control" in values && (membershipIn(exchange, organizationIdOf(exchange))?.level ?? 0) < ADMIN_LEVEL) {
    throw unknownAccess();
  }
  checkIgnoredErrors(values["autocapture_exceptions_errors_to_ignore"]);
  const survey = values["survey_config"] ?? null;
  if (survey !== null && !isDictionary(survey)) {
    throw failureInLive(exchange, invalidInput("Must provide a dictionary or None.", "survey_config"));
  }
  return values;
}

const IGNORED_ERRORS = "autocapture_exceptions_errors_to_ignore";
const IGNORED_MAX_CHARS = 300;

/** @source live notes 8.1 */
function checkIgnoredErrors(sent: unknown): void {
  if (sent === undefined) return;
  const refuse = (detail: string): never => {
    throw invalidInput(detail, null);
  };
  if (!Array.isArray(sent)) return refuse(`Must provide a list for field: ${IGNORED_ERRORS}.`);
  if (sent.some((each) => typeof each !== "string")) {
    refuse(`Must provide a list of strings to field: ${IGNORED_ERRORS}.`);
  }
  // The service measures its own spelling of JSON, with a space after every comma.
  if (JSON.stringify(sent).length + Math.max(0, sent.length - 1) > IGNORED_MAX_CHARS) {
    refuse(
      `Field ${IGNORED_ERRORS} must be less than ${IGNORED_MAX_CHARS} characters. ` +
        "Complex config should be provided in posthog-js initialization.",
    );
  }
}

/** Every project has one dashboard, with the project's number. @source live service 2025-08, flow 6:111-112; live notes 8.1 */
function checkDashboard(exchange: Exchange, id: unknown): void {
  const refuse = (code: string, detail: string) => invalid(code, detail, "primary_dashboard");
  if (id === null) throw failureInLive(exchange, refuse("null", "This field may not be null."));
  if (exchange.world.store.tables.projects.one({ number: Number(id) }) === undefined) {
    throw refuse("does_not_exist", `Invalid pk "${Number(id)}" - object does not exist.`);
  }
  if (id !== projectOf(exchange).number) throw refuse("invalid_input", "Dashboard does not belong to this team.");
}

export function removeProject(exchange: Exchange): Answer {
  const project = projectOf(exchange);
  beginDeletion(exchange);
  logWhole(exchange, project, "deleted");
  return { status: 204, headers: OF_SESSION };
}

export function renewToken(exchange: Exchange): Answer {
  const before = projectOf(exchange);
  exchange.project = resetToken(exchange.world, before);
  logChanges(exchange, before, exchange.project);
  return answerProject(exchange, 200, OF_SESSION);
}

/** @source live service 2025-08, flow 6:177-188 */
export function addProductIntent(exchange: Exchange): Answer {
  noteIntent(exchange, false);
  return answerEnvironment(exchange, 201);
}

/** @source live service 2025-08, flow 6:190-197: an absent product is refused in its own form */
export function completeOnboarding(exchange: Exchange): Answer {
  const body = bodyOf(exchange);
  if (!isDictionary(body)) {
    throw failureInLive(exchange, invalidInput("Invalid data. Expected a dictionary.", null));
  }
  if (!pythonTruth(body["product_type"]))
    return { status: 400, headers: {}, body: { error: "product_type is required" } };
  noteIntent(exchange, true);
  return answerEnvironment(exchange, 200);
}

const PRODUCT_MAX_CHARS = 255;

function noteIntent(exchange: Exchange, isOnboarded: boolean): void {
  const { dialect } = exchange.world;
  const values = readBody(PRODUCT_INTENT, bodyOf(exchange), { dialect, partial: false });
  const product = String(values["product_type"]);
  // The service doesn't check the length of its column. @source flow 6:186
  if ([...product].length > PRODUCT_MAX_CHARS) {
    const detail = `Ensure this field has no more than ${PRODUCT_MAX_CHARS} characters.`;
    throw failureInLive(exchange, invalid("max_length", detail, "product_type"));
  }
  exchange.project = registerIntent(exchange.world, projectOf(exchange), product, isOnboarded);
}
