import type { AnyResource } from "../../../model/definition.ts";
import { snakeName } from "../../../model/names.ts";

/** The name under which users address the provider. */
export const PROVIDER_NAME = "orgform";

/** The type of a resource: `orgform_domain_sso`. */
export function typeNameOf(definition: Pick<AnyResource, "name">): string {
  return `${PROVIDER_NAME}_${snakeName(definition.name)}`;
}
