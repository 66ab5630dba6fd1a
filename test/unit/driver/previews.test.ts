import { describe, expect, test } from "@jest/globals";

import { adoption } from "../../../src/capabilities/adoption.ts";
import { partialRows } from "../../../src/capabilities/partial-rows.ts";
import { check, holding, plan, reconcile } from "../../../src/driver/driver.ts";
import type { AnyResource } from "../../../src/model/definition.ts";
import type { Values } from "../../../src/model/json-value.ts";
import { UNKNOWN } from "../../../src/model/unknown.ts";
import { type Driver, failureOf, fakeBox, paint, plain, root, startDriver } from "../../support/fake-resources.ts";
import { apiError, FakeService, lostAnswer, type Row, unreachable } from "../../support/fake-service.ts";
import { MemoryCreations } from "../../support/memory-creations.ts";

/* A preview of a new object says what its create would say, and costs what it has to. */

const declared = { organizationId: "o1", name: "a", color: "red", isProtected: true };
const settings = { howToSet: (name: string) => name };

function open(definition: AnyResource = fakeBox(), options: Parameters<typeof startDriver>[1] = {}) {
  const service = new FakeService();
  const driver = startDriver(service, options);
  const previewIn = async (run: Driver, inputs: Values = {}): Promise<void> => {
    const all = { ...declared, ...inputs };
    const { problems } = await check(definition, all, { settings, held: undefined }, () => run.context);
    expect(problems).toEqual([]);
  };
  const preview = (inputs: Values = {}) => previewIn(driver, inputs);
  const warnings = () => driver.said.filter(({ severity }) => severity === "warn").map(({ text }) => text);
  return { definition, service, driver, preview, previewIn, warnings };
}

test("a preview of an object without a name of its own reads no list: there is nothing to find in it", async () => {
  const { naturalKey: _key, ...unnamed } = fakeBox();
  const { service, preview } = open(unnamed);
  await preview();
  expect(service.calls).toEqual([]);
});

describe("a preview looks at the key, once for all objects", () => {
  const scoped = fakeBox({ scopes: { read: ["box:read"], write: ["box:write", "yard:read"] } });
  const held = (scopes: readonly string[] | null) => {
    let asked = 0;
    const opened = open(scoped, {
      currentKey: () => {
        asked += 1;
        return Promise.resolve({ scopes });
      },
    });
    return { ...opened, asked: () => asked };
  };

  test.each([[null], [[]], [["*"]], [["box:write", "yard:read"]], [["yard:write", "box:write"]]])(
    "passes with %j",
    async (scopes) => {
      const { preview, warnings, asked } = held(scopes);
      await preview();
      await preview({ name: "b" });
      expect([warnings(), asked()]).toEqual([[], 1]);
    },
  );

  test.each([
    [["yard:write"], "the scope box:write"],
    [["box:write"], "the scope yard:read"],
    [["crane:write"], "the scopes box:write and yard:read"],
  ])("fails with %j, and names what it lacks", async (scopes, lacking) => {
    const { service, preview } = held(scopes);
    const failure = await failureOf(preview());
    expect([failure["code"], failure.message]).toEqual([
      "scope_missing",
      `The API key isn't allowed to create Box "a"\nIt lacks ${lacking}. Nothing was written.\n` +
        "Give the key what it lacks in the settings of the service's web interface, or use another key.",
    ]);
    expect(service.calls).toEqual([]);
  });

  test("passes with a key that only reads, and says so once", async () => {
    const { preview, warnings } = held(["box:read"]);
    await preview();
    await preview({ name: "b" });
    expect(warnings()).toEqual([
      "The API key only reads: it has no scope that writes\n" +
        "Previews work with it. To apply what they show, use a key with the scopes box:write and yard:read.",
    ]);
  });

  test("asks for no more than a create surely needs", async () => {
    const { preview } = open(fakeBox({ scopes: { read: [], write: ["a:write", "b:write"], surely: ["a:write"] } }), {
      currentKey: () => Promise.resolve({ scopes: ["a:write"] }),
    });
    await expect(preview()).resolves.toBeUndefined();
  });

  test("passes where the service doesn't tell what a key can do, and fails where it refuses the key", async () => {
    for (const category of ["permission", "notFound", "unexpected", "invalid", "auth", "unavailable"] as const) {
      const { preview } = open(scoped, { currentKey: () => Promise.reject(apiError({ category, status: 400 })) });
      const ended = await preview().then(
        () => "passes",
        () => "fails",
      );
      expect([category, ended]).toEqual([
        category,
        category === "auth" || category === "unavailable" ? "fails" : "passes",
      ]);
    }
  });

  test("but not for an object whose place isn't known yet, nor for one in the state", async () => {
    const { definition, driver, preview, asked, warnings } = held(["crane:write"]);
    await preview({ organizationId: UNKNOWN });
    await preview({ organizationId: UNKNOWN, name: "b" });
    expect([asked(), warnings()]).toEqual([
      0,
      [
        'Box "a" was not compared with the service\n' +
          "It belongs to an object whose ID isn't known yet, and others of this preview might too. If the service refuses them, the apply fails.",
      ],
    ]);
    // There is nothing in an organization that the same preview creates.
    const fresh = held(["crane:write"]);
    await check(root, { name: "acme" }, { settings, held: undefined }, () => fresh.driver.context);
    await fresh.preview({ organizationId: UNKNOWN });
    expect(fresh.warnings()).toEqual([]);
    const options = { settings, held: declared };
    expect((await check(definition, declared, options, () => driver.context)).problems).toEqual([]);
    const mute = { settings, held: undefined, isOffline: true };
    expect((await check(definition, declared, mute, () => driver.context)).problems).toEqual([]);
    expect(asked()).toBe(0);
  });
});

describe("a preview without a service", () => {
  const failing = (options: Parameters<typeof startDriver>[1], error: Error) => {
    const opened = open(fakeBox(), options);
    opened.service.next("list", { error }, { error });
    return opened;
  };
  const gone = [unreachable(), lostAnswer("timeout"), apiError({ category: "unavailable", status: 503 })];

  test.each(gone)("fails, unless that is allowed: then it says once that nothing was compared (%#)", async (error) => {
    const strict = failing({}, error);
    expect((await failureOf(strict.preview())).message).toBe(`Could not create Box "a"\n${error.message}`);
    const loose = failing({ isOfflineAllowed: true }, error);
    await loose.preview();
    await loose.preview({ name: "b" });
    expect(loose.warnings()).toEqual([
      "The service can't be reached, so this preview wasn't compared with it\n" +
        `${error.message} ORGFORM_OFFLINE_PREVIEW is set, so this isn't an error. If the service refuses something, the apply fails.`,
    ]);
    expect(loose.service.calls).toEqual(["list o1"]);
  });

  test.each([apiError({ category: "permission", status: 403 }), new TypeError("undefined is not a function")])(
    "is no excuse for another failure (%#)",
    async (error) => {
      const { preview, warnings } = failing({ isOfflineAllowed: true }, error);
      expect((await failureOf(preview())).message).toContain(error.message);
      expect(warnings()).toEqual([]);
    },
  );
});

describe("a preview of what exists already", () => {
  const PAUSES = [500, 500, 500];

  test("fails like its create, after the engine had time to name the objects of its state", async () => {
    const { definition, service, driver, preview } = open();
    service.seed({ name: "a", color: "blue" });
    const failure = await failureOf(preview());
    expect(driver.sleptMs).toEqual(PAUSES);
    const creating = await failureOf(reconcile(definition, declared, startDriver(service).context));
    expect([failure["code"], failure.message]).toEqual(["adoption_conflict", creating.message]);
    expect(service.calls).toEqual(["list o1", "list o1"]);
  });

  test.each<[string, Values]>([
    ["another name", { name: "b" }],
    ["`adopt`, which names it", { adopt: "b1" }],
    ["a value that isn't known yet", { weight: UNKNOWN }],
    ["a name that isn't known yet", { name: UNKNOWN }],
  ])("passes with %s", async (_what, inputs) => {
    const { service, driver, preview } = open();
    service.seed({ name: "a", color: "blue" });
    await preview(inputs);
    expect(driver.sleptMs).toEqual([]);
  });

  test("passes where the state has it: said before, or while the preview looks again", async () => {
    for (const looks of [0, 1, 3]) {
      const { definition, service, driver, preview } = open();
      const { id } = service.seed({ name: "a", color: "blue" });
      const { sleep } = driver.session.clock;
      const named = () => holding(definition, `o1/${id}`, driver.context);
      if (looks === 0) named();
      Object.assign(driver.session.clock, {
        sleep: async (ms: number, signal?: AbortSignal) => {
          await sleep(ms, signal);
          if (driver.sleptMs.length === looks) named();
        },
      });
      await preview();
      expect(driver.sleptMs).toEqual(PAUSES.slice(0, looks));
    }
  });

  test("fails where the state has one of several of its name", async () => {
    const { definition, service, driver, preview } = open();
    for (const color of ["blue", "grey"]) service.seed({ name: "a", color });
    holding(definition, "o1/b1", driver.context);
    const { message } = await failureOf(preview());
    expect(message).toContain("- o1/b2:");
    expect(message).not.toContain("- o1/b1:");
  });

  test("passes where a stack's records have it: it may be replaced, and the create itself refuses another stack's", async () => {
    for (const stack of ["stack", "other"]) {
      const creations = new MemoryCreations();
      const { definition, service, driver, preview } = open(fakeBox(), { creations });
      service.seed({ name: "a", color: "blue" });
      const key = `${definition.name} o1/b1`;
      await creations.ofStack(stack).creators.note(key, true);
      await preview();
      expect(driver.sleptMs).toEqual([]);
    }
  });

  test("of settings says nothing of others' settings: only the update reads them", async () => {
    const { service, driver } = open();
    service.seed({ name: "a", color: "blue" });
    const inputs = { organizationId: "o1", boxId: "b1", color: "red" };
    await check(paint, inputs, { settings, held: undefined }, () => driver.context);
    expect(driver.sleptMs).toEqual([]);
  });

  describe("that its row doesn't show whole", () => {
    const NOW = new Date("2026-11-20T12:00:00.417Z");
    const dated = adoption({ madeAt: (wire: Row) => wire["madeAt"] as string | undefined });
    const part: AnyResource = fakeBox({
      capabilities: [dated],
      collection: { ...plain.collection!, capabilities: [partialRows({ omits: ["weight"] })] },
    });
    const checked = fakeBox({
      capabilities: [{ ...dated, adoption: { ...dated.adoption, ownershipCheck: () => Promise.resolve(undefined) } }],
    });
    const OLD = "2026-11-20T11:00:00.417Z";
    const YOUNG = "2026-11-20T11:00:00.418Z";

    test.each<[string, AnyResource, Values, readonly string[], boolean]>([
      ["young", part, { weight: 5 }, [YOUNG], true],
      ["of no known age", part, { weight: 5 }, [""], true],
      ["old", part, { weight: 5 }, [OLD], false],
      ["one of them old", part, { weight: 5 }, [YOUNG, OLD], false],
      ["young, with nothing declared that the row lacks", part, {}, [YOUNG], false],
      ["young, and judged by a rule of its own", checked, {}, [YOUNG], true],
    ])("passes only where the create itself has to look: %s", async (_what, definition, inputs, ages, passes) => {
      const { service, preview } = open(definition, { serviceNow: NOW });
      for (const madeAt of ages) service.seed({ name: "a", color: "blue", madeAt });
      const ended = await preview(inputs).then(
        () => true,
        (error: Error & { code?: string }) => error.code === "adoption_conflict" && false,
      );
      expect(ended).toBe(passes);
    });
  });
});

test("a preview of a change of what is in the state asks for the key by the object's own name", async () => {
  const scoped = fakeBox({ scopes: { read: [], write: ["box:write"] } });
  const { service, driver } = open(scoped, { currentKey: () => Promise.resolve({ scopes: ["crane:write"] }) });
  service.seed({ name: "a", color: "red" });
  const state = { ...declared, boxId: "b1", stateVersion: 1 };
  const planning = plan(scoped, { ...declared, color: "blue" }, () => driver.context, { id: "o1/b1", state });
  expect((await failureOf(planning)).message).toMatch(/^The API key isn't allowed to update Box b1\n/u);
});
