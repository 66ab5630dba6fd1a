import process from "node:process";

import type { PluginServer } from "./plugin-server.ts";

/** Where the provider is found; an engine puts its own host in front when the source names none. */
const SOURCES = ["registry.terraform.io/orgform/orgform", "registry.opentofu.org/orgform/orgform"];

/** What TF_REATTACH_PROVIDERS has to hold for an engine to use a plugin that already runs. */
export function reattachText({ address }: Pick<PluginServer, "address">): Record<string, unknown> {
  const entry = {
    Protocol: "grpc",
    ProtocolVersion: 6,
    Pid: process.pid,
    Test: true,
    Addr: { Network: address.network, String: address.address },
  };
  return Object.fromEntries(SOURCES.map((source) => [source, entry]));
}
