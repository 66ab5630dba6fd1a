import * as z from "zod";
import type { Method, SeparateLimit, Transport, TransportRequest, TransportResponse } from "./transport/index.ts";
import { apiErrorFrom, isUnexplained } from "./api-error-from.ts";
import { csvFrom, decodeAnswer } from "./decode.ts";
import { ApiError } from "./errors.ts";
import { fillRoute } from "./path.ts";
import { WriteGate } from "./write-gate.ts";
import { keyOwnerLookup } from "./key-owner.ts";

/** Options of every single request. */
export interface CallOptions {
  /** Stops the request, even while it is being sent. */
  readonly signal?: AbortSignal | undefined;
  /** The client doesn't resend a write after a 429. */
  readonly isThrottleFinal?: boolean | undefined;
}

/** The target of a request. */
export interface Target extends CallOptions {
  /** Path template with `{name}` parameters. */
  readonly route: string;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
  /** Query with its question mark, `""` for none. */
  readonly query?: string | undefined;
}

/** A read. */
export interface ReadCall<S extends z.ZodType> extends Target {
  /** Sent as POST: a query that is too long for a URL. Absent for GET. */
  readonly body?: unknown;
  /** The service has a separate limit for these requests. */
  readonly separateLimit?: SeparateLimit | undefined;
  readonly answer: S;
}

/** A create, a change, or another write. */
export interface WriteCall<S extends z.ZodType> extends Target {
  readonly method: "POST" | "PUT" | "PATCH";
  /** The service has a separate limit for these requests. */
  readonly separateLimit?: SeparateLimit | undefined;
  readonly body: unknown;
  readonly answer: S;
}

/** Sends requests, turns refusals into errors, and responses into wire objects. */
export interface Caller {
  /** Path prefix of every route, `""` if there is none. */
  readonly basePath: string;
  /** Address of the service with its path prefix. */
  readonly host: string;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicMs: () => number;
  /** The target with its parameters in the form that the path of a read needs. */
  locate(target: Target): Promise<Target>;
  /** Reads; throws every non-2xx response as an `ApiError`, an unusable one as a `DecodeError`. */
  read<S extends z.ZodType>(call: ReadCall<S>): Promise<z.output<S>>;
  /** Reads something that the contract shows without a body; `undefined` if a 2xx response has none. */
  readIfAny<S extends z.ZodType>(call: ReadCall<S>): Promise<z.output<S> | undefined>;
  /** Reads CSV; the query requests it by `format=csv`. */
  readCsv(call: Omit<ReadCall<z.ZodType>, "answer">): Promise<string>;
  /** Writes; `undefined` if a 2xx response has no body. */
  write<S extends z.ZodType>(call: WriteCall<S>): Promise<z.output<S> | undefined>;
  /** Reads a list with `read`, and meanwhile this caller writes nothing that could change the list. */
  readApart<T>(target: Target, read: () => Promise<T>): Promise<T>;
  /** Sends DELETE; a 2xx response with a body that isn't JSON is a `DecodeError`: it doesn't come from the service. */
  remove(target: Target): Promise<void>;
}

type Rest = Pick<TransportRequest, "body" | "readsOnly" | "separateLimit" | "accept" | "isThrottleFinal">;

/** Adds to the error what is known about the key's account. */
function explained(error: ApiError, whose: string): ApiError {
  return whose === "" ? error : new ApiError(`${error.message} ${whose}`, error);
}

/** Creates the caller of a transport. */
export function createCaller(transport: Transport): Caller {
  const gate = new WriteGate();
  const owner = keyOwnerLookup(transport);
  const send = async (method: Method, target: Target, rest: Rest = {}): Promise<TransportResponse> => {
    const { route, params, signal } = target;
    const path = fillRoute(route, params) + (target.query ?? "");
    const response = await transport.send({ method, route, path, signal, ...rest });
    if (response.status >= 200 && response.status < 300) return response;
    const refused = { method, route, place: fillRoute(route, params), host: transport.host };
    const error = apiErrorFrom(refused, response, transport.redactor);
    throw isUnexplained(error) ? explained(error, await owner()) : error;
  };
  const sendRead = async (call: Omit<ReadCall<z.ZodType>, "answer">, accept?: string) => {
    const method = call.body === undefined ? "GET" : "POST";
    const { body, separateLimit } = call;
    const { redactor } = transport;
    const response = await send(method, call, { body, readsOnly: true, separateLimit, accept });
    return { response, context: { method, route: call.route, readsOnly: true, redactor } as const };
  };
  const sendWrite = (method: Method, target: Target, rest?: Rest): Promise<TransportResponse> =>
    gate.write(target.route, target.signal, () => send(method, target, rest));
  return {
    basePath: transport.basePath,
    host: transport.host,
    monotonicMs: transport.monotonicMs,
    locate: (target) => Promise.resolve(target),
    read: async (call) => {
      const { response, context } = await sendRead(call);
      return decodeAnswer(call.answer, response, { ...context, isBodyOptional: false });
    },
    readIfAny: async (call) => {
      const { response, context } = await sendRead(call);
      return decodeAnswer(call.answer, response, { ...context, isBodyOptional: true });
    },
    readCsv: async (call) => {
      const { response, context } = await sendRead(call, "text/csv, */*;q=0.1");
      return csvFrom(response, context);
    },
    readApart: ({ route, signal }, read) => gate.readApart(route, signal, read),
    write: async (call) => {
      const { method, route, body, separateLimit, isThrottleFinal } = call;
      const response = await sendWrite(method, call, { body, separateLimit, isThrottleFinal });
      return decodeAnswer(call.answer, response, { method, route, redactor: transport.redactor, isBodyOptional: true });
    },
    remove: async (target) => {
      const response = await sendWrite("DELETE", target);
      decodeAnswer(z.unknown(), response, { method: "DELETE", route: target.route, isBodyOptional: true });
    },
  };
}
