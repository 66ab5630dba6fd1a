import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { quickLoad } from "../../support/quick-load.ts";
import { pulumiEnvironment } from "../../../tools/set-up/pulumi/environment.ts";
import { type Client, type GrpcServer, loadSdk, type Message, type Sdk } from "./sdk.ts";

const ROOT = join(__dirname, "../../..");

/** Shortens long waits, such as the half minute in which an empty list has to stay empty. */
const QUICK_TIME = join(ROOT, "test/support/quick-time.cjs");

/** The provider's messages to the engine. */
export interface EngineMessage {
  readonly urn: string;
  /** 1 is information, 2 a warning. @source pulumi proto/engine.proto */
  readonly severity: number;
  readonly message: string;
  readonly ephemeral: boolean;
}

/** Properties as they are transmitted. */
export type Properties = Record<string, unknown>;

/** The SDK's process with the dynamic provider, started and called as the engine does it. */
export class ProviderProcess {
  readonly sdk: Sdk;
  readonly messages: EngineMessage[];
  readonly #child: ChildProcess;
  readonly #client: Client;
  readonly #engine: GrpcServer;
  readonly #folder: string;
  readonly #printed: Buffer[] = [];

  private constructor(parts: { sdk: Sdk; child: ChildProcess; client: Client; engine: FakeEngine; folder: string }) {
    this.sdk = parts.sdk;
    this.messages = parts.engine.messages;
    this.#child = parts.child;
    this.#client = parts.client;
    this.#engine = parts.engine.server;
    this.#folder = parts.folder;
    for (const stream of [parts.child.stdout, parts.child.stderr])
      stream?.on("data", (chunk: Buffer) => this.#printed.push(chunk));
  }

  /** Starts the process with a configuration: `orgform:host` and so on. */
  static async start(config: Readonly<Record<string, string>>): Promise<ProviderProcess> {
    const sdk = loadSdk();
    const folder = programFolder(sdk);
    const engine = await startEngine(sdk);
    const main = join(sdk.folder, "cmd/dynamic-provider/index.js");
    const env = { ...pulumiEnvironment({ binDir: "", folder, extra: quickLoad() }), PULUMI_PROJECT: "test" };
    const child = spawn(process.execPath, ["--require", QUICK_TIME, main, engine.address], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit").then(() => Promise.reject(new Error("The provider process ended at its start.")));
    const [first] = (await Promise.race([once(child.stdout, "data"), ended])) as [Buffer];
    ended.catch(() => undefined);
    const client = new sdk.ProviderClient(
      `127.0.0.1:${first.toString("utf8").trim()}`,
      sdk.grpc.credentials.createInsecure(),
    );
    const provider = new ProviderProcess({ sdk, child, client, engine, folder });
    await provider.#call("configure", "ConfigureRequest", { setArgs: sdk.struct(config) });
    return provider;
  }

  /** Everything that the process printed since its start. */
  get printed(): string {
    return Buffer.concat(this.#printed).toString("utf8");
  }

  async check(urn: string, olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: string[] }> {
    const answer = await this.#call("check", "CheckRequest", {
      setUrn: urn,
      ...this.#structs({ setOlds: olds, setNews: news }),
    });
    const failures = answer["getFailuresList"]!() as Record<string, () => string>[];
    return {
      inputs: propertiesOf(answer, "getInputs"),
      failures: failures.map((one) => `${one["getProperty"]!()}: ${one["getReason"]!()}`),
    };
  }

  async diff(
    urn: string,
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<{ changes: boolean; replaces: string[]; deletesFirst: boolean }> {
    const answer = await this.#call("diff", "DiffRequest", {
      setUrn: urn,
      setId: id,
      ...this.#structs({ setOlds: olds, setNews: news }),
    });
    return {
      changes: answer["getChanges"]!() === 2,
      replaces: answer["getReplacesList"]!() as string[],
      deletesFirst: answer["getDeletebeforereplace"]!() as boolean,
    };
  }

  async create(urn: string, inputs: Properties): Promise<{ id: string; outs: Properties }> {
    const answer = await this.#call("create", "CreateRequest", {
      setUrn: urn,
      ...this.#structs({ setProperties: inputs }),
    });
    return { id: answer["getId"]!() as string, outs: propertiesOf(answer, "getProperties") };
  }

  async read(
    urn: string,
    id: string,
    properties: Properties,
  ): Promise<{ id: string; outs: Properties; inputs: Properties }> {
    const answer = await this.#call("read", "ReadRequest", {
      setUrn: urn,
      setId: id,
      ...this.#structs({ setProperties: properties }),
    });
    return {
      id: answer["getId"]!() as string,
      outs: propertiesOf(answer, "getProperties"),
      inputs: propertiesOf(answer, "getInputs"),
    };
  }

  async update(urn: string, id: string, olds: Properties, news: Properties): Promise<Properties> {
    const answer = await this.#call("update", "UpdateRequest", {
      setUrn: urn,
      setId: id,
      ...this.#structs({ setOlds: olds, setNews: news }),
    });
    return propertiesOf(answer, "getProperties");
  }

  async delete(urn: string, id: string, properties: Properties): Promise<void> {
    await this.#call("delete", "DeleteRequest", {
      setUrn: urn,
      setId: id,
      ...this.#structs({ setProperties: properties }),
    });
  }

  /** Ends the process and everything around it. */
  async stop(): Promise<void> {
    this.#client.close();
    this.#engine.forceShutdown();
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, "exit");
      this.#child.kill("SIGKILL");
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #structs(values: Record<string, Properties>): Record<string, object> {
    return Object.fromEntries(Object.entries(values).map(([setter, value]) => [setter, this.sdk.struct(value)]));
  }

  #call(method: string, requestName: string, values: Record<string, unknown>): Promise<Message> {
    const request = this.sdk.message(requestName);
    for (const [setter, value] of Object.entries(values)) request[setter]!(value as never);
    return new Promise((resolve, reject) => {
      this.#client[method]!(request, (error, answer) => (error === null ? resolve(answer) : reject(error)));
    });
  }
}

function propertiesOf(answer: Message, getter: string): Properties {
  const struct = answer[getter]!() as { toJavaScript(): Properties } | undefined;
  return struct?.toJavaScript() ?? {};
}

/** A program's folder, from which the process resolves the package. */
function programFolder(sdk: Sdk): string {
  const folder = mkdtempSync(join(tmpdir(), "orgform-provider-"));
  mkdirSync(join(folder, "node_modules/@pulumi"), { recursive: true });
  symlinkSync(ROOT, join(folder, "node_modules/orgform"), "junction");
  symlinkSync(sdk.folder, join(folder, "node_modules/@pulumi/pulumi"), "junction");
  return folder;
}

interface FakeEngine {
  readonly server: GrpcServer;
  readonly address: string;
  readonly messages: EngineMessage[];
}

async function startEngine(sdk: Sdk): Promise<FakeEngine> {
  const messages: EngineMessage[] = [];
  const server = new sdk.grpc.Server();
  server.addService(sdk.engineService, {
    log(call: { request: Message }, done: (error: null, answer: object) => void): void {
      const got = (getter: string): unknown => call.request[getter]!();
      messages.push({
        urn: String(got("getUrn")),
        severity: Number(got("getSeverity")),
        message: String(got("getMessage")),
        ephemeral: got("getEphemeral") === true,
      });
      done(null, sdk.empty());
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = sdk.grpc.ServerCredentials.createInsecure();
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) => (error === null ? resolve(bound) : reject(error)));
  });
  return { server, address: `127.0.0.1:${port}`, messages };
}
