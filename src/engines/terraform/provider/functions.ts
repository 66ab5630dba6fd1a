import { type AnyResource } from "../../../model/definition.ts";
import { formatId, parseId } from "../../../model/identity.ts";
import { isRecord } from "../../../model/json-value.ts";
import { printed, textOf } from "../../../model/messages.ts";
import type { Message } from "../../../grpc/messages.ts";
import { type AttributeType, typeBytes } from "./attribute-types.ts";
import { modelName, snakeName } from "../../../model/names.ts";
import { PROVIDER_NAME } from "./names.ts";
import type { Request } from "./protocol.ts";
import { terraformSpelling } from "./spelling.ts";
import { decodeValue, encodeValue } from "./values.ts";

const TEXT: AttributeType = { kind: "string" };
const TEXTS: AttributeType = { kind: "map", of: TEXT };

/** A failure that the engine shows at the argument of that index. */
class ArgumentError extends Error {
  readonly index: number;

  constructor(index: number, message: string) {
    super(message);
    this.name = "ArgumentError";
    this.index = index;
  }
}

interface ProviderFunction {
  readonly parameters: readonly { readonly name: string; readonly type: AttributeType; readonly doc: string }[];
  readonly result: AttributeType;
  readonly doc: string;
  readonly run: (definition: AnyResource, value: unknown) => unknown;
}

const TYPE_PARAMETER = { name: "type", type: TEXT, doc: "Type of the resource, such as orgform_domain." };

/** Pure conversions; nothing that asks the service is a function. */
const FUNCTIONS: Readonly<Record<string, ProviderFunction>> = {
  format_id: {
    parameters: [TYPE_PARAMETER, { name: "parts", type: TEXTS, doc: "Parts of the identity, by name." }],
    result: TEXT,
    doc: "Builds the ID string of a resource, as an import accepts it, from the parts of its identity.",
    run: (definition, value) => {
      const parts = isRecord(value) ? Object.entries(value).map(([name, part]) => [modelName(name), part]) : [];
      return formatId(definition.identity.parts, Object.fromEntries(parts) as Record<string, string>);
    },
  },
  parse_id: {
    parameters: [TYPE_PARAMETER, { name: "id", type: TEXT, doc: "The id string." }],
    result: TEXTS,
    doc: "Splits the ID string of a resource into the parts of its identity.",
    run: (definition, value) => {
      const parts = Object.entries(parseId(definition.identity.parts, String(value)));
      return Object.fromEntries(parts.map(([name, part]) => [snakeName(name), part]));
    },
  },
};

/** The functions as the schema shows them. */
export function functionMessages(): Record<string, Message> {
  const messages = Object.entries(FUNCTIONS).map(([name, { parameters, result, doc }]): [string, Message] => [
    name,
    {
      parameters: parameters.map((one) => ({ name: one.name, type: typeBytes(one.type), description: one.doc })),
      return: { type: typeBytes(result) },
      summary: doc,
      description: doc,
    },
  ]);
  return Object.fromEntries(messages);
}

/** Runs a function; a failure names the argument that is wrong. */
export function callFunction(
  request: Request<"CallFunction">,
  definitionOf: (typeName: string) => AnyResource | undefined,
): Message {
  try {
    return { result: encodeValue(run(request, definitionOf)) };
  } catch (error) {
    const text = printed(textOf(error), terraformSpelling());
    return { error: { text, functionArgument: error instanceof ArgumentError ? error.index : 1 } };
  }
}

function run(request: Request<"CallFunction">, definitionOf: (typeName: string) => AnyResource | undefined): unknown {
  const [typeName, value] = request.arguments.map(decodeValue);
  const own = FUNCTIONS[request.name];
  if (own === undefined) throw new Error(`${PROVIDER_NAME} has no function ${request.name}.`);
  const definition = definitionOf(String(typeName));
  if (definition === undefined) throw new ArgumentError(0, `There is no resource type ${String(typeName)}.`);
  return own.run(definition, value);
}
