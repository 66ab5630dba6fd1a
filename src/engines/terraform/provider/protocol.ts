import { callNames, MessageTable } from "../../../grpc/messages.ts";
import type { Received } from "../../../grpc/message-types.ts";

/**
 * The used messages of the engine's plugin protocol, version 6, with the numbers of their fields.
 *
 * Other fields are ignored in received messages, so newer engines can send more. Enumerations are `int32`. The messages
 * of one call are named `<Call>Request` and `<Call>Response`.
 *
 * @source terraform docs/plugin-protocol/tfplugin6.10.proto, read 2026-11-21; grpc/health/v1/health.proto
 */
const TABLE = `
  Empty
  HealthResponse status=1:int32
  DynamicValue msgpack=1:bytes json=2:bytes
  Step attributeName=1:string? elementKeyString=2:string? elementKeyInt=3:int64?
  AttributePath steps=1:Step*
  Diagnostic severity=1:int32 summary=2:string detail=3:string attribute=4:AttributePath
  RawState json=1:bytes
  IdentityAttribute name=1:string type=2:bytes requiredForImport=3:bool optionalForImport=4:bool description=5:string
  IdentitySchema version=1:int64 attributes=2:IdentityAttribute*
  IdentityData data=1:DynamicValue
  NestedType attributes=1:Attribute* nesting=3:int32
  Attribute name=1:string type=2:bytes description=3:string required=4:bool optional=5:bool computed=6:bool sensitive=7:bool deprecated=9:bool nestedType=10:NestedType writeOnly=11:bool
  Block version=1:int64 attributes=2:Attribute* description=4:string deprecated=6:bool
  Schema version=1:int64 block=2:Block
  ActionSchema schema=1:Schema
  Parameter name=1:string type=2:bytes description=5:string
  Return type=1:bytes
  Function parameters=1:Parameter* return=3:Return summary=4:string description=5:string
  FunctionError text=1:string functionArgument=2:int64?
  ClientCapabilities deferralAllowed=1:bool writeOnlyAttributesAllowed=2:bool
  ServerCapabilities planDestroy=1:bool getProviderSchemaOptional=2:bool moveResourceState=3:bool
  GetProviderSchemaResponse provider=1:Schema resourceSchemas=2:map<Schema> dataSourceSchemas=3:map<Schema> diagnostics=4:Diagnostic* serverCapabilities=6:ServerCapabilities functions=7:map<Function> ephemeralResourceSchemas=8:map<Schema> listResourceSchemas=9:map<Schema> actionSchemas=11:map<ActionSchema>
  GetResourceIdentitySchemasResponse identitySchemas=1:map<IdentitySchema> diagnostics=2:Diagnostic*
  ValidateProviderConfigRequest config=1:DynamicValue
  ValidateProviderConfigResponse diagnostics=2:Diagnostic*
  ConfigureProviderRequest terraformVersion=1:string config=2:DynamicValue
  ConfigureProviderResponse diagnostics=1:Diagnostic*
  ValidateConfigRequest typeName=1:string config=2:DynamicValue clientCapabilities=3:ClientCapabilities
  ValidateConfigResponse diagnostics=1:Diagnostic*
  UpgradeResourceStateRequest typeName=1:string version=2:int64 rawState=3:RawState
  UpgradeResourceStateResponse upgradedState=1:DynamicValue diagnostics=2:Diagnostic*
  UpgradeResourceIdentityRequest typeName=1:string version=2:int64 rawIdentity=3:RawState
  UpgradeResourceIdentityResponse upgradedIdentity=1:IdentityData diagnostics=2:Diagnostic*
  ReadResourceRequest typeName=1:string currentState=2:DynamicValue private=3:bytes currentIdentity=6:IdentityData
  ReadResourceResponse newState=1:DynamicValue diagnostics=2:Diagnostic* private=3:bytes newIdentity=5:IdentityData
  PlanResourceChangeRequest typeName=1:string priorState=2:DynamicValue proposedNewState=3:DynamicValue config=4:DynamicValue priorPrivate=5:bytes priorIdentity=8:IdentityData
  PlanResourceChangeResponse plannedState=1:DynamicValue requiresReplace=2:AttributePath* plannedPrivate=3:bytes diagnostics=4:Diagnostic* plannedIdentity=7:IdentityData
  ApplyResourceChangeRequest typeName=1:string priorState=2:DynamicValue plannedState=3:DynamicValue config=4:DynamicValue plannedPrivate=5:bytes plannedIdentity=7:IdentityData
  ApplyResourceChangeResponse newState=1:DynamicValue private=2:bytes diagnostics=3:Diagnostic* newIdentity=5:IdentityData
  ImportResourceStateRequest typeName=1:string id=2:string identity=4:IdentityData
  ImportedResource typeName=1:string state=2:DynamicValue private=3:bytes identity=4:IdentityData
  ImportResourceStateResponse importedResources=1:ImportedResource* diagnostics=2:Diagnostic*
  ReadDataSourceRequest typeName=1:string config=2:DynamicValue
  ReadDataSourceResponse state=1:DynamicValue diagnostics=2:Diagnostic*
  MoveResourceStateRequest sourceProviderAddress=1:string sourceTypeName=2:string sourceSchemaVersion=3:int64 sourceState=4:RawState targetTypeName=5:string sourcePrivate=6:bytes
  MoveResourceStateResponse targetState=1:DynamicValue diagnostics=2:Diagnostic* targetPrivate=3:bytes targetIdentity=4:IdentityData
  ListResourceRequest typeName=1:string config=2:DynamicValue includeResourceObject=3:bool limit=4:int64
  ListResourceEvent identity=1:IdentityData displayName=2:string resourceObject=3:DynamicValue diagnostic=4:Diagnostic*
  OpenEphemeralResourceRequest typeName=1:string config=2:DynamicValue
  OpenEphemeralResourceResponse diagnostics=1:Diagnostic* result=3:DynamicValue
  EphemeralResourceRequest typeName=1:string
  EphemeralResourceResponse diagnostics=1:Diagnostic*
  CallFunctionRequest name=1:string arguments=2:DynamicValue*
  CallFunctionResponse result=1:DynamicValue error=2:FunctionError
  PlanActionRequest actionType=1:string config=2:DynamicValue
  PlanActionResponse diagnostics=1:Diagnostic*
  InvokeActionRequest actionType=1:string config=2:DynamicValue
  ActionProgress message=1:string
  ActionCompleted diagnostics=1:Diagnostic*
  InvokeActionEvent progress=1:ActionProgress completed=2:ActionCompleted
  StopProviderResponse error=1:string
`;

export const MESSAGES = new MessageTable(TABLE);

/** The provider's service: the messages of each call that is served; every other call is answered UNIMPLEMENTED. */
export const CALLS = {
  GetProviderSchema: ["Empty", "GetProviderSchemaResponse"],
  GetResourceIdentitySchemas: ["Empty", "GetResourceIdentitySchemasResponse"],
  ValidateProviderConfig: ["ValidateProviderConfigRequest", "ValidateProviderConfigResponse"],
  ConfigureProvider: ["ConfigureProviderRequest", "ConfigureProviderResponse"],
  ValidateResourceConfig: ["ValidateConfigRequest", "ValidateConfigResponse"],
  ValidateDataResourceConfig: ["ValidateConfigRequest", "ValidateConfigResponse"],
  UpgradeResourceState: ["UpgradeResourceStateRequest", "UpgradeResourceStateResponse"],
  UpgradeResourceIdentity: ["UpgradeResourceIdentityRequest", "UpgradeResourceIdentityResponse"],
  ReadResource: ["ReadResourceRequest", "ReadResourceResponse"],
  PlanResourceChange: ["PlanResourceChangeRequest", "PlanResourceChangeResponse"],
  ApplyResourceChange: ["ApplyResourceChangeRequest", "ApplyResourceChangeResponse"],
  ImportResourceState: ["ImportResourceStateRequest", "ImportResourceStateResponse"],
  MoveResourceState: ["MoveResourceStateRequest", "MoveResourceStateResponse"],
  ReadDataSource: ["ReadDataSourceRequest", "ReadDataSourceResponse"],
  ValidateEphemeralResourceConfig: ["ValidateConfigRequest", "ValidateConfigResponse"],
  OpenEphemeralResource: ["OpenEphemeralResourceRequest", "OpenEphemeralResourceResponse"],
  RenewEphemeralResource: ["EphemeralResourceRequest", "EphemeralResourceResponse"],
  CloseEphemeralResource: ["EphemeralResourceRequest", "EphemeralResourceResponse"],
  ValidateListResourceConfig: ["ValidateConfigRequest", "ValidateConfigResponse"],
  ListResource: ["ListResourceRequest", "ListResourceEvent"],
  CallFunction: ["CallFunctionRequest", "CallFunctionResponse"],
  ValidateActionConfig: ["ValidateConfigRequest", "ValidateConfigResponse"],
  PlanAction: ["PlanActionRequest", "PlanActionResponse"],
  InvokeAction: ["InvokeActionRequest", "InvokeActionEvent"],
  StopProvider: ["Empty", "StopProviderResponse"],
} as const satisfies Readonly<Record<string, readonly [request: string, response: string]>>;

/** The name of a call. */
export type CallName = keyof typeof CALLS;

/** All of them. */
export const CALL_NAMES = callNames(CALLS);

/** The request of a call, in decoded form. */
export type Request<Name extends CallName> = Received<typeof TABLE, (typeof CALLS)[Name][0]>;

/** The path under which the engine asks for a call. */
export function pathOf(call: CallName): string {
  return `/tfplugin6.Provider/${call}`;
}

/** How grave a diagnostic is. @source tfplugin6.10.proto, Diagnostic.Severity */
export const SEVERITY = { error: 1, warning: 2 } as const;

/** How objects are nested in an attribute. @source tfplugin6.10.proto, Schema.Object.NestingMode */
export const NESTING = { single: 1, list: 2, map: 4 } as const;
