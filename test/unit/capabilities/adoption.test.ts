import { describe, expect, test } from "@jest/globals";

import { adoption } from "../../../src/capabilities/adoption.ts";
import { read, reconcile } from "../../../src/driver/driver.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { message } from "../../../src/model/messages.ts";
import { failureOf, fakeBox, startDriver } from "../../support/fake-resources.ts";
import { FakeService } from "../../support/fake-service.ts";
import { DECLARED as declared } from "../../support/made-up-resource.ts";
import { MemoryCreations } from "../../support/memory-creations.ts";

describe("`adoptExisting: ifEqual`: an object that is as declared is adopted, whoever made it", () => {
  const definition = fakeBox({ capabilities: [adoption({ adoptExisting: "ifEqual" })] });

  test("create also says what a destroy will leave of an object that existed before", async () => {
    const notice = ({ existed, color }: Values) =>
      existed === true ? message`Destroy leaves the ${String(color)} box.` : undefined;
    const leaving = fakeBox({
      capabilities: [adoption({ adoptExisting: "ifEqual" }), { name: "leaving", removalNotice: notice }],
    });
    const service = new FakeService();
    service.seed({ name: "a", color: "red" });
    const { context, said } = startDriver(service);
    await reconcile(leaving, declared, context);
    expect(said.map(({ text }) => text)).toEqual([
      'Box "a" existed before\nIt is o1/b1, equals the declaration, and is now managed by this program.\nDestroy leaves the red box.',
    ]);
  });

  test("create takes it over without a record of its own, sends nothing and says which it is", async () => {
    const service = new FakeService();
    service.seed({ name: "a", color: "red" });
    const { context, said } = startDriver(service);
    const { id, state } = await reconcile(definition, declared, context);
    expect(id).toBe("o1/b1");
    expect(state["existed"]).toBe(true);
    expect(service.writes).toEqual([]);
    expect(said).toEqual([
      {
        severity: "warn",
        text: 'Box "a" existed before\nIt is o1/b1, equals the declaration, and is now managed by this program.',
      },
    ]);
    const later = startDriver(service).context;
    expect((await read(definition, "o1/b1", state, later))?.state["existed"]).toBe(true);
    const changed = await reconcile(definition, { ...declared, color: "blue" }, later, { id, state });
    expect(changed.state["existed"]).toBe(true);
  });

  test("what this stack made is its own, however long ago, also when it comes from a state that was lost", async () => {
    const service = new FakeService();
    const creations = new MemoryCreations();
    const { state } = await reconcile(definition, declared, startDriver(service, { creations }).context);
    expect(state["existed"]).toBeUndefined();
    creations.records.clear();
    const { context, said } = startDriver(service, { creations });
    expect((await reconcile(definition, declared, context)).state["existed"]).toBeUndefined();
    expect(said.map(({ severity }) => severity)).toEqual(["info"]);
  });

  test("one that differs is somebody's, and a box without the mark as well", async () => {
    for (const [one, color] of [
      [definition, "blue"],
      [fakeBox(), "red"],
    ] as const) {
      const service = new FakeService();
      service.seed({ name: "a", color });
      const failure = await failureOf(reconcile(one, declared, startDriver(service).context));
      expect(failure["code"]).toBe("adoption_conflict");
      expect(service.writes).toEqual([]);
    }
  });

  test("two declarations of one object are still refused", async () => {
    const service = new FakeService();
    service.seed({ name: "a", color: "red" });
    const { context } = startDriver(service);
    await reconcile(definition, declared, context);
    expect((await failureOf(reconcile(definition, declared, context)))["code"]).toBe("adoption_conflict");
  });
});
