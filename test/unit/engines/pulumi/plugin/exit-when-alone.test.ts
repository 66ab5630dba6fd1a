import { createServer } from "node:http2";
import { Socket } from "node:net";

import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";

import { exitWhenAlone } from "../../../../../src/engines/pulumi/plugin/exit-when-alone.ts";

const exits: unknown[] = [];

beforeEach(() => {
  jest.useFakeTimers();
  exits.splice(0);
  jest.spyOn(process, "exit").mockImplementation((code): never => {
    exits.push(code);
    throw new Error("The process has ended.");
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A server that doesn't read what connects to it. */
function served(): { connect(): Socket } {
  const server = createServer().removeAllListeners("connection");
  exitWhenAlone(server);
  return {
    connect: () => {
      const socket = new Socket();
      server.emit("connection", socket);
      return socket;
    },
  };
}

/** Whether the process is still there after a while. */
function livesFor(ms: number): boolean {
  try {
    jest.advanceTimersByTime(ms);
  } catch {
    return false;
  }
  return exits.length === 0;
}

test("a process that no engine finds leaves after a minute, with success", () => {
  served();
  expect([livesFor(59_999), livesFor(1), exits]).toEqual([true, false, [0]]);
});

test("a process stays as long as one engine is connected, and leaves three seconds after the last one", () => {
  for (let engines = 1; engines <= 3; engines += 1) {
    exits.splice(0);
    const { connect } = served();
    const sockets = Array.from({ length: engines }, connect);
    for (const socket of sockets) {
      expect(livesFor(3_600_000)).toBe(true);
      socket.emit("close");
    }
    expect(livesFor(2_999)).toBe(true);
    const later = connect();
    expect(livesFor(3_600_000)).toBe(true);
    later.emit("close");
    expect([livesFor(2_999), livesFor(1), exits]).toEqual([true, false, [0]]);
  }
});
