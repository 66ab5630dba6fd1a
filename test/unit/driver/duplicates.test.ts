import { describe, expect, test } from "@jest/globals";

import { reconcile } from "../../../src/driver/driver.ts";
import { FakeService, notFound, unreachable } from "../../support/fake-service.ts";
import { box, fakeBox, plain, startDriver } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };

const { naturalKey, ops } = plain;

/** A box whose name isn't unique, and another writer's actions during its creation. */
function open(
  meanwhile: (service: FakeService) => void = () => undefined,
  changes: Parameters<typeof fakeBox>[0] = {},
) {
  const service = new FakeService();
  service.isUnique = false;
  const common = fakeBox({
    ...(naturalKey === undefined ? {} : { naturalKey: { ...naturalKey, isUnique: false } }),
    ops: {
      ...ops,
      create: async (api, scope, body, call) => {
        const made = await ops.create?.(api, scope, body, call);
        meanwhile(service);
        return made;
      },
    },
    ...changes,
  });
  const ending = new AbortController();
  const driver = startDriver(service, { signal: ending.signal });
  const make = (inputs: Readonly<Record<string, unknown>> = {}) =>
    reconcile(common, { ...declared, ...inputs }, driver.context);
  return { service, driver, ending, make };
}

describe("after a create under a key that the service takes twice", () => {
  test("an object that came meanwhile is told with both ids and what to do, and both stay", async () => {
    const { service, driver, make } = open((api) => void api.seed({ name: "a", color: "blue" }));
    expect((await make()).id).toBe("o1/b1");
    expect(driver.said).toEqual([
      {
        severity: "warn",
        text: [
          'Box "a" now exists twice',
          "This run created o1/b1. At about the same time, something else created o1/b2 with the same name, possibly another run of this program. Nothing was removed. Keep one of them.",
          'To keep o1/b1, delete the other where it was created. To keep o1/b2, delete o1/b1 by hand, refresh, and set `adopt: "o1/b2"`.',
        ].join("\n"),
      },
    ]);
    expect(service.calls).toEqual(["list o1", "create a", "list o1", "read b2"]);
  });

  test("of several that came meanwhile all are told", async () => {
    const { driver, make } = open((api) => ["a", "a", "b"].forEach((name) => void api.seed({ name })));
    await make();
    expect(driver.said.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Box "a" now exists 3 times\n.* created o1\/b2, o1\/b3 with .*\nTo keep o1\/b1, delete the others where it was created\. To keep o1\/b2, /u,
      ),
    ]);
  });

  test("an object that a late list still shows, and a read does not, is none", async () => {
    const { driver, make } = open((api) => {
      api.seed({ name: "a" });
      api.next("read", { error: notFound() });
    });
    await make();
    expect(driver.said).toEqual([]);
  });

  test("a look that fails is told, and fails nothing", async () => {
    const { driver, make } = open((api) => api.next("list", { error: unreachable() }));
    expect((await make()).id).toBe("o1/b1");
    expect(driver.said).toEqual([
      {
        severity: "warn",
        text: `Box "a" might exist twice\nThis run created o1/b1. Orgform couldn't check whether something else created an object with the same name at the same time: No connection.`,
      },
    ]);
  });

  test("who ends the run meanwhile keeps what was made, and is told of no look", async () => {
    const { driver, ending, make } = open(() => ending.abort());
    expect((await make()).id).toBe("o1/b1");
    expect(driver.said).toEqual([]);
  });

  test("those that end at about the same time share one look, which waits five seconds at most for a slow one", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { service, driver, make } = open(undefined, {
      ops: {
        ...ops,
        create: async (api, scope, body, call) => {
          if (body["name"] === "slow") await held;
          return ops.create?.(api, scope, body, call);
        },
      },
    });
    const slow = make({ name: "slow" });
    await Promise.all([make(), make({ name: "b" }), make({ name: "c" })]);
    expect(driver.sleptMs).toEqual(Array.from({ length: 50 }, () => 100));
    expect(service.calls).toEqual(["list o1", "create a", "create b", "create c", "list o1"]);
    release();
    await slow;
    expect(service.calls.slice(5)).toEqual(["create slow", "list o1"]);
  });
});

test("under a key that the service keeps unique nothing is looked at again", async () => {
  const service = new FakeService();
  await reconcile(box, declared, startDriver(service).context);
  expect(service.calls).toEqual(["list o1", "create a"]);
});
