import type { Api } from "../client/client.ts";
import { UsageError } from "./usage-error.ts";

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

/** An ID that no organization has, for a check of other values. */
export const NO_ORGANIZATION = "00000000-0000-0000-0000-000000000000";

/** Whether a text is an id already. */
export function isOrganizationId(text: string): boolean {
  return ID.test(text);
}

/**
 * The id of the organization that somebody names by id, slug or name.
 *
 * @throws UsageError if the key sees no such organization, or several with that name
 */
export async function organizationIdOf(text: string, api: Pick<Api, "organizations">): Promise<string> {
  if (isOrganizationId(text)) return text;
  const all = await api.organizations.list().all();
  const bySlug = all.filter(({ slug }) => slug === text);
  const found = bySlug.length > 0 ? bySlug : all.filter(({ name }) => name === text);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first.id;
  const shown = (found.length > 1 ? found : all).map(({ id, slug, name }) => `${name} (${slug}, ${id})`).join(", ");
  const fact = found.length > 1 ? "More than one organization has" : "The key sees no organization of";
  throw new UsageError(
    `${fact} the ID, slug, or name ${JSON.stringify(text)}; ${found.length > 1 ? "they are" : "it sees"} ${shown || "none"}.`,
  );
}
