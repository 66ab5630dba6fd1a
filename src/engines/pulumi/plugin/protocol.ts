import { callNames, MessageTable } from "../../../grpc/messages.ts";
import type { Received } from "../../../grpc/message-types.ts";

/**
 * The used messages of the engine's protocol, with the numbers of their fields.
 *
 * Other fields are ignored in received messages. A contract test compares every line with the messages that the SDK
 * publishes.
 *
 * @source pulumi proto/provider.proto, plugin.proto, engine.proto; google/rpc/status.proto; read 2026-11-21 in the
 *   generated messages of `@pulumi/pulumi` 3.248.0
 */
const TABLE = `
  Empty
  Any typeUrl=1:string value=2:bytes
  Status code=1:int32 message=2:string details=3:Any*
  PluginInfo version=1:string
  PluginAttach address=1:string
  LogRequest severity=1:int32 message=2:string urn=3:string streamId=4:int32 ephemeral=5:bool
  ProviderHandshakeRequest engineAddress=1:string invokeWithPreview=7:bool
  ProviderHandshakeResponse acceptSecrets=1:bool acceptResources=2:bool acceptOutputs=3:bool
  GetSchemaRequest version=1:int32
  GetSchemaResponse schema=1:string
  ConfigureRequest variables=1:map<string> args=2:Struct
  ConfigureResponse acceptSecrets=1:bool supportsPreview=2:bool acceptResources=3:bool acceptOutputs=4:bool
  CheckFailure property=1:string reason=2:string
  CheckRequest urn=1:string olds=2:Struct news=3:Struct
  CheckResponse inputs=1:Struct failures=2:CheckFailure*
  PropertyDiff kind=1:int32 inputDiff=2:bool
  DiffRequest id=1:string urn=2:string olds=3:Struct news=4:Struct oldInputs=6:Struct
  DiffResponse replaces=1:string* stables=2:string* deleteBeforeReplace=3:bool changes=4:int32 diffs=5:string* detailedDiff=6:map<PropertyDiff> hasDetailedDiff=7:bool
  CreateRequest urn=1:string properties=2:Struct preview=4:bool
  CreateResponse id=1:string properties=2:Struct
  ReadRequest id=1:string urn=2:string properties=3:Struct inputs=4:Struct
  ReadResponse id=1:string properties=2:Struct inputs=3:Struct
  UpdateRequest id=1:string urn=2:string olds=3:Struct news=4:Struct preview=7:bool oldInputs=8:Struct
  UpdateResponse properties=1:Struct
  DeleteRequest id=1:string urn=2:string properties=3:Struct oldInputs=5:Struct
  ErrorResourceInitFailed id=1:string properties=2:Struct reasons=3:string* inputs=4:Struct
  InvokeRequest tok=1:string args=2:Struct preview=7:bool
  InvokeResponse return=1:Struct failures=2:CheckFailure*
  ListRequest token=1:string query=2:Struct limit=3:int64
  ListResult id=1:string name=2:string
  ListResponse computed=1:Empty result=2:ListResult
`;

export const MESSAGES = new MessageTable(TABLE);

/** The provider's service: the messages of each call. @source pulumi proto/provider.proto, ResourceProvider */
export const CALLS = {
  Handshake: ["ProviderHandshakeRequest", "ProviderHandshakeResponse"],
  GetPluginInfo: ["Empty", "PluginInfo"],
  GetSchema: ["GetSchemaRequest", "GetSchemaResponse"],
  CheckConfig: ["CheckRequest", "CheckResponse"],
  DiffConfig: ["DiffRequest", "DiffResponse"],
  Configure: ["ConfigureRequest", "ConfigureResponse"],
  Check: ["CheckRequest", "CheckResponse"],
  Diff: ["DiffRequest", "DiffResponse"],
  Create: ["CreateRequest", "CreateResponse"],
  Read: ["ReadRequest", "ReadResponse"],
  Update: ["UpdateRequest", "UpdateResponse"],
  Delete: ["DeleteRequest", "Empty"],
  Invoke: ["InvokeRequest", "InvokeResponse"],
  List: ["ListRequest", "ListResponse"],
  Cancel: ["Empty", "Empty"],
  Attach: ["PluginAttach", "Empty"],
} as const satisfies Readonly<Record<string, readonly [request: string, response: string]>>;

/** The name of a call. */
export type CallName = keyof typeof CALLS;

/** All of them. */
export const CALL_NAMES = callNames(CALLS);

/** The request of a call, in decoded form. */
export type Request<Name extends CallName> = Received<typeof TABLE, (typeof CALLS)[Name][0]>;

/** The path under which the engine asks for a call. */
export function pathOf(call: CallName): string {
  return `/pulumirpc.ResourceProvider/${call}`;
}

/** Whether there are changes. @source pulumi proto/provider.proto, DiffResponse.DiffChanges */
export const CHANGES = { none: 1, some: 2 } as const;

/** The change of one property. @source pulumi proto/provider.proto, PropertyDiff.Kind */
export const KIND = { add: 0, addReplace: 1, delete: 2, deleteReplace: 3, update: 4, updateReplace: 5 } as const;

/** How grave a message is. @source pulumi proto/engine.proto, LogSeverity */
export const SEVERITY = { info: 1, warning: 2, error: 3 } as const;

/** The path of the engine's log. @source pulumi proto/engine.proto, Engine */
export const LOG_PATH = "/pulumirpc.Engine/Log";

/** How the type of a detail is written in a status. */
export function detailType(message: string): string {
  return `type.googleapis.com/pulumirpc.${message}`;
}
