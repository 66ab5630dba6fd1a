import type { IncomingMessage } from "node:http";

/** Methods without a body; any body is left unread. */
const WITHOUT_BODY = new Set(["GET", "HEAD", "TRACE"]);

/** The body of a request, or why it can't be used. */
export type ReceivedBody = Buffer | "too large" | "cut off";

/** Reads a body to its end, or until it exceeds the limit. */
export async function receiveBody(request: IncomingMessage, limitBytes: number): Promise<ReceivedBody> {
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  const isEmpty = encoding === undefined && (length === undefined || length === "0");
  if (isEmpty || WITHOUT_BODY.has(request.method ?? "GET")) return Buffer.alloc(0);
  if (Number(length ?? 0) > limitBytes) return "too large";
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= limitBytes) return;
      // The rest is read and discarded, so the client gets to read the response.
      request.off("data", take).resume();
      resolve("too large");
    };
    request.on("data", take);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    // Without a listener, a client that disconnects would end the process.
    request.once("error", () => resolve("cut off"));
    request.once("close", () => resolve("cut off"));
  });
}
