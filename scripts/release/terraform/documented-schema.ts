import { served } from "../../../src/app/served.ts";
import {
  identityPiece,
  PROVIDER_ADDRESS,
  providersSchema,
  type SchemaPiece,
  servedSchema,
} from "../../../src/engines/terraform/generator/schema-json.ts";
import { ResourceSchema } from "../../../src/engines/terraform/provider/resource-schema.ts";
import { isAction } from "../../../src/model/action.ts";

/** A provider's schema by kind, for the pages: the engine's JSON, with the identities. */
export type DocumentedSchema = Readonly<Record<string, SchemaPiece>>;

/** The provider's schema with the identities, which an engine gets through a separate call. */
export async function documentedSchema(): Promise<DocumentedSchema> {
  const own = providersSchema(await servedSchema()).provider_schemas[PROVIDER_ADDRESS];
  const schemas = served.filter((one) => !isAction(one)).map((one) => new ResourceSchema(one));
  const identities = schemas.map((schema) => [schema.typeName, identityPiece(schema.identityMessage())] as const);
  return { ...own, resource_identity_schemas: Object.fromEntries(identities) };
}
