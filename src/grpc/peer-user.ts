import { readFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import process from "node:process";

/** The user at the other end of a connection through a local port; "unknown" if the system doesn't show it. */
export type PeerUser = "own" | "other" | "unknown";

/** Linux's lists of local connections with the user who opened each end. @source man 5 proc, /proc/net/tcp */
const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"] as const;

/** Number of reads, because a table is read in pieces and can miss a row while others change. */
const LOOKS = 3;

const ESTABLISHED = "01";

/** 127.0.0.1 in the form of the tables: in the machine's byte order, and as an IPv6 address. */
const LOOPBACK: ReadonlySet<string> = new Set([
  "0100007F",
  "7F000001",
  "0000000000000000FFFF00000100007F",
  "00000000000000000000FFFF7F000001",
]);

/** One end of a connection. */
interface Ports {
  /** Port of the other side. */
  readonly theirs: number;
  readonly ours: number;
}

/** The ID of the user who opened the other end of a connection through 127.0.0.1, from the text of a table. */
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

/** The user at the other end of an open connection. */
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

/** Whether the system shows who connects to a port. Tested once, with a connection from this process to itself. */
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
      connect(port, "127.0.0.1").on("error", () => {
        resolve(false);
        server.close();
      });
    });
  });
  return isTold;
}
