import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";

import { expect, test } from "@jest/globals";

import { receiveBody } from "../../../packages/sandbox/src/http/receive-body.ts";

/** A request whose body arrives in two parts; without a length it's sent in chunks. */
function requestOf(parts: readonly string[], headers: Readonly<Record<string, string>>): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.method = "POST";
  Object.assign(request.headers, headers);
  for (const part of parts) request.push(part);
  request.push(null);
  return request;
}

const CHUNKED = { "transfer-encoding": "chunked" };

test.each([
  ["12345", { "content-length": "5" }, "12345"],
  ["12345", CHUNKED, "12345"],
  ["123456", { "content-length": "6" }, "too large"],
  ["123456", CHUNKED, "too large"],
  ["12345", { "content-length": "0" }, ""],
  ["12345", {}, ""],
] as const)("of at most five bytes, %s with %j is received as %j", async (text, headers, received) => {
  const request = requestOf([text.slice(0, 2), text.slice(2)], headers);
  expect(String(await receiveBody(request, 5))).toBe(received);
});

test("a body of a request that was cut off isn't received", async () => {
  const request = new IncomingMessage(new Socket());
  request.method = "POST";
  request.headers["transfer-encoding"] = "chunked";
  const received = receiveBody(request, 5);
  request.destroy();
  await once(request, "close");
  expect(await received).toBe("cut off");
});
