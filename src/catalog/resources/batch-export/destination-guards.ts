import type { Api } from "../../../client/client.ts";
import type { BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { Guard, GuardContext } from "../../../model/guard.ts";
import { isRecord, sameValue, type Values } from "../../../model/json-value.ts";
import { fieldRef, message, type Text } from "../../../model/messages.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import { declaredBy } from "./batch-export-blocks.ts";
import { destinationType, OLD_S3 } from "./batch-export-types.ts";
import { isOfNewerService } from "./batch-export-settings.ts";
import { sameDestination } from "./batch-export-destination.ts";

const WAY_OUT = message`Declare ${fieldRef("destination.awsS3")} or ${fieldRef("destination.s3Compatible")} with the number of an integration of the project that holds the keys`;

/**
 * Refuses in the preview what the service of 2026 refuses: creating an export to S3, creating an export without an
 * integration, and changing an older export to S3.
 *
 * Pausing is allowed. The lists, which are read anyway, show the version of the service.
 *
 * @param exports - the resource whose lists show the version
 * @source service 2026-09, batch-exports.md, destination object
 */
export function destinationGuards(
  exports: () => ListOf<BatchExportWire, "organizationId">,
): Guard<Api, BatchExportWire>[] {
  return [
    {
      on: ["create"],
      inPreview: true,
      needsObject: false,
      refuse: async ({ inputs }, _wire, ask) => {
        const { organizationId } = inputs;
        const why = whyNotCreated(inputs);
        if (why === undefined || typeof organizationId !== "string") return undefined;
        return (await ask().call.hasList(exports(), { organizationId })) ? undefined : why;
      },
    },
    { on: ["update"], inPreview: true, needsObject: true, refuse: whyNotChanged },
  ];
}

/** Why a newer service refuses to create an export. */
function whyNotCreated({ destination }: Values): Text | undefined {
  const declared = declaredBy(destination);
  if (declared === undefined || !isRecord(destination)) return undefined;
  const { type, integrationId, block } = declared;
  if (type === OLD_S3) return message`This service no longer creates exports of the type S3. ${WAY_OUT}.`;
  const isOpen = destination[block] === UNKNOWN;
  if (isOpen || integrationId !== undefined || destinationType(String(type))?.requiredLinked === undefined)
    return undefined;
  const link = fieldRef(`destination.${block}.integrationId`);
  return message`This service creates an export of the type ${String(type)} only with an integration, which holds the credentials. Set ${link}, and remove the credentials.`;
}

function whyNotChanged({ inputs, state = {} }: GuardContext, wire: BatchExportWire | undefined): Text | undefined {
  const isOld = wire !== undefined && wire.destination.type === OLD_S3 && isOfNewerService(wire);
  if (!isOld || !changesMore(inputs, state)) return undefined;
  return message`This service no longer changes exports of the type S3. It only reads, pauses, backfills, and deletes them. ${WAY_OUT}: that replaces the export. Or restore the earlier declaration.`;
}

/** Inputs whose change doesn't update the export's row. */
const IGNORED_INPUTS: ReadonlySet<string> = new Set(["paused", "allowDuplicateName", "adopt"]);

function changesMore(inputs: Values, state: Values): boolean {
  return Object.keys(inputs).some((name) => {
    if (IGNORED_INPUTS.has(name) || inputs[name] === undefined) return false;
    if (name === "destination" && isRecord(inputs[name]) && isRecord(state[name])) {
      return !sameValue(sameDestination(inputs[name]), sameDestination(state[name]));
    }
    // Secrets that the state lacks count as current.
    const isSecret = name.startsWith("destination.");
    return !(isSecret && state[name] === undefined) && !sameValue(inputs[name], state[name]);
  });
}
