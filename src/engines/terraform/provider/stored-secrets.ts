import { plannedOnce } from "../../../driver/driver.ts";
import type { Values } from "../../../model/json-value.ts";
import { snakeName } from "../../../model/names.ts";
import { type Diagnostic, errorFrom } from "./diagnostics.ts";
import type { PlannedObject } from "./plan-change.ts";
import type { ResourceSchema } from "./resource-schema.ts";
import { attributeIn, type WriteOnlyInput } from "./write-only.ts";

/** The setting of the provider's block that keeps secrets out of states; the other engine encrypts them, so it has none. */
export const STORE_SECRETS = "store_secrets";

/** Whether states can contain secrets. */
export interface SecretPolicy {
  readonly storesSecrets: boolean;
}

/** An engine's object in its stored form: if states contain no secrets, without those that the service decides. */
export function storable({ outputs }: ResourceSchema, { storesSecrets }: SecretPolicy, object: Values): Values {
  const hidden = storesSecrets ? [] : outputs.filter(({ secret }) => secret);
  return { ...object, ...Object.fromEntries(hidden.map(({ attribute }) => [attribute, null])) };
}

/** The parts of a planned object that no state can contain, although the configuration declares them. */
export function secretProblems(
  schema: ResourceSchema,
  { storesSecrets }: SecretPolicy,
  config: Values,
  { inputs, values }: { readonly inputs: Values } & Pick<PlannedObject, "values">,
): Diagnostic[] {
  if (storesSecrets) return [];
  const { definition, typeName, writeOnly } = schema;
  const title = `This ${typeName} would have a secret in the state`;
  const given = writeOnly.filter((input) => (attributeIn(input, "stored", config) ?? null) !== null);
  const lost = plannedOnce(definition, inputs, values);
  return [
    ...given.map((input) => errorFrom(`${title}\n${inPlaceOf(input)}`, input.path[0])),
    ...(lost === undefined ? [] : [errorFrom(`${title}\n${neverStoredText(snakeName(lost))}`)]),
  ];
}

function inPlaceOf({ around, stored, value, version }: WriteOnlyInput): string {
  return (
    `${[...around, stored].join(".")} would be stored, and ${STORE_SECRETS} of the provider is false. ` +
    `Set ${value} and ${version} instead.`
  );
}

function neverStoredText(output: string): string {
  return (
    `The service shows ${output} only once, when it's created. ${STORE_SECRETS} of the provider is false, so nobody ` +
    "could ever read it. Create it in the service's web interface, or declare this resource with another provider block that stores secrets."
  );
}
