import { accessOf, personOf, projectPlace, reaches, subjectOf } from "../../access/levels.ts";
import { rulesAt } from "../../access/rules.ts";
import { hasQuirk } from "../../dialects.ts";
import { bodyOf, type Exchange, organizationIdOf } from "../../pipeline/exchange.ts";
import { membershipIn } from "../../pipeline/permission.ts";
import { denied, invalid, invalidInput, ServiceError } from "../../pipeline/service-error.ts";
import type { ProjectRow } from "../../store/rows.ts";
import { INVITE, type InviteValues, type ProjectAccess } from "../../wire/invite.ts";
import { fieldsIn } from "../../wire/field.ts";
import { pythonText, quotedText } from "../../wire/python-text.ts";
import { readBody, type ReadOptions } from "../../wire/read-body.ts";
import { isOnVerifiedDomain } from "../../pipeline/verified-domains.ts";

/** Maximum number of invites in one request. @source live service 2025-08, flow 3:97-98 */
const BULK_MOST = 20;

/** The values, or the errors of each field; an error of the whole item has an empty name. */
type ReadItem = { readonly values: InviteValues; readonly faults: readonly (readonly [string, ServiceError])[] };

/** Reads the body of one invite; only the first error is reported. */
export function readInvite(exchange: Exchange): InviteValues {
  const { values, faults } = readItem(exchange, bodyOf(exchange));
  if (faults[0] !== undefined) throw faults[0][1];
  return values;
}

/**
 * Reads the body of a bulk request: all items are checked before any is refused. The service shows the errors of the
 * first item as its language prints them, even if there are none.
 * @source live service 2025-08, flow 3:98-115
 */
export function readBulk(exchange: Exchange): InviteValues[] {
  const sent = bodyOf(exchange);
  if (!Array.isArray(sent)) {
    throw invalidInput("This endpoint needs an array of data for bulk invite creation.", null);
  }
  if (sent.length > BULK_MOST) {
    throw invalid("max_length", `A maximum of ${BULK_MOST} invites can be sent in a single request.`, null);
  }
  const items = sent.map((item: unknown) => readItem(exchange, item));
  if (items.some(({ faults }) => faults.length > 0)) throw bulkRefusal(sent[0], items[0]?.faults ?? []);
  return items.map(({ values }) => values);
}

/** Reads field by field; a forbidden level is refused at once, whatever other errors there are. */
function readItem(exchange: Exchange, item: unknown): ReadItem {
  const { dialect } = exchange.world;
  const options: ReadOptions = { dialect, partial: false, checks: checksOf(exchange) };
  const values: InviteValues = {};
  const faults: [string, ServiceError][] = [];
  for (const field of fieldsIn(INVITE, dialect)) {
    try {
      Object.assign(values, readBody({ name: INVITE.name, fields: [field] }, item, options));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 400) throw error;
      if (error.attr === null) return { values, faults: [["", error]] };
      faults.push([field.name, error]);
    }
  }
  if ("target_email" in values) values.target_email = values.target_email.toLowerCase();
  return { values, faults };
}

/** @source live service 2025-08, flow 3:33, 3:78-80 */
function checksOf(exchange: Exchange): NonNullable<ReadOptions["checks"]> {
  const organization = organizationIdOf(exchange);
  const { projects } = exchange.world.store.tables;
  return {
    target_email: (email) => checkAddress(exchange, String(email)),
    level(level) {
      if (Number(level) <= (membershipIn(exchange, organization)?.level ?? 0)) return;
      throw denied("You cannot invite a user with a higher permission level than your own.");
    },
    private_project_access(access) {
      for (const { id, level } of (access ?? []) as readonly ProjectAccess[]) {
        const project = projects.one({ number: id });
        if (project?.organization !== organization) throw refusedAccess(NO_PROJECT);
        checkOwnLevel(exchange, project, String(level));
      }
    },
  };
}

const NO_PROJECT = "Project does not exist on this organization, or it is private and you do not have access to it.";

const refusedAccess = (detail: string): ServiceError => invalidInput(detail, "private_project_access");

/**
 * Admins can give any level. A project without a rule for everybody is open. With such a rule, others can't give more
 * than their own level.
 *
 * @source service 2026-09, invites-and-members.md, Invites
 */
function checkOwnLevel(exchange: Exchange, project: ProjectRow, level: string): void {
  const { world } = exchange;
  const membership = membershipIn(exchange, project.organization);
  if (!hasQuirk(world.dialect, "accessIsEnforced") || membership === undefined) return;
  const place = projectPlace(project);
  if (!rulesAt(world, place).some((rule) => subjectOf(rule) === "default")) return;
  const own = accessOf(world, personOf(world, membership), place).level;
  if (own === "none") throw refusedAccess(NO_PROJECT);
  if (reaches("project", own, level)) return;
  throw refusedAccess("You cannot invite to a restricted project with a higher level than your own.");
}

function bulkRefusal(first: unknown, faults: ReadItem["faults"]): ServiceError {
  if (first === null) {
    const nothing = { code: "null", message: "This field may not be null." };
    return invalid(pythonText([nothing.code]), `[${errorDetail(nothing)}]`, null);
  }
  const parts = faults.map(([name, { code, message }]) => ({
    name: quotedText(name === "" ? "non_field_errors" : name),
    code: code === "invalid_input" ? "invalid" : code,
    message,
  }));
  const codes = parts.map(({ name, code }) => `${name}: ${pythonText([code])}`).join(", ");
  const details = parts.map((part) => `${part.name}: [${errorDetail(part)}]`).join(", ");
  return invalid(`{${codes}}`, `{${details}}`, null);
}

function errorDetail({ code, message }: { readonly code: string; readonly message: string }): string {
  return `ErrorDetail(string=${quotedText(message)}, code=${quotedText(code)})`;
}

/**
 * Refuses addresses that can't be invited: addresses with a plus sign, and addresses outside of enforced verified
 * domains. Only the refusals are known; settings decide the rest: the field that they name, and one status.
 *
 * @source service 2026-09, invites-and-members.md, Invites; the texts are the sandbox's own
 */
export function checkAddress(exchange: Exchange, email: string): void {
  const { world } = exchange;
  if (!hasQuirk(world.dialect, "someAddressesAreNotInvited")) return;
  const { inviteRefusalsNameField, foreignInvitesAnswer } = world.settings();
  const attr = inviteRefusalsNameField ? "target_email" : null;
  if (email.split("@")[0]?.includes("+") === true) {
    throw invalidInput("Email addresses with a plus sign cannot be invited.", attr);
  }
  const organization = world.store.tables.organizations.get(organizationIdOf(exchange));
  if (organization?.enforce_verified_domains !== true || isOnVerifiedDomain(exchange, organization, email)) return;
  const detail = "Only addresses on a verified domain of the organization can be invited.";
  if (foreignInvitesAnswer === 400) throw invalidInput(detail, attr);
  throw new ServiceError(403, { type: "authentication_error", code: "verified_domain_required", detail });
}
