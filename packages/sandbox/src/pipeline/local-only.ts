import type { IncomingHttpHeaders } from "node:http";
import { parsedUrl } from "../wire/parsed-url.ts";

const LOOPBACK_NAME = /^(?:localhost|(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/iu;

/**
 * Why a request is refused before anything else: the sandbox listens on the loopback address, and a web page from
 * another site must not reach it, neither by its own domain name that resolves to this machine nor from its origin.
 * `undefined` for every request of a program on this machine.
 */
export function whyForeign({ host, origin }: Pick<IncomingHttpHeaders, "host" | "origin">): string | undefined {
  if (host !== undefined && !isLoopback(`http://${host}`)) {
    return `The sandbox responds only to loopback names, such as 127.0.0.1 and localhost, but the header Host is ${host}.`;
  }
  if (origin !== undefined && !isLoopback(origin)) {
    return `The sandbox accepts no requests from other sites' pages, but the header Origin is ${origin}.`;
  }
  return undefined;
}

function isLoopback(address: string): boolean {
  return LOOPBACK_NAME.test(parsedUrl(address)?.hostname ?? "");
}
