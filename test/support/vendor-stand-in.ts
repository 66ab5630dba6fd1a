import { type CallName, CALLS, MESSAGES, pathOf } from "../../src/engines/terraform/provider/protocol.ts";
import {
  type PluginServer,
  reattachText,
  startPluginServer,
} from "../../src/engines/terraform/provider/plugin-server.ts";
import { decodeValue, encodeValue } from "../../src/engines/terraform/provider/values.ts";
import type { Message } from "../../src/grpc/messages.ts";
import type { Calls } from "../../src/grpc/server.ts";
import { isRecord, sameValue, type Values } from "../../src/model/json-value.ts";

/** The types whose objects move, with their attributes. @source PostHog/terraform-provider-posthog v1.0.13 */
const TYPES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  posthog_organization_member: {
    ...texts("id", "organization_id", "user_uuid", "level", "email", "first_name", "last_name", "joined_at"),
    is_2fa_enabled: "bool",
    retain_on_destroy: "bool",
  },
  posthog_role: texts("id", "organization_id", "name", "created_at", "created_by"),
  posthog_role_membership: texts("id", "organization_id", "role_id", "user_uuid", "user_email", "joined_at"),
  posthog_project: { ...texts("organization_id", "name", "timezone", "api_token"), id: "number" },
  posthog_project_member: {
    ...texts("id", "project_id", "role", "organization_member", "access_level", "created_at", "updated_at"),
  },
  posthog_hog_function: {
    ...texts("id", "project_id", "type", "hog", "icon_url", "name", "description", "template_id"),
    ...texts("inputs_json", "inputs_schema_json", "filters_json", "masking_json", "mappings_json"),
    ...texts("sensitive_inputs_json"),
    enabled: "bool",
    execution_order: "number",
  },
  /** This one stays; a change of its project replaces it. */
  posthog_dashboard: { ...texts("id", "project_id", "name") },
};

/** What a program looks up people in. */
const DATA_SOURCES = { posthog_user: texts("email", "uuid") };

/** Attributes whose values a configuration never gives. */
const COMPUTED = new Set(["id", "created_at", "created_by", "updated_at", "joined_at", "api_token"]);

function texts(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, "string"]));
}

function schemaOf(attributes: Readonly<Record<string, unknown>>): Message {
  const described = Object.entries(attributes).map(([name, type]) => ({
    name,
    type: Buffer.from(JSON.stringify(type)),
    optional: !COMPUTED.has(name),
    computed: true,
  }));
  return { version: 0, block: { attributes: described } };
}

type Answering = (request: Values) => Message;

const attributeOf = (message: unknown, name: string): unknown => {
  const object = decodeValue(message);
  return isRecord(object) ? object[name] : undefined;
};

const ANSWERS: Partial<Record<CallName, Answering>> = {
  GetProviderSchema: () => ({
    provider: { version: 0, block: {} },
    resourceSchemas: Object.fromEntries(Object.entries(TYPES).map(([name, one]) => [name, schemaOf(one)])),
    dataSourceSchemas: Object.fromEntries(Object.entries(DATA_SOURCES).map(([name, one]) => [name, schemaOf(one)])),
    serverCapabilities: { planDestroy: true },
  }),
  ValidateProviderConfig: () => ({}),
  ConfigureProvider: () => ({}),
  ValidateResourceConfig: () => ({}),
  ValidateDataResourceConfig: () => ({}),
  ReadDataSource: ({ config }) => ({ state: config }),
  UpgradeResourceState: ({ rawState }) => {
    const { json } = rawState as { readonly json: Uint8Array }; // -- as the table has it
    return { upgradedState: encodeValue(JSON.parse(Buffer.from(json).toString("utf8"))) };
  },
  ReadResource: ({ currentState }) => ({ newState: currentState }),
  PlanResourceChange: ({ priorState, proposedNewState }) => {
    const isMovedAway = !sameValue(attributeOf(priorState, "project_id"), attributeOf(proposedNewState, "project_id"));
    const requiresReplace = isMovedAway ? [{ steps: [{ attributeName: "project_id" }] }] : [];
    return { plannedState: proposedNewState, requiresReplace };
  },
  StopProvider: () => ({}),
};

/** What stands in for the vendor's provider: it has the types and keeps what state has, and writes nothing. */
export class VendorStandIn {
  readonly #server: PluginServer;

  private constructor(server: PluginServer) {
    this.#server = server;
  }

  static async start(): Promise<VendorStandIn> {
    const calls: Calls = Object.fromEntries(
      Object.entries(ANSWERS).map(([name, answer]) => {
        const call = name as CallName; // -- the keys of the table
        const [requestType, responseType] = CALLS[call];
        return [
          pathOf(call),
          (bytes: Uint8Array) =>
            Promise.resolve(MESSAGES.encode(responseType, answer(MESSAGES.decode(requestType, bytes)))),
        ];
      }),
    );
    return new VendorStandIn(
      await startPluginServer({ calls, platform: process.platform, onShutdown: () => undefined }),
    );
  }

  /** How an engine finds it, under the addresses of the vendor's provider. */
  entries(): Record<string, unknown> {
    const entries = Object.entries(reattachText(this.#server));
    return Object.fromEntries(entries.map(([address, own]) => [address.replaceAll("orgform", "posthog"), own]));
  }

  close(): void {
    this.#server.close();
  }
}
