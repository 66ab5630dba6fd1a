import { describe, expect, test } from "@jest/globals";

import { availability } from "../../../src/capabilities/availability.ts";
import { drift } from "../../../src/driver/driver.ts";
import { deprecationOf, deprecationWarningOf } from "../../../src/model/deprecations.ts";
import { printed } from "../../../src/model/messages.ts";
import { boxOf, failureOf, fakeBox, orgOf } from "../../support/fake-resources.ts";
import { apiError, notFound } from "../../support/fake-service.ts";
import { DECLARED, madeUp } from "../../support/made-up-resource.ts";

const BODY = JSON.stringify({ type: "invalid_request", code: "not_found", detail: "Endpoint not found." });
const ABSENT = apiError({ category: "unexpected", code: "endpoint_not_found", status: 404, body: BODY });

/** A stored box of a retired kind, which has no routes. */
async function retired(error: Error = ABSENT) {
  let isRetired = false;
  const served = async <T>(answer: () => Promise<T>): Promise<T> => {
    if (isRetired) throw error;
    return answer();
  };
  const opened = madeUp([availability({ successor: "Bags took their place." })], {
    ops: {
      create: (service, scope, body) => service.create(orgOf(scope), body),
      read: (service, at) => served(() => service.read(orgOf(at), boxOf(at))),
      update: (service, at, body) => served(() => service.update(orgOf(at), boxOf(at), body)),
      delete: (service, at) => served(() => service.delete(orgOf(at), boxOf(at))),
    },
    collection: {
      name: "boxes",
      scope: ["organizationId"],
      words: "the boxes of the organization",
      list: (service, scope) => served(() => service.list(orgOf(scope))),
      servesReads: true,
    },
  });
  const stored = await opened.start().ensure();
  isRetired = true;
  return { ...opened, stored };
}

describe("an object of a kind that newer services no longer have", () => {
  test("is neither changed nor missing where it is compared with its state", async () => {
    const { definition, start, stored } = await retired();
    const recorded = { ...stored, unreadable: ["combination"], fingerprints: {} };
    const { retired: reason, ...found } = await drift(definition, recorded, start().context);
    expect(found).toEqual({ kind: "unchanged", properties: [], notCompared: [] });
    expect(printed(reason ?? "")).toContain("Bags took their place.");
  });

  test("stays in the state as it is, with what took its place", async () => {
    const { start, stored } = await retired();
    const process = start();
    expect((await process.read(stored))?.state).toEqual(stored.state);
    expect(process.warnings()).toEqual([expect.stringContaining("Bags took their place.")]);
  });

  test("is forgotten by a removal, with nothing deleted", async () => {
    const { start, stored, service } = await retired();
    await start().remove(stored);
    expect(service.row("b1")).toMatchObject({ name: "a" });
  });

  test("is not changed any more", async () => {
    const { start, stored } = await retired();
    const failure = await failureOf(start().ensure({ ...DECLARED, color: "blue" }, stored));
    expect(failure["code"]).toBe("missing_object");
    expect(failure.message).toContain("Bags took their place.");
  });

  test("is another thing where the service says in other words that something is missing", async () => {
    const { start, stored } = await retired(notFound());
    expect(await start().read(stored)).toBeUndefined();
  });
});

describe("a deprecated resource", () => {
  const bag = availability({ deprecation: "Declare a bag." });

  test("is warned of with what to declare instead", () => {
    const { definition } = madeUp([bag]);
    expect(deprecationOf(definition)).toBe("Declare a bag.");
    expect(printed(deprecationWarningOf(definition) ?? "")).toBe("Box is deprecated\nDeclare a bag.");
  });

  test("is none without the mark", () => {
    expect(deprecationWarningOf(fakeBox({}))).toBeUndefined();
  });
});
