import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A message of the SDK's protocol, by the accessors that this test uses. */
export interface Message {
  [accessor: string]: (...args: never[]) => unknown;
}

type Callback = (error: GrpcError | null, answer: Message) => void;

/** A failed call, as gRPC reports it. */
export interface GrpcError extends Error {
  readonly code: number;
  readonly details: string;
  readonly metadata: { get(name: string): Uint8Array[] };
}

/** The provider's side of the protocol. */
export type Client = Record<string, (request: object, done: Callback) => void> & { close(): void };

/** The parts of a gRPC server that a fake engine needs. */
export interface GrpcServer {
  addService(service: object, handlers: object): void;
  bindAsync(address: string, credentials: object, done: (error: Error | null, port: number) => void): void;
  forceShutdown(): void;
}

/** The modules of one copy of the SDK. */
export interface Sdk {
  /** Folder of the package, with links resolved. */
  readonly folder: string;
  readonly grpc: {
    readonly Server: new () => GrpcServer;
    readonly ServerCredentials: { createInsecure(): object };
    readonly credentials: { createInsecure(): object };
  };
  readonly engineService: object;
  readonly ProviderClient: new (address: string, credentials: object) => Client;
  /** Creates an empty message of the provider's protocol. */
  message(name: string): Record<string, (value: never) => void>;
  struct(values: object): object;
  /** The contents of a partial result. */
  partialResultOf(error: GrpcError): { id: string; properties: Record<string, unknown>; reasons: string[] };
  empty(): object;
}

/** Folder of the package `@pulumi/pulumi` under test: the installed one, or the one in a variable. */
function sdkFolder(): string {
  const named = process.env["ORGFORM_TEST_PULUMI_SDK"];
  if (named !== undefined && named !== "") return realpathSync(named);
  return dirname(createRequire(__filename).resolve("@pulumi/pulumi/package.json"));
}

/** Loads the SDK from its folder, so client and provider process use the same version. */
export function loadSdk(folder = sdkFolder()): Sdk {
  const load = createRequire(join(folder, "package.json"));
  const proto = (name: string): unknown => load(`./proto/${name}.js`);
  const messages = proto("provider_pb") as Record<string, (new () => Record<string, (value: never) => void>) & Parser>;
  const { Struct } = load("google-protobuf/google/protobuf/struct_pb.js") as {
    Struct: { fromJavaScript(values: object): object };
  };
  const { Empty } = load("google-protobuf/google/protobuf/empty_pb.js") as { Empty: new () => object };
  const status = proto("status_pb") as { Status: Parser };
  return {
    folder,
    grpc: load("@grpc/grpc-js") as Sdk["grpc"],
    engineService: (proto("engine_grpc_pb") as { EngineService: object }).EngineService,
    ProviderClient: (proto("provider_grpc_pb") as { ResourceProviderClient: Sdk["ProviderClient"] })
      .ResourceProviderClient,
    message: (name) => new messages[name]!(),
    struct: (values) => Struct.fromJavaScript(values),
    partialResultOf: (error) => partialResultOf(error, status.Status, messages["ErrorResourceInitFailed"]!),
    empty: () => new Empty(),
  };
}

interface Parser {
  deserializeBinary(bytes: Uint8Array): Record<string, (...args: never[]) => never>;
}

function partialResultOf(error: GrpcError, status: Parser, failed: Parser): ReturnType<Sdk["partialResultOf"]> {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  if (bytes === undefined) throw new Error(`The error carries no details: ${error.details}`);
  const [any] = status.deserializeBinary(bytes)["getDetailsList"]!() as Record<string, () => Uint8Array>[];
  const detail = failed.deserializeBinary(any!["getValue_asU8"]!());
  const properties = detail["getProperties"]!() as { toJavaScript(): Record<string, unknown> };
  return {
    id: detail["getId"]!(),
    properties: properties.toJavaScript(),
    reasons: detail["getReasonsList"]!() as string[],
  };
}
