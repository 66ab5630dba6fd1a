import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, expect, test } from "@jest/globals";
import { closeListener, createListener, listen } from "../../../packages/sandbox/src/http/listener.ts";

const LOOPBACK = "127.0.0.1";
type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

let close = async (): Promise<void> => undefined;
afterEach(() => close());

/** Starts a server, and returns its address. */
async function started(handle: Handle): Promise<string> {
  const server = createListener(handle);
  close = () => closeListener(server);
  return `http://${LOOPBACK}:${await listen(server, LOOPBACK, 0)}/`;
}

const outcomeOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    () => "answered",
    () => "cut",
  );

test.each([
  [new Error('no "é|"'), 'Error: no "é|"'],
  ["stopped", "stopped"],
])("a request that fails by %p is answered in the sandbox's own form", async (reason, detail) => {
  const address = await started(() => Promise.reject(reason));
  const text = JSON.stringify({ type: "sandbox_error", code: "http", detail, attr: null });
  for (const [method, body] of [
    ["GET", text],
    ["POST", text],
    ["HEAD", ""],
  ] as const) {
    const answer = await fetch(address, { method });
    const { status, headers } = answer;
    expect([status, headers.get("content-type"), headers.get("content-length"), await answer.text()]).toEqual([
      500,
      "application/json; charset=utf-8",
      String(Buffer.byteLength(text)),
      body,
    ]);
  }
});

test("a request that fails in the middle of its answer is cut", async () => {
  const address = await started(async (_request, response) => {
    response.writeHead(200, { "Content-Length": "10" });
    response.write("half");
    throw new Error("no");
  });
  expect(await outcomeOf(fetch(address).then((answer) => answer.text()))).toBe("cut");
});

test.each([
  ["HPE_INVALID_METHOD", true, "HTTP/1.1 400 Bad Request"],
  ["HPE_HEADER_OVERFLOW", true, "HTTP/1.1 431 Request Header Fields Too Large"],
  ["ERR_HTTP_REQUEST_TIMEOUT", true, "HTTP/1.1 408 Request Timeout"],
  [undefined, true, "HTTP/1.1 400 Bad Request"],
  ["ECONNRESET", true, undefined],
  ["HPE_INVALID_METHOD", false, undefined],
])("a connection with the fault %s, that takes an answer: %j, is answered by %s", (code, writable, line) => {
  const done: string[] = [];
  const socket = {
    writable,
    write: (text: string) => done.push(text.split("\r\n")[0] ?? ""),
    destroySoon: () => done.push("end"),
    destroy: () => done.push("cut"),
  };
  createListener(() => Promise.resolve()).emit("clientError", Object.assign(new Error("no"), { code }), socket);
  expect(done).toEqual(line === undefined ? ["cut"] : [line, "end"]);
});

test("a server that closes cuts what it has not answered, and a taken port is an error", async () => {
  let begin: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const address = await started(() => {
    begin();
    return new Promise(() => undefined);
  });
  const port = Number(new URL(address).port);
  await expect(
    listen(
      createListener(() => Promise.resolve()),
      LOOPBACK,
      port,
    ),
  ).rejects.toThrow("EADDRINUSE");
  const asked = outcomeOf(fetch(address));
  await begun;
  await close();
  expect(await asked).toBe("cut");
});
