import type { ServerResponse } from "node:http";

/** A response of the sandbox itself, not of the emulated service. */
export type OwnAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: string;
};

/** A request that might be for the sandbox itself. */
export type OwnRequest = {
  readonly method: string;
  /** Path and query as sent, without a host. */
  readonly target: string;
  readonly bodyBytes: Buffer;
};

/** A response with a JSON value; without a body for `undefined`. */
export function ownJson(status: number, value: unknown): OwnAnswer {
  if (value === undefined) return { status, headers: {} };
  return { status, headers: { "Content-Type": "application/json; charset=utf-8" }, text: JSON.stringify(value) };
}

/** A refusal that can't be mistaken for one of the service. */
export function sandboxError(status: number, code: "control" | "foreign" | "http", detail: string): OwnAnswer {
  return ownJson(status, { type: "sandbox_error", code, detail, attr: null });
}

/** Writes a response completely; Node leaves out the body of an answer to HEAD. */
export function writeOwn(response: ServerResponse, { status, headers, text }: OwnAnswer): void {
  const length = text === undefined ? {} : { "Content-Length": String(Buffer.byteLength(text)) };
  response.writeHead(status, { ...headers, ...length });
  response.end(text);
}
