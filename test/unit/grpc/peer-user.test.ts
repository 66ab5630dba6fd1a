import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import process from "node:process";

import { afterEach, expect, jest, test } from "@jest/globals";

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
