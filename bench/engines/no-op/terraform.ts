/** A no-op Terraform provider with our server and codec, and our schema in a file beside it. */
import { readFileSync } from "node:fs";
import { env } from "node:process";

import { handshakeLine, startPluginServer } from "../../../src/engines/terraform/provider/plugin-server.ts";
import { type CallName, CALLS, MESSAGES, pathOf } from "../../../src/engines/terraform/provider/protocol.ts";
import { decodeValue, encodeValue } from "../../../src/engines/terraform/provider/values.ts";
import type { Message } from "../../../src/grpc/messages.ts";
import type { CallHandler } from "../../../src/grpc/server.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { create, look, remove } from "./domain.ts";

type Object_ = Readonly<Record<string, string>>;

const UNKNOWN_OUTPUTS = { id: UNKNOWN, domain_id: UNKNOWN, verification_record: UNKNOWN, held_back: UNKNOWN };

/** Constant responses, equal to ours. */
const fixed = (name: CallName): CallHandler => {
  const bytes = readFileSync(new URL(`${name}.bin`, import.meta.url));
  return () => Promise.resolve(bytes);
};

/** The engine's proposal. For a new object, the provider marks unknown values. */
function plan({ priorState, proposedNewState, priorPrivate, priorIdentity }: Message): Message {
  const isNew = decodeValue(priorState) === null;
  const proposed = isNew ? (decodeValue(proposedNewState) as Object_) : {};
  return {
    plannedState: isNew ? encodeValue({ ...proposed, ...UNKNOWN_OUTPUTS }) : proposedNewState,
    plannedPrivate: priorPrivate,
    plannedIdentity: priorIdentity,
  };
}

async function apply({ priorState, plannedState, plannedPrivate }: Message): Promise<Message> {
  const [prior, planned] = [priorState, plannedState].map((value) => decodeValue(value) as Object_ | null);
  if (!planned) {
    await remove(prior?.["organization_id"] ?? "", prior?.["domain_id"] ?? "");
    return { newState: plannedState };
  }
  const organizationId = planned["organization_id"] ?? "";
  if (prior) return { newState: plannedState, private: plannedPrivate, newIdentity: identityOf(planned) };
  const { domainId, verificationRecord } = await create(organizationId, planned["domain"] ?? "");
  const made = { id: `${organizationId}/${domainId}`, domain_id: domainId, verification_record: verificationRecord };
  return {
    newState: encodeValue({ ...planned, ...made, held_back: null }),
    private: plannedPrivate,
    newIdentity: identityOf({ organization_id: organizationId, domain_id: domainId }),
  };
}

const identityOf = ({ organization_id, domain_id }: Object_): Message => ({
  data: encodeValue({ organization_id, domain_id }),
});

const HANDLERS: Partial<Record<CallName, (request: Message) => Promise<Message> | Message>> = {
  ValidateProviderConfig: () => ({}),
  ConfigureProvider: () => ({}),
  ValidateResourceConfig: () => ({}),
  UpgradeResourceState: ({ rawState }) => ({ upgradedState: { json: (rawState as Message)["json"] } }),
  UpgradeResourceIdentity: ({ rawIdentity }) => ({
    upgradedIdentity: { data: { json: (rawIdentity as Message)["json"] } },
  }),
  ReadResource: async ({ currentState, private: kept, currentIdentity }) => {
    if (env["ORGFORM_HOST"] !== undefined) await look((decodeValue(currentState) as Object_)["organization_id"] ?? "");
    return { newState: currentState, private: kept, newIdentity: currentIdentity };
  },
  PlanResourceChange: plan,
  ApplyResourceChange: apply,
  StopProvider: () => ({}),
};

const calls = Object.entries(HANDLERS).map(([name, handler]) => {
  const [requestType, responseType] = CALLS[name as CallName];
  const served = async (bytes: Uint8Array): Promise<Uint8Array> =>
    MESSAGES.encode(responseType, await handler(MESSAGES.decode(requestType, bytes)));
  return [pathOf(name as CallName), served] as const;
});

const server = await startPluginServer({
  calls: {
    ...Object.fromEntries(calls),
    [pathOf("GetProviderSchema")]: fixed("GetProviderSchema"),
    [pathOf("GetResourceIdentitySchemas")]: fixed("GetResourceIdentitySchemas"),
  },
  clientCertificate: env["PLUGIN_CLIENT_CERT"],
  platform: process.platform,
  onShutdown: () => setTimeout(() => process.exit(0), 20),
});
process.on("exit", () => server.close());
process.on("SIGINT", () => undefined);
process.stdout.write(`${handshakeLine(server)}\n`);
