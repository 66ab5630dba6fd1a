import type { Http2Server } from "node:http2";
import type { Socket } from "node:net";

/** The process leaves this long after its last connection closed: an engine that is killed sends no signal. */
const ALONE_MS = 3_000;

/** The same for an engine that never came. */
const NEVER_FOUND_MS = 60_000;

/** Ends the process when the engine has left. */
export function exitWhenAlone(server: Http2Server): void {
  const leaveAfter = (ms: number): NodeJS.Timeout => setTimeout(() => process.exit(0), ms);
  let timer = leaveAfter(NEVER_FOUND_MS);
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    clearTimeout(timer);
    socket.on("close", () => {
      connections -= 1;
      if (connections === 0) timer = leaveAfter(ALONE_MS);
    });
  });
}
