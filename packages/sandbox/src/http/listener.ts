import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES, createServer } from "node:http";
import type { Socket } from "node:net";
import { sandboxError, writeOwn } from "./own-answer.ts";

/** How long a client may leave a connection idle: longer than clients keep theirs, so that none is cut under a request. */
const KEEP_ALIVE_MS = 72_000;

/** A server that gives up on no slow request, and tells a client in the sandbox's own form what is no HTTP. */
export function createListener(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Server {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else writeOwn(response, request.method ?? "GET", sandboxError(500, "http", String(error)));
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // A test may hold a request as long as it likes.
  server.requestTimeout = 0;
  server.on("clientError", refuseNoHttp);
  return server;
}

/** Resolves with the port once it listens. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.removeListener("error", reject);
      const address = server.address();
      resolve(typeof address === "object" ? (address?.port ?? port) : port);
    });
  });
}

/** Takes no more connections and cuts the open ones. */
export function closeListener(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Node has given no request to anybody when this is called: the answer is written to the bare socket. */
function refuseNoHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf(error.code);
  const text = sandboxError(status, "http", `The request isn't valid HTTP: ${error.message}.`).text ?? "";
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Connection: close",
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${text}`);
  socket.destroySoon();
}

function statusOf(code: string | undefined): number {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
}
