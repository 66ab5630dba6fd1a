// Runs alone: whether the system shows who connects is looked at once in a process.
import { EventEmitter, once } from "node:events";
import net, { type Server, type Socket } from "node:net";

import { expect, jest, test } from "@jest/globals";

import { canIdentifyPeers } from "../../../src/grpc/peer-user.ts";

test("where this machine lets nobody connect to it, no peer is known, and nothing keeps the process alive", async () => {
  const servers: Server[] = [];
  const places: unknown[] = [];
  const { createServer } = net;
  jest.spyOn(net, "createServer").mockImplementation((...args) => {
    const server = createServer(...args);
    servers.push(server);
    return server;
  });
  const connect = jest.spyOn(net, "connect").mockImplementation(() => {
    const socket = new EventEmitter();
    places.push(servers[0]?.address());
    setImmediate(() => socket.emit("error", new Error("connect ECONNREFUSED")));
    return socket as unknown as Socket; // -- what is used of it
  });
  expect(await canIdentifyPeers()).toBe(false);
  expect(places).toEqual([expect.objectContaining({ address: "127.0.0.1" })]);
  const [server, ...others] = servers;
  expect(others).toEqual([]);
  if (server?.listening === true) await once(server, "close");
  expect(server?.listening).toBe(false);
  expect(connect.mock.calls).toEqual([[expect.any(Number), "127.0.0.1"]]);
  expect(await canIdentifyPeers()).toBe(false);
  expect(servers).toHaveLength(1);
  jest.restoreAllMocks();
});
