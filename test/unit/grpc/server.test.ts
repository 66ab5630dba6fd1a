import { once } from "node:events";
import { type ClientHttp2Session, connect, createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { CallClient } from "../../../src/grpc/client.ts";
import { CallError, type Calls, lateCalls, serveCalls } from "../../../src/grpc/server.ts";

let server: Http2Server;
let port: number;
let session: ClientHttp2Session;
let calls: Record<string, Calls[string]>;

beforeEach(async () => {
  server = createServer();
  calls = {};
  const serving = serveCalls(server, calls);
  server.on("close", () => serving.closeConnections());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
  session = connect(`http://127.0.0.1:${port}`);
});

afterEach(async () => {
  session.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const framed = (...message: number[]): Buffer => Buffer.from([0, 0, 0, 0, message.length, ...message]);

/** Sends pieces of a request, each in a frame of its own, and returns everything that comes back. */
async function answerTo(path: string, pieces: readonly Buffer[], isEnded = true) {
  const stream = session.request({ ":method": "POST", ":path": path, te: "trailers" });
  const [headers, trailers] = [once(stream, "response"), once(stream, "trailers")];
  const body: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => body.push(chunk));
  for (const piece of pieces) {
    stream.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (isEnded) stream.end();
  const [[first], [last]] = (await Promise.all([headers, trailers])) as [
    Record<string, unknown>[],
    Record<string, unknown>[],
  ];
  if (!isEnded) stream.end();
  const { ":status": http, "content-type": type } = first ?? {};
  const { "grpc-status": status, "grpc-message": words, "grpc-status-details-bin": details } = last ?? {};
  return {
    http: `${String(http)} ${String(type)}`,
    status: Number(status),
    words: typeof words === "string" ? decodeURIComponent(words) : undefined,
    details,
    body: Array.from(Buffer.concat(body)),
  };
}

const PLAIN = { http: "200 application/grpc+proto", status: 0, words: undefined, details: undefined };

describe("a request", () => {
  const message = framed(7, 0, 255);
  const ends = Array.from({ length: message.length }, (_, end) => end);

  test.each(ends.slice(1))(
    "is answered when it is whole, whatever its pieces, before it ends: cut after %d",
    async (end) => {
      calls["/t.S/Echo"] = (request) => Promise.resolve(request);
      const more = Buffer.from("something after the message");
      for (const last of [message.subarray(end), Buffer.concat([message.subarray(end), more])]) {
        const pieces = [message.subarray(0, end), last];
        expect(await answerTo("/t.S/Echo", pieces, false)).toEqual({ ...PLAIN, body: [...message] });
      }
    },
  );

  test.each(ends)("that ends after %d of 8 bytes is an error, and isn't handled", async (end) => {
    let handled = 0;
    calls["/t.S/Echo"] = (request) => Promise.resolve(((handled += 1), request));
    expect(await answerTo("/t.S/Echo", [message.subarray(0, end)])).toEqual({
      ...PLAIN,
      status: 13,
      words: "The request ended in the middle of a message",
      body: [],
    });
    expect(handled).toBe(0);
  });

  test("of 64 MB is still awaited", async () => {
    calls["/t.S/Echo"] = (request) => Promise.resolve(request);
    const { status } = await answerTo("/t.S/Echo", [Buffer.from([0, 4, 0, 0, 0, 9])]);
    expect(status).toBe(13);
  });

  test("of a path that isn't served is told so, with the path", async () => {
    expect(await answerTo("/t.S/Nope", [message])).toEqual({
      ...PLAIN,
      status: 12,
      words: "/t.S/Nope is not served",
      body: [],
    });
  });
});

describe("an answer", () => {
  test("can have any number of messages, each sent at once", async () => {
    calls["/t.S/Count"] = ([count = 0], { send }) => {
      for (let index = 0; index < count; index += 1) send(Uint8Array.of(index));
      return Promise.resolve(undefined);
    };
    for (const count of [0, 1, 3]) {
      const body = Array.from({ length: count }, (_, index) => [...framed(index)]).flat();
      expect(await answerTo("/t.S/Count", [framed(count)])).toEqual({ ...PLAIN, body });
    }
  });

  test.each([
    ["", ""],
    ["no – not today: 100 %\nor 😀", "no – not today: 100 %\nor 😀"],
    ["half \uD83D of a pair", "half \uFFFD of a pair"],
  ])("of a failure has its words: %j", async (thrown, words) => {
    for (const [failure, status] of [
      [new CallError(8, thrown), 8],
      [new Error(thrown), 2],
      [thrown, 2],
    ] as const) {
      calls["/t.S/Fail"] = () => Promise.reject(failure);
      expect(await answerTo("/t.S/Fail", [framed()])).toEqual({ ...PLAIN, status, words, body: [] });
    }
  });

  test.each([0, 1, 2, 3, 4].map((bytes) => [bytes, Buffer.alloc(bytes, 0xfb)] as const))(
    "of a failure has %d bytes of details, in Base64 without an end",
    async (_bytes, details) => {
      calls["/t.S/Fail"] = () => Promise.reject(new CallError(2, "no", details));
      const { details: sent } = await answerTo("/t.S/Fail", [framed()]);
      expect(sent).not.toContain("=");
      expect(Buffer.from(String(sent), "base64")).toEqual(details);
    },
  );
});

describe("a caller", () => {
  test("that goes away ends its call, with the reason, and no other", async () => {
    const signals: AbortSignal[] = [];
    calls["/t.S/Wait"] = async (request, { signal }) => {
      signals.push(signal);
      if (request.length > 0) return request;
      await once(signal, "abort");
      return undefined;
    };
    await answerTo("/t.S/Wait", [framed(7)]);
    const stream = session.request({ ":method": "POST", ":path": "/t.S/Wait" });
    stream.on("error", () => undefined);
    await new Promise((resolve) => stream.write(framed(), resolve));
    while (signals.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const [answered, left] = signals;
    stream.close(8);
    await once(left as AbortSignal, "abort");
    expect([answered?.aborted, left?.reason]).toEqual([
      false,
      expect.objectContaining({ status: 1, message: "The caller went away" }),
    ]);
  });

  test("that goes away in the middle of a message leaves nothing to handle", async () => {
    let handled = 0;
    calls["/t.S/Echo"] = (request) => Promise.resolve(((handled += 1), request));
    const stream = session.request({ ":method": "POST", ":path": "/t.S/Echo" });
    stream.on("error", () => undefined);
    await new Promise((resolve) => stream.write(Buffer.of(0, 0), resolve));
    stream.close(8);
    await once(stream, "close");
    expect((await answerTo("/t.S/Echo", [framed(7)])).body).toEqual([...framed(7)]);
    expect(handled).toBe(1);
  });

  test("of this program gets the message, or an error with status and path", async () => {
    const client = new CallClient(`127.0.0.1:${port}`);
    calls["/t.S/Echo"] = (request) => Promise.resolve(request);
    calls["/t.S/Fail"] = () => Promise.reject(new CallError(8, "no"));
    for (const message of [[], [7, 0, 255], Array.from({ length: 70_000 }, (_, index) => index % 251)]) {
      expect([...(await client.call("/t.S/Echo", Uint8Array.from(message)))]).toEqual(message);
    }
    await expect(client.call("/t.S/Fail", new Uint8Array())).rejects.toMatchObject({
      status: 8,
      message: "The call of /t.S/Fail failed",
    });
    const open = once(server, "stream").then(() => client.close());
    calls["/t.S/Wait"] = () => new Promise(() => undefined);
    await expect(Promise.all([client.call("/t.S/Wait", new Uint8Array()), open])).rejects.toMatchObject({ status: 2 });
  });

  test.each([
    ["nothing of gRPC", {}, undefined, 2],
    ["a status without a message", { "grpc-status": "7" }, undefined, 7],
    ["a status that isn't a number", {}, { "grpc-status": "?" }, Number.NaN],
    ["a status after the message", {}, { "grpc-status": "9" }, 9],
  ])("of this program fails where another server answers with %s", async (_what, headers, trailers, status) => {
    const another = createServer((_request, response) => {
      response.writeHead(200, headers);
      if (trailers !== undefined) response.addTrailers(trailers);
      response.end(trailers === undefined ? "" : framed(7));
    });
    another.listen(0, "127.0.0.1");
    await once(another, "listening");
    const client = new CallClient(`127.0.0.1:${(another.address() as AddressInfo).port}`);
    await expect(client.call("/t.S/Echo", new Uint8Array())).rejects.toMatchObject({ status });
    client.close();
    another.close();
  });

  test("of this program fails where nobody listens", async () => {
    const nobody = new CallClient("127.0.0.1:1");
    await expect(nobody.call("/t.S/Echo", new Uint8Array())).rejects.toThrow("ECONNREFUSED");
  });
});

test("late calls load together, with the first one, and once", async () => {
  let loads = 0;
  const handlers: Calls = {
    "/a": (request) => Promise.resolve(request),
    "/b": () => Promise.resolve(Uint8Array.of(2)),
  };
  const late = lateCalls(["/a", "/b"], async () => {
    loads += 1;
    return Promise.resolve(handlers);
  });
  expect([Object.keys(late), loads]).toEqual([["/a", "/b"], 0]);
  const call = { signal: new AbortController().signal, send: () => undefined };
  const called = ["/a", "/b", "/a"].map(async (path) => late[path]?.(Uint8Array.of(1), call));
  expect(await Promise.all(called)).toEqual([Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(1)]);
  expect(loads).toBe(1);
});
