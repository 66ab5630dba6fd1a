import * as z from "zod";

import { adoption } from "../../../src/capabilities/adoption.ts";
import { pendingCreation } from "../../../src/capabilities/pending-creation.ts";
import { resolvedOutputs } from "../../../src/capabilities/resolved-outputs.ts";
import { wrongParentCreation } from "../../../src/capabilities/wrong-parent-creation.ts";
import { asyncDeletion } from "../../../src/capabilities/async-deletion.ts";
import { retainOnDestroy } from "../../../src/capabilities/retain-on-destroy.ts";
import { deferredFields } from "../../../src/capabilities/deferred-fields.ts";
import { unsupportedInputs } from "../../../src/capabilities/unsupported-inputs.ts";
import { emptyList } from "../../../src/capabilities/empty-list.ts";
import { partialRows } from "../../../src/capabilities/partial-rows.ts";
import { oneTimeSecret } from "../../../src/capabilities/one-time-secret.ts";
import { quota } from "../../../src/capabilities/quota.ts";
import { serializeBy } from "../../../src/capabilities/serialize-by.ts";
import { setAfterwards } from "../../../src/capabilities/set-afterwards.ts";
import { setBeforeDelete } from "../../../src/capabilities/set-before-delete.ts";
import { organization } from "../../../src/catalog/resources/organization/organization.ts";
import { type AnyResource, defineResource, type ResourceDefinition } from "../../../src/model/definition.ts";
import { field, type Fields } from "../../../src/model/field.ts";
import { pick, type Values } from "../../../src/model/json-value.ts";
import { message } from "../../../src/model/messages.ts";
import { BOX_INPUTS, boxOf, type Body, orgOf } from "../fake-resources.ts";
import type { Row as Wire } from "../fake-service.ts";
import type { BoxesApi } from "./noun.ts";

type Declaration = ResourceDefinition<BoxesApi, Fields, Fields, Body, Wire>;

const { isProtected: _isProtected, combination: _combination, ...INPUTS } = BOX_INPUTS;
const OUTPUTS: Fields = { boxId: field(z.string(), { doc: "Id.", stable: true }) };
const text = (doc: string) => field(z.string().optional(), { doc });

const UNIQUE: NonNullable<Declaration["naturalKey"]> = {
  fields: ["organizationId", "name"],
  isUnique: true,
  matches: (wire, inputs) => wire["name"] === String(inputs["name"]).trim(),
  isNamed: (wire, named) => wire.id === named || wire["name"] === named,
};

const OPS: Declaration["ops"] = {
  create: (api, scope, body, call) => api.create(orgOf(scope), body, call),
  read: (api, at, call) => api.read(orgOf(at), boxOf(at), call),
  update: (api, at, body, call) => api.update(orgOf(at), boxOf(at), body, call),
  delete: (api, at, call) => api.delete(orgOf(at), boxOf(at), call),
};

const LIST: NonNullable<Declaration["collection"]> = {
  name: "boxes",
  scope: ["organizationId"],
  words: "the boxes of the organization",
  list: (api, scope, call) => api.list(orgOf(scope), call),
  servesReads: true,
};

/** A box of the made-up service; inputs and outputs are added to its own, and it shows the service's values with these names. */
function servedBox(name: string, changes: Partial<Declaration> = {}): AnyResource {
  const inputs: Fields = { ...INPUTS, ...changes.inputs };
  const outputs: Fields = { ...OUTPUTS, ...changes.outputs };
  return defineResource({
    kind: "object",
    name,
    doc: "A box.",
    notes: [],
    stateVersion: 1,
    migrations: {},
    identity: {
      parts: ["organizationId", "boxId"],
      of: (wire: Wire, scope: Values) => ({ organizationId: orgOf(scope), boxId: wire.id }),
    },
    naturalKey: UNIQUE,
    scopes: { read: [], write: [] },
    toWire: ({ organizationId: _owner, boxId: _id, ...body }: Values): Body => body,
    fromWire: (wire: Wire, at: Values) => ({
      ...pick(wire, [...Object.keys(inputs), ...Object.keys(outputs)]),
      organizationId: orgOf(at),
      boxId: wire.id,
    }),
    ops: OPS,
    collection: LIST,
    parent: organization,
    ...changes,
    inputs,
    outputs,
  });
}

/** Nothing is odd about it. */
export const box = servedBox("Box");

/** Its name isn't a key: a second one with the name would be created. */
export const twin = servedBox("Twin", {
  naturalKey: { ...UNIQUE, isUnique: false },
  capabilities: [adoption({ madeAt: (wire: Wire) => String(wire["made_at"]) })],
});

/** It has an input that is never shown. */
export const vault = servedBox("Vault", {
  inputs: {
    password: field(z.string().optional(), { doc: "Password.", secret: true, returned: "never", serviceDefault: null }),
  },
});

/** The response to its create contains a key that nothing shows again. */
export const keyed = servedBox("KeyedBox", {
  outputs: { key: field(z.string().optional(), { doc: "Key.", secret: true }) },
  fromWire: (wire: Wire, at: Values) => ({
    ...pick(wire, Object.keys(INPUTS)),
    ...(typeof wire["key"] === "string" ? { key: wire["key"] } : {}),
    organizationId: orgOf(at),
    boxId: wire.id,
  }),
  capabilities: [
    oneTimeSecret({
      output: "key",
      isAskedFor: () => true,
      exists: () => true,
      shownBy: (wire: Wire) => (typeof wire["key"] === "string" ? wire["key"] : null),
      carrying: (wire, key) => ({ ...wire, key }),
      remedy: message`Make another box.`,
    }),
  ],
});

const { read: _read, ...WITHOUT_READ } = OPS;

/** It is gone some time after its deletion, and only the list shows it. */
export const slow = servedBox("SlowBox", {
  ops: WITHOUT_READ,
  capabilities: [
    asyncDeletion({ isPending: (wire: Wire) => wire["is_leaving"] === true, timeoutSeconds: 60, intervalSeconds: 1 }),
  ],
});

/** Its seal is refused until it is open. */
export const crate = servedBox("Crate", {
  inputs: { seal: field(z.string().optional(), { doc: "Seal.", serviceDefault: "" }) },
  outputs: { heldBack: field(z.array(z.string()).optional(), { doc: "Waiting settings." }) },
  capabilities: [
    deferredFields({
      inputs: ["seal"],
      isMet: (wire: Wire) => wire["is_open"] === true,
      reason: message`the crate is closed; open it`,
    }),
  ],
});

/** The service accepts only a limited number of such boxes in a time: those over the limit wait, identified by name. */
export const ration = servedBox("Ration", {
  outputs: { status: text("How far it is."), dueAt: text("Until when it is deferred.") },
  fromWire: (wire: Wire, at: Values) => ({
    status: "made",
    ...pick(wire, [...Object.keys(INPUTS), "status", "dueAt"]),
    organizationId: orgOf(at),
    boxId: wire.id,
  }),
  capabilities: [
    pendingCreation({
      isPending: ({ status }) => status === "deferred",
      reason: message`no more are made today`,
      dueAt: ({ dueAt }) => (typeof dueAt === "string" ? dueAt : undefined),
    }),
    quota({
      name: "rations",
      takes: () => false,
      isKept: () => Promise.resolve(false),
      pending: (inputs, dueAt, wire: Wire | undefined) =>
        wire ?? { id: String(inputs["name"]), name: inputs["name"], status: "deferred", dueAt },
    }),
  ],
});

/** All that is sent of such boxes is sent in turn. */
export const queued = servedBox("QueuedBox", {
  capabilities: [serializeBy({ name: "yard", changes: true, removals: true })],
});

/** The request for a new one doesn't accept its color. */
export const late = servedBox("LateBox", {
  ops: { ...OPS, create: (api, scope, { color: _later, ...body }, call) => api.create(orgOf(scope), body, call) },
  capabilities: [setAfterwards("color")],
});

/** It is deleted only while it is grey. */
export const painted = servedBox("PaintedBox", { capabilities: [setBeforeDelete({ color: "grey" })] });

/** A deletion leaves it unchanged. */
export const kept = servedBox("KeptBox", {
  capabilities: [retainOnDestroy({ isRetained: () => true, removalNotice: () => undefined })],
});

/** The service might put it elsewhere: after a create, it is searched for. */
export const stray = servedBox("StrayBox", {
  capabilities: [
    wrongParentCreation({
      remove: (api: BoxesApi, at: Values, call) => api.delete(orgOf(at), boxOf(at), call),
      why: "Another run is at work.",
    }),
  ],
});

/** The list shows a part of it. */
export const dull = servedBox("DullBox", {
  collection: { ...LIST, capabilities: [partialRows({ omits: ["color"] })] },
});

/** An empty list doesn't prove that it is gone: it is requested separately. */
export const lone = servedBox("LoneBox", {
  collection: {
    ...LIST,
    capabilities: [
      emptyList({ ask: async (api: BoxesApi, at, call) => ({ wire: await api.read(orgOf(at), boxOf(at), call) }) }),
    ],
  },
});

/** The service has no weights. */
export const weightless = servedBox("WeightlessBox", {
  capabilities: [
    unsupportedInputs({
      inputs: ["weight"],
      isUnsupported: (wire: Wire) => wire["weight"] === undefined,
      isHarmless: true,
      advice: message`Leave the weight out.`,
    }),
  ],
});

/** Its label is looked up once, in another list. */
export const labelled = servedBox("LabelledBox", {
  outputs: { label: text("What its label shows.") },
  fromWire: (wire: Wire, at: Values) => ({
    ...pick(wire, Object.keys(INPUTS)),
    ...pick(at, ["label"]),
    organizationId: orgOf(at),
    boxId: wire.id,
  }),
  capabilities: [
    resolvedOutputs({
      names: ["label"],
      resolve: async (api: BoxesApi, at, call) => {
        await api.list(orgOf(at), call);
        return { label: "a box" };
      },
    }),
  ],
});
