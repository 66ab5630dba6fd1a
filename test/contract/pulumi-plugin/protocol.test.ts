import { createRequire } from "node:module";

import { describe, expect, test } from "@jest/globals";

import { CALLS, LOG_PATH, MESSAGES, pathOf } from "../../../src/engines/pulumi/plugin/protocol.ts";
import type { FieldRule } from "../../../src/grpc/messages.ts";

const load = createRequire(__filename);

interface Published {
  toObject(): Record<string, unknown>;
  serializeBinary(): Uint8Array;
}
type PublishedType = { deserializeBinary(bytes: Uint8Array): Published };
type Namespace = Readonly<Record<string, unknown>>;

const provider = load("@pulumi/pulumi/proto/provider_pb") as Namespace;
const plugin = load("@pulumi/pulumi/proto/plugin_pb") as Namespace;
const engine = load("@pulumi/pulumi/proto/engine_pb") as Namespace;
const status = load("@pulumi/pulumi/proto/status_pb") as Namespace;
const any = load("google-protobuf/google/protobuf/any_pb") as Namespace;
const empty = load("google-protobuf/google/protobuf/empty_pb") as Namespace;

function publishedType(name: string): PublishedType {
  // The published class is nested in another one.
  if (name === "ListResult") return (provider["ListResponse"] as Namespace)["Result"] as PublishedType;
  const found = [provider, plugin, engine, status, any, empty].find((one) => one[name] !== undefined);
  return found?.[name] as PublishedType;
}

/** A value that no other field of the message has. */
function sampleOf(rule: FieldRule): unknown {
  const one = (type: string): unknown => {
    if (type === "string") return `text ${rule.number}`;
    if (type === "bytes") return Uint8Array.from([rule.number]);
    if (type === "bool") return true;
    if (type === "int32" || type === "int64") return rule.number + 1;
    if (type === "Struct") return { [`key${rule.number}`]: [1, null, "x", false] };
    return messageOf(type);
  };
  if (rule.kind === "repeated") return [one(rule.type)];
  return rule.kind === "map" ? { [`key${rule.number}`]: one(rule.type) } : one(rule.type);
}

function messageOf(type: string): Record<string, unknown> {
  // Only the last of several alternatives is kept.
  const rules = MESSAGES.fields(type).filter(({ name }) => type !== "ListResponse" || name === "result");
  return Object.fromEntries(rules.map((rule) => [rule.name, sampleOf(rule)]));
}

/** A part of the sample that the published form also shows. */
function markOf(rule: FieldRule): string {
  if (rule.type === "bytes") return Buffer.from([rule.number]).toString("base64");
  if (rule.type === "Struct" || rule.kind === "map") return `key${rule.number}`;
  return rule.type === "string" ? `text ${rule.number}` : "{";
}

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, one: unknown) => (one instanceof Uint8Array ? [...one] : one)));

/** The published name of a field, without the endings that the generator adds. */
const published = (object: Record<string, unknown>, name: string): unknown =>
  Object.entries(object).find(
    ([key]) => key.toLowerCase().replace(/^pb_|(?:list|map)$/gu, "") === name.toLowerCase(),
  )?.[1];

describe.each(MESSAGES.names())("message %s", (name) => {
  const message = messageOf(name);
  const theirs = publishedType(name).deserializeBinary(MESSAGES.encode(name, message));

  test("is read by the published messages as it was written", () => {
    const object = theirs.toObject();
    for (const rule of MESSAGES.fields(name).filter((one) => one.name in message)) {
      const value = published(object, rule.name);
      const isPlain = rule.kind === "single" && ["string", "bool", "int32", "int64"].includes(rule.type);
      const found = isPlain ? value : JSON.stringify(value).includes(markOf(rule));
      const expected = isPlain ? message[rule.name] : true;
      expect([rule.name, found]).toEqual([rule.name, expected]);
    }
  });

  test("is read by ours as the published messages wrote it", () => {
    expect(plain(MESSAGES.decode(name, theirs.serializeBinary()))).toMatchObject(plain(message) as object);
  });
});

interface Method {
  readonly path: string;
  readonly requestType: unknown;
  readonly responseType: unknown;
}

test("every call has its published path and messages", () => {
  const { ResourceProviderService: service } = load("@pulumi/pulumi/proto/provider_grpc_pb") as {
    ResourceProviderService: Readonly<Record<string, Method>>;
  };
  for (const [call, [request, response]] of Object.entries(CALLS)) {
    const method = Object.values(service).find(({ path }) => path === pathOf(call as keyof typeof CALLS));
    expect([call, method?.requestType === publishedType(request)]).toEqual([call, true]);
    expect([call, method?.responseType === publishedType(response)]).toEqual([call, true]);
  }
});

test("the log has its published path", () => {
  const { EngineService } = load("@pulumi/pulumi/proto/engine_grpc_pb") as {
    EngineService: Readonly<Record<string, Method>>;
  };
  expect(EngineService["log"]?.path).toBe(LOG_PATH);
});
