import { hasQuirk } from "../../dialects.ts";
import { ServiceError } from "../../pipeline/service-error.ts";
import type { World } from "../../world.ts";

const DEFAULT_NAME = "Default project";

const folded = (name: string): string => name.trim().toLowerCase();

function namesIn(world: World, organization: string, but?: string): Set<string> {
  const rows = world.store.tables.projects.where({ organization });
  return new Set(rows.filter(({ id }) => id !== but).map(({ name }) => folded(name)));
}

/** The name of a project that is created without one. @source service 2026-09, projects.md, Writable fields */
export function freeName(world: World, organization: string): string {
  if (!hasQuirk(world.dialect, "projectNameIsPickedFree")) return DEFAULT_NAME;
  const taken = namesIn(world, organization);
  let name = DEFAULT_NAME;
  for (let number = 2; taken.has(folded(name)); number += 1) name = `${DEFAULT_NAME} ${number}`;
  return name;
}

/**
 * Refuses the name of another project, even of one that is being deleted.
 * @source service 2026-09, projects.md, Rules
 */
export function checkName(world: World, organization: string, name: unknown, own?: { id: string; name: string }): void {
  if (typeof name !== "string" || name === own?.name) return;
  if (!hasQuirk(world.dialect, "projectNamesAreUnique")) return;
  if (!namesIn(world, organization, own?.id).has(folded(name))) return;
  const detail = `There is already a project called "${name}" in this organization. Choose a different name.`;
  throw new ServiceError(409, { type: "server_error", code: "conflict", detail });
}
