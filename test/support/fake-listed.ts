import { pendingCreation } from "../../src/capabilities/pending-creation.ts";
import { pendingUpdate } from "../../src/capabilities/pending-update.ts";
import { defineResource } from "../../src/model/definition.ts";
import { field } from "../../src/model/field.ts";
import type { Values } from "../../src/model/json-value.ts";
import { z } from "zod";
import { type Body, boxOf, fakeBox, orgOf, plain } from "./fake-resources.ts";
import type { Row } from "./fake-service.ts";

/**
 * A box that only the list shows, with a separate seal: a broken seal is put on again, a sold box can't be changed, and
 * a deleted one leaves a receipt if the state says so.
 */
export const ticket = defineResource({
  ...plain,
  name: "Ticket",
  outputs: { ...plain.outputs, status: field(z.string(), { doc: "How far it is." }) },
  fromWire: ({ id, ...wire }: Row, at: Values) => ({
    ...wire,
    organizationId: orgOf(at),
    boxId: id,
    status: typeof wire["status"] === "string" ? wire["status"] : "new",
  }),
  toWire: ({ color, name }, before): Body => ({ name, color, ...(before === undefined ? {} : { status: "new" }) }),
  capabilities: [
    pendingCreation({ isPending: ({ status }) => status === "waiting", reason: "nobody has paid" }),
    { name: "sold", isFinal: ({ status }) => status === "sold" },
    pendingUpdate({ why: ({ status }) => (status === "broken" ? "it is broken" : undefined), output: "status" }),
  ],
  ops: {
    create: (service, scope, body) => service.create(orgOf(scope), body),
    update: (service, at, body) => service.update(orgOf(at), boxOf(at), body),
    delete: async (service, at, _call, { look, state }) => {
      const wire = await look();
      if (state["isProtected"] === true) return wire;
      await service.delete(orgOf(at), wire?.id ?? "");
      return undefined;
    },
  },
});

/** A box of which up to three are created together. */
export const bulky = fakeBox({
  name: "Bulky",
  ops: {
    ...plain.ops,
    bulk: { name: "boxes", most: 3, create: (service, scope, bodies) => service.bulk(orgOf(scope), bodies) },
  },
});
