import { createHash } from "node:crypto";

import type { FleetOrganization } from "./expand.ts";

/** Version of the provider that a fleet starts for an organization; empty if its engine finds a provider itself. */
export const providerOf = ({ engine, sharesProvider }: Pick<FleetOrganization, "engine" | "sharesProvider">): string =>
  (sharesProvider ? engine.providerVersion : undefined) ?? "";

/** A hash that stays the same until the organization's part of the file, its template, or the provider changes. */
export function fingerprintOf(organization: FleetOrganization): string {
  const { key, template, folder, templateHash, engine, values, credential, sharesProvider } = organization;
  const ordered = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const said = JSON.stringify([
    key,
    template,
    folder,
    templateHash,
    engine.name,
    ordered,
    credential,
    providerOf({ engine, sharesProvider }),
  ]);
  return createHash("sha256").update(said).digest("hex").slice(0, 32);
}
