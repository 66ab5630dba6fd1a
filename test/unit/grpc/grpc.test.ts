import { createServer, type Http2Server } from "node:http2";
import type { AddressInfo } from "node:net";

import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";

import { CallClient } from "../../../src/grpc/client.ts";
import { MessageTable } from "../../../src/grpc/messages.ts";
import { CallError, type Serving, serveCalls } from "../../../src/grpc/server.ts";

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
    expect(JSON.parse(JSON.stringify({ ...back, raw: [...(back["raw"] as Uint8Array)] }))).toEqual({
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

  test("a failure has its status, and an unknown path is unimplemented", async () => {
    await expect(client.call("/t.S/Fail", new Uint8Array())).rejects.toMatchObject({ status: 2 });
    await expect(client.call("/t.S/Nope", new Uint8Array())).rejects.toMatchObject({ status: 12 });
  });
});
