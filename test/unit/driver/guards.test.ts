import { describe, expect, test } from "@jest/globals";

import { check, plan, reconcile, remove } from "../../../src/driver/driver.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { apiError, FakeService, lostAnswer } from "../../support/fake-service.ts";
import { afterTry, container, failureOf, safe, startDriver } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };
const state = { ...declared, boxId: "b1", stateVersion: 1 };
const OPEN = "The safe stands open.";

function open(isOpen: boolean) {
  const service = new FakeService();
  service.seed({ name: "a", color: "red", isOpen });
  const driver = startDriver(service);
  return { service, driver };
}

const options = { settings: { howToSet: (name: string) => name }, held: undefined };

describe("a guard", () => {
  test("that judges by the inputs refuses before any request", async () => {
    const { service, driver } = open(false);
    const creating = await failureOf(reconcile(safe, { ...declared, weight: 13 }, driver.context));
    expect(creating["code"]).toBe("guarded");
    expect(creating.message).toBe('Refused to create Safe "a"\n13 is refused.');
    const deleting = await failureOf(remove(safe, "o1/b1", state, driver.context));
    expect(deleting.message).toBe('Refused to delete Safe "a"\n`isProtected` is on in state.');
    expect(service.calls).toEqual([]);
  });

  test("that judges by the object refuses after reading it and before any write", async () => {
    const { service, driver } = open(true);
    const messages = [
      await failureOf(reconcile(safe, { ...declared, weight: 5 }, await afterTry(driver.context, safe, declared))),
      await failureOf(reconcile(safe, { ...declared, weight: 5 }, driver.context, { id: "o1/b1", state })),
      await failureOf(remove(safe, "o1/b1", { ...state, isProtected: false }, driver.context)),
    ].map(({ message }) => message);
    expect(messages).toEqual(["create", "change", "delete"].map((verb) => `Refused to ${verb} Safe "a"\n${OPEN}`));
    expect(service.calls).toEqual(["list o1", "read b1", "read b1"]);
  });

  test("names an object that has no name by its id", async () => {
    const { driver } = open(false);
    const { naturalKey: _none, ...nameless } = safe;
    expect((await failureOf(remove(nameless, "o1/b1", state, driver.context))).message).toBe(
      "Refused to delete Safe b1\n`isProtected` is on in state.",
    );
    expect((await failureOf(reconcile(nameless, { ...declared, weight: 13 }, driver.context))).message).toBe(
      "Refused to create Safe\n13 is refused.",
    );
  });

  test("that has nothing against it lets every verb pass", async () => {
    const { service, driver } = open(false);
    await reconcile(safe, { ...declared, weight: 5 }, await afterTry(driver.context, safe, declared));
    const later = startDriver(service).context;
    await reconcile(safe, { ...declared, weight: 6, isProtected: false }, later, {
      id: "o1/b1",
      state: { ...state, weight: 5 },
    });
    await remove(safe, "o1/b1", { ...state, isProtected: false }, later);
    expect(service.writes).toEqual(["update b1", "update b1", "delete b1"]);
  });

  test("is not asked about an object that is gone already", async () => {
    const { service, driver } = open(true);
    await service.delete("o1", "b1");
    await remove(safe, "o1/b1", { ...state, isProtected: false }, driver.context);
    expect(service.writes).toEqual(["delete b1"]);
  });

  test("asks the state, not the program, whether it may be deleted", async () => {
    const { driver } = open(false);
    const failure = await failureOf(remove(safe, "o1/b1", { ...state, isProtected: undefined }, driver.context));
    expect(failure["code"]).toBe("guarded");
  });
});

describe("a guard of the request that makes an object", () => {
  const boxNamed = (name: string) => ({ organizationId: "o1", name });

  test("asks the service right before it, one create after another", async () => {
    const { service, driver } = open(false);
    const makings = ["b", "c"].map((name) => reconcile(container, boxNamed(name), driver.context));
    const ends = await Promise.allSettled(makings);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect((await failureOf(makings[1] as Promise<unknown>)).message).toBe(
      'Refused to create Container "c"\nThe yard is full.',
    );
    expect(service.calls).toEqual(["list o1", "list o1", "create b", "list o1"]);
  });

  test("is not asked when an object is taken over", async () => {
    const { service, driver } = open(false);
    service.seed({ name: "b", color: "grey" });
    await reconcile(container, boxNamed("b"), await afterTry(driver.context, container, boxNamed("b")));
    expect(service.calls).toEqual(["list o1"]);
  });

  test("is asked again before a lost create is sent once more", async () => {
    const { service, driver } = open(false);
    service.next("create", { error: lostAnswer() });
    await reconcile(container, boxNamed("b"), driver.context);
    const asked = service.calls.filter((call, index) => call === "list o1" && service.calls[index + 1] === "create b");
    expect(asked).toHaveLength(2);
  });
});

describe("a preview", () => {
  test("asks what judges by the inputs, of a new object and without a request", async () => {
    const { service, driver } = open(false);
    const checking = check(safe, { ...declared, weight: 13 }, options, () => driver.context);
    expect((await failureOf(checking)).message).toBe('Refused to create Safe "a"\n13 is refused.');
    const old = await check(safe, { ...declared, weight: 13 }, { ...options, held: declared }, () => driver.context);
    expect(old.problems).toEqual([]);
    const wrong = await check(safe, { ...declared, weight: 13, color: 1 }, options, () => driver.context);
    expect(wrong.problems.map(({ path }) => path)).toEqual(["color"]);
    expect(service.calls).toEqual([]);
  });

  test("asks what judges by the object with the shared list, read once", async () => {
    const { service, driver } = open(true);
    service.seed({ name: "b", isOpen: true });
    for (const id of ["o1/b1", "o1/b2"]) {
      const planning = plan(safe, { ...declared, weight: 5 }, () => driver.context, { id, state });
      expect((await failureOf(planning)).message).toBe(`Refused to change Safe "a"\n${OPEN}`);
    }
    expect(service.calls).toEqual(["list o1"]);
  });

  test("asks the guards of deletion when the change replaces", async () => {
    const { driver } = open(true);
    const planning = plan(safe, { ...declared, organizationId: "o2" }, () => driver.context, { id: "o1/b1", state });
    expect((await failureOf(planning)).message).toBe(`Refused to delete Safe "a"\n${OPEN}`);
  });

  test("asks nothing when nothing changes", async () => {
    const { service, driver } = open(true);
    expect(await plan(safe, declared, () => driver.context, { id: "o1/b1", state })).toEqual({
      changes: [],
      replaces: [],
      deletesFirst: true,
      outputs: { boxId: "b1", stateVersion: 1 },
    });
    expect(service.calls).toEqual([]);
  });

  test("passes an object that the list lacks, and inputs that are not known", async () => {
    const { driver } = open(true);
    const planned = await plan(safe, { ...declared, weight: UNKNOWN }, () => driver.context, { id: "o1/b9", state });
    expect(planned.changes.map(({ path }) => path)).toEqual(["weight"]);
  });

  test("fails when the list cannot be read: so would the guard before the write", async () => {
    const { service, driver } = open(true);
    service.next("list", { error: apiError({ category: "permission", status: 403, detail: "no scope" }) });
    const planned = plan(safe, { ...declared, weight: 5 }, () => driver.context, { id: "o1/b1", state });
    await expect(planned).rejects.toThrow(
      "Could not update Safe b1\nThe service answered 403 permission to POST /boxes/: no scope",
    );
    expect(driver.said).toEqual([]);
  });

  test("fails when a guard cannot ask the service, also of what is in no list", async () => {
    const { driver } = open(false);
    const { collection: _none, ...unlisted } = {
      ...safe,
      guards: [
        {
          on: ["create" as const],
          inPreview: true,
          needsObject: false,
          refuse: () => Promise.reject(apiError({ category: "unavailable", status: 500 })),
        },
      ],
    };
    const checked = check(unlisted, declared, options, () => driver.context);
    await expect(checked).rejects.toThrow(
      'Could not create Safe "a"\nThe service answered 500 unavailable to POST /boxes/: no.',
    );
  });
});
