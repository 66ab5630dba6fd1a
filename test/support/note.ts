import type { Identity } from "../../src/model/identity.ts";
import { confirmedAbsence } from "../../src/capabilities/confirmed-absence.ts";
import { z } from "zod";

import { type AnyResource, defineResource } from "../../src/model/definition.ts";
import { member } from "../../src/model/block.ts";
import { fieldRef, message } from "../../src/model/messages.ts";
import { field } from "../../src/model/field.ts";
import { EXAMPLE_ORGANIZATION, organizationIdInput } from "../../src/catalog/fields/field-types.ts";
import type { FakeService, Row } from "./fake-service.ts";

function lockIn({ maker, bolts }: Row): { maker: string; bolts?: number } | null {
  if (typeof maker !== "string") return null;
  return { maker, ...(typeof bolts === "number" ? { bolts } : {}) };
}

/** A fifth resource, declared as the real ones are; its objects live in a service in memory. */
export function noteOn(service: FakeService): AnyResource {
  return defineResource({
    kind: "object",
    name: "Note",
    doc: "A note on the wall of an organization.",
    notes: ["Notes are read by everybody."],
    example: { organizationId: EXAMPLE_ORGANIZATION, title: "Buy milk", color: "red" },
    stateVersion: 1,
    migrations: {},
    inputs: {
      organizationId: organizationIdInput,
      title: field(z.string().min(1).max(40), { doc: "Title of the note, 1 to 40 characters." }),
      color: field(z.enum(["grey", "red", "blue"]).optional(), { doc: "Color of the paper.", serviceDefault: "grey" }),
      lock: field(
        z
          .strictObject({
            maker: member(z.string().min(1), { doc: "Maker of the lock." }),
            bolts: member(z.number().int().optional(), { doc: "How many bolts it has." }),
            code: member(z.string().min(4).optional(), {
              doc: message`What opens it, like ${fieldRef("combination")}.`,
              secret: true,
            }),
          })
          .optional(),
        { doc: "The lock of the note.", serviceDefault: null },
      ),
      combination: field(z.string().optional(), { doc: "What nobody may read.", secret: true, serviceDefault: null }),
    },
    outputs: { noteId: field(z.string(), { doc: "Id of the note.", stable: true }) },
    identity: {
      parts: ["organizationId", "noteId"],
      of: (wire: Row, scope) => ({ organizationId: scope.organizationId, noteId: wire.id }),
    },
    naturalKey: {
      fields: ["organizationId", "title"],
      isUnique: true,
      matches: (wire, inputs) => wire["name"] === inputs.title,
      isNamed: (wire, text) => wire["name"] === text,
      lookUpBy: ["noteId", "title"],
    },
    scopes: { read: ["note:read"], write: ["note:write"] },
    toWire: ({ title, color, combination, lock }) => ({
      name: title,
      color,
      combination,
      // The service never returns a password.
      ...(lock === undefined ? {} : { maker: lock?.maker ?? null, bolts: lock?.bolts ?? null, password: lock?.code }),
    }),
    fromWire: (wire: Row, at) => ({
      organizationId: at.organizationId,
      title: String(wire["name"]),
      color: wire["color"] as "grey",
      combination: wire["combination"] as string,
      lock: lockIn(wire),
      noteId: wire.id,
    }),
    ops: {
      create: (_api, scope, body) => service.create(scope.organizationId, body),
      read: (_api, at) => service.read(at.organizationId, at.noteId),
      update: (_api, at, body) => service.update(at.organizationId, at.noteId, body),
      delete: (_api, at) => service.delete(at.organizationId, at.noteId),
    },
    collection: {
      name: "notes",
      scope: ["organizationId"],
      words: "the notes of the organization",
      list: (_api, scope) => service.list(scope.organizationId),
      servesReads: true,
    },
    capabilities: [
      confirmedAbsence({
        confirmGone: (_api, at: Identity<"organizationId">) =>
          Promise.resolve(service.organizations.has(at.organizationId)),
      }),
    ],
  });
}
