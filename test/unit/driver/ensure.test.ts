import { describe, expect, test } from "@jest/globals";

import { adoption } from "../../../src/capabilities/adoption.ts";
import { isApiError } from "../../../src/client/errors.ts";
import { clientErrorIn, reconcile } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { apiError, FakeService, lostAnswer, notFound, unreachable } from "../../support/fake-service.ts";
import { box, crate, failureOf, fakeBox, startDriver, vault } from "../../support/fake-resources.ts";

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };
const { naturalKey } = box;
const common = fakeBox(naturalKey === undefined ? {} : { naturalKey: { ...naturalKey, isUnique: false } });
const unsaid = fakeBox({
  capabilities: [
    adoption({
      whyPerhapsTaken: (failure) =>
        isApiError(failure) && failure.status === 500 ? "Perhaps another organization has it." : undefined,
    }),
  ],
});
const { collection: _list, naturalKey: _key, ...unfindable } = fakeBox();
const gateway = (status: number) =>
  apiError({ category: "unavailable", status, requestMayHaveBeenApplied: true, detail: "try later." });

function open(definition: AnyResource = box) {
  const service = new FakeService();
  service.isUnique = definition.naturalKey?.isUnique === true;
  const driver = startDriver(service);
  const make = (inputs: Readonly<Record<string, unknown>> = {}) =>
    reconcile(definition, { ...declared, ...inputs }, driver.context);
  return { service, driver, make };
}

describe("create", () => {
  test("looks first, then makes what is missing, and nothing else", async () => {
    const { service, driver, make } = open();
    expect(await make({ adopt: undefined })).toEqual({
      id: "o1/b1",
      inputs: declared,
      state: { ...declared, boxId: "b1", stateVersion: 1 },
    });
    expect(service.calls).toEqual(["list o1", "create a"]);
    expect(service.bodies).toEqual([{ name: "a", color: "red" }]);
    expect(driver.said).toEqual([]);
  });

  test("sends what waits for the precondition only once it is met", async () => {
    const { service, make } = open(crate);
    expect((await make({ seal: "wax" })).state["heldBack"]).toEqual(["seal"]);
    expect(service.bodies).toEqual([{ name: "a", color: "red" }]);
  });

  test("sends a write-only value once, and keeps its fingerprint", async () => {
    const { service, make } = open(vault);
    expect(Object.keys((await make({ password: "s3cret" })).state["fingerprints"] as object)).toEqual(["password"]);
    expect(service.bodies).toEqual([{ name: "a", color: "red", password: "s3cret" }]);
  });

  test.each([
    ["a refusal", apiError({ category: "invalid", status: 400, detail: "bad name" })],
    ["a throttled key", apiError({ category: "rateLimited", status: 429 })],
    ["a connection that was never made", unreachable()],
  ])("ends with %s, and names the resource", async (_what, error) => {
    const { service, make } = open();
    service.next("create", { error });
    const failure = await failureOf(make());
    expect(failure.message).toBe(`Could not create Box "a"\n${error.message}`);
    expect(failure.cause).toBe(error);
    expect(failure).toMatchObject({ name: "OperationError", verb: "create", resource: "Box" });
    expect(clientErrorIn(failure)).toBe(error);
    expect(service.calls).toEqual(["list o1", "create a"]);
  });

  test("does not go on when the list cannot be read", async () => {
    const { service, make } = open();
    service.next("list", { error: apiError({ category: "permission", status: 403 }) });
    expect((await failureOf(make())).message).toMatch(/^Could not create Box "a"\nThe service answered 403/u);
    expect(service.calls).toEqual(["list o1"]);
  });
});

describe("a lost answer", () => {
  test.each([lostAnswer(), lostAnswer("timeout"), gateway(502), gateway(504)])(
    "is looked up and not re-sent (%#)",
    async (error) => {
      const { service, make } = open();
      service.next("create", { error, isApplied: true });
      expect((await make()).id).toBe("o1/b1");
      expect(service.calls).toEqual(["list o1", "create a", "list o1"]);
    },
  );

  test("is found at a later look", async () => {
    const { service, driver, make } = open();
    service.next("create", { error: lostAnswer() });
    const { sleep } = driver.session.clock;
    Object.assign(driver.session.clock, {
      sleep: async (ms: number) => {
        await sleep(ms);
        if (driver.sleptMs.length === 2) service.seed({ name: "a", color: "red" });
      },
    });
    expect((await make()).id).toBe("o1/b1");
    expect(driver.sleptMs).toEqual([1_000, 2_000]);
    expect(service.writes).toEqual(["create a"]);
  });

  test("that left nothing behind is sent once more", async () => {
    const { service, driver, make } = open();
    service.next("create", { error: lostAnswer() });
    expect((await make()).id).toBe("o1/b1");
    expect(service.writes).toEqual(["create a", "create a"]);
    expect(driver.sleptMs).toEqual([1_000, 2_000]);
  });

  test("of the second try ends it", async () => {
    const { service, make } = open();
    service.next("create", { error: lostAnswer() }, { error: lostAnswer() });
    const failure = await failureOf(make());
    expect(failure["code"]).toBe("create_unconfirmed");
    expect(failure.message).toBe(
      `It's unknown whether Box "a" was created\n` +
        "The service's response was lost, and the object was not found afterwards. " +
        "Run again. Orgform looks for it before it creates one.\nThe answer was lost (connection_lost).",
    );
    expect(service.writes).toEqual(["create a", "create a"]);
  });

  test("of a value that is never shown is looked up, and the value not sent a second time", async () => {
    const { service, make } = open(vault);
    service.next("create", { error: lostAnswer(), isApplied: true });
    expect((await make({ password: "s3cret" })).id).toBe("o1/b1");
    expect(service.writes).toEqual(["create a"]);
  });

  test("of a first try that arrives late is taken over after the second try meets it, and nobody is warned", async () => {
    const { service, driver, make } = open();
    service.next(
      "create",
      { error: lostAnswer() },
      { error: apiError({ category: "conflict", status: 400 }), isApplied: true },
    );
    expect((await make()).id).toBe("o1/b1");
    expect(service.writes).toEqual(["create a", "create a"]);
    expect(driver.said).toEqual([]);
  });

  test("by a time-out is looked for longer, and sent again only where names are unique", async () => {
    const unique = open();
    unique.service.next("create", { error: lostAnswer("timeout") });
    expect((await unique.make()).id).toBe("o1/b1");
    expect(unique.driver.sleptMs).toEqual([1_000, 2_000, 4_000, 8_000, 15_000]);
    expect(unique.service.writes).toEqual(["create a", "create a"]);

    const other = open(common);
    other.service.next("create", { error: lostAnswer("timeout") });
    expect((await failureOf(other.make()))["code"]).toBe("create_unconfirmed");
    expect(other.driver.sleptMs).toEqual([1_000, 1_000, 1_000, 2_000, ...Array<number>(5).fill(5_000)]);
    expect(other.service.writes).toEqual(["create a"]);
  });

  test("of what cannot be looked for is never sent again", async () => {
    const { service, make } = open(unfindable);
    service.next("create", { error: lostAnswer(), isApplied: true });
    const failure = await failureOf(make());
    expect(failure["code"]).toBe("create_unconfirmed");
    expect(failure.message).toMatch(/Check whether it exists before you run again, because Orgform can't find it\./u);
    expect(service.calls).toEqual(["create a"]);
  });

  test("by an answered failure of the service is looked up, and not repeated", async () => {
    const { service, make } = open();
    service.next("create", { error: gateway(500) });
    expect((await failureOf(make())).message).toBe(
      'Could not create Box "a"\nThe service answered 500 unavailable to POST /boxes/: try later.',
    );
    expect(service.writes).toEqual(["create a"]);
    service.next("create", { error: gateway(500), isApplied: true });
    expect((await make()).id).toBe("o1/b1");
    expect(service.writes).toEqual(["create a", "create a"]);
  });

  test("is not looked for any more once the call is ended", async () => {
    const service = new FakeService();
    const ending = new AbortController();
    const driver = startDriver(service, { signal: ending.signal });
    service.next("create", { error: lostAnswer() });
    const making = failureOf(reconcile(box, declared, driver.context));
    while (service.writes.length === 0) await Promise.resolve();
    ending.abort(new Error("ended by the engine"));
    expect((await making).message).toBe('Could not create Box "a"\nended by the engine');
    expect(service.writes).toEqual(["create a"]);
  });
});

describe("a success without a body", () => {
  test("is looked up", async () => {
    const { service, make } = open();
    service.next("create", {});
    expect((await make()).id).toBe("o1/b1");
    expect(service.calls).toEqual(["list o1", "create a", "list o1"]);
  });

  test("that left nothing to be found is said, and nothing is sent again", async () => {
    const { service, make } = open();
    service.next("create", { isIgnored: true });
    const failure = await failureOf(make());
    expect(failure["code"]).toBe("create_unconfirmed");
    expect(failure.message).toBe(
      `It's unknown whether Box "a" was created\n` +
        "The service confirmed the request without returning the object, and the object was not found afterwards. " +
        "Run again. Orgform looks for it before it creates one.",
    );
    expect(service.writes).toEqual(["create a"]);
  });
});

describe("a conflict", () => {
  const conflict = () => apiError({ category: "conflict", code: "unique", status: 400 });

  test("with an object that came meanwhile stops, though it equals the declaration", async () => {
    const { service, driver, make } = open();
    await driver.session.lists.list(box, { organizationId: "o1" }, {});
    service.seed({ name: "a", color: "red" });
    expect((await failureOf(make())).message).toMatch(/^Box "a" exists already\n/u);
    expect(service.writes).toEqual(["create a"]);
  });

  test("with an object that only a later list shows takes over an earlier run's own, and sends what cannot be compared", async () => {
    const { service, driver, make } = open(vault);
    service.next("create", { error: lostAnswer() }, { error: lostAnswer() });
    await failureOf(make());
    await driver.session.lists.listFresh(vault, { organizationId: "o1" }, {});
    service.seed({ name: "a", color: "red" });
    expect((await make({ password: "s3cret" })).id).toBe("o1/b1");
    expect(service.writes.slice(2)).toEqual(["create a", "update b1"]);
    expect(service.hidden.get("b1")).toEqual({ password: "s3cret" });
  });

  test("with another object stops", async () => {
    const { service, driver, make } = open();
    await driver.session.lists.list(box, { organizationId: "o1" }, {});
    service.seed({ name: "a", color: "blue" });
    expect((await failureOf(make())).message).toMatch(/^Box "a" exists already\n/u);
    expect(service.writes).toEqual(["create a"]);
  });

  test("with what the key cannot see says that it is taken", async () => {
    const { service, make } = open();
    service.next("create", { error: conflict() });
    const failure = await failureOf(make());
    expect(failure["code"]).toBe("adoption_conflict");
    expect(failure.message).toBe(
      'Box "a" is taken\n' +
        "The service says that it exists, but this API key can't see it. It probably belongs to another organization. " +
        "Choose another one, or remove it there.\nThe service answered 400 unique to POST /boxes/: no.",
    );
  });

  test("that the service answers like a failure of its own may mean a taken key, and is not repeated", async () => {
    const { service, make } = open(unsaid);
    service.next("create", { error: gateway(500) });
    const failure = await failureOf(make());
    expect(failure["code"]).toBe("adoption_conflict");
    expect(failure.message).toMatch(/^Box "a" may be taken\nPerhaps another organization has it\..*\n.*answered 500/su);
    expect(service.writes).toEqual(["create a"]);
  });

  test("is not what a missing parent is", async () => {
    const { service, make } = open();
    service.next("create", { error: notFound() });
    expect((await failureOf(make())).message).toMatch(/^Could not create Box "a"\nThe service answered 404/u);
    expect(service.writes).toEqual(["create a"]);
  });
});
