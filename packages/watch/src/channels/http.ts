import { ChannelError } from "./secret-text.ts";

/** Longest time for one request, milliseconds. */
const LIMIT_MS = 30_000;

/** A request to a channel. */
export interface ChannelRequest {
  readonly method: "GET" | "POST" | "PATCH";
  /** A secret: some services accept requests from anyone who knows the URL. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The response. */
export interface ChannelResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends a request. @throws ChannelError without address, headers, or body, if there was no response */
export async function send({ url, ...request }: ChannelRequest, signal: AbortSignal): Promise<ChannelResponse> {
  try {
    const { body, ...rest } = request;
    const response = await fetch(url, {
      ...rest,
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new ChannelError(`no answer: ${causeOf(error)}`);
  }
}

/** Sends a request that must succeed. @throws ChannelError with the status if it didn't */
export async function mustSend(request: ChannelRequest, signal: AbortSignal): Promise<string> {
  const { status, text } = await send(request, signal);
  if (status < 300) return text;
  throw new ChannelError(`it answered with status ${status}`);
}

/** Only the error code: the library's messages contain the address. */
function causeOf(error: unknown): string {
  const code = memberOf(memberOf(error, "cause"), "code") ?? memberOf(error, "code");
  if (typeof code === "string") return code;
  return memberOf(error, "name") === "TimeoutError" ? "it took longer than 30 s" : "the connection failed";
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
