import { once } from "node:events";
import fs from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import process from "node:process";

import { afterEach, describe, expect, jest, test } from "@jest/globals";

import { peerIn, peerUserOf, canIdentifyPeers } from "../../../src/grpc/peer-user.ts";

/** Two ends of one connection, a third that is closing, and one of another address with the same ports. */
const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1
   1: 0200007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     7        0 2
   2: 0100007F:C350 0100007F:1F90 01 00000000:00000000 02:000A0000 00000000  1001        0 3
   3: 0100007F:1F90 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 4
   4: 0100007F:C351 0100007F:1F90 06 00000000:00000000 03:00000000 00000000     0        0 0
`;

test("the user of the other end is read where both ends are of this machine and the connection is open", () => {
  expect(peerIn(TABLE, { theirs: 0xc350, ours: 0x1f90 })).toBe(1001);
  expect(peerIn(TABLE, { theirs: 0xc351, ours: 0x1f90 })).toBeUndefined();
  expect(peerIn(TABLE, { theirs: 0x1f90, ours: 0x1f91 })).toBeUndefined();
});

afterEach(() => void jest.restoreAllMocks());

const isLinux = process.platform === "linux";

test("a connection of this user is told from one of another, and from one of which nothing is known", async () => {
  expect(await canIdentifyPeers()).toBe(isLinux);
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [socket] = (await once(server, "connection")) as [Socket];
  const own = process.geteuid?.() ?? 0;
  expect(peerUserOf(socket)).toBe(isLinux ? "own" : "unknown");
  jest.spyOn(process as Required<typeof process>, "geteuid").mockReturnValue(own + 1);
  expect(peerUserOf(socket)).toBe(isLinux ? "other" : "unknown");
  client.destroy();
  await once(socket, "close");
  expect(peerUserOf(socket)).toBe("unknown");
  server.close();
});

test.each([
  ["of which no table has a row", { remoteAddress: "127.0.0.1", remotePort: 1, localPort: 2 }],
  [
    "of which a table has no row as an address of IPv6",
    { remoteAddress: "::ffff:127.0.0.1", remotePort: 1, localPort: 2 },
  ],
  ["from another machine", { remoteAddress: "192.0.2.1", remotePort: 1, localPort: 2 }],
  ["that has ended", { remoteAddress: undefined, remotePort: undefined, localPort: undefined }],
])("a connection %s is nobody's", (_what, ends) => {
  expect(peerUserOf(ends as Socket)).toBe("unknown");
});

const FORMS = ["0100007F", "7F000001", "0000000000000000FFFF00000100007F", "00000000000000000000FFFF7F000001"];

/** A row of a table, with the other side's port 50000 and ours 8080. */
const row = (theirs: string, ours: string, state = "01"): string =>
  `  11: ${theirs}:C350 ${ours}:1F90 ${state} 00000000:00000000 02:000A0000 00000000  1001        0 3\n`;

test.each(FORMS.flatMap((theirs) => FORMS.map((ours) => [theirs, ours] as const)))(
  "an open connection from %s to %s is one within this machine, and no other is",
  (theirs, ours) => {
    const ports = { theirs: 0xc350, ours: 0x1f90 };
    expect(peerIn(row(theirs, ours), ports)).toBe(1001);
    for (const state of ["02", "06", "0A", "1"]) expect(peerIn(row(theirs, ours, state), ports)).toBeUndefined();
    // Another address of this machine, the one of IPv6, and another machine.
    for (const other of ["0200007F", "00000000000000000000000001000000", "0100000A", ""]) {
      expect([peerIn(row(other, ours), ports), peerIn(row(theirs, other), ports)]).toEqual([undefined, undefined]);
    }
    expect([peerIn("", ports), peerIn("\n", ports), peerIn(row(theirs, ours).slice(0, 30), ports)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  },
);

describe("a row that a table misses at first", () => {
  const socket = { remoteAddress: "::ffff:127.0.0.1", remotePort: 0xc350, localPort: 0x1f90 } as Socket;

  /** Shows the row in one reading alone, by its number, and fails in all others where the table can't be read. */
  function shownAt(reading: number, isReadable: boolean): string[] {
    const read: string[] = [];
    jest.spyOn(process as Required<typeof process>, "geteuid").mockReturnValue(1001);
    jest.spyOn(fs, "readFileSync").mockImplementation((path) => {
      read.push(String(path));
      if (read.length === reading) return row(FORMS[0] ?? "", FORMS[0] ?? "");
      if (isReadable) return "";
      throw new Error("ENOENT");
    });
    return read;
  }

  test.each([1, 2, 3, 4, 5, 6, 7].flatMap((reading) => [true, false].map((is) => [reading, is] as const)))(
    "is found in three readings of both: in reading %d, others readable: %s",
    (reading, isReadable) => {
      const read = shownAt(reading, isReadable);
      expect(peerUserOf(socket)).toBe(reading <= 6 ? "own" : "unknown");
      const tables = Array.from({ length: 6 }, (_, index) => `/proc/net/tcp${index % 2 === 0 ? "" : "6"}`);
      expect(read).toEqual(tables.slice(0, reading));
    },
  );

  test("isn't looked for where the system has no users, or the other side isn't of this machine", () => {
    const read = shownAt(1, true);
    for (const other of [
      { ...socket, remoteAddress: "::1" },
      { ...socket, remoteAddress: "127.0.0.10" },
      { ...socket, remoteAddress: undefined },
      { ...socket, remotePort: undefined },
      { ...socket, localPort: undefined },
    ]) {
      expect(peerUserOf(other as Socket)).toBe("unknown");
    }
    const { geteuid } = process;
    Object.defineProperty(process, "geteuid", { value: undefined, configurable: true });
    const onOthers = peerUserOf(socket);
    Object.defineProperty(process, "geteuid", { value: geteuid, configurable: true, writable: true });
    expect([onOthers, read]).toEqual(["unknown", []]);
  });
});
