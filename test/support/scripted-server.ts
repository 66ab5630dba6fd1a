import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The server's reaction to one request. */
export type Step =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }
  /** Closes the connection with a reset, after the request was read. */
  | { readonly reset: true }
  /** Announces more than it sends, then closes. */
  | { readonly truncate: string; readonly status?: number }
  /** Never answers. */
  | { readonly silent: true }
  /** Sends headers and the first bytes, then nothing more. */
  | { readonly stall: string }
  /** Sends these bytes as they are and closes. */
  | { readonly raw: string };

/** A bare socket server that answers by its script and counts requests. */
export interface ScriptedServer {
  readonly origin: string;
  readonly port: number;
  readonly requests: readonly SeenRequest[];
  openSockets(): number;
  /** Connections that have ended so far. */
  closedSockets(): number;
  close(): Promise<void>;
}

/** A list of steps, one per request, or a function that picks the step. */
export type Script = readonly Step[] | ((request: SeenRequest, index: number) => Step | Promise<Step>);

/** Starts a server on a free loopback port. A request beyond the script gets 599. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let closed = 0;
  const pick = async (request: SeenRequest, index: number): Promise<Step> =>
    typeof script === "function"
      ? script(request, index)
      : (script[index] ?? { status: 599, body: "beyond the script" });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      closed += 1;
    });
    socket.on("error", () => undefined);
    readRequests(socket, (request) => {
      requests.push(request);
      void pick(request, requests.length - 1).then((step) => perform(socket, request, step));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    requests,
    origin: `http://127.0.0.1:${port}`,
    openSockets: () => sockets.size,
    closedSockets: () => closed,
    close: () => closeServer(server, sockets),
  };
}

function closeServer(server: Server, sockets: Set<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}

function readRequests(socket: Socket, onRequest: (request: SeenRequest) => void): void {
  let buffer = Buffer.alloc(0);
  socket.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const [first = "", ...lines] = buffer.subarray(0, end).toString("latin1").split("\r\n");
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
      );
      const bodyEnd = end + 4 + Number(headers["content-length"] ?? 0);
      if (buffer.length < bodyEnd) return;
      const body = buffer.subarray(end + 4, bodyEnd).toString("utf8");
      buffer = buffer.subarray(bodyEnd);
      const [method = "", path = ""] = first.split(" ");
      onRequest({ method, path, headers, body });
    }
  });
}

function perform(socket: Socket, request: SeenRequest, step: Step): void {
  if (socket.destroyed || "silent" in step) return;
  if ("reset" in step) return void socket.resetAndDestroy();
  if ("raw" in step) return void socket.end(step.raw);
  if ("truncate" in step) {
    const head = `HTTP/1.1 ${step.status ?? 200} X\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n`;
    return void socket.end(head + step.truncate);
  }
  if ("stall" in step) {
    return void socket.write(
      `HTTP/1.1 200 X\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n${step.stall}`,
    );
  }
  const body = step.body === undefined ? "" : typeof step.body === "string" ? step.body : JSON.stringify(step.body);
  const bytes = request.method === "HEAD" ? "" : body;
  const headers: Record<string, string> = { "content-type": "application/json", ...step.headers };
  if (step.status !== 204) headers["content-length"] = String(Buffer.byteLength(body));
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${step.status} X\r\n${head.join("")}\r\n${bytes}`);
}
