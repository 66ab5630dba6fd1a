import { describe, expect, test } from "@jest/globals";

import { hiddenRows } from "../../../src/capabilities/hidden-rows.ts";
import { list, read } from "../../../src/driver/driver.ts";
import type { HiddenRows } from "../../../src/capabilities/hidden-rows.ts";
import { failureOf, fakeBox, plain, startDriver } from "../../support/fake-resources.ts";
import { FakeService } from "../../support/fake-service.ts";

const WHY = "Boxes on locked shelves are hidden from this key.";
const ORGANIZATION = { organizationId: "o1" };

const { read: _read, ...ops } = plain.ops;

/** A box that only its list shows, and a key that is shown only a part of the boxes unless it has every right. */
function open(listing?: HiddenRows<unknown>["listing"], isShownAll = false) {
  const service = new FakeService();
  service.seed({ name: "a" });
  const definition = fakeBox({
    ops,
    collection: {
      ...plain.collection!,
      capabilities: [
        hiddenRows({
          why: () => Promise.resolve(isShownAll ? undefined : WHY),
          ...(listing === undefined ? {} : { listing }),
        }),
      ],
    },
  });
  const { context } = startDriver(service);
  const state = { ...ORGANIZATION, name: "b", boxId: "b9", isProtected: true, stateVersion: 1 };
  return { definition, context, state };
}

describe("a list of which the key is shown a part", () => {
  test("is not given to people, and says why", async () => {
    const { definition, context } = open();
    const failure = await failureOf(list(definition, ORGANIZATION, context));
    expect(failure["code"]).toBe("unconfirmed_absence");
    expect(failure.message).toContain(`Part of the boxes of the organization may be hidden\n${WHY}`);
  });

  test.each(["whole", "part"] as const)(
    "is given to people as far as it is shown where the %s is of use",
    async (listing) => {
      const { definition, context } = open(listing);
      expect((await list(definition, ORGANIZATION, context)).map(({ id }) => id)).toEqual(["o1/b1"]);
    },
  );

  test("is given to a key that is shown all", async () => {
    const { definition, context } = open(undefined, true);
    expect((await list(definition, ORGANIZATION, context)).map(({ id }) => id)).toEqual(["o1/b1"]);
  });

  test("does not tell that an object is gone, unless the key is shown all", async () => {
    const { definition, context, state } = open("part");
    const failure = await failureOf(read(definition, "o1/b9", state, context));
    expect(failure["code"]).toBe("unconfirmed_absence");
    expect(failure.message).toContain(`Box b9 may be hidden\n${WHY}`);
    const whole = open("part", true);
    expect(await read(whole.definition, "o1/b9", whole.state, whole.context)).toBeUndefined();
  });
});
