import { createHash } from "node:crypto";

import type { FleetOrganization } from "./expand.ts";

/** A text that is the same as long as the file says the same of an organization, and its template is the same. */
export function fingerprintOf(organization: FleetOrganization): string {
  const { key, template, folder, templateHash, engine, values, credential } = organization;
  const ordered = Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const said = JSON.stringify([key, template, folder, templateHash, engine.name, ordered, credential]);
  return createHash("sha256").update(said).digest("hex").slice(0, 32);
}
