import { readFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import process from "node:process";

/** Whose process is at the other end of a connection over a port of this machine; "unknown" where the system does not tell. */
export type PeerUser = "own" | "other" | "unknown";

/** Where Linux lists the connections of this machine with the user that opened each end. @source man 5 proc, /proc/net/tcp */
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"] as const;

/** A table is read piece by piece, so that a row may be missed while others come and go. */
const LOOKS = 3;

const ESTABLISHED = "01";

/** 127.0.0.1 as the tables write it: in the machine's order of bytes, and as an address of IPv6. */
const LOOPBACK: ReadonlySet<string> = new Set([
  "0100007F",
  "7F000001",
  "0000000000000000FFFF00000100007F",
  "00000000000000000000FFFF7F000001",
]);

/** One end of a connection. */
interface Ports {
  /** That of the other side. */
  readonly theirs: number;
  readonly ours: number;
}

/** The user who opened the other end of a connection over 127.0.0.1, out of the text of a table. */
export function peerIn(table: string, { theirs, ours }: Ports): number | undefined {
  for (const line of table.split("\n")) {
    // sl local remote state queues timer retransmits uid
    const [, local = "", remote = "", state, , , , uid] = line.trim().split(/\s+/u);
    if (state === ESTABLISHED && isLoopback(local, theirs) && isLoopback(remote, ours)) return Number(uid);
  }
  return undefined;
}

function isLoopback(place: string, port: number): boolean {
  const [address = "", digits = ""] = place.split(":");
  return LOOPBACK.has(address) && Number.parseInt(digits, 16) === port;
}

/** Whose process is at the other end of an open connection. */
export function peerUserOf({ remoteAddress, remotePort, localPort }: Socket): PeerUser {
  const self = process.geteuid?.();
  if (self === undefined || remotePort === undefined || localPort === undefined) return "unknown";
  if (remoteAddress?.endsWith("127.0.0.1") !== true) return "unknown";
  for (let look = 0; look < LOOKS; look += 1) {
    for (const table of TABLES) {
      const user = peerIn(tableText(table), { theirs: remotePort, ours: localPort });
      if (user !== undefined) return user === self ? "own" : "other";
    }
  }
  return "unknown";
}

function tableText(table: string): string {
  try {
    return readFileSync(table, "latin1");
  } catch {
    return "";
  }
}

let isTold: Promise<boolean> | undefined;

/** Whether the system tells who connects to a port: found out once, by a connection to this process itself. */
export function canIdentifyPeers(): Promise<boolean> {
  isTold ??= new Promise<boolean>((resolve) => {
    const server = createServer((socket) => {
      resolve(peerUserOf(socket) === "own");
      socket.destroy();
      server.close();
    });
    server.on("error", () => resolve(false));
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      connect(port, "127.0.0.1").on("error", () => resolve(false));
    });
  });
  return isTold;
}
