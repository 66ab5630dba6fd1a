import { MessageTable } from "../../../grpc/messages.ts";

/**
 * The used messages of the engine's service for policy packs.
 *
 * @source pulumi proto/analyzer.proto, read 2026-11-26 in the generated messages of `@pulumi/pulumi` 3.248.0
 */
const TABLE = `
  Empty
  PluginInfo version=1:string
  AnalyzeRequest type=1:string properties=2:Struct urn=3:string name=4:string
  AnalyzeResponse diagnostics=2:AnalyzeDiagnostic*
  AnalyzeDiagnostic policyName=1:string policyPackName=2:string policyPackVersion=3:string description=4:string message=5:string enforcementLevel=7:int32 urn=8:string severity=9:int32
  AnalyzerInfo name=1:string displayName=2:string policies=3:PolicyInfo* version=4:string supportsConfig=5:bool
  PolicyInfo name=1:string displayName=2:string description=3:string message=4:string enforcementLevel=5:int32 policyType=7:int32 severity=8:int32
  RemediateResponse
  AnalyzerHandshakeResponse
  AnalyzerStackConfigureResponse
`;

/** Encodes and decodes them. */
export const ANALYZER_MESSAGES = new MessageTable(TABLE);

/** How the engine takes what breaks a policy: it warns, or fails. @source analyzer.proto, EnforcementLevel */
export const ENFORCEMENT = { advisory: 0, mandatory: 1 } as const;

/** @source analyzer.proto, PolicySeverity */
export const PACK_SEVERITY = { low: 1, medium: 2, high: 3 } as const;

/** A policy that judges one resource. @source analyzer.proto, PolicyType */
export const RESOURCE_POLICY = 1;
