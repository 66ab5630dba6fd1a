import { BlockList, isIP } from "node:net";

const INTERNAL = new BlockList();
for (const [address, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  INTERNAL.addSubnet(address, prefix, "ipv4");
}
INTERNAL.addSubnet("fc00::", 7, "ipv6");
INTERNAL.addSubnet("fe80::", 10, "ipv6");
INTERNAL.addAddress("::1", "ipv6");

/** Whether a host is inside of a private network, as far as its name shows: no name is looked up. */
export function isInternalHost(written: string): boolean {
  const host = written.replace(/^\[|\]$/g, "").toLowerCase();
  const family = isIP(host);
  if (family !== 0) return INTERNAL.check(host, family === 4 ? "ipv4" : "ipv6");
  return host === "localhost" || /\.(?:localhost|local|internal)$/.test(host);
}
