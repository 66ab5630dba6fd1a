import { describe, expect, test } from "@jest/globals";

import { defaultCreated } from "../../../src/capabilities/default-created.ts";
import { hiddenRows } from "../../../src/capabilities/hidden-rows.ts";
import { partialRows } from "../../../src/capabilities/partial-rows.ts";
import { managedObjects } from "../../../src/capabilities/managed-objects.ts";
import { list, lookUp, reconcile, stackDrift, survey } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { apiError, FakeService, lostAnswer, notFound, type Row, unreachable } from "../../support/fake-service.ts";
import { box, failureOf, fakeBox, fakeSlot, paint, root, startDriver } from "../../support/fake-resources.ts";

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

const NOTHING = {
  changed: [],
  missing: [],
  unmanaged: [],
  implied: [],
  elsewhere: [],
  unchecked: [],
  notCompared: [],
  retired: [],
  unlisted: [],
};

describe("a stack", () => {
  test("that is as it was left, in an organization that holds nothing else, has no drift", async () => {
    const { compare } = await open();
    expect(await compare()).toStrictEqual({ ...NOTHING, organizations: ["o1"] });
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
        reason: `It belongs to https://other.example, but this run checks ${HOST}. Set ORGFORM_HOST to the program's host.`,
      }),
    ]);
    const ends = [
      { host: `${HOST}//`, objects: [{ ...made, host: HOST }] },
      { objects: [{ ...made, host: `${HOST.toUpperCase()}//` }] },
    ];
    for (const same of ends) expect((await compare(same)).unchecked).toEqual([]);
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

  test("that declares its organization is not called deleted by a service that might be another one", async () => {
    const { service, made, compare } = await open();
    const home = { ...made, resource: "Root", address: "root.home", id: "o1", state: { organizationId: "o1" } };
    const other = { ...made, address: "box.other", id: "o2/b1" };
    service.organizations.delete("o1");
    const reason = `There is no organization o1 at ${HOST}. Is this the host that the program uses? If it is, the organization was deleted.`;
    const addresses = ["root.home", "box.a"];
    const doubted = await compare({ objects: [home, made] });
    expect(doubted.missing).toEqual([]);
    expect(doubted.unchecked).toEqual(addresses.map((address) => expect.objectContaining({ address, reason })));
    // The state names the service, or another organization is there.
    service.organizations.set("o2", new Map());
    const sure = [{ objects: [{ ...home, host: HOST }, made] }, { objects: [home, made, other] }];
    for (const one of sure) {
      const { missing } = await compare(one);
      expect(missing.map(({ address }) => address).filter((address) => addresses.includes(address))).toEqual(addresses);
    }
  });

  test("in an organization that the key may not read is not judged, and nothing is looked for in it", async () => {
    const { service, made, compare } = await open();
    service.seed({ name: "c" });
    service.calls.length = 0;
    service.next("list", { error: FORBIDDEN });
    expect(await compare()).toEqual({
      ...NOTHING,
      organizations: ["o1"],
      unchecked: [
        {
          resource: "Box",
          address: made.address,
          id: "o1/b1",
          reason: expect.stringMatching(/^Could not read Root o1\nThe service answered 403/u),
        },
      ],
    });
    expect(service.calls).toEqual(["list o1"]);
  });

  test.each([
    ["a key that is refused", apiError({ category: "auth", status: 401 })],
    ["a host that cannot be reached", unreachable()],
  ])("is told of %s in the same words everywhere", async (_what, error) => {
    const { service, made, compare } = await open();
    service.next("list", { error }, { error });
    const other = { ...made, address: "box.other", id: "o2/b1" };
    const { unchecked } = await compare({ objects: [made, other] });
    expect(unchecked.map(({ address, reason }) => [address, reason])).toEqual(
      ["box.a", "box.other"].map((address) => [address, error.message]),
    );
  });

  test("is told of a read that failed by itself what was read", async () => {
    const { service, made, compare } = await open();
    service.next("list", { error: lostAnswer() }, { error: FORBIDDEN });
    const other = { ...made, address: "box.other", id: "o2/b1" };
    const { unchecked } = await compare({ objects: [made, other] });
    expect(unchecked.map(({ reason }) => reason.split("\n")[0])).toEqual([
      "Could not read Root o1",
      "Could not read Root o2",
    ]);
  });

  test("of something that belongs to no organization looks for nothing", async () => {
    const { parent: _none, ...rootBox } = fakeBox({
      name: "RootBox",
      identity: { parts: ["boxId"], of: (wire: Row) => ({ boxId: wire.id }) },
      ops: {},
      collection: { ...(box.collection as object), scope: [], list: () => Promise.resolve([]) } as never,
    });
    const { made, compare } = await open();
    const object = { ...made, resource: "RootBox", id: "b1" };
    const { organizations, unmanaged } = await compare({ definitions: [root, rootBox, box], objects: [object] });
    expect({ organizations, unmanaged }).toEqual({ organizations: [], unmanaged: [] });
  });

  test("that is stopped says of the rest that it was not looked at, and why", async () => {
    const { made, compare } = await open();
    const signal = AbortSignal.abort(new Error("The time of the run was over."));
    const { changed, missing, unchecked } = await compare({ signal });
    expect({ changed, missing, unchecked }).toEqual({
      changed: [],
      missing: [],
      unchecked: [
        { resource: "Box", address: made.address, id: "o1/b1", reason: "The time of the run was over." },
        { resource: "Box", reason: "The time of the run was over." },
      ],
    });
  });

  test("has no settings among what no code declares: they belong to an object", async () => {
    const { service, compare } = await open();
    service.seed({ name: "c" });
    const { unmanaged } = await compare({ definitions: [root, paint, box] });
    expect(unmanaged).toEqual([{ resource: "Box", id: "o1/b2", name: "c" }]);
  });

  test("tells why an object changed, where it says so itself, and nothing of a secret", async () => {
    const { service, made, compare } = await open(
      fakeBox({
        capabilities: [
          { name: "sun", whyDrifted: (field) => (field === "color" ? "The sun shone on it." : undefined) },
        ],
      }),
    );
    await service.update("o1", "b1", { color: "blue", combination: "1234" });
    const secret = { ...made, state: { ...made.state, combination: "9999" } };
    expect((await compare({ objects: [secret] })).changed).toMatchObject([{ notes: ["The sun shone on it."] }]);
  });

  test("manages what its declarations cover, and each object once whatever became of that", async () => {
    const list = () => Promise.resolve([{ id: "l1", name: "top" }]);
    const lid = fakeBox({
      name: "Lid",
      collection: { ...(box.collection as object), name: "lids", list } as never,
    });
    const covering = fakeBox({
      capabilities: [
        managedObjects({ manages: (_at, { name }: Values) => [{ kind: "Lid", id: name === "a" ? "o1/l1" : "o1/l2" }] }),
      ],
    });
    const { service, made, compare } = await open(covering);
    expect((await compare({ definitions: [root, covering, lid] })).unmanaged).toEqual([]);
    await service.update("o1", "b1", { name: "b" });
    expect((await compare({ definitions: [root, covering, lid] })).unmanaged).toEqual([]);
    const broken = await compare({ definitions: [root, covering, lid], objects: [made, { ...made, id: "no-id" }] });
    expect(broken.unchecked).toMatchObject([{ id: "no-id" }]);
  });

  test("shows an object that several kinds list once, as the first of them, whatever becomes of it", async () => {
    const kinds = ["Box", "RedBox", "Blue box"].map((name) =>
      fakeBox({
        name,
        capabilities: [
          managedObjects({ kind: "Box" }),
          defaultCreated((wire: Row) => Promise.resolve(wire["name"] === "by default" ? "it comes along" : undefined)),
        ],
      }),
    );
    const [first = box] = kinds;
    for (const [at] of kinds.entries()) {
      const { service, made, compare } = await open(first);
      for (const name of ["free", "free", "of others", "by default", "ignored"]) service.seed({ name });
      const definitions = [root, ...kinds.slice(at), ...kinds.slice(0, at)];
      const resource = definitions[1]?.name;
      // A rule for the first kind also hides the object from the others, which would show it under their names.
      const ignores = (one: { readonly resource: string; readonly name: string }) =>
        one.resource === resource && one.name === "ignored";
      const foreign = [{ ...made, id: "o1/b4", address: "a.b", by: "others" }];
      const found = await compare({ definitions, foreign, ignored: { ...NOTHING_IGNORED, ignores } });
      expect(found).toMatchObject({
        unmanaged: ["o1/b2", "o1/b3"].map((id) => ({ resource, id, name: "free" })),
        elsewhere: [{ resource, id: "o1/b4", name: "of others", by: "others", address: "a.b" }],
        implied: [{ resource, id: "o1/b5", name: "by default", reason: "it comes along" }],
      });
    }
  });

  test("looks for nothing in lists that are not the organization's own", async () => {
    const inner = fakeBox({
      name: "Inner",
      collection: {
        ...(box.collection as object),
        scope: ["organizationId", "boxId"],
        list: () => Promise.reject(FORBIDDEN),
      } as never,
    });
    const { compare } = await open();
    expect(await compare({ definitions: [root, box, inner] })).toEqual({ ...NOTHING, organizations: ["o1"] });
  });

  test("tells of a setting that cannot be compared", async () => {
    const { made, compare } = await open();
    const { changed, notCompared } = await compare({ objects: [{ ...made, unreadable: ["combination"] }] });
    expect(changed).toEqual([]);
    expect(notCompared).toEqual([{ resource: "Box", address: "box.a", id: "o1/b1", properties: ["combination"] }]);
  });

  test("that declares an organization which is gone shows it as missing, and looks for nothing in it", async () => {
    const { service, made, compare } = await open();
    service.organizations.delete("o1");
    const state = { name: "root", organizationId: "o1", stateVersion: 1 };
    const organization = {
      ...made,
      resource: "Root",
      address: "root.o1",
      id: "o1",
      state,
      inputs: { name: "root" },
      host: HOST,
    };
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
        reason: "This version of Orgform doesn't know the resource. Install the version that wrote the state.",
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

  test.each([
    ["one reason for lists that fail alike", ["scope|a", "scope|a", "scope|a"], ["scope|a"]],
    ["each reason once for lists that fail differently", ["scope|a", "scope|ab", "scope|a"], ["scope|a", "scope|ab"]],
    ["the reasons of those that fail, though others can be read", ["", 'é "b"', ""], ['é "b"']],
  ])("tells of the lists of a resource %s", async (_what, failures, reasons) => {
    const { compare } = await open();
    const leaf: AnyResource = fakeBox({
      name: "Leaf",
      parent: root,
      identity: {
        parts: ["organizationId", "boxId", "leafId"],
        of: (wire: Row) => ({ organizationId: "o1", boxId: "b1", leafId: wire.id }),
      },
      collection: {
        name: "leaves",
        scope: ["organizationId", "boxId"],
        scopesWithin: () =>
          Promise.resolve(failures.map((_one, index) => ({ organizationId: "o1", boxId: `b${index}` }))),
        words: "the leaves of the box",
        list: (_service, { boxId }) => {
          const detail = failures[Number(String(boxId).slice(1))] ?? "";
          return detail === ""
            ? Promise.resolve([])
            : Promise.reject(apiError({ category: "permission", status: 403, detail }));
        },
        servesReads: true,
      },
    });
    const { unchecked } = await compare({ definitions: [root, box, leaf], isStrict: true });
    expect(unchecked).toEqual(
      reasons.map((reason) => ({ resource: "Leaf", reason: expect.stringMatching(ending(reason)) })),
    );
  });

  test("does not hide a mistake of our own", async () => {
    const { service, compare } = await open();
    service.next("list", {}, { error: new TypeError("undefined is not a function") });
    expect((await failureOf(compare())).message).toContain("undefined is not a function");
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
      'More than one Box matches\ncolor "blue" matches o1/b2, o1/b3. Use its ID.',
    );
    expect((await failureOf(asked({ color: "blue", name: "a" }))).message).toBe(
      'There is no such Box\nNo object with color "blue" and name "a" is among the boxes of the organization.',
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

  test("names what lies in something else after that too, unless the key may not read it", async () => {
    const slot = (parent: AnyResource) => fakeSlot(parent, [{ id: "l1", boxId: "b1", name: "top" }]);
    const service = new FakeService();
    service.seed({ name: "a" });
    const hidden = fakeBox({
      collection: { ...(box.collection as object), list: () => Promise.reject(FORBIDDEN) } as never,
    });
    const named = async (definitions: readonly AnyResource[]) =>
      (await surveyed(service, definitions)).objects.map(([, id, name]) => [id, name]);
    expect(await named([root, slot(box), box])).toEqual([
      ["o1", "o1"],
      ["o1/b1", "a"],
      ["o1/b1/l1", "a top"],
    ]);
    expect(await named([root, slot(hidden), hidden])).toEqual([
      ["o1", "o1"],
      ["o1/b1/l1", "top"],
    ]);
  });

  test("takes an object as what fits it most closely, whichever kind comes first", async () => {
    const service = new FakeService();
    for (const color of ["red", "grey"]) service.seed({ name: color, color });
    const any = fakeBox({ name: "AnyBox", capabilities: [managedObjects({ kind: "Box" })] });
    const red = fakeBox({
      name: "RedBox",
      capabilities: [managedObjects({ kind: "Box" })],
      collection: { ...(box.collection as object), listFilter: (wire: Row) => wire["color"] === "red" } as never,
    });
    const kinds = [
      ["Root", "o1", "o1"],
      ["RedBox", "o1/b1", "red"],
      ["AnyBox", "o1/b2", "grey"],
    ];
    expect((await surveyed(service, [root, any, red])).objects).toEqual(kinds);
    expect((await surveyed(service, [root, red, any])).objects).toEqual(kinds);
  });

  test("takes neither settings nor what stands for others' objects, and each object once", async () => {
    const { parent: _none, ...ownPaint } = paint;
    const shared = fakeBox({ name: "Shared", capabilities: [managedObjects({ isCombined: true })] });
    const covering = fakeBox({
      name: "Covering",
      collection: { ...(box.collection as object), listFilter: (wire: Row) => wire["name"] === "a" } as never,
      capabilities: [
        managedObjects({ manages: (_at, { name }: Values) => [{ kind: "Box", id: name === "a" ? "o1/b1" : "o1/b9" }] }),
      ],
    });
    const service = new FakeService();
    for (const name of ["a", "b"]) service.seed({ name });
    const { objects, steps } = await surveyed(service, [ownPaint, root, paint, shared, box, covering]);
    expect(objects).toEqual([
      ["Root", "o1", "o1"],
      ["Covering", "o1/b1", "a"],
      ["Box", "o1/b2", "b"],
    ]);
    expect(steps).toEqual(["the root", "the boxes of the organization"]);
  });

  test("goes on when an object goes away between the list and its own read", async () => {
    const part = fakeBox({
      collection: { ...(box.collection as object), capabilities: [partialRows({ omits: ["weight"] })] } as never,
    });
    const service = new FakeService();
    for (const name of ["a", "b"]) service.seed({ name });
    service.next("read", { error: notFound() });
    expect(await surveyed(service, [root, part])).toMatchObject({
      objects: [
        ["Root", "o1", "o1"],
        ["Box", "o1/b2", "b"],
      ],
      unread: [
        {
          what: "Box o1/b1",
          reason: "There is no Box b1. There is no Box with that ID or name in Root o1, or this API key can't see it.",
        },
      ],
    });
  });

  test("reads by itself what a list shows in part, and leaves out what it may not read", async () => {
    const part = fakeBox({
      collection: { ...(box.collection as object), capabilities: [partialRows({ omits: ["weight"] })] } as never,
    });
    const service = new FakeService();
    for (const name of ["a", "b"]) service.seed({ name });
    service.next("read", { error: FORBIDDEN });
    expect(await surveyed(service, [root, part])).toMatchObject({
      objects: [
        ["Root", "o1", "o1"],
        ["Box", "o1/b2", "b"],
      ],
      unread: [{ what: "Box o1/b1", reason: expect.stringContaining("The service answered 403") }],
      counts: ["1/2", "2/2"],
    });
  });

  test("calls the organization by its name", async () => {
    const named = {
      ...root,
      naturalKey: { fields: ["name"], isUnique: false, matches: () => false, isNamed: () => false },
    };
    expect((await surveyed(new FakeService(), [named])).objects).toEqual([["Root", "o1", "root"]]);
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
    for (const error of [new Error("no disk"), apiError({ category: "auth", status: 401 })]) {
      const broken = fakeBox({
        collection: { ...(box.collection as object), list: () => Promise.reject(error) } as never,
      });
      expect((await failureOf(surveyed(new FakeService(), [root, broken]))).message).toContain(error.message);
    }
    const lacking = fakeBox({
      collection: { ...(box.collection as object), list: () => Promise.reject(notFound()) } as never,
    });
    expect((await surveyed(new FakeService(), [root, lacking])).unread).toHaveLength(1);
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

describe("a list that may lack what is hidden from the key", () => {
  const WHY = "The list may lack boxes that are hidden from this key.";
  const inPart = fakeBox({
    collection: {
      ...collectionOf(box),
      capabilities: [hiddenRows({ why: () => Promise.resolve(WHY), listing: "part" })],
    },
  });

  test("is compared as far as it is shown, and a stack is told what it may lack", async () => {
    const { service, compare } = await open(inPart);
    service.seed({ name: "c" });
    const { unmanaged, unlisted, unchecked } = await compare();
    expect(unmanaged.map(({ name }) => name)).toEqual(["c"]);
    expect([unlisted, unchecked]).toEqual([
      [{ resource: "Box", what: "the boxes of the organization", reason: WHY }],
      [],
    ]);
  });

  test("is told of by a survey, beside what it shows", async () => {
    const { service } = await open(inPart);
    const progress = { step: () => undefined, count: () => undefined };
    const found = await survey([root, inPart], "o1", startDriver(service).context, progress);
    expect(found.objects.map(({ id }) => id)).toEqual(["o1", "o1/b1"]);
    expect(found.unread).toEqual([{ what: "the boxes of the organization", reason: WHY }]);
  });

  test("is told of for the kinds whose lists are chosen by it", async () => {
    const { compare } = await open(inPart);
    const leaf: AnyResource = fakeBox({
      name: "Leaf",
      parent: inPart,
      identity: {
        parts: ["organizationId", "boxId", "leafId"],
        of: (wire: Row) => ({ organizationId: "o1", boxId: "b1", leafId: wire.id }),
      },
      collection: {
        name: "leaves",
        scope: ["organizationId", "boxId"],
        scopesWithin: () => Promise.resolve([]),
        words: "the leaves of the box",
        list: () => Promise.resolve([]),
        servesReads: true,
      },
    });
    const { unlisted } = await compare({ definitions: [root, inPart, leaf], isStrict: true });
    expect(unlisted.map(({ what, reason }) => [what, reason])).toEqual([
      ["the boxes of the organization", WHY],
      ["the leaves of the box", WHY],
    ]);
  });

  test("is listed for who asks for it, and names nothing that it lacks", async () => {
    const { service } = await open(inPart);
    const { context } = startDriver(service);
    expect(await list(inPart, { organizationId: "o1" }, context)).toHaveLength(1);
    const failure = await failureOf(reconcile(inPart, { ...declared, name: "z", adopt: "z" }, context));
    expect(failure["code"]).toBe("unconfirmed_absence");
    expect(failure.message).toContain(WHY);
  });
});

/** The refusal of the fake service that ends in this detail. */
const ending = (detail: string): RegExp => new RegExp(`POST /boxes/: ${detail.replace("|", String.raw`\|`)}$`, "u");

function collectionOf({ collection }: AnyResource): NonNullable<AnyResource["collection"]> {
  if (collection === undefined) throw new Error("a resource without a list");
  return collection;
}
