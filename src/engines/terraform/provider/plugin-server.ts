import { mkdtempSync, rmSync } from "node:fs";
import { createSecureServer, createServer, type Http2SecureServer, type Http2Server } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { systemClock } from "../../../app/clock.ts";
import { type CallHandler, type Calls, type CallsOfConnection, serveCalls } from "../../../grpc/server.ts";
import { makeCertificate } from "./certificate.ts";
import { MESSAGES } from "./protocol.ts";

/** How the engine reaches a plugin. */
export interface PluginAddress {
  readonly network: "unix" | "tcp";
  readonly address: string;
}

/** The settings of a plugin. */
export interface PluginServerOptions {
  /** The provider's calls, or those of each connection if each has its own provider. */
  readonly calls: Calls | CallsOfConnection;
  /**
   * The engine's certificate, PEM: with it, the server uses TLS and admits nobody else. Without it: plain, for tests
   * and debuggers.
   */
  readonly clientCertificate?: string | undefined;
  /** Ports to use if the file system has no sockets. */
  readonly ports?: { readonly first: number; readonly last: number } | undefined;
  readonly platform: NodeJS.Platform;
  /** The engine says that it is done. */
  readonly onShutdown: () => void;
}

/** A plugin that serves. */
export interface PluginServer {
  readonly address: PluginAddress;
  /** The certificate that the engine has to expect, base64 without padding; empty without TLS. */
  readonly certificate: string;
  /** Stops serving and removes the socket. */
  close(): void;
}

/** Version of go-plugin's own protocol, and of the engine's protocol that is spoken. @source hashicorp/go-plugin */
const CORE_VERSION = 1;
const PROTOCOL_VERSION = 6;

/** The line with which a plugin sends its address to the engine. */
export function handshakeLine({ address, certificate }: PluginServer): string {
  return [CORE_VERSION, PROTOCOL_VERSION, address.network, address.address, "grpc", certificate].join("|");
}

/** Serves the provider's calls and those of the plugin mechanism. */
export async function startPluginServer(options: PluginServerOptions): Promise<PluginServer> {
  const own = options.clientCertificate === undefined ? undefined : makeCertificate(systemClock.now());
  const server =
    own === undefined
      ? createServer()
      : createSecureServer({
          key: own.key,
          cert: own.cert,
          ca: [options.clientCertificate ?? ""],
          requestCert: true,
          rejectUnauthorized: true,
          ALPNProtocols: ["h2"],
        });
  const { calls, onShutdown } = options;
  const callsOf = typeof calls === "function" ? calls : () => calls;
  const serving = serveCalls(server, (closed) => ({ ...callsOf(closed), ...mechanismCalls(onShutdown) }));
  server.on("error", () => undefined);
  const place = options.platform === "win32" ? await listenOnPort(server, options.ports) : await listenOnSocket(server);
  return {
    address: place.address,
    certificate: own === undefined ? "" : own.der.toString("base64").replace(/=+$/u, ""),
    close: () => {
      serving.closeConnections();
      server.close();
      place.remove();
    },
  };
}

/** The services that every plugin has. @source hashicorp/go-plugin, internal/plugin/*.proto; grpc/health/v1 */
function mechanismCalls(onShutdown: () => void): Calls {
  const untilGone: CallHandler = (_request, { signal }) =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
  const HEALTHY = 1;
  return {
    "/grpc.health.v1.Health/Check": () => Promise.resolve(MESSAGES.encode("HealthResponse", { status: HEALTHY })),
    "/plugin.GRPCStdio/StreamStdio": untilGone,
    "/plugin.GRPCBroker/StartStream": untilGone,
    "/plugin.GRPCController/Shutdown": () => {
      onShutdown();
      return Promise.resolve(MESSAGES.encode("Empty", {}));
    },
  };
}

interface Listener {
  readonly address: PluginAddress;
  readonly remove: () => void;
}

/** A socket in a folder that only this user can open. */
async function listenOnSocket(server: Http2Server | Http2SecureServer): Promise<Listener> {
  const folder = mkdtempSync(join(tmpdir(), "orgform-tf-"));
  const address = join(folder, "s");
  await listening(server, { path: address });
  return {
    address: { network: "unix", address },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function listenOnPort(
  server: Http2Server | Http2SecureServer,
  ports: PluginServerOptions["ports"],
): Promise<Listener> {
  const { first, last } = ports ?? { first: 0, last: 0 };
  for (let port = first; ; port += 1) {
    try {
      await listening(server, { port, host: "127.0.0.1" });
      break;
    } catch (error) {
      if (port >= last) throw error;
    }
  }
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return { address: { network: "tcp", address: `127.0.0.1:${port}` }, remove: () => undefined };
}

function listening(
  server: Http2Server | Http2SecureServer,
  place: { readonly path: string } | { readonly port: number; readonly host: string },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(place, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** The provider's addresses; an engine adds its own host if the source names none. */
const SOURCES = ["registry.terraform.io/orgform/orgform", "registry.opentofu.org/orgform/orgform"];

/** The value of TF_REATTACH_PROVIDERS with which an engine uses a running plugin. */
export function reattachText({ address }: Pick<PluginServer, "address">): Record<string, unknown> {
  const entry = {
    Protocol: "grpc",
    ProtocolVersion: 6,
    Pid: process.pid,
    Test: true,
    Addr: { Network: address.network, String: address.address },
  };
  return Object.fromEntries(SOURCES.map((source) => [source, entry]));
}
