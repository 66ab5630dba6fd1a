import { describe, expect, test } from "@jest/globals";

import { partitionedList } from "../../../src/capabilities/partitioned-list.ts";
import { list, read } from "../../../src/driver/driver.ts";
import { fakeBox, orgOf, plain, startDriver } from "../../support/fake-resources.ts";
import { apiError, FakeService } from "../../support/fake-service.ts";

const BODY = JSON.stringify({ type: "invalid_request", code: "not_found", detail: "Endpoint not found." });
const ABSENT = apiError({ category: "unexpected", code: "endpoint_not_found", status: 404, body: BODY });

/** Boxes of two colors, in a service with a list for each color, and perhaps also one list for all. */
function open(hasOneList: boolean) {
  const service = new FakeService();
  for (const color of ["red", "red", "blue"]) service.seed({ name: `a ${color} box`, color });
  const asked: string[] = [];
  const definition = fakeBox({
    collection: {
      ...plain.collection!,
      route: "boxes of an organization",
      list: async (boxes, scope) => {
        asked.push(scope["color"] ?? "all");
        if (scope["color"] === undefined && !hasOneList) throw ABSENT;
        const rows = await boxes.list(orgOf(scope));
        return rows.filter(({ color }) => scope["color"] === undefined || color === scope["color"]);
      },
      capabilities: [
        partitionedList({
          field: "color",
          of: ({ color }) => (typeof color === "string" ? color : undefined),
          all: () => Promise.resolve(["red", "blue"]),
        }),
      ],
    },
  });
  const { context } = startDriver(service);
  const state = { organizationId: "o1", name: "a blue box", color: "blue", boxId: "b3", isProtected: true };
  return { definition, context, asked, state };
}

describe("a list by parts", () => {
  test("takes the place of the one list where the service has none, and each part is read once", async () => {
    const { definition, context, asked } = open(false);
    const read = async () => (await list(definition, { organizationId: "o1" }, context)).map(({ id }) => id);
    expect(await read()).toEqual(["o1/b1", "o1/b2", "o1/b3"]);
    expect(await read()).toEqual(["o1/b1", "o1/b2", "o1/b3"]);
    expect(asked).toEqual(["all", "red", "blue"]);
  });

  test("is read of the one part that state names", async () => {
    const { definition, context, asked, state } = open(false);
    expect((await read(definition, "o1/b3", state, context))?.id).toBe("o1/b3");
    expect(asked).toEqual(["all", "blue"]);
  });

  test("is not asked for where the service has the one list", async () => {
    const { definition, context, asked, state } = open(true);
    expect((await read(definition, "o1/b3", state, context))?.id).toBe("o1/b3");
    expect(asked).toEqual(["all"]);
  });
});
