import { createConnection } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type Fixture, openFixture } from "./client.ts";

let fixture: Fixture;
/** An unscoped key, because a key with scopes is refused before the method is checked. */
let key: string;
beforeAll(async () => {
  fixture = await openFixture();
  key = fixture.sandbox.control.createKey({ email: "founder@acme.example", scopes: null }).apiKey;
});
afterAll(() => fixture.close());

/** Sends raw bytes, and returns the first line of the response; "" if the connection was closed without one. */
function sendRaw(bytes: string | Buffer, timeoutMs = 5000): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: "127.0.0.1", port: Number(new URL(fixture.sandbox.host).port) });
    let text = "";
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on("data", (part) => {
      text += part.toString("latin1");
      socket.end();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text.split("\r\n")[0] ?? ""));
    socket.write(bytes);
  });
}

/** Everything that the server sends until it closes the connection. */
function answersTo(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host: "127.0.0.1", port: Number(new URL(fixture.sandbox.host).port) });
    let text = "";
    socket.on("data", (part) => (text += part.toString("latin1")));
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
    socket.write(bytes);
  });
}

const head = (method: string, more = ""): string =>
  `${method} /api/organizations/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n${more}\r\n`;
const withBody = (type: string, body: Buffer, more = ""): Buffer =>
  Buffer.concat([
    Buffer.from(head("POST", `Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n${more}`)),
    body,
  ]);

describe("sandboxOnly: requests that no client library would send", () => {
  test.each<[string, () => string | Buffer, string]>([
    ["no HTTP at all", () => "\0\u0001\u0002 hello\r\n\r\n", "400"],
    ["a method that HTTP does not have", () => head("FETCH"), "400"],
    ["a method that the service does not have", () => head("PROPFIND"), "405"],
    ["TRACE", () => head("TRACE"), "405"],
    ["a header of a hundred kilobytes", () => head("GET", `X-Long: ${"x".repeat(100_000)}\r\n`), "431"],
    ["two lengths", () => head("POST", "Content-Length: 2\r\nContent-Length: 3\r\n"), "400"],
    ["a length that is none", () => head("POST", "Content-Length: many\r\n"), "400"],
    ["a chunk of no size", () => `${head("POST", "Transfer-Encoding: chunked\r\n")}zz\r\n`, "400"],
    ["gzip that is none", () => withBody("application/json", Buffer.from("{}"), "Content-Encoding: gzip\r\n"), "400"],
    ["JSON as gzip", () => withBody("application/json", gzipSync('{"name":""}'), "Content-Encoding: gzip\r\n"), "400"],
    ["bytes that are no UTF-8", () => withBody("application/json", Buffer.from([0xff, 0xfe, 0x22])), "400"],
    ["JSON ten thousand deep", () => withBody("application/json", Buffer.from("[".repeat(10_000))), "400"],
    ["a body of 21 MiB", () => withBody("application/json", Buffer.alloc(21 * 1024 * 1024, 0x20)), "413"],
    [
      "21 MiB in chunks",
      () => {
        const size = 21 * 1024 * 1024;
        const start = `${head("POST", "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n")}${size.toString(16)}\r\n`;
        return Buffer.concat([Buffer.from(start), Buffer.alloc(size, 0x20), Buffer.from("\r\n0\r\n\r\n")]);
      },
      "413",
    ],
    ["a type that is none", () => withBody("\t;;", Buffer.from("{}")), "4"],
    [
      "an address beyond the host",
      () => "GET http://elsewhere.example/api/organizations/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "4",
    ],
    ["a path that leaves", () => "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n", "404"],
    ["a path with broken escapes", () => "GET /api/organizations/%zz/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "4"],
  ])("%s is refused, and the next request is served", async (_what, bytes, status) => {
    expect(await sendRaw(bytes())).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
    expect((await fixture.call("GET", "/api/organizations/")).status).toBe(200);
  });

  test("bytes that aren't HTTP get an error in the sandbox's own form", async () => {
    const [head = "", body = "", ...more] = (await answersTo("\0 hello\r\n\r\n")).split("\r\n\r\n");
    expect(head.split("\r\n")).toEqual([
      "HTTP/1.1 400 Bad Request",
      "Connection: close",
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${body.length}`,
    ]);
    expect([JSON.parse(body), more]).toEqual([
      {
        type: "sandbox_error",
        code: "http",
        detail: "The request isn't valid HTTP: Parse Error: Invalid method encountered.",
        attr: null,
      },
      [],
    ]);
  });

  test("a client that disconnects in the middle of its body doesn't count as a request", async () => {
    const before = fixture.sandbox.control.requests().length;
    expect(await sendRaw(head("POST", "Content-Type: application/json\r\nContent-Length: 20\r\n"), 50)).toBe("");
    expect((await fixture.call("GET", "/api/organizations/")).status).toBe(200);
    expect(fixture.sandbox.control.requests()).toHaveLength(before + 1);
  });

  test("one connection serves one request after another, and stays open longer than clients keep theirs", async () => {
    const last = head("GET", "Connection: close\r\n");
    const text = await answersTo(head("HEAD") + head("GET", "Content-Length: 2\r\n") + "{}" + head("OPTIONS") + last);
    const heads = text.split("HTTP/1.1 ").slice(1);
    expect(heads.map((each) => each.slice(0, 3))).toEqual(["200", "200", "200", "200"]);
    expect(heads[0]).toMatch(/keep-alive: timeout=72\r\n/iu);
    expect(heads[0]?.split("\r\n\r\n")[1]).toBe("");
  });
});

test("sandboxOnly: closing cuts a request that is held", async () => {
  const own = await openFixture();
  own.sandbox.control.addFault({ kind: "delay-after", delayMs: 60_000 });
  const held = own.call("GET", "/api/organizations/").then(
    () => "answered",
    () => "cut",
  );
  while (own.sandbox.control.requests().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await own.close();
  expect(await held).toBe("cut");
});
