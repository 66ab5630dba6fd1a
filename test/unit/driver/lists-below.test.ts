import { expect, test } from "@jest/globals";

import { stackDrift, survey } from "../../../src/driver/driver.ts";
import { observe } from "../../../src/driver/observe.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { FORBIDDEN_TAG, openTags, TAG_STATE } from "../../support/fake-tags.ts";
import { failureOf, root, startDriver } from "../../support/fake-resources.ts";

const IGNORED = { ignoresAll: () => false, ignores: () => false };

function compare(
  { service, box, tag }: ReturnType<typeof openTags>,
  objects: Parameters<typeof stackDrift>[0]["objects"],
  isStrict = false,
) {
  const { session } = startDriver(service);
  const definitions: readonly AnyResource[] = [root, box, tag];
  const host = "https://a.example";
  return stackDrift({ definitions, objects, unknown: [], session, host, ignored: IGNORED, isStrict });
}

const stored = (resource: string, id: string, state: Record<string, unknown>) => ({
  resource,
  address: `${resource}.x`,
  id,
  state,
  inputs: state,
  unreadable: [],
  fingerprints: {},
});

test("a survey reads the lists of all that holds such objects, and names them after it", async () => {
  const tags = openTags({ b1: ["t1"], b2: ["t2", "t3"] });
  const { objects } = await survey([root, tags.box, tags.tag], "o1", startDriver(tags.service).context, {
    step: () => undefined,
    count: () => undefined,
  });
  const found = objects.filter(({ definition }) => definition === tags.tag);
  expect(found.map(({ id, name }) => [id, name])).toEqual([
    ["b1/t1", "box b1 t1"],
    ["b2/t2", "box b2 t2"],
    ["b2/t3", "box b2 t3"],
  ]);
});

test("a comparison finds what no code declares in all lists of an organization of the stack", async () => {
  const tags = openTags({ b1: ["t1"], b2: ["t2"] });
  const found = await compare(tags, [stored("Root", "o1", { name: "root" }), stored("Tag", "b1/t1", TAG_STATE)]);
  expect(found.unmanaged.filter(({ resource }) => resource === "Tag")).toEqual([
    { resource: "Tag", id: "b2/t2", name: "t2" },
  ]);
});

test("where no id tells the organization, it looks into the lists that objects of the stack are in", async () => {
  const tags = openTags({ b1: ["t1", "t4"], b2: ["t2"] });
  const found = await compare(tags, [stored("Tag", "b1/t1", TAG_STATE)]);
  expect(found.unmanaged).toEqual([{ resource: "Tag", id: "b1/t4", name: "t4" }]);
  expect(found.unchecked).toEqual([]);
});

test("a list for each box is read for the kinds that the stack has, and for every kind where all of it is asked for", async () => {
  const tags = openTags({ b1: ["t1"], b2: [] });
  const objects = [stored("Root", "o1", { name: "root" })];
  const ofTags = async (isStrict: boolean): Promise<string[]> => {
    const { unmanaged } = await compare(tags, objects, isStrict);
    return unmanaged.filter(({ resource }) => resource === "Tag").map(({ id }) => id);
  };
  expect(await ofTags(false)).toEqual([]);
  expect(await ofTags(true)).toEqual(["b1/t1"]);
});

test("lists that are refused alike are told once", async () => {
  const tags = openTags({ b1: [], b2: [] });
  tags.refuse(FORBIDDEN_TAG);
  const found = await compare(tags, [stored("Root", "o1", { name: "root" })], true);
  expect(found.unchecked).toEqual([{ resource: "Tag", reason: `Could not list Tag\n${FORBIDDEN_TAG.message}` }]);
});

test("an absence is confirmed in the way of the definition, with what said so, and not by the parent", async () => {
  const tags = openTags({ b1: ["t1"] });
  const { context } = startDriver(tags.service);
  expect(await observe(tags.tag, { boxId: "b1", tagId: "t9" }, context, { fresh: true })).toBe(undefined);
  expect(tags.causes).toEqual([expect.objectContaining({ code: "not_found" })]);
  tags.isConfirmed = false;
  const failure = await failureOf(observe(tags.tag, { boxId: "b1", tagId: "t9" }, context, { fresh: true }));
  expect(failure["code"]).toBe("unconfirmed_absence");
});
