import { expect, test } from "@jest/globals";

import type { Values } from "../../../src/model/json-value.ts";
import { wrongParentCreation } from "../../../src/capabilities/wrong-parent-creation.ts";
import { reconcile } from "../../../src/driver/driver.ts";
import { FakeService, unreachable } from "../../support/fake-service.ts";
import { fakeBox, failureOf, startDriver } from "../../support/fake-resources.ts";

const inputs = { organizationId: "o1", name: "a", color: "red", isProtected: false };

/**
 * A box that the service creates elsewhere that many times. The response shows it, but the list and a read don't. With
 * 0, the list fails.
 */
function stray(times: number, isRuledOut = false) {
  const service = new FakeService();
  const driver = startDriver(service);
  const removed: string[] = [];
  let made = 0;
  const plain = fakeBox();
  const definition = fakeBox({
    ops: {
      ...plain.ops,
      create: async (api, scope, body, call) => {
        const wire = await plain.ops.create?.(api, scope, body, call);
        made += 1;
        if (made <= times) service.rowsOf("o1").delete(wire.id);
        if (times === 0) service.next("list", { error: unreachable() });
        return wire;
      },
    },
    capabilities: [
      wrongParentCreation({
        isRuledOut: () => isRuledOut,
        remove: (_api, { boxId }: Values) => {
          removed.push(String(boxId));
          return Promise.resolve();
        },
        why: "Another run is at work.",
      }),
    ],
  });
  return { service, removed, make: () => reconcile(definition, inputs, driver.context) };
}

test("what came to lie elsewhere is removed there and made again", async () => {
  const { removed, make, service } = stray(2);
  const { id } = await make();
  expect(removed).toEqual(["b1", "b2"]);
  expect([id, service.row("b3")?.["name"]]).toEqual(["o1/b3", "a"]);
});

test("after three times it is given up, nothing is left, and the message says why", async () => {
  const { removed, make, service } = stray(9);
  const { message } = await failureOf(make());
  expect(message).toMatch(
    /^Box "a" was created in the wrong parent, 3 times\nOrgform deleted each of them again\. Another run/u,
  );
  expect(removed).toEqual(["b1", "b2", "b3"]);
  expect(service.writes.filter((one) => one.startsWith("create"))).toHaveLength(3);
});

test("what the list lacks and a read of its own shows is instead", async () => {
  const { removed, make, service } = stray(1);
  const late = service.read.bind(service);
  service.read = async (org, id) => {
    service.rowsOf(org).set(id, { id, name: "a", color: "red" });
    return late(org, id);
  };
  expect([(await make()).id, removed]).toEqual(["o1/b1", []]);
});

test("a look that fails proves nothing: what was made is kept", async () => {
  const { removed, make } = stray(0);
  const { id } = await make();
  expect([id, removed]).toEqual(["o1/b1", []]);
});

test("nothing is looked for after a create at a service that makes each object where it was to be", async () => {
  const { make, service } = stray(1, true);
  await make();
  expect(service.calls).toEqual(["list o1", "create a"]);
});
