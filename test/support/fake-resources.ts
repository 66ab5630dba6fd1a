import { confirmedAbsence } from "../../src/capabilities/confirmed-absence.ts";
import { serializeBy } from "../../src/capabilities/serialize-by.ts";
import { z } from "zod";

import { deferredFields } from "../../src/capabilities/deferred-fields.ts";
import {
  type Context,
  type CreationStore,
  type RecordStore,
  type DriverClock,
  type IdempotencyRecord,
  Session,
} from "../../src/driver/driver.ts";
import { naturalKeyOf } from "../../src/driver/creation/exclusive.ts";
import { Operation } from "../../src/driver/operation.ts";
import { type AnyResource, defineResource, type ResourceDefinition } from "../../src/model/definition.ts";
import { type Field, field, type Fields } from "../../src/model/field.ts";
import type { Values } from "../../src/model/json-value.ts";
import { type FakeService, type Row } from "./fake-service.ts";
import { printed, type Text } from "../../src/model/messages.ts";

/** The body of a request for a box. */
export type Body = Readonly<Record<string, unknown>>;
type Declaration = ResourceDefinition<FakeService, Fields, Fields, Body, Row>;

/** Part of the identity of a box. */
export const orgOf = (at: Values): string => at["organizationId"] as string;
/** Part of the identity of a box. */
export const boxOf = (at: Values): string => at["boxId"] as string;

/** The root of the fake service; a box's absence is confirmed by reading it. */
export const root: AnyResource = defineResource({
  kind: "object",
  name: "Root",
  doc: "An organization of the fake service.",
  notes: [],
  stateVersion: 1,
  migrations: {},
  inputs: { name: field(z.string(), { doc: "Name." }) },
  outputs: { organizationId: field(z.string(), { doc: "Id.", stable: true }) },
  identity: { parts: ["organizationId"], of: (wire: Row) => ({ organizationId: wire.id }) },
  scopes: { read: [], write: [] },
  toWire: (inputs): Body => inputs,
  fromWire: (wire: Row) => ({ name: "root", organizationId: wire.id }),
  ops: {
    read: async (service: FakeService, at) => {
      await service.list(orgOf(at));
      return { id: orgOf(at) };
    },
  },
  capabilities: [
    confirmedAbsence({
      confirmGone: (service: FakeService, at: Values) => Promise.resolve(!service.organizations.has(orgOf(at))),
    }),
  ],
});

/** The inputs of a plain box, one of each kind of mark. */
/** The inputs of a box. */
export const BOX_INPUTS = {
  organizationId: field(z.string().min(1), { doc: "Owner.", onChange: "replace", fromConfig: "organizationId" }),
  name: field(z.string().min(1).max(20), { doc: "Name.", normalize: (name: string) => name.trim() }),
  color: field(z.enum(["grey", "red", "blue"]).optional(), { doc: "Color.", serviceDefault: "grey" }),
  weight: field(z.number().int().min(0).max(100).optional(), { doc: "Weight in kg.", serviceDefault: null }),
  combination: field(z.string().max(40).optional(), { doc: "Secret number.", secret: true, serviceDefault: null }),
  isProtected: field(z.boolean().default(true), { doc: "Refuses deletion.", onChange: "none" }),
} satisfies Fields;

/** A box with nothing special. */
export const plain: Declaration = {
  kind: "object",
  name: "Box",
  doc: "A box.",
  notes: [],
  stateVersion: 1,
  migrations: {},
  inputs: BOX_INPUTS,
  outputs: { boxId: field(z.string(), { doc: "Id.", stable: true }) },
  identity: {
    parts: ["organizationId", "boxId"],
    of: (wire, scope) => ({ organizationId: orgOf(scope), boxId: wire.id }),
  },
  naturalKey: {
    fields: ["organizationId", "name"],
    isUnique: true,
    matches: (wire, inputs) => wire["name"] === String(inputs["name"]).trim(),
    isNamed: (wire, text) => wire.id === text || wire["name"] === text,
  },
  scopes: { read: [], write: [] },
  toWire: ({ organizationId: _owner, boxId: _id, ...body }) => body,
  fromWire: ({ id, ...wire }, at) => ({ ...wire, organizationId: orgOf(at), boxId: id }),
  ops: {
    create: (service, scope, body) => service.create(orgOf(scope), body),
    read: (service, at) => service.read(orgOf(at), boxOf(at)),
    update: (service, at, body) => service.update(orgOf(at), boxOf(at), body),
    delete: (service, at) => service.delete(orgOf(at), boxOf(at)),
  },
  collection: {
    name: "boxes",
    scope: ["organizationId"],
    words: "the boxes of the organization",
    list: (service, scope) => service.list(orgOf(scope)),
    servesReads: true,
  },
  parent: root,
};

/** A box that differs from the plain one; inputs are added to its own. */
export function fakeBox(changes: Partial<Declaration> = {}): AnyResource {
  return defineResource({ ...plain, ...changes, inputs: { ...plain.inputs, ...changes.inputs } });
}

/** A slot of a box; one list of the organization shows those of all boxes. */
export function fakeSlot(parent: AnyResource, rows: readonly Row[]): AnyResource {
  return fakeBox({
    name: "Slot",
    parent,
    identity: {
      parts: ["organizationId", "boxId", "slotId"],
      of: (wire: Row) => ({ organizationId: "o1", boxId: String(wire["boxId"]), slotId: wire.id }),
    },
    fromWire: ({ id, ...wire }: Row) => ({ ...wire, organizationId: "o1", slotId: id }),
    collection: {
      name: "slots",
      scope: ["organizationId"],
      words: "the slots of the organization",
      list: () => Promise.resolve([...rows]),
      servesReads: true,
    },
  });
}

const { create: _create, delete: _delete, ...settingOps } = plain.ops;

/** For objects that are identified by the ID of their box. */
export const BY_ID: NonNullable<Declaration["naturalKey"]> = {
  fields: ["organizationId", "boxId"],
  isUnique: true,
  matches: (wire, inputs) => wire.id === inputs["boxId"],
  isNamed: (wire, text) => wire.id === text || wire["name"] === text,
};

/** The plain one: every verb, a list that serves reads, a unique name. */
export const box = fakeBox();

/** A box with a password that the service never returns. */
export const vault = fakeBox({
  name: "Vault",
  inputs: {
    password: field(z.string().optional(), { doc: "Password.", secret: true, returned: "never", serviceDefault: null }),
  },
});

/** A box whose seal is refused until it is open. */
export const crate = fakeBox({
  name: "Crate",
  inputs: { seal: field(z.string().optional(), { doc: "Seal.", serviceDefault: "" }) },
  outputs: { ...plain.outputs, heldBack: field(z.array(z.string()).optional(), { doc: "Waiting settings." }) },
  capabilities: [
    deferredFields({
      inputs: ["seal"],
      isMet: (wire: Row) => wire["isOpen"] === true,
      reason: "the crate is closed; open it",
    }),
  ],
});

/** Settings of a box that exists by nature. */
export const paint = defineResource({
  ...plain,
  kind: "settings",
  name: "Paint",
  inputs: {
    organizationId: BOX_INPUTS.organizationId,
    boxId: field(z.string(), { doc: "Box.", onChange: "replace" }),
    color: BOX_INPUTS.color,
    weight: BOX_INPUTS.weight,
  },
  outputs: {},
  naturalKey: BY_ID,
  toWire: ({ color, weight }): Body => ({ color, weight }),
  fromWire: (wire: Row, at) => ({
    organizationId: orgOf(at),
    boxId: wire.id,
    color: wire["color"] as "grey",
    weight: wire["weight"] as number,
  }),
  ops: settingOps,
});

/** A box whose deletion and heavy weights are guarded. */
export const safe = fakeBox({
  name: "Safe",
  guards: [
    {
      on: ["delete"],
      inPreview: false,
      needsObject: false,
      refuse: ({ state }) => (state?.["isProtected"] === false ? undefined : "`isProtected` is on in state."),
    },
    {
      on: ["create", "update", "delete"],
      inPreview: true,
      needsObject: true,
      refuse: (_asked, wire) => (wire?.["isOpen"] === true ? "The safe stands open." : undefined),
    },
    {
      on: ["create"],
      inPreview: true,
      needsObject: false,
      refuse: ({ inputs }) => (inputs["weight"] === 13 ? "13 is refused." : undefined),
    },
  ],
});

/** A box that is made only while the service says that the yard is free; making it fills the yard. */
export const container = fakeBox({
  name: "Container",
  capabilities: [serializeBy({ name: "yard" })],
  guards: [
    {
      on: ["make"],
      inPreview: false,
      needsObject: false,
      refuse: async (_asked, _wire, ask) => {
        const { api, call } = ask();
        call.signal?.throwIfAborted();
        const boxes = await api.list("o1");
        return boxes.length < 2 ? undefined : "The yard is full.";
      },
    },
  ],
});

/** A box that can't be changed. */
export const stone = fakeBox({
  name: "Stone",
  ops: { ...plain.ops, update: undefined } as unknown as Declaration["ops"], // -- an absent call, written out
});

/** A box with nested values. */
export const parcel = fakeBox({
  name: "Parcel",
  inputs: {
    destination: field(
      z
        .strictObject({
          kind: z.enum(["air", "sea"]),
          config: z.strictObject({ region: z.string().min(2), stops: z.number().int().optional() }).optional(),
        })
        .optional(),
      { doc: "Destination." },
    ),
    emails: field(z.array(z.string().regex(/@/u, "expected an address with an @")).max(3).optional(), {
      doc: "Mails.",
    }),
    tokens: field(z.record(z.string(), z.string().max(8)).optional(), { doc: "Tokens.", secret: true }),
  },
});

/** A box whose state had other names before: `title` in version 1, `label` in version 2, `name` in version 3. */
export const aged = fakeBox({
  name: "Aged",
  stateVersion: 3,
  migrations: {
    1: ({ title, ...state }) => ({ ...state, label: title }),
    2: ({ label, ...state }) => ({ ...state, name: label }),
  },
});

/** The driver's messages. */
export interface Said {
  readonly severity: "warn" | "info" | "status";
  readonly text: string;
}

/** One process of the driver on a fake service. Its waits pass immediately and are recorded. */
export interface Driver {
  readonly session: Session;
  readonly context: Context;
  readonly said: Said[];
  readonly sleptMs: number[];
  readonly clock: DriverClock & { advance(ms: number): void };
}

/** Starts a process on the service. */
export function startDriver(
  service: unknown,
  options: {
    signal?: AbortSignal;
    /** The service's time: it stands still, or is read off the clock of the machine. */
    serviceNow?: Date | ((nowMs: number) => Date);
    creations?: CreationStore | undefined;
    idempotency?: RecordStore<IdempotencyRecord>;
    takeOverRecent?: boolean;
    isOfflineAllowed?: boolean;
    /** What the service says of the key. */
    currentKey?: () => Promise<{ readonly scopes: readonly string[] | null }>;
  } = {},
): Driver {
  let nowMs = 0;
  const sleptMs: number[] = [];
  const said: Said[] = [];
  const say = (severity: Said["severity"]) => (text: Text) => void said.push({ severity, text: printed(text) });
  const clock = {
    now: () => nowMs,
    advance: (ms: number) => void (nowMs += ms),
    sleep: async (ms: number, signal?: AbortSignal) => {
      await Promise.resolve();
      signal?.throwIfAborted();
      sleptMs.push(ms);
      nowMs += ms;
    },
  };
  const { serviceNow, creations, idempotency, takeOverRecent, isOfflineAllowed, currentKey } = options;
  const session = new Session({
    api: service,
    clock,
    serviceNow: () => (typeof serviceNow === "function" ? serviceNow(nowMs) : serviceNow),
    creations,
    idempotency,
    takeOverRecent,
    isOfflineAllowed,
    currentKey,
  });
  const report = { warn: say("warn"), info: say("info"), status: say("status") };
  const call = options.signal === undefined ? {} : { signal: options.signal };
  return { session, context: { session, report, call }, said, sleptMs, clock };
}

/** The context of a process that knows of an earlier attempt with an unknown end. */
export async function afterTry(context: Context, definition: AnyResource, inputs: Values): Promise<Context> {
  const key = naturalKeyOf(new Operation(definition, inputs, {}, context));
  await context.session.creations.begin(key ?? "", { seen: [], salt: "", digests: {} }, () => undefined);
  return context;
}

/** The error of a rejected promise. */
export async function failureOf(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  const result: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (result instanceof Error) return result as Error & Record<string, unknown>;
  throw new Error("expected a rejection");
}

/** A definition with only the given inputs, for tests of check and diff. */
export function withInputs(inputs: Readonly<Record<string, Field>>): AnyResource {
  return defineResource({ ...plain, inputs });
}
