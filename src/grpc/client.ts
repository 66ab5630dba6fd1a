import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from "node:http2";

import { CallError, STATUS } from "./server.ts";

const PREFIX_BYTES = 5;

/** Calls a gRPC server on this machine, with one message each way. Used for the engine's log. */
export class CallClient {
  readonly #session: ClientHttp2Session;

  /** @param address - `127.0.0.1:4711`, without TLS. */
  constructor(address: string) {
    this.#session = connect(`http://${address}`);
    // The log must not keep the process alive, and its loss doesn't fail the call.
    this.#session.on("error", () => undefined);
    this.#session.unref();
  }

  /** Sends one message and returns the bytes of the response. */
  call(path: string, message: Uint8Array): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({
        ":method": "POST",
        ":path": path,
        "content-type": "application/grpc+proto",
        te: "trailers",
      });
      const chunks: Buffer[] = [];
      let status: number = STATUS.unknown;
      // A response without a message has its status among its first headers.
      for (const event of ["response", "trailers"]) {
        stream.on(event, (headers: IncomingHttpHeaders) => (status = Number(headers["grpc-status"] ?? status)));
      }
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", reject);
      stream.on("end", () => {
        if (status === STATUS.ok) resolve(Buffer.concat(chunks).subarray(PREFIX_BYTES));
        else reject(new CallError(status, `The call of ${path} failed`));
      });
      const prefix = Buffer.alloc(PREFIX_BYTES);
      prefix.writeUInt32BE(message.length, 1);
      stream.end(Buffer.concat([prefix, message]));
    });
  }

  /** Ends the connection immediately. Open calls fail. */
  close(): void {
    this.#session.destroy();
  }
}
