import { type Api, isServiceOf2026 } from "../../../client/client.ts";
import type { BatchExportWire } from "../../../client/batch-exports/batch-export-wire.ts";
import type { OrganizationWire } from "../../../client/organizations.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { Guard } from "../../../model/guard.ts";
import { isRecord } from "../../../model/json-value.ts";
import { message } from "../../../model/messages.ts";
import { organization } from "../organization/organization.ts";

const ADD_ON = "data_pipelines";

/**
 * Warns in the preview that an organization lacks the add-on for batch exports, if it shows its features.
 *
 * Services since 2026 need no add-on. The lists, which are read anyway, show the version. Only the service checks
 * changes.
 *
 * @source service 2025-08, newer facts, batch exports; service 2026-09, batch-exports.md: no add-on any more
 */
export function addOnGuard(exports: () => ListOf<BatchExportWire, "organizationId">): Guard<Api, BatchExportWire> {
  return {
    on: ["create"],
    inPreview: true,
    needsObject: false,
    refuse: async ({ inputs }, _wire, ask) => {
      const { organizationId } = inputs;
      if (typeof organizationId !== "string") return undefined;
      const { call } = ask();
      if (!(await call.hasList(exports(), { organizationId }))) return undefined;
      const home = await call.known(organization, { organizationId });
      if (home === undefined || !lacksAddOn(home)) return undefined;
      return message`The organization lacks the add-on for data pipelines (${JSON.stringify(ADD_ON)} in its features), which this service requires for batch exports. The API key's scopes and the account's level don't matter for that.\nSubscribe to the add-on in the billing settings of the service's web interface, or remove the export from the program.`;
    },
  };
}

function lacksAddOn(home: OrganizationWire): boolean {
  const { available_product_features: features } = home;
  if (isServiceOf2026(home) || !Array.isArray(features)) return false;
  return features.every((one) => (isRecord(one) ? one["key"] : one) !== ADD_ON);
}
