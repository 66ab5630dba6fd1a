import { EventEmitter, once } from "node:events";
import http2, { type ClientHttp2Session, connect, createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";

import { CallClient } from "../../../src/grpc/client.ts";
import { MessageTable } from "../../../src/grpc/messages.ts";
import { CallError, type Serving, serveCalls } from "../../../src/grpc/server.ts";
import { decodeValue } from "../../../src/grpc/struct.ts";
import { Writer } from "../../../src/grpc/wire-format.ts";

const table = new MessageTable(`
  Leaf name=1:string on=2:bool
  All text=1:string count=2:int32 wide=3:int64 ratio=4:double raw=5:bytes flag=6:bool? leaf=7:Leaf leaves=8:Leaf* words=9:string* numbers=10:int32* byName=11:map<Leaf> props=12:Struct any=13:Value
`);

describe("messages", () => {
  test("a message comes back as it was written", () => {
    const message = {
      text: "grün \u0000 𝄞",
      count: -3,
      wide: 2 ** 40,
      ratio: 0.1,
      raw: Uint8Array.from([1, 2, 255]),
      flag: false,
      leaf: { name: "one", on: true },
      leaves: [
        { name: "", on: false },
        { name: "b", on: true },
      ],
      words: ["", "x"],
      numbers: [1, -1],
      byName: { a: { name: "a", on: false } },
      props: { nested: { list: [1, null, "x", true] }, none: null },
      any: [false],
    };
    const back = table.decode("All", table.encode("All", message));
    expect(JSON.parse(JSON.stringify({ ...back, raw: [...back["raw"]] }))).toEqual({
      ...message,
      raw: [1, 2, 255],
    });
  });

  test("an empty message has zero values, and undefined where absence counts", () => {
    expect(table.decode("Leaf", new Uint8Array())).toEqual({ name: "", on: false });
    expect(table.decode("All", new Uint8Array())["flag"]).toBeUndefined();
  });

  test("unknown fields are skipped, packed numbers are read, and a cut message is refused", () => {
    const wider = new MessageTable("Leaf name=1:string on=2:bool more=3:string also=4:double and=5:int32");
    const bytes = wider.encode("Leaf", { name: "n", more: "?", also: 1.5, and: 7 });
    expect(table.decode("Leaf", bytes)).toEqual({ name: "n", on: false });
    expect(table.decode("All", Uint8Array.from([0x52, 2, 1, 5]))["numbers"]).toEqual([1, 5]);
    expect(() => table.decode("Leaf", Uint8Array.from([0x0a, 9, 65]))).toThrow("shorter than it says");
  });
});

test("a connection that breaks takes nobody along, and keeps no process alive", () => {
  const session = Object.assign(new EventEmitter(), { unref: jest.fn(), destroy: jest.fn() });
  const opened = jest.spyOn(http2, "connect").mockReturnValue(session as unknown as ClientHttp2Session); // -- what of it a client uses
  const client = new CallClient("127.0.0.1:4711");
  expect(opened.mock.calls).toEqual([["http://127.0.0.1:4711"]]);
  opened.mockRestore();
  expect(session.unref.mock.calls).toEqual([[]]);
  for (const reason of ["ECONNREFUSED", "ECONNRESET"]) session.emit("error", new Error(reason));
  expect(session.destroy.mock.calls).toEqual([]);
  client.close();
  expect(session.destroy.mock.calls).toEqual([[]]);
});

describe("calls over HTTP/2", () => {
  let server: Http2Server;
  let client: CallClient;
  let serving: Serving;

  beforeEach(async () => {
    server = createServer();
    serving = serveCalls(server, {
      "/t.S/Echo": async (request) => request,
      "/t.S/Fail": async () => {
        throw new CallError(2, "no – not today", Uint8Array.from([9]));
      },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    client = new CallClient(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  });

  afterEach(async () => {
    client.close();
    serving.closeConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test("a large message arrives whole and comes back", async () => {
    const message = Buffer.alloc(3_000_000, "x");
    expect(Buffer.compare(await client.call("/t.S/Echo", message), message)).toBe(0);
  });

  test("each connection may have calls of its own, and is told when it ends", async () => {
    const own = createServer();
    const ended: Promise<void>[] = [];
    const { closeConnections } = serveCalls(own, (closed) => {
      ended.push(new Promise((resolve) => closed.addEventListener("abort", () => resolve())));
      const number = ended.length;
      return { "/t.S/Which": () => Promise.resolve(Uint8Array.from([number])) };
    });
    await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
    const address = `127.0.0.1:${(own.address() as AddressInfo).port}`;
    const [one, two] = [new CallClient(address), new CallClient(address)];
    const which = async (caller: CallClient) => (await caller.call("/t.S/Which", new Uint8Array()))[0];
    expect([await which(one), await which(two), await which(one)]).toEqual([1, 2, 1]);
    closeConnections();
    await Promise.all(ended);
    own.close();
  });

  test.each([true, false])(
    "a connection is served where the server lets it in, and else ends unread: %s",
    async (isLetIn) => {
      const own = createServer();
      const asked: string[] = [];
      const { closeConnections } = serveCalls(
        own,
        () => {
          asked.push("calls");
          return { "/t.S/Echo": (request) => Promise.resolve(request) };
        },
        {
          admits: ({ remoteAddress }) => {
            asked.push(String(remoteAddress));
            return isLetIn;
          },
        },
      );
      await new Promise<void>((resolve) => own.listen(0, "127.0.0.1", resolve));
      const caller = new CallClient(`127.0.0.1:${(own.address() as AddressInfo).port}`);
      const answer = await caller.call("/t.S/Echo", Uint8Array.of(7)).then(
        (reply) => [...reply],
        () => "ended",
      );
      expect(answer).toEqual(isLetIn ? [7] : "ended");
      expect(new Set(asked)).toEqual(new Set(isLetIn ? ["127.0.0.1", "calls"] : ["127.0.0.1"]));
      caller.close();
      closeConnections();
      await new Promise((resolve) => own.close(resolve));
    },
  );

  test("a failure has its status, and an unknown path is unimplemented", async () => {
    await expect(client.call("/t.S/Fail", new Uint8Array())).rejects.toMatchObject({ status: 2 });
    await expect(client.call("/t.S/Nope", new Uint8Array())).rejects.toMatchObject({ status: 12 });
  });

  test.each([
    [
      "of more than 64 MB",
      [0, 0x04, 0, 0, 1],
      "8",
      "The message has 67108865 bytes; this server takes 67108864 at most",
    ],
    [
      "of 4 GB, as it says",
      [0, 255, 255, 255, 255],
      "8",
      "The message has 4294967295 bytes; this server takes 67108864",
    ],
    [
      "that is compressed",
      [1, 0, 0, 0, 1, 9],
      "12",
      "The message is compressed; this server takes plain messages only",
    ],
  ])("a message %s is refused before it is read, and the server goes on", async (_what, bytes, status, words) => {
    const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const stream = session.request({ ":method": "POST", ":path": "/t.S/Echo", "content-type": "application/grpc" });
    const trailers = once(stream, "trailers");
    stream.resume().write(Buffer.from(bytes));
    const [told] = (await trailers) as [Record<string, string>];
    session.destroy();
    expect(told["grpc-status"]).toBe(status);
    expect(decodeURIComponent(String(told["grpc-message"]))).toContain(words);
    expect(await client.call("/t.S/Echo", Uint8Array.of(7))).toEqual(Buffer.of(7));
  });
});

// A list is field 6 of a value and has its values in field 1; an object is field 5 and has entries with field 2.
test.each([
  ["lists", [[1, 6]]],
  ["objects", [[2, 1, 5]]],
  [
    "lists and objects",
    [
      [1, 6],
      [2, 1, 5],
    ],
  ],
] as const)("a value of %s that is nested without end is refused in words", (_what, kinds) => {
  const wrapped = (inner: Uint8Array, fields: readonly number[]): Uint8Array =>
    fields.reduce((bytes, field) => new Writer().field(field, 2).bytes(bytes).finish(), inner);
  const nested = (levels: number): Uint8Array => {
    let value: Uint8Array = Uint8Array.of(0x08, 0);
    for (let level = 0; level < levels; level += 1) value = wrapped(value, kinds[level % kinds.length] ?? []);
    return value;
  };
  expect(Object.keys(Object(decodeValue(nested(501))))).toHaveLength(1);
  for (const levels of [502, 5_000]) {
    expect(() => decodeValue(nested(levels))).toThrow("A value is nested more than 500 levels deep");
  }
});
