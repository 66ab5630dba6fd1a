/** A no-op Pulumi provider with our server and codec. It shows the cost of the engine and the protocol. */
import { writeSync } from "node:fs";
import { createServer } from "node:http2";
import type { AddressInfo } from "node:net";

import { type CallName, CALLS, CHANGES, MESSAGES, pathOf } from "../../../src/engines/pulumi/plugin/protocol.ts";
import type { Message } from "../../../src/grpc/messages.ts";
import { serveCalls } from "../../../src/grpc/server.ts";
import { create, look, remove } from "./domain.ts";

type Properties = Readonly<Record<string, string>>;

const HANDLERS: Partial<Record<CallName, (request: Message) => Promise<Message> | Message>> = {
  Handshake: () => ({ acceptSecrets: true }),
  GetPluginInfo: () => ({ version: "0.1.0" }),
  CheckConfig: ({ news }) => ({ inputs: news }),
  DiffConfig: () => ({ changes: CHANGES.none }),
  Configure: () => ({ acceptSecrets: true, supportsPreview: true }),
  Check: ({ news }) => ({ inputs: news }),
  Diff: () => ({ changes: CHANGES.none }),
  Create: async ({ properties, preview }) => {
    const inputs = properties as Properties;
    if (preview === true) return { properties: inputs };
    const made = await create(inputs["organizationId"] ?? "", inputs["domain"] ?? "");
    return {
      id: `${inputs["organizationId"] ?? ""}/${made.domainId}`,
      properties: { ...inputs, ...made, stateVersion: 1 },
    };
  },
  Read: async ({ id, properties, inputs }) => {
    await look((inputs as Properties)["organizationId"] ?? "");
    return { id, properties, inputs };
  },
  Delete: async ({ properties }) => {
    const state = properties as Properties;
    await remove(state["organizationId"] ?? "", state["domainId"] ?? "");
    return {};
  },
  Cancel: () => ({}),
};

const calls = Object.entries(HANDLERS).map(([name, handler]) => {
  const [requestType, responseType] = CALLS[name as CallName];
  const served = async (bytes: Uint8Array): Promise<Uint8Array> =>
    MESSAGES.encode(responseType, await handler(MESSAGES.decode(requestType, bytes)));
  return [pathOf(name as CallName), served] as const;
});

const server = createServer();
serveCalls(server, Object.fromEntries(calls));
server.listen(0, "127.0.0.1", () => writeSync(1, `${(server.address() as AddressInfo).port}\n`));
