import { confirmedAbsence } from "../../src/capabilities/confirmed-absence.ts";
import { z } from "zod";

import { type AnyResource, defineResource } from "../../src/model/definition.ts";
import { field } from "../../src/model/field.ts";
import type { ApiError } from "../../src/client/errors.ts";
import { box } from "./fake-resources.ts";
import { apiError, FakeService, notFound } from "./fake-service.ts";

/** The error of a refused list. */
export const FORBIDDEN_TAG: ApiError = apiError({ category: "permission", status: 403 });

/** The state of a tag of the first box. */
export const TAG_STATE = { boxId: "b1", name: "t1" };

/** Tags of boxes, whose IDs name no organization. Each box has its own list. */
export function openTags(tags: Readonly<Record<string, readonly string[]>>) {
  const service = new FakeService();
  for (const id of Object.keys(tags)) service.rowsOf("o1").set(id, { id, name: `box ${id}` });
  const state: { refusal: Error | undefined; isConfirmed: boolean } = { refusal: undefined, isConfirmed: true };
  const causes: unknown[] = [];
  const tag: AnyResource = defineResource({
    kind: "object",
    name: "Tag",
    doc: "A tag of a box.",
    notes: [],
    stateVersion: 1,
    migrations: {},
    inputs: {
      boxId: field(z.string(), { doc: "Box.", onChange: "replace" }),
      name: field(z.string(), { doc: "Name." }),
    },
    outputs: { tagId: field(z.string(), { doc: "Id.", stable: true }) },
    identity: {
      parts: ["boxId", "tagId"],
      of: (wire: string, scope: { readonly boxId: string }) => ({ boxId: scope.boxId, tagId: wire }),
    },
    naturalKey: {
      fields: ["boxId", "name"],
      isUnique: true,
      matches: (wire, { name }) => wire === name,
      isNamed: (wire, text) => wire === text,
    },
    scopes: { read: [], write: [] },
    toWire: (inputs) => inputs,
    fromWire: (wire, at) => ({ boxId: at.boxId, name: wire, tagId: wire }),
    ops: {
      read: (_service: FakeService, { boxId, tagId }) =>
        tags[boxId]?.includes(tagId) === true ? Promise.resolve(tagId) : Promise.reject(notFound()),
    },
    collection: {
      name: "tags",
      scope: ["boxId"],
      scopesWithin: async (larger, call) =>
        (await call.all<{ id: string }, string>(box, larger)).map(({ id }) => ({ boxId: id })),
      words: "the tags of the box",
      list: (_service, { boxId }) =>
        state.refusal === undefined ? Promise.resolve([...(tags[boxId] ?? [])]) : Promise.reject(state.refusal),
      servesReads: true,
    },
    parent: box,
    capabilities: [
      confirmedAbsence({
        confirmGone: (_service, _at, _call, cause) => {
          causes.push(cause);
          return Promise.resolve(state.isConfirmed);
        },
      }),
    ],
  });
  return {
    service,
    box,
    tag,
    causes,
    refuse: (error: Error) => void (state.refusal = error),
    set isConfirmed(value: boolean) {
      state.isConfirmed = value;
    },
  };
}
