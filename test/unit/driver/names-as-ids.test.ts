import { describe, expect, test } from "@jest/globals";

import { find, reconcile } from "../../../src/driver/driver.ts";
import { FakeService, type Row } from "../../support/fake-service.ts";
import { box, failureOf, fakeBox, fakeSlot, startDriver } from "../../support/fake-resources.ts";

/** A box with an identity of one part, as a root has it. */
const { parent: _none, ...rootBox } = fakeBox({
  name: "RootBox",
  identity: { parts: ["boxId"], of: (wire: Row) => ({ boxId: wire.id }) },
  collection: {
    name: "root boxes",
    scope: [],
    words: "all boxes",
    list: (service: FakeService) => service.list("o1"),
    servesReads: false,
  },
});

const NAMES = ["a/b", "50%", "50%25", "a b", "%2F", "..", "o1/b1", "o1/b1/c"];

function open(...names: readonly string[]) {
  const service = new FakeService();
  for (const name of names) service.seed({ name });
  const { context } = startDriver(service);
  const adopt = (text: string) =>
    reconcile(box, { organizationId: "o1", name: "new", isProtected: true, adopt: text }, context);
  return { context, adopt };
}

describe.each(NAMES)("the name %j", (name) => {
  test("imports an object of an identity of one part, as it is and escaped", async () => {
    const { context } = open("other", name);
    expect((await find(rootBox, name, context)).id).toBe("b2");
    expect((await find(rootBox, encodeURIComponent(name), context)).id).toBe("b2");
  });

  test("imports an object within its scope, as it is and escaped", async () => {
    const { context } = open("other", name);
    expect((await find(box, `o1/${name}`, context)).id).toBe("o1/b2");
    expect((await find(box, `o1/${encodeURIComponent(name)}`, context)).id).toBe("o1/b2");
  });

  test("is what `adopt` may say", async () => {
    expect((await open("other", name).adopt(name)).id).toBe("o1/b2");
    expect((await open("other", name).adopt(`o1/${encodeURIComponent(name)}`)).id).toBe("o1/b2");
  });
});

test("a text that is the name of one object and the escaped name of another lists both", async () => {
  const { context } = open("50%", "50%25");
  expect((await failureOf(find(rootBox, "50%25", context))).message).toBe(
    "There is no RootBox 50%25\nIt matches several objects: b1, b2. Give one of these IDs.",
  );
  expect((await find(rootBox, "50%", context)).id).toBe("b1");
});

test("an id goes before the name of another object, which anybody may give", async () => {
  const { context, adopt } = open("b2", "other");
  expect((await find(rootBox, "b2", context)).id).toBe("b2");
  expect((await find(box, "o1/b2", context)).id).toBe("o1/b2");
  expect((await adopt("b2")).id).toBe("o1/b2");
});

describe("a name of what lies in something else", () => {
  const rows = ["b1", "b2"].map((boxId, index) => ({ id: `s${index + 1}`, boxId, name: "left" }));
  const slot = fakeSlot(box, rows);

  test("stands for the one in there, whatever others are called", async () => {
    const { context } = open();
    expect((await find(slot, "o1/b1/left", context)).id).toBe("o1/b1/s1");
    expect((await find(slot, "o1/b2/left", context)).id).toBe("o1/b2/s2");
    expect((await failureOf(find(slot, "o1/b3/left", context)))["code"]).toBe("no_such_id");
  });

  test("is found by the name of what it lies in, too; one that nothing has is said with its place", async () => {
    const { context } = open("crate", "50%");
    expect((await find(slot, "o1/crate/left", context)).id).toBe("o1/b1/s1");
    expect((await find(slot, "o1/50%25/s2", context)).id).toBe("o1/b2/s2");
    expect((await failureOf(find(slot, "o1/nowhere/left", context))).message).toContain("name in Box nowhere, or");
  });

  test("is looked for everywhere where the program does not say in what", async () => {
    const { context } = open();
    const inputs = { organizationId: "o1", name: "left", isProtected: true };
    expect((await reconcile(slot, { ...inputs, adopt: "s2" }, context)).id).toBe("o1/b2/s2");
    expect((await failureOf(reconcile(slot, { ...inputs, adopt: "left" }, context))).message).toContain(
      "Give one of these IDs: o1/b1/s1, o1/b2/s2.",
    );
  });
});

test("the name of what something lies in isn't looked for where the id doesn't have it", async () => {
  const asked: unknown[] = [];
  const label = fakeBox({
    name: "Label",
    parent: box,
    identity: {
      parts: ["organizationId", "labelId"],
      of: (wire: Row) => ({ organizationId: "o1", labelId: wire.id }),
    },
    collection: {
      name: "labels",
      scope: ["organizationId"],
      words: "the labels",
      servesReads: true,
      list: (_service, scope) => {
        asked.push(scope);
        return Promise.resolve([]);
      },
    },
  });
  const service = new FakeService();
  service.seed({ name: "" });
  const { context } = startDriver(service);
  expect((await failureOf(find(label, "o1/x", context)))["code"]).toBe("no_such_id");
  expect([asked.length, service.calls]).toEqual([1, []]);
});

test("a name that nothing has is shown whole", async () => {
  const { context, adopt } = open("a");
  expect((await failureOf(find(rootBox, "x/y 100%", context))).message).toBe(
    "There is no RootBox x/y 100%\nThere is no RootBox with that ID or name, or this API key can't see it.",
  );
  expect((await failureOf(find(box, "o1/x/y", context))).message).toMatch(/^There is no Box x\/y\n.* in Root o1, /u);
  expect((await failureOf(adopt("x%"))).message).toMatch(/^`adopt` names no Box\n/u);
});
