import type {
  Http2SecureServer,
  Http2Server,
  IncomingHttpHeaders,
  ServerHttp2Session,
  ServerHttp2Stream,
} from "node:http2";
import type { Socket } from "node:net";

/** The gRPC status codes in use. @source grpc.github.io/grpc/core/md_doc_statuscodes.html */
export const STATUS = { ok: 0, cancelled: 1, unknown: 2, exhausted: 8, unimplemented: 12, internal: 13 } as const;

/** A call's failure for the other side. */
export class CallError extends Error {
  readonly status: number;
  /** Bytes of the trailer `grpc-status-details-bin`. */
  readonly details: Uint8Array | undefined;

  constructor(status: number, message: string, details?: Uint8Array) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** Handles one call: receives the request's bytes, and answers once, or many times through `send`. */
export type CallHandler = (
  request: Uint8Array,
  call: {
    /** Aborts when the caller goes away. */
    readonly signal: AbortSignal;
    /** Sends one message of a stream. */
    readonly send: (message: Uint8Array) => void;
  },
) => Promise<Uint8Array | undefined>;

/** The served calls by path: `/pulumirpc.ResourceProvider/Check`. */
export type Calls = Readonly<Record<string, CallHandler>>;

/** The calls of one connection, if each connection has its own. The signal aborts when the connection ends. */
export type CallsOfConnection = (closed: AbortSignal) => Calls;

/** The connections that a server accepts. */
export interface Admission {
  /** Whether to serve a connection. Otherwise, it ends before anything is read. */
  readonly admits?: (socket: Socket) => boolean;
}

/** Controls of a running server. */
export interface Serving {
  /** Ends every connection immediately. Without it, closing the server waits for the other sides to leave. */
  closeConnections(): void;
}

/**
 * Serves gRPC calls on an HTTP/2 server. An unknown path gets UNIMPLEMENTED, as both engines expect.
 *
 * A handler sets the status by throwing a {@link CallError}. Any other error is UNKNOWN with its message.
 */
export function serveCalls(
  server: Http2Server | Http2SecureServer,
  calls: Calls | CallsOfConnection,
  { admits = () => true }: Admission = {},
): Serving {
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session: ServerHttp2Session) => {
    if (!admits(session.socket)) return session.destroy();
    sessions.add(session);
    const closed = new AbortController();
    const own = typeof calls === "function" ? calls(closed.signal) : calls;
    session.on("close", () => {
      sessions.delete(session);
      closed.abort();
    });
    // An engine that exits resets its connection, which isn't our failure.
    session.on("error", () => undefined);
    session.on("stream", (stream, headers) => {
      stream.on("error", () => undefined);
      void answer(stream, headers, own);
    });
  });
  return { closeConnections: () => sessions.forEach((session) => session.destroy()) };
}

async function answer(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, calls: Calls): Promise<void> {
  const handler = calls[String(headers[":path"])];
  const gone = new AbortController();
  let isAnswered = false;
  stream.on("close", () => {
    // Aborting costs more than the rest of a small call, and nobody listens after the response.
    if (!isAnswered) gone.abort(new CallError(STATUS.cancelled, "The caller went away"));
  });
  stream.respond({ ":status": 200, "content-type": "application/grpc+proto" }, { waitForTrailers: true });
  let trailers: Record<string, string> = { "grpc-status": String(STATUS.ok) };
  stream.on("wantTrailers", () => stream.sendTrailers(trailers));
  try {
    if (handler === undefined) throw new CallError(STATUS.unimplemented, `${headers[":path"] ?? ""} is not served`);
    const send = (message: Uint8Array): void => void stream.write(framed(message));
    const reply = await handler(await requestOf(stream), { signal: gone.signal, send });
    if (reply !== undefined) send(reply);
  } catch (error) {
    trailers = trailersOf(error);
  }
  isAnswered = true;
  stream.end();
}

function trailersOf(error: unknown): Record<string, string> {
  const known = error instanceof CallError ? error : undefined;
  const message = error instanceof Error ? error.message : String(error);
  return {
    "grpc-status": String(known?.status ?? STATUS.unknown),
    // Through bytes, because half a surrogate pair has no percent form.
    "grpc-message": encodeURIComponent(Buffer.from(message).toString("utf8")),
    ...(known?.details === undefined
      ? {}
      : { "grpc-status-details-bin": Buffer.from(known.details).toString("base64").replace(/=+$/u, "") }),
  };
}

const PREFIX_BYTES = 5;

function framed(message: Uint8Array): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

/** Largest message. Engines send even the largest schema or state in far fewer bytes. */
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** Why a message is refused, by its prefix, before the rest arrives. */
function whyRefused(prefix: Buffer): CallError | undefined {
  const bytes = prefix.readUInt32BE(1);
  if (prefix[0] !== 0) {
    return new CallError(STATUS.unimplemented, "The message is compressed; this server takes plain messages only");
  }
  if (bytes <= MAX_MESSAGE_BYTES) return undefined;
  return new CallError(
    STATUS.exhausted,
    `The message has ${bytes} bytes; this server takes ${MAX_MESSAGE_BYTES} at most`,
  );
}

/**
 * The one message of a request, because both protocols stream only responses. The stream stays open for the response.
 */
function requestOf(stream: ServerHttp2Stream): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    let end: number | undefined;
    stream.on("data", (chunk: Buffer) => {
      // Discards everything after a message or a refusal, so the other side can finish sending.
      if (end !== undefined && receivedBytes >= end) return;
      chunks.push(chunk);
      receivedBytes += chunk.length;
      if (receivedBytes < PREFIX_BYTES) return;
      if (end === undefined) {
        const prefix = Buffer.concat(chunks).subarray(0, PREFIX_BYTES);
        const refusal = whyRefused(prefix);
        end = refusal === undefined ? PREFIX_BYTES + prefix.readUInt32BE(1) : 0;
        if (refusal !== undefined) reject(refusal);
      }
      // Joined once, at the end, because large messages arrive in many pieces.
      if (receivedBytes >= end) resolve(Buffer.concat(chunks.splice(0)).subarray(PREFIX_BYTES, end));
    });
    stream.on("end", () => reject(new CallError(STATUS.internal, "The request ended in the middle of a message")));
    stream.on("close", () => reject(new CallError(STATUS.cancelled, "The caller went away")));
  });
}

/** Calls whose handlers load with the first call, because an engine waits for the process to start. */
export function lateCalls(paths: readonly string[], load: () => Promise<Calls>): Calls {
  let loading: Promise<Calls> | undefined;
  const calls = paths.map((path): [string, Calls[string]] => [
    path,
    async (request, call) => {
      loading ??= load();
      const handlers = await loading;
      return handlers[path]?.(request, call);
    },
  ]);
  return Object.fromEntries(calls);
}
