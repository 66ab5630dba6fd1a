import { functions } from "../../src/catalog/functions/index.ts";
import { resources } from "../../src/catalog/resources/index.ts";
import { STATE_VERSION } from "../../src/model/definition.ts";
import { isRecord, sameValue, type Values } from "../../src/model/json-value.ts";
import { put } from "../../src/model/parts.ts";
import { containsUnknown, UNKNOWN } from "../../src/model/unknown.ts";
import { modelName, snakeName } from "../../src/model/names.ts";
import { typeNameOf } from "../../src/engines/terraform/provider/names.ts";
import { type CallName, CALLS, MESSAGES, pathOf } from "../../src/engines/terraform/provider/protocol.ts";
import { Provider, type ProviderOptions } from "../../src/engines/terraform/provider/provider.ts";
import { ID, type ResourceSchema } from "../../src/engines/terraform/provider/resource-schema.ts";
import { bookkeepingOf } from "../../src/engines/terraform/provider/stored-state.ts";
import { decodeValue, encodeValue } from "../../src/engines/terraform/provider/values.ts";
import { attributeIn } from "../../src/engines/terraform/provider/write-only.ts";
import type { Calls } from "../../src/grpc/server.ts";

type Record_ = Record<string, unknown>;

/** A diagnostic as the engine got it. */
export interface ShownDiagnostic {
  readonly severity: number;
  readonly summary: string;
  readonly detail: string;
  readonly path: string;
}

/** The severity of an error among diagnostics. */
const ERROR = 1;

/** What a call answered; diagnostics apart. */
export interface Answer {
  readonly message: Record_;
  readonly diagnostics: readonly ShownDiagnostic[];
}

/** @throws Error with the errors of an answer, if it has any */
export function passed({ diagnostics }: Pick<Answer, "diagnostics">): void {
  const errors = diagnostics.filter(({ severity }) => severity === ERROR);
  if (errors.length > 0) throw new Error(errors.map(({ summary, detail }) => `${summary}\n${detail}`).join("\n"));
}

/** An object as the engine keeps it: its values, and the provider's private bytes. */
export interface KeptObject {
  readonly object: Values | null;
  readonly private: Uint8Array;
  /** The identity as a message, where the engine knows it. */
  readonly identity?: unknown;
}

/** What the engine refuses an answer for, so that a test fails where the engine would. */
class BugInProvider extends Error {}

/**
 * The engine's side of the protocol, without its process: every call goes through the messages' bytes, and every
 * answer is held to the rules of the engine.
 *
 * @source terraform internal/plans/objchange: ProposedNew, AssertPlanValid, AssertObjectCompatible (read 2026-11-21)
 */
export class TerraformProcess {
  readonly provider: Provider;
  readonly diagnostics: ShownDiagnostic[] = [];
  readonly #calls: Calls;

  constructor(options: ProviderOptions) {
    this.provider = new Provider(options);
    this.#calls = this.provider.calls();
  }

  async call(name: CallName, request: Record_): Promise<Answer> {
    const [requestType, responseType] = CALLS[name];
    const bytes = MESSAGES.encode(requestType, request);
    const handler = this.#calls[pathOf(name)];
    const signal = new AbortController().signal;
    const answered = await handler?.(bytes, { signal, send: () => undefined });
    const message: Record_ = MESSAGES.decode(responseType, answered ?? new Uint8Array());
    const diagnostics = ((message["diagnostics"] as Record_[] | undefined) ?? []).map(shownOf);
    this.diagnostics.push(...diagnostics);
    return { message, diagnostics };
  }

  /** A call that is answered by a stream: its events. */
  async stream(name: CallName, request: Record_): Promise<Record_[]> {
    const [requestType, eventType] = CALLS[name];
    const events: Uint8Array[] = [];
    const call = { signal: new AbortController().signal, send: (event: Uint8Array) => void events.push(event) };
    const last = await this.#calls[pathOf(name)]?.(MESSAGES.encode(requestType, request), call);
    return [...events, ...(last === undefined ? [] : [last])].map((event) => MESSAGES.decode(eventType, event));
  }

  configure(settings: Values): Promise<Answer> {
    const block = Object.fromEntries(Object.entries(settings).map(([name, value]) => [snakeName(name), value]));
    return this.call("ConfigureProvider", { config: encodeValue(block) });
  }

  schema(resource: string): ResourceSchema {
    return this.provider.schemaOf(typeNameOf({ name: resource }));
  }

  async plan(schema: ResourceSchema, prior: KeptObject, config: Values | null): Promise<Answer & { planned: Values }> {
    const proposed = config === null ? null : proposedNew(schema, prior.object, config);
    const answer = await this.call("PlanResourceChange", {
      typeName: schema.typeName,
      priorState: encodeValue(prior.object),
      proposedNewState: encodeValue(proposed),
      config: encodeValue(config),
      priorPrivate: prior.private,
      priorIdentity: prior.identity,
    });
    const planned = decodeValue(answer.message["plannedState"]);
    if (isRecord(planned) && config !== null) assertPlanValid(schema, prior.object, config, planned);
    return { ...answer, planned: isRecord(planned) ? planned : {} };
  }

  /** @param config - what is declared, when it says more than the plan: values that no plan holds */
  async apply(
    schema: ResourceSchema,
    prior: KeptObject,
    planned: Values | null,
    config: Values | null = planned,
  ): Promise<Answer & KeptObject> {
    const answer = await this.call("ApplyResourceChange", {
      typeName: schema.typeName,
      priorState: encodeValue(prior.object),
      plannedState: encodeValue(planned),
      config: encodeValue(config),
      plannedPrivate: prior.private,
      plannedIdentity: prior.identity,
    });
    const object = decodeValue(answer.message["newState"]) as Values | null;
    assertApplied(planned, object, hasErrors(answer));
    assertNothingWriteOnly(schema, object);
    return { ...answer, object, private: answer.message["private"] as Uint8Array };
  }
}

/** Whether a call failed. */
export function hasErrors({ diagnostics }: Answer): boolean {
  return diagnostics.some(({ severity }) => severity === ERROR);
}

/** Model values as a configuration: what the service decides is left out. */
export function configOf(schema: ResourceSchema, inputs: Values): Record_ {
  const object = schema.toTerraform(inputs, null);
  for (const { name } of schema.outputs) object[snakeName(name)] = null;
  return object;
}

/** Model state as the engine would keep it. */
export function keptOf(schema: ResourceSchema, id: string, state: Values): KeptObject {
  return { object: schema.toTerraform(state, id), private: bookkeepingOf(schema, state) };
}

/** A kept object as model state. */
export function stateOf(schema: ResourceSchema, { object, private: bytes }: KeptObject): Record_ {
  const kept: unknown = bytes.length === 0 ? {} : JSON.parse(Buffer.from(bytes).toString("utf8"));
  return {
    ...schema.toModel(object ?? {}),
    ...(kept as object),
    [STATE_VERSION]: schema.definition.stateVersion,
  };
}

/** The configuration, with what state has where the provider may fill in. */
function proposedNew(schema: ResourceSchema, prior: Values | null, config: Values): Record_ {
  const proposed: Record_ = { ...config, [ID]: prior?.[ID] ?? UNKNOWN };
  for (const { name, decider } of schema.attributes) {
    const attribute = snakeName(name);
    if (config[attribute] !== null || (decider !== "computed" && decider !== "filled")) continue;
    proposed[attribute] = prior === null ? (decider === "computed" ? UNKNOWN : null) : prior[attribute];
  }
  return proposed;
}

/** A configuration as a plan may hold it. */
function withoutWriteOnly({ writeOnly }: ResourceSchema, config: Values): Values {
  return writeOnly.reduce<unknown>(
    (clean, input) =>
      attributeIn(input, "value", config) === undefined ? clean : put(clean, [...input.around, input.value], null),
    config,
  ) as Values;
}

function assertPlanValid(schema: ResourceSchema, prior: Values | null, given: Values, planned: Values): void {
  const config = withoutWriteOnly(schema, given);
  for (const { name, decider } of schema.attributes) {
    const attribute = snakeName(name);
    const [was, is, will] = [prior?.[attribute] ?? null, config[attribute] ?? null, planned[attribute]];
    if (will === undefined) throw new BugInProvider(`planned state lacks ${attribute}`);
    const isAllowed =
      sameValue(will, is) ||
      (is !== null && was !== null && sameValue(will, was)) ||
      (is === null && (decider === "computed" || decider === "filled"));
    if (!isAllowed) throw new BugInProvider(`invalid plan of ${attribute}: ${JSON.stringify([was, is, will])}`);
  }
  for (const input of schema.writeOnly) {
    const [will, is] = [planned, config].map((object) => attributeIn(input, "version", object) ?? null);
    if (!sameValue(will, is)) throw new BugInProvider(`invalid plan of ${input.version}`);
  }
  assertNothingWriteOnly(schema, planned);
}

function assertNothingWriteOnly(schema: ResourceSchema, object: Values | null): void {
  for (const input of object === null ? [] : schema.writeOnly) {
    if ((attributeIn(input, "value", object ?? {}) ?? null) !== null) {
      throw new BugInProvider(`${input.value} is write-only and has to be null`);
    }
  }
}

function assertApplied(planned: Values | null, object: Values | null, isFailed: boolean): void {
  if (containsUnknown(object)) throw new BugInProvider("an unknown value after apply");
  if (isFailed) return;
  if ((planned === null) !== (object === null)) throw new BugInProvider("an object came or went against the plan");
  for (const [attribute, value] of Object.entries(planned ?? {})) {
    if (!containsUnknown(value) && !sameValue(value, object?.[attribute])) {
      throw new BugInProvider(`inconsistent result after apply: ${attribute}`);
    }
  }
}

function shownOf(message: Record_): ShownDiagnostic {
  const steps = ((message["attribute"] as Record_ | undefined)?.["steps"] ?? []) as Record_[];
  return {
    severity: Number(message["severity"]),
    summary: String(message["summary"]),
    detail: String(message["detail"]),
    path: steps.map((step) => String(step["attributeName"])).join("."),
  };
}

/** A message in the words of the model, in which the tables speak of every engine. */
export function inModelWords(schema: ResourceSchema, { summary, detail }: ShownDiagnostic): string {
  let text = detail === "" || detail.startsWith(summary) ? detail || summary : `${summary}\n${detail}`;
  for (const { name } of schema.attributes) {
    const attribute = snakeName(name);
    text = text.replaceAll(`\`${attribute} = `, `\`${attribute}: `);
    if (attribute !== name) text = text.replaceAll(new RegExp(`\\b${attribute}\\b`, "gu"), modelName(attribute));
  }
  return withModelTypes(text);
}

/** Types under the model's names, with the article that these take; a command keeps its own. */
function withModelTypes(text: string): string {
  return text.replaceAll(
    /(?:\b(?<article>an?) (?<tick>`?)|(?<command>import ))?\b(?<type>orgform_\w+)/gu,
    (whole, article: string | undefined, tick: string, command: string | undefined, type: string) => {
      const name = MODEL_NAMES.get(type);
      if (name === undefined || command !== undefined) return whole;
      return article === undefined ? name : `${/^[AEIOU]/iu.test(name) ? "an" : "a"} ${tick}${name}`;
    },
  );
}

const MODEL_NAMES = new Map([...resources, ...functions].map(({ name }) => [typeNameOf({ name }), name]));
