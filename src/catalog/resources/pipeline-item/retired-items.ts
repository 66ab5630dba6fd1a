import { aTypeName, message } from "../../../model/messages.ts";
import type { Api } from "../../../client/client.ts";
import type { ListOf } from "../../../model/resource-reference.ts";
import type { Guard } from "../../../model/guard.ts";
import { containsUnknown } from "../../../model/unknown.ts";
import { organization } from "../organization/organization.ts";

/** Name of the routes of pipeline items, whose removal the service has announced. @source service 2026-09, plugins.md */
export const PIPELINE_ITEMS = "pipeline items";

/** @source service 2026-09, hog-functions.md, mapping */
export const SUCCESSOR = message`Declare ${aTypeName("HogFunction")} in each project instead, of the type destination, transformation, site_app, or source_webhook.`;

/**
 * Refuses in the preview to create an item if the service no longer has any. The shared list, which is read anyway,
 * shows that.
 *
 * @param items - the resource whose list shows the version
 */
export function retiredGuard<Wire>(items: () => ListOf<Wire, "organizationId">): Guard<Api, Wire> {
  return {
    on: ["create"],
    inPreview: true,
    needsObject: false,
    refuse: async ({ inputs }, _wire, ask) => {
      const { organizationId } = inputs;
      if (typeof organizationId !== "string" || containsUnknown(inputs)) return undefined;
      const { call } = ask();
      if (await call.hasList(items(), { organizationId })) return undefined;
      // A read of the organization with the same key shows whether the response comes from the service.
      const home = await call.known(organization, { organizationId });
      return home === undefined ? undefined : message`This service no longer has pipeline items. ${SUCCESSOR}`;
    },
  };
}
