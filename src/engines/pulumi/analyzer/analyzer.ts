import type { Values } from "../../../model/json-value.ts";
import type { Calls } from "../../../grpc/server.ts";
import { fromEngine, markedTextsIn } from "../plugin/values.ts";
import { ANALYZER_MESSAGES, ENFORCEMENT, PACK_SEVERITY, RESOURCE_POLICY } from "./protocol.ts";

/** A policy of a pack. */
export interface PackPolicy {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly remedy: string;
  /** Whether what breaks it fails the update; else the engine warns. */
  readonly isMandatory: boolean;
  readonly severity: keyof typeof PACK_SEVERITY;
}

/** A resource of the program, as the engine shows it to a pack. */
export interface ProgramResource {
  readonly type: string;
  readonly urn: string;
  readonly name: string;
  /** Unknown values have the model's sign. Secrets are in plain text: see `hidden`. */
  readonly properties: Values;
  /** Every string in values that the engine marks as secret. No message can contain one. */
  readonly hidden: readonly string[];
}

/** A rule that a resource breaks. */
export interface PackFinding {
  readonly policy: PackPolicy;
  readonly message: string;
}

/** A policy pack, whatever judges in it. */
export interface Pack {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly policies: readonly PackPolicy[];
  /** What the pack leaves out of its policy file, as sentences that the engine prints once. */
  readonly notes: readonly string[];
  judge(resource: ProgramResource): readonly PackFinding[];
}

/**
 * The calls that the engine sends to a pack. Resources are checked one by one, as the program registers them.
 *
 * @param pack - loaded by the first call; the engine prints its error
 */
export function analyzerCalls(pack: () => Promise<Pack>): Calls {
  const encode = (type: string, message: Record<string, unknown>) => ANALYZER_MESSAGES.encode(type, message);
  const nothing = (type: string) => (): Promise<Uint8Array> => Promise.resolve(encode(type, {}));
  return {
    "/pulumirpc.Analyzer/Handshake": nothing("AnalyzerHandshakeResponse"),
    "/pulumirpc.Analyzer/ConfigureStack": nothing("AnalyzerStackConfigureResponse"),
    "/pulumirpc.Analyzer/Configure": nothing("Empty"),
    "/pulumirpc.Analyzer/Cancel": nothing("Empty"),
    "/pulumirpc.Analyzer/Remediate": nothing("RemediateResponse"),
    "/pulumirpc.Analyzer/AnalyzeStack": nothing("AnalyzeResponse"),
    "/pulumirpc.Analyzer/GetPluginInfo": async () => encode("PluginInfo", { version: (await pack()).version }),
    "/pulumirpc.Analyzer/GetAnalyzerInfo": async () => encode("AnalyzerInfo", infoOf(await pack())),
    "/pulumirpc.Analyzer/Analyze": async (request) => {
      const { type, urn, name, properties = {} } = ANALYZER_MESSAGES.decode("AnalyzeRequest", request);
      const loaded = await pack();
      const opened = fromEngine(properties);
      const resource = { type, urn, name, properties: opened.values, hidden: markedTextsIn(opened) };
      const found = loaded.judge(resource);
      return encode("AnalyzeResponse", { diagnostics: found.map((one) => diagnosticOf(one, urn, loaded)) });
    },
  };
}

function infoOf({ name, title, version, policies }: Pack): Record<string, unknown> {
  return {
    name,
    displayName: title,
    version,
    policies: policies.map((policy) => ({
      name: policy.name,
      displayName: policy.title,
      description: policy.description,
      message: policy.remedy,
      policyType: RESOURCE_POLICY,
      ...gravityOf(policy),
    })),
  };
}

const gravityOf = ({ isMandatory, severity }: PackPolicy) => ({
  enforcementLevel: isMandatory ? ENFORCEMENT.mandatory : ENFORCEMENT.advisory,
  severity: PACK_SEVERITY[severity],
});

function diagnosticOf({ policy, message }: PackFinding, urn: string, pack: Pack): Record<string, unknown> {
  return {
    policyName: policy.name,
    policyPackName: pack.name,
    policyPackVersion: pack.version,
    description: policy.title,
    message,
    urn,
    ...gravityOf(policy),
  };
}
