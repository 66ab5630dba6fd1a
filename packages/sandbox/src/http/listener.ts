import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES, createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { sandboxError, writeOwn } from "./own-answer.ts";

/** For how long an idle connection stays open: longer than clients keep theirs, so none is cut during a request. */
const KEEP_ALIVE_MS = 72_000;

/** A server without a timeout for slow requests, which reports invalid HTTP in the sandbox's own form. */
export function createListener(handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>): Server {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else writeOwn(response, sandboxError(500, "http", String(error)));
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // A test can hold a request for any time.
  server.requestTimeout = 0;
  server.on("clientError", refuseNoHttp);
  return server;
}

/** Resolves with the port when it listens. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.removeListener("error", reject);
      // It listens at a port, not at a pipe.
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Accepts no more connections and closes the open ones. */
export function closeListener(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Node calls this before any request exists, so the response is written to the raw socket. */
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
