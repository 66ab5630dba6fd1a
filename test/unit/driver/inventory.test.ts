import { describe, expect, test } from "@jest/globals";

import { list, lookUp, reconcile, stackDrift, survey } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import { apiError, FakeService } from "../../support/fake-service.ts";
import { box, failureOf, fakeBox, root, startDriver } from "../../support/fake-resources.ts";

const HOST = "https://boxes.example";
const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };
const NOTHING_IGNORED = { ignoresAll: () => false, ignores: () => false };
const FORBIDDEN = apiError({ category: "permission", status: 403 });

/** A service with a box that a stack has made, and a comparison of that stack. */
async function open(definition: AnyResource = box) {
  const service = new FakeService();
  const { id, state, inputs } = await reconcile(definition, declared, startDriver(service).context);
  const made = { resource: "Box", address: "box.a", id, state, inputs, unreadable: [], fingerprints: {} };
  const compare = (changes: Partial<Parameters<typeof stackDrift>[0]> = {}) =>
    stackDrift({
      definitions: [root, definition],
      objects: [made],
      unknown: [],
      session: startDriver(service).session,
      host: HOST,
      ignored: NOTHING_IGNORED,
      ...changes,
    });
  return { service, made, compare };
}

const NOTHING = { changed: [], missing: [], unmanaged: [], implied: [], unchecked: [], notCompared: [] };

describe("a stack", () => {
  test("that is as it was left, in an organization that holds nothing else, has no drift", async () => {
    const { compare } = await open();
    expect(await compare()).toEqual({ ...NOTHING, organizations: ["o1"] });
  });

  test("shows what was changed, what is missing and what no code declares", async () => {
    const { service, made, compare } = await open();
    await service.update("o1", "b1", { color: "blue" });
    service.seed({ name: "c" });
    const gone = { ...made, address: "box.gone", id: "o1/b9", state: { ...made.state, boxId: "b9" } };
    const place = { resource: "Box", address: "box.a", id: "o1/b1" };
    expect(await compare({ objects: [made, gone] })).toEqual({
      ...NOTHING,
      organizations: ["o1"],
      changed: [
        { ...place, properties: [{ path: "color", isSecret: false, expected: "red", found: "blue" }], notes: [] },
      ],
      missing: [{ resource: "Box", address: "box.gone", id: "o1/b9" }],
      unmanaged: [{ resource: "Box", id: "o1/b2", name: "c" }],
    });
  });

  test("does not show what is ignored, and looks for nothing of a resource that is ignored whole", async () => {
    const { service, compare } = await open();
    for (const name of ["c", "d"]) service.seed({ name });
    const ignores = { ...NOTHING_IGNORED, ignores: ({ name }: { name: string }) => name === "c" };
    expect((await compare({ ignored: ignores })).unmanaged.map(({ name }) => name)).toEqual(["d"]);
    const all = { ...NOTHING_IGNORED, ignoresAll: (resource: string) => resource === "Box" };
    expect((await compare({ ignored: all })).unmanaged).toEqual([]);
  });

  test("that belongs to another host is not looked at; how the address ends makes no other host", async () => {
    const { service, made, compare } = await open();
    service.seed({ name: "c" });
    const elsewhere = await compare({ objects: [{ ...made, host: "https://other.example" }] });
    expect(elsewhere.unmanaged).toEqual([]);
    expect(elsewhere.unchecked).toEqual([
      expect.objectContaining({
        address: "box.a",
        reason: `It belongs to https://other.example, and this run looks at ${HOST}. Set ORGFORM_HOST to the program's host.`,
      }),
    ]);
    expect((await compare({ objects: [{ ...made, host: `${HOST.toUpperCase()}//` }] })).unchecked).toEqual([]);
  });

  test("in an organization that does not exist is not called deleted", async () => {
    const { service, compare } = await open();
    service.organizations.delete("o1");
    const { missing, unchecked } = await compare();
    expect(missing).toEqual([]);
    expect(unchecked).toMatchObject([
      { address: "box.a", reason: `There is no organization o1 at ${HOST}. Is this the host that the program uses?` },
    ]);
  });

  test("that declares an organization which is gone shows it as missing, and looks for nothing in it", async () => {
    const { service, made, compare } = await open();
    service.organizations.delete("o1");
    const state = { name: "root", organizationId: "o1", stateVersion: 1 };
    const organization = { ...made, resource: "Root", address: "root.o1", id: "o1", state, inputs: { name: "root" } };
    const { missing, unmanaged, unchecked } = await compare({ objects: [organization] });
    expect({ missing, unmanaged, unchecked }).toEqual({
      missing: [{ resource: "Root", address: "root.o1", id: "o1" }],
      unmanaged: [],
      unchecked: [],
    });
  });

  test("says of what it could not look at, and why", async () => {
    const { made, compare } = await open();
    const unknown = await compare({ unknown: ["crane.a"], objects: [{ ...made, id: "no-id" }] });
    expect(unknown.organizations).toEqual([]);
    expect(unknown.unchecked).toEqual([
      {
        resource: "unknown",
        address: "crane.a",
        reason: "This version of Orgform does not know the resource. Install the one that wrote the state.",
      },
      { resource: "Box", address: "box.a", id: "no-id", reason: expect.stringContaining("<organizationId>/<boxId>") },
    ]);
  });

  test("names a list that it may not read", async () => {
    const { service, compare } = await open(
      fakeBox({ collection: { ...(box.collection as object), servesReads: false } as never }),
    );
    service.next("list", {}, { error: FORBIDDEN });
    expect((await compare()).unchecked).toEqual([
      { resource: "Box", reason: expect.stringContaining("The service answered 403") },
    ]);
  });

  test("does not hide a mistake of our own", async () => {
    const { service, compare } = await open();
    service.next("list", {}, { error: new TypeError("undefined is not a function") });
    expect((await failureOf(compare())).message).toContain("undefined is not a function");
  });

  test("tells who changed an object last, by a log that is read once", async () => {
    let reads = 0;
    const logged = fakeBox({
      activity: {
        name: "boxes",
        scope: ["organizationId"],
        list: async () => {
          reads += 1;
          return Promise.resolve([{ object: "b1", by: "ann@globex.example", at: "2026-11-20T10:00:00Z" }]);
        },
      },
    });
    const { service, made, compare } = await open(logged);
    const other = await reconcile(logged, { ...declared, name: "b" }, startDriver(service).context);
    for (const id of ["b1", "b2"]) await service.update("o1", id, { color: "blue" });
    const { changed } = await compare({ objects: [made, { ...made, ...other, address: "box.b" }] });
    expect(changed.map(({ address, lastChange }) => [address, lastChange])).toEqual([
      ["box.a", { by: "ann@globex.example", at: "2026-11-20T10:00:00Z" }],
      ["box.b", undefined],
    ]);
    expect(reads).toBe(1);
  });
});

describe("a list", () => {
  test("shows the objects by id and name, without secrets and what only the provider heeds", async () => {
    const service = new FakeService();
    service.seed({ name: "a", color: "red", combination: "1234" });
    const [found] = await list(box, { organizationId: "o1" }, startDriver(service).context);
    expect(found).toMatchObject({
      id: "o1/b1",
      name: "a",
      values: { organizationId: "o1", boxId: "b1", name: "a", color: "red" },
    });
    expect(found?.values).not.toHaveProperty("combination");
    expect(found?.values).not.toHaveProperty("isProtected");
    expect(found?.values).not.toHaveProperty("weight");
  });

  test("gives the one object with the wanted values, as the service compares them", async () => {
    const service = new FakeService();
    for (const [name, color] of Object.entries({ a: "red", b: "blue", c: "blue" })) service.seed({ name, color });
    const { context } = startDriver(service);
    const asked = (wanted: object) => lookUp(box, { organizationId: "o1" }, wanted as never, context);
    expect((await asked({ name: " b " })).id).toBe("o1/b2");
    expect((await asked({ color: "blue", name: "c" })).id).toBe("o1/b3");
    expect((await failureOf(asked({ color: "blue" }))).message).toBe(
      'More than one Box fits\ncolor "blue" fits o1/b2, o1/b3. Ask by id.',
    );
    expect((await failureOf(asked({ color: "blue", name: "a" }))).message).toBe(
      'There is no such Box\nNothing with color "blue" and name "a" is among the boxes of the organization.',
    );
  });
});

describe("a survey of an organization", () => {
  const surveyed = async (service: FakeService, definitions: readonly AnyResource[] = [root, box]) => {
    const steps: string[] = [];
    const counts: string[] = [];
    const progress = {
      step: (words: string) => void steps.push(words),
      count: (done: number, total: number) => void counts.push(`${done}/${total}`),
    };
    const { objects, unread } = await survey(definitions, "o1", startDriver(service).context, progress);
    return { objects: objects.map(({ definition, id, name }) => [definition.name, id, name]), unread, steps, counts };
  };

  test("finds every object once, and tells how far it is", async () => {
    const service = new FakeService();
    for (const name of ["a", "b"]) service.seed({ name });
    expect(await surveyed(service)).toEqual({
      objects: [
        ["Root", "o1", "o1"],
        ["Box", "o1/b1", "a"],
        ["Box", "o1/b2", "b"],
      ],
      unread: [],
      steps: ["the root", "the boxes of the organization"],
      counts: ["1/2", "2/2"],
    });
  });

  test("goes on past a list that the key may not read, and fails for anything else", async () => {
    const hidden = fakeBox({
      collection: { ...(box.collection as object), list: () => Promise.reject(FORBIDDEN) } as never,
    });
    const { objects, unread } = await surveyed(new FakeService(), [root, hidden]);
    expect(objects).toEqual([["Root", "o1", "o1"]]);
    expect(unread).toEqual([
      { what: "the boxes of the organization", reason: expect.stringContaining("The service answered 403") },
    ]);
    const broken = fakeBox({
      collection: { ...(box.collection as object), list: () => Promise.reject(new Error("no disk")) } as never,
    });
    expect((await failureOf(surveyed(new FakeService(), [root, broken]))).message).toContain("no disk");
  });

  test("names the scope that a refused key lacks", async () => {
    const error = apiError({ category: "permission", status: 403, missingScope: "box:read" } as never);
    const hidden = fakeBox({
      collection: { ...(box.collection as object), list: () => Promise.reject(error) } as never,
    });
    expect((await surveyed(new FakeService(), [root, hidden])).unread).toMatchObject([
      { reason: "the API key lacks the scope box:read" },
    ]);
  });
});
