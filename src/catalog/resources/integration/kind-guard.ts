import { type Api, isServiceOf2026 } from "../../../client/client.ts";
import type { IntegrationWire } from "../../../client/integrations.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { Guard, ServiceContext } from "../../../model/guard.ts";
import type { Values } from "../../../model/json-value.ts";
import { fieldName, message, type Text, typeName } from "../../../model/messages.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { organization } from "../organization/organization.ts";
import { organizationOf } from "../project/project-scope.ts";
import type { IntegrationBlock } from "./integration-kinds.ts";
import { blockIn, type IntegrationRows, wordOf } from "./integration-wire.ts";

/** The 2025 equivalents of today's blocks. @source service 2025-08, newer facts, integrations */
const OF_2025: readonly IntegrationBlock[] = ["twilio"];

/**
 * Refuses in the preview a kind that the service doesn't have yet.
 *
 * @param integrations - the resource whose list shows the version of the service, if it has any rows
 */
export function kindGuard(integrations: () => ListOf<IntegrationRows, "projectId">): Guard<Api, IntegrationRows> {
  return {
    on: ["create"],
    inPreview: true,
    needsObject: false,
    isAsked: ({ inputs }) => !OF_2025.includes(blockIn(inputs)?.block ?? "twilio"),
    refuse: ({ inputs }, _wire, ask) => whyNoKind(inputs, integrations(), ask()),
  };
}

async function whyNoKind(
  inputs: Values,
  integrations: ListOf<IntegrationRows, "projectId">,
  ask: ServiceContext<Api>,
): Promise<Text | undefined> {
  const { projectId } = inputs;
  const given = blockIn(inputs);
  if (given === undefined || typeof projectId !== "string" || containsUnknown(projectId)) return undefined;
  const rows = await ask.call.shown<IntegrationRows, "projectId">(integrations, { projectId });
  const [first] = rows;
  if (first === undefined ? await isNewer(projectId, ask) : isRowOf2026(first.current)) return undefined;
  return message`This service has no integrations of the kind ${JSON.stringify(wordOf(given.block))} yet: the kinds for batch exports and ${fieldName("email")} addresses came in 2026.\nUntil the service is upgraded, declare the credentials in the ${typeName("BatchExport")} itself, and set up mail in the service's web interface.`;
}

/** @source service 2026-09, integrations.md, fields */
const isRowOf2026 = (row: IntegrationWire): boolean => row["installation_status"] !== undefined;

/**
 * Whether the service is newer. If it doesn't show the organization, that's unknown, and the service refuses the
 * request itself.
 */
async function isNewer(projectId: string, ask: ServiceContext<Api>): Promise<boolean> {
  const organizationId = await organizationOf(projectId, ask);
  const home = organizationId === undefined ? undefined : await ask.call.known(organization, { organizationId });
  return home === undefined || isServiceOf2026(home);
}
