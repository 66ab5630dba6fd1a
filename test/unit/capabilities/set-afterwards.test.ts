import { describe, expect, test } from "@jest/globals";

import { setAfterwards } from "../../../src/capabilities/set-afterwards.ts";
import type { Capability } from "../../../src/model/hooks/capability.ts";
import { box, failureOf, plain } from "../../support/fake-resources.ts";
import { lostAnswer } from "../../support/fake-service.ts";
import { MemoryCreations } from "../../support/memory-creations.ts";
import { madeUp } from "../../support/made-up-resource.ts";

/** Boxes whose create accepts no color, and doesn't refuse a second box with the same name. */
function colorless(capabilities: readonly Capability[]) {
  const made = madeUp(capabilities, {
    ...(box.naturalKey === undefined ? {} : { naturalKey: { ...box.naturalKey, isUnique: false } }),
    ops: {
      ...plain.ops,
      create: (service, scope, { color: _later, ...body }) => service.create(String(scope["organizationId"]), body),
    },
  });
  made.service.isUnique = false;
  return { ...made, run: made.start({ creations: new MemoryCreations() }) };
}

describe("an input that the request for a new object does not carry", () => {
  test("is set by the update after it", async () => {
    const { run, service } = colorless([setAfterwards("color")]);
    expect((await run.ensure()).state).toMatchObject({ color: "red" });
    expect(service.writes).toEqual(["create a", "update b1"]);
  });

  test("tells nothing about whose an object is that a lost answer has left", async () => {
    const { run, service } = colorless([setAfterwards("color")]);
    service.next("create", { error: lostAnswer(), isApplied: true });
    expect((await run.ensure()).state).toMatchObject({ boxId: "b1", color: "red" });
    expect(service.writes).toEqual(["create a", "update b1"]);
  });

  test("would make it somebody else's where nothing says so", async () => {
    const { run, service } = colorless([]);
    service.next("create", { error: lostAnswer(), isApplied: true });
    expect((await failureOf(run.ensure()))["code"]).toBe("create_unconfirmed");
    expect(service.writes).toEqual(["create a"]);
  });
});
