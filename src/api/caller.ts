import * as z from "zod";
import type { Method, Transport, TransportResponse } from "../transport/index.ts";
import { apiErrorFrom } from "./api-error-from.ts";
import { decodeAnswer } from "./decode.ts";
import { fillRoute } from "./path.ts";

/** Options of every single call. */
export interface CallOptions {
  /** Stops the call; a request on the wire is cut. */
  readonly signal?: AbortSignal | undefined;
}

/** Where a call goes. */
export interface Target extends CallOptions {
  /** Path template with `{name}` parameters. */
  readonly route: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
}

/** A read of one object. */
export interface ReadCall<S extends z.ZodType> extends Target {
  /** Query with its question mark, `""` for none. */
  readonly query?: string | undefined;
  readonly answer: S;
}

/** A create or change. */
export interface WriteCall<S extends z.ZodType> extends Target {
  readonly method: "POST" | "PUT" | "PATCH";
  readonly body: unknown;
  readonly answer: S;
}

/** Sends calls, turns refusals into errors and answers into wire objects. */
export interface Caller {
  /** Path in front of every route, `""` when there is none. */
  readonly basePath: string;
  /** Address of the service with its path prefix. */
  readonly host: string;
  /** Reads; every non-2xx answer is thrown as an `ApiError`, an unusable one as a `DecodeError`. */
  read<S extends z.ZodType>(call: ReadCall<S>): Promise<z.output<S>>;
  /** Writes; `undefined` when a 2xx answer has no body. */
  write<S extends z.ZodType>(call: WriteCall<S>): Promise<z.output<S> | undefined>;
  /** Sends DELETE; a 2xx answer with a body that is no JSON is a `DecodeError`: something else than the service spoke. */
  remove(target: Target): Promise<void>;
}

/** Makes the caller of a transport. */
export function createCaller(transport: Transport): Caller {
  const send = async (
    method: Method,
    target: Target & { query?: string | undefined },
    body?: unknown,
  ): Promise<TransportResponse> => {
    const path = fillRoute(target.route, target.params) + (target.query ?? "");
    const response = await transport.send({ method, route: target.route, path, body, signal: target.signal });
    if (response.status >= 200 && response.status < 300) return response;
    throw apiErrorFrom({ method, route: target.route }, response, transport.redactor);
  };
  return {
    basePath: transport.basePath,
    host: transport.host,
    read: async (call) => {
      const response = await send("GET", call);
      return decodeAnswer(call.answer, response, { method: "GET", route: call.route, isBodyOptional: false });
    },
    write: async (call) => {
      const response = await send(call.method, call, call.body);
      return decodeAnswer(call.answer, response, { method: call.method, route: call.route, isBodyOptional: true });
    },
    remove: async (target) => {
      const response = await send("DELETE", target);
      decodeAnswer(z.unknown(), response, { method: "DELETE", route: target.route, isBodyOptional: true });
    },
  };
}
