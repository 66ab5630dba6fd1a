import { describe, expect, test } from "@jest/globals";
import { z } from "zod";

import { hiddenRows } from "../../../../src/capabilities/hidden-rows.ts";
import { partialRows } from "../../../../src/capabilities/partial-rows.ts";
import { noteAbsentKeys } from "../../../../src/client/absent-keys.ts";
import { list, listWithin, lookUp, whyIncompleteWithin } from "../../../../src/driver/inventory/list.ts";
import type { AnyResource } from "../../../../src/model/definition.ts";
import type { Values } from "../../../../src/model/json-value.ts";
import { box, failureOf, fakeBox, orgOf, plain, root, startDriver } from "../../../support/fake-resources.ts";
import { apiError, FakeService, type Row } from "../../../support/fake-service.ts";
import { openTags } from "../../../support/fake-tags.ts";

const SCOPE = { organizationId: "o1" };
const FORBIDDEN = apiError({ category: "permission", status: 403 });
const WHY = "Boxes on locked shelves are hidden from this key.";

type Collection = NonNullable<typeof plain.collection>;
const listed = (changes: Partial<Collection>, more: Parameters<typeof fakeBox>[0] = {}): AnyResource =>
  fakeBox({ ...more, collection: { ...plain.collection!, ...changes } });
const hidden = (why: () => Promise<string | undefined>, listing?: "part" | "whole") =>
  hiddenRows({ why, ...(listing === undefined ? {} : { listing }) });

function open(definition: AnyResource) {
  const service = new FakeService();
  const { context } = startDriver(service);
  return { service, context, asked: (wanted: Values) => lookUp(definition, SCOPE, wanted, context) };
}

describe("a list within something larger", () => {
  test("is that of each scope in it, one after the other, and else the one list", async () => {
    const tags = openTags({ b2: ["t3", "t1"], b1: [], b3: ["t2"] });
    const { context } = startDriver(tags.service);
    expect((await listWithin(tags.tag, SCOPE, context)).map(({ id }) => id)).toEqual(["b2/t3", "b2/t1", "b3/t2"]);
    const { service, context: other } = open(box);
    service.seed({ name: "a" });
    expect((await listWithin(box, SCOPE, other)).map(({ id }) => id)).toEqual(["o1/b1"]);
    const { collection: _none, ...unlisted } = box;
    expect(await listWithin(unlisted, SCOPE, other)).toEqual([]);
  });

  test("that can't be read, or whose scopes can't, is told by its own name", async () => {
    const tags = openTags({ b1: ["t1"] });
    tags.service.next("list", { error: FORBIDDEN });
    const { context } = startDriver(tags.service);
    const told = `Could not list Tag\n${FORBIDDEN.message}`;
    expect(await failureOf(listWithin(tags.tag, SCOPE, context))).toMatchObject({
      message: told,
      verb: "list",
      resource: "Tag",
    });
    tags.refuse(FORBIDDEN);
    expect(await failureOf(listWithin(tags.tag, SCOPE, startDriver(tags.service).context))).toMatchObject({
      message: told,
    });
  });

  test.each<[string, AnyResource, string | undefined]>([
    ["its own list, for all", listed({ capabilities: [hidden(() => Promise.resolve(WHY), "part")] }), WHY],
    [
      "its own list, if all are asked for",
      listed({ capabilities: [hidden(() => Promise.resolve(WHY), "whole")] }),
      undefined,
    ],
    ["a list that hides nothing", box, undefined],
    ["no list", { ...root, name: "Bare" }, undefined],
    [
      "the list of what its lists belong to",
      listed(
        { scopesWithin: () => Promise.resolve([]) },
        { parent: listed({ capabilities: [hidden(() => Promise.resolve("Of the parent."), "part")] }) },
      ),
      "Of the parent.",
    ],
    [
      "lists that belong to nothing",
      (({ parent: _none, ...rootless }) => rootless)(
        listed({ scopesWithin: () => Promise.resolve([]), capabilities: [hidden(() => Promise.resolve(WHY), "part")] }),
      ),
      undefined,
    ],
  ])("might lack what is hidden in %s", async (_what, definition, why) => {
    expect(await whyIncompleteWithin(definition, SCOPE, open(definition).context)).toBe(why);
  });
});

describe("an object in a list", () => {
  test("shows no value that its row lacks, and none that is empty", async () => {
    const schema = z.object({ id: z.string(), name: z.string(), color: z.string(), weight: z.number().nullable() });
    const { combination: _combination, ...inputs } = plain.inputs;
    const colorless: AnyResource = {
      ...listed({
        list: async (service: FakeService, scope) =>
          (await service.list(orgOf(scope))).map(({ color: _color, ...row }) => {
            const made: Row = { ...row, color: "grey" };
            noteAbsentKeys(schema, row, made);
            return made;
          }),
      }),
      inputs,
    };
    const { service, context } = open(colorless);
    service.seed({ name: "a", weight: null, isOpen: undefined });
    expect(await list(colorless, SCOPE, context)).toEqual([
      { id: "o1/b1", name: "a", values: { organizationId: "o1", boxId: "b1", name: "a", isDelivered: false } },
    ]);
  });

  test("is known by the last field of its natural key", async () => {
    const keyed = fakeBox({ naturalKey: { ...plain.naturalKey!, fields: ["organizationId", "color", "name"] } });
    const { service, context } = open(keyed);
    service.seed({ name: "a", color: "red" });
    expect((await list(keyed, SCOPE, context)).map(({ name }) => name)).toEqual(["a"]);
  });

  test("is one of the kind that is told in the failure of its list, also where a part may be hidden", async () => {
    const failing = listed({ capabilities: [hidden(() => Promise.reject(FORBIDDEN))] });
    const { service, context, asked } = open(failing);
    service.seed({ name: "a" });
    const told = { message: `Could not list Box\n${FORBIDDEN.message}`, verb: "list", resource: "Box" };
    expect(await failureOf(list(failing, SCOPE, context))).toMatchObject(told);
    expect(await failureOf(asked({ name: "b" }))).toMatchObject(told);
  });
});

describe("a look-up", () => {
  const concealed = listed({ capabilities: [hidden(() => Promise.resolve(WHY))] });

  test("doesn't ask what is hidden of a list that shows the object, or several", async () => {
    const { service, asked } = open(concealed);
    for (const name of ["a", "b", "c"]) service.seed({ name, color: name === "a" ? "red" : "blue" });
    expect((await asked({ color: "red" })).id).toBe("o1/b1");
    expect((await failureOf(asked({ color: "blue" }))).message).toBe(
      'More than one Box matches\ncolor "blue" matches o1/b2, o1/b3. Use its ID.',
    );
    expect((await failureOf(asked({ color: "grey" }))).message).toBe(
      `Part of the boxes of the organization may be hidden\n${WHY} Orgform drew no conclusion from it, and keeps the entries in the state.`,
    );
  });

  test("finds by all values that are asked for, in each spelling of a field, and exactly for what is no field", async () => {
    const { service, asked } = open(box);
    service.seed({ name: "a", color: "red", shelf: "s1" });
    service.seed({ name: "a ", color: "blue", shelf: "s2" });
    expect((await asked({ name: " a", color: "red" })).id).toBe("o1/b1");
    expect((await asked({ shelf: "s2" })).id).toBe("o1/b2");
    expect((await failureOf(asked({ shelf: " s2", name: "a" }))).message).toBe(
      'There is no such Box\nNo object with shelf " s2" and name "a" is among the boxes of the organization.',
    );
    expect((await failureOf(asked({ name: "a" }))).message).toBe(
      'More than one Box matches\nname "a" matches o1/b1, o1/b2. Use its ID.',
    );
  });

  test("of what has no list finds nothing", async () => {
    const { collection: _none, ...unlisted } = box;
    expect((await failureOf(open(unlisted).asked({ name: "a" }))).message).toBe(
      'There is no such Box\nNo object with name "a" is among what the service lists.',
    );
  });

  test("gives the row where a whole object can't be read by itself", async () => {
    const { read: _read, ...ops } = plain.ops;
    const { service, asked } = open(listed({ capabilities: [partialRows({ isLookedUpWhole: true })] }, { ops }));
    service.seed({ name: "a", color: "red" });
    expect(await asked({ name: "a" })).toMatchObject({ id: "o1/b1", values: { color: "red" } });
    expect(service.calls).toEqual(["list o1"]);
  });
});
