import { importable, list, type Reporter } from "../../../driver/driver.ts";
import { isRecord, type Values } from "../../../model/json-value.ts";
import { UNKNOWN } from "../../../model/unknown.ts";
import type { Message } from "../../../grpc/messages.ts";
import type { Request } from "./protocol.ts";
import type { Account } from "./account.ts";
import { typeBytes } from "./attribute-types.ts";
import { scopeIn, scopeParts } from "./data-sources.ts";
import { printed } from "../../../model/messages.ts";
import { snakeName } from "../../../model/names.ts";
import type { ResourceSchema } from "./resource-schema.ts";
import { storable } from "./stored-secrets.ts";
import { identityData } from "./stored-state.ts";
import { decodeValue, encodeValue } from "./values.ts";

/** The attributes of a `list` block's `config` block: the scope of the list. */
export function listSchema(schema: ResourceSchema): Message {
  const attributes = scopeParts(schema.definition).map((part) => ({
    name: snakeName(part),
    type: typeBytes({ kind: "string" }),
    optional: true,
    description: printed(schema.attributes.find(({ name }) => name === part)?.doc ?? "", schema.spelling),
  }));
  const description = `Finds every existing ${schema.typeName}, for import.`;
  return { version: 0, block: { attributes, description } };
}

/** The context of a listing. */
export interface ListCall {
  readonly schema: ResourceSchema;
  readonly account: Account;
  readonly report: Reporter;
  readonly signal: AbortSignal;
  readonly send: (event: Message) => void;
}

/** Sends one event for each object; a listing is read once, however many ask. */
export async function listResource(request: Request<"ListResource">, call: ListCall): Promise<void> {
  const { schema, account, report, signal, send } = call;
  const config = decodeValue(request.config);
  const block: Values = isRecord(config) ? config : {};
  if (Object.values(block).includes(UNKNOWN))
    throw new Error(`The list of ${schema.typeName} depends on a value that isn't known yet`);
  const scope = scopeIn(schema, "list", block, account.organizationId);
  const found = await list(schema.definition, scope, account.context(schema, report, signal));
  const limit = request.limit;
  for (const { id, name, values } of limit > 0 ? found.slice(0, limit) : found) {
    const object = storable(schema, account, schema.toTerraform(importable(schema.definition, values), id));
    const isWanted = request.includeResourceObject;
    send({
      identity: identityData(schema, values),
      displayName: name,
      ...(isWanted ? { resourceObject: encodeValue(object) } : {}),
    });
  }
}
